/* links.c - which earlier steps may conflict with a step, without looking at
 * all of them: steps whose touches have the same bucket are linked. */
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
