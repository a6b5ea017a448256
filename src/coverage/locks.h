/* locks.h - the history of locks within one execution: which threads hold each,
 * where they took it, and the latest lock-hold. */
#ifndef RDL_COVERAGE_LOCKS_H
#define RDL_COVERAGE_LOCKS_H

#include "coverage/coverage.h"
#include "coverage/tables/hash_index.h"
#include "coverage/tables/record_pool.h"

#define RDL_LOCKS_HELD 256

struct rdl_locks {
    struct rdl_hash_index locks; /* by address */
    /* The number of locks each thread holds, by its number modulo this size: a
     * thread that holds none needs no search, at each decision. */
    uint32_t held[RDL_LOCKS_HELD];
    struct rdl_record_pool records, holders;
    uint64_t lost; /* lock-holds not recorded: no memory */
};

/* An operation on a lock. */
struct rdl_locking {
    uintptr_t lock;
    uint32_t loc, thread;
    bool shared; /* the read side of a reader-writer lock */
};

typedef void rdl_conflict_fn(void *arg, const struct rdl_conflict *conflict);

void rdl_locks_init(struct rdl_locks *h, const struct rdl_allocator *supply);
/* Begins another execution. */
void rdl_locks_clear(struct rdl_locks *h);
/* Calls `fn` (if not NULL) for each holder in another thread that excludes
 * `op`; returns their number. */
unsigned rdl_locks_conflicts(const struct rdl_locks *h,
                             const struct rdl_locking *op, rdl_conflict_fn *fn,
                             void *arg);
/* Does the thread of `op` hold the lock, on either side? */
bool rdl_locks_own(const struct rdl_locks *h, const struct rdl_locking *op);
/* Is it a lock-hold, and is the lock available now: no other thread excludes it
 * and its own thread does not hold it?  Fills in the hold; a new lock has no
 * last one. */
bool rdl_locks_free(const struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover);
/* Records a lock-hold; false if it is a re-acquisition, which needs a release
 * of its own. */
bool rdl_locks_hold(struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover);
/* Only lock and thread matter.  If the thread does not hold the lock, the lock
 * was handed over: its exclusive hold ends. */
void rdl_locks_unlock(struct rdl_locks *h, const struct rdl_locking *op);
/* The locks that begin in these bytes no longer exist.  Locks are aligned to
 * 4. */
void rdl_locks_forget(struct rdl_locks *h, uintptr_t addr, size_t size);

#endif
