/* collector.c - see collector.h. */
#include "coverage/collector.h"

#include "coverage/operation.h"

void rdl_coverage_init(struct rdl_coverage *c, uint32_t metrics,
                       const struct rdl_supply *supply,
                       struct rdl_locations *locations,
                       struct rdl_requirements *requirements)
{
    *c = (struct rdl_coverage){
        .metrics = metrics & RDL_ALL_METRICS,
        .locations = locations,
        .requirements = requirements,
        .supply = *supply,
    };
    rdl_accesses_init(&c->accesses, &c->supply);
    rdl_locks_init(&c->locks, &c->supply);
    for (unsigned i = 0; i < RDL_N_METRICS; i++) {
        const struct rdl_metric *m = rdl_metric_at(i);

        if ((c->metrics >> i & 1) == 0)
            continue;
        if (m->touch != NULL)
            c->touch[c->n_touch++] = (struct rdl_listener){ m, i };
        if (m->conflict != NULL)
            c->conflict[c->n_conflict++] = (struct rdl_listener){ m, i };
        if (m->handover != NULL)
            c->handover[c->n_handover++] = (struct rdl_listener){ m, i };
    }
    for (uint32_t t = 0; t < RDL_MAX_THREADS; t++)
        c->threads[t] = t;
}

void rdl_coverage_begin(struct rdl_coverage *c, uint64_t number)
{
    rdl_accesses_clear(&c->accesses);
    rdl_locks_clear(&c->locks);
    rdl_requirements_begin(c->requirements, number);
}

uint64_t rdl_coverage_lost(const struct rdl_coverage *c)
{
    return c->accesses.lost + c->locks.lost + c->requirements->lost +
           c->locations->index.lost;
}

void rdl_coverage_forget(struct rdl_coverage *c, uintptr_t addr, size_t size)
{
    rdl_accesses_forget(&c->accesses, addr, size);
    rdl_locks_forget(&c->locks, addr, size);
}

static void record_touch(void *arg, const struct rdl_touch *t)
{
    const struct rdl_coverage *c = arg;
    struct rdl_sink sink = { .table = c->requirements };

    for (unsigned i = 0; i < c->n_touch; i++) {
        sink.metric = c->touch[i].id;
        c->touch[i].metric->touch(t, &sink);
    }
}

static void record_conflict(void *arg, const struct rdl_conflict *conflict)
{
    const struct rdl_coverage *c = arg;
    struct rdl_sink sink = { .table = c->requirements };

    for (unsigned i = 0; i < c->n_conflict; i++) {
        sink.metric = c->conflict[i].id;
        c->conflict[i].metric->conflict(conflict, &sink);
    }
}

static void record_handover(const struct rdl_coverage *c,
                            const struct rdl_handover *handover)
{
    struct rdl_sink sink = { .table = c->requirements };

    for (unsigned i = 0; i < c->n_handover; i++) {
        sink.metric = c->handover[i].id;
        c->handover[i].metric->handover(handover, &sink);
    }
}

static void hold(struct rdl_coverage *c, const struct rdl_locking *op)
{
    struct rdl_handover handover;

    if (rdl_locks_hold(&c->locks, op, &handover))
        record_handover(c, &handover);
}

void rdl_coverage_event(struct rdl_coverage *c, const struct rdl_event *event)
{
    const enum rdl_operation o = rdl_operation_of(event);
    struct rdl_locking op;

    if (o == RDL_DOES_NOTHING || event->tid >= RDL_MAX_THREADS)
        return;
    rdl_requirements_event(c->requirements);
    if (rdl_operation_touches(o) && c->n_touch > 0) {
        const struct rdl_access access = {
            .addr = event->addr,
            .size = event->size,
            .loc = rdl_location_of(c->locations, event->pc),
            .thread = c->threads[event->tid],
            .reads = (o & RDL_DOES_READ) != 0,
            .writes = (o & RDL_DOES_WRITE) != 0,
        };

        rdl_accesses_do(&c->accesses, &access, record_touch, c);
        return;
    }
    op = (struct rdl_locking){
        .lock = event->addr,
        .thread = c->threads[event->tid],
        .shared = (event->flags & RDL_EV_SHARED) != 0,
    };
    if (rdl_operation_takes(o))
        op.loc = rdl_location_of(c->locations, event->pc);
    switch (o) {
    case RDL_DOES_ACQUIRE:
        if (c->n_conflict > 0)
            rdl_locks_conflicts(&c->locks, &op, record_conflict, c);
        break;
    case RDL_DOES_HOLD:
    case RDL_DOES_TAKE:
        hold(c, &op);
        break;
    case RDL_DOES_UNLOCK:
        rdl_locks_unlock(&c->locks, &op);
        break;
    case RDL_DOES_DESTROY:
        rdl_locks_forget(&c->locks, event->addr, 1);
        break;
    case RDL_DOES_START:
        /* Different from all numbers of this execution; after 2^22 starts of
         * one tid they repeat. */
        c->threads[event->tid] += RDL_MAX_THREADS;
        break;
    default:
        break;
    }
}
