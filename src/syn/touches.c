/* touches.c - which objects a step of a trace touches, and in which state they
 * were.  The runtime's part of an exploration (runtime/explore/touches.c) knows
 * that from the objects themselves; a trace has operators and extras. */
#include "syn/parts.h"

#include "trace/order.h"
#include "trace/wakeups.h"
#include "util/alloc.h"

#include <stdlib.h>

static struct rdl_syn_object *touches_object(struct rdl_syn_reading *r,
                                             uintptr_t addr)
{
    struct rdl_syn_object *o;

    for (size_t i = 0; i < r->n_objects; i++) {
        if (r->objects[i].addr == addr)
            return &r->objects[i];
    }
    r->objects = rdl_grow(r->objects, (r->n_objects + 1) * sizeof(*r->objects));
    o = &r->objects[r->n_objects++];
    *o = (struct rdl_syn_object){ .addr = addr, .state = RDL_SYN_FREE };
    return o;
}

/* An object at an address, written. */
static void touches_write(struct rdl_step *out, uintptr_t addr, uint64_t state)
{
    const struct rdl_step_object touch = {
        .object = addr,
        .state = state,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule = RDL_TOUCH_WRITES,
    };

    rdl_step_touch(out, &touch);
}

/* Exploration has sets of fewer threads; variants.c asks. */
static uint64_t touches_set(rdl_tid tid)
{
    return tid < RDL_EXPLORE_THREADS ? UINT64_C(1) << tid : 0;
}

static void touches_life(struct rdl_syn_reading *r, struct rdl_step *out,
                         rdl_tid tid)
{
    if (r->n_lives < RDL_MAX_THREADS)
        r->lives[r->n_lives++] = tid;
    out->lives |= touches_set(tid);
}

static void touches_wakes(struct rdl_syn_reading *r, struct rdl_step *out,
                          rdl_tid tid)
{
    if (r->n_wakes < RDL_MAX_THREADS)
        r->wakes[r->n_wakes++] = tid;
    out->wakes |= touches_set(tid);
}

/* --- Memory --------------------------------------------------------------- */

static void touches_memory(const struct rdl_event *e, bool writes,
                           struct rdl_step *out)
{
    const struct rdl_step_object touch = {
        .object = e->addr,
        .size = e->size > 0 ? e->size : 1,
        .rule = writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS,
    };

    rdl_step_touch(out, &touch);
}

static bool touches_access(struct rdl_syn_reading *r, const struct rdl_event *e,
                           struct rdl_syn_event *event, struct rdl_step *out)
{
    if (!rdl_cells_shared(&r->cells, e->addr, e->size))
        return false;
    event->writes =
        rdl_op_writes((enum rdl_op)e->op) && (e->flags & RDL_EV_FAILED) == 0;
    event->addr = e->addr;
    event->size = e->size;
    event->valued = (e->flags & RDL_EV_VALUE) != 0;
    event->value = e->value;
    touches_memory(e, event->writes, out);
    return true;
}

/* --- Locks, as the extras of the step say --------------------------------- */

static void touches_hold(struct rdl_syn_reading *r, uintptr_t lock, bool shared,
                         bool tries, struct rdl_step *out)
{
    struct rdl_syn_object *o = touches_object(r, lock);
    struct rdl_step_object touch = {
        .object = lock,
        .state = o->state,
        .operand = RDL_SYN_FREE,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule = RDL_TOUCH_WRITES,
        .need = shared ? RDL_NEEDS_NONZERO : RDL_NEEDS_EQUAL,
    };

    if (tries) {
        touch.rule =
            shared ? RDL_TOUCH_WRITES_IF_NONZERO : RDL_TOUCH_WRITES_IF_EQUAL;
        touch.need = RDL_NEEDS_NOTHING;
    }
    rdl_step_touch(out, &touch);
    o->readers += shared;
    o->state = shared ? RDL_SYN_READ : RDL_SYN_HELD;
}

static void touches_unhold(struct rdl_syn_reading *r, uintptr_t lock,
                           struct rdl_step *out)
{
    struct rdl_syn_object *o = touches_object(r, lock);

    touches_write(out, lock, o->state);
    if (o->readers > 0)
        o->readers--;
    o->state = o->readers > 0 ? RDL_SYN_READ : RDL_SYN_FREE;
}

/* A try that failed. */
static void touches_failed(struct rdl_syn_reading *r, const struct rdl_event *e,
                           struct rdl_step *out)
{
    const bool shared = (e->flags & RDL_EV_SHARED) != 0;
    const struct rdl_step_object touch = {
        .object = e->addr,
        .state = touches_object(r, e->addr)->state,
        .operand = RDL_SYN_FREE,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule =
            shared ? RDL_TOUCH_WRITES_IF_NONZERO : RDL_TOUCH_WRITES_IF_EQUAL,
    };

    rdl_step_touch(out, &touch);
}

/* --- Semaphores ----------------------------------------------------------- */

/* The initial value is not in the trace: the least that all its waits need. */
static uint64_t touches_semaphore_least(const struct rdl_trace *t,
                                        uintptr_t addr)
{
    int64_t value = 0, least = 0;

    for (size_t i = 0; i < t->n_steps; i++) {
        const struct rdl_event *e = &t->steps[i];

        if (e->addr != addr || rdl_trace_attempt(t, i))
            continue;
        value += e->op == RDL_OP_SEM_POST;
        value -= e->op == RDL_OP_SEM_WAIT || (e->op == RDL_OP_SEM_TRYWAIT &&
                                              (e->flags & RDL_EV_FAILED) == 0);
        least = value < least ? value : least;
    }
    return (uint64_t)-least;
}

static uint64_t *touches_semaphore_value(struct rdl_syn_reading *r,
                                         uintptr_t addr)
{
    const size_t known = r->n_objects;
    struct rdl_syn_object *o = touches_object(r, addr);

    if (r->n_objects > known)
        o->state = touches_semaphore_least(r->t, addr);
    return &o->state;
}

static void touches_semaphore(struct rdl_syn_reading *r,
                              const struct rdl_event *e, struct rdl_step *out)
{
    uint64_t *value = touches_semaphore_value(r, e->addr);
    const struct rdl_step_object touch = {
        .object = e->addr,
        .state = *value,
        .size = 1,
        .holds = RDL_STATE_OBJECT,
        .rule = e->op == RDL_OP_SEM_TRYWAIT ? RDL_TOUCH_WRITES_IF_NONZERO
                                            : RDL_TOUCH_WRITES,
        .need =
            e->op == RDL_OP_SEM_WAIT ? RDL_NEEDS_NONZERO : RDL_NEEDS_NOTHING,
    };

    rdl_step_touch(out, &touch);
    if (e->op == RDL_OP_SEM_POST)
        ++*value;
    else if (*value > 0)
        --*value;
}

/* --- A step --------------------------------------------------------------- */

static bool touches_extras(struct rdl_syn_reading *r, size_t step,
                           struct rdl_syn_event *event, struct rdl_step *out)
{
    const rdl_tid tid = r->t->steps[step].tid;
    bool any = false;

    RDL_TRACE_EXTRAS_OF(r->t, step, x)
    {
        switch ((enum rdl_extra_kind)x->kind) {
        case RDL_EXTRA_CREATE:
            touches_life(r, out, x->created.tid);
            any = true;
            break;
        case RDL_EXTRA_HOLD:
        case RDL_EXTRA_UNLOCK:
            if (x->tid != tid)
                break;
            if (x->kind == RDL_EXTRA_HOLD)
                touches_hold(r, x->lock.addr, x->lock.shared != 0,
                             r->t->steps[step].op == RDL_OP_TRYLOCK, out);
            else
                touches_unhold(r, x->lock.addr, out);
            event->addr = x->lock.addr;
            event->size = 1;
            event->writes = event->shown = any = true;
            break;
        case RDL_EXTRA_WAKE:
            if (x->wait.how != RDL_WOKEN_BY_THREAD)
                r->syn->unknown = "a wait ends by time, or without a reason";
            else if (r->waits[x->tid] && x->tid != tid)
                touches_wakes(r, out, x->tid);
            break;
        default:
            break;
        }
    }
    return any;
}

static void touches_object_of(const struct rdl_event *e,
                              struct rdl_syn_event *event)
{
    event->addr = e->addr;
    event->size = 1;
    event->shown = true;
    event->writes = (e->flags & RDL_EV_FAILED) == 0;
}

bool rdl_syn_touches(struct rdl_syn_reading *r, size_t step,
                     struct rdl_syn_event *event, struct rdl_step *out)
{
    const struct rdl_event *e = &r->t->steps[step];
    rdl_tid joined;
    bool any;

    rdl_step_begin(out, e->tid);
    r->n_lives = r->n_wakes = 0;
    out->woken = r->woken = r->waits[e->tid];
    any = r->waits[e->tid];
    r->waits[e->tid] = false;
    switch ((enum rdl_op)e->op) {
    case RDL_OP_READ:
    case RDL_OP_WRITE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        event->shown = touches_access(r, e, event, out);
        break;
    case RDL_OP_JOIN:
        if ((e->flags & RDL_EV_TRY) != 0)
            r->syn->unknown = "a join that does not wait is not ordered";
        joined = rdl_trace_thread(r->t, e->addr, step);
        if (joined != RDL_NO_TID)
            touches_life(r, out, joined);
        any = true;
        break;
    case RDL_OP_EXIT: /* a prefix with a join must contain it */
        any = true;
        break;
    case RDL_OP_TRYLOCK:
        if ((e->flags & RDL_EV_FAILED) != 0) {
            touches_failed(r, e, out);
            touches_object_of(e, event);
        }
        break;
    case RDL_OP_WAIT:
    case RDL_OP_SIGNAL:
    case RDL_OP_BROADCAST:
    case RDL_OP_BARRIER:
    case RDL_OP_ONCE:
        if (any) /* it leaves the barrier */
            break;
        touches_write(out, e->addr, 0);
        touches_object_of(e, event);
        break;
    case RDL_OP_SEM_WAIT:
    case RDL_OP_SEM_TRYWAIT:
    case RDL_OP_SEM_POST:
        touches_semaphore(r, e, out);
        touches_object_of(e, event);
        break;
    case RDL_OP_START:
    case RDL_OP_CREATE:
    case RDL_OP_DETACH:
    case RDL_OP_YIELD:
    case RDL_OP_FENCE:
    case RDL_OP_LOCK:
    case RDL_OP_HOLD:
    case RDL_OP_UNLOCK:
    case RDL_OP_WAKE:
        break;
    default:
        r->syn->unknown = "the execution has an operation whose order with "
                          "others is not known";
        r->syn->operation = rdl_op_name((enum rdl_op)e->op);
        break;
    }
    any |= event->shown;
    if (e->op == RDL_OP_WAIT || e->op == RDL_OP_BARRIER) {
        const struct rdl_syn_event own = *event;

        any |= touches_extras(r, step, event, out);
        *event = own; /* not the mutex that it gives back */
        RDL_TRACE_EXTRAS_OF(r->t, step, x)
        {
            r->waits[e->tid] |= x->kind == RDL_EXTRA_WAIT && x->tid == e->tid;
        }
        return any;
    }
    return touches_extras(r, step, event, out) || any;
}

void rdl_syn_waiting(struct rdl_syn_reading *r, size_t step,
                     struct rdl_step *out)
{
    const struct rdl_event *e = &r->t->steps[step];

    rdl_step_begin(out, e->tid);
    if (e->op == RDL_OP_LOCK)
        touches_hold(r, e->addr, (e->flags & RDL_EV_SHARED) != 0, false, out);
    else if (e->op == RDL_OP_SEM_WAIT)
        touches_semaphore(r, e, out);
}
