/* race_parts.h - the parts of the detector of data races (race.h), for each
 * other: race.c compares what threads have announced, race_order.c looks at
 * orders, race_report.c reports. */
#ifndef RDL_RUNTIME_OBSERVE_RACE_PARTS_H
#define RDL_RUNTIME_OBSERVE_RACE_PARTS_H

#include "base/finding.h"
#include "runtime/core/thread.h"

/* --- race_report.c -------------------------------------------------------- */

/* Does a race end the execution that shows it? */
bool rdl_race_ends_executions(void);
/* Is the pair of places known, with a proof that is not weaker?  Then this
 * execution counts it once. */
bool rdl_race_counted(uintptr_t a, uintptr_t b, enum rdl_race_proof proof);
struct rdl_race_side rdl_race_side_of(const struct rdl_event *e);
/* The next report is about these two accesses to the memory at addr. */
struct rdl_race_view *rdl_race_fill(enum rdl_race_proof proof,
                                    const struct rdl_race_side *first,
                                    const struct rdl_race_side *second,
                                    uintptr_t addr);
/* Reports them; true if the execution is to end with it. */
bool rdl_race_report(void);
void rdl_race_next_execution(void);

/* --- race_order.c --------------------------------------------------------- */

/* An execution begins; returns whether it follows orders. */
bool rdl_race_order_begin(uint64_t execution, bool ends);
void rdl_race_hold(const volatile void *lock, unsigned flags, uintptr_t pc);
void rdl_race_unhold(const struct rdl_thread *holder,
                     const volatile void *lock);
void rdl_race_created(const struct rdl_thread *t, uintptr_t pc);

/* Has the program said that this thread's accesses do not race? */
static inline bool rdl_race_ignored(rdl_tid tid)
{
    const struct rdl_thread *t = rdl_thread_at(tid);

    return t->ignores > 0 || t->ignores_races > 0;
}

#endif
