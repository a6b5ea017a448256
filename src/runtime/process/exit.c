/* exit.c - the ways in which a program ends itself.
 *
 * exit and quick_exit really run, under control: their handlers have scheduling
 * points, and other threads continue meanwhile.  The end itself is a system
 * call, which dispatch passes to us.  Handlers that were registered before all
 * others, and so run last, replace it without dispatch; and with it, if the C
 * library has nothing left to do: a trap costs as much as a small execution. */

#include "base/text.h"
#include "runtime/machine/streams.h"
#include "runtime/observe/race.h"
#include "runtime/sched/noise.h"
#include "runtime/sched/sched.h"
#include "runtime/syscalls/dispatch.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/state.h"
#include "runtime/sched/needs.h"
#include "runtime/sched/thread_life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(void, exit, int);
RDL_REAL(void, _exit, int);
RDL_REAL(void, quick_exit, int);
RDL_REAL(void, abort, void);

RDL_REAL(int, __cxa_atexit, void (*)(void *), void *, void *);
RDL_REAL(int, on_exit, void (*)(int, void *), void *);

int __cxa_atexit(void (*function)(void *), void *argument, void *object);
int __cxa_at_quick_exit(void (*function)(void *), void *object);

static int exit_status;      /* of the exit in progress */
static uintptr_t exit_place; /* where the target called it; 0 if it did not */
static rdl_tid exit_by;      /* the thread that did */
static bool exit_handled;    /* the handlers are done */

/* Ours are registered; a handler was before: of a library whose constructors
 * run before ours.  It runs after ours. */
static bool registered, has_earlier;

/* libc makes the final system call: its place is that of the exit. */
static _Noreturn void exit_end(int status, uintptr_t pc)
{
    exit_handled = true;
    rdl_point(RDL_OP_EXIT, NULL, 0, exit_place != 0 ? exit_place : pc);
    rdl_finish(RDL_EXITED, status & 0xff);
}

static void exit_last_handler(int status, void *argument)
{
    (void)argument;
    rdl_noise_end();
    if (!rdl_controlled() || rdl_child)
        return;
    if (!rdl_dispatch_armed())
        fflush(NULL); /* exit would do that next */
    else if (exit_place == 0 || has_earlier || !rdl_dispatch_idle() ||
             !rdl_streams_idle())
        return;
    exit_end(status, rdl_sched.last[rdl_self->tid].pc);
}

static void exit_last_quick_handler(void *argument)
{
    (void)argument;
    rdl_noise_end();
    if (!rdl_controlled() || rdl_dispatch_armed() || rdl_child)
        return;
    exit_end(exit_status, rdl_sched.last[rdl_self->tid].pc);
}

/* Registered for no object: unloading one does not run them. */
__attribute__((constructor(102))) static void register_last(void)
{
    REAL(on_exit)(exit_last_handler, NULL);
    __cxa_at_quick_exit(exit_last_quick_handler, NULL);
    registered = true;
    rdl_streams_begin();
}

/* The order of handlers is state that threads share; the address of a function
 * names it.  The C library locks it, so that two threads that register handlers
 * do not race. */
static void exit_registers(uintptr_t pc)
{
    has_earlier |= !registered;
    if (!rdl_controlled())
        return;
    rdl_point_atomic(RDL_OP_RMW, (void *)(uintptr_t)REAL(on_exit),
                     sizeof(void *), pc, RDL_ORDER_SEQ_CST);
    /* Between two handlers: the C library looks at the list again, unseen. */
    if (exit_place != 0 && exit_by != rdl_self->tid && !exit_handled)
        rdl_call_unseen(RDL_UNSEEN "exit", pc);
}

/* atexit() of the C library calls it too. */
RDL_EXPORT int __cxa_atexit(void (*function)(void *), void *argument,
                            void *object)
{
    exit_registers(RDL_PC);
    return REAL(__cxa_atexit)(function, argument, object);
}

RDL_EXPORT int on_exit(void (*function)(int, void *), void *argument)
{
    exit_registers(RDL_PC);
    return REAL(on_exit)(function, argument);
}

static void exit_announce(int status, uintptr_t pc)
{
    if (!rdl_controlled())
        return;
    rdl_point(RDL_OP_EXIT, NULL, 0, pc);
    rdl_call_touches((void *)(uintptr_t)REAL(on_exit), sizeof(void *),
                     /*writes=*/false);
    rdl_race_exits();
    exit_by = rdl_self->tid;
    exit_status = status;
    exit_place = pc;
}

_Noreturn void rdl_exit(int status, uintptr_t pc)
{
    exit_announce(status, pc);
    REAL(exit)(status);
    __builtin_unreachable();
}

RDL_EXPORT void exit(int status)
{
    rdl_exit(status, RDL_PC);
}

RDL_EXPORT void quick_exit(int status)
{
    exit_announce(status, RDL_PC);
    REAL(quick_exit)(status);
    __builtin_unreachable();
}

RDL_EXPORT void _exit(int status)
{
    rdl_noise_end();
    if (!rdl_controlled())
        REAL(_exit)(status);
    exit_end(status, RDL_PC);
}

RDL_EXPORT void _Exit(int status)
{
    rdl_noise_end();
    if (!rdl_controlled())
        REAL(_exit)(status);
    exit_end(status, RDL_PC);
}

bool rdl_syscalls_exit(const struct rdl_syscall *call, long *result)
{
    switch (call->number) {
    case SYS_exit_group:
        exit_end((int)call->arg[0], call->pc);
    case SYS_exit: /* no handlers, no destructors: the thread is gone */
        *result = 0;
        rdl_thread_end(NULL);
    default:
        return false;
    }
}

/* --- abort ------------------------------------------------------------------
 */
