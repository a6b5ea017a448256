/* clue_facts.c - clues as facts: each operation gets its role. */
#include "explain/fact.h"

#include "detect/waits.h"

/* Cycles of up to five threads are reported whole; of a longer one, the first
 * three. */
#define CYCLE_WHOLE 5
#define CYCLE_PART 3
/* Threads that wait on the same condition: as many as there is room for. */
#define TOO 5

/* The latest act of the thread at that pc that happened or at which it waits;
 * if there is none, an act with the place alone. */
static struct rdl_history_act facts_latest(const struct search *c, rdl_tid tid,
                                           uintptr_t pc, uintptr_t object)
{
    for (size_t i = c->acts.n; i > 0; i--) {
        const struct rdl_history_act *a = &c->acts.all[i - 1];

        if (a->step != UINT64_MAX && a->e.tid == tid && a->e.pc == pc &&
            (a->e.addr == object || object == 0))
            return *a;
    }
    return (struct rdl_history_act){
        .e = { .tid = tid, .op = RDL_NO_OP, .pc = pc },
        .step = UINT64_MAX,
    };
}

/* Where that thread waits. */
static void facts_put_waits(const struct search *c, struct rdl_fact *f,
                            enum rdl_role role, rdl_tid tid)
{
    const struct rdl_thread_view *v = rdl_waits_view(c->finding, tid);
    struct rdl_history_act a;
    struct rdl_fact_step *s;

    if (v == NULL)
        return;
    a = facts_latest(c, tid, v->pc, /*object=*/0);
    s = rdl_fact_put(f, role, &a);
    if (s != NULL) {
        s->addr = v->wait_object;
        s->called = 0; /* reported by its place alone */
    }
}

/* Where the thread took what `waiter` waits for. */
static void facts_put_holds(const struct search *c, struct rdl_fact *f,
                            rdl_tid tid, const struct rdl_thread_view *waiter)
{
    struct rdl_history_act a =
        facts_latest(c, tid, waiter->held_pc, waiter->wait_object);
    struct rdl_fact_step *s = rdl_fact_put(f, RDL_ROLE_HOLDS, &a);

    if (s != NULL) {
        s->addr = waiter->wait_object;
        s->called = 0;
    }
}

/* --- Threads that wait for each other ------------------------------------- */

/* A thread that waits for what tid holds: its view has the place where tid took
 * it. */
static const struct rdl_thread_view *facts_waiter(const struct rdl_finding *f,
                                                  rdl_tid tid)
{
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);

        if (v != NULL && v->holder == tid && v->wait == RDL_WAIT_LOCK &&
            v->held_pc != 0)
            return v;
    }
    return NULL;
}

/* Each thread has what the one before it waits for. */
static void facts_cycle(const struct search *c, struct rdl_fact *out)
{
    const struct rdl_finding *f = c->finding;
    const int named = f->n_cycle <= CYCLE_WHOLE ? f->n_cycle : CYCLE_PART;

    out->kind = RDL_FACT_LOCK_CYCLE;
    for (int i = 0; i < f->n_cycle; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);

        if (v == NULL || v->wait != RDL_WAIT_LOCK)
            out->kind = RDL_FACT_CYCLE;
    }
    for (int i = 0; i < named; i++) {
        const struct rdl_thread_view *v = rdl_waits_view(f, f->cycle[i]);
        const struct rdl_thread_view *w = facts_waiter(f, f->cycle[i]);

        if (v == NULL)
            continue;
        if (w != NULL)
            facts_put_holds(c, out, v->tid, w);
        facts_put_waits(c, out, RDL_ROLE_WAITS, v->tid);
    }
    if (named < f->n_cycle)
        out->count = f->n_cycle;
}

static void facts_stuck(const struct search *c, const struct clue *p,
                        struct rdl_fact *out)
{
    const rdl_tid tid = p->first.e.tid;
    const struct rdl_thread_view *holder = rdl_waits_view(c->finding, tid);
    const struct rdl_thread_view *waiter =
        rdl_waits_view(c->finding, p->last.e.tid);

    if (holder == NULL || waiter == NULL)
        return;
    if (waiter->held_pc != 0)
        facts_put_holds(c, out, tid, waiter);
    if (holder->state == RDL_ENDED) {
        out->kind = RDL_FACT_ENDED_HOLDING;
        rdl_fact_put(out, RDL_ROLE_LATEST, &p->first);
    } else {
        facts_put_waits(c, out, RDL_ROLE_WAITS, tid);
    }
    if (holder == waiter)
        out->kind = RDL_FACT_SELF_DEADLOCK;
    else
        facts_put_waits(c, out, RDL_ROLE_WAITS, waiter->tid);
}

/* --- Conditions ----------------------------------------------------------- */

static void facts_waits_too(const struct search *c, const struct clue *p,
                            struct rdl_fact *out)
{
    const struct rdl_finding *f = c->finding;
    size_t n = 0;

    for (size_t i = 0; i < rdl_waits_views(f) && n < TOO; i++) {
        const struct rdl_thread_view *v = &f->threads[i];

        if (v->state != RDL_WAITING || v->wait != RDL_WAIT_CONDITION ||
            v->wait_object != p->last.e.addr || v->tid == p->last.e.tid)
            continue;
        rdl_fact_put_thread(out, RDL_ROLE_WAITS_TOO, v->tid);
        n++;
    }
}

/* What the latest signal did, and which threads it woke. */
static void facts_signal(const struct clue *p, struct rdl_fact *out)
{
    const bool waited = p->last.step < p->also.step;

    if (p->also.e.pc == 0)
        return;
    rdl_fact_put(out, waited ? RDL_ROLE_SIGNAL : RDL_ROLE_EARLY_SIGNAL,
                 &p->also);
    if (p->n_woken > 1)
        out->count = p->n_woken;
    else if (p->n_woken == 1)
        rdl_fact_put_thread(out, RDL_ROLE_WOKEN, p->woken);
    if (p->gave_up && waited && p->n_woken == 0)
        out->kind = RDL_FACT_TIMED_OUT;
}

/* Marks where the thread may have tested something. report/explanation/tests.c,
 * which has symbols, finds the test or removes the mark. */
static void facts_tested(const struct clue *p, struct rdl_fact *out)
{
    struct rdl_fact_step *s;

    if (p->tested[0].e.pc == 0)
        return;
    rdl_fact_put(out, RDL_ROLE_LAST_CHANGE, &p->tested[0]);
    s = rdl_fact_put(out, RDL_ROLE_TEST, &p->tested[1]);
    if (s != NULL)
        s->step = RDL_FACT_NO_STEP;
}

static void facts_wait(const struct search *c, const struct clue *p,
                       struct rdl_fact *out)
{
    out->kind = p->gave_up ? RDL_FACT_UNWOKEN_WAIT : RDL_FACT_ENDLESS_WAIT;
    rdl_fact_put(out, RDL_ROLE_WAIT, &p->last);
    if (!p->gave_up)
        facts_waits_too(c, p, out);
    if (p->first.e.pc != 0) {
        rdl_fact_put(out, RDL_ROLE_READ, &p->first);
        rdl_fact_put(out, p->stale ? RDL_ROLE_CHANGER : RDL_ROLE_WRITER,
                     &p->between);
    }
    if (p->also.e.pc == 0)
        rdl_fact_put(out, RDL_ROLE_SILENT, &p->before);
    if (p->stuck)
        facts_put_waits(c, out, RDL_ROLE_BLOCKED, p->turn);
    if (p->again && p->woken != p->last.e.tid) /* see wrong_waiter.c */
        rdl_fact_put_thread(out, RDL_ROLE_WOKEN, p->woken);
    else
        facts_signal(p, out);
    facts_tested(p, out);
}

static void facts_missing(const struct search *c, const struct clue *p,
                          struct rdl_fact *out)
{
    const struct rdl_thread_view *v =
        rdl_waits_view(c->finding, p->between.e.tid);

    rdl_fact_put(out, RDL_ROLE_SIGNAL, &p->between);
    if (p->waited)
        rdl_fact_put(out, RDL_ROLE_WAIT, &p->last);
    if (p->first.e.pc != 0)
        rdl_fact_put(out, RDL_ROLE_DECISION, &p->first);
    else if (!p->stuck && v != NULL && v->state == RDL_WAITING)
        facts_put_waits(c, out, RDL_ROLE_BLOCKED, v->tid);
    else if (p->also.e.op == RDL_OP_EXIT)
        rdl_fact_put(out, RDL_ROLE_ENDED, &p->also);
    else
        rdl_fact_put(out, RDL_ROLE_INSTEAD, &p->also);
}

static void facts_handled(const struct clue *p, struct rdl_fact *out)
{
    struct rdl_fact_step *s;

    rdl_fact_put(out, RDL_ROLE_WAIT, &p->last);
    rdl_fact_put(out, RDL_ROLE_READ, &p->first);
    s = rdl_fact_put(out, RDL_ROLE_HANDLER, &p->between);
    if (s != NULL)
        s->called = 0; /* no code of the program calls a handler */
    rdl_fact_put(out, RDL_ROLE_SENDER, &p->also);
}

/* --- Windows and orders --------------------------------------------------- */

static void facts_window(const struct clue *p, struct rdl_fact *out)
{
    out->turn = p->turn;
    rdl_fact_put(out, RDL_ROLE_OUTER_FIRST, &p->first);
    rdl_fact_put(out, RDL_ROLE_INNER_FIRST, &p->between);
    rdl_fact_put(out, RDL_ROLE_INNER_LAST, &p->also);
    rdl_fact_put(out, RDL_ROLE_OUTER_LAST, &p->last);
    rdl_fact_put(out, RDL_ROLE_GUARD, &p->before);
    facts_tested(p, out);
}

static void facts_bounded(const struct clue *p, struct rdl_fact *out)
{
    rdl_fact_put(out, RDL_ROLE_EARLIER, &p->first);
    rdl_fact_put(out, RDL_ROLE_LATER, &p->last);
    rdl_fact_put(out,
                 p->also.e.tid == p->first.e.tid ? RDL_ROLE_BOUND_BEFORE
                                                 : RDL_ROLE_BOUND_AFTER,
                 &p->also);
}

static void facts_joined(const struct clue *p, struct rdl_fact *out)
{
    rdl_fact_put(out, RDL_ROLE_JOIN, &p->first);
    if (p->turn != RDL_NO_TID)
        rdl_fact_put_thread(out, RDL_ROLE_JOINED, p->turn);
    rdl_fact_put_thread(out, RDL_ROLE_USER, p->last.e.tid);
}

static void facts_unheard(const struct search *c, const struct clue *p,
                          struct rdl_fact *out)
{
    rdl_fact_put(out, RDL_ROLE_SIGNAL, &p->first);
    rdl_fact_put(out, RDL_ROLE_WAIT, &p->between);
    facts_put_waits(c, out, RDL_ROLE_BLOCKED, p->last.e.tid);
    facts_tested(p, out);
}

/* Kinds whose operations have one role each, in this order. */
static const struct {
    enum rdl_role first, between, also, last;
} facts_roles[RDL_N_FACT_KINDS] = {
    [RDL_FACT_ORDER] = { .first = RDL_ROLE_EARLIER, .last = RDL_ROLE_LATER },
    [RDL_FACT_PREEMPTION] = { .first = RDL_ROLE_OUTER_FIRST,
                              .last = RDL_ROLE_OUTER_LAST },
    [RDL_FACT_FAILED_ALLOCATION] = { .first = RDL_ROLE_ALLOCATION },
    [RDL_FACT_CAME_BEFORE] = { .first = RDL_ROLE_WRITER,
                               .last = RDL_ROLE_READER },
    [RDL_FACT_DIFFERENT_LOCKS] = { .first = RDL_ROLE_OUTER_LOCK,
                                   .between = RDL_ROLE_INNER_LOCK,
                                   .also = RDL_ROLE_CHOSEN_BY,
                                   .last = RDL_ROLE_CHANGER },
    [RDL_FACT_ONLY_SHARED] = { .first = RDL_ROLE_OUTER_LOCK,
                               .between = RDL_ROLE_INNER_LOCK },
};

static void facts_plain(const struct clue *p, struct rdl_fact *out)
{
    rdl_fact_put(out, facts_roles[p->kind].first, &p->first);
    rdl_fact_put(out, facts_roles[p->kind].between, &p->between);
    rdl_fact_put(out, facts_roles[p->kind].also, &p->also);
    rdl_fact_put(out, facts_roles[p->kind].last, &p->last);
}

static enum rdl_how facts_how(enum rdl_fact_kind kind)
{
    switch (kind) {
    case RDL_FACT_LOST_UPDATE:
    case RDL_FACT_WINDOW:
    case RDL_FACT_ORDER:
    case RDL_FACT_BOUNDED_ORDER:
    case RDL_FACT_PREEMPTION:
    case RDL_FACT_MISSING_SIGNAL:
        return RDL_TRIED;
    default:
        return RDL_SEEN;
    }
}

static void facts_of(const struct search *c, const struct clue *p,
                     struct rdl_fact *out)
{
    *out = (struct rdl_fact){
        .kind = p->kind,
        .how = facts_how(p->kind),
        .turn = RDL_NO_TID,
        .passes_before = p->passes_before,
        .passes_after = p->passes_after,
        .count = p->orders,
    };
    switch (p->kind) {
    case RDL_FACT_LOST_UPDATE:
    case RDL_FACT_WINDOW:
        facts_window(p, out);
        break;
    case RDL_FACT_BOUNDED_ORDER:
        facts_bounded(p, out);
        break;
    case RDL_FACT_ENDLESS_WAIT:
        facts_wait(c, p, out);
        break;
    case RDL_FACT_UNHEARD_SIGNAL:
        facts_unheard(c, p, out);
        break;
    case RDL_FACT_HANDLED_SIGNAL:
        facts_handled(p, out);
        break;
    case RDL_FACT_CYCLE:
        facts_cycle(c, out);
        break;
    case RDL_FACT_HOLDS_AND_WAITS:
        facts_stuck(c, p, out);
        break;
    case RDL_FACT_JOINED_OTHER:
        facts_joined(p, out);
        break;
    case RDL_FACT_MISSING_SIGNAL:
        facts_missing(c, p, out);
        break;
    case RDL_FACT_SAW: /* the reader comes first */
        rdl_fact_put(out, RDL_ROLE_READER, &p->last);
        rdl_fact_put(out, RDL_ROLE_WRITER, &p->first);
        break;
    case RDL_FACT_POINTER_FROM:
        rdl_fact_put(out, RDL_ROLE_POINTER, &p->first);
        rdl_fact_put(out,
                     p->last.e.op == RDL_OP_FREE ? RDL_ROLE_FREER
                                                 : RDL_ROLE_CHANGER,
                     &p->last);
        break;
    default:
        facts_plain(p, out);
    }
}

size_t rdl_clue_facts(const struct search *c, const struct clues *clues,
                      struct rdl_fact *out)
{
    for (size_t i = 0; i < clues->n; i++)
        facts_of(c, &clues->parts[i], &out[i]);
    return clues->n;
}
