/* race_shadow.h - for each granule (aligned 8 bytes) its latest accesses, with
 * their times, to compare an access with.
 *
 * FastTrack (Flanagan and Freund, PLDI 2009) keeps the time of the latest write
 * of a variable, and a clock of the reads since.  A granule may hold several
 * variables, so here it has up to RDL_SHADOW_ACCESSES accesses with their
 * bytes; a write covers all earlier accesses to its bytes, a read its thread's
 * earlier reads.  What is covered stays while there is room, since each pair of
 * places is a race of its own.  The table is a cache: what is newer
 * takes the place of what is older.  What is forgotten is a race that is not
 * found in this execution, never one that is not there.
 *
 * Each entry has the number of its execution, so nothing is cleared when an
 * execution begins. */
#ifndef RDL_RUNTIME_OBSERVE_RACE_SHADOW_H
#define RDL_RUNTIME_OBSERVE_RACE_SHADOW_H

#include "base/event.h"

#define RDL_SHADOW_ACCESSES 6
#define RDL_SHADOW_GRANULES 8192
/* Of a large access only this many granules are compared and noted. */
#define RDL_SHADOW_MOST 512

struct rdl_shadow_access {
    uintptr_t pc;
    uint32_t step; /* 0: there is none */
    rdl_tid tid;
    uint8_t mask; /* its bytes of the granule */
    uint8_t op;
    bool covered; /* what reads these bytes sees a later write */
};

struct rdl_shadow_granule {
    uint64_t number; /* address / 8 */
    uint32_t execution;
    uint32_t next; /* the access that is replaced next */
    struct rdl_shadow_access all[RDL_SHADOW_ACCESSES];
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
 * ones, then notes it. */
void rdl_shadow_access(struct rdl_shadow_table *t, const struct rdl_event *e,
                       uint32_t step, rdl_shadow_conflict *conflict,
                       void *data);
/* The memory gets another owner: compares the RDL_OP_FREE `e` with earlier
 * accesses (unless `conflict` is NULL), and forgets all accesses to these bytes
 * and to what else is in their granules.  At most RDL_SHADOW_GRANULES entries
 * are looked at, whatever the size. */
void rdl_shadow_free(struct rdl_shadow_table *t, const struct rdl_event *e,
                     uint32_t step, rdl_shadow_conflict *conflict, void *data);

#endif
