/* clock.h - virtual time.
 *
 * The target never sees real time.  Virtual time advances in three ways: a
 * little when a thread reads a clock (time/read_clock.c), to the next deadline
 * when no thread can run, and to the next deadline when the strategy chooses so
 * (both in sched/sched.c). */
#ifndef RDL_RUNTIME_SCHED_CLOCK_H
#define RDL_RUNTIME_SCHED_CLOCK_H

#include "runtime/core/interceptor.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define RDL_SECOND UINT64_C(1000000000) /* in ns */

/* Is it a clock of this process that we know?  (The kernel handles the
 * others.) */
bool rdl_clock_known(clockid_t clock);
/* Virtual ns at which `clock` will show `when`, at least 1 (so that it can be
 * the deadline of a wait); RDL_NEVER if it never will. */
uint64_t rdl_clock_deadline(clockid_t clock, const struct timespec *when);
/* What `clock` shows at virtual time `ns`; a CPU clock shows what it shows
 * now. */
struct timespec rdl_clock_shows(clockid_t clock, uint64_t ns);

/* tv_nsec within bounds, tv_sec not negative. */
static inline bool rdl_timespec_valid(const struct timespec *t)
{
    return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < (long)RDL_SECOND;
}
/* In ns, RDL_NEVER on overflow. */
uint64_t rdl_timespec_ns(const struct timespec *t);
struct timespec rdl_ns_timespec(uint64_t ns);
/* The virtual time `ns` from now, RDL_NEVER on overflow. */
uint64_t rdl_after(uint64_t ns);

/* The calling thread reads a clock: a scheduling point that advances virtual
 * time a little, which may end waits and fire timers. */
void rdl_clock_read(uintptr_t pc);

#endif
