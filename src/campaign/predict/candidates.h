/* candidates.h - races and atomicity violations that an observed execution
 * makes likely, as aims for race-directed and atomicity-directed.
 *
 * A candidate is worth a few executions, not a report: what is not counted here
 * (conditions, semaphores, barriers, atomics that synchronise) may order the
 * accesses.  Only an execution that gets there shows that it is real.
 *
 *   - A race: accesses of two threads to the same bytes, one of them writing,
 *     not both atomic, without a common lock and not ordered by the creation or
 *     the join of threads (lock sets: Savage et al., TOCS 1997; the first phase
 *     of RaceFuzzer, Sen, PLDI 2008, uses these and more of the order).
 *   - An atomicity violation: two successive accesses of one thread to the same
 *     bytes, and one of another thread that may come between them and cannot be
 *     moved out (the four cases of AVIO, Lu et al., ASPLOS 2006).  If the
 *     second access is in a critical section that the first is not in, the
 *     thread can be held before that lock call.  associated.c finds the same
 *     for two variables.
 *
 * Of an execution the first 10,000 events are looked at, of 8 bytes of memory
 * the first few accesses at different places. */
#ifndef RDL_CAMPAIGN_PREDICT_CANDIDATES_H
#define RDL_CAMPAIGN_PREDICT_CANDIDATES_H

#include "base/event.h"

#include <stddef.h>

struct rdl_candidate {
    bool atomicity; /* or a race */
    /* Two accesses; or the first access, the operation before which it waits,
     * and the access of the other thread. */
    uintptr_t pc[3];
    uintptr_t addr;
};

struct rdl_candidates_calls {
    void *data;
    void (*each)(void *data, const struct rdl_candidate *c);
    /* Where the structure begins that a variable at that address is a part of;
     * 0: not known, or none.  May be NULL. */
    uintptr_t (*structure)(void *data, uintptr_t addr);
};

/* Calls each() for candidates of that execution; one may come several times. */
void rdl_candidates_find(const struct rdl_event *events, size_t n,
                         const struct rdl_candidates_calls *calls);

#endif
