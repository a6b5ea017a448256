/* surw.c - selectively uniform random walk.
 *
 * If thread i has w_i events left, choosing it with probability w_i / sum of
 * all makes every interleaving of these events equally likely; a walk that
 * chooses threads evenly starves those with many.  Selectively: only events on
 * one shared variable are made uniform, for few of them already are as many
 * interleavings as can be tried.  When one of them is about to be run and no
 * thread is intended, one is drawn by weight; other threads are held at their
 * selected events until the intended one has run one of its own.  The rest
 * of the events is a random walk.
 *
 * Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency
 * Testing", ASPLOS 2025, and the authors' implementation.  A new thread's
 * events are counted as its creator's until it is there; if the creator was
 * intended, its first may be the child's.  Unlike the paper:
 *   - counts come from no profiling run: of each thread (by whose n-th child
 *     it is) the most events ever seen.  Events of a thread that runs when no
 *     other can are not seen, so counts are too small at first;
 *   - the variable is drawn for each execution from those that earlier ones
 *     saw two threads touch, known by the places that touch it (groups.h).
 *     One more choice is that all events are selected: the paper's URW;
 *   - locks and other objects are variables too;
 *   - of more than 128 threads the others share counts. */
#include "strategy/groups.h"
#include "strategy/strategy.h"

#include "base/hash.h"

enum { THREADS = 128, NOBODY = -1 };

struct memory {
    struct rdl_groups groups;
    uint64_t shared; /* groups, bit set: two threads have events of it */
    uint32_t n_threads;
    struct {
        uint64_t path; /* whose n-th child it is */
        uint32_t parent;
        uint32_t events[RDL_GROUPS]; /* 0: of any group and none */
    } threads[THREADS];
};

struct surw {
    unsigned group;                  /* selected; 0: all */
    int intended;                    /* tid */
    bool selected[RDL_MAX_THREADS];  /* its pending event is */
    uint8_t number[RDL_MAX_THREADS]; /* in memory->threads, plus one */
    bool running[RDL_MAX_THREADS];   /* was seen after its start */
    uint64_t weight[THREADS];        /* events left, those of children too */
    uint32_t children[THREADS];
    uint32_t events[THREADS][RDL_GROUPS];
};

static unsigned number_of(struct memory *m, uint64_t path, unsigned parent)
{
    unsigned i = 0;

    while (i < m->n_threads && m->threads[i].path != path)
        i++;
    if (i == m->n_threads && i < THREADS) {
        m->threads[i].path = path;
        m->threads[i].parent = parent;
        m->n_threads++;
    }
    return i < THREADS ? i : THREADS - 1;
}

static unsigned choose_group(const struct memory *m, struct rdl_rng *rng)
{
    uint64_t n = (uint64_t)__builtin_popcountll(m->shared);
    uint64_t left = m->shared;

    for (uint64_t k = rdl_rng_below(rng, n + 1); k > 0; k--) {
        if (k == 1)
            return (unsigned)__builtin_ctzll(left);
        left &= left - 1;
    }
    return 0;
}

static void surw_begin(void *state, const struct rdl_run *run)
{
    struct surw *s = state;
    struct memory *m = run->memory;

    if (m->n_threads > THREADS) /* a wild write of the target */
        m->n_threads = 0;
    rdl_groups_begin(&m->groups);
    s->intended = NOBODY;
    s->group = choose_group(m, run->rng);
    s->number[0] = (uint8_t)(number_of(m, 1, 0) + 1);
    s->running[0] = true;
    for (unsigned i = 0; i < m->n_threads; i++)
        s->weight[i] = m->threads[i].events[s->group];
    /* A parent has the lower number. */
    for (unsigned i = m->n_threads; i-- > 1;) {
        if (m->threads[i].parent < i)
            s->weight[m->threads[i].parent] += s->weight[i];
    }
}

/* A thread that was not there before; `parent` took the step before. */
static void meet(struct surw *s, const struct rdl_choice *c, rdl_tid t)
{
    struct memory *m = c->memory;
    const rdl_tid parent = s->number[c->current] != 0 ? c->current : 0;
    const unsigned p = s->number[parent] - 1u;
    const unsigned i =
        number_of(m, rdl_mix(m->threads[p].path, ++s->children[p]), p);

    s->number[t] = (uint8_t)(i + 1);
    s->running[t] = false;
    if (i == p)
        return;
    if (s->intended == parent &&
        rdl_rng_below(c->rng, s->weight[p] | (s->weight[p] == 0)) <
            s->weight[i])
        s->intended = t;
    s->weight[p] -= s->weight[i] < s->weight[p] ? s->weight[i] : s->weight[p];
}

/* A number is used again after an end that nobody may have seen. */
static void look(struct surw *s, const struct rdl_choice *c)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];
        const bool starts = c->pending[t].op == RDL_OP_START;

        if (s->number[t] == 0 || (starts && s->running[t]))
            meet(s, c, t);
        if (!starts)
            s->running[t] = true;
    }
}

/* Those at selected events have at least this one left. */
static uint64_t weight_of(const struct surw *s, rdl_tid t)
{
    const uint64_t w = s->weight[s->number[t] - 1];

    return s->selected[t] && w == 0 ? 1 : w;
}

static int draw_by_weight(const struct surw *s, const struct rdl_choice *c)
{
    uint64_t total = 0, at;
    size_t i = 0;

    for (size_t k = 0; k < c->n_enabled; k++)
        total += weight_of(s, c->enabled[k]);
    for (at = rdl_rng_below(c->rng, total); at >= weight_of(s, c->enabled[i]);
         i++)
        at -= weight_of(s, c->enabled[i]);
    return c->enabled[i];
}

/* The k-th of those that may go on. */
static rdl_tid walker(const struct surw *s, const struct rdl_choice *c,
                      size_t k)
{
    for (size_t i = 0;; i++) {
        const rdl_tid t = c->enabled[i];

        if ((!s->selected[t] || t == s->intended) && k-- == 0)
            return t;
    }
}

/* The walk draws one thread after the other, without putting back, until it
 * meets one that may go on: at an event that is not selected, or intended.
 * Whom it intends is drawn when it meets the first at a selected one. */
static rdl_tid choose_thread(struct surw *s, const struct rdl_choice *c)
{
    const struct memory *m = c->memory;
    size_t n = 0; /* that may go on */
    rdl_tid t;

    for (size_t i = 0; i < c->n_enabled; i++) {
        t = c->enabled[i];
        s->selected[t] = s->group == 0 ||
                         rdl_groups_of(&m->groups, &c->pending[t]) == s->group;
        n += !s->selected[t] || t == s->intended;
    }
    /* With nobody left to walk, the intended one waits for one that is held. */
    if (s->intended == NOBODY ? rdl_rng_below(c->rng, c->n_enabled) >= n
                              : n == 0) {
        s->intended = draw_by_weight(s, c);
        n += s->selected[s->intended];
    }
    t = walker(s, c, rdl_rng_below(c->rng, n));
    if (s->selected[t]) {
        uint64_t *weight = &s->weight[s->number[t] - 1];

        *weight -= *weight > 0;
        s->intended = NOBODY;
    }
    return t;
}

/* Two groups are one: so are their counts. */
static void unite(struct surw *s, struct memory *m, unsigned gone,
                  unsigned into)
{
    for (unsigned i = 0; i < m->n_threads; i++) {
        m->threads[i].events[into] += m->threads[i].events[gone];
        m->threads[i].events[gone] = 0;
        s->events[i][into] += s->events[i][gone];
        s->events[i][gone] = 0;
    }
    if ((m->shared >> gone & 1) != 0)
        m->shared |= UINT64_C(1) << into;
    m->shared &= ~(UINT64_C(1) << gone);
    if (s->group == gone)
        s->group = into;
}

static rdl_tid surw_pick(void *state, const struct rdl_choice *c)
{
    struct surw *s = state;
    struct memory *m = c->memory;
    unsigned number, group, gone, into;
    rdl_tid t;

    look(s, c);
    t = choose_thread(s, c);
    number = s->number[t] - 1u;
    group = rdl_groups_step(&m->groups, &c->pending[t], (uint8_t)number, &gone,
                            &into);
    if (gone != 0)
        unite(s, m, gone, into);
    s->events[number][0]++;
    if (group != 0)
        s->events[number][group]++;
    return t;
}

static void count_threads(struct memory *m, unsigned group)
{
    unsigned n = 0;

    for (unsigned i = 0; i < m->n_threads; i++)
        n += m->threads[i].events[group] > 0;
    if (n >= 2)
        m->shared |= UINT64_C(1) << group;
}

static void surw_end(void *state, const struct rdl_run *run,
                     const struct rdl_ended *ended)
{
    const struct surw *s = state;
    struct memory *m = run->memory;

    (void)ended;
    for (unsigned i = 0; i < m->n_threads; i++) {
        for (unsigned g = 0; g < RDL_GROUPS; g++) {
            if (s->events[i][g] <= m->threads[i].events[g])
                continue;
            m->threads[i].events[g] = s->events[i][g];
            if (g != 0)
                count_threads(m, g);
        }
    }
}

const struct rdl_strategy rdl_strategy_surw = {
    .name = "surw",
    .summary = "uniform over the interleavings of one variable's events",
    .state_size = sizeof(struct surw),
    .memory_size = sizeof(struct memory),
    .begin = surw_begin,
    .pick = surw_pick,
    .end = surw_end,
};
