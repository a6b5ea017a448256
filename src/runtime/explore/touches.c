/* touches.c - see touches.h. */
#include "runtime/explore/touches.h"

#include "runtime/core/donor.h"
#include "runtime/core/state.h"
#include "runtime/explore/extents.h"
#include "runtime/explore/mapped.h"
#include "runtime/explore/objects.h"
#include "runtime/machine/page.h"
#include "runtime/observe/names.h"
#include "runtime/observe/sharing.h"

#include <string.h>

/* Objects that have no address. */
enum { IO = 1, KEYS, LAST, CANCELS };
/* Whether a thread has ended, for calls that ask without waiting. */
#define ENDED(serial) (UINT64_C(1) << 32 | (serial))
/* Is its handle valid? */
#define HANDLE(serial) (UINT64_C(1) << 33 | (serial))
/* Has somebody cancelled it? */
#define CANCEL(serial) (UINT64_C(1) << 34 | (serial))
/* A pipe, or an event. */
#define CHANNEL(number) (UINT64_C(1) << 35 | (number))
/* Its pending signals, and which ones it blocks. */
#define SIGNALS(serial) (UINT64_C(1) << 36 | (serial))
#define NAME(serial) (UINT64_C(1) << 37 | (serial))
/* What a descriptor is. */
#define DESCRIPTOR(fd) (UINT64_C(1) << 38 | (uint32_t)(fd))

/* Names are hashes of regions plus an offset; this bit is for what has none. */
#define OTHER (UINT64_C(1) << 59)
#define NAME_BITS ((UINT64_C(1) << 59) - 1)

/* Regions lie at random places among 2^59, so that two hardly meet. */
static uint64_t touches_name(uintptr_t addr)
{
    uint64_t offset;
    const uint64_t region = rdl_name_of_region(addr, &offset);

    return ((rdl_mix(0, region) & ~UINT64_C(7)) + offset) & NAME_BITS;
}

struct rdl_step_object rdl_touches_written(const volatile void *object,
                                           uint64_t state)
{
    return (struct rdl_step_object){
        .object = touches_name((uintptr_t)object),
        .state = state,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule = RDL_TOUCH_WRITES,
    };
}

struct rdl_step_object rdl_touches_range(const volatile void *start,
                                         size_t size, bool writes)
{
    return (struct rdl_step_object){
        .object = touches_name((uintptr_t)start),
        .size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
        .rule = writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS,
    };
}

/* A compare-and-swap that failed has only read; what it compared with is added
 * when the step is over (step_effects.c). */
static void touches_memory(const struct rdl_event *e, struct rdl_step *step)
{
    const size_t size = rdl_extents_size(e);
    struct rdl_step_object touch = rdl_touches_range(
        (void *)e->addr, size, rdl_op_writes((enum rdl_op)e->op));

    if (size == 0)
        return;
    if (size <= 8 && e->addr % RDL_PAGE + size <= RDL_PAGE &&
        rdl_mapped(e->addr)) {
        touch.holds = RDL_STATE_BYTES;
        memcpy(&touch.state, (const void *)e->addr, size);
    }
    rdl_step_touch(step, &touch);
}

static struct rdl_step_object touches_object(uint64_t object,
                                             enum rdl_touch_rule rule)
{
    return (struct rdl_step_object){
        .object = OTHER | object << 3,
        .size = 1,
        .rule = (uint8_t)rule,
    };
}

static void touches_other(uint64_t object, enum rdl_touch_rule rule,
                          struct rdl_step *step)
{
    const struct rdl_step_object touch = touches_object(object, rule);

    rdl_step_touch(step, &touch);
}

struct rdl_step_object rdl_touches_cancel(const struct rdl_thread *t,
                                          bool writes)
{
    struct rdl_step_object touch = touches_object(
        CANCEL(t->serial), writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS);

    touch.holds = RDL_STATE_OBJECT;
    touch.state = rdl_cancel_pending(t);
    return touch;
}

struct rdl_step_object rdl_touches_descriptor(int fd, bool writes)
{
    return touches_object(DESCRIPTOR(fd),
                          writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS);
}

/* t goes on after a wait that a cancellation may have ended: only that made it
 * possible if nothing else did. */
static void touches_cancelled(const struct rdl_thread *t, struct rdl_step *step)
{
    const struct rdl_wait *w = t->wait;
    struct rdl_step_object touch = rdl_touches_cancel(t, /*writes=*/false);

    if (w->cancelled && !w->released && !w->expired) {
        touch.need = RDL_NEEDS_NONZERO;
        step->woken = false;
    }
    rdl_step_touch(step, &touch);
}

/* A thread that was released from a wait continues, or its time is over. */
static void touches_wake(const struct rdl_thread *t, struct rdl_step *step)
{
    struct rdl_event lock = {
        .addr = t->wait->arg[0],
        .op = RDL_OP_LOCK,
        .size = RDL_SIZE_MUTEX,
        .tid = t->tid,
    };
    struct rdl_step_object touch;

    /* It goes on before the next tick. */
    step->slept = t->wait->expired && !t->wait->released;
    step->woken = !step->slept;
    if (t->wait->cancellable)
        touches_cancelled(t, step);
    if (t->wait->kind != RDL_WAIT_CONDITION || t->wait->library)
        return;
    touch = rdl_touches_written((void *)lock.addr, 0);
    rdl_mutex_touch(t, &lock, &touch);
    rdl_step_touch(step, &touch);
}

static void touches_join(const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = rdl_thread_of(e->addr);

    if (u == NULL || u->serial >= RDL_EXPLORE_THREADS)
        return;
    step->lives |= UINT64_C(1) << u->serial;
    step->blocked = u->live;
}

static const struct rdl_thread *touches_thread(uintptr_t handle)
{
    const int slot = rdl_donor_slot(handle); /* it may have ended */

    return slot < 0 ? NULL : rdl_thread_at((rdl_tid)slot);
}

/* That what it waits for may come before it is cancelled would be another step
 * of the same call. */
static bool touches_not_cancelled(const struct rdl_thread *t,
                                  struct rdl_step *step)
{
    const struct rdl_step_object touch = rdl_touches_cancel(t, false);

    rdl_step_touch(step, &touch);
    return touch.state == 0;
}

/* Whoever reads or writes a pipe depends on the table of descriptors, and on
 * all that reads, writes or closes the pipe.  All other calls on descriptors
 * depend on each other.  A writer that finds the pipe full begins to wait:
 * step_effects_waits().  Who waits for input must wait for that of another
 * pipe, or not at all, where the descriptor is another one. */
static bool touches_io(const struct rdl_thread *t, struct rdl_step *step)
{
    struct rdl_step_object touch = touches_object(0, RDL_TOUCH_WRITES);
    const bool channel = rdl_descriptor_touch(t, &touch);

    touches_other(
        IO, channel && t->transfers ? RDL_TOUCH_READS : RDL_TOUCH_WRITES, step);
    if (!channel)
        return true;
    touch.object = OTHER | CHANNEL(touch.object << 8 | touch.operand) << 3;
    touch.holds = RDL_STATE_OBJECT;
    rdl_step_touch(step, &touch);
    if (touch.need != RDL_NEEDS_NOTHING) {
        touch = rdl_touches_descriptor(t->descriptor - 1, /*writes=*/false);
        touch.need = RDL_NEEDS_SAME;
        rdl_step_touch(step, &touch);
    }
    return !t->awaits_input || touches_not_cancelled(t, step);
}

/* Whoever is cancelled while it waits for a condition cannot be woken by a
 * signal any more. */
static bool touches_cancel(const struct rdl_thread *t,
                           const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = touches_thread(e->addr);
    struct rdl_step_object touch;

    if (u == NULL || u->serial >= RDL_EXPLORE_THREADS)
        return false;
    touch = rdl_touches_cancel(u, /*writes=*/true);
    rdl_step_touch(step, &touch);
    if (u == t)
        return true;
    touches_other(ENDED(u->serial), RDL_TOUCH_READS, step);
    touches_other(HANDLE(u->serial), RDL_TOUCH_READS, step);
    touches_other(CANCELS, RDL_TOUCH_WRITES, step);
    return true;
}

/* Nobody may use the handle of a thread that was joined, or is detached and has
 * ended. */
static bool touches_handle(const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = touches_thread(e->addr);

    if (u == NULL || u->serial >= RDL_EXPLORE_THREADS)
        return false;
    touches_other(HANDLE(u->serial), RDL_TOUCH_WRITES, step);
    return true;
}

/* The last thread to end ends the process.  While main lives no other can be
 * that one: then the order of their ends does not matter. */
static void touches_last(const struct rdl_thread *t, struct rdl_step *step)
{
    struct rdl_step_object touch = touches_object(LAST, RDL_TOUCH_WRITES);

    touch.holds = RDL_STATE_OBJECT;
    touch.state = !rdl_thread_at(0)->live;
    if (t->serial != 0)
        touch.rule = RDL_TOUCH_WRITES_IF_NONZERO;
    rdl_step_touch(step, &touch);
}

/* It does not wait: what it finds depends on whether it comes before the end.
 */
static void touches_try_join(const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = rdl_thread_of(e->addr);

    if (u == NULL)
        return;
    touches_other(ENDED(u->serial), RDL_TOUCH_READS, step);
    touches_other(HANDLE(u->serial), RDL_TOUCH_WRITES, step);
}

struct rdl_step_object rdl_touches_signals(const struct rdl_thread *t)
{
    return touches_object(SIGNALS(t->serial), RDL_TOUCH_WRITES);
}

/* Sends a signal, or waits for one.  *known: is it explored? */
static bool touches_signal(const struct rdl_thread *t,
                           const struct rdl_event *e, struct rdl_step *step,
                           bool *known)
{
    const struct rdl_thread *to =
        e->op == RDL_OP_KILL && e->addr != 0 ? touches_thread(e->addr) : NULL;
    struct rdl_step_object touch = rdl_touches_signals(to != NULL ? to : t);

    *known = true;
    switch (rdl_signals_touch(t, e, to, &touch)) {
    case RDL_SIGNALS_OTHER:
        return false;
    case RDL_SIGNALS_UNKNOWN:
        *known = false;
        return true;
    case RDL_SIGNALS_NONE:
        break;
    case RDL_SIGNALS_ALL:
        touch.object = OTHER | SIGNALS(0) << 3;
        touch.size = RDL_EXPLORE_THREADS << 3;
        /* Whoever lives can be the one who gets it. */
        step->world = e->op == RDL_OP_KILL;
        /* fall through */
    case RDL_SIGNALS_ONE:
        rdl_step_touch(step, &touch);
        break;
    }
    if (to != NULL && to != t) {
        touches_other(ENDED(to->serial), RDL_TOUCH_READS, step);
        touches_other(HANDLE(to->serial), RDL_TOUCH_READS, step);
    }
    if (e->op == RDL_OP_WAIT)
        *known = touches_not_cancelled(t, step);
    return true;
}

/* The name of a thread; or what other threads may read without a step, such as
 * a limit of the process.  While there are none that is explored: all that came
 * before is before it. */
static bool touches_setting(const struct rdl_thread *t,
                            const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *named =
        e->size == sizeof(t->name) ? touches_thread(e->addr) : NULL;

    if (named != NULL && named->serial < RDL_EXPLORE_THREADS) {
        touches_other(NAME(named->serial), RDL_TOUCH_WRITES, step);
        touches_other(ENDED(named->serial), RDL_TOUCH_READS, step);
        touches_other(HANDLE(named->serial), RDL_TOUCH_READS, step);
        return true;
    }
    for (size_t i = 0; i < rdl_thread_limit(); i++) {
        const struct rdl_thread *u = rdl_thread_at((rdl_tid)i);

        if (u->live && u != t)
            return false;
    }
    step->world = true;
    return true;
}

static bool touches_lock(const struct rdl_thread *t, const struct rdl_event *e,
                         struct rdl_step *step)
{
    struct rdl_step_object touch = rdl_touches_written((void *)e->addr, 0);

    if (rdl_mapped(e->addr) && !rdl_mutex_touch(t, e, &touch) &&
        !rdl_rwlock_touch(t, e, &touch) && !rdl_spinlock_touch(e, &touch) &&
        e->op != RDL_OP_DESTROY)
        return false;
    rdl_step_touch(step, &touch);
    return true;
}

/* What a call that has begun touches. */
static bool touches_call(const struct rdl_thread *t, const struct rdl_event *e,
                         struct rdl_step *step)
{
    struct rdl_step_object touch;
    bool known;

    rdl_step_begin(step, (rdl_tid)t->serial);
    switch ((enum rdl_op)e->op) {
    case RDL_OP_CREATE: /* the new thread's life: step_effects_created */
        if (e->size > 0 && rdl_sharing_any(e->addr, e->size)) {
            touch = rdl_touches_range((void *)e->addr, e->size, true);
            rdl_step_touch(step, &touch);
        }
        break;
    case RDL_OP_START:
    case RDL_OP_YIELD:
    case RDL_OP_FENCE:
    case RDL_OP_CALL:
    case RDL_OP_RETURN:
    case RDL_OP_CLOCK:   /* ticks are dependent with every step */
    case RDL_OP_HANDLER: /* of a signal that the thread sent itself */
        break;
    case RDL_OP_EXIT:
        touches_other(ENDED(t->serial), RDL_TOUCH_WRITES, step);
        if (e->addr != 0) /* not the whole process */
            touches_last(t, step);
        break;
    case RDL_OP_JOIN:
        if ((e->flags & RDL_EV_TRY) != 0)
            touches_try_join(e, step);
        else if (t->timed) /* it may end while the other thread lives */
            return false;
        else {
            touches_join(e, step);
            return touches_handle(e, step) && touches_not_cancelled(t, step);
        }
        break;
    case RDL_OP_DETACH:
        return touches_handle(e, step);
    case RDL_OP_CANCEL:
        return touches_cancel(t, e, step);
    case RDL_OP_READ:
    case RDL_OP_WRITE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        touches_memory(e, step);
        break;
    case RDL_OP_LOCK:
    case RDL_OP_TRYLOCK:
    case RDL_OP_UNLOCK:
    case RDL_OP_DESTROY:
        return touches_lock(t, e, step);
    case RDL_OP_SIGNAL:
    case RDL_OP_BROADCAST:
        touches_other(CANCELS, RDL_TOUCH_READS, step);
        /* fall through */
    case RDL_OP_WAIT: /* the mutex: step_effects_unhold */
        if (touches_signal(t, e, step, &known))
            return known;
        /* fall through */
    case RDL_OP_BARRIER: /* the threads that wait: step_effects_woken */
        touch = rdl_touches_written((void *)e->addr, 0);
        rdl_step_touch(step, &touch);
        break;
    case RDL_OP_SEM_WAIT:
    case RDL_OP_SEM_TRYWAIT:
    case RDL_OP_SEM_POST:
        touch = rdl_touches_written((void *)e->addr, 0);
        if (rdl_mapped(e->addr))
            rdl_semaphore_touch(e, &touch);
        rdl_step_touch(step, &touch);
        if (e->op == RDL_OP_SEM_WAIT)
            return touches_not_cancelled(t, step);
        break;
    case RDL_OP_ONCE:
        touch = rdl_touches_written((void *)e->addr, 0);
        if (rdl_mapped(e->addr))
            rdl_once_touch(e, &touch);
        rdl_step_touch(step, &touch);
        break;
    case RDL_OP_IO:
        return touches_io(t, step);
    case RDL_OP_KEY:
        touches_other(KEYS, RDL_TOUCH_WRITES, step);
        break;
    case RDL_OP_KILL:
        return touches_signal(t, e, step, &known) && known;
    case RDL_OP_SYSCALL:
        return touches_setting(t, e, step);
    default:
        return false;
    }
    return true;
}

/* t waits for a lock or a semaphore until a deadline.  When that is over, the
 * call looks once more. */
static bool touches_waits(const struct rdl_thread *t, struct rdl_step *step)
{
    struct rdl_event call = rdl_exploring_now.call[t->serial];
    struct rdl_step once;

    if (!touches_call(t, &call, step))
        return false;
    if (!t->wait->expired)
        return true;
    call.op = call.op == RDL_OP_LOCK ? RDL_OP_TRYLOCK : RDL_OP_SEM_TRYWAIT;
    touches_call(t, &call, &once);
    step->late = step->slept = true;
    step->touch[0].rule = once.touch[0].rule;
    rdl_step_found(step, 0, step->touch[0].state);
    rdl_step_sign(step);
    return true;
}

bool rdl_touches_of(const struct rdl_thread *t, const struct rdl_event *e,
                    struct rdl_step *step)
{
    if (t->wait == NULL)
        return touches_call(t, e, step);
    if (t->wait->kind == RDL_WAIT_LOCK || t->wait->kind == RDL_WAIT_SEMAPHORE)
        return touches_waits(t, step);
    rdl_step_begin(step, (rdl_tid)t->serial);
    touches_wake(t, step);
    return true;
}

bool rdl_touches_possible(const struct rdl_step *step)
{
    for (unsigned i = 0; i < step->n_touches && !step->late; i++) {
        if (!rdl_touch_possible(&step->touch[i], step->touch[i].state))
            return false;
    }
    return !step->blocked;
}
