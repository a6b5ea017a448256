/* lock_order.c - the observer of lock orders: which lock a thread takes while
 * it holds which others (base/predicted.h).  The driver looks for cycles in
 * them (campaign/predict/cycles.h).
 *
 * Only lock calls pay, and creations and joins of threads; a lock call that
 * holds nothing else pays one call.  It is off in a replay and in children that
 * the target forked.
 *
 * Names are the same in every execution.  Of a lock: see names.h.  Of a thread:
 * the name of its creator, and the number of threads which that had created
 * before; main's is 1. */
#include "predict/lock_orders.h"
#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/observe/log.h"
#include "runtime/observe/names.h"
#include "runtime/observe/observer.h"

#include <string.h>

struct life { /* of a thread, as far as creations and joins order it */
    uint64_t name;
    uint64_t segment;
    uint32_t children;
    uint32_t n_before;
    struct rdl_order_before before[RDL_ORDER_BEFORE];
};

/* By tid; an execution writes an entry before it reads it. */
static struct life lives[RDL_MAX_THREADS];
static struct rdl_lock_order order; /* too large for a thread's stack */
RDL_PERSISTENT(lives);
RDL_PERSISTENT(order);

static bool lock_order_begin(uint64_t execution)
{
    (void)execution;
    if (rdl_log.replays || rdl_shared->regions[RDL_LOCK_ORDERS].capacity == 0)
        return false;
    lives[0].name = 1;
    lives[0].segment = lives[0].children = lives[0].n_before = 0;
    return true;
}

static void lock_order_created(const struct rdl_thread *t, uintptr_t pc)
{
    struct life *parent = &lives[rdl_self->tid];
    struct life *child = &lives[t->tid];

    (void)pc;
    child->name = rdl_mix(parent->name, ++parent->children);
    child->segment = child->children = 0;
    child->n_before = parent->n_before;
    if (parent->n_before <= RDL_ORDER_BEFORE)
        memcpy(child->before, parent->before,
               parent->n_before * sizeof(parent->before[0]));
    rdl_lock_orders_after(child->before, &child->n_before, parent->name,
                          parent->segment++);
}

static void lock_order_joined(const struct rdl_thread *t)
{
    struct life *self = &lives[rdl_self->tid];
    const struct life *ended = &lives[t->tid];

    self->segment++;
    for (uint32_t i = 0;
         i < ended->n_before && ended->n_before <= RDL_ORDER_BEFORE; i++)
        rdl_lock_orders_after(self->before, &self->n_before,
                              ended->before[i].thread,
                              ended->before[i].segment);
    rdl_lock_orders_after(self->before, &self->n_before, ended->name,
                          UINT64_MAX);
}

static struct rdl_order_lock lock_order_of(const volatile void *lock,
                                           unsigned flags, uintptr_t pc)
{
    return (struct rdl_order_lock){
        .name = rdl_name_of_data((uintptr_t)lock),
        .addr = (uintptr_t)lock,
        .place = pc,
        .shared = (flags & RDL_EV_SHARED) != 0,
    };
}

/* The last of the held ones is the lock that it has just taken. */
static void lock_order_hold(const volatile void *lock, unsigned flags,
                            uintptr_t pc)
{
    struct rdl_lock_orders *all = rdl_shared_data(rdl_shared, RDL_LOCK_ORDERS);
    const struct rdl_thread *t = rdl_self;
    const struct life *life = &lives[t->tid];

    if (likely(t->n_held < 2))
        return;
    /* A try does not wait, and a wait with a time limit ends. */
    if ((flags & RDL_HOLD_TIMED) != 0 ||
        rdl_sched.last[t->tid].op == RDL_OP_TRYLOCK)
        return;
    if (t->n_held - 1 > RDL_ORDER_HELD) {
        all->lost++;
        return;
    }
    order.thread = life->name;
    order.segment = life->segment;
    order.wanted = lock_order_of(lock, flags, pc);
    order.n_held = 0;
    for (uint32_t i = 0; i + 1 < t->n_held; i++) {
        const struct rdl_held *h = &t->held[i];

        order.held[order.n_held] = lock_order_of(h->lock, h->flags, h->pc);
        if (order.held[order.n_held++].name == order.wanted.name)
            return; /* both sides of one lock, or addresses without a name */
    }
    order.n_before = 0;
    if (life->n_before <= RDL_ORDER_BEFORE) {
        order.n_before = life->n_before;
        memcpy(order.before, life->before,
               life->n_before * sizeof(order.before[0]));
    }
    rdl_lock_orders_add(all, &order);
}

const struct rdl_observer rdl_observer_lock_order = {
    .name = "lock-order",
    .begin = lock_order_begin,
    .created = lock_order_created,
    .joined = lock_order_joined,
    .hold = lock_order_hold,
};
