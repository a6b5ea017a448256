/* stream_lock.c - the lock of a stdio stream, where the program takes it itself
 * (flockfile).
 *
 * The C library takes the same lock inside printf() and the like, unseen.  So
 * its state stays the C library's: the real function waits, by the futex call
 * (sync/futex.c).  What this file adds are the steps, and that the thread holds
 * a lock: for races, lock orders and what a report says. */
#include "runtime/sync/lock.h"

#include <pthread.h>
#include <stdio.h>

RDL_REAL(void, flockfile, FILE *);
RDL_REAL(int, ftrylockfile, FILE *);
RDL_REAL(void, funlockfile, FILE *);

/* _IO_lock_t (glibc, sysdeps/nptl/stdio-lock.h): a recursive lock.  No other
 * lock has its size, so raddle prove does not take it for one that it knows
 * (explore/objects.h). */
struct stream_lock {
    int word, depth;
    void *owner;
};

/* The depth of a lock that is taken once: 1 up to glibc 2.36, later 0. */
static int outermost;

static struct stream_lock *stream_lock_of(const FILE *f)
{
    return (struct stream_lock *)f->_lock;
}

static bool stream_lock_mine(const FILE *f)
{
    return stream_lock_of(f)->owner == (void *)pthread_self();
}

/* again: the thread had it before the call. */
static void stream_lock_taken(const FILE *f, bool again, uintptr_t pc)
{
    if (again)
        return;
    outermost = stream_lock_of(f)->depth;
    rdl_hold(stream_lock_of(f), 0, pc);
}

static void stream_lock_point(enum rdl_op op, const FILE *f, uintptr_t pc)
{
    rdl_point(op, stream_lock_of(f), sizeof(struct stream_lock), pc);
}

RDL_EXPORT void flockfile(FILE *f)
{
    bool again;

    if (!rdl_controlled()) {
        REAL(flockfile)(f);
        return;
    }
    stream_lock_point(RDL_OP_LOCK, f, RDL_PC);
    again = stream_lock_mine(f);
    REAL(flockfile)(f);
    stream_lock_taken(f, again, RDL_PC);
}

RDL_EXPORT int ftrylockfile(FILE *f)
{
    bool again;
    int error;

    if (!rdl_controlled())
        return REAL(ftrylockfile)(f);
    stream_lock_point(RDL_OP_TRYLOCK, f, RDL_PC);
    again = stream_lock_mine(f);
    error = REAL(ftrylockfile)(f);
    if (error != 0)
        rdl_failed();
    else
        stream_lock_taken(f, again, RDL_PC);
    return error;
}

/* The lock is given up before the real call: that one wakes a thread, which may
 * run at once. */
RDL_EXPORT void funlockfile(FILE *f)
{
    if (!rdl_controlled()) {
        REAL(funlockfile)(f);
        return;
    }
    stream_lock_point(RDL_OP_UNLOCK, f, RDL_PC);
    if (stream_lock_of(f)->depth == outermost)
        rdl_unhold(stream_lock_of(f));
    REAL(funlockfile)(f);
}
