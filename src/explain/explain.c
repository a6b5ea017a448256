/* explain.c - see explain.h. */
#include "explain/internal.h"

#include "exec/interrupt.h"
#include "exec/isolation_fallback.h"
#include "schedule/replay.h"
#include "detect/waits.h"
#include "util/die.h"
#include "strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

#define FUTURE 64   /* acts that a thread did not come to any more */
#define LARGE 4096  /* of an act: bytes */
#define SLOTS 65536 /* of granules */
#define GRANULE(a) (((a) >> 3) % SLOTS)
/* The most that is tried: half a second of steps, or of new processes. */
#define STEPS UINT64_C(1500000)
static const uint64_t most_attempts[] = {
    [RDL_RUNG_REWIND] = 800,
    [RDL_RUNG_FORK] = 300,
    [RDL_RUNG_EXEC] = 150,
};

/* --- What happened -------------------------------------------------------- */

bool rdl_cause_left(const struct cause *c)
{
    const enum rdl_rung rung = c->k->worker->options.isolation->rung;
    const struct rdl_minimize_effort *made = &c->k->made;

    return !rdl_interrupted() &&
           made->attempts - c->since.attempts < most_attempts[rung] &&
           made->steps - c->since.steps + c->watched < STEPS;
}

static bool explain_watch(struct rdl_minimize *k, const struct rdl_schedule *s,
                          struct rdl_acts *acts)
{
    const struct rdl_replay_setup options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_WATCH,
    };
    enum rdl_replay result;
    struct rdl_run_result ran;

    result = rdl_replay(k->worker, s, &options, &ran);
    return (result == RDL_RERUN_SAME || result == RDL_RERUN_PASSED) &&
           rdl_acts_take(acts, k->worker->memory.shared);
}

bool rdl_cause_acts(struct cause *c, struct rdl_acts *acts)
{
    struct rdl_schedule record;
    bool good;

    if (rdl_capture_take(c->k->worker, c->k->from->program, &c->k->from->config,
                         /*places=*/NULL, &record) != NULL)
        return false;
    good = explain_watch(c->k, &record, acts);
    c->watched += record.n_steps;
    rdl_schedule_free(&record);
    return good;
}

/* What threads would have done next: `p` lets them go on.  `tid`: only that
 * one; RDL_NO_TID: all of which nothing is known yet. */
static void explain_future(struct cause *c, const struct rdl_plan *p,
                           rdl_tid tid)
{
    static uint32_t taken[RDL_MAX_THREADS];
    static unsigned n[RDL_MAX_THREADS];
    struct rdl_acts acts;
    bool good;

    memset(taken, 0, sizeof(taken));
    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];
        /* What is freed in the course of a step is no step itself. */
        const uint32_t steps = a->own + (a->e.op != RDL_OP_FREE);

        if (steps > taken[a->e.tid])
            taken[a->e.tid] = steps;
    }
    rdl_minimize_try(c->k, p);
    good = rdl_cause_acts(c, &acts);
    for (size_t i = 0; good && i < acts.n; i++) {
        struct rdl_act *a = &acts.all[i];

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
        rdl_acts_free(&acts);
}

/* Threads that were preempted and had the turn no more; and, if the thread that
 * failed waits for them, all others. */
static void explain_futures(struct cause *c)
{
    const struct rdl_plan *best = &c->k->best;
    const struct rdl_act *end = &c->acts.all[c->acts.n - 1];
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
        if (again || !rdl_cause_left(c))
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

/* Which acts lie where several threads were. */
static void explain_shared(struct cause *c)
{
    uint32_t *seen = rdl_alloc(SLOTS * sizeof(*seen)); /* tid + 1; ~0: more */

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

/* --- Other patterns ------------------------------------------------------- */

/* That each preemption is needed is known at least. */
static void explain_find_preemption(const struct cause *c,
                                    struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;

    for (size_t i = p->n_segments; i > 0 && out->n == 0; i--) {
        const struct rdl_script_segment *s = &p->segments[i - 1];
        const struct rdl_act *first = NULL, *last = NULL;

        if (s->end != RDL_SCRIPT_SWITCH)
            continue;
        for (size_t a = 0; a < c->acts.n; a++) {
            const struct rdl_act *act = &c->acts.all[a];

            if (act->e.tid != s->tid)
                continue;
            if (cause_until(act, s->until))
                first = act;
            else if (last == NULL)
                last = act;
        }
        if (first == NULL || last == NULL)
            continue;
        out->parts[out->n++] = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_PREEMPTION,
            .first = first->e,
            .last = last->e,
        };
    }
}

/* A thread waits, for something else, with a lock for which another waits. */
static void explain_find_stuck(const struct rdl_finding *f,
                               struct rdl_cause *out)
{
    const size_t n = rdl_waits_views(f);

    for (size_t i = 0; i < n && out->n == 0; i++) {
        const struct rdl_thread_view *v = &f->threads[i], *holder;

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_LOCK)
            continue;
        holder = rdl_waits_view(f, v->holder);
        if (holder == NULL || holder->state != RDL_WAITING ||
            holder->wait == RDL_WAIT_LOCK)
            continue;
        out->parts[out->n++] = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_STUCK,
            .first = { .tid = holder->tid },
            .last = { .tid = v->tid },
        };
    }
}

/* The allocations that failed in the execution that was watched. */
static void explain_find_no_memory(struct rdl_shared *s, struct rdl_cause *out)
{
    struct rdl_trace t;

    if (!rdl_trace_take(&t, s))
        return;
    for (size_t i = 0; i < t.n_extras && out->n < RDL_CAUSE_PARTS; i++) {
        const struct rdl_extra *x = &t.extras[i];

        if (x->kind == RDL_EXTRA_NO_MEMORY)
            out->parts[out->n++] = (struct rdl_cause_part){
                .pattern = RDL_CAUSE_NO_MEMORY,
                .first = { .op = RDL_OP_NO_MEMORY,
                           .tid = x->tid,
                           .addr = x->block.size,
                           .pc = x->block.pc },
            };
    }
    rdl_trace_free(&t);
}

static bool explain_loses_update(const struct rdl_cause *out)
{
    const struct rdl_cause_part *p = out->parts;

    return out->n > 0 && p->pattern == RDL_CAUSE_LOST_UPDATE &&
           p->passes_before && p->passes_after;
}

/* Has the thread that failed to do with it?  Then nothing else is looked for;
 * nor if an update was lost, which anybody may notice later. */
static bool explain_about(const struct rdl_cause *out, rdl_tid tid)
{
    const struct rdl_cause_part *p = out->parts;

    return out->n > 0 &&
           (rdl_cause_about(p, tid) || (p->pattern == RDL_CAUSE_LOST_UPDATE &&
                                        (p->passes_before || p->passes_after)));
}

/* It failed in the turn that came between: what else it found there. */
static bool explain_failed_between(const struct rdl_cause *out, rdl_tid tid)
{
    const struct rdl_cause_part *p = out->parts;

    return out->n == 1 && p->turn == tid &&
           (p->pattern == RDL_CAUSE_ATOMICITY ||
            p->pattern == RDL_CAUSE_LOST_UPDATE);
}

static void explain_find(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_finding *f = c->finding;
    const bool lost = strcmp(f->kind, "lost-wakeup") == 0;
    const bool freed = strcmp(f->kind, "heap-use-after-free") == 0;
    bool dropped;

    if (rdl_cause_signal(c, out))
        return;
    if (!lost && !freed && rdl_cause_stolen(c, out))
        return;
    rdl_cause_windows(c, out);
    if (lost) {
        rdl_cause_wait(c, out);
    } else if (freed) {
        if (!explain_loses_update(out))
            rdl_cause_freed(c, out);
    } else if (!explain_about(out, f->tid) && !rdl_cause_gave_up(c, out)) {
        rdl_cause_failed(c, out);
    }
    dropped = rdl_cause_drop(out);
    if (out->n > RDL_CAUSE_PARTS && out->parts[2].pattern != RDL_CAUSE_MISSED)
        out->n = RDL_CAUSE_PARTS;
    if (out->n == 0)
        rdl_cause_order(c, out);
    if (out->n == 0)
        explain_find_preemption(c, out);
    rdl_cause_facts(c, out);
    if (!dropped && explain_failed_between(out, f->tid))
        rdl_cause_failed_too(c, out);
    if (!lost && !freed)
        rdl_cause_saw(c, out);
}

/* A block that was to be freed once more: how large it was is known only from
 * the finding. */
static void explain_freed_twice(struct cause *c)
{
    struct rdl_act *end = &c->acts.all[c->acts.n - 1];

    if (end->e.op == RDL_OP_FREE && end->e.size == 0 &&
        c->finding->block.known && end->e.addr == c->finding->addr &&
        c->finding->block.size <= LARGE)
        end->e.size = (uint32_t)c->finding->block.size;
}

/* The latest access of the thread to what others come to as well. */
static struct rdl_event explain_last(const struct cause *c, rdl_tid tid)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->e.tid == tid && cause_done(a) && c->shared[i - 1] &&
            rdl_acts_accesses(&a->e))
            return a->e;
    }
    return (struct rdl_event){ .tid = tid };
}

/* A thread waits for what it has itself, or one that has ended: that comes
 * before anything else. */
static void explain_find_kept(const struct cause *c, struct rdl_cause *out)
{
    const struct rdl_finding *f = c->finding;

    for (size_t i = 0; i < rdl_waits_views(f); i++) {
        const struct rdl_thread_view *v = &f->threads[i];
        const struct rdl_thread_view *holder = rdl_waits_view(f, v->holder);

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_LOCK ||
            v->held_pc == 0 || holder == NULL ||
            (holder != v && holder->state != RDL_ENDED))
            continue;
        out->n = out->n < RDL_CAUSE_PARTS ? out->n : RDL_CAUSE_PARTS - 1;
        memmove(&out->parts[1], &out->parts[0], out->n * sizeof(out->parts[0]));
        out->n++;
        out->parts[0] = (struct rdl_cause_part){
            .pattern = RDL_CAUSE_STUCK,
            .first = explain_last(c, holder->tid),
            .last = { .tid = v->tid },
        };
        return;
    }
}

static void explain_look(struct cause *c, struct rdl_cause *out)
{
    const bool lost = strcmp(c->finding->kind, "lost-wakeup") == 0 ||
                      strcmp(c->finding->kind, "deadlock") == 0;
    const enum cause_spurious spurious = rdl_cause_spurious(c);

    /* Who waits for ever, and for what, says more than any wake-up. */
    if (spurious != CAUSE_SPURIOUS || lost) {
        explain_futures(c);
        explain_shared(c);
        explain_find(c, out);
        explain_find_kept(c, out);
    }
    if (out->n > (spurious == CAUSE_SPURIOUS) || spurious == CAUSE_NOT_SPURIOUS)
        return;
    out->parts[out->n++] = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_SPURIOUS,
        .again = spurious == CAUSE_SPURIOUS_LOOP,
    };
}

void rdl_cause(struct rdl_minimize *k, struct rdl_cause *out)
{
    struct cause c = { .k = k, .since = k->made };
    const bool spent = k->spent;

    *out = (struct rdl_cause){ .n = 0 };
    if (!k->recorded || rdl_interrupted() ||
        !explain_watch(k, &k->record, &c.acts))
        return;
    if (c.acts.n == 0)
        return;
    if (k->worker->memory.shared->finding.n_cycle > 0)
        out->parts[out->n++].pattern = RDL_CAUSE_LOCK_ORDER;
    else if (strcmp(k->from->kind, "deadlock") == 0)
        explain_find_stuck(&k->worker->memory.shared->finding, out);
    if (out->n > 0) {
        rdl_acts_free(&c.acts);
        return;
    }
    explain_find_no_memory(k->worker->memory.shared, out);
    if (out->n > 0) {
        rdl_acts_free(&c.acts);
        return;
    }
    /* Attempts write over it. */
    c.finding = rdl_alloc(sizeof(*c.finding));
    *c.finding = k->worker->memory.shared->finding;
    explain_freed_twice(&c);
    explain_look(&c, out);
    k->spent = spent;
    free(c.finding);
    free(c.shared);
    rdl_acts_free(&c.acts);
}
