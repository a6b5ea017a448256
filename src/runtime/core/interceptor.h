/* interceptor.h - what an interceptor may ask of the runtime.
 *
 * An interceptor has five beats, always in this order:
 *
 *   int pthread_spin_lock(pthread_spinlock_t *lock)
 *   {
 *       if (!rdl_controlled())                           // 1. not ours: pass
 *           return REAL(pthread_spin_lock)(lock);
 *       rdl_point(RDL_OP_LOCK, lock, sizeof(*lock), RDL_PC);   // 2. announce
 *       if (spin_held(lock))                             // 3. wait if need be
 *           rdl_block(&(struct rdl_wait){ ... }, RDL_OP_HOLD, RDL_PC);
 *       *lock = SPIN_HELD;                               // 4. act, tell
 *       rdl_hold(lock, 0, RDL_PC);                       //    the runtime
 *       return 0;                                        // 5. answer
 *   }
 *
 * Only one thread of the target runs at a time, and it loses its turn only
 * in rdl_point and rdl_block.  So beats 3 to 5 are atomic, and object
 * state needs neither locks nor atomics.  The state lives in the object itself
 * (pthread_mutex_t, sem_t, ...), laid out as glibc does: static initialisers,
 * copies, fork and uncontrolled code then see what they expect.
 *
 * The target may call the runtime from anywhere: no allocation, no stdio, no
 * libc call that locks.  A libc call that the runtime does need goes between
 * rdl_libc_begin() and rdl_libc_end(), without a scheduling point in between.
 * The runtime must not change errno unless the call's contract sets it.
 *
 * This header is a contract.  sched/ implements it, except the brackets around
 * libc (syscalls/dispatch.c), cancellation (threads/cancel.c) and the accesses
 * of calls.  It lies in core/ because heap/ and observe/ call these functions
 * too.
 */
#ifndef RDL_RUNTIME_CORE_INTERCEPTOR_H
#define RDL_RUNTIME_CORE_INTERCEPTOR_H

#include "base/event.h"
#include "base/finding.h"
#include "base/shared.h"
#include "detect/detector.h"
#include "runtime/core/control.h"
#include "runtime/core/note.h"
#include "runtime/core/real.h"
#include "strategy/strategy.h"

#include <stdbool.h>

#define RDL_NEVER UINT64_MAX /* deadline of a wait without one */

/* Location of the intercepted call. */
#define RDL_PC ((uintptr_t)__builtin_return_address(0))

struct rdl_thread; /* runtime/core/thread.h */

/* Steps taken in this execution. */
extern uint64_t rdl_steps RDL_HIDDEN;

/* A scheduling point: announces the calling thread's next operation, lets the
 * strategy choose which thread steps, and returns when it is this thread's
 * turn.  The caller then performs the operation. */
void rdl_point(enum rdl_op op, const volatile void *addr, size_t size,
               uintptr_t pc);
/* The same with RDL_EV_ flags. */
void rdl_point_flags(enum rdl_op op, const volatile void *addr, size_t size,
                     uintptr_t pc, unsigned flags);

/* Records that the step just taken read or wrote `value`, which enters the
 * event hash. */
void rdl_value(uint64_t value);
/* Records that the step just taken failed (a try-lock or a CAS): it then counts
 * as a read only. */
void rdl_failed(void);

/* --- Memory that a call gets (memory/call_access.c) ------------------------
 *
 * What the call reads or writes behind pointers of the program.  NULL is
 * nothing. */

/* As a step of its own, before the caller accesses the memory.  Another thread
 * may come between it and the call's other steps. */
void rdl_call_reads(const volatile void *addr, size_t size, uintptr_t pc);
void rdl_call_writes(volatile void *addr, size_t size, uintptr_t pc);
void rdl_call_reads_text(const char *text, uintptr_t pc);
/* The same for a time, once: another thread may change it before the call takes
 * its next step.  The result is `copy`, or NULL if `when` is. */
const struct timespec *rdl_until_read(const struct timespec *when,
                                      struct timespec *copy, uintptr_t pc);
/* As part of the step that the calling thread has just taken for this call:
 * where nobody can notice that the two are one. */
void rdl_call_touches(const volatile void *addr, size_t size, bool writes);
/* The same of a call at pc that reads up to what it finds (strlen): `size`
 * bytes this time.  writes: it may write somewhere there. */
void rdl_call_scans(const volatile void *addr, size_t size, bool writes,
                    uintptr_t pc);
/* The same where the thread took no step, or somebody could notice: if threads
 * share the memory, an exploration is not complete because of `what`. */
void rdl_call_touches_late(const volatile void *addr, size_t size, bool writes,
                           const char *what, uintptr_t pc);
/* The call uses something else that other threads may use.  If there are any,
 * an exploration is not complete. */
#define RDL_UNSEEN "raddle does not see which memory a library function uses: "
void rdl_call_unseen(const char *what, uintptr_t pc);

/* --- Waiting ----------------------------------------------------------- */

enum rdl_woke {
    RDL_WOKE_READY,    /* ready() returned true, or rdl_release() was called */
    RDL_WOKE_TIMEOUT,  /* virtual time reached the deadline */
    RDL_WOKE_SPURIOUS, /* the strategy chose so (only if .may_be_spurious) */
    RDL_WOKE_SIGNAL,   /* a handler ran (only if .interruptible): EINTR */
    RDL_WOKE_CANCEL,   /* cancellation is due (only if .cancellable) */
};

/* The waiting thread's stack holds it while rdl_block runs. */
struct rdl_wait {
    enum rdl_wait_kind kind;
    const char *what;            /* for messages: "mutex", "condition" */
    const volatile void *object; /* rdl_changed(object) calls ready() again */
    /* Can the thread continue?  It may only read memory and must not change
     * any. NULL: only rdl_release() ends the wait. */
    bool (*ready)(const struct rdl_wait *wait);
    uint64_t deadline; /* virtual ns (rdl_now), RDL_NEVER; NOT 0 */
    uint64_t stretch;  /* how much later than requested `deadline` is */
    bool interruptible, cancellable, may_be_spurious;
    /* Interruptible, but continues after SA_RESTART handlers. */
    bool restarts;
    bool library;     /* a condition whose mutex is not one of POSIX */
    uint8_t flags;    /* of its event: RDL_EV_SHARED */
    uint64_t arg[2];  /* for ready() and for the releasing thread */
    uintptr_t missed; /* a condition: see rdl_thread_view.missed_pc */
    /* Owned by the scheduler: */
    bool released, expired, interrupted, cancelled, spurious;
    bool early;      /* expired while the thread `delayed` could run */
    rdl_tid delayed; /* of several, the one that took the latest step */
    uint64_t late;   /* ns for which that thread could run and did not */
    uint64_t began;  /* virtual ns */
    uint64_t asked;  /* see patience.h */
    struct rdl_thread *thread;
    struct rdl_wait *next; /* in the same bucket */
};

/* Gives up the turn until `wait` ends; until then `op` on the wait's object is
 * the thread's pending event.  Call it only when the thread cannot continue. */
enum rdl_woke rdl_block(struct rdl_wait *wait, enum rdl_op op, uintptr_t pc);
/* The state of `object` changed: calls ready() of every wait for it.  Call it
 * after an acquisition as well as after a release: when one thread takes a
 * lock, the other waiters become disabled again. */
void rdl_changed(const volatile void *object);
/* Ends one wait. */
void rdl_release(struct rdl_wait *wait);
/* Moves one wait to another object, after the waits that are already there. */
void rdl_requeue(struct rdl_wait *wait, const volatile void *object);
/* The i-th wait for an object in order of arrival; NULL after the last. */
struct rdl_wait *rdl_waiter(const volatile void *object, size_t i);
size_t rdl_waiters(const volatile void *object);

/* --- Choices, time ------------------------------------------------------ */

/* Returns one of 0..n-1; the strategy chooses, the runtime records it and
 * replays it. */
unsigned rdl_choose(enum rdl_choice_kind kind, unsigned n);

/* Virtual time in ns since the start of the execution.  Each read advances it a
 * little (runtime/sched/clock.h). */
uint64_t rdl_now(void);

/* --- Locks held (locksets, deadlocks, robust mutexes) ------------------- */

/* Flag of a hold, not of an event: the lock call had a time limit. */
#define RDL_HOLD_TIMED 512u
/* The calling thread now holds `lock` (RDL_EV_SHARED: its read side); emits the
 * lock-hold event.  A recursive re-acquisition calls neither function. */
void rdl_hold(const volatile void *lock, unsigned flags, uintptr_t pc);
void rdl_unhold(const volatile void *lock);

/* --- Trouble ------------------------------------------------------------ */

/* Asks the detectors.  If one reports a finding, records it and ends the
 * execution without returning; records a warning and returns.  The caller fills
 * what it knows of the finding into `known`. */
void rdl_moment(enum rdl_moment_kind kind, enum rdl_misuse misuse,
                const struct rdl_finding *known);
/* Short form for an invalid call on `object`, a `what`: "mutex". */
void rdl_misuse(enum rdl_misuse misuse, const char *what,
                const volatile void *object, uintptr_t pc);
/* Ends the execution: writes the outcome and terminates the process without
 * running exit handlers.  RDL_EXITED asks the detectors about `status`
 * first. */
_Noreturn void rdl_finish(enum rdl_state state, int status);

/* --- The C library ------------------------------------------------------- */

/* Brackets for the runtime's own calls into libc: inside them interposed
 * functions pass through and system calls are not dispatched.  They nest. */
void rdl_libc_begin(void);
void rdl_libc_end(void);

/* --- Cancellation (threads/cancel.c) ------------------------------------- */

/* Acts on a pending cancellation; every cancellation point that does not block
 * calls it. */
void rdl_cancel_point(void);
/* Ends the calling thread as cancelled (after RDL_WOKE_CANCEL). */
_Noreturn void rdl_cancel_act(void);

#endif
