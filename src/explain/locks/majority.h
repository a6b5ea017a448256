/* majority.h - the lock that accesses to some memory hold, but for one. */
#ifndef RDL_EXPLAIN_LOCKS_MAJORITY_H
#define RDL_EXPLAIN_LOCKS_MAJORITY_H

#include "explain/search.h"

struct rdl_majority {
    /* Where a thread that does it right asked for the lock. */
    const struct rdl_history_act *lock;
    /* Where the thread that does it wrong asked for another one; NULL if it
     * holds none. */
    const struct rdl_history_act *instead;
    /* Other lines of the same function are without that lock, too. */
    bool lines;
};

/* Is `bare` done without a lock that the accesses of all other functions to the
 * same memory hold? */
bool rdl_majority_find(const struct search *c,
                       const struct rdl_history_act *bare,
                       struct rdl_majority *out);
/* locks.c: the step of a's thread that asked for that lock; NULL if not known.
 */
const struct rdl_history_act *
rdl_locks_step(const struct search *c, const struct rdl_history_act *a,
               const struct rdl_history_lock *lock);
/* locks.c: does its thread hold that lock? */
bool rdl_locks_has(const struct rdl_history_act *a, uintptr_t lock);

#endif
