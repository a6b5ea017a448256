/* collector.h - feeds executed events to the histories and the metrics, and
 * asks them what an event would cover.
 *
 * The events of an execution come in the order in which they happened, each
 * when it has happened (so that flags are final).  Of an event matter:
 *   READ, ATOMIC_READ      a read of [addr, addr+size)
 *   WRITE, ATOMIC_WRITE    a write
 *   RMW                    both at once; with RDL_EV_FAILED a read
 *   LOCK                   lock-acquire, the attempt: fed when it is made,
 *                          before it waits, and not again when it goes on
 *   HOLD                   lock-hold; RDL_EV_SHARED for the read side, as
 *                          with LOCK and TRYLOCK
 *   TRYLOCK                acquire and hold in one (no HOLD follows it); with
 *                          RDL_EV_FAILED nothing: it does not wait
 *   UNLOCK                 the lock is given back.  Of a recursive lock feed
 *                          HOLD and UNLOCK at every level, or both only at the
 *                          outermost
 *   DESTROY                the lock is no more
 *   START                  `tid` is a new thread from here on
 * All others change nothing: a condition wait is fed as the UNLOCK and HOLD
 * that it does, both at the wait's location.
 *
 * Everything runs inside the target or in the driver alike: no libc, memory
 * only from the supply, no locks; one thread at a time. */
#ifndef RDL_COVERAGE_COLLECTOR_H
#define RDL_COVERAGE_COLLECTOR_H

#include "base/event.h"
#include "coverage/accesses.h"
#include "coverage/locks.h"
#include "coverage/tables/memory.h"

/* A metric and its number, side by side: asked at every event. */
struct rdl_listener {
    const struct rdl_metric *metric;
    unsigned id;
};

/* One process's part in a coverage memory.  It must not move. */
struct rdl_coverage {
    uint32_t metrics; /* those that record */
    struct rdl_coverage_memory *memory;
    struct rdl_participant party;
    struct rdl_locations locations;
    struct rdl_covering covering;
    struct rdl_pairing pairs[RDL_N_COMBINATORIAL];
    uint64_t new_pairs; /* by the latest rdl_coverage_end, of all kinds */
    struct rdl_accesses accesses;
    struct rdl_locks locks;
    uint32_t threads[RDL_MAX_THREADS]; /* by tid: number of its thread */
    struct rdl_allocator supply;
    struct rdl_touch_cache *memos; /* NULL: no memory, or not worth it */
    /* Some memory is told of only since the middle of this execution: what has
     * no writer there may have one.  The caller's to set. */
    bool late;
    /* Of the metrics above, those that want each call. */
    uint32_t n_touch, n_conflict, n_handover;
    struct rdl_listener touch[RDL_N_METRICS], conflict[RDL_N_METRICS];
    struct rdl_listener handover[RDL_N_METRICS];
};

struct rdl_coverage_attach {
    struct rdl_coverage_memory *memory;
    size_t size;      /* of what is mapped there */
    uint32_t metrics; /* to be recorded */
    uint32_t pairs;   /* wanted: 1 << i for rdl_combinatorial_at(i) */
    uint32_t owner;   /* see coverage/tables/participant.h: never 0 */
    struct rdl_allocator supply;
    struct rdl_namer namer;
};

/* 0; -EINVAL: that is no coverage memory; -ENOMEM: the supply gave nothing.
 * Touches no more of the memory than is in use. */
int rdl_coverage_attach(struct rdl_coverage *c,
                        const struct rdl_coverage_attach *how);
/* Takes in what other processes found.  Each execution begins with it; a
 * process that forks one for each execution does it before, lest every child
 * do all of it again. */
void rdl_coverage_sync(struct rdl_coverage *c);
/* Execution `number` begins.  What it covers is in the memory at once. */
void rdl_coverage_begin(struct rdl_coverage *c, uint64_t number);
void rdl_coverage_event(struct rdl_coverage *c, const struct rdl_event *event);
/* Memory is freed or mapped anew: what comes there is another object. */
void rdl_coverage_forget(struct rdl_coverage *c, uintptr_t addr, size_t size);
/* The execution is over: its pairs follow.  What it covered can still be asked
 * for until the next begins. */
void rdl_coverage_end(struct rdl_coverage *c);
/* What this execution has covered first of all. */
static inline uint32_t rdl_coverage_n_new(const struct rdl_coverage *c)
{
    return c->covering.n_new;
}
/* What did not fit anywhere, in this and all earlier executions, other
 * processes' included as far as it concerns the shared tables. */
uint64_t rdl_coverage_lost(const struct rdl_coverage *c);

/* cov(p): what executing `p` now would cover of `metrics`, as far as they are
 * among those that record.  A lock-acquire counts as the lock-hold that it
 * becomes at once if the lock can be had now, else as the attempt. */
void rdl_coverage_would(struct rdl_coverage *c, uint32_t metrics,
                        const struct rdl_event *p, struct rdl_would *out);
/* cov(p,q): what executing `q` right after `p` would cover, without what `p`
 * covers itself.  Two lock operations on one lock: as if `p` gave it back in
 * between.  Bytes of `q` that `p` does not touch have the history they have
 * now.  When rdl_coverage_meet() is false it is cov(q). */
void rdl_coverage_would_after(struct rdl_coverage *c, uint32_t metrics,
                              const struct rdl_event *p,
                              const struct rdl_event *q, struct rdl_would *out);
/* Does `p` change what `q` covers right after it?  Looks at nothing else, so
 * a strategy can ask it for all pairs and query only those that meet. */
bool rdl_coverage_meet(const struct rdl_event *p, const struct rdl_event *q);
/* Would this lock-acquire (or lock-hold) have to wait now?  False of all other
 * events. */
bool rdl_coverage_waits(struct rdl_coverage *c, const struct rdl_event *p);
/* Does its thread hold the lock of this lock operation?  False of all other
 * events. */
bool rdl_coverage_holds(struct rdl_coverage *c, const struct rdl_event *p);

#endif
