/* races.c - which steps of an execution could have come the other way round.
 *
 * All races are looked at in every execution, also those whose two steps were
 * in the one before: the rest of the execution differs, and with it what a
 * reversal leads to. */
#include "explore/parts.h"

#include <string.h>

static void races_join(uint32_t *clock, const uint32_t *other, unsigned n)
{
    for (unsigned t = 0; t < n; t++) {
        if (other[t] > clock[t])
            clock[t] = other[t];
    }
}

static bool races_before(const struct rdl_step *s, const uint32_t *clock)
{
    return clock[s->tid] > s->own;
}

void rdl_races_clock(const struct rdl_explore *x, const struct rdl_step *s,
                     uint32_t *clock, uint32_t *firm)
{
    memset(clock, 0, sizeof(rdl_clock));
    memset(firm, 0, sizeof(rdl_clock));
    if (x->latest[s->tid] > 0)
        races_join(firm, x->clock[x->latest[s->tid] - 1], x->n_threads);
    memcpy(clock, firm, sizeof(rdl_clock));
    for (uint32_t i = x->n; i > 0; i--) {
        const struct rdl_step *e = rdl_explore_at(x, i - 1);

        if (e->tid == s->tid)
            continue;
        if (!races_before(e, firm) && rdl_step_ordered(e, s)) {
            races_join(firm, x->clock[i - 1], x->n_threads);
            races_join(clock, x->clock[i - 1], x->n_threads);
        } else if (!races_before(e, clock) && rdl_step_conflict(e, s)) {
            races_join(clock, x->clock[i - 1], x->n_threads);
        }
    }
}

/* Is what the reversal leads to covered by a step that is asleep at e? */
static bool races_covered(const struct rdl_explore *x, uint32_t e, size_t n)
{
    const struct rdl_frame *f = &x->frame[e];

    for (uint32_t i = 0; i < f->n; i++) {
        size_t at;

        if (rdl_tree_weak_initial(&x->tree.node[x->sleep[f->sleep + i]].step,
                                  x->v, n, &at))
            return true;
    }
    return false;
}

/* Source sets: only a first step of the sequence is kept. */
static bool races_take_first(struct rdl_explore *x, uint32_t first, size_t n)
{
    const struct rdl_frame *f = &x->frame[first];
    uint32_t c = x->tree.node[x->path[first]].child;
    size_t at;

    for (uint32_t i = f->inherited; i < f->n; i++) {
        if (rdl_tree_weak_initial(&x->tree.node[x->sleep[f->sleep + i]].step,
                                  x->v, n, &at) &&
            at < n)
            return true;
    }
    for (; c != RDL_TREE_NONE; c = x->tree.node[c].sibling) {
        if (rdl_tree_weak_initial(&x->tree.node[c].step, x->v, n, &at) &&
            at < n)
            return true;
    }
    for (size_t i = 0; i < n; i++) {
        bool asleep = !rdl_tree_weak_initial(x->v[i], x->v, n, &at) || at != i;

        for (uint32_t k = 0; k < f->n; k++) {
            const struct rdl_step *q =
                &x->tree.node[x->sleep[f->sleep + k]].step;

            asleep |= q->tid == x->v[i]->tid &&
                      q->alternative == x->v[i]->alternative;
        }
        if (asleep)
            continue;
        c = rdl_tree_new(&x->tree, x->v[i]);
        if (c == RDL_TREE_NONE)
            return false;
        rdl_tree_append(&x->tree, x->path[first], c);
        return true;
    }
    return true;
}

/* `here` is step `second` (or one that waits: second == x->n) as it would be
 * before step `first`. */
static bool races_take(struct rdl_explore *x, uint32_t first, uint32_t second,
                       const struct rdl_step *here)
{
    const struct rdl_step *e = rdl_explore_at(x, first);
    size_t n = 0;

    for (uint32_t k = first + 1; k < (x->lean ? second : x->n); k++) {
        if (k != second && !races_before(e, x->clock[k]))
            x->v[n++] = rdl_explore_at(x, k);
    }
    x->v[n++] = here;
    x->counts.races++;
    if (x->lean)
        return races_take_first(x, first, n);
    if (races_covered(x, first, n))
        return true;
    return rdl_tree_insert(&x->tree, x->path[first], x->v, n);
}

/* The others become branches beside it when it is taken. */
static void races_first_alternative(struct rdl_step *s)
{
    s->alternative = 0;
    if (s->chosen < s->n_touches) {
        s->touch[s->chosen].object = s->chosen_first;
        rdl_step_sign(s);
    }
}

static bool races_of(struct rdl_explore *x, const struct rdl_step *s,
                     uint32_t second, const uint32_t *firm)
{
    rdl_clock have;

    memcpy(have, firm, sizeof(have));
    for (uint32_t i = second; i > 0; i--) {
        const struct rdl_step *e = rdl_explore_at(x, i - 1);
        struct rdl_step here;

        if (e->tid == s->tid || races_before(e, have) ||
            ((s->may & (e->reads | e->writes)) |
             (e->may & (s->reads | s->writes))) == 0)
            continue;
        here = rdl_step_before(s, e);
        if (!rdl_step_conflict(e, s) && !rdl_step_conflict(e, &here))
            continue;
        if (!rdl_step_possible_before(s, e))
            continue; /* an unlock before a lock: look further back */
        races_join(have, x->clock[i - 1], x->n_threads);
        if (here.n_alternatives > 1)
            races_first_alternative(&here);
        if (!races_take(x, i - 1, second, &here))
            return false;
    }
    return true;
}

bool rdl_races_reverse(struct rdl_explore *x, const struct rdl_step *waiting,
                       size_t n)
{
    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_step s = *rdl_explore_at(x, i);

        if (!races_of(x, &s, i, x->firm[i]))
            return false;
    }
    for (size_t i = 0; i < n; i++) {
        struct rdl_step s = waiting[i];
        rdl_clock clock, firm;

        s.own = x->own[s.tid];
        rdl_races_clock(x, &s, clock, firm);
        if (!races_of(x, &s, x->n, firm))
            return false;
    }
    return true;
}
