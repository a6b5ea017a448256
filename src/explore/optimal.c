/* optimal.c - every trace once: optimal dynamic partial order reduction with
 * wakeup trees (explore.h).
 *
 * When the trees have used their part of the memory, source sets take over
 * (the same papers): of what a race leads to, only the first step is kept.
 * Every trace is still run once; but some executions are abandoned, because
 * all that could step was covered. */
#include "explore/parts.h"
#include "explore/search.h"

#include <string.h>

/* Of the memory, one part in this is for sleep sets. */
#define SLEEP_PART 16

static bool optimal_lay_out(struct rdl_explore *x, uint32_t steps, char *at,
                            char *end)
{
    const size_t sleeps =
        (size_t)(end - at) / SLEEP_PART / sizeof(*x->sleep) + steps;

    x->frame = rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->frame));
    x->v = rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->v));
    x->v_at = rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->v_at));
    x->settled = rdl_explore_take(&at, end, steps, sizeof(*x->settled));
    x->sleep = rdl_explore_take(&at, end, sleeps, sizeof(*x->sleep));
    x->tree.node =
        rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->tree.node));
    if (x->frame == NULL || x->v == NULL || x->v_at == NULL ||
        x->settled == NULL || x->sleep == NULL || x->tree.node == NULL)
        return false;
    x->sleep_size = sleeps < UINT32_MAX ? (uint32_t)sleeps : UINT32_MAX;
    x->tree.size = (uint32_t)((size_t)(end - (char *)x->tree.node) /
                              sizeof(*x->tree.node));
    return true;
}

static void optimal_open(struct rdl_explore *x)
{
    static const struct rdl_step root;

    rdl_tree_open(&x->tree, x->tree.node, x->tree.size);
    x->frame[0] = (struct rdl_frame){ 0 };
    x->path[0] = rdl_tree_new(&x->tree, &root);
}

/* --- One step ------------------------------------------------------------- */

/* The lowest alternative of the thread's next step that is not asleep, or -1.
 * A thread's step that is asleep is its next one: an earlier one would have
 * removed it. */
static int optimal_awake(const struct rdl_explore *x, rdl_tid tid)
{
    const struct rdl_frame *f = &x->frame[x->n];
    unsigned n = 1, alternative = 0;
    bool again = true;

    while (again) {
        again = false;
        for (uint32_t i = 0; i < f->n; i++) {
            const struct rdl_step *q =
                &x->tree.node[x->sleep[f->sleep + i]].step;

            if (q->tid != tid)
                continue;
            n = q->n_alternatives;
            if (q->alternative == alternative) {
                alternative++;
                again = true;
            }
        }
    }
    return alternative < n ? (int)alternative : -1;
}

static rdl_tid optimal_freely(struct rdl_explore *x, const rdl_tid *can,
                              size_t n, rdl_tid current)
{
    int alternative;

    if (rdl_explore_among(can, n, current) &&
        (alternative = optimal_awake(x, current)) >= 0) {
        x->alternative = (uint16_t)alternative;
        return current;
    }
    for (size_t i = 0; i < n; i++) {
        alternative = optimal_awake(x, can[i]);
        if (alternative >= 0) {
            x->alternative = (uint16_t)alternative;
            return can[i];
        }
    }
    x->left = true;
    x->counts.abandoned++;
    return RDL_EXPLORE_NOBODY;
}

static rdl_tid optimal_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                            rdl_tid current)
{
    const struct rdl_step *s;

    x->picked = x->tree.node[x->path[x->n]].child;
    if (x->picked == RDL_TREE_NONE)
        return optimal_freely(x, can, n, current);
    s = &x->tree.node[x->picked].step;
    x->alternative = s->alternative;
    if (rdl_explore_among(can, n, s->tid))
        return s->tid;
    rdl_explore_wrong(x);
    return RDL_EXPLORE_NOBODY;
}

/* The outcomes that the step did not have become branches beside it: in a free
 * run, and at the last step of a wakeup sequence.  In the middle of one they
 * follow from races; but not with source sets, which keep only first steps. */
static bool optimal_branch(struct rdl_explore *x, uint32_t node)
{
    const struct rdl_frame *f = &x->frame[x->n];

    for (uint16_t b = 0; b < x->n_alternatives; b++) {
        struct rdl_step other = x->tree.node[node].step;
        bool known = b == x->alternative;
        uint32_t c = x->tree.node[x->path[x->n]].child;

        for (; c != RDL_TREE_NONE; c = x->tree.node[c].sibling)
            known |= x->tree.node[c].step.tid == other.tid &&
                     x->tree.node[c].step.alternative == b;
        for (uint32_t i = 0; i < f->n; i++) {
            const struct rdl_step *q =
                &x->tree.node[x->sleep[f->sleep + i]].step;

            known |= q->tid == other.tid && q->alternative == b;
        }
        if (known)
            continue;
        rdl_step_outcome(&other, b, x->wakes != NULL ? x->wakes[b] : 0);
        c = rdl_tree_new(&x->tree, &other);
        if (c == RDL_TREE_NONE)
            return false;
        rdl_tree_append(&x->tree, x->path[x->n], c);
    }
    return true;
}

/* What is asleep behind the step: all that is independent of it. */
static bool optimal_push(struct rdl_explore *x, const struct rdl_step *s)
{
    const struct rdl_frame *f = &x->frame[x->n];
    struct rdl_frame *next = &x->frame[x->n + 1];

    next->sleep = f->sleep + f->n;
    next->n = 0;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t q = x->sleep[f->sleep + i];

        if (rdl_step_dependent(&x->tree.node[q].step, s))
            continue;
        if (next->sleep + next->n == x->sleep_size)
            return false;
        x->sleep[next->sleep + next->n++] = q;
    }
    next->inherited = next->n;
    return true;
}

static uint32_t optimal_place(struct rdl_explore *x, const struct rdl_step *s)
{
    uint32_t node = x->picked;

    if (node == RDL_TREE_NONE) {
        node = rdl_tree_new(&x->tree, s);
        if (node != RDL_TREE_NONE)
            rdl_tree_append(&x->tree, x->path[x->n], node);
        return node;
    }
    /* The last step of a sequence comes without what came before it, and may
     * do something else; what precedes it has the same past. */
    if (!rdl_step_equal(&x->tree.node[node].step, s)) {
        if (x->tree.node[node].child != RDL_TREE_NONE)
            rdl_explore_fail(x, RDL_EXPLORE_PREDICTION);
        x->counts.wrong++;
    }
    rdl_step_copy(&x->tree.node[node].step, s);
    return node;
}

static bool optimal_extend(struct rdl_explore *x, const struct rdl_step *s)
{
    const uint32_t node = optimal_place(x, s);

    if (node == RDL_TREE_NONE || !optimal_push(x, s))
        return false;
    if (x->n_alternatives > 1 &&
        (x->lean || x->tree.node[node].child == RDL_TREE_NONE) &&
        !optimal_branch(x, node))
        return false;
    x->path[x->n + 1] = node;
    x->settled[x->n] = UINT32_MAX;
    return true;
}

bool rdl_optimal_follow(struct rdl_explore *x, uint32_t node)
{
    const struct rdl_step *s = &x->tree.node[node].step;

    if (!optimal_push(x, s))
        return false;
    x->path[x->n + 1] = node;
    x->settled[x->n] = UINT32_MAX;
    rdl_explore_clock(x, s);
    rdl_explore_took(x, s);
    return true;
}

/* --- The end -------------------------------------------------------------- */

static void optimal_pop(struct rdl_explore *x)
{
    const struct rdl_frame *f = &x->frame[x->n];

    for (uint32_t i = f->inherited; i < f->n; i++)
        rdl_tree_drop(&x->tree, x->sleep[f->sleep + i]);
}

/* Goes back to the last step with an open branch beside it. */
static bool optimal_back(struct rdl_explore *x)
{
    for (;;) {
        struct rdl_frame *f = &x->frame[x->n];
        uint32_t parent = x->path[x->n], done;

        if (x->tree.node[parent].child != RDL_TREE_NONE) {
            x->kept = x->n;
            return true;
        }
        optimal_pop(x);
        if (x->n == x->floor)
            return false;
        done = x->path[x->n];
        x->n--;
        f = &x->frame[x->n];
        rdl_tree_unlink(&x->tree, x->path[x->n], done);
        if (f->sleep + f->n == x->sleep_size) {
            rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
            return false;
        }
        x->sleep[f->sleep + f->n++] = done;
    }
}

static bool optimal_end(struct rdl_explore *x, const struct rdl_step *waiting,
                        size_t n)
{
    /* A quarter is left for the execution itself, and for source sets. */
    if (!x->part && !x->lean &&
        x->tree.live > x->tree.size - x->tree.size / 4) {
        x->lean = true;
        memset(x->settled, UINT8_MAX, x->n * sizeof(*x->settled));
    }
    if (x->n < x->floor) {
        rdl_explore_wrong(x);
        return false;
    }
    if (x->left && !x->lean) {
        rdl_races_leave(x);
    } else if (!rdl_races_reverse(x, waiting, n)) {
        rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
        return false;
    }
    if (x->tree.most > x->counts.nodes_most)
        x->counts.nodes_most = x->tree.most;
    x->counts.lean = x->lean;
    x->counts.used = (size_t)((char *)&x->tree.node[x->tree.most] - (char *)x);
    return optimal_back(x);
}

const struct rdl_search rdl_search_optimal = {
    .lay_out = optimal_lay_out,
    .open = optimal_open,
    .pick = optimal_pick,
    .extend = optimal_extend,
    .end = optimal_end,
};
