/* locks.h - the history of locks: who holds each, taken where, and which
 * lock-hold was the latest, within one execution. */
#ifndef RDL_COVERAGE_LOCKS_H
#define RDL_COVERAGE_LOCKS_H

#include "coverage/coverage.h"
#include "coverage/tables/hash_index.h"
#include "coverage/tables/record_pool.h"

#define RDL_LOCKS_HELD 256

struct rdl_locks {
    struct rdl_hash_index locks; /* by address */
    /* How many each thread holds, by its number modulo that: who holds none is
     * told from all others without a search, at each decision. */
    uint32_t held[RDL_LOCKS_HELD];
    struct rdl_record_pool records, holders;
    uint64_t lost; /* lock-holds that were not kept: no memory */
};

/* An operation on a lock. */
struct rdl_locking {
    uintptr_t lock;
    uint32_t loc, thread;
    bool shared; /* the read side of a reader-writer lock */
};

typedef void rdl_conflict_fn(void *arg, const struct rdl_conflict *conflict);

void rdl_locks_init(struct rdl_locks *h, const struct rdl_allocator *supply);
/* Another execution begins. */
void rdl_locks_clear(struct rdl_locks *h);
/* Calls `fn` (if not NULL) for each holder, of another thread, that excludes
 * `op`; how many there are. */
unsigned rdl_locks_conflicts(const struct rdl_locks *h,
                             const struct rdl_locking *op, rdl_conflict_fn *fn,
                             void *arg);
/* Does the thread of `op` hold the lock, on whichever side? */
bool rdl_locks_own(const struct rdl_locks *h, const struct rdl_locking *op);
/* Is it a lock-hold, and can it be had now?  That is: nobody else excludes it
 * and its thread does not hold the lock.  Which one it would be; a new lock
 * has no last one. */
bool rdl_locks_free(const struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover);
/* Makes a lock-hold history; false if it is a re-acquisition, which has to be
 * given back as often. */
bool rdl_locks_hold(struct rdl_locks *h, const struct rdl_locking *op,
                    struct rdl_handover *handover);
/* Only lock and thread matter.  A lock that the thread does not hold was
 * handed over: its exclusive hold ends. */
void rdl_locks_unlock(struct rdl_locks *h, const struct rdl_locking *op);
/* The locks that begin in these bytes are no more.  Locks are aligned to 4. */
void rdl_locks_forget(struct rdl_locks *h, uintptr_t addr, size_t size);

#endif
