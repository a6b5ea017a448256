/* warnings.h - findings that do not end their execution, in the memory that
 * driver and runtime share.
 *
 * What a detector whose severity is RDL_WARNING gets, and what it must do:
 *   - it sets finding->key where pc and code do not tell its findings apart.
 *     The key must be equal in every process and every execution that shows the
 *     same thing, so it is made of module names and offsets, never of
 *     addresses;
 *   - findings with one key may differ in their code: how well the thing is
 *     known.  A smaller code is the stronger one.  The driver reports the thing
 *     once, and once more if it comes with a stronger code; what it shows and
 *     keeps is the strongest;
 *   - a new warning ends the batch of executions, so the driver has the record
 *     of the execution that showed it;
 *   - the driver runs that execution once more, with rdl_config.ends and
 *     .ends_key set, up to the moment at which the detector is asked with that
 *     key and code.  It ends there as if the warning were an error.  So a
 * warning has a schedule, which raddle replays, shows and shrinks like any
 * other;
 *   - for that, the part of the runtime that asks the detector must ask it
 *     again in a replay and in every other execution of the same steps: it must
 *     not depend on what earlier executions have left.  With `ends` set no
 *     access is private (observe/sharing.h);
 *   - before it asks while rdl_config.ends has the detector, the runtime may
 *     append the steps that threads are about to take (rdl_sched_stand in
 *     sched/sched.h): they are then the last rows of the table. */
#ifndef RDL_DETECT_WARNINGS_H
#define RDL_DETECT_WARNINGS_H

#include "base/shared.h"

#include <stdbool.h>

/* Records a finding `f` that rdl_detect made: counts it if its kind and code
 * are known at its place, else adds it. */
void rdl_warnings_add(struct rdl_warnings *w, const struct rdl_finding *f);

/* The number, from 1, of the warning with that key and code; 0: there is
 * none. */
uint32_t rdl_warnings_with(const struct rdl_warnings *w, uint64_t key,
                           int32_t code);

/* Do executions with this configuration end at the warning `f`, if they end at
 * warnings of its kind? */
bool rdl_warning_ends(const struct rdl_config *config,
                      const struct rdl_finding *f);

/* The driver has taken them over, or they do not count. */
void rdl_warnings_counted(struct rdl_warnings *w);

/* The warning as a finding, with a view of the threads that it is about. */
void rdl_warning_finding(const struct rdl_warning *w, struct rdl_finding *out);

#endif
