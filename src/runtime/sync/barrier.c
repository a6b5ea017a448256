/* barrier.c - barriers.
 *
 * In glibc's layout (nptl, struct pthread_barrier) `in` counts the arrivals of
 * the current round; it is 0 between rounds, a state that glibc has too.  The
 * last thread to arrive is the serial thread, as in glibc.  A thread that
 * leaves does not read the object again, so the serial thread may destroy
 * it. */
#include "runtime/sync/lock.h"
#include "runtime/sync/pshared.h"

#include <errno.h>
#include <limits.h>
#include <pthread.h>

RDL_REAL(int, pthread_barrier_wait, pthread_barrier_t *);
RDL_REAL(int, pthread_barrier_destroy, pthread_barrier_t *);

struct barrier {
    unsigned in, current_round, count;
    int shared;
    unsigned out;
};
_Static_assert(sizeof(struct barrier) <= sizeof(pthread_barrier_t), "layout");

#define WHAT "barrier"
#define DESTROYED UINT_MAX /* in count; never the count of a barrier */

static void barrier_check(const struct barrier *b, uintptr_t pc)
{
    if (unlikely(b->count == DESTROYED))
        rdl_misuse(RDL_USE_DESTROYED, WHAT, b, pc);
    if (unlikely(b->shared != 0))
        rdl_pshared_one_process("barrier", pc);
}

/* Ends the waits of this round; threads of the previous one may not have
 * left. */
static void barrier_open(const struct barrier *b)
{
    struct rdl_wait *w;

    for (w = rdl_waiter(b, 0); w != NULL; w = rdl_waiter_next(w)) {
        if (!w->released)
            rdl_release(w);
    }
}

RDL_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct barrier *b = (struct barrier *)barrier;
    struct rdl_wait wait = {
        .kind = RDL_WAIT_BARRIER,
        .what = WHAT,
        .object = b,
        .deadline = RDL_NEVER,
    };

    if (!rdl_controlled())
        return REAL(pthread_barrier_wait)(barrier);
    rdl_point(RDL_OP_BARRIER, b, sizeof(*barrier), RDL_PC);
    barrier_check(b, RDL_PC);
    if (++b->in >= b->count) {
        b->in = 0;
        barrier_open(b);
        return PTHREAD_BARRIER_SERIAL_THREAD;
    }
    rdl_block(&wait, RDL_OP_BARRIER, RDL_PC);
    return 0;
}

RDL_EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    struct barrier *b = (struct barrier *)barrier;

    if (!rdl_controlled())
        return REAL(pthread_barrier_destroy)(barrier);
    rdl_point(RDL_OP_DESTROY, b, sizeof(*barrier), RDL_PC);
    barrier_check(b, RDL_PC);
    if (b->in > 0)
        rdl_misuse(RDL_DESTROY_AWAITED, WHAT, b, RDL_PC);
    b->count = DESTROYED;
    return 0;
}
