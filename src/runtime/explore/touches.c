/* touches.c - see touches.h. */
#include "runtime/explore/touches.h"

#include "runtime/core/persistent.h"
#include "runtime/core/state.h"
#include "runtime/explore/exploring_parts.h"
#include "runtime/explore/objects.h"
#include "runtime/machine/page.h"
#include "runtime/machine/peek.h"
#include "runtime/observe/names.h"
#include "runtime/observe/sharing.h"

#include <string.h>

/* Objects that have no address. */
enum { IO = 1, KEYS };
/* Whether a thread has ended, for calls that ask without waiting. */
#define ENDED(serial) (UINT64_C(1) << 32 | (serial))

#define TOKEN (UINT64_C(1) << 60)
#define OTHER (UINT64_C(1) << 59)
/* Names are hashes; these bits are for what has none. */
#define NAME_BITS ((UINT64_C(1) << 59) - 1)

/* Pages, plus 1, that this execution has found mapped.  Only an execution that
 * unmaps one and then accesses it is mistaken; it fails anyway. */
#define PAGES 64
static uintptr_t mapped[PAGES];
RDL_PERSISTENT(mapped); /* rdl_touches_begin() clears it */

void rdl_touches_begin(void)
{
    memset(mapped, 0, sizeof(mapped));
}

static uint64_t touches_name(uintptr_t addr)
{
    return rdl_mix(0, rdl_name_of_data(addr)) & NAME_BITS;
}

struct rdl_step_object rdl_touches_token(const struct rdl_thread *t,
                                         uint32_t own, bool writes)
{
    return (struct rdl_step_object){
        .object = TOKEN | (uint64_t)t->serial << 32 | own,
        .bytes = UINT8_MAX,
        .rule = writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS,
        .orders = true,
    };
}

struct rdl_step_object rdl_touches_tick(uint32_t n, bool writes)
{
    return (struct rdl_step_object){
        .object = TOKEN | (uint64_t)RDL_EXPLORE_TICKER << 32 | n,
        .bytes = UINT8_MAX,
        .rule = writes ? RDL_TOUCH_WRITES : RDL_TOUCH_READS,
        .orders = true,
    };
}

struct rdl_step_object rdl_touches_written(const volatile void *object,
                                           uint64_t state)
{
    return (struct rdl_step_object){
        .object = touches_name((uintptr_t)object),
        .state = state,
        .bytes = UINT8_MAX,
        .rule = RDL_TOUCH_WRITES,
    };
}

/* Reading there cannot fault.  A system call for each page of an execution: the
 * step may be the one that shows that a pointer is wrong. */
static bool touches_mapped(uintptr_t addr)
{
    const uintptr_t page = rdl_page_down(addr) + 1; /* never 0 */
    uintptr_t *known = &mapped[addr / RDL_PAGE % PAGES];
    char byte;

    if (*known == page)
        return true;
    if (!rdl_peek(&byte, addr, 1))
        return false;
    *known = page;
    return true;
}

/* The bytes of an atomic operand before the step, if it is one granule. */
static uint64_t touches_value(const struct rdl_event *e)
{
    uint64_t value = 0;

    if (rdl_op_class((enum rdl_op)e->op) == RDL_CLASS_ATOMIC && e->size <= 8 &&
        e->addr % 8 + e->size <= 8 && touches_mapped(e->addr))
        memcpy(&value, (const void *)e->addr, e->size);
    return value;
}

/* A compare-and-swap that failed has only read; what it compared with is added
 * when the step is over (exploring.c). */
static bool touches_memory(const struct rdl_event *e, struct rdl_step *step)
{
    const uintptr_t end = e->addr + e->size;
    const uint64_t value = touches_value(e);

    for (uintptr_t at = e->addr; at < end;) {
        const uintptr_t granule = at & ~(uintptr_t)7;
        const uintptr_t stop = granule + 8 < end ? granule + 8 : end;
        const struct rdl_step_object touch = {
            .object = touches_name(granule),
            .state = value,
            .bytes = (uint8_t)(((1u << (stop - at)) - 1) << (at - granule)),
            .rule = rdl_op_writes((enum rdl_op)e->op) ? RDL_TOUCH_WRITES
                                                      : RDL_TOUCH_READS,
        };

        if (!rdl_step_touch(step, &touch))
            return false;
        at = stop;
    }
    return true;
}

/* A thread that was released from a wait continues. */
static bool touches_wake(const struct rdl_thread *t, uint32_t own,
                         struct rdl_step *step)
{
    /* A sleeper goes on before the next tick. */
    const struct rdl_step_object token =
        t->wait->kind == RDL_WAIT_SLEEP
            ? rdl_touches_tick(
                  rdl_explore_own(rdl_exploring_explore, RDL_EXPLORE_TICKER),
                  false)
            : rdl_touches_token(t, own, false);
    struct rdl_event lock = {
        .addr = t->wait->arg[0],
        .op = RDL_OP_LOCK,
        .size = RDL_SIZE_MUTEX,
        .tid = t->tid,
    };
    struct rdl_step_object touch = rdl_touches_written((void *)lock.addr, 0);

    if (!rdl_step_touch(step, &token))
        return false;
    if (t->wait->kind != RDL_WAIT_CONDITION || t->wait->library)
        return true;
    rdl_mutex_touch(t, &lock, &touch);
    return rdl_step_touch(step, &touch);
}

static bool touches_join(const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = rdl_thread_of(e->addr);
    const struct rdl_step_object touch = {
        .object = u == NULL ? OTHER : rdl_step_life((rdl_tid)u->serial),
        .state = u == NULL || !u->live,
        .bytes = UINT8_MAX,
        .rule = RDL_TOUCH_WRITES,
        .need = RDL_NEEDS_NONZERO,
        .orders = true,
    };

    return rdl_step_touch(step, &touch);
}

static bool touches_other(uint64_t object, enum rdl_touch_rule rule,
                          struct rdl_step *step)
{
    const struct rdl_step_object touch = {
        .object = OTHER | object,
        .bytes = UINT8_MAX,
        .rule = (uint8_t)rule,
    };

    return rdl_step_touch(step, &touch);
}

/* If it succeeds it is also a join, which nothing comes between. */
static bool touches_try_join(const struct rdl_event *e, struct rdl_step *step)
{
    const struct rdl_thread *u = rdl_thread_of(e->addr);

    if (u == NULL)
        return touches_join(e, step);
    return touches_other(ENDED(u->serial), RDL_TOUCH_READS, step) &&
           (u->live || touches_join(e, step));
}

static enum rdl_touches touches_lock(const struct rdl_thread *t,
                                     const struct rdl_event *e,
                                     struct rdl_step *step)
{
    struct rdl_step_object touch = rdl_touches_written((void *)e->addr, 0);

    if (touches_mapped(e->addr) && !rdl_mutex_touch(t, e, &touch) &&
        !rdl_rwlock_touch(t, e, &touch) && !rdl_spinlock_touch(e, &touch) &&
        e->op != RDL_OP_DESTROY)
        return RDL_TOUCHES_UNKNOWN;
    return rdl_step_touch(step, &touch) ? RDL_TOUCHES_ALL
                                        : RDL_TOUCHES_TOO_MANY;
}

enum rdl_touches rdl_touches_of(const struct rdl_thread *t,
                                const struct rdl_event *e, uint32_t own,
                                struct rdl_step *step)
{
    struct rdl_step_object touch;
    bool fits = true;

    rdl_step_begin(step, (rdl_tid)t->serial);
    if (t->wait != NULL)
        return touches_wake(t, own, step) ? RDL_TOUCHES_ALL
                                          : RDL_TOUCHES_TOO_MANY;
    switch ((enum rdl_op)e->op) {
    case RDL_OP_START:
    case RDL_OP_CREATE: /* the new thread's life: exploring_created */
    case RDL_OP_DETACH:
    case RDL_OP_YIELD:
    case RDL_OP_FENCE:
    case RDL_OP_CALL:
    case RDL_OP_RETURN:
        break;
    case RDL_OP_EXIT:
        fits = touches_other(ENDED(t->serial), RDL_TOUCH_WRITES, step);
        break;
    case RDL_OP_JOIN:
        fits = (e->flags & RDL_EV_TRY) != 0 ? touches_try_join(e, step)
                                            : touches_join(e, step);
        break;
    case RDL_OP_READ:
    case RDL_OP_WRITE:
    case RDL_OP_ATOMIC_READ:
    case RDL_OP_ATOMIC_WRITE:
    case RDL_OP_RMW:
        fits = touches_memory(e, step);
        break;
    case RDL_OP_LOCK:
    case RDL_OP_TRYLOCK:
    case RDL_OP_UNLOCK:
    case RDL_OP_DESTROY:
        return touches_lock(t, e, step);
    case RDL_OP_WAIT: /* the mutex: exploring_unhold */
    case RDL_OP_SIGNAL:
    case RDL_OP_BROADCAST:
    case RDL_OP_BARRIER: /* the tokens: exploring_woken */
        touch = rdl_touches_written((void *)e->addr, 0);
        fits = rdl_step_touch(step, &touch);
        break;
    case RDL_OP_SEM_WAIT:
    case RDL_OP_SEM_TRYWAIT:
    case RDL_OP_SEM_POST:
        touch = rdl_touches_written((void *)e->addr, 0);
        if (touches_mapped(e->addr))
            rdl_semaphore_touch(e, &touch);
        fits = rdl_step_touch(step, &touch);
        break;
    case RDL_OP_ONCE:
        touch = rdl_touches_written((void *)e->addr, 0);
        if (touches_mapped(e->addr))
            rdl_once_touch(e, &touch);
        fits = rdl_step_touch(step, &touch);
        break;
    case RDL_OP_IO:
        fits = touches_other(IO, RDL_TOUCH_WRITES, step);
        break;
    case RDL_OP_KEY:
        fits = touches_other(KEYS, RDL_TOUCH_WRITES, step);
        break;
    default:
        return RDL_TOUCHES_UNKNOWN;
    }
    return fits ? RDL_TOUCHES_ALL : RDL_TOUCHES_TOO_MANY;
}

bool rdl_touches_possible(const struct rdl_step *step)
{
    for (unsigned i = 0; i < step->n_touches; i++) {
        if (!rdl_touch_possible(&step->touch[i]))
            return false;
    }
    return true;
}
