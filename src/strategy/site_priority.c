/* site_priority.c - a random priority for each place of the program.
 *
 * The thread whose next event is at the place with the highest priority runs,
 * so a thread at a low place waits until no other can continue.  As in pct.c a
 * bug of depth d is found if d - 1 places are low enough; but the choice is
 * among the places of the program, not among the steps of an execution.
 *
 * Ours; bench/reports compares it.  Executions take turns in what else they do
 * (forms below):
 *   - `redraws`: one step in 16 draws a new priority for its place and for the
 *     places that race with it, so that one round of a loop may differ from the
 *     next;
 *   - `threads`: each thread has priorities of its own;
 *   - `in_order`: threads at the same place go in an order that is drawn once,
 *     otherwise the first of them is drawn each time;
 *   - `sinks`: at one to three random steps the running thread sinks below all
 *     places, for good, as in pct.c.
 *
 * Some executions look for novelty (strategy/lib/novelty.h).  One decision in
 * 1,024 is uniform (guided.h). */
#include "strategy/lib/new_threads.h"
#include "strategy/lib/novelty.h"
#include "strategy/lib/site_random.h"
#include "strategy/lib/race.h"

enum { SINKS = 3, REDRAW_ONE_IN = 16 };

struct memory {
    uint64_t begun;
    struct rdl_novelty curious;
    struct rdl_site_random places;
};

static const struct form {
    bool redraws, threads, in_order, sinks;
} forms[] = {
    { .redraws = true },  { .redraws = true, .threads = true },
    { .redraws = false }, { .redraws = true, .in_order = true },
    { .redraws = true },  { .sinks = true },
    { .redraws = false }, { .redraws = true },
};

struct place {
    struct form form;
    unsigned n_sinks;
    uint64_t sink_at[SINKS];
    bool sunk[RDL_MAX_THREADS];
    uint64_t order[RDL_MAX_THREADS]; /* 0: draw */
    uint64_t steps, all_steps;       /* those of `c` at the latest decision */
    unsigned n_ranks;                /* used part of `rank` */
    uint64_t rank[RDL_MAX_THREADS];  /* of the pending event; 0: unknown */
    rdl_tid ties[RDL_MAX_THREADS];
    struct rdl_new_threads threads;
};

static void priority_begin(void *state, const struct rdl_run *run)
{
    struct place *s = state;
    struct memory *m = run->memory;

    s->form = forms[m->begun++ % (sizeof(forms) / sizeof(forms[0]))];
    rdl_site_random_begin(&m->places, s->form.threads);
    rdl_novelty_begin(&m->curious, run);
    if (s->form.sinks)
        s->n_sinks = 1 + (unsigned)rdl_rng_below(run->rng, SINKS);
    for (unsigned i = 0; i < s->n_sinks; i++)
        s->sink_at[i] = rdl_rng_below(run->rng, run->expected_steps);
}

static uint64_t priority_order_of(struct place *s, struct rdl_rng *rng,
                                  rdl_tid t)
{
    if (s->order[t] == 0)
        s->order[t] = 1 | rdl_rng_next(rng);
    return s->order[t];
}

/* Picks one of n threads at the same place. */
static rdl_tid priority_one_of(struct place *s, const struct rdl_choice *c,
                               size_t n)
{
    rdl_tid first = s->ties[0];

    if (!s->form.in_order)
        return rdl_guided_tie(c->rng, s->ties, n);
    for (size_t i = 1; i < n; i++) {
        if (priority_order_of(s, c->rng, s->ties[i]) >
            priority_order_of(s, c->rng, first))
            first = s->ties[i];
    }
    return first;
}

/* Threads that sank come after all places. */
static uint64_t priority_rank_of(struct place *s, const struct rdl_choice *c,
                                 rdl_tid t)
{
    struct memory *m = c->memory;
    const uint64_t afloat = !s->sunk[t];
    const uint64_t number =
        rdl_site_random_number(&m->places, c->rng, &c->pending[t], t);

    if (s->n_ranks <= t)
        s->n_ranks = t + 1U;
    return s->rank[t] = afloat << 61 | number >> 3;
}

static void priority_forget_ranks(struct place *s)
{
    __builtin_memset(s->rank, 0, s->n_ranks * sizeof(s->rank[0]));
}

/* A thread that has stepped has another event now.  After forced steps, which
 * may be any thread's, all ranks are unknown.  c->steps does not count
 * accesses. */
static void priority_keep_ranks(struct place *s, const struct rdl_choice *c)
{
    if (c->all_steps == s->all_steps + 1 || c->steps == s->steps + 1)
        s->rank[c->current] = 0;
    else
        priority_forget_ranks(s);
    s->steps = c->steps;
    s->all_steps = c->all_steps;
}

/* A reused tid must not inherit what an ended thread drew. */
static void priority_forget_thread(struct place *s, rdl_tid t)
{
    s->sunk[t] = false;
    s->order[t] = 0;
    s->rank[t] = 0;
}

/* Interest before rank.  Each decision looks at all enabled threads, so the
 * rank of a thread that has not stepped is cached. */
static rdl_tid priority_highest(struct place *s, const struct rdl_choice *c)
{
    struct memory *m = c->memory;
    const rdl_tid *enabled = c->enabled;
    const bool curious = rdl_novelty_is(&m->curious, c);
    const size_t n_enabled = c->n_enabled;
    uint64_t top = 0;
    size_t n = 0;

    rdl_new_threads_decide(&s->threads, c);
    for (size_t i = 0; i < n_enabled; i++) {
        const rdl_tid t = enabled[i];
        const uint64_t interest =
            curious ? rdl_novelty_ask(&m->curious, c, t) : RDL_ORDINARY;
        uint64_t p;

        if (rdl_new_threads_is(&s->threads, c, t))
            priority_forget_thread(s, t);
        p = s->rank[t] != 0 ? s->rank[t] : priority_rank_of(s, c, t);
        p |= interest << 62;
        if (p > top)
            n = 0;
        if (p >= top) {
            top = p;
            s->ties[n++] = t;
        }
    }
    return priority_one_of(s, c, n);
}

static void priority_draw_anew(struct place *s, const struct rdl_choice *c,
                               rdl_tid best)
{
    struct memory *m = c->memory;

    for (size_t i = 0; i < c->n_enabled; i++) {
        const rdl_tid t = c->enabled[i];

        if (t == best || rdl_race(&c->pending[best], &c->pending[t]))
            rdl_site_random_redraw(&m->places, c->rng, &c->pending[t]);
    }
    priority_forget_ranks(s); /* others may be at these places too */
}

static rdl_tid priority_pick(void *state, const struct rdl_choice *c)
{
    struct place *s = state;
    struct memory *m = c->memory;
    rdl_tid best;

    rdl_novelty_decide(&m->curious, c);
    priority_keep_ranks(s, c);
    best = rdl_guided_fair(c) ? rdl_guided_tie(c->rng, c->enabled, c->n_enabled)
                              : priority_highest(s, c);
    for (unsigned i = 0; i < s->n_sinks; i++)
        s->sunk[best] |= s->sink_at[i] == c->step;
    if (s->form.redraws && rdl_rng_below(c->rng, REDRAW_ONE_IN) == 0)
        priority_draw_anew(s, c, best);
    rdl_novelty_step(&m->curious, c, best);
    return best;
}

static void priority_end(void *state, const struct rdl_run *run,
                         const struct rdl_ended *ended)
{
    struct memory *m = run->memory;

    (void)state;
    (void)ended;
    rdl_novelty_end(&m->curious, run);
}

const struct rdl_strategy rdl_strategy_site_priority = {
    .name = "site-priority",
    .alias = "place",
    .summary = "a random priority for each place of the program",
    .metrics = RDL_NOVELTY_METRICS,
    .state_size = sizeof(struct place),
    .memory_size = sizeof(struct memory),
    .begin = priority_begin,
    .pick = priority_pick,
    .end = priority_end,
};
