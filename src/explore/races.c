/* races.c - which steps of an execution could have come the other way round.
 *
 * All races are looked at in every execution, also those whose two steps were
 * in the one before: the rest of the execution differs, and with it what a
 * reversal leads to.  But if what decided that a reversal is covered is in the
 * part that both executions have in common, it still is. */
#include "explore/parts.h"
#include "explore/walk.h"

#include <string.h>

#define EVERYTHING UINT32_MAX /* the decision needed the whole execution */

/* A pair of steps that could have come the other way round. */
struct race {
    uint32_t first, second; /* second == x->n: a step that waits */
    /* The second as it would be before the first. */
    const struct rdl_step *here;
    bool varies; /* the second: `here` may depend on what the second does not */
    bool unknown;   /* whether the second is possible before the first */
    uint32_t needs; /* how much of the execution the decision needed */
};

/* --- What a reversal leads to --------------------------------------------- */

/* Does step k come before the end of the sequence, which is without what
 * happens after the first? */
static bool races_in(const struct rdl_explore *x, const struct race *r,
                     uint32_t k)
{
    return k != r->second &&
           !rdl_clock_has(x->clock[k], rdl_explore_at(x, r->first));
}

/* rdl_tree_weak_initial for the sequence, without making it. */
static bool races_weak_initial(const struct rdl_explore *x, struct race *r,
                               const struct rdl_step *q)
{
    for (uint32_t k = r->first + 1; k < x->n; k++) {
        const struct rdl_step *s;

        if (!races_in(x, r, k))
            continue;
        s = rdl_explore_at(x, k);
        r->needs = k + 1;
        if (s->tid == q->tid)
            return s->alternative == q->alternative;
        if (rdl_step_dependent(s, q))
            return false;
    }
    r->needs = EVERYTHING;
    if (q->tid != r->here->tid)
        return !rdl_step_dependent(q, r->here);
    /* What comes behind the second and not after the first is independent of
     * the second, and so of q if q is the same. */
    if (!r->varies && r->second < x->n && rdl_step_equal(q, r->here))
        r->needs = r->second + 1;
    return q->alternative == r->here->alternative;
}

/* Is what the reversal leads to covered by a step that is asleep there? */
static bool races_covered(const struct rdl_explore *x, struct race *r)
{
    const struct rdl_frame *f = &x->frame[r->first];

    for (uint32_t i = 0; i < f->n; i++) {
        if (races_weak_initial(x, r,
                               &x->tree.node[x->sleep[f->sleep + i]].step))
            return true;
    }
    return false;
}

/* The sequence, in x->v: its length. */
static size_t races_sequence(struct rdl_explore *x, const struct race *r)
{
    const uint32_t end = x->lean ? r->second : x->n;
    size_t n = 0;

    for (uint32_t k = r->first + 1; k < end; k++) {
        if (!races_in(x, r, k))
            continue;
        x->v_at[n] = k;
        x->v[n++] = rdl_explore_at(x, k);
    }
    x->v_at[n] = EVERYTHING - 1;
    x->v[n++] = r->here;
    return n;
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

static bool races_take(struct rdl_explore *x, struct race *r)
{
    x->counts.races++;
    if (x->lean) {
        r->needs = r->second + 1;
        return races_take_first(x, r->first, races_sequence(x, r));
    }
    if (races_covered(x, r))
        return true;
    return rdl_tree_insert(&x->tree, x->path[r->first], x->v, x->v_at,
                           races_sequence(x, r), &r->needs);
}

/* --- Which steps race ----------------------------------------------------- */

/* The state of what `t` touches before step `first` and behind all that does
 * not happen after it: that step says so, or the first one that happens after
 * it and does.  If none does, it is as the second found it. */
static uint64_t races_state(const struct rdl_explore *x, uint32_t first,
                            uint32_t second, const struct rdl_step_object *t)
{
    const struct rdl_step *e = rdl_explore_at(x, first);
    uint64_t state;

    for (uint32_t k = first; k < second; k++) {
        const struct rdl_step *s = rdl_explore_at(x, k);

        if (k > first && !rdl_clock_has(x->clock[k], e))
            continue;
        for (unsigned i = 0; i < s->n_touches; i++) {
            if (rdl_touch_meets(&s->touch[i], t) &&
                rdl_touch_state(&s->touch[i], t, &state))
                return state;
        }
    }
    return t->state;
}

/* Is `t` written by the first, or behind it and before the second by what
 * happens after it? */
static bool races_written(const struct rdl_explore *x, const struct race *r,
                          const struct rdl_step_object *t)
{
    const struct rdl_step *e = rdl_explore_at(x, r->first);

    for (uint32_t k = r->first; k < r->second; k++) {
        const struct rdl_step *s = rdl_explore_at(x, k);

        if (k > r->first && !rdl_clock_has(x->clock[k], e))
            continue;
        if (s->world)
            return true;
        for (unsigned i = 0; i < s->n_touches; i++) {
            if (s->touch[i].writes && rdl_touch_meets(&s->touch[i], t))
                return true;
        }
    }
    return false;
}

/* `s` before the first; false: it would not be possible there. */
static bool races_before(const struct rdl_explore *x, struct race *r,
                         const struct rdl_step *s, struct rdl_step *here)
{
    bool possible = true, known = true;

    if (s->idle || s->blocked || rdl_explore_at(x, r->first)->idle)
        return false;
    r->here = s;
    r->varies = s->varies;
    if (s->varies || s->n_alternatives > 1) {
        rdl_step_copy(here, s);
        r->here = here;
    }
    for (unsigned i = 0; i < s->n_touches; i++) {
        const struct rdl_step_object *t = &s->touch[i];
        uint64_t state;

        if (t->need == RDL_NEEDS_NOTHING && t->rule <= RDL_TOUCH_WRITES)
            continue;
        if (t->need == RDL_NEEDS_SAME) {
            known = !races_written(x, r, t);
            continue;
        }
        state = races_state(x, r->first, r->second, t);
        possible &= s->late || rdl_touch_possible(t, state);
        if (s->varies)
            rdl_step_found(here, i, state);
    }
    r->unknown = !possible && !known;
    if (s->varies)
        rdl_step_sign(here);
    return possible;
}

/* Has the second been taken before the first, so that it was possible there? */
static bool races_was_possible(const struct rdl_explore *x, struct race *r)
{
    const struct rdl_frame *f = &x->frame[r->first];

    for (uint32_t i = 0; i < f->n; i++) {
        const struct rdl_step *q = &x->tree.node[x->sleep[f->sleep + i]].step;

        if (q->tid == r->here->tid && races_weak_initial(x, r, q))
            return true;
    }
    return false;
}

/* All races that end with s, which is step `second` (or one that waits: second
 * == x->n).  *needs: how much of the execution their decisions needed. */
static bool races_of(struct rdl_explore *x, const struct rdl_step *s,
                     uint32_t second, const rdl_clock firm, uint32_t *needs)
{
    rdl_clock have;
    struct rdl_walk w;
    uint32_t at;

    memcpy(have, firm, sizeof(have));
    *needs = second + 1;
    rdl_walk_begin(x, &w, s, second);
    for (; (at = rdl_walk_next(&w)) > 0; rdl_walk_on(
             x, &w, at, rdl_clock_has(have, rdl_explore_at(x, at - 1)))) {
        const struct rdl_step *e = rdl_explore_at(x, at - 1);
        struct race r = { .first = at - 1, .second = second };
        struct rdl_step here;

        if (e->tid == s->tid || rdl_clock_has(have, e) ||
            (!s->varies && !rdl_step_conflict(e, s)))
            continue;
        /* An unlock before a lock: look further back. */
        if (!races_before(x, &r, s, &here)) {
            if (!r.unknown)
                continue;
            if (!races_was_possible(x, &r)) {
                rdl_explore_fail(x, RDL_EXPLORE_UNKNOWN);
                return false;
            }
        }
        if (s->varies && !rdl_step_conflict(e, s) &&
            !rdl_step_conflict(e, r.here))
            continue;
        rdl_clock_join(x, have, x->clock[at - 1]);
        /* The others become branches beside it when it is taken. */
        if (s->n_alternatives > 1)
            rdl_step_outcome(&here, 0, here.wakes_first);
        if (!races_take(x, &r))
            return false;
        if (r.needs > *needs)
            *needs = r.needs;
    }
    return true;
}

/* A call waited until its time was over.  It could have got what it waited for,
 * if that had come before. */
static bool races_in_time(struct rdl_explore *x, uint32_t second)
{
    struct rdl_step s;
    uint32_t at = second, needs;
    rdl_clock firm = { 0 };

    rdl_step_copy(&s, rdl_explore_at(x, second));
    rdl_step_in_time(&s);
    while (at > 0 && rdl_explore_at(x, at - 1)->tid != s.tid)
        at--;
    if (at > 0)
        memcpy(firm, x->clock[at - 1], sizeof(firm));
    if (!races_of(x, &s, second, firm, &needs))
        return false;
    if (needs > x->settled[second])
        x->settled[second] = needs;
    return true;
}

void rdl_races_leave(struct rdl_explore *x)
{
    for (uint32_t i = 0; i < x->n; i++) {
        if (i >= x->kept || x->settled[i] > x->kept)
            x->settled[i] = EVERYTHING;
    }
}

bool rdl_races_reverse(struct rdl_explore *x, const struct rdl_step *waiting,
                       size_t n)
{
    for (uint32_t i = 0; i < x->n; i++) {
        if (i < x->kept && x->settled[i] <= x->kept)
            continue;
        if (!races_of(x, rdl_explore_at(x, i), i, x->firm[i], &x->settled[i]) ||
            (rdl_explore_at(x, i)->late && !races_in_time(x, i)))
            return false;
    }
    for (size_t i = 0; i < n; i++) {
        struct rdl_step s = waiting[i];
        rdl_clock clock, firm;
        uint32_t needs;

        s.own = x->own[s.tid];
        rdl_clock_of(x, &s, clock, firm);
        if (!races_of(x, &s, x->n, firm, &needs))
            return false;
    }
    return true;
}
