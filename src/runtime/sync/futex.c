/* futex.c - the futex system call, however the target makes it.
 *
 * Waiters are the scheduler's waits on the word's address; there is no other
 * state. Where the kernel wakes in order of arrival (and priority), which no
 * program may rely on, the strategy chooses.  The private flag makes no
 * difference: waiters in other processes are not reached.
 *
 * Priority inheritance hands a lock to a waiter as the kernel does, but ignores
 * priorities.  Operations that this file does not support fail with ENOSYS, as
 * on an older kernel, because passing them on could block the kernel thread. */
#include "runtime/sync/lock.h"
#include "runtime/sync/sync.h"
#include "runtime/sched/clock.h"
#include "runtime/core/identity.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/thread.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>

/* The newer calls of the family (Linux 5.16, 6.7); glibc 2.36 does not name
 * them. */
enum { FUTEX_WAITV = 449, FUTEX2_WAKE = 454, FUTEX2_REQUEUE = 456 };

/* In arg[1]: the waiter wants to own the word. */
#define WANTS_LOCK 1

/* The call's arguments, by the names of futex(2). */
struct futex {
    uint32_t *word, *word2;
    int command;
    bool realtime;
    uint32_t value, value2, value3;
    const struct timespec *timeout;
    uintptr_t pc;
};

/* A wait for a condition of POSIX is not one for its words: its arguments are
 * others. */
static bool futex_sleeps(const struct rdl_wait *w, uint32_t bits, uint64_t lock)
{
    return (w->kind == RDL_WAIT_FUTEX ||
            (w->kind == RDL_WAIT_CONDITION && w->library)) &&
           !w->released && !w->expired && (w->arg[0] & bits) != 0 &&
           w->arg[1] == lock;
}

/* The i-th sleeper on the word that matches `bits`. */
static struct rdl_wait *futex_sleeper(const void *word, uint32_t bits,
                                      uint64_t lock, size_t i)
{
    struct rdl_wait *w = rdl_waiter(word, 0);

    while (w != NULL && !(futex_sleeps(w, bits, lock) && i-- == 0))
        w = rdl_waiter_next(w);
    return w;
}

static unsigned futex_sleepers(const void *word, uint32_t bits, uint64_t lock)
{
    const struct rdl_wait *w;
    unsigned n = 0;

    for (w = rdl_waiter(word, 0); w != NULL; w = rdl_waiter_next(w))
        n += futex_sleeps(w, bits, lock);
    return n;
}

static struct rdl_wait *futex_choose_sleeper(const void *word, uint32_t bits,
                                             uint64_t lock, unsigned n)
{
    return futex_sleeper(word, bits, lock, rdl_choose(RDL_CHOOSE_WAITER, n));
}

static long wake(const void *word, long most, uint32_t bits)
{
    unsigned n = futex_sleepers(word, bits, 0);
    long woken = 0;

    while (n > 0 && woken < most) {
        /* All are woken: there is no choice. */
        unsigned among = most - woken >= n ? 1 : n;

        rdl_release(futex_choose_sleeper(word, bits, 0, among));
        woken++;
        n--;
    }
    return woken;
}

/* relative: from now; otherwise a time on the clock. */
static uint64_t futex_deadline_of(const struct futex *f, bool relative)
{
    uint64_t deadline;

    if (f->timeout == NULL)
        return RDL_NEVER;
    if (!relative)
        return rdl_clock_deadline(
            f->realtime ? CLOCK_REALTIME : CLOCK_MONOTONIC, f->timeout);
    deadline = rdl_after(rdl_timespec_ns(f->timeout));
    return deadline == 0 ? 1 : deadline;
}

static long futex_answer(enum rdl_woke woke)
{
    switch (woke) {
    case RDL_WOKE_TIMEOUT:
        return -ETIMEDOUT;
    case RDL_WOKE_SIGNAL:
        return -EINTR;
    default:
        return 0;
    }
}

/* A library's condition; larger ones are not known. */
#define CONDITION_SIZE 16

static bool futex_within(const struct futex *f, const volatile void *object)
{
    return object != NULL &&
           (uintptr_t)f->word - (uintptr_t)object < CONDITION_SIZE;
}

/* Is the call a part of a library's step?  Then it is not one of its own. */
static bool futex_composed(const struct futex *f)
{
    const struct rdl_composed *c = &rdl_self->composed;

    return futex_within(f, c->condition) ||
           (c->mutex != NULL && c->mutex == f->word);
}

/* A library waits for a condition that has the word in it.  Its signals come
 * here through the library too: they find it by the condition. */
static long futex_wait_condition(const struct futex *f, bool relative,
                                 uint32_t bits)
{
    const struct rdl_composed c = rdl_self->composed;
    struct rdl_wait wait = {
        .kind = RDL_WAIT_CONDITION,
        .what = "condition",
        .object = c.condition,
        .interruptible = true,
        .restarts = f->timeout == NULL,
        .may_be_spurious = true,
        .library = true,
        .arg = { bits },
        .missed = c.missed,
    };

    rdl_self->composed = (struct rdl_composed){ 0 };
    if (__atomic_load_n(f->word, __ATOMIC_SEQ_CST) != f->value)
        return -EAGAIN;
    wait.deadline = futex_deadline_of(f, relative);
    return futex_answer(rdl_block(&wait, RDL_OP_WAKE, c.pc));
}

static long futex_wait(const struct futex *f, bool relative, uint32_t bits)
{
    struct rdl_wait wait = {
        .kind = RDL_WAIT_FUTEX,
        .what = "futex",
        .object = f->word,
        .interruptible = true,
        .restarts = f->timeout == NULL,
        .arg = { bits },
    };
    uint32_t value;

    if (bits == 0)
        return -EINVAL;
    if (unlikely(futex_composed(f)))
        return futex_wait_condition(f, relative, bits);
    rdl_point(RDL_OP_FUTEX_WAIT, f->word, sizeof(*f->word), f->pc);
    value = __atomic_load_n(f->word, __ATOMIC_SEQ_CST);
    rdl_value(value);
    if (value != f->value)
        return -EAGAIN;
    wait.deadline = futex_deadline_of(f, relative);
    return futex_answer(rdl_block(&wait, RDL_OP_FUTEX_WAIT, f->pc));
}

static long futex_wake(const struct futex *f, uint32_t bits)
{
    const struct rdl_composed *c = &rdl_self->composed;
    const void *object = f->word;
    const bool composed = futex_composed(f);
    long woken;

    if (bits == 0)
        return -EINVAL;
    if (likely(!composed))
        rdl_point(RDL_OP_FUTEX_WAKE, f->word, sizeof(*f->word), f->pc);
    else if (c->signals)
        object = (const void *)c->condition;
    /* The kernel wakes one when asked for zero. */
    woken = wake(object, f->value == 0 ? 1 : (int)f->value, bits);
    if (unlikely(composed) && c->signals && woken == 0)
        rdl_condition_unheard(object, c->pc);
    return woken;
}

static long futex_requeue(const struct futex *f, bool compares)
{
    long done;
    unsigned n;

    if ((int)f->value < 0 || (int)f->value2 < 0)
        return -EINVAL;
    rdl_point(RDL_OP_FUTEX_WAKE, f->word, sizeof(*f->word), f->pc);
    if (compares && __atomic_load_n(f->word, __ATOMIC_SEQ_CST) != f->value3)
        return -EAGAIN;
    done = wake(f->word, (long)f->value, FUTEX_BITSET_MATCH_ANY);
    n = futex_sleepers(f->word, FUTEX_BITSET_MATCH_ANY, 0);
    if (n > f->value2)
        n = f->value2;
    for (unsigned i = 0; i < n; i++)
        rdl_requeue(futex_sleeper(f->word, FUTEX_BITSET_MATCH_ANY, 0, 0),
                    f->word2);
    return done + n;
}

static uint32_t futex_operate(unsigned operation, uint32_t old,
                              uint32_t operand)
{
    switch (operation) {
    case FUTEX_OP_SET:
        return operand;
    case FUTEX_OP_ADD:
        return old + operand;
    case FUTEX_OP_OR:
        return old | operand;
    case FUTEX_OP_ANDN:
        return old & ~operand;
    default:
        return old ^ operand;
    }
}

static bool futex_compare(unsigned comparison, int old, int operand)
{
    switch (comparison) {
    case FUTEX_OP_CMP_EQ:
        return old == operand;
    case FUTEX_OP_CMP_NE:
        return old != operand;
    case FUTEX_OP_CMP_LT:
        return old < operand;
    case FUTEX_OP_CMP_LE:
        return old <= operand;
    case FUTEX_OP_CMP_GT:
        return old > operand;
    default:
        return old >= operand;
    }
}

static long futex_wake_op(const struct futex *f)
{
    unsigned operation = f->value3 >> 28 & 7;
    unsigned comparison = f->value3 >> 24 & 15;
    int operand = (int)(f->value3 << 8) >> 20; /* 12 bits, signed */
    int limit = (int)(f->value3 << 20) >> 20;
    uint32_t old;
    long woken;

    if (operation > FUTEX_OP_XOR || comparison > FUTEX_OP_CMP_GE)
        return -ENOSYS;
    if ((f->value3 >> 28 & FUTEX_OP_OPARG_SHIFT) != 0)
        operand = (int)(1u << (operand & 31));
    rdl_point(RDL_OP_FUTEX_WAKE, f->word, sizeof(*f->word), f->pc);
    old = __atomic_load_n(f->word2, __ATOMIC_SEQ_CST);
    __atomic_store_n(f->word2, futex_operate(operation, old, (uint32_t)operand),
                     __ATOMIC_SEQ_CST);
    woken = wake(f->word, f->value == 0 ? 1 : (int)f->value,
                 FUTEX_BITSET_MATCH_ANY);
    if (futex_compare(comparison, (int)old, limit))
        woken += wake(f->word2, f->value2 == 0 ? 1 : (int)f->value2,
                      FUTEX_BITSET_MATCH_ANY);
    return woken;
}

static long futex_lock(const struct futex *f, bool tries)
{
    uint32_t own = (uint32_t)rdl_vtid(rdl_self->tid);
    struct rdl_wait wait = {
        .kind = RDL_WAIT_FUTEX,
        .what = "futex lock",
        .object = f->word,
        .arg = { FUTEX_BITSET_MATCH_ANY, WANTS_LOCK },
    };

    rdl_point(tries ? RDL_OP_TRYLOCK : RDL_OP_LOCK, f->word, sizeof(*f->word),
              f->pc);
    if ((*f->word & FUTEX_TID_MASK) == own)
        return -EDEADLK;
    if ((*f->word & FUTEX_TID_MASK) == 0) {
        *f->word = own | (*f->word & FUTEX_OWNER_DIED);
        return 0;
    }
    if (tries) {
        rdl_failed();
        return -EAGAIN;
    }
    *f->word |= FUTEX_WAITERS;
    wait.deadline = futex_deadline_of(f, /*relative=*/false);
    /* The thread that unlocks makes this thread the owner. */
    return futex_answer(rdl_block(&wait, RDL_OP_HOLD, f->pc));
}

static long futex_unlock(const struct futex *f)
{
    struct rdl_wait *w;
    unsigned n;

    rdl_point(RDL_OP_UNLOCK, f->word, sizeof(*f->word), f->pc);
    if ((*f->word & FUTEX_TID_MASK) != (uint32_t)rdl_vtid(rdl_self->tid))
        return -EPERM;
    n = futex_sleepers(f->word, FUTEX_BITSET_MATCH_ANY, WANTS_LOCK);
    if (n == 0) {
        *f->word = 0;
        return 0;
    }
    w = futex_choose_sleeper(f->word, FUTEX_BITSET_MATCH_ANY, WANTS_LOCK, n);
    *f->word = (uint32_t)rdl_vtid(w->thread->tid) | (n > 1 ? FUTEX_WAITERS : 0);
    rdl_release(w);
    return 0;
}

static bool futex_address_ok(const uint32_t *word)
{
    return (uintptr_t)word >= 4096 && (uintptr_t)word >> 47 == 0;
}

static bool futex_takes_timeout(int command)
{
    return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET ||
           command == FUTEX_LOCK_PI || command == FUTEX_LOCK_PI2;
}

static bool futex_takes_two(int command)
{
    return command == FUTEX_REQUEUE || command == FUTEX_CMP_REQUEUE ||
           command == FUTEX_WAKE_OP;
}

static long futex_check(const struct futex *f)
{
    if (((uintptr_t)f->word & 3) != 0)
        return -EINVAL;
    if (!futex_address_ok(f->word))
        return -EFAULT;
    if (futex_takes_two(f->command) && ((uintptr_t)f->word2 & 3) != 0)
        return -EINVAL;
    if (futex_takes_two(f->command) && !futex_address_ok(f->word2))
        return -EFAULT;
    if (f->realtime &&
        !(futex_takes_timeout(f->command) && f->command != FUTEX_LOCK_PI))
        return -ENOSYS;
    if (f->timeout != NULL && !rdl_timespec_valid(f->timeout))
        return -EINVAL;
    return 0;
}

static long futex_perform(struct futex *f)
{
    long error = futex_check(f);

    if (error != 0)
        return error;
    switch (f->command) {
    case FUTEX_WAIT:
        return futex_wait(f, /*relative=*/true, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAIT_BITSET:
        return futex_wait(f, /*relative=*/false, f->value3);
    case FUTEX_WAKE:
        return futex_wake(f, FUTEX_BITSET_MATCH_ANY);
    case FUTEX_WAKE_BITSET:
        return futex_wake(f, f->value3);
    case FUTEX_REQUEUE:
        return futex_requeue(f, /*compares=*/false);
    case FUTEX_CMP_REQUEUE:
        return futex_requeue(f, /*compares=*/true);
    case FUTEX_WAKE_OP:
        return futex_wake_op(f);
    case FUTEX_LOCK_PI:
        f->realtime = true; /* its time-out always was realtime */
        return futex_lock(f, /*tries=*/false);
    case FUTEX_LOCK_PI2:
        return futex_lock(f, /*tries=*/false);
    case FUTEX_TRYLOCK_PI:
        return futex_lock(f, /*tries=*/true);
    case FUTEX_UNLOCK_PI:
        return futex_unlock(f);
    default:
        return -ENOSYS;
    }
}

bool rdl_syscalls_futex(const struct rdl_syscall *call, long *result)
{
    const long *arg = call->arg;
    int command = (int)arg[1] & FUTEX_CMD_MASK;
    struct futex f = {
        .word = (uint32_t *)arg[0],
        .command = command,
        .realtime = ((int)arg[1] & FUTEX_CLOCK_REALTIME) != 0,
        .value = (uint32_t)arg[2],
        .value2 = (uint32_t)arg[3],
        .timeout = futex_takes_timeout(command) ? (const void *)arg[3] : NULL,
        .word2 = (uint32_t *)arg[4],
        .value3 = (uint32_t)arg[5],
        .pc = call->pc,
    };

    if (call->number == SYS_futex) {
        *result = futex_perform(&f);
        return true;
    }
    if (call->number == FUTEX_WAITV ||
        (call->number >= FUTEX2_WAKE && call->number <= FUTEX2_REQUEUE)) {
        *result = -ENOSYS;
        return true;
    }
    return false;
}
