/* dispatch.c - turns every `syscall` instruction of the target into a call of
 * rdl_syscall().
 *
 * The kernel (5.11 and later, Documentation/admin-guide/
 * syscall-user-dispatch.rst) lets system calls through from one range of
 * addresses, here the runtime's text, and turns all others into SIGSYS while a
 * byte in memory is set.  Locks inside the C library and the loader, stdio's
 * reads, and futexes of libraries that make the call themselves thus come under
 * control; 3 us each.
 *
 * The handler goes on aside (core/aside.h) and may give up the turn; it blocks
 * no signal, so that a switch need not handle masks.  The kernel saves and
 * restores the extended registers; the handler does not change errno.  The
 * dispatch is off in children of fork, vfork and clone, and after exec.
 *
 * The location of a trapped call is the instruction itself. */
#include "runtime/syscalls/dispatch.h"

#include "runtime/machine/cancel_site.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/sigframe.h"
#include "runtime/machine/switch.h"
#include "runtime/syscalls/syscalls.h"
#include "runtime/core/aside.h"
#include "runtime/core/closed_stack.h"
#include "runtime/machine/kernel_action.h"
#include "runtime/sched/family.h"
#include "runtime/syscalls/needs.h"
#include "runtime/syscalls/unprotect.h"

#include <elf.h>
#include <linux/futex.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#ifndef PR_SET_SYSCALL_USER_DISPATCH
#define PR_SET_SYSCALL_USER_DISPATCH 59
#define PR_SYS_DISPATCH_OFF 0
#define PR_SYS_DISPATCH_ON 1
#endif
#define DISPATCHED 2 /* si_code SYS_USER_DISPATCH */

enum { PASS = 0, TRAP = 1 }; /* SYSCALL_DISPATCH_FILTER_ALLOW, _BLOCK */

volatile long rdl_dispatch_in_call = -1;

/* One byte for all kernel threads: only one of them runs the target at a time.
 * Between rdl_libc_begin and rdl_libc_end the only switch is that of
 * dispatch_call_in_libc(), which restores everything. */
static volatile char selector = PASS;
static bool armed;
/* Number of threads that are inside a trapped call.  Only they can hold a lock
 * of the C library while another thread runs. */
static unsigned traps;

static uintptr_t text, text_size;

/* Our own ELF header, by the name that the linker defines. */
extern const Elf64_Ehdr __ehdr_start __attribute__((visibility("hidden")));

static void dispatch_find_text(void)
{
    const char *base = (const char *)&__ehdr_start;
    const Elf64_Phdr *header = (const void *)(base + __ehdr_start.e_phoff);

    for (int i = 0; i < __ehdr_start.e_phnum; i++) {
        if (header[i].p_type == PT_LOAD && (header[i].p_flags & PF_X) != 0) {
            text = (uintptr_t)base + header[i].p_vaddr;
            text_size = header[i].p_memsz;
        }
    }
    ASSERT(text_size > 0);
}

bool rdl_dispatch_own_text(uintptr_t pc)
{
    if (text_size == 0)
        dispatch_find_text();
    return pc - text < text_size;
}

static bool dispatch_awaits_lock(const struct rdl_syscall *call)
{
    int command = (int)call->arg[1] & FUTEX_CMD_MASK;

    return call->number == SYS_futex &&
           (command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET);
}

/* A call of the C library on the runtime's behalf.  It really is made; but if
 * it waits for a lock that another thread holds, that thread must run. */
static long dispatch_call_in_libc(const struct rdl_syscall *call)
{
    const uint64_t none = 0;
    struct rdl_syscall without = *call;
    uint64_t mask;
    long result;
    int depth;

    if (dispatch_awaits_lock(call)) {
        depth = rdl_libc_suspend();
        /* The end of this handler restores the interrupted mask. */
        rdl_raw(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, sizeof(none));
        result = rdl_syscall(call);
        rdl_libc_resume(depth);
        return result;
    }
    /* If these were blocked, a trap would end the process, and so would a fault
     * for the rewind (rdl_image_fault). */
    if (call->number == SYS_rt_sigprocmask && call->arg[1] != 0) {
        mask = *(const uint64_t *)call->arg[1] &
               ~(RDL_SIGNAL_BIT(SIGSYS) | RDL_SIGNAL_BIT(SIGSEGV));
        without.arg[1] = (long)&mask;
    }
    return rdl_unprotect_pass(without.number, without.arg);
}

static long dispatch_call_in_thread(const struct rdl_syscall *call)
{
    struct rdl_thread *t = rdl_self;
    long result;

    traps++;
    t->traps++;
    result = rdl_controlled() ? rdl_syscall(call) : dispatch_call_in_libc(call);
    t->traps--;
    traps--;
    return result;
}

bool rdl_dispatch_idle(void)
{
    return traps == 0;
}

void rdl_dispatch_thread_ends(const struct rdl_thread *t)
{
    traps -= t->traps;
}

/* Works aside: the thread may give up its turn here, and the target's stack
 * stays as it is. */
static void dispatch_make(int signo, siginfo_t *info, void *context)
{
    struct rdl_syscall call;

    (void)signo;
    (void)info;
    rdl_sigframe_call(context, &call);
    call.cancellable = rdl_cancel_site(rdl_fs_base());
    rdl_sigframe_result(context, dispatch_call_in_thread(&call));
}

static void dispatch_trapped(int signo, siginfo_t *info, void *context)
{
    struct rdl_syscall call;

    if (info->si_code != DISPATCHED) {
        rdl_signals_caught(signo, info, context);
        return;
    }
    rdl_sigframe_call(context, &call);
    rdl_closed_stacks_trapped(rdl_sigframe_sp(context));
    if (call.number == SYS_rt_sigreturn) {
        rdl_sigframe_redo_return(context);
        return;
    }
    if (rdl_process_new_stack(&call)) {
        rdl_sigframe_redo_clone(context);
        return;
    }
    if (rdl_active)
        rdl_sigframe_move(
            context, info,
            (uintptr_t)rdl_aside_for(rdl_self, rdl_sigframe_sp(context)),
            dispatch_make);
    rdl_sigframe_result(context, rdl_unprotect_pass(call.number, call.arg));
}

static long dispatch_set(int mode)
{
    if (mode == PR_SYS_DISPATCH_OFF)
        return rdl_raw(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, mode, 0, 0, 0);
    return rdl_raw(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, mode, text,
                   text_size, &selector);
}

void rdl_dispatch_arm(void)
{
    const struct rdl_action action = {
        .handler.full = dispatch_trapped,
        .flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | RDL_SA_RESTORER,
        .restorer = (uintptr_t)rdl_sigframe_restorer,
    };

    if ((rdl_shared->config.flags & RDL_CFG_NO_DISPATCH) != 0)
        return;
    if (text_size == 0)
        dispatch_find_text();
    if (!armed)
        rdl_raw(SYS_rt_sigaction, SIGSYS, &action, NULL, 8);
    if (dispatch_set(PR_SYS_DISPATCH_ON) < 0) {
        rdl_note(RDL_NOTE_NO_DISPATCH,
                 "the kernel refuses Syscall User Dispatch (5.11 or later has "
                 "it): locks inside libraries are noticed by time only",
                 0);
        return;
    }
    armed = true;
    rdl_dispatch_begin();
}

void rdl_dispatch_begin(void)
{
    const bool controlled = rdl_active && rdl_in_libc == 0;

    selector = armed && controlled ? TRAP : PASS;
    rdl_aside = controlled ? rdl_self->aside : NULL;
}

void rdl_dispatch_forked(void)
{
    selector = PASS;
    armed = false;
    traps = rdl_self->traps;
}

bool rdl_dispatch_armed(void)
{
    return armed;
}

void rdl_libc_begin(void)
{
    rdl_in_libc++;
    rdl_aside = NULL;
    if (traps == 0)
        selector = PASS;
}

void rdl_libc_end(void)
{
    rdl_in_libc--;
    if (rdl_in_libc == 0)
        rdl_dispatch_begin();
}

int rdl_libc_suspend(void)
{
    int depth = rdl_in_libc;

    rdl_libc_resume(0);
    return depth;
}

void rdl_libc_resume(int depth)
{
    rdl_in_libc = depth;
    rdl_aside = depth == 0 ? rdl_self->aside : NULL;
    selector = armed && (depth == 0 || traps > 0) ? TRAP : PASS;
}

const struct rdl_family rdl_family_dispatch = {
    .kernel_thread = rdl_dispatch_arm,
};
