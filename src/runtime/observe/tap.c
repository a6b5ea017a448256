/* tap.c - forwards what has happened to the observers; see tap.h. */
#include "runtime/observe/tap.h"

#include "runtime/core/state.h"
#include "runtime/machine/aside.h"
#include "runtime/observe/observer.h"

struct rdl_tap rdl_tap;

/* The observers of this execution, in the order of list.h. */
static const struct rdl_observer *active[RDL_MAX_OBSERVERS];
static size_t n_active;

/* Calls that member of each. */
#define TELL(member, ...)                                                      \
    do {                                                                       \
        for (size_t i = 0; i < n_active; i++) {                                \
            if (active[i]->member != NULL)                                     \
                active[i]->member(__VA_ARGS__);                                \
        }                                                                      \
    } while (0)

static void tap_step(const struct rdl_event *e)
{
    TELL(step, e);
}

/* The observers that want steps, added up: a single one is called without a
 * loop. */
static void tap_add_step(const struct rdl_observer *o)
{
    if (o->step != NULL)
        rdl_tap.step = rdl_tap.step == NULL ? o->step : tap_step;
}

void rdl_tap_begin(uint64_t execution)
{
    n_active = 0;
    rdl_tap = (struct rdl_tap){ 0 };
    for (size_t i = 0; rdl_observers[i] != NULL; i++) {
        const struct rdl_observer *o = rdl_observers[i];

        if (!o->begin(execution))
            continue;
        active[n_active++] = o;
        rdl_tap.on = true;
        rdl_tap.made |= o->made != NULL;
        rdl_tap.freed |= o->freed != NULL;
        tap_add_step(o);
    }
}

/* The start of main is not a step.  The last step of an execution may be over
 * before the execution is. */
void rdl_tap_tell(const struct rdl_event *e)
{
    if (rdl_tap.reported == rdl_steps)
        return;
    rdl_tap.reported = rdl_steps;
    rdl_tap.step(e);
}

void rdl_tap_end(void)
{
    if (!rdl_tap_on())
        return;
    if (rdl_tap.step != NULL)
        rdl_tap_tell(&rdl_sched.last[rdl_sched.current]);
    TELL(end);
    rdl_tap_stop();
}

void rdl_tap_stop(void)
{
    rdl_tap = (struct rdl_tap){ 0 };
    n_active = 0;
}

void rdl_tap_hold(const volatile void *lock, unsigned flags, uintptr_t pc)
{
    /* The thread that runs the function of a once control does not lock it. */
    if (rdl_tap_on() && rdl_sched.last[rdl_self->tid].op != RDL_OP_ONCE)
        TELL(hold, lock, flags, pc);
}

void rdl_tap_unhold(const struct rdl_thread *holder, const volatile void *lock)
{
    TELL(unhold, holder, lock);
}

/* Interceptors call it on the target's stack. */
RDL_ASIDE void tap_created(const struct rdl_thread *t, uintptr_t pc)
{
    TELL(created, t, pc);
}
RDL_ASIDE_CALL(rdl_tap_created, tap_created);

RDL_ASIDE void tap_joined(const struct rdl_thread *t)
{
    TELL(joined, t);
}
RDL_ASIDE_CALL(rdl_tap_joined, tap_joined);

void rdl_tap_made(const void *block, size_t size, uintptr_t pc, uintptr_t outer)
{
    if (size <= UINT32_MAX)
        TELL(made, block, (uint32_t)size, pc, outer);
}

void rdl_tap_freed(const void *block, size_t size, uintptr_t pc)
{
    if (size <= UINT32_MAX)
        TELL(freed, block, (uint32_t)size, pc);
}

void rdl_tap_touched(const void *start, size_t size, bool writes)
{
    TELL(touched, start, size, writes);
}

void rdl_tap_refused(size_t size, uintptr_t pc)
{
    TELL(refused, size, pc);
}

void rdl_tap_waits(const struct rdl_thread *t, const struct rdl_wait *wait)
{
    TELL(waits, t, wait);
}

void rdl_tap_woken(const struct rdl_thread *t, const struct rdl_wait *wait,
                   enum rdl_woken how)
{
    TELL(woken, t, wait, how);
}

RDL_ASIDE void tap_cancellable(bool anywhere)
{
    TELL(cancellable, anywhere);
}
RDL_ASIDE_CALL(rdl_tap_cancellable, tap_cancellable);

void rdl_tap_passed(const struct rdl_thread *t)
{
    TELL(passed, t);
}
