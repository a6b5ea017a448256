/* announced.h - how many threads have announced an access to each granule (8
 * aligned bytes), so that one load mostly answers whether an access meets
 * another one.
 *
 * A granule's slot has four counts: plain reads, plain writes, atomic reads,
 * atomic writes.  An operator conflicts with some of them (rdl_ops_conflict):
 * threads that all read, or that all use atomics, do not meet.  Granules may
 * share a slot, and an access counts for all bytes of its granules, so "it may
 * meet one" has to be looked into; "it meets none" is exact.
 *
 * What a thread has announced counts until it announces something else, also
 * after it has made the access: until then it runs, and nobody but itself could
 * ask.  Nor does it matter whether the thread is enabled. */
#ifndef RDL_RUNTIME_OBSERVE_TABLES_ANNOUNCED_H
#define RDL_RUNTIME_OBSERVE_TABLES_ANNOUNCED_H

#include "base/event.h"

/* Small, because it shares the first-level cache with a program that a rewind
 * has just written anew. */
#define RDL_ANNOUNCED_SLOTS 1024
/* An access to more granules counts for all memory. */
#define RDL_ANNOUNCED_FEW 8

struct rdl_announced {
    uint64_t slots[RDL_ANNOUNCED_SLOTS]; /* four counts of 16 bits */
    uint64_t all;                        /* likewise, of larger accesses */
    uint32_t n_threads;                  /* those with a higher tid have none */
    /* By tid, what it has announced: the slot of the first granule, the place
     * of the count in it, and how many granules.  0: no access. */
    uint32_t of[RDL_MAX_THREADS];
    uintptr_t granule[RDL_MAX_THREADS]; /* the first of several */
};

_Static_assert(RDL_MAX_THREADS <= UINT16_MAX / RDL_ANNOUNCED_FEW,
               "a count never overflows, even if all granules share a slot");

/* Nothing is announced: an execution begins. */
void rdl_announced_begin(struct rdl_announced *a);
/* The thread e->tid has announced `e`, an access or not, instead of what it had
 * announced before.  False: no access that another thread has announced
 * conflicts with `e` (rdl_events_conflict). */
bool rdl_announced_by(struct rdl_announced *a, const struct rdl_event *e);
/* The same question about a block that is about to be freed: `e` is an
 * RDL_OP_FREE.  What its own thread has announced counts, too. */
bool rdl_announced_frees(const struct rdl_announced *a,
                         const struct rdl_event *e);

#endif
