/* stream_lock.c - the lock of a stdio stream, where the program takes it itself
 * (flockfile).
 *
 * The C library takes the same lock inside printf() and the like, unseen.  So
 * its state stays the C library's: the real function waits, by the futex call
 * (sync/futex.c).  What this file adds are the steps, and that the thread holds
 * a lock: for races, lock orders and what a report says. */
#include "runtime/sync/lock.h"

#include <stdio.h>

RDL_REAL(void, flockfile, FILE *);
RDL_REAL(int, ftrylockfile, FILE *);
RDL_REAL(void, funlockfile, FILE *);

/* _IO_lock_t (glibc, sysdeps/nptl/stdio-lock.h): a recursive lock. */
struct stream_lock {
    int word, depth;
    void *owner;
};

static struct stream_lock *stream_lock_of(const FILE *f)
{
    return (struct stream_lock *)f->_lock;
}

static void stream_lock_taken(const FILE *f, uintptr_t pc)
{
    if (stream_lock_of(f)->depth == 1)
        rdl_hold(stream_lock_of(f), 0, pc);
}

RDL_EXPORT void flockfile(FILE *f)
{
    if (!rdl_controlled()) {
        REAL(flockfile)(f);
        return;
    }
    rdl_point(RDL_OP_LOCK, stream_lock_of(f), sizeof(int), RDL_PC);
    REAL(flockfile)(f);
    stream_lock_taken(f, RDL_PC);
}

RDL_EXPORT int ftrylockfile(FILE *f)
{
    int error;

    if (!rdl_controlled())
        return REAL(ftrylockfile)(f);
    rdl_point(RDL_OP_TRYLOCK, stream_lock_of(f), sizeof(int), RDL_PC);
    error = REAL(ftrylockfile)(f);
    if (error != 0)
        rdl_failed();
    else
        stream_lock_taken(f, RDL_PC);
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
    rdl_point(RDL_OP_UNLOCK, stream_lock_of(f), sizeof(int), RDL_PC);
    if (stream_lock_of(f)->depth == 1)
        rdl_unhold(stream_lock_of(f));
    REAL(funlockfile)(f);
}
