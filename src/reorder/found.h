/* found.h - the sync-preserving races and deadlocks of an execution
 * (closure.h).
 *
 * Races: accesses of two threads to the same bytes, one of which writes or
 * frees and not both of which are atomic.  One pair is given for each pair of
 * places.  Deadlocks: threads each of which holds what another one asks for, of
 * any lock family; one for each cycle of places.
 *
 * What is found is true of the recorded execution: if the program does in the
 * reordering what it did there, the threads get where they should stand.  What
 * raddle did not see (code without hooks) may prevent that. */
#ifndef RDL_REORDER_FOUND_H
#define RDL_REORDER_FOUND_H

#include "reorder/closure.h"
#include "reorder/reading.h"

/* Threads of a deadlock; races and deadlocks of an execution; work, in steps
 * that take constant time. */
#define RDL_REORDER_PARTS 8
#define RDL_REORDER_RACES 128
#define RDL_REORDER_DEADLOCKS 64
#define RDL_REORDER_WORK 30000000

struct rdl_reordered {
    bool deadlock; /* or a race */
    size_t n;
    struct rdl_reordered_part { /* a thread */
        uint32_t event;         /* that it stands at */
        /* A deadlock: the section that it is in and that the previous part
         * waits for. */
        uint32_t section;
        /* A race: its access, as in the trace; it may be a FREE, which comes in
         * the course of the event. */
        uintptr_t pc;
        uint8_t op;
    } parts[RDL_REORDER_PARTS];
    uintptr_t addr; /* a race: eight bytes that have it */
    uint32_t *cut;  /* so many events of each thread bring them there */
};

struct rdl_reordered_list { /* owns its arrays */
    size_t n, room;
    struct rdl_reordered *all; /* deadlocks first */
    size_t n_races, n_deadlocks;
    uint64_t work;
    bool partial; /* not everything was looked at, or kept */
};

void rdl_reordered_find(struct rdl_reordered_list *out,
                        const struct rdl_reading *r);
void rdl_reordered_free(struct rdl_reordered_list *list);

/* For races.c and deadlocks.c: adds a copy, with the closure's cut. */
void rdl_reordered_add(struct rdl_reordered_list *out,
                       const struct rdl_closure *c,
                       const struct rdl_reordered *one);
void rdl_reordered_races(struct rdl_reordered_list *out,
                         const struct rdl_reading *r, struct rdl_closure *c);
void rdl_reordered_deadlocks(struct rdl_reordered_list *out,
                             const struct rdl_reading *r,
                             struct rdl_closure *c);

#endif
