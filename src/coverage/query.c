/* query.c - what an event would cover with the current histories: cov(p) and
 * cov(p,q) of the thesis's algorithms (4.3.3).  The metrics themselves decide.
 *
 * Unlike the listing, which evaluates after executing and would give (loc p,
 * loc p), it evaluates before. */
#include "coverage/collector.h"

#include "coverage/operation.h"

struct query {
    struct rdl_sink sink;
    uint32_t metrics;
};

static struct query query_begin(struct rdl_coverage *c, uint32_t metrics,
                                struct rdl_query *out)
{
    out->n = 0;
    out->more = false;
    return (struct query){
        .sink = { .covering = &c->covering, .query = out },
        .metrics = metrics & c->metrics,
    };
}

static void query_ask_touch(void *arg, const struct rdl_touch *t)
{
    struct query *q = arg;

    for (uint32_t left = q->metrics; left != 0; left &= left - 1) {
        q->sink.metric = (unsigned)__builtin_ctz(left);
        if (rdl_metric_at(q->sink.metric)->touch != NULL)
            rdl_metric_at(q->sink.metric)->touch(t, &q->sink);
    }
}

static void query_ask_conflict(void *arg, const struct rdl_conflict *conflict)
{
    struct query *q = arg;

    for (uint32_t left = q->metrics; left != 0; left &= left - 1) {
        q->sink.metric = (unsigned)__builtin_ctz(left);
        if (rdl_metric_at(q->sink.metric)->conflict != NULL)
            rdl_metric_at(q->sink.metric)->conflict(conflict, &q->sink);
    }
}

static void query_ask_handover(struct query *q,
                               const struct rdl_handover *handover)
{
    for (uint32_t left = q->metrics; left != 0; left &= left - 1) {
        q->sink.metric = (unsigned)__builtin_ctz(left);
        if (rdl_metric_at(q->sink.metric)->handover != NULL)
            rdl_metric_at(q->sink.metric)->handover(handover, &q->sink);
    }
}

static struct rdl_access query_access_of(struct rdl_coverage *c,
                                         const struct rdl_event *e)
{
    const enum rdl_operation o = rdl_operation_of(e);

    return (struct rdl_access){
        .addr = e->addr,
        .size = e->size,
        .loc = rdl_location_of(&c->locations, e->pc),
        .thread = c->threads[e->tid],
        .does = (uint32_t)o,
    };
}

/* Filled in place: copying a struct just after storing its parts is slow. */
static inline void query_locking_at(const struct rdl_coverage *c,
                                    const struct rdl_event *e, uint32_t loc,
                                    struct rdl_locking *op)
{
    op->lock = e->addr;
    op->loc = loc;
    op->thread = c->threads[e->tid];
    op->shared = (e->flags & RDL_EV_SHARED) != 0;
}

static inline void query_locking_of(struct rdl_coverage *c,
                                    const struct rdl_event *e,
                                    struct rdl_locking *op)
{
    query_locking_at(c, e, rdl_location_of(&c->locations, e->pc), op);
}

static void query_ask_lock(struct rdl_coverage *c, const struct rdl_event *p,
                           struct query *q)
{
    struct rdl_locking op;
    struct rdl_handover handover;

    query_locking_of(c, p, &op);
    if (rdl_locks_free(&c->locks, &op, &handover))
        query_ask_handover(q, &handover);
    else if (rdl_operation_of(p) == RDL_DOES_ACQUIRE)
        rdl_locks_conflicts(&c->locks, &op, query_ask_conflict, q);
}

void rdl_coverage_query(struct rdl_coverage *c, uint32_t metrics,
                        const struct rdl_event *p, struct rdl_query *out)
{
    const enum rdl_operation o = rdl_operation_of(p);
    struct query q = query_begin(c, metrics, out);

    if (p->tid >= RDL_MAX_THREADS)
        return;
    if (rdl_operation_touches(o)) {
        const struct rdl_access access = query_access_of(c, p);

        rdl_accesses_look(&c->accesses, &access, NULL, query_ask_touch, &q);
    } else if (rdl_operation_takes(o)) {
        query_ask_lock(c, p, &q);
    }
}

bool rdl_coverage_meet(const struct rdl_event *p, const struct rdl_event *q)
{
    const enum rdl_operation op = rdl_operation_of(p), oq = rdl_operation_of(q);

    if (rdl_operation_takes(op) && rdl_operation_takes(oq))
        return p->addr == q->addr;
    if (!rdl_operation_touches(op) || !rdl_operation_touches(oq))
        return false;
    return p->addr - q->addr < q->size || q->addr - p->addr < p->size;
}

void rdl_coverage_query_after(struct rdl_coverage *c, uint32_t metrics,
                              const struct rdl_event *p,
                              const struct rdl_event *q, struct rdl_query *out)
{
    struct query query = query_begin(c, metrics, out);

    if (p->tid >= RDL_MAX_THREADS || q->tid >= RDL_MAX_THREADS)
        return;
    if (!rdl_coverage_meet(p, q)) {
        rdl_coverage_query(c, metrics, q, out);
    } else if (rdl_operation_takes(rdl_operation_of(q))) {
        struct rdl_locking first, second;

        query_locking_of(c, p, &first);
        query_locking_of(c, q, &second);
        if (rdl_locks_own(&c->locks, &second))
            return; /* a re-acquisition is not a lock-hold */
        query_ask_handover(
            &query, &(struct rdl_handover){ .loc = second.loc,
                                            .thread = second.thread,
                                            .last_loc = first.loc,
                                            .last_thread = first.thread });
        if (rdl_operation_of(q) == RDL_DOES_ACQUIRE &&
            !(first.shared && second.shared))
            query_ask_conflict(&query, &(struct rdl_conflict){
                                           .loc = second.loc,
                                           .thread = second.thread,
                                           .holder_loc = first.loc,
                                           .holder_thread = first.thread });
    } else {
        const struct rdl_access first = query_access_of(c, p);
        const struct rdl_access second = query_access_of(c, q);

        rdl_accesses_look(&c->accesses, &second, &first, query_ask_touch,
                          &query);
    }
}

bool rdl_coverage_waits(struct rdl_coverage *c, const struct rdl_event *p)
{
    const enum rdl_operation o = rdl_operation_of(p);
    struct rdl_locking op;

    if ((o != RDL_DOES_ACQUIRE && o != RDL_DOES_HOLD) ||
        p->tid >= RDL_MAX_THREADS)
        return false;
    query_locking_at(c, p, RDL_LOC_NONE, &op);
    return rdl_locks_conflicts(&c->locks, &op, NULL, NULL) > 0;
}

bool rdl_coverage_holds(struct rdl_coverage *c, const struct rdl_event *p)
{
    struct rdl_locking op;

    if (!rdl_operation_takes(rdl_operation_of(p)) || p->tid >= RDL_MAX_THREADS)
        return false;
    query_locking_at(c, p, RDL_LOC_NONE, &op);
    return rdl_locks_own(&c->locks, &op);
}
