/* glib.c - GMutex, and what GCond does to one.
 *
 * GLib locks with atomic operations of its own and calls futex only when a
 * thread has to wait.  The word does not contain its holder, so without these
 * interceptors nobody knows who holds it.  They let GLib do the work, however
 * it lays a GMutex out, and keep the scheduler's held entries.  A thread that
 * has to wait does so in futex.c; finish.c finds the holder by the word's
 * address.
 *
 * GLib's own calls do not come here (the library binds them to itself): locks
 * inside of its queues and pools stay futexes. */
#include "runtime/sync/lock.h"

#include <stdint.h>

#define WHAT "mutex"
#define SIZE 8 /* of a GMutex; no other lock has it (explore/objects.h) */

RDL_REAL(void, g_mutex_lock, void *);
RDL_REAL(int, g_mutex_trylock, void *);
RDL_REAL(void, g_mutex_unlock, void *);
RDL_REAL(void, g_cond_wait, void *, void *);
RDL_REAL(int, g_cond_wait_until, void *, void *, int64_t);

/* raddle is built without GLib's headers. */
void g_mutex_lock(void *m);
int g_mutex_trylock(void *m);
void g_mutex_unlock(void *m);
void g_cond_wait(void *c, void *m);
int g_cond_wait_until(void *c, void *m, int64_t end);

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

RDL_EXPORT void g_cond_wait(void *c, void *m)
{
    const bool controlled = rdl_controlled();

    if (controlled)
        rdl_unhold(m);
    REAL(g_cond_wait)(c, m);
    if (controlled)
        rdl_hold(m, 0, RDL_PC);
}

RDL_EXPORT int g_cond_wait_until(void *c, void *m, int64_t end)
{
    const bool controlled = rdl_controlled();
    int woken;

    if (controlled)
        rdl_unhold(m);
    woken = REAL(g_cond_wait_until)(c, m, end);
    if (controlled)
        rdl_hold(m, 0, RDL_PC);
    return woken;
}
