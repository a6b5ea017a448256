/* wait.c - which threads wait for which objects, and how time ends waits.
 *
 * Waits are in buckets by the address of their object, in order of arrival, so
 * that notifying the waiters of one object does not look at all waits. */
#include "runtime/sched/enabled.h"
#include "runtime/sched/sched.h"

#include "base/hash.h"
#include "runtime/explore/exploring.h"
#include "runtime/observe/tap.h"
#include "runtime/core/persistent.h"
#include "runtime/sched/wait.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/patience.h"
#include "runtime/sched/timers.h"

#include <string.h>

#define BUCKETS 1024

static struct rdl_wait *buckets[BUCKETS];
static size_t n_waits;                          /* in all of them */
static struct rdl_wait *timed[RDL_MAX_THREADS]; /* waits with a deadline */
size_t rdl_wait_n_timed;

/* Empty when an execution begins. */
RDL_PERSISTENT(buckets);
RDL_PERSISTENT(n_waits);
RDL_PERSISTENT(timed);

/* The bucket of an address must not affect behaviour, because addresses may
 * differ between environments: the order is per object. */
static struct rdl_wait **wait_bucket(const volatile void *object)
{
    return &buckets[rdl_mix(0, (uintptr_t)object) % BUCKETS];
}

/* Ended for a reason other than a signal. */
bool rdl_wait_ended(const struct rdl_wait *w)
{
    return w->released || w->expired || w->spurious ||
           (w->cancellable && w->cancelled) ||
           (w->ready != NULL && w->ready(w));
}

static enum rdl_woke wait_why(const struct rdl_thread *t,
                              const struct rdl_wait *w)
{
    if (w->released || (w->ready != NULL && w->ready(w)))
        return RDL_WOKE_READY;
    if (w->cancelled) {
        rdl_tap_woken(t, w, RDL_WOKEN_BY_CANCEL);
        return RDL_WOKE_CANCEL;
    }
    if (w->expired) {
        rdl_tap_woken(t, w, RDL_WOKEN_BY_TIME);
        return RDL_WOKE_TIMEOUT;
    }
    rdl_tap_woken(t, w, RDL_WOKEN_BY_NOBODY);
    return RDL_WOKE_SPURIOUS;
}

/* The record lies on the target's stack: what depends on what this process did
 * before does not stay there. */
enum rdl_woke rdl_wait_conclude(const struct rdl_thread *t, struct rdl_wait *w)
{
    enum rdl_woke woke = wait_why(t, w);

    w->early = false;
    w->delayed = 0;
    w->late = 0;
    w->asked = 0;
    return woke;
}

static void wait_update(struct rdl_wait *w)
{
    if (w->interrupted || rdl_wait_ended(w))
        rdl_sched_enable(w->thread);
    else
        rdl_sched_disable(w->thread);
}

static void wait_append(struct rdl_wait *w)
{
    struct rdl_wait **end = wait_bucket(w->object);

    w->next = NULL;
    while (*end != NULL)
        end = &(*end)->next;
    *end = w;
    n_waits++;
}

static void wait_take_out(struct rdl_wait *w)
{
    struct rdl_wait **p = wait_bucket(w->object);

    while (*p != w)
        p = &(*p)->next;
    *p = w->next;
    n_waits--;
}

void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w)
{
    ASSERT(w->deadline != 0);
    w->thread = t;
    rdl_tap_waits(t, w);
    wait_append(w);
    t->wait = w;
    if (w->deadline != RDL_NEVER) {
        timed[rdl_wait_n_timed++] = w;
        w->asked = rdl_patience_asked();
        w->expired |= w->deadline <= rdl_virtual_ns;
    }
    if (w->cancellable) {
        if (unlikely(rdl_exploring)) /* nothing else listens */
            rdl_tap_cancellable(/*anywhere=*/false);
        w->cancelled |= rdl_cancel_due(t);
    }
    if (rdl_signal_due(t))
        w->interrupted = true;
    if (w->may_be_spurious && rdl_choose(RDL_CHOOSE_SPURIOUS, 2) != 0)
        w->spurious = true;
    wait_update(w);
}

void rdl_wait_leave(struct rdl_thread *t, struct rdl_wait *w)
{
    wait_take_out(w);
    t->wait = NULL;
    for (size_t i = 0; i < rdl_wait_n_timed; i++) {
        if (timed[i] == w) {
            timed[i] = timed[--rdl_wait_n_timed];
            break;
        }
    }
}

RDL_ASIDE void wait_changed(const volatile void *object)
{
    for (struct rdl_wait *w = *wait_bucket(object); w != NULL; w = w->next) {
        if (w->object == object)
            wait_update(w);
    }
}
RDL_ASIDE_CALL(rdl_changed, wait_changed);

void rdl_requeue(struct rdl_wait *w, const volatile void *object)
{
    wait_take_out(w);
    w->object = object;
    wait_append(w);
    rdl_sched.pending[w->thread->tid].addr = (uintptr_t)object;
}

RDL_ASIDE void wait_release(struct rdl_wait *w)
{
    w->released = true;
    rdl_tap_woken(w->thread, w, RDL_WOKEN_BY_THREAD);
    wait_update(w);
}
RDL_ASIDE_CALL(rdl_release, wait_release);

struct rdl_wait *rdl_waiter(const volatile void *object, size_t i)
{
    for (struct rdl_wait *w = *wait_bucket(object); w != NULL; w = w->next) {
        if (w->object == object && i-- == 0)
            return w;
    }
    return NULL;
}

size_t rdl_waiters(const volatile void *object)
{
    size_t n = 0;

    while (rdl_waiter(object, n) != NULL)
        n++;
    return n;
}

/* Nobody reports that a child of the target is stuck: there a watchdog ends
 * it. */
static uint64_t wait_last_deadline(void)
{
    return rdl_child ? rdl_timers_watchdog() : RDL_NEVER;
}

bool rdl_wait_is_timed(void)
{
    return rdl_wait_n_timed > 0 || rdl_timers_next() != RDL_NEVER ||
           wait_last_deadline() != RDL_NEVER;
}

uint64_t rdl_wait_next(const struct rdl_wait **wait)
{
    uint64_t next = rdl_timers_next();

    *wait = NULL;
    for (size_t i = 0; i < rdl_wait_n_timed; i++) {
        if (!timed[i]->expired && timed[i]->deadline < next) {
            next = timed[i]->deadline;
            *wait = timed[i];
        }
    }
    return next;
}

/* Of the threads that can run, the one to name: the running one, or else the
 * first. */
static rdl_tid wait_can_run(void)
{
    if (rdl_is_enabled(rdl_sched.current))
        return rdl_sched.current;
    return rdl_sched.n_enabled > 0 ? rdl_enabled()[0] : RDL_NO_TID;
}

/* The thread that early ends have delayed lately: since when, and what it was
 * to do. */
static struct {
    rdl_tid tid;
    uintptr_t pc;
    uint64_t since;
} delay;

static void wait_delays(rdl_tid tid)
{
    const uintptr_t pc = rdl_sched.pending[tid].pc;

    if (delay.tid != tid || delay.pc != pc) {
        delay.tid = tid;
        delay.pc = pc;
        delay.since = rdl_virtual_ns;
    }
}

void rdl_wait_move_time(uint64_t to, enum rdl_passes how)
{
    const rdl_tid delayed =
        how == RDL_PASSES_EARLY ? wait_can_run() : RDL_NO_TID;

    if (delayed != RDL_NO_TID)
        wait_delays(delayed);
    if (to > rdl_virtual_ns) {
        if (how != RDL_PASSES_IDLE)
            rdl_timers_hold(to - rdl_virtual_ns);
        rdl_virtual_ns = to;
    }
    for (size_t i = 0; i < rdl_wait_n_timed; i++) {
        struct rdl_wait *w = timed[i];

        if (w->deadline <= rdl_virtual_ns) {
            if (!w->expired && delayed != RDL_NO_TID) {
                w->early = true;
                w->delayed = delayed;
                w->late = w->deadline -
                          (w->began > delay.since ? w->began : delay.since);
            }
            w->expired = true;
            wait_update(w);
        }
    }
    rdl_timers_fire(rdl_virtual_ns);
}

/* When only watchdogs are left, time does not advance: the finding is then the
 * stuck program, not the watchdog that noticed it. */
bool rdl_wait_pass_time(enum rdl_passes how)
{
    const struct rdl_wait *wait;
    uint64_t next = rdl_wait_next(&wait), watchdog;

    if (next == RDL_NEVER && how == RDL_PASSES_IDLE)
        next = wait_last_deadline();
    if (next == RDL_NEVER)
        return false;
    watchdog = how == RDL_PASSES_IDLE ? rdl_timers_watchdog() : RDL_NEVER;
    rdl_patience_passed(how != RDL_PASSES_EARLY);
    rdl_wait_move_time(next < watchdog ? next : watchdog, how);
    return true;
}

void rdl_wait_may_expire(void)
{
    const struct rdl_wait *wait;

    rdl_sched.timed = true;
    /* What has expired and not gone on does not make time pass. */
    if (unlikely(rdl_exploring) && rdl_wait_next(&wait) == RDL_NEVER)
        return;
    if (rdl_choose(RDL_CHOOSE_TIME, 2) != 0)
        rdl_wait_pass_time(RDL_PASSES_EARLY);
}

void rdl_wait_begin(void)
{
    rdl_wait_n_timed = 0;
    if (n_waits > 0) { /* the execution before ended while threads waited */
        memset(buckets, 0, sizeof(buckets));
        n_waits = 0;
    }
    rdl_patience_begin();
}

void rdl_wait_look_held(const struct rdl_thread *t, const struct rdl_wait *w,
                        uintptr_t pc)
{
    const unsigned long_ones =
        1u << RDL_WAIT_SLEEP | 1u << RDL_WAIT_DESCRIPTOR |
        1u << RDL_WAIT_PROCESS | 1u << RDL_WAIT_JOIN |
        1u << RDL_WAIT_SEMAPHORE | 1u << RDL_WAIT_BARRIER |
        1u << RDL_WAIT_CONDITION;

    if ((long_ones >> w->kind & 1) == 0)
        return;
    for (size_t i = 0; i < rdl_thread_named(t); i++)
        rdl_misuse(RDL_HELD_BLOCKED, "lock", t->held[i].lock, pc);
}
