/* window.h - two operations of a thread that had to be done in one go. */
#ifndef RDL_EXPLAIN_WINDOW_H
#define RDL_EXPLAIN_WINDOW_H

#include "explain/search.h"

#define RDL_WINDOW_LOCKS 16

struct window {
    size_t segment; /* that the preemption ends */
    size_t end;     /* the segment in which its thread goes on */
    const struct rdl_act *first, *last;
    size_t n_asked;
    struct rdl_act_lock asked[RDL_WINDOW_LOCKS];
};

/* Was it done while the thread of the window had to wait? */
bool rdl_window_holds(const struct search *c, const struct window *w,
                      const struct rdl_act *a);
/* The first or the last of others in the window that is in conflict with
 * `with`; NULL if none is. */
const struct rdl_act *rdl_window_meets(const struct search *c,
                                       const struct window *w,
                                       const struct rdl_act *with, bool last);
/* window_others.c: what of others meets with its first act, and what with its
 * last; *two may be NULL.  False if nothing is known. */
bool rdl_window_others(const struct search *c, const struct window *w,
                       const struct rdl_act **one, const struct rdl_act **two);
/* The first act; or, if `one` has nothing to do with it, of what was done with
 * the same locks before it the latest read: what its thread took from there. */
const struct rdl_act *rdl_window_took(const struct search *c,
                                      const struct window *w,
                                      const struct rdl_act *one);
/* preemptions.c: between which operations the preemption has to stay; told: who
 * wakes whom where it does not. */
void rdl_window_find(struct search *c, struct window *w, struct told *told);

#endif
