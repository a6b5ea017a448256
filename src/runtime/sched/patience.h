/* patience.h - how long time does not pass under --time-passes=idle.
 *
 * Time then passes when no thread can run.  But a program may work until a time
 * is over ("count until main has slept for a second"), and would never end.  So
 * a wait ends anyway when other threads have made many scheduling decisions
 * since it began.  Accesses to memory that one thread alone uses are not
 * decisions, so a thread may compute for long. */
#ifndef RDL_RUNTIME_SCHED_PATIENCE_H
#define RDL_RUNTIME_SCHED_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

void rdl_patience_begin(void);
/* Decisions so far while there was a deadline; a wait notes it as it begins. */
uint64_t rdl_patience_asked(void);
/* One more decision while there is a deadline: does the earliest end now? */
bool rdl_patience_over(void);
/* Time passes to the next deadline.  idle: no thread has work to do. */
void rdl_patience_passed(bool idle);

#endif
