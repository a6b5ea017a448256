/* cause.c - see cause.h. */
#include "campaign/cause.h"

#include "base/text.h"
#include "campaign/cause_acts.h"
#include "campaign/die.h"
#include "campaign/interrupt.h"
#include "campaign/rerun.h"

#include <stdlib.h>
#include <string.h>

#define FLIPS 200     /* most orders that are turned round */
#define ACTS 4000     /* the latest that are looked at */
#define FUTURE 64     /* acts that a thread did not come to any more */
#define WINDOW 48     /* places to which a preemption is moved, each way */
#define PREEMPTIONS 4 /* the latest that are looked at */
#define LARGE 4096    /* of an act: bytes */
#define SLOTS 65536   /* of granules */
#define GRANULE(a) (((a) >> 3) % SLOTS)

struct pair { /* a came before b */
    uint32_t a, b;
};

struct cause {
    struct rdl_shrink *k;
    struct rdl_acts acts;
    bool *shared; /* of each act: other threads were there too */
    size_t n_pairs;
    struct pair *pairs;
};

static const struct rdl_act *cause_act(const struct cause *c, uint32_t i)
{
    return &c->acts.all[i];
}

/* --- What happened -------------------------------------------------------- */

static bool cause_watch(struct rdl_shrink *k, const struct rdl_schedule *s,
                        struct rdl_acts *acts)
{
    const struct rdl_rerun_options options = {
        .tracker = k->config.tracker,
        .flags = RDL_CFG_WATCH,
    };
    enum rdl_rerun result;
    struct rdl_ran ran;

    result = rdl_rerun(k->worker, s, &options, &ran);
    return (result == RDL_RERUN_SAME || result == RDL_RERUN_PASSED) &&
           rdl_acts_take(acts, k->worker->memory.shared);
}

/* What threads would have done next: `p` lets them go on.  `tid`: only that
 * one; RDL_NO_TID: all of which nothing is known yet. */
static void cause_future(struct cause *c, const struct rdl_plan *p, rdl_tid tid)
{
    static uint32_t taken[RDL_MAX_THREADS];
    static unsigned n[RDL_MAX_THREADS];
    struct rdl_schedule record;
    struct rdl_acts acts;
    bool good;

    memset(taken, 0, sizeof(taken));
    memset(n, 0, sizeof(n));
    for (size_t i = 0; i < c->acts.n; i++) {
        if (c->acts.all[i].own >= taken[c->acts.all[i].e.tid])
            taken[c->acts.all[i].e.tid] = c->acts.all[i].own + 1;
    }
    rdl_shrink_try(c->k, p);
    if (rdl_record_take(c->k->worker, c->k->from->program, &c->k->from->config,
                        /*places=*/NULL, &record) != NULL)
        return;
    good = cause_watch(c->k, &record, &acts);
    rdl_schedule_free(&record);
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
static void cause_futures(struct cause *c)
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
        if (again || rdl_interrupted())
            continue;
        rdl_plan_copy(&p, best);
        p.segments[i].end = RDL_SCRIPT_GO_ON;
        cause_future(c, &p, p.segments[i].tid);
        rdl_plan_free(&p);
    }
    rdl_plan_copy(&p, best);
    p.n_holds = 1;
    p.holds[0] = hold;
    cause_future(c, &p, RDL_NO_TID);
    rdl_plan_free(&p);
}

/* --- Pairs ---------------------------------------------------------------- */

static void cause_add(struct cause *c, uint32_t a, uint32_t b)
{
    const struct rdl_act *x = cause_act(c, a), *y = cause_act(c, b);

    for (size_t i = c->n_pairs; i > 0; i--) {
        const struct rdl_act *p = cause_act(c, c->pairs[i - 1].a);
        const struct rdl_act *q = cause_act(c, c->pairs[i - 1].b);

        if (p->e.pc == x->e.pc && q->e.pc == y->e.pc &&
            p->segment == x->segment && q->segment == y->segment &&
            p->e.op == x->e.op && q->e.op == y->e.op)
            return;
    }
    c->pairs = rdl_grow(c->pairs, (c->n_pairs + 1) * sizeof(*c->pairs));
    c->pairs[c->n_pairs++] = (struct pair){ .a = a, .b = b };
}

/* Of each other thread the latest turn before b in which it met with b: its
 * first act there and its last. */
static void cause_pairs_of(struct cause *c, const uint32_t *met, size_t n)
{
    static uint32_t first[RDL_MAX_THREADS], last[RDL_MAX_THREADS];
    const struct rdl_act *b = cause_act(c, met[n]);

    memset(first, 0xff, sizeof(first));
    for (size_t i = n; i > 0; i--) {
        const struct rdl_act *a = cause_act(c, met[i - 1]);
        const rdl_tid t = a->e.tid;

        if (a->step == UINT64_MAX || !rdl_acts_conflict(&a->e, &b->e))
            continue;
        if (first[t] == UINT32_MAX)
            first[t] = last[t] = met[i - 1];
        else if (cause_act(c, last[t])->segment == a->segment)
            first[t] = met[i - 1];
    }
    for (size_t t = 0; t < RDL_MAX_THREADS; t++) {
        if (first[t] == UINT32_MAX)
            continue;
        cause_add(c, last[t], met[n]);
        if (first[t] != last[t])
            cause_add(c, first[t], met[n]);
    }
}

/* Which acts lie where several threads were. */
static void cause_shared(struct cause *c)
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

/* From the end on. */
static void cause_pairs(struct cause *c)
{
    uint32_t *met = rdl_alloc((c->acts.n + 1) * sizeof(*met));
    size_t n = 0, from;

    for (size_t i = 0; i < c->acts.n; i++) {
        if (c->shared[i])
            met[n++] = (uint32_t)i;
    }
    from = n > ACTS ? n - ACTS : 0;
    for (size_t i = n; i > from && c->n_pairs < FLIPS; i--)
        cause_pairs_of(c, met + from, i - 1 - from);
    free(met);
}

/* Does the program pass if b comes first? */
static bool cause_flip(struct cause *c, const struct pair *pair)
{
    const struct rdl_act *a = cause_act(c, pair->a);
    const struct rdl_act *b = cause_act(c, pair->b);
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;

    rdl_plan_copy(&p, &c->k->best);
    p.n_holds = 1;
    p.holds[0] = (struct rdl_script_hold){
        .tid = a->e.tid,
        .taken = a->hold,
        .other = b->e.tid,
        .pc = b->at,
    };
    rdl_shrink_try(c->k, &p);
    rdl_plan_free(&p);
    return shared->outcome.state == RDL_EXITED &&
           rdl_plan_script(shared)->kept != 0;
}

/* --- Preemptions: from where to where -------------------------------------
 *
 * A preemption may come a little earlier or later and the failure is still the
 * same; the operations of its thread that it must stay between are those that
 * had to be done in one go. */

struct window {
    size_t segment; /* that the preemption ends */
    const struct rdl_act *first, *last;
};

/* What threads do there can meet; to begin and end them cannot be moved. */
static bool cause_counts(const struct rdl_event *e)
{
    return e->op != RDL_OP_START && e->op != RDL_OP_CREATE &&
           e->op != RDL_OP_JOIN && e->op != RDL_OP_EXIT;
}

/* Does it pass if the thread of the segment is preempted there instead? */
static bool window_passes(struct cause *c, size_t segment, uint32_t until)
{
    struct rdl_shared *shared = c->k->worker->memory.shared;
    struct rdl_plan p;

    rdl_plan_copy(&p, &c->k->best);
    p.segments[segment].until = until;
    rdl_shrink_try(c->k, &p);
    rdl_plan_free(&p);
    return shared->outcome.state == RDL_EXITED;
}

static const struct rdl_act *window_first(struct cause *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];
    unsigned tried = 0;

    for (size_t i = c->acts.n; i > 0 && tried < WINDOW; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->e.tid != s->tid || a->own >= s->until || a->own == 0 ||
            !c->shared[i - 1] || !cause_counts(&a->e))
            continue;
        tried++;
        if (window_passes(c, segment, a->own))
            return a;
    }
    return NULL;
}

static const struct rdl_act *window_last(struct cause *c, size_t segment)
{
    const struct rdl_script_segment *s = &c->k->best.segments[segment];
    unsigned tried = 0;

    for (size_t i = 0; i < c->acts.n && tried < WINDOW; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if (a->e.tid != s->tid || a->own < s->until || !c->shared[i] ||
            !cause_counts(&a->e))
            continue;
        tried++;
        if (window_passes(c, segment, a->own + 1))
            return a;
    }
    return NULL;
}

/* Is it done while the preempted thread has to wait? */
static bool window_holds(const struct cause *c, const struct window *w,
                         const struct rdl_act *a)
{
    const struct rdl_plan *p = &c->k->best;
    const rdl_tid tid = p->segments[w->segment].tid;

    if (a->step == UINT64_MAX || a->segment <= w->segment || a->e.tid == tid)
        return false;
    for (size_t s = w->segment + 1; s < a->segment; s++) {
        if (p->segments[s].tid == tid)
            return false;
    }
    return true;
}

/* The first or the last of others in the window that is in conflict with
 * `with`; NULL if none is. */
static const struct rdl_act *window_meets(const struct cause *c,
                                          const struct window *w,
                                          const struct rdl_act *with, bool last)
{
    const struct rdl_act *found = NULL;

    for (size_t i = 0; with != NULL && i < c->acts.n; i++) {
        const struct rdl_act *a = &c->acts.all[i];

        if ((last || found == NULL) && window_holds(c, w, a) &&
            rdl_acts_conflict(&a->e, &with->e))
            found = a;
    }
    return found;
}

static bool cause_accesses(const struct rdl_event *e)
{
    return (e->op >= RDL_OP_READ && e->op <= RDL_OP_RMW) ||
           e->op == RDL_OP_FREE;
}

/* A lock says less than what it guards: the nearest access behind which, or
 * before which, others were. */
static const struct rdl_act *window_guarded(const struct cause *c,
                                            const struct window *w,
                                            const struct rdl_act *edge,
                                            bool before)
{
    const size_t at = edge != NULL ? (size_t)(edge - c->acts.all) : 0;

    for (size_t n = 0; edge != NULL && n < c->acts.n; n++) {
        const size_t i = before ? at - n : at + n;
        const struct rdl_act *a = &c->acts.all[i];

        if (i >= c->acts.n)
            break;
        if (a->e.tid == edge->e.tid &&
            (cause_accesses(&a->e) || a->e.op == RDL_OP_WAIT) &&
            window_meets(c, w, a, /*last=*/false) != NULL)
            return a;
    }
    return edge;
}

static bool cause_meets(const struct rdl_event *a, const struct rdl_event *b)
{
    return a->addr < b->addr + b->size && b->addr < a->addr + a->size;
}

static bool cause_find_window(struct cause *c, size_t segment,
                              struct rdl_cause_part *out)
{
    struct window w = { .segment = segment };
    const struct rdl_act *one, *two;

    w.first = window_guarded(c, &w, window_first(c, segment), /*before=*/true);
    w.last = window_guarded(c, &w, window_last(c, segment), /*before=*/false);
    one = window_meets(c, &w, w.first, /*last=*/false);
    two = window_meets(c, &w, w.last, /*last=*/true);
    if (one == NULL)
        one = two;
    if (w.first == NULL || w.last == NULL || one == NULL)
        return false;
    *out = (struct rdl_cause_part){
        .pattern = !rdl_acts_writes(&w.first->e) &&
                           rdl_acts_writes(&w.last->e) &&
                           rdl_acts_writes(&one->e) &&
                           cause_meets(&w.first->e, &w.last->e)
                       ? RDL_CAUSE_LOST_UPDATE
                       : RDL_CAUSE_ATOMICITY,
        .first = w.first->e,
        .between = one->e,
        .last = w.last->e,
    };
    if (two != NULL && two->e.pc != one->e.pc && two->e.tid == one->e.tid)
        out->also = two->e;
    return true;
}

static bool cause_same(const struct rdl_cause_part *a,
                       const struct rdl_cause_part *b)
{
    return a->first.pc == b->first.pc && a->last.pc == b->last.pc;
}

/* Does it say what was accessed, not only what guards it? */
static bool cause_speaks(const struct rdl_cause_part *p)
{
    return cause_accesses(&p->first) && cause_accesses(&p->between) &&
           (cause_accesses(&p->last) || p->last.op == RDL_OP_WAIT);
}

static void cause_find_windows(struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;
    struct rdl_cause_part poor = { .pattern = RDL_CAUSE_NONE };
    unsigned tried = 0;

    for (size_t i = p->n_segments;
         i > 0 && out->n < RDL_CAUSE_PARTS && tried < PREEMPTIONS; i--) {
        struct rdl_cause_part *part = &out->parts[out->n];

        if (p->segments[i - 1].end != RDL_SCRIPT_SWITCH || rdl_interrupted())
            continue;
        tried++;
        if (!cause_find_window(c, i - 1, part))
            continue;
        if (!cause_speaks(part))
            poor = *part;
        else if (out->n == 0 || !cause_same(&out->parts[0], part))
            out->n++;
    }
    if (out->n == 0 && poor.pattern != RDL_CAUSE_NONE)
        out->parts[out->n++] = poor;
}

/* --- Other patterns ------------------------------------------------------- */

static const struct rdl_act *cause_latest(const struct cause *c, size_t before,
                                          rdl_tid tid, enum rdl_op op)
{
    for (size_t i = before; i > 0; i--) {
        const struct rdl_act *a = &c->acts.all[i - 1];

        if (a->step != UINT64_MAX && a->e.op == op &&
            (tid == RDL_NO_TID || a->e.tid == tid))
            return a;
    }
    return NULL;
}

/* A thread that waits for ever: what it read last before, and who wrote that.
 */
static void cause_find_wait(const struct cause *c, struct rdl_cause *out)
{
    const struct rdl_act *wait = NULL, *read = NULL, *wrote = NULL;
    const struct rdl_act *signal, *broadcast;
    size_t n = c->acts.n;

    for (; n > 0 && wait == NULL; n--) {
        const struct rdl_act *a = &c->acts.all[n - 1];

        if (a->step != UINT64_MAX && a->e.op == RDL_OP_WAIT)
            wait = a;
    }
    for (; n > 0 && wait != NULL && wrote == NULL; n--) {
        const struct rdl_act *a = &c->acts.all[n - 1];

        if (read == NULL && a->e.tid == wait->e.tid && c->shared[n - 1] &&
            (a->e.op == RDL_OP_READ || a->e.op == RDL_OP_ATOMIC_READ))
            read = a;
        else if (read != NULL && rdl_acts_conflict(&a->e, &read->e))
            wrote = a;
    }
    if (wrote == NULL)
        return;
    out->n = 0;
    signal = cause_latest(c, c->acts.n, RDL_NO_TID, RDL_OP_SIGNAL);
    broadcast = cause_latest(c, c->acts.n, RDL_NO_TID, RDL_OP_BROADCAST);
    if (signal == NULL || (broadcast != NULL && broadcast->step > signal->step))
        signal = broadcast;
    out->parts[out->n++] = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_LOST_WAKEUP,
        .first = read->e,
        .between = wrote->e,
        .also = signal != NULL ? signal->e : (struct rdl_event){ 0 },
        .last = wait->e,
    };
}

/* An order that decides: rather of accesses than of locks. */
static void cause_find_order(struct cause *c, struct rdl_cause *out)
{
    const struct pair *best = NULL;

    cause_pairs(c);
    for (size_t i = 0; i < c->n_pairs && !rdl_interrupted(); i++) {
        const struct pair *p = &c->pairs[i];

        if (best != NULL && (cause_accesses(&cause_act(c, best->a)->e) ||
                             !cause_accesses(&cause_act(c, p->a)->e)))
            continue;
        if (cause_flip(c, p))
            best = p;
    }
    if (best == NULL)
        return;
    out->parts[out->n++] = (struct rdl_cause_part){
        .pattern = RDL_CAUSE_ORDER,
        .first = cause_act(c, best->a)->e,
        .last = cause_act(c, best->b)->e,
    };
}

/* That each preemption is needed is known at least. */
static void cause_find_preemption(const struct cause *c, struct rdl_cause *out)
{
    const struct rdl_plan *p = &c->k->best;

    for (size_t i = p->n_segments; i > 0 && out->n == 0; i--) {
        const struct rdl_script_segment *s = &p->segments[i - 1];
        const struct rdl_act *first = NULL, *last = NULL;

        if (s->end != RDL_SCRIPT_SWITCH)
            continue;
        for (size_t a = 0; a < c->acts.n; a++) {
            const struct rdl_act *act = cause_act(c, (uint32_t)a);

            if (act->e.tid == s->tid && act->own < s->until)
                first = act;
            if (act->e.tid == s->tid && act->own >= s->until && last == NULL)
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

void rdl_cause(struct rdl_shrink *k, struct rdl_cause *out)
{
    struct cause c = { .k = k };
    const bool spent = k->spent;

    *out = (struct rdl_cause){ .n = 0 };
    if (!k->recorded || rdl_interrupted() ||
        !cause_watch(k, &k->record, &c.acts))
        return;
    if (k->worker->memory.shared->finding.n_cycle > 0) {
        out->parts[out->n++].pattern = RDL_CAUSE_LOCK_ORDER;
        rdl_acts_free(&c.acts);
        return;
    }
    cause_futures(&c);
    cause_shared(&c);
    cause_find_windows(&c, out);
    /* What a thread waits for that waits for ever says more. */
    if (strcmp(k->from->kind, "lost-wakeup") == 0 &&
        (out->n == 0 || out->parts[0].last.op != RDL_OP_WAIT))
        cause_find_wait(&c, out);
    if (out->n == 0)
        cause_find_order(&c, out);
    if (out->n == 0)
        cause_find_preemption(&c, out);
    k->spent = spent;
    free(c.pairs);
    free(c.shared);
    rdl_acts_free(&c.acts);
}
