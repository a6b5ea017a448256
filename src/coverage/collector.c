/* collector.c - see collector.h. */
#include "coverage/collector.h"

#include "coverage/cover_cache.h"
#include "coverage/operation.h"

void rdl_coverage_forget(struct rdl_coverage *c, uintptr_t addr, size_t size)
{
    rdl_accesses_forget(&c->accesses, addr, size);
    rdl_locks_forget(&c->locks, addr, size);
}

static void collector_ask_touch(struct rdl_coverage *c,
                                const struct rdl_touch *t,
                                struct rdl_cover_cache *memo)
{
    struct rdl_sink sink = { .covering = &c->covering,
                             .memo = memo,
                             .late = c->late };

    for (unsigned i = 0; i < c->n_touch; i++) {
        sink.metric = c->touch[i].id;
        c->touch[i].metric->touch(t, &sink);
    }
}

static void collector_ask_conflict(struct rdl_coverage *c,
                                   const struct rdl_conflict *conflict,
                                   struct rdl_cover_cache *memo)
{
    struct rdl_sink sink = { .covering = &c->covering, .memo = memo };

    for (unsigned i = 0; i < c->n_conflict; i++) {
        sink.metric = c->conflict[i].id;
        c->conflict[i].metric->conflict(conflict, &sink);
    }
}

static void collector_ask_handover(struct rdl_coverage *c,
                                   const struct rdl_handover *handover,
                                   struct rdl_cover_cache *memo)
{
    struct rdl_sink sink = { .covering = &c->covering, .memo = memo };

    for (unsigned i = 0; i < c->n_handover; i++) {
        sink.metric = c->handover[i].id;
        c->handover[i].metric->handover(handover, &sink);
    }
}

/* Covers what the cache has for `key`, if it has it.  By value: the key of the
 * usual path never is in memory. */
static inline bool collector_recall(struct rdl_coverage *c,
                                    struct rdl_cover_key key)
{
    struct rdl_cover_cache *m;

    if (__builtin_expect(c->memos == NULL, 0))
        return false;
    m = rdl_cover_cache_at(c->memos, key);
    if (__builtin_expect(!rdl_cover_cache_is(m, key), 0))
        return false;
    if (m->epoch == c->covering.epoch && !c->marks)
        return true; /* all of it has been covered in this execution */
    for (unsigned i = 0; i < m->n; i++)
        rdl_requirements_cover_id(&c->covering, m->id[i]);
    m->epoch = c->covering.epoch;
    return true;
}

/* Asks the metrics and caches what they say.  Functions of their own, to keep
 * the usual path short. */
#define LEARN(what, type)                                                      \
    __attribute__((noinline)) static void collector_learn_##what(              \
        struct rdl_coverage *c, const struct type *about)                      \
    {                                                                          \
        const struct rdl_cover_key key = rdl_cover_##what(about);              \
        struct rdl_cover_cache *memo =                                         \
            c->memos != NULL ? rdl_cover_cache_at(c->memos, key) : NULL;       \
                                                                               \
        if (memo != NULL)                                                      \
            rdl_cover_cache_begin(memo, &key);                                 \
        collector_ask_##what(c, about, memo);                                  \
        if (memo != NULL)                                                      \
            rdl_cover_cache_end(memo, c->covering.epoch);                      \
    }
LEARN(touch, rdl_touch)
LEARN(conflict, rdl_conflict)
LEARN(handover, rdl_handover)

static void collector_record_touch(void *arg, const struct rdl_touch *t)
{
    struct rdl_coverage *c = arg;

    if (__builtin_expect(c->late, 0))
        collector_ask_touch(c, t, NULL); /* another answer than usual */
    else if (!collector_recall(c, rdl_cover_touch(t)))
        collector_learn_touch(c, t);
}

static void collector_record_conflict(void *arg,
                                      const struct rdl_conflict *conflict)
{
    struct rdl_coverage *c = arg;

    if (!collector_recall(c, rdl_cover_conflict(conflict)))
        collector_learn_conflict(c, conflict);
}

static void collector_record_handover(struct rdl_coverage *c,
                                      const struct rdl_handover *handover)
{
    if (c->n_handover > 0 && !collector_recall(c, rdl_cover_handover(handover)))
        collector_learn_handover(c, handover);
}

static inline struct rdl_touch collector_touch(const struct rdl_access *a,
                                               const struct rdl_access_cell *h)
{
    return (struct rdl_touch){
        .loc = a->loc,
        .thread = a->thread,
        .reads = (a->does & RDL_DOES_READ) != 0,
        .writes = (a->does & RDL_DOES_WRITE) != 0,
        .write_loc = h->write_loc,
        .write_thread = h->write_thread,
        .read_loc = h->read_loc,
        .read_thread = h->read_thread,
    };
}

__attribute__((noinline)) static void
collector_new_touch(struct rdl_coverage *c, const struct rdl_access *a,
                    const struct rdl_access_cell *h)
{
    const struct rdl_touch touch = collector_touch(a, h);

    collector_record_touch(c, &touch);
}

static void collector_access(struct rdl_coverage *c, const struct rdl_access *a)
{
    struct rdl_access_cell *cell =
        rdl_accesses_exact(&c->accesses, a->addr, a->size);

    if (__builtin_expect(cell == NULL, 0)) {
        rdl_accesses_do(&c->accesses, a, collector_record_touch, c);
        return;
    }
    if (__builtin_expect(c->late, 0) ||
        !collector_recall(c, rdl_cover_access(a, cell)))
        collector_new_touch(c, a, cell);
    rdl_accesses_apply(cell, a);
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

        collector_access(c, &access);
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
