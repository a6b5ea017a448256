/* window.h - two operations of a thread that had to happen without
 * interruption. */
#ifndef RDL_EXPLAIN_ORDERS_WINDOW_H
#define RDL_EXPLAIN_ORDERS_WINDOW_H

#include "explain/search.h"

struct window {
    size_t segment; /* the segment that the preemption ends */
    size_t end;     /* the segment in which its thread goes on */
    const struct rdl_history_act *first, *last;
};

/* Was it done while the thread of the window was off the processor? */
bool rdl_window_holds(const struct search *c, const struct window *w,
                      const struct rdl_history_act *a);
/* The first or the last act of others in the window that conflicts with `with`;
 * NULL if there is none. */
const struct rdl_history_act *
rdl_window_meets(const struct search *c, const struct window *w,
                 const struct rdl_history_act *with, bool last);
/* window_others.c: which acts of others conflict with the window's first act,
 * and which with its last; *two may be NULL.  False if not known. */
bool rdl_window_others(const struct search *c, const struct window *w,
                       const struct rdl_history_act **one,
                       const struct rdl_history_act **two);
/* The first act of the window.  If it has nothing to do with `one`: the latest
 * read before it under the same locks, which is what the thread took from
 * there. */
const struct rdl_history_act *
rdl_window_took(const struct search *c, const struct window *w,
                const struct rdl_history_act *one);
/* window_edges.c: between which operations the preemption has to stay;
 * `named`: who wakes whom in the execution without it. */
void rdl_window_find(struct search *c, struct window *w,
                     struct named_acts *named);

#endif
