/* glib.c - GMutex and GCond.
 *
 * GLib locks with atomic operations of its own and calls futex only when a
 * thread has to wait.  The word does not contain its holder, so without these
 * interceptors nobody knows who holds it.  They let GLib do the work, however
 * it lays a GMutex out, and keep the scheduler's held entries.  A thread that
 * has to wait does so in futex.c; finish.c finds the holder by the word's
 * address.
 *
 * A GCond is a counter that a signal increments, and a futex.  Between a
 * thread's test and its sample of the counter a wake-up can be lost, so a wait
 * is a scheduling point.  From there on the futex calls are a part of that
 * step, or of the signal's, and the thread waits for a condition, not for a
 * futex.
 *
 * GLib's own calls do not come here (the library binds them to itself): locks
 * inside of its queues and pools stay futexes (glib_queue.c). */
#include "runtime/sync/lock.h"
#include "runtime/sync/sync.h"

#include <stdint.h>

#define WHAT "mutex"
#define SIZE 8       /* of a GMutex; no other lock has it (explore/objects.h) */
#define COND_SIZE 16 /* of a GCond */

RDL_REAL(void, g_mutex_lock, void *);
RDL_REAL(int, g_mutex_trylock, void *);
RDL_REAL(void, g_mutex_unlock, void *);
RDL_REAL(void, g_cond_wait, void *, void *);
RDL_REAL(int, g_cond_wait_until, void *, void *, int64_t);
RDL_REAL(void, g_cond_signal, void *);
RDL_REAL(void, g_cond_broadcast, void *);

/* raddle is built without GLib's headers. */
void g_mutex_lock(void *m);
int g_mutex_trylock(void *m);
void g_mutex_unlock(void *m);
void g_cond_wait(void *c, void *m);
int g_cond_wait_until(void *c, void *m, int64_t end);
void g_cond_signal(void *c);
void g_cond_broadcast(void *c);

RDL_EXPORT void g_mutex_lock(void *m)
{
    if (!rdl_controlled()) {
        REAL(g_mutex_lock)(m);
        return;
    }
    rdl_point(RDL_OP_LOCK, m, SIZE, RDL_PC);
    if (unlikely(rdl_lock_entry(rdl_self, m) != NULL)) {
        struct rdl_wait wait = {
            .kind = RDL_WAIT_LOCK,
            .what = WHAT,
            .object = m,
            .deadline = RDL_NEVER,
        };

        rdl_lock_again(&wait, RDL_PC);
    }
    REAL(g_mutex_lock)(m);
    rdl_hold(m, 0, RDL_PC);
}

RDL_EXPORT int g_mutex_trylock(void *m)
{
    int taken;

    if (!rdl_controlled())
        return REAL(g_mutex_trylock)(m);
    rdl_point(RDL_OP_TRYLOCK, m, SIZE, RDL_PC);
    taken = REAL(g_mutex_trylock)(m);
    if (taken)
        rdl_hold(m, 0, RDL_PC);
    else
        rdl_failed();
    return taken;
}

/* The real call may be a scheduling point, with the mutex free already: another
 * thread may hold it when it returns. */
RDL_EXPORT void g_mutex_unlock(void *m)
{
    if (rdl_controlled()) {
        rdl_point(RDL_OP_UNLOCK, m, SIZE, RDL_PC);
        rdl_unhold(m);
    }
    REAL(g_mutex_unlock)(m);
}

/* The next call of GLib is one step with what its futex calls do. */
static void glib_compose(void *c, void *m, bool signals, uintptr_t pc)
{
    rdl_self->composed = (struct rdl_composed){
        .condition = c,
        .mutex = m,
        .signals = signals,
        .pc = pc,
        .missed = signals ? 0 : rdl_condition_missed(c, m),
    };
}

/* Before and after the real call. */
static void glib_begin_wait(void *c, void *m, uintptr_t pc)
{
    rdl_point(RDL_OP_WAIT, c, COND_SIZE, pc);
    glib_compose(c, m, /*signals=*/false, pc);
    rdl_unhold(m);
}

static void glib_end_wait(void *m, uintptr_t pc)
{
    rdl_self->composed = (struct rdl_composed){ 0 };
    rdl_hold(m, 0, pc);
}

RDL_EXPORT void g_cond_wait(void *c, void *m)
{
    const bool controlled = rdl_controlled();

    if (controlled)
        glib_begin_wait(c, m, RDL_PC);
    REAL(g_cond_wait)(c, m);
    if (controlled)
        glib_end_wait(m, RDL_PC);
}

RDL_EXPORT int g_cond_wait_until(void *c, void *m, int64_t end)
{
    const bool controlled = rdl_controlled();
    int woken;

    if (controlled)
        glib_begin_wait(c, m, RDL_PC);
    woken = REAL(g_cond_wait_until)(c, m, end);
    if (controlled)
        glib_end_wait(m, RDL_PC);
    return woken;
}

static void glib_signal(void (*real)(void *), void *c, enum rdl_op op,
                        uintptr_t pc)
{
    if (!rdl_controlled()) {
        real(c);
        return;
    }
    rdl_point(op, c, COND_SIZE, pc);
    glib_compose(c, NULL, /*signals=*/true, pc);
    real(c);
    rdl_self->composed = (struct rdl_composed){ 0 };
}

RDL_EXPORT void g_cond_signal(void *c)
{
    glib_signal(REAL(g_cond_signal), c, RDL_OP_SIGNAL, RDL_PC);
}

RDL_EXPORT void g_cond_broadcast(void *c)
{
    glib_signal(REAL(g_cond_broadcast), c, RDL_OP_BROADCAST, RDL_PC);
}
