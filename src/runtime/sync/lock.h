/* lock.h - shared by the synchronisation families. */
#ifndef RDL_RUNTIME_SYNC_LOCK_H
#define RDL_RUNTIME_SYNC_LOCK_H

#include "runtime/core/interceptor.h"
#include "runtime/core/thread.h"

#include <time.h>

/* Also gives an interposed function of this file its second name; binaries made
 * with glibc before 2.34 may be bound to that. */
#define RDL_OLD_NAME(name)                                                     \
    __asm__(".globl __" #name "\n.type __" #name ", @function\n.set __" #name  \
            ", " #name)

/* Until when a call waits; no clock is read before it has to wait. */
struct rdl_until {
    clockid_t clock;
    const struct timespec *when; /* NULL: for ever */
};

/* glibc's timed calls support only these clocks. */
static inline bool rdl_until_clock_ok(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

static inline bool rdl_until_ok(const struct timespec *when)
{
    return when->tv_nsec >= 0 && when->tv_nsec < 1000000000;
}

/* The deadline of a wait; `until->when` must be valid. */
uint64_t rdl_until_deadline(const struct rdl_until *until);
/* The next scheduling point of the calling thread is a call that waits until
 * then at most. */
void rdl_until_announce(const struct rdl_until *until, uintptr_t pc);

/* The next wait for the same object, in order of arrival; the first is
 * rdl_waiter(object, 0). */
static inline struct rdl_wait *rdl_waiter_next(const struct rdl_wait *wait)
{
    struct rdl_wait *w = wait->next;

    while (w != NULL && w->object != wait->object)
        w = w->next;
    return w;
}

/* The entry of `lock` among the locks that t holds, NULL if t does not hold
 * it. */
struct rdl_held *rdl_lock_entry(struct rdl_thread *t,
                                const volatile void *lock);

/* May the calling thread hold it, according to the entries?  (Their number is
 * limited.) */
bool rdl_lock_mine(const volatile void *lock);

/* Waits for a lock.  own: the caller itself holds it in a way that excludes
 * this acquisition.  Without a deadline that wait can never end, and it is
 * reported at once, however many other threads can still run. */
enum rdl_woke rdl_lock_wait(struct rdl_wait *wait, bool own, uintptr_t pc);
/* The same report alone: the caller is about to wait for what it holds. Returns
 * if nobody asked for it (--disable, --continue-after). */
void rdl_lock_again(struct rdl_wait *wait, uintptr_t pc);

#endif
