/* race_shadow.h - for each granule (aligned 8 bytes) the latest write and the
 * latest reads, with their times, to compare an access with.
 *
 * FastTrack (Flanagan and Freund, PLDI 2009) keeps one epoch for writes and a
 * clock for reads.  Here a granule has one write and up to RDL_SHADOW_READS
 * reads of different threads.  The table is a cache: a newer granule takes the
 * place of an older one.  What is forgotten is a race that is not found in this
 * execution, never one that is not there.
 *
 * Each entry has the number of its execution, so nothing is cleared when an
 * execution begins. */
#ifndef RDL_RUNTIME_OBSERVE_RACE_SHADOW_H
#define RDL_RUNTIME_OBSERVE_RACE_SHADOW_H

#include "base/event.h"

#define RDL_SHADOW_READS 3
#define RDL_SHADOW_GRANULES 8192
/* Of a large access only this many granules count. */
#define RDL_SHADOW_MOST 512

struct rdl_shadow_access {
    uintptr_t pc;
    uint32_t step; /* 0: there is none */
    rdl_tid tid;
    uint8_t mask; /* its bytes of the granule */
    uint8_t op;
};

struct rdl_shadow_granule {
    uint64_t number; /* address / 8 */
    uint32_t execution;
    uint32_t next; /* the read that is replaced next */
    struct rdl_shadow_access write, reads[RDL_SHADOW_READS];
};

struct rdl_shadow_table {
    uint32_t execution;
    struct rdl_shadow_granule granules[RDL_SHADOW_GRANULES];
};

void rdl_shadow_begin(struct rdl_shadow_table *t);

/* Called for each earlier access of another thread that conflicts with e:
 * overlapping bytes, one of the two writes, not both are atomic. */
typedef void rdl_shadow_conflict(void *data,
                                 const struct rdl_shadow_access *earlier,
                                 const struct rdl_event *e, uintptr_t addr);

/* Thread e->tid makes the access `e` at that step: compares it with earlier
 * ones, then notes it.  RDL_OP_FREE compares and forgets what was there. */
void rdl_shadow_access(struct rdl_shadow_table *t, const struct rdl_event *e,
                       uint32_t step, rdl_shadow_conflict *conflict,
                       void *data);

#endif
