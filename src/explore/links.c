/* links.c - which earlier steps may conflict with a step, without looking at all
 * of them: steps whose touches have the same bucket are linked. */
#include "explore/parts.h"

static void links_touch(struct rdl_explore *x, struct rdl_link *link,
                        const struct rdl_step *s, unsigned k)
{
    link->bucket[k] = RDL_LINK_BUCKETS;
    if (rdl_touch_is_wide(&s->touch[k]))
        return;
    link->bucket[k] = (uint16_t)rdl_step_bucket(&s->touch[k]);
    link->before[k] = x->latest.bucket[link->bucket[k]];
    for (unsigned i = 0; i < k; i++) {
        if (link->bucket[i] == link->bucket[k])
            link->before[k] = link->before[i];
    }
    x->latest.bucket[link->bucket[k]] = (uint16_t)(x->n + 1);
}

static void links_set(uint16_t *latest, uint64_t threads, uint32_t n)
{
    for (; threads != 0; threads &= threads - 1)
        latest[__builtin_ctzll(threads)] = (uint16_t)(n + 1);
}

void rdl_links_add(struct rdl_explore *x, const struct rdl_step *s)
{
    struct rdl_link *link = &x->link[x->n];

    for (unsigned k = 0; k < s->n_touches; k++)
        links_touch(x, link, s, k);
    link->wide = x->latest.wide;
    if (s->wide || s->world)
        x->latest.wide = (uint16_t)(x->n + 1);
    if (s->idle)
        x->latest.idle = (uint16_t)(x->n + 1);
    links_set(x->latest.lives, s->lives, x->n);
    links_set(x->latest.wakes, s->wakes, x->n);
    x->latest.of[s->tid] = (uint16_t)(x->n + 1);
}

void rdl_walk_begin(const struct rdl_explore *x, struct rdl_walk *w,
                    const struct rdl_step *s, uint32_t i)
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

uint32_t rdl_walk_next(const struct rdl_walk *w)
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
static bool links_writes(const struct rdl_step *e,
                         const struct rdl_step_object *t)
{
    for (unsigned i = 0; i < e->n_touches; i++) {
        if (e->touch[i].writes && rdl_touch_covers(&e->touch[i], t))
            return true;
    }
    return e->world;
}

static uint32_t links_before(const struct rdl_link *link, unsigned n,
                             unsigned bucket)
{
    for (unsigned i = 0; i < n; i++) {
        if (link->bucket[i] == bucket)
            return link->before[i];
    }
    return 0;
}

void rdl_walk_on(const struct rdl_explore *x, struct rdl_walk *w, uint32_t at,
                 bool passed)
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
            w->at[k] =
                passed && links_writes(e, &w->s->touch[k])
                    ? 0
                    : links_before(&x->link[at - 1], e->n_touches,
                                   rdl_step_bucket(&w->s->touch[k]));
        else if (passed && w->at[k] != 0 && e->world)
            w->at[k] = 0;
    }
}
