/* wait.c - which threads wait for which objects, and how time ends waits.
 *
 * Waits are in buckets by the address of their object, in order of arrival, so
 * that notifying the waiters of one object does not look at all waits. */
#include "runtime/sched/sched.h"

#include "base/hash.h"
#include "runtime/observe/tap.h"
#include "runtime/core/persistent.h"
#include "runtime/sched/wait.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/timers.h"

#define BUCKETS 1024

static struct rdl_wait *buckets[BUCKETS];
static struct rdl_wait *timed[RDL_MAX_THREADS]; /* waits with a deadline */
static size_t n_timed;

RDL_PERSISTENT(timed); /* empty when an execution begins */

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
}

static void wait_take_out(struct rdl_wait *w)
{
    struct rdl_wait **p = wait_bucket(w->object);

    while (*p != w)
        p = &(*p)->next;
    *p = w->next;
}

void rdl_wait_enter(struct rdl_thread *t, struct rdl_wait *w)
{
    ASSERT(w->deadline != 0);
    w->thread = t;
    rdl_tap_waits(t, w);
    wait_append(w);
    t->wait = w;
    if (w->deadline != RDL_NEVER) {
        timed[n_timed++] = w;
        w->expired |= w->deadline <= rdl_virtual_ns;
    }
    if (w->cancellable && rdl_cancel_due(t))
        w->cancelled = true;
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
    for (size_t i = 0; i < n_timed; i++) {
        if (timed[i] == w) {
            timed[i] = timed[--n_timed];
            break;
        }
    }
}

void rdl_changed(const volatile void *object)
{
    for (struct rdl_wait *w = *wait_bucket(object); w != NULL; w = w->next) {
        if (w->object == object)
            wait_update(w);
    }
}

void rdl_requeue(struct rdl_wait *w, const volatile void *object)
{
    wait_take_out(w);
    w->object = object;
    wait_append(w);
    rdl_sched.pending[w->thread->tid].addr = (uintptr_t)object;
}

void rdl_release(struct rdl_wait *w)
{
    w->released = true;
    rdl_tap_woken(w->thread, w, RDL_WOKEN_BY_THREAD);
    wait_update(w);
}

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

bool rdl_wait_timed(void)
{
    return n_timed > 0 || rdl_timers_next() != RDL_NEVER;
}

/* The earliest deadline that has not passed yet. */
static uint64_t wait_next_deadline(void)
{
    uint64_t next = rdl_timers_next();

    for (size_t i = 0; i < n_timed; i++) {
        if (!timed[i]->expired && timed[i]->deadline < next)
            next = timed[i]->deadline;
    }
    return next;
}

void rdl_wait_move_time(uint64_t to, bool idle)
{
    if (to > rdl_virtual_ns) {
        if (!idle)
            rdl_timers_hold(to - rdl_virtual_ns);
        rdl_virtual_ns = to;
    }
    for (size_t i = 0; i < n_timed; i++) {
        if (timed[i]->deadline <= rdl_virtual_ns) {
            timed[i]->expired = true;
            wait_update(timed[i]);
        }
    }
    rdl_timers_fire(rdl_virtual_ns);
}

/* When only watchdogs are left, time does not advance: the finding is then the
 * stuck program, not the watchdog that noticed it. */
bool rdl_wait_pass_time(bool idle)
{
    uint64_t next = wait_next_deadline(), watchdog;

    if (next == RDL_NEVER)
        return false;
    watchdog = idle ? rdl_timers_watchdog() : RDL_NEVER;
    rdl_wait_move_time(next < watchdog ? next : watchdog, idle);
    return true;
}

void rdl_wait_begin(void)
{
    n_timed = 0;
}
