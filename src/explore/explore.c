/* explore.c - see explore.h. */
#include "explore/explore.h"

#include "explore/parts.h"
#include "base/hash.h"

#include <string.h>

#define SLEEP 8 /* asleep for each step, on average */

/* --- Opening -------------------------------------------------------------- */

static void *explore_take(char **at, char *end, size_t n, size_t size)
{
    char *p = (char *)(((uintptr_t)*at + 63) & ~(uintptr_t)63);

    if (p > end || n > (size_t)(end - p) / size)
        return NULL;
    *at = p + n * size;
    return p;
}

/* Where everything is in the memory: the same for the same size and steps. */
static struct rdl_explore *explore_lay_out(void *memory, size_t size,
                                           uint32_t steps)
{
    char *at = memory, *end = at + size;
    struct rdl_explore *x = explore_take(&at, end, 1, sizeof(*x));

    if (x == NULL)
        return NULL;
    x->clock = explore_take(&at, end, steps, sizeof(*x->clock));
    x->firm = explore_take(&at, end, steps, sizeof(*x->firm));
    x->path = explore_take(&at, end, (size_t)steps + 1, sizeof(*x->path));
    x->frame = explore_take(&at, end, (size_t)steps + 1, sizeof(*x->frame));
    x->v = explore_take(&at, end, (size_t)steps + 1, sizeof(*x->v));
    x->sleep = explore_take(&at, end, (size_t)steps * SLEEP, sizeof(*x->sleep));
    x->tree.node =
        explore_take(&at, end, (size_t)steps + 1, sizeof(*x->tree.node));
    if (x->clock == NULL || x->firm == NULL || x->path == NULL ||
        x->frame == NULL || x->v == NULL || x->sleep == NULL ||
        x->tree.node == NULL)
        return NULL;
    return x;
}

struct rdl_explore *rdl_explore_open(void *memory, size_t size, uint32_t steps)
{
    static const struct rdl_step root;
    struct rdl_explore *x = explore_lay_out(memory, size, steps);
    char *end = (char *)memory + size;
    struct rdl_explore empty = { .size = steps, .sleep_size = steps * SLEEP };

    if (x == NULL)
        return NULL;
    *x = empty;
    explore_lay_out(memory, size, steps);
    rdl_tree_open(&x->tree, x->tree.node,
                  (uint32_t)((size_t)(end - (char *)x->tree.node) /
                             sizeof(*x->tree.node)));
    x->frame[0] = (struct rdl_frame){ 0 };
    x->path[0] = rdl_tree_new(&x->tree, &root);
    return x;
}

struct rdl_explore *rdl_explore_attach(void *memory, size_t size,
                                       uint32_t steps)
{
    return explore_lay_out(memory, size, steps);
}

void rdl_explore_begin(struct rdl_explore *x)
{
    memset(x->own, 0, sizeof(x->own));
    memset(x->latest, 0, sizeof(x->latest));
    x->n_threads = 0;
    x->n = 0;
    x->left = false;
    x->counts.executions++;
}

/* --- One step ------------------------------------------------------------- */

/* The lowest alternative of the thread's next step that is not asleep, or -1.
 * A thread's step that is asleep is its next one: an earlier one would have
 * removed it. */
static int explore_awake(const struct rdl_explore *x, rdl_tid tid)
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

static bool explore_among(const rdl_tid *can, size_t n, rdl_tid tid)
{
    for (size_t i = 0; i < n; i++) {
        if (can[i] == tid)
            return true;
    }
    return false;
}

static rdl_tid explore_freely(struct rdl_explore *x, const rdl_tid *can,
                              size_t n, rdl_tid current)
{
    int alternative;

    x->picked = RDL_TREE_NONE;
    if (explore_among(can, n, current) &&
        (alternative = explore_awake(x, current)) >= 0) {
        x->alternative = (uint16_t)alternative;
        return current;
    }
    for (size_t i = 0; i < n; i++) {
        alternative = explore_awake(x, can[i]);
        if (alternative >= 0) {
            x->alternative = (uint16_t)alternative;
            return can[i];
        }
    }
    x->left = true;
    x->counts.abandoned++;
    return RDL_EXPLORE_NOBODY;
}

static void explore_fail(struct rdl_explore *x, enum rdl_explore_trouble why)
{
    if (x->trouble == RDL_EXPLORE_FINE)
        x->trouble = why;
    x->left = true;
}

rdl_tid rdl_explore_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                         rdl_tid current)
{
    const struct rdl_step *s;

    if (x->left)
        return RDL_EXPLORE_NOBODY;
    x->n_alternatives = 1;
    x->objects = NULL;
    x->picked =
        x->n < x->kept ? x->path[x->n + 1] : x->tree.node[x->path[x->n]].child;
    if (x->picked == RDL_TREE_NONE)
        return explore_freely(x, can, n, current);
    s = &x->tree.node[x->picked].step;
    x->alternative = s->alternative;
    if (explore_among(can, n, s->tid))
        return s->tid;
    x->counts.wrong++;
    explore_fail(x, RDL_EXPLORE_PREDICTION);
    return RDL_EXPLORE_NOBODY;
}

unsigned rdl_explore_choose(struct rdl_explore *x, unsigned n,
                            const uint64_t *objects)
{
    if (x->left)
        return 0;
    if (x->alternative >= n) {
        x->counts.wrong++;
        explore_fail(x, RDL_EXPLORE_PREDICTION);
        return 0;
    }
    x->n_alternatives = (uint16_t)n;
    x->objects = objects;
    return x->alternative;
}

/* The outcomes that the step did not have become branches beside it: in a free
 * run, and at the last step of a wakeup sequence.  In the middle of one they
 * follow from races. */
static void explore_branch(struct rdl_explore *x, uint32_t node)
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
        other.alternative = b;
        if (other.chosen < other.n_touches && x->objects != NULL) {
            other.touch[other.chosen].object = x->objects[b];
            rdl_step_sign(&other);
        }
        c = rdl_tree_new(&x->tree, &other);
        if (c == RDL_TREE_NONE) {
            explore_fail(x, RDL_EXPLORE_MEMORY);
            return;
        }
        rdl_tree_append(&x->tree, x->path[x->n], c);
    }
}

/* What is asleep behind the step: all that is independent of it. */
static bool explore_push(struct rdl_explore *x, const struct rdl_step *s)
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

static uint32_t explore_place(struct rdl_explore *x, const struct rdl_step *s)
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
        x->counts.wrong++;
        if (x->tree.node[node].child != RDL_TREE_NONE)
            explore_fail(x, RDL_EXPLORE_PREDICTION);
    }
    x->tree.node[node].step = *s;
    return node;
}

/* A step that is as in the execution before: its node, frame and clocks are. */
static void explore_repeat(struct rdl_explore *x, const struct rdl_step *s)
{
    if (!rdl_step_equal(&x->tree.node[x->picked].step, s)) {
        x->counts.wrong++;
        explore_fail(x, RDL_EXPLORE_PREDICTION);
    }
}

static void explore_extend(struct rdl_explore *x, const struct rdl_step *s)
{
    const uint32_t node = explore_place(x, s);

    if (node == RDL_TREE_NONE || !explore_push(x, s)) {
        explore_fail(x, RDL_EXPLORE_MEMORY);
        return;
    }
    if (x->n_alternatives > 1 && x->tree.node[node].child == RDL_TREE_NONE)
        explore_branch(x, node);
    x->path[x->n + 1] = node;
    rdl_races_clock(x, s, x->clock[x->n], x->firm[x->n]);
    x->clock[x->n][s->tid] = s->own + 1;
}

void rdl_explore_step(struct rdl_explore *x, const struct rdl_step *step)
{
    struct rdl_step s = *step;

    if (x->left)
        return;
    if (x->n == x->size || s.tid >= RDL_EXPLORE_THREADS) {
        explore_fail(x, RDL_EXPLORE_MEMORY);
        return;
    }
    s.own = x->own[s.tid];
    s.alternative = x->alternative;
    s.n_alternatives = x->n_alternatives;
    if (s.chosen < s.n_touches && x->objects != NULL)
        s.chosen_first = x->objects[0];
    if (s.tid >= x->n_threads)
        x->n_threads = s.tid + 1u;
    if (x->n < x->kept)
        explore_repeat(x, &s);
    else
        explore_extend(x, &s);
    x->own[s.tid] = s.own + 1;
    x->n++;
    x->latest[s.tid] = x->n;
}

/* --- The end -------------------------------------------------------------- */

static void explore_pop(struct rdl_explore *x)
{
    const struct rdl_frame *f = &x->frame[x->n];

    for (uint32_t i = f->inherited; i < f->n; i++)
        rdl_tree_drop(&x->tree, x->sleep[f->sleep + i]);
}

/* Goes back to the last step with an open branch beside it. */
static bool explore_back(struct rdl_explore *x)
{
    for (;;) {
        struct rdl_frame *f = &x->frame[x->n];
        uint32_t parent = x->path[x->n], done;

        if (x->tree.node[parent].child != RDL_TREE_NONE) {
            x->kept = x->n;
            return true;
        }
        explore_pop(x);
        if (x->n == 0)
            return false;
        done = x->path[x->n];
        x->n--;
        f = &x->frame[x->n];
        rdl_tree_unlink(&x->tree, x->path[x->n], done);
        if (f->sleep + f->n == x->sleep_size) {
            explore_fail(x, RDL_EXPLORE_MEMORY);
            return false;
        }
        x->sleep[f->sleep + f->n++] = done;
    }
}

bool rdl_explore_end(struct rdl_explore *x, const struct rdl_step *waiting,
                     size_t n)
{
    if (x->trouble != RDL_EXPLORE_FINE)
        return false;
    if (!x->left && !rdl_races_reverse(x, waiting, n)) {
        explore_fail(x, RDL_EXPLORE_MEMORY);
        return false;
    }
    if (x->tree.most > x->counts.nodes_most)
        x->counts.nodes_most = x->tree.most;
    return explore_back(x);
}

uint32_t rdl_explore_own(const struct rdl_explore *x, rdl_tid tid)
{
    return tid < RDL_EXPLORE_THREADS ? x->own[tid] : 0;
}

enum rdl_explore_trouble rdl_explore_trouble(const struct rdl_explore *x)
{
    return x->trouble;
}

struct rdl_explore_counts rdl_explore_counts(const struct rdl_explore *x)
{
    return x->counts;
}

uint64_t rdl_explore_fingerprint(const struct rdl_explore *x)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < x->n; i++) {
        const struct rdl_step *s = &x->tree.node[x->path[i + 1]].step;
        uint64_t h = rdl_mix(s->tid, s->own);

        h = rdl_mix(h, s->alternative);
        for (unsigned k = 0; k < s->n_touches; k++)
            h = rdl_mix(h, s->touch[k].object << 1 | s->touch[k].writes);
        for (unsigned t = 0; t < x->n_threads; t++)
            h = rdl_mix(h, x->clock[i][t]);
        sum += h;
    }
    return sum;
}
