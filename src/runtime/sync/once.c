/* once.c - pthread_once.
 *
 * The word is glibc's: 0 never run, 2 done, odd while the routine runs (with
 * the number of forks above, so that a child of fork runs an interrupted one
 * again).  Compiled with -fexceptions: a routine that is cancelled or throws
 * has not run, and the next caller runs it. */
#include "runtime/core/modules.h"
#include "runtime/explore/objects.h"
#include "runtime/sync/lock.h"
#include "runtime/sync/sync.h"

RDL_REAL(int, pthread_once, pthread_once_t *, void (*)(void));

enum { NEVER = 0, RUNNING = 1, DONE = 2 };

static bool once_ready(const struct rdl_wait *wait)
{
    return (*(const volatile pthread_once_t *)wait->object & RUNNING) == 0;
}

static void once_leave(pthread_once_t *once, pthread_once_t state)
{
    *once = state;
    rdl_unhold(once);
    rdl_changed(once);
}

static void once_unwound(pthread_once_t **once)
{
    if (*once != NULL)
        once_leave(*once, NEVER);
}

static void once_run(pthread_once_t *once, void (*routine)(void), uintptr_t pc)
{
    pthread_once_t *left __attribute__((cleanup(once_unwound))) = once;

    *once = RUNNING;
    rdl_hold(once, 0, pc);
    routine();
    left = NULL;
    once_leave(once, DONE);
}

int rdl_once(pthread_once_t *once, void (*routine)(void), uintptr_t pc)
{
    if (!rdl_controlled())
        return REAL(pthread_once)(once, routine);
    rdl_point(RDL_OP_ONCE, once, sizeof(*once), pc);
    rdl_value((uint64_t)*once);
    while ((*once & DONE) == 0) {
        struct rdl_wait wait = {
            .kind = RDL_WAIT_ONCE,
            .what = "once",
            .object = once,
            .ready = once_ready,
            .deadline = RDL_NEVER,
        };

        if ((*once & RUNNING) != 0) {
            rdl_block(&wait, RDL_OP_ONCE, pc);
            continue;
        }
        once_run(once, routine, pc);
    }
    return 0;
}

/* The unwinder fills a table before it unwinds for the first time; that is
 * nothing that threads do to each other. */
static int once_unwinders(pthread_once_t *once, void (*routine)(void))
{
    int result;

    rdl_libc_begin();
    result = REAL(pthread_once)(once, routine);
    rdl_libc_end();
    return result;
}

RDL_EXPORT int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (rdl_controlled() && rdl_module_is(RDL_PC, "libgcc_s.so"))
        return once_unwinders(once, routine);
    return rdl_once(once, routine, RDL_PC);
}

RDL_OLD_NAME(pthread_once);

/* Who comes when the routine has run only reads. */
void rdl_once_touch(const struct rdl_event *e, struct rdl_step_object *touch)
{
    const pthread_once_t once = *(const pthread_once_t *)e->addr;

    touch->state = (once & RUNNING) != 0 ? 0 : (once & DONE) == 0 ? 1 : 2;
    touch->rule = RDL_TOUCH_WRITES_IF_EQUAL;
    touch->operand = 1;
    touch->need = RDL_NEEDS_NONZERO;
}
