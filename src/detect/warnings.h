/* warnings.h - findings that do not end their execution, in the memory that
 * driver and runtime share.
 *
 * What a detector whose severity is RDL_WARNING gets, and what it must do:
 *   - it sets finding->key where pc and code do not tell its findings apart.
 *     The key must be equal in every process and every execution that shows the
 *     same thing, so it is made of module names and offsets, never of
 *     addresses;
 *   - a new warning ends the batch of executions, so the driver has the record
 *     of the execution that showed it;
 *   - the driver runs that execution once more, with rdl_config.ends and
 *     .ends_key set, up to the moment at which the detector is asked with that
 *     key.  It ends there as if the warning were an error.  So a warning has a
 *     schedule, which raddle replays, shows and shrinks like any other;
 *   - for that, the part of the runtime that asks the detector must ask it
 *     again in a replay and in every other execution of the same steps: it must
 *     not depend on what earlier executions have left.  With `ends` set no
 *     access is private (observe/sharing.h);
 *   - before it asks while rdl_config.ends has the detector, the runtime may
 *     append the steps that threads are about to take (rdl_sched_stand in
 *     sched/sched.h): they are then the last rows of the table. */
#ifndef RDL_DETECT_WARNINGS_H
#define RDL_DETECT_WARNINGS_H

#include "base/finding.h"

/* Records a finding `f` that rdl_detect made: counts it if its kind is known at
 * its place, else adds it. */
void rdl_warnings_add(struct rdl_warnings *w, const struct rdl_finding *f);

/* The number, from 1, of the warning with that key; 0: there is none. */
uint32_t rdl_warnings_with(const struct rdl_warnings *w, uint64_t key);

/* The driver has taken them over, or they do not count. */
void rdl_warnings_counted(struct rdl_warnings *w);

/* The warning as a finding, with a view of the threads that it is about. */
void rdl_warning_finding(const struct rdl_warning *w, struct rdl_finding *out);

#endif
