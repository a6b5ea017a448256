/* collector.c - see collector.h. */
#include "coverage/collector.h"

#include "coverage/touch_cache.h"
#include "coverage/operation.h"

void rdl_coverage_forget(struct rdl_coverage *c, uintptr_t addr, size_t size)
{
    rdl_accesses_forget(&c->accesses, addr, size);
    rdl_locks_forget(&c->locks, addr, size);
}

static void collector_ask_touch(struct rdl_coverage *c,
                                const struct rdl_touch *t,
                                struct rdl_touch_cache *memo)
{
    struct rdl_sink sink = { .covering = &c->covering,
                             .memo = memo,
                             .late = c->late };

    for (unsigned i = 0; i < c->n_touch; i++) {
        sink.metric = c->touch[i].id;
        c->touch[i].metric->touch(t, &sink);
    }
}

/* A function of its own, to keep the usual path short. */
__attribute__((noinline)) static void remember(struct rdl_coverage *c,
                                               const struct rdl_touch *t,
                                               struct rdl_touch_cache *memo,
                                               uint16_t flags)
{
    rdl_touch_cache_begin(memo, t, flags);
    collector_ask_touch(c, t, memo);
    rdl_touch_cache_end(memo);
}

static void collector_record_touch(void *arg, const struct rdl_touch *t)
{
    collector_ask_touch(arg, t, NULL);
}

/* The same with the cache. */
static void collector_recall_touch(void *arg, const struct rdl_touch *t)
{
    struct rdl_coverage *c = arg;
    const uint16_t flags = rdl_touch_cache_flags(t);
    struct rdl_touch_cache *memo = rdl_touch_cache_at(c->memos, t, flags);

    if (__builtin_expect(c->late, 0)) {
        collector_record_touch(c, t); /* nothing to remember */
        return;
    }
    if (__builtin_expect(!rdl_touch_cache_is(memo, t, flags), 0)) {
        remember(c, t, memo, flags);
        return;
    }
    for (unsigned i = 0; i < memo->n; i++)
        rdl_requirements_cover_id(&c->covering, memo->id[i]);
}

static void collector_record_conflict(void *arg,
                                      const struct rdl_conflict *conflict)
{
    struct rdl_coverage *c = arg;
    struct rdl_sink sink = { .covering = &c->covering };

    for (unsigned i = 0; i < c->n_conflict; i++) {
        sink.metric = c->conflict[i].id;
        c->conflict[i].metric->conflict(conflict, &sink);
    }
}

static void collector_record_handover(struct rdl_coverage *c,
                                      const struct rdl_handover *handover)
{
    struct rdl_sink sink = { .covering = &c->covering };

    for (unsigned i = 0; i < c->n_handover; i++) {
        sink.metric = c->handover[i].id;
        c->handover[i].metric->handover(handover, &sink);
    }
}

static void collector_hold(struct rdl_coverage *c, const struct rdl_locking *op)
{
    struct rdl_handover handover;

    if (rdl_locks_hold(&c->locks, op, &handover))
        collector_record_handover(c, &handover);
}

void rdl_coverage_event(struct rdl_coverage *c, const struct rdl_event *event)
{
    const enum rdl_operation o = rdl_operation_of(event);
    struct rdl_locking op;

    if (o == RDL_DOES_NOTHING || event->tid >= RDL_MAX_THREADS)
        return;
    rdl_requirements_event(&c->covering);
    if (rdl_operation_touches(o)) {
        if (c->n_touch == 0)
            return;
        const struct rdl_access access = {
            .addr = event->addr,
            .size = event->size,
            .loc = rdl_location_of(&c->locations, event->pc),
            .thread = c->threads[event->tid],
            .does = (uint32_t)o,
        };

        rdl_accesses_do(&c->accesses, &access,
                        c->memos != NULL ? collector_recall_touch
                                         : collector_record_touch,
                        c);
        return;
    }
    op = (struct rdl_locking){
        .lock = event->addr,
        .thread = c->threads[event->tid],
        .shared = (event->flags & RDL_EV_SHARED) != 0,
    };
    if (rdl_operation_takes(o))
        op.loc = rdl_location_of(&c->locations, event->pc);
    switch (o) {
    case RDL_DOES_ACQUIRE:
        if (c->n_conflict > 0)
            rdl_locks_conflicts(&c->locks, &op, collector_record_conflict, c);
        break;
    case RDL_DOES_HOLD:
    case RDL_DOES_TAKE:
        collector_hold(c, &op);
        break;
    case RDL_DOES_UNLOCK:
        rdl_locks_unlock(&c->locks, &op);
        break;
    case RDL_DOES_DESTROY:
        rdl_locks_forget(&c->locks, event->addr, 1);
        break;
    case RDL_DOES_START:
        /* Different from all numbers of this execution; they repeat after 2^22
         * starts of one tid. */
        c->threads[event->tid] += RDL_MAX_THREADS;
        break;
    default:
        break;
    }
}
