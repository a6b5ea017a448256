/* sigframe.h - the kernel's signal frames on x86-64.
 *
 * Code that a signal interrupts may have to go on somewhere else: a fault in
 * the target's own handler, a spin loop in the scheduler.  The real handler
 * runs on a stack of the runtime, where nothing may switch; it moves its frame
 * onto the interrupted stack and lets the kernel return there. */
#ifndef RDL_RUNTIME_MACHINE_SIGFRAME_H
#define RDL_RUNTIME_MACHINE_SIGFRAME_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void rdl_sigframe_function(int, siginfo_t *, void *);

/* For the action of every real handler (SA_RESTORER): the target's C library
 * has its own outside the text that dispatch lets through. */
void rdl_sigframe_restorer(void) __asm__("__restore_rt");

/* Code that the target interrupted with its alignment check on (flag AC) would
 * fault again in a handler, at the first unaligned access: the kernel leaves
 * it on.  To be called first. */
static inline void rdl_sigframe_no_alignment_check(void)
{
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() &
                                   ~UINT64_C(0x40000));
}

/* The real handler that got `context` will, as it returns, enter
 * function(signo, info, copy of context) on the stack that ends at `sp`, the
 * copy showing `mask` as the interrupted code's.  When
 * that returns, done(copy) is called if not NULL, and the interrupted code
 * goes on as the copy then says; its mask and alternate stack are those of
 * `context` again.  open() is called first, for the memory of the frame: it may
 * be watched for changes.  False, and nothing changed: no room at `sp`. */
typedef bool rdl_sigframe_open(void *start, size_t size);
bool rdl_sigframe_push(void *context, const siginfo_t *info, uintptr_t sp,
                       uint64_t mask, rdl_sigframe_function *function,
                       void (*done)(void *), rdl_sigframe_open *open);

/* Where the interrupted code may be interrupted: below its red zone. */
uintptr_t rdl_sigframe_sp(const void *context);
uintptr_t rdl_sigframe_pc(const void *context);
/* The interrupted code has just been called, to where nothing is: takes the
 * call back, for those who walk the stack; the pc is then where it would have
 * returned to.  False: it came there by another way.  Faults if there is no
 * stack. */
bool rdl_sigframe_uncall(void *context);
/* Equal for equal registers: a loop that waits comes by again. */
uint64_t rdl_sigframe_hash(const void *context);

/* The mask that the interrupted code goes on with, as bits. */
uint64_t rdl_sigframe_mask(const void *context);
void rdl_sigframe_set_mask(void *context, uint64_t mask);

/* A context for a handler that is called without an interruption: the caller's
 * stack, `pc`, `mask`, the rest zero. */
void rdl_sigframe_fake(void *context, uintptr_t pc, uint64_t mask,
                       const stack_t *alternate);

/* A trapped system call (SIGSYS): its number, its arguments, its result. */
struct rdl_syscall;
void rdl_sigframe_call(const void *context, struct rdl_syscall *call);
void rdl_sigframe_result(void *context, long result);
/* The call can only be made by the interrupted code itself: rt_sigreturn uses
 * its stack, the child of a clone its registers.  As the handler returns, they
 * make it from the runtime's text. */
void rdl_sigframe_redo_return(void *context);
void rdl_sigframe_redo_clone(void *context);
/* There was no room for the frame of such a trap, but now there is: it is made
 * again.  False: the interrupted code made no call. */
bool rdl_sigframe_redo_trap(void *context);

/* Calls function(signo, info, context) on the stack that ends at `top`. */
void rdl_sigframe_call_on(char *top, rdl_sigframe_function *function, int signo,
                          siginfo_t *info, void *context);

#endif
