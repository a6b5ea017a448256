/* walk.h - goes back from a step to all that may conflict with it, latest
 * first, by the links that links.c makes. */
#ifndef RDL_EXPLORE_WALK_H
#define RDL_EXPLORE_WALK_H

#include "explore/parts.h"

struct rdl_walk {
    const struct rdl_step *s;
    uint32_t at[RDL_STEP_TOUCHES]; /* by touch; + 1 */
    uint32_t wide, all;
};

/* From step `i`, or, if i == x->n, from behind the last one. */
static inline void rdl_walk_begin(const struct rdl_explore *x,
                                  struct rdl_walk *w, const struct rdl_step *s,
                                  uint32_t i)
{
    w->s = s;
    w->wide = w->all = 0;
    if (s->world || s->wide) {
        w->all = i;
        return;
    }
    w->wide = i < x->n ? x->link[i].wide : x->latest.wide;
    for (unsigned k = 0; k < s->n_touches; k++)
        w->at[k] = i < x->n ? x->link[i].before[k]
                            : x->latest.bucket[rdl_step_bucket(&s->touch[k])];
}

/* The next one, + 1; 0: there is none. */
static inline uint32_t rdl_walk_next(const struct rdl_walk *w)
{
    uint32_t next = w->wide;

    if (w->s->world || w->s->wide)
        return w->all;
    for (unsigned k = 0; k < w->s->n_touches; k++) {
        if (w->at[k] > next)
            next = w->at[k];
    }
    return next;
}

/* Does the step write all of it, so that whoever touched it before comes before
 * the step? */
static inline bool rdl_walk_writes(const struct rdl_step *e,
                                   const struct rdl_step_object *t)
{
    for (unsigned i = 0; i < e->n_touches; i++) {
        if (e->touch[i].writes && rdl_touch_covers(&e->touch[i], t))
            return true;
    }
    return e->world;
}

static inline uint32_t rdl_walk_before(const struct rdl_link *link, unsigned n,
                                       unsigned bucket)
{
    for (unsigned i = 0; i < n; i++) {
        if (link->bucket[i] == bucket)
            return link->before[i];
    }
    return 0;
}

/* Goes on behind that one.  passed: what comes before it is not wanted. */
static inline void rdl_walk_on(const struct rdl_explore *x, struct rdl_walk *w,
                               uint32_t at, bool passed)
{
    const struct rdl_step *e = rdl_explore_at(x, at - 1);

    if (w->s->world || w->s->wide) {
        w->all = passed && e->world ? 0 : at - 1;
        return;
    }
    if (w->wide == at)
        w->wide = passed && e->world ? 0 : x->link[at - 1].wide;
    for (unsigned k = 0; k < w->s->n_touches; k++) {
        if (w->at[k] == at)
            w->at[k] = passed && rdl_walk_writes(e, &w->s->touch[k])
                           ? 0
                           : rdl_walk_before(&x->link[at - 1], e->n_touches,
                                             rdl_step_bucket(&w->s->touch[k]));
        else if (passed && w->at[k] != 0 && e->world)
            w->at[k] = 0;
    }
}

#endif
