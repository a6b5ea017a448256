/* sigframe.h - the kernel's signal frames on x86-64.
 *
 * Code that a signal interrupts may have to continue elsewhere: a fault in the
 * target's own handler, a spin loop in the scheduler.  The real handler runs on
 * a stack of the runtime, where no switch is possible; it moves its frame onto
 * the interrupted stack and lets the kernel return there. */
#ifndef RDL_RUNTIME_MACHINE_SIGFRAME_H
#define RDL_RUNTIME_MACHINE_SIGFRAME_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void rdl_sigframe_function(int, siginfo_t *, void *);

/* For the action of every real handler (SA_RESTORER): the C library's own
 * restorer lies outside the text that dispatch lets through. */
void rdl_sigframe_restorer(void) __asm__("__restore_rt");

/* If the target ran with its alignment check on (flag AC), the kernel leaves it
 * on in the handler, which would fault at its first unaligned access.  So every
 * handler calls this first. */
static inline void rdl_sigframe_no_alignment_check(void)
{
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() &
                                   ~UINT64_C(0x40000));
}

/* When the real handler that received `context` returns, function(signo, info,
 * copy of context) runs on the stack that ends at `sp`; the copy has `mask` as
 * the mask of the interrupted code.  When that function returns, done(copy) is
 * called if not NULL, and the interrupted code continues from the copy,
 * with the mask and alternate stack of `context` again.  open() is called first
 * for the memory of the frame, because changes to it may be tracked.  False,
 * and nothing has changed: no space at `sp`. */
typedef bool rdl_sigframe_open(void *start, size_t size);
bool rdl_sigframe_push(void *context, const siginfo_t *info, uintptr_t sp,
                       uint64_t mask, rdl_sigframe_function *function,
                       void (*done)(void *), rdl_sigframe_open *open);

/* Is `pc` where such a function returns to? */
bool rdl_sigframe_is_pushed(uintptr_t pc);

/* The same at once: the handler that received `context` continues as `function`
 * on the stack that ends at `sp`, which has enough space. */
_Noreturn void rdl_sigframe_move(const void *context, const siginfo_t *info,
                                 uintptr_t sp, rdl_sigframe_function *function);

/* Where a frame may be pushed on the interrupted stack: below its red zone. */
uintptr_t rdl_sigframe_sp(const void *context);
uintptr_t rdl_sigframe_pc(const void *context);
/* The interrupted code has just called an address without code: undoes the
 * call, for stack walks; the pc is then the return address.  False: it did not
 * get there by a call.  Faults if there is no stack. */
bool rdl_sigframe_uncall(void *context);
/* Equal for equal registers: a loop that waits passes the same state again. */
uint64_t rdl_sigframe_hash(const void *context);

/* The mask that the interrupted code will continue with, as bits. */
uint64_t rdl_sigframe_mask(const void *context);

/* A context for a handler that is called without an interruption: the caller's
 * stack, `pc`, `mask`, the rest zero. */
void rdl_sigframe_fake(void *context, uintptr_t pc, uint64_t mask,
                       const stack_t *alternate);

/* A trapped system call (SIGSYS): its number, its arguments, its result. */
struct rdl_syscall;
void rdl_sigframe_call(const void *context, struct rdl_syscall *call);
void rdl_sigframe_result(void *context, long result);
/* Only the interrupted code itself can make this call: rt_sigreturn uses its
 * stack, the child of a clone its registers.  When the handler returns, that
 * code makes the call from the runtime's text. */
void rdl_sigframe_redo_return(void *context);
void rdl_sigframe_redo_clone(void *context);
/* There was no space for the frame of such a trap, but now there is: the
 * interrupted code repeats the call.  False: it did not make one. */
bool rdl_sigframe_redo_trap(void *context);

/* Calls function(signo, info, context) on the stack that ends at `top`. */
void rdl_sigframe_call_on(char *top, rdl_sigframe_function *function, int signo,
                          siginfo_t *info, void *context);

#endif
