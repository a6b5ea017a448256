/* participant.h - a process that takes part in a coverage memory, and its lock.
 *
 * Everything in the memory that is not a single word changes under one lock.
 * That is rare: once in a campaign for each location, each requirement and each
 * first covering.  The lock is a word with the owner's number, so that the
 * driver can take it from a process that died with it (memory.h).
 *
 * A process cannot sleep for it inside the target.  One that waits in vain for
 * about a second gives up: what it wanted to record is counted as lost, and it
 * does not wait again in that execution. */
#ifndef RDL_COVERAGE_TABLES_PARTICIPANT_H
#define RDL_COVERAGE_TABLES_PARTICIPANT_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_participant {
    uint32_t *lock;
    uint32_t owner; /* its number, never 0; unique among the living */
    bool gave_up;   /* in this execution */
};

/* False: the lock was not available. */
bool rdl_participant_lock(struct rdl_participant *participant);
void rdl_participant_unlock(struct rdl_participant *participant);

/* Counts a loss, without the lock. */
static inline void rdl_participant_lose(uint64_t *lost)
{
    __atomic_fetch_add(lost, 1, __ATOMIC_RELAXED);
}

#endif
