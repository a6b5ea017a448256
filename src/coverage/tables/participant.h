/* participant.h - a process that takes part in a coverage memory, and its lock.
 *
 * Everything in the memory that is not a single word changes under one lock.
 * That is rare: each location, each requirement and each first covering once
 * in a campaign.  The lock is a word with the owner's number in it, so that
 * the driver can take it from a process that died with it (memory.h).
 *
 * It cannot sleep: inside the target there is nobody to ask for that.  Who
 * waits in vain for about a second goes without what it wanted to record,
 * which is then counted as lost, and does not wait again in that execution. */
#ifndef RDL_COVERAGE_TABLES_PARTICIPANT_H
#define RDL_COVERAGE_TABLES_PARTICIPANT_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_participant {
    uint32_t *lock;
    uint32_t owner; /* its number, never 0; no two alive have the same */
    bool gave_up;   /* in this execution */
};

/* False: it could not be had. */
bool rdl_participant_lock(struct rdl_participant *party);
void rdl_participant_unlock(struct rdl_participant *party);

/* What is lost is counted without the lock. */
static inline void rdl_participant_lose(uint64_t *lost)
{
    __atomic_fetch_add(lost, 1, __ATOMIC_RELAXED);
}

#endif
