/* surw.c - selectively uniform random walk.
 *
 * If thread i has w_i events left, choosing it with probability w_i / sum of
 * all makes every interleaving of these events equally likely; a walk that
 * chooses threads evenly starves those with many.  Selectively: only events on
 * one shared variable are made uniform, because even a few events have as many
 * interleavings as can be tried.  When a selected event is about to run and no
 * thread is intended, one thread is drawn by weight.  Other threads are held at
 * their selected events until the intended one has run one of its own.  All
 * other events are a random walk.
 *
 * Zhao, Wolff, Mathur and Roychoudhury, "Selectively Uniform Concurrency
 * Testing", ASPLOS 2025, and the authors' implementation.  A new thread's
 * events count as its creator's until the thread exists; if the creator was
 * intended, its first may be the child's.  Unlike the paper:
 *   - there is no profiling run: the count of a thread (by whose n-th child it
 *     is) is the most events ever seen.  The strategy does not see events of a
 *     thread that runs when no other can, so counts are too small at first;
 *   - the variable is drawn for each execution from those that two threads
 *     accessed in earlier executions (strategy/lib/shared_variables.h).  One
 *     more choice is to select all events: the paper's URW;
 *   - locks and other objects are variables too;
 *   - with more than 128 threads, the others share counts. */
#include "strategy/lib/shared_variables.h"
#include "strategy/lib/thread_identity.h"

enum { NOBODY = -1 };

struct memory {
    struct rdl_shared_variables variables;
    uint64_t shared; /* bit set of variables with events of two threads */
    struct rdl_thread_identity family;
    uint32_t events[RDL_FAMILY][RDL_VARIABLES]; /* 0: all events */
};

struct surw {
    unsigned variable;              /* the selected one; 0: all events */
    int intended;                   /* tid, or NOBODY */
    bool selected[RDL_MAX_THREADS]; /* its pending event is selected */
    struct rdl_relatives relatives;
    uint32_t events[RDL_FAMILY][RDL_VARIABLES];
};

static unsigned surw_choose_variable(const struct memory *m,
                                     struct rdl_rng *rng)
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

/* Numbers of variables mean others from now on. */
static void surw_forget(struct memory *m)
{
    m->shared = 0;
    for (unsigned i = 0; i < RDL_FAMILY; i++)
        __builtin_memset(&m->events[i][1], 0,
                         sizeof(m->events[i]) - sizeof(m->events[i][0]));
}

static void surw_begin(void *state, const struct rdl_run *run)
{
    struct surw *s = state;
    struct memory *m = run->memory;

    if (rdl_shared_variables_begin(&m->variables))
        surw_forget(m);
    s->intended = NOBODY;
    s->variable = surw_choose_variable(m, run->rng);
    rdl_thread_identity_begin(&m->family, &s->relatives);
    for (unsigned i = 0; i < m->family.n; i++)
        s->relatives.left[i] = m->events[i][s->variable];
    rdl_thread_identity_expect(&m->family, &s->relatives);
}

/* If the creator was intended, the new thread may become intended instead. */
static void surw_meet(struct surw *s, const struct rdl_choice *c, rdl_tid t)
{
    struct memory *m = c->memory;
    struct rdl_relatives *r = &s->relatives;
    const rdl_tid parent = rdl_thread_identity_meet(&m->family, r, c, t);
    const unsigned i = rdl_thread_identity_number(r, t);
    const unsigned p = rdl_thread_identity_number(r, parent);
    const uint64_t both = r->left[i] + r->left[p];

    if (i != p && s->intended == parent &&
        rdl_rng_below(c->rng, both | (both == 0)) < r->left[i])
        s->intended = t;
}

static void surw_look(struct surw *s, const struct rdl_choice *c)
{
    for (size_t i = 0; i < c->n_enabled; i++) {
        if (rdl_thread_identity_is_new(&s->relatives, c, c->enabled[i]))
            surw_meet(s, c, c->enabled[i]);
    }
}

/* A thread at a selected event has at least this one left. */
static uint64_t surw_weight_of(const struct surw *s, rdl_tid t)
{
    const uint64_t w =
        s->relatives.left[rdl_thread_identity_number(&s->relatives, t)];

    return s->selected[t] && w == 0 ? 1 : w;
}

static int surw_draw_by_weight(const struct surw *s, const struct rdl_choice *c)
{
    uint64_t total = 0, at;
    size_t i = 0;

    for (size_t k = 0; k < c->n_enabled; k++)
        total += surw_weight_of(s, c->enabled[k]);
    for (at = rdl_rng_below(c->rng, total);
         at >= surw_weight_of(s, c->enabled[i]); i++)
        at -= surw_weight_of(s, c->enabled[i]);
    return c->enabled[i];
}

/* The k-th of the threads that may continue. */
static rdl_tid surw_walker(const struct surw *s, const struct rdl_choice *c,
                           size_t k)
{
    for (size_t i = 0;; i++) {
        const rdl_tid t = c->enabled[i];

        if ((!s->selected[t] || t == s->intended) && k-- == 0)
            return t;
    }
}

/* The walk draws threads without replacement until it meets one that may
 * continue: it is intended, or its event is not selected.  When the walk meets
 * the first thread at a selected event, it draws the intended one. */
static rdl_tid surw_choose_thread(struct surw *s, const struct rdl_choice *c)
{
    const struct memory *m = c->memory;
    size_t n = 0; /* threads that may continue */
    rdl_tid t;

    for (size_t i = 0; i < c->n_enabled; i++) {
        t = c->enabled[i];
        s->selected[t] = s->variable == 0 ||
                         rdl_shared_variables_of(&m->variables,
                                                 &c->pending[t]) == s->variable;
        n += !s->selected[t] || t == s->intended;
    }
    /* If no thread is left to walk, the intended one waits for a held one. */
    if (s->intended == NOBODY ? rdl_rng_below(c->rng, c->n_enabled) >= n
                              : n == 0) {
        s->intended = surw_draw_by_weight(s, c);
        n += s->selected[s->intended];
    }
    t = surw_walker(s, c, rdl_rng_below(c->rng, n));
    if (s->selected[t]) {
        rdl_thread_identity_step(&s->relatives, t);
        s->intended = NOBODY;
    }
    return t;
}

static rdl_tid surw_pick(void *state, const struct rdl_choice *c)
{
    struct surw *s = state;
    struct memory *m = c->memory;
    unsigned number, variable;
    rdl_tid t;

    surw_look(s, c);
    t = surw_choose_thread(s, c);
    number = rdl_thread_identity_number(&s->relatives, t);
    variable = rdl_shared_variables_step(&m->variables, &c->pending[t],
                                         (uint8_t)number);
    s->events[number][0]++;
    if (variable != 0)
        s->events[number][variable]++;
    return t;
}

static void surw_count_threads(struct memory *m, unsigned variable)
{
    unsigned n = 0;

    for (unsigned i = 0; i < m->family.n; i++)
        n += m->events[i][variable] > 0;
    if (n >= 2)
        m->shared |= UINT64_C(1) << variable;
}

static void surw_end(void *state, const struct rdl_run *run,
                     const struct rdl_ended *ended)
{
    const struct surw *s = state;
    struct memory *m = run->memory;

    (void)ended;
    for (unsigned i = 0; i < m->family.n; i++) {
        for (unsigned v = 0; v < RDL_VARIABLES; v++) {
            if (s->events[i][v] <= m->events[i][v])
                continue;
            m->events[i][v] = s->events[i][v];
            if (v != 0)
                surw_count_threads(m, v);
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
