/* explain.c - see explain.h.  It lists the acts of the failing execution, adds
 * what threads had yet to do and which memory they share, and lets rank.c ask
 * the explainers.  All executions that explainers try count against one limit.
 */
#include "explain/search.h"

#include "exec/interrupt.h"
#include "exec/isolation/fallback.h"
#include "schedule/replay.h"
#include "util/alloc.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

#define FUTURE 64   /* most acts that are added for a thread */
#define LARGE 4096  /* bytes of an act, at most */
#define SLOTS 65536 /* hash slots for granules of memory */
#define GRANULE(a) (((a) >> 3) % SLOTS)
/* Limit of what is tried: half a second of steps, or of new processes. */
#define STEPS UINT64_C(1500000)
static const uint64_t most_attempts[] = {
    [RDL_ISOLATION_REWIND] = 800,
    [RDL_ISOLATION_FORK] = 300,
    [RDL_ISOLATION_EXEC] = 150,
};

/* --- What happened -------------------------------------------------------- */

bool rdl_explain_left(const struct search *c)
{
    const enum rdl_isolation_level level =
        c->k->worker->options.isolation->level;
    const struct rdl_minimize_effort *made = &c->k->made;

    return !rdl_interrupted() && !rdl_deadline_over(c->k->until) &&
           made->attempts - c->since.attempts < most_attempts[level] &&
           made->steps - c->since.steps + c->traced < STEPS;
}

/* Replays the schedule; shared memory then has what a trace is taken from. */
static bool explain_replay(struct rdl_minimize *k, const struct rdl_schedule *s)
{
    const struct rdl_replay_setup options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_TRACE,
    };
    enum rdl_replay result;
    struct rdl_run_result ran;

    result = rdl_replay(k->worker, s, &options, &ran);
    return result == RDL_REPLAY_SAME || result == RDL_REPLAY_PASSED;
}

bool rdl_explain_acts(struct search *c, struct rdl_history *acts)
{
    struct rdl_schedule record;
    bool good;

    if (!rdl_capture_take(c->k->worker, c->k->from->program,
                          &c->k->from->config,
                          /*places=*/NULL, &record, NULL))
        return false;
    good = explain_replay(c->k, &record) &&
           rdl_history_take(acts, c->k->worker->memory.shared);
    c->traced += record.n_steps;
    rdl_schedule_free(&record);
    return good;
}

/* What threads would have done next: `p` lets them run on.  `tid`: only that
 * thread; RDL_NO_TID: all whose next acts are not known yet. */
static void explain_future(struct search *c, const struct rdl_plan *p,
                           rdl_tid tid)
{
    static uint32_t taken[RDL_MAX_THREADS];
    static unsigned n[RDL_MAX_THREADS];
    struct rdl_history acts;
    bool good;

    memset(taken, 0, sizeof(taken));
    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_history_act *a = &c->acts.all[i];
        /* Freeing memory in the course of a step is not a step itself. */
        const uint32_t steps = a->own + (a->e.op != RDL_OP_FREE);

        if (steps > taken[a->e.tid])
            taken[a->e.tid] = steps;
    }
    rdl_minimize_try(c->k, p);
    good = rdl_explain_acts(c, &acts);
    for (size_t i = 0; good && i < acts.n; i++) {
        struct rdl_history_act *a = &acts.all[i];

        if ((tid != RDL_NO_TID && a->e.tid != tid) ||
            a->own < taken[a->e.tid] || n[a->e.tid]++ >= FUTURE)
            continue;
        a->step = UINT64_MAX;
        a->segment = UINT32_MAX;
        c->acts.all =
            rdl_grow(c->acts.all, (c->acts.n + 1) * sizeof(*c->acts.all));
        c->acts.all[c->acts.n++] = *a;
    }
    if (good)
        rdl_history_free(&acts);
}

/* Threads that were preempted and did not run again; if the failing thread
 * waits for them, all others too. */
static void explain_futures(struct search *c)
{
    const struct rdl_plan *best = &c->k->best;
    const struct rdl_history_act *end = &c->acts.all[c->acts.n - 1];
    const struct rdl_script_hold hold = {
        .tid = end->e.tid,
        .taken = end->own,
        .other = RDL_NO_TID,
    };
    struct rdl_plan p;

    for (size_t i = 0; i < best->n_segments; i++) {
        bool again = best->segments[i].end != RDL_SCRIPT_SWITCH;

        for (size_t s = i + 1; s < best->n_segments && !again; s++)
            again = best->segments[s].tid == best->segments[i].tid;
        if (again || !rdl_explain_left(c))
            continue;
        rdl_plan_copy(&p, best);
        p.segments[i].end = RDL_SCRIPT_GO_ON;
        explain_future(c, &p, p.segments[i].tid);
        rdl_plan_free(&p);
    }
    rdl_plan_copy(&p, best);
    p.n_holds = 1;
    p.holds[0] = hold;
    explain_future(c, &p, RDL_NO_TID);
    rdl_plan_free(&p);
}

/* Marks acts on memory that several threads touched. */
static void explain_shared(struct search *c)
{
    /* Tid + 1; ~0: several threads. */
    uint32_t *seen = rdl_alloc(SLOTS * sizeof(*seen));

    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_event *e = &c->acts.all[i].e;

        for (uint32_t at = 0; at < e->size && at < LARGE; at += 8) {
            uint32_t *slot = &seen[GRANULE(e->addr + at)];

            *slot =
                *slot == 0 || *slot == e->tid + 1u ? e->tid + 1u : UINT32_MAX;
        }
    }
    c->shared = rdl_alloc(c->acts.n + 1);
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_event *e = &c->acts.all[i].e;

        c->shared[i] = e->size > LARGE;
        for (uint32_t at = 0; at < e->size && !c->shared[i]; at += 8)
            c->shared[i] = seen[GRANULE(e->addr + at)] == UINT32_MAX;
    }
    free(seen);
}

/* --- The search ----------------------------------------------------------- */

/* The allocations that failed in the observed execution. */
static void explain_failed(struct search *c, const struct rdl_trace *t)
{
    for (size_t i = 0; i < t->n_extras && c->n_failed < CLUES; i++) {
        const struct rdl_extra *x = &t->extras[i];

        if (x->kind == RDL_EXTRA_NO_MEMORY)
            c->failed[c->n_failed++] = (struct rdl_history_act){
                .e = { .op = RDL_OP_NO_MEMORY,
                       .tid = x->tid,
                       .addr = x->block.size,
                       .pc = x->block.pc },
                .step = x->step,
            };
    }
}

/* A block that is freed twice: only the finding knows its size. */
static void explain_freed_twice(struct search *c)
{
    struct rdl_history_act *end = &c->acts.all[c->acts.n - 1];

    if (end->e.op == RDL_OP_FREE && end->e.size == 0 &&
        c->finding->block.known && end->e.addr == c->finding->addr &&
        c->finding->block.size <= LARGE)
        end->e.size = (uint32_t)c->finding->block.size;
}

void rdl_explain_prepare(struct search *c)
{
    explain_futures(c);
    explain_shared(c);
}

void rdl_explain(struct rdl_minimize *k,
                 const struct rdl_capture_places *places,
                 struct rdl_explanation *out)
{
    struct search c = { .k = k, .places = places, .since = k->made };
    struct clues clues = { .n = 0 };
    struct rdl_trace trace;
    const bool spent = k->spent;

    *out = (struct rdl_explanation){ .n = 0 };
    if (!k->recorded || rdl_interrupted() || rdl_deadline_over(k->until) ||
        !explain_replay(k, &k->record))
        return;
    if (rdl_trace_take(&trace, k->worker->memory.shared)) {
        rdl_history_make(&c.acts, &trace);
        c.finding = trace.finding;
        explain_failed(&c, &trace);
        explain_freed_twice(&c);
        rdl_explain_rank(&c, &clues);
        rdl_explain_choose(&c, &clues, out);
        k->spent = spent;
        free(c.shared);
        rdl_history_free(&c.acts);
    }
    rdl_trace_free(&trace);
}
