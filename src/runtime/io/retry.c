/* retry.c - blocking calls that the kernel also offers without blocking: file
 * locks, System V semaphores and messages, POSIX message queues.
 *
 * The runtime tries such a call.  If it would block, the thread waits
 * virtually.  The call is tried again on its behalf whenever a call of this
 * file succeeds in another thread, and when no thread can run (the other side
 * may be another process, or a close).  Waiters are served in order of arrival,
 * as in the kernel. */
#include "runtime/io/retry.h"

#include "runtime/sched/clock.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/syscalls/unprotect.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/file.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A call in its non-blocking form. */
struct attempt {
    long number;
    long arg[6];
    bool blocks;     /* as the target made it */
    int would_block; /* the error that means so */
    uint64_t deadline;
    const char *what;
    struct sembuf operations[8]; /* enough for most semop calls */
    long result;
};

static char retry_object;
static const struct timespec long_ago;

static long retry_make(const struct attempt *a)
{
    return rdl_unprotect_pass(a->number, a->arg);
}

static bool retry_would_block(const struct attempt *a, long result)
{
    return result == -a->would_block ||
           (a->number == SYS_fcntl && result == -EACCES);
}

static bool retry_is_done(const struct rdl_wait *wait)
{
    const struct attempt *a = (const struct attempt *)wait->arg[0];

    return !retry_would_block(a, a->result);
}

bool rdl_retry_poll(void)
{
    struct rdl_wait *w;
    bool any = false;

    for (size_t i = 0; (w = rdl_waiter(&retry_object, i)) != NULL; i++) {
        struct attempt *a = (struct attempt *)w->arg[0];

        if (!retry_would_block(a, a->result) || w->expired || w->interrupted ||
            w->cancelled)
            continue;
        a->result = retry_make(a);
        any |= !retry_would_block(a, a->result);
    }
    if (any)
        rdl_changed(&retry_object);
    return any;
}

bool rdl_retry_outside(void)
{
    return rdl_waiter(&retry_object, 0) != NULL;
}

static long retry_perform(struct attempt *a, bool cancellable, uintptr_t pc)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_DESCRIPTOR,
        .what = a->what,
        .object = &retry_object,
        .ready = retry_is_done,
        .deadline = a->deadline,
        .interruptible = true,
        .restarts = a->number == SYS_flock || a->number == SYS_fcntl,
        .cancellable = cancellable,
        .arg = { (uintptr_t)a },
    };
    enum rdl_woke woke = RDL_WOKE_READY;

    if (cancellable)
        rdl_cancel_point();
    rdl_point(RDL_OP_SYSCALL, NULL, 0, pc);
    rdl_value((uint64_t)a->number);
    a->result = retry_make(a);
    if (retry_would_block(a, a->result) && a->blocks)
        woke = rdl_block(&wait, RDL_OP_SYSCALL, pc);
    if (!retry_would_block(a, a->result)) {
        if (a->result >= 0)
            rdl_retry_poll();
        return a->result;
    }
    switch (woke) {
    case RDL_WOKE_SIGNAL:
        return -EINTR;
    case RDL_WOKE_CANCEL:
        rdl_cancel_act();
    case RDL_WOKE_TIMEOUT:
        return a->number == SYS_semtimedop ? -EAGAIN : -ETIMEDOUT;
    default:
        return a->result;
    }
}

/* --- How each call is made without blocking
 * ------------------------------------- */

static bool retry_lock_file(const struct rdl_syscall *call, struct attempt *a)
{
    a->blocks = (call->arg[1] & LOCK_NB) == 0;
    a->would_block = EWOULDBLOCK;
    a->what = "file lock";
    a->arg[1] |= LOCK_NB;
    return true;
}

static bool retry_lock_record(const struct rdl_syscall *call, struct attempt *a)
{
    switch (call->arg[1]) {
    case F_SETLKW:
        a->arg[1] = F_SETLK;
        break;
    case F_OFD_SETLKW:
        a->arg[1] = F_OFD_SETLK;
        break;
    case F_SETLK: /* may unlock */
    case F_OFD_SETLK:
        break;
    default:
        return false;
    }
    a->blocks = call->arg[1] == F_SETLKW || call->arg[1] == F_OFD_SETLKW;
    a->would_block = EAGAIN;
    a->what = "record lock";
    return true;
}

static uint64_t retry_deadline_after(const struct timespec *timeout)
{
    if (timeout == NULL || timeout->tv_sec > INT32_MAX)
        return RDL_NEVER;
    return rdl_now() + (uint64_t)timeout->tv_sec * RDL_SECOND +
           (uint64_t)timeout->tv_nsec + 1;
}

static bool retry_operate_semaphores(const struct rdl_syscall *call,
                                     struct attempt *a)
{
    const struct sembuf *given = (const struct sembuf *)call->arg[1];
    size_t n = (size_t)call->arg[2];

    if (n == 0 || n > sizeof(a->operations) / sizeof(a->operations[0]))
        return false;
    memcpy(a->operations, given, n * sizeof(*given));
    a->blocks = true;
    for (size_t i = 0; i < n; i++) {
        if ((given[i].sem_flg & IPC_NOWAIT) != 0)
            a->blocks = false;
        a->operations[i].sem_flg |= IPC_NOWAIT;
    }
    if (call->number == SYS_semtimedop) {
        a->deadline =
            retry_deadline_after((const struct timespec *)call->arg[3]);
        a->arg[3] = 0;
    }
    a->arg[1] = (long)a->operations;
    a->would_block = EAGAIN;
    a->what = "semaphore set";
    return true;
}

static bool retry_pass_message(const struct rdl_syscall *call,
                               struct attempt *a)
{
    int flags = call->number == SYS_msgsnd ? 3 : 4;

    a->blocks = (call->arg[flags] & IPC_NOWAIT) == 0;
    a->arg[flags] |= IPC_NOWAIT;
    a->would_block = call->number == SYS_msgsnd ? EAGAIN : ENOMSG;
    a->what = "message";
    return true;
}

/* Passes a time-out in the past: fails at once only where it would wait. */
static bool retry_pass_queued(const struct rdl_syscall *call, struct attempt *a)
{
    const struct timespec *until = (const struct timespec *)call->arg[4];

    if (until != NULL && ((unsigned long)until->tv_nsec >= RDL_SECOND))
        return false; /* the kernel reports the error */
    a->blocks = true;
    if (until != NULL)
        a->deadline = rdl_clock_deadline(CLOCK_REALTIME, until);
    a->arg[4] = (long)&long_ago;
    a->would_block = ETIMEDOUT;
    a->what = "message queue";
    return true;
}

static bool retry_prepare(const struct rdl_syscall *call, struct attempt *a)
{
    *a = (struct attempt){ .number = call->number, .deadline = RDL_NEVER };
    memcpy(a->arg, call->arg, sizeof(a->arg));
    switch (call->number) {
    case SYS_flock:
        return retry_lock_file(call, a);
    case SYS_fcntl:
        return retry_lock_record(call, a);
    case SYS_semop:
    case SYS_semtimedop:
        return retry_operate_semaphores(call, a);
    case SYS_msgsnd:
    case SYS_msgrcv:
        return retry_pass_message(call, a);
    case SYS_mq_timedsend:
    case SYS_mq_timedreceive:
        return retry_pass_queued(call, a);
    default:
        return false;
    }
}

/* A call that cannot be tried (its arguments are invalid) goes to the
 * kernel. */
long rdl_retry(const struct rdl_syscall *call, bool cancellable)
{
    struct attempt a;

    if (retry_prepare(call, &a))
        return retry_perform(&a, cancellable, call->pc);
    return rdl_unprotect_pass(call->number, call->arg);
}

bool rdl_syscalls_retry(const struct rdl_syscall *call, long *result)
{
    struct attempt a;

    if (!retry_prepare(call, &a))
        return false;
    *result = retry_perform(&a, call->cancellable, call->pc);
    return true;
}
