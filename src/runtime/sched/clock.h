/* clock.h - virtual time.
 *
 * Nothing of the target sees real time.  Virtual time moves in three ways: a
 * little when a clock is read (time/read_clock.c), to the next deadline when
 * no thread can run, and to the next deadline when the strategy says so (both
 * by sched/sched.c). */
#ifndef RDL_RUNTIME_SCHED_CLOCK_H
#define RDL_RUNTIME_SCHED_CLOCK_H

#include "runtime/core/interceptor.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define RDL_SECOND UINT64_C(1000000000) /* in ns */

/* Is it a clock of this process that we know?  (Others are the kernel's.) */
bool rdl_clock_known(clockid_t clock);
/* Virtual ns at which `clock` shows `when`, at least 1 (so that it can be the
 * deadline of a wait); RDL_NEVER if unreachable. */
uint64_t rdl_clock_deadline(clockid_t clock, const struct timespec *when);
/* What `clock` shows at virtual time `ns`; a CPU clock shows what it shows
 * now. */
struct timespec rdl_clock_shows(clockid_t clock, uint64_t ns);

/* tv_nsec within bounds, tv_sec not negative. */
static inline bool rdl_timespec_valid(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)RDL_SECOND;
}
/* In ns, RDL_NEVER if that is too much. */
uint64_t rdl_timespec_ns(const struct timespec *t);
struct timespec rdl_ns_timespec(uint64_t ns);
/* ns from now, RDL_NEVER if that is too much. */
uint64_t rdl_after(uint64_t ns);

/* The calling thread reads a clock: a scheduling point, and virtual time moves
 * on a little, which may end waits and fire timers. */
void rdl_clock_read(uintptr_t pc);

#endif
