/* exit.c - the ends that a program chooses.
 *
 * exit and quick_exit run for real, under control: their handlers have
 * scheduling points, and other threads go on meanwhile, as they would.  The
 * end itself is a system call, which dispatch hands over.  Without dispatch,
 * handlers that were registered before all others, and so run last, take its
 * place. */
#include "runtime/process/exit.h"

#include "base/text.h"
#include "runtime/syscalls/dispatch.h"
#include "runtime/rewind/persistent.h"
#include "runtime/sched/noise.h"
#include "runtime/sched/sched.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/observe/unwind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

RDL_REAL(void, exit, int);
RDL_REAL(void, _exit, int);
RDL_REAL(void, quick_exit, int);
RDL_REAL(void, abort, void);

int __cxa_atexit(void (*function)(void *), void *argument, void *object);
int __cxa_at_quick_exit(void (*function)(void *), void *object);

static int exit_status;      /* of the exit that is under way */
static uintptr_t exit_place; /* where the target called it; 0 if it did not */

/* The system call that ends it all is libc's: its place is the exit's. */
static _Noreturn void exit_end(int status, uintptr_t pc)
{
    rdl_point(RDL_OP_EXIT, NULL, 0, exit_place != 0 ? exit_place : pc);
    rdl_finish(RDL_EXITED, status & 0xff);
}

static void exit_last_handler(void *argument)
{
    rdl_noise_end();
    if (!rdl_controlled() || rdl_dispatch_armed() || rdl_child)
        return;
    if (argument == NULL)
        fflush(NULL); /* what exit does next; quick_exit does not */
    exit_end(exit_status, rdl_sched.last[rdl_self->tid].pc);
}

static void exit_last_quick_handler(void *argument)
{
    (void)argument;
    exit_last_handler(&exit_status);
}

/* Registered for no object: unloading one does not run them. */
__attribute__((constructor(102))) static void register_last(void)
{
    __cxa_atexit(exit_last_handler, NULL, NULL);
    __cxa_at_quick_exit(exit_last_quick_handler, NULL);
}

static void exit_announce_exit(int status, uintptr_t pc)
{
    if (!rdl_controlled())
        return;
    rdl_point(RDL_OP_EXIT, NULL, 0, pc);
    exit_status = status;
    exit_place = pc;
}

_Noreturn void rdl_exit(int status, uintptr_t pc)
{
    exit_announce_exit(status, pc);
    REAL(exit)(status);
    __builtin_unreachable();
}

RDL_EXPORT void exit(int status)
{
    rdl_exit(status, RDL_PC);
}

RDL_EXPORT void quick_exit(int status)
{
    exit_announce_exit(status, RDL_PC);
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

/* Why a thread raised SIGABRT; its handler may raise it again. */
static struct {
    struct rdl_finding known;
    enum rdl_moment_kind kind;
} why;
static bool why_is_set;
RDL_PERSISTENT(why);

static bool exit_in_cxx_runtime(uintptr_t pc)
{
    return rdl_module_is(pc, "libstdc++.so") ||
           rdl_module_is(pc, "libc++abi.so");
}

uintptr_t rdl_abort_place(uintptr_t pc)
{
    uintptr_t found;

    if (rdl_unwind_is_target(pc))
        return pc;
    found = rdl_unwind_target();
    return found != 0 ? found : rdl_sched.last[rdl_self->tid].pc;
}

/* The C++ runtime, if there is one: the type of the exception that nobody
 * caught.  A std::type_info is a table of functions and a mangled name. */
struct type_info {
    const void *functions;
    const char *name;
};
const struct type_info *__cxa_current_exception_type(void)
    __attribute__((weak));

/* Two simple forms are made readable: 7MyError and St13runtime_error. */
static void exit_describe_exception(char *text, size_t size)
{
    const struct type_info *type = __cxa_current_exception_type != NULL
                                       ? __cxa_current_exception_type()
                                       : NULL;
    const char *name = type != NULL ? type->name : NULL;
    size_t used;

    if (name == NULL)
        return;
    rdl_text_copy(text, "uncaught exception of type ", size);
    used = strlen(text);
    if (strncmp(name, "St", 2) == 0) {
        rdl_text_copy(text + used, "std::", size - used);
        used = strlen(text);
        name += 2;
    }
    rdl_text_copy(text + used, name + strspn(name, "*0123456789"), size - used);
}

void rdl_abort_moment(uintptr_t pc)
{
    if (!why_is_set) {
        why.kind = RDL_AT_ABORT;
        why.known = (struct rdl_finding){
            .tid = rdl_self->tid,
            .code = SIGABRT,
            .pc = pc,
        };
    }
    rdl_moment(why.kind, RDL_MISUSE_NONE, &why.known);
}

_Noreturn void rdl_abort(enum rdl_moment_kind kind, const char *text,
                         const char *file, unsigned line, uintptr_t pc)
{
    siginfo_t info;

    if (unlikely(rdl_noise_on)) {
        rdl_noise_failed(kind, text, file, line, pc);
        REAL(abort)();
    }
    rdl_point(RDL_OP_EXIT, NULL, 0, pc);
    why.kind = kind;
    why.known = (struct rdl_finding){
        .tid = rdl_self->tid,
        .code = SIGABRT,
        .line = line,
        .pc = pc,
    };
    rdl_text_copy(why.known.text, text, sizeof(why.known.text));
    rdl_text_copy(why.known.file, file, sizeof(why.known.file));
    why_is_set = true;
    rdl_signals_set_mask(rdl_self->signals.mask & ~RDL_SIGNAL_BIT(SIGABRT));
    if (rdl_signals_handled(rdl_self, SIGABRT)) {
        memset(&info, 0, sizeof(info));
        info.si_signo = SIGABRT;
        info.si_code = SI_TKILL;
        rdl_signals_send(rdl_self, &info);
        rdl_signals_deliver();
    }
    rdl_signals_die(SIGABRT, NULL, pc, /*outside=*/false);
}

RDL_EXPORT void abort(void)
{
    uintptr_t pc = RDL_PC;
    char text[128] = "";

    if (unlikely(rdl_noise_on))
        rdl_noise_failed(RDL_AT_ABORT, NULL, NULL, 0, pc);
    if (!rdl_controlled())
        REAL(abort)();
    if (!exit_in_cxx_runtime(pc))
        rdl_abort(RDL_AT_ABORT, NULL, NULL, 0, pc);
    exit_describe_exception(text, sizeof(text));
    rdl_abort(RDL_AT_TERMINATE, text, NULL, 0, rdl_abort_place(pc));
}
