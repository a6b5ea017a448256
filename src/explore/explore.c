/* explore.c - see explore.h.  What every search needs: the steps of the
 * execution and their clocks; search.h has the rest. */
#include "explore/explore.h"

#include "explore/parts.h"
#include "explore/search.h"
#include "base/hash.h"

#include <string.h>

/* --- Opening -------------------------------------------------------------- */

void *rdl_explore_take(char **at, char *end, size_t n, size_t size)
{
    char *p = (char *)(((uintptr_t)*at + 63) & ~(uintptr_t)63);

    if (p > end || n > (size_t)(end - p) / size)
        return NULL;
    *at = p + n * size;
    return p;
}

/* What an execution of that many steps needs, whatever the search. */
static size_t explore_needs(uint32_t steps)
{
    return ((size_t)steps + 1) *
           (2 * sizeof(rdl_clock) + 3 * sizeof(uint32_t) +
            sizeof(struct rdl_link) + sizeof(struct rdl_frame) +
            sizeof(struct rdl_step *) + sizeof(struct rdl_node) +
            sizeof(struct rdl_decision));
}

uint32_t rdl_explore_steps(size_t size)
{
    uint32_t steps = RDL_EXPLORE_STEPS;

    while (steps > 1 && explore_needs(steps) > size / 2)
        steps /= 2;
    return steps;
}

/* Where everything is in the memory: the same for the same size and search. */
static struct rdl_explore *explore_lay_out(void *memory, size_t size,
                                           enum rdl_explore_bound bound)
{
    const uint32_t steps = rdl_explore_steps(size);
    char *at = memory, *end = at + size;
    struct rdl_explore *x = rdl_explore_take(&at, end, 1, sizeof(*x));

    if (x == NULL)
        return NULL;
    x->search =
        bound == RDL_BOUND_NONE ? &rdl_search_optimal : &rdl_search_bounded;
    x->clock = rdl_explore_take(&at, end, steps, sizeof(*x->clock));
    x->firm = rdl_explore_take(&at, end, steps, sizeof(*x->firm));
    x->path = rdl_explore_take(&at, end, (size_t)steps + 1, sizeof(*x->path));
    x->link = rdl_explore_take(&at, end, steps, sizeof(*x->link));
    if (x->clock == NULL || x->firm == NULL || x->path == NULL ||
        x->link == NULL || !x->search->lay_out(x, steps, at, end))
        return NULL;
    return x;
}

struct rdl_explore *rdl_explore_open(void *memory, size_t size,
                                     enum rdl_explore_bound bound,
                                     uint32_t most)
{
    struct rdl_explore *x = explore_lay_out(memory, size, bound);
    struct rdl_explore empty = {
        .size = rdl_explore_steps(size),
        .bound = bound,
        .most = most,
        .counts = { .memory = size },
    };

    if (x == NULL)
        return NULL;
    empty.tables = x->tables;
    *x = empty;
    explore_lay_out(memory, size, bound);
    x->search->open(x);
    return x;
}

struct rdl_explore *rdl_explore_attach(void *memory, size_t size,
                                       enum rdl_explore_bound bound)
{
    return explore_lay_out(memory, size, bound);
}

void rdl_explore_rewind(struct rdl_explore *x)
{
    memset(x->own, 0, sizeof(x->own));
    memset(&x->latest, 0, sizeof(x->latest));
    x->n_threads = 0;
    x->n = 0;
    x->left = false;
}

void rdl_explore_begin(struct rdl_explore *x)
{
    rdl_explore_rewind(x);
    x->counts.executions++;
}

/* --- One step ------------------------------------------------------------- */

bool rdl_explore_among(const rdl_tid *can, size_t n, rdl_tid tid)
{
    for (size_t i = 0; i < n; i++) {
        if (can[i] == tid)
            return true;
    }
    return false;
}

void rdl_explore_fail(struct rdl_explore *x, enum rdl_explore_trouble why)
{
    if (x->trouble == RDL_EXPLORE_FINE)
        x->trouble = why;
    x->left = true;
}

void rdl_explore_wrong(struct rdl_explore *x)
{
    x->counts.wrong++;
    rdl_explore_fail(x, RDL_EXPLORE_PREDICTION);
}

rdl_tid rdl_explore_pick(struct rdl_explore *x, const rdl_tid *can, size_t n,
                         rdl_tid current)
{
    const struct rdl_step *s;

    if (x->left)
        return RDL_EXPLORE_NOBODY;
    x->n_alternatives = 1;
    x->wakes = NULL;
    if (x->n >= x->kept)
        return x->search->pick(x, can, n, current);
    s = rdl_explore_at(x, x->n);
    x->alternative = s->alternative;
    if (rdl_explore_among(can, n, s->tid))
        return s->tid;
    rdl_explore_wrong(x);
    return RDL_EXPLORE_NOBODY;
}

rdl_tid rdl_explore_follows(const struct rdl_explore *x)
{
    return x->left || x->n >= x->kept ? RDL_EXPLORE_NOBODY
                                      : rdl_explore_at(x, x->n)->tid;
}

unsigned rdl_explore_choose(struct rdl_explore *x, unsigned n,
                            const uint64_t *wakes)
{
    if (x->left)
        return 0;
    if (x->bound == RDL_BOUND_WALKS)
        x->alternative = (uint16_t)rdl_rng_below(&x->walk, n);
    if (x->alternative >= n) {
        rdl_explore_wrong(x);
        return 0;
    }
    x->n_alternatives = (uint16_t)n;
    x->wakes = wakes;
    return x->alternative;
}

bool rdl_explore_outcome(struct rdl_explore *x, unsigned i)
{
    if (x->left)
        return false;
    if (i >= UINT16_MAX) {
        rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
        return false;
    }
    /* Which ones there are is known when none of them happened. */
    if (x->n_alternatives <= i)
        x->n_alternatives = (uint16_t)(i + 1);
    return x->alternative == i;
}

bool rdl_explore_chosen(const struct rdl_explore *x)
{
    return x->n_alternatives > 1;
}

/* A step that is as in the execution before: what is known of it is, too. */
static void explore_repeat(struct rdl_explore *x, const struct rdl_step *s)
{
    if (!rdl_step_equal(rdl_explore_at(x, x->n), s))
        rdl_explore_wrong(x);
}

void rdl_explore_clock(struct rdl_explore *x, const struct rdl_step *s)
{
    if (s->tid >= x->n_threads)
        x->n_threads = s->tid + 1u;
    rdl_clock_of(x, s, x->clock[x->n], x->firm[x->n]);
    x->clock[x->n][s->tid] = (int16_t)(s->own + 1);
}

void rdl_explore_took(struct rdl_explore *x, const struct rdl_step *s)
{
    x->own[s->tid] = s->own + 1;
    rdl_links_add(x, s);
    x->n++;
}

static void explore_extend(struct rdl_explore *x, const struct rdl_step *s)
{
    rdl_explore_clock(x, s);
    if (!x->search->extend(x, s))
        rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
}

void rdl_explore_step(struct rdl_explore *x, struct rdl_step *s)
{
    if (x->left)
        return;
    if (x->n == x->size || s->tid >= RDL_EXPLORE_THREADS) {
        rdl_explore_fail(x, RDL_EXPLORE_MEMORY);
        return;
    }
    s->own = x->own[s->tid];
    s->alternative = x->alternative;
    s->n_alternatives = x->n_alternatives;
    if (s->chosen && x->wakes != NULL)
        s->wakes_first = x->wakes[0];
    if (s->tid >= x->n_threads)
        x->n_threads = s->tid + 1u;
    if (x->n < x->kept)
        explore_repeat(x, s);
    else
        explore_extend(x, s);
    rdl_explore_took(x, s);
}

/* --- The end -------------------------------------------------------------- */

bool rdl_explore_end(struct rdl_explore *x, const struct rdl_step *waiting,
                     size_t n)
{
    x->fresh = false;
    if (x->trouble != RDL_EXPLORE_FINE)
        return false;
    x->fresh = !x->left;
    return x->search->end(x, waiting, n);
}

bool rdl_explore_fresh(const struct rdl_explore *x)
{
    return x->fresh;
}

uint32_t rdl_explore_level(const struct rdl_explore *x)
{
    return x->level;
}

uint32_t rdl_explore_length(const struct rdl_explore *x)
{
    return x->n;
}

uint32_t rdl_explore_kept(const struct rdl_explore *x)
{
    return x->kept;
}

uint32_t rdl_explore_own(const struct rdl_explore *x, rdl_tid tid)
{
    return tid < RDL_EXPLORE_THREADS ? x->own[tid] : 0;
}

uint32_t rdl_explore_nodes(const struct rdl_explore *x)
{
    return x->tree.live;
}

enum rdl_explore_trouble rdl_explore_trouble(const struct rdl_explore *x)
{
    return x->trouble;
}

struct rdl_explore_counts rdl_explore_counts(const struct rdl_explore *x)
{
    return x->counts;
}

uint64_t rdl_explore_step_hash(const struct rdl_explore *x, uint32_t i)
{
    const struct rdl_step *s = rdl_explore_at(x, i);
    uint64_t h = rdl_mix(s->tid, s->own);

    h = rdl_mix(h, s->alternative);
    h = rdl_mix(h, s->wakes);
    for (unsigned k = 0; k < s->n_touches; k++)
        h = rdl_mix(h, s->touch[k].object << 1 | s->touch[k].writes);
    /* All of them: how many threads there are may differ before it. */
    for (unsigned t = 0; t < x->n_threads; t++) {
        if (x->clock[i][t] != 0)
            h = rdl_mix(rdl_mix(h, t), (uint64_t)x->clock[i][t]);
    }
    return h;
}

uint64_t rdl_explore_fingerprint(const struct rdl_explore *x)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < x->n; i++)
        sum += rdl_explore_step_hash(x, i);
    return sum;
}
