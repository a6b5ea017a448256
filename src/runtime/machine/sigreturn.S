/* sigreturn.S - where signal handlers return to on x86-64. */
#include <sys/syscall.h>

/* uc_mcontext.gregs in ucontext_t, and registers in it (sys/ucontext.h). */
#define GREGS 40
#define R12 (GREGS + 8 * 4)
#define R13 (GREGS + 8 * 5)
#define R14 (GREGS + 8 * 6)
#define R15 (GREGS + 8 * 7)
#define RBP (GREGS + 8 * 10)
#define RBX (GREGS + 8 * 11)
#define RSP (GREGS + 8 * 15)
#define RIP (GREGS + 8 * 16)

#define CLONE_SLOTS 16 /* as in sigframe.c */

        .text

/* Unwinders recognise a signal frame by exactly these bytes, and by the absence
 * of call frame information; they look one byte back, too.  gdb also needs
 * glibc's name for it. */
        nop
        .globl __restore_rt
        .hidden __restore_rt
        .type __restore_rt, @function
        .balign 16
        nop
__restore_rt:
        mov $SYS_rt_sigreturn, %rax
        syscall
        .size __restore_rt, . - __restore_rt
        .balign 16

/* The return address of a pushed or moved function: rsp is its context.  The call frame
 * information describes how to unwind through a context (DWARF 5, 6.4.2):
 * CFA = *(rsp + RSP), register n is saved at rsp + offset. */
#define SAVED_AT(reg, offset) \
        .cfi_escape 0x10, reg, 3, 0x77, ((offset) & 0x7f) | 0x80, (offset) >> 7

.macro AFTER name
        .globl \name
        .hidden \name
        .type \name, @function
        .cfi_startproc
        .cfi_signal_frame
        .cfi_escape 0x0f, 4, 0x77, (RSP & 0x7f) | 0x80, RSP >> 7, 0x06
        SAVED_AT(3, RBX)
        SAVED_AT(6, RBP)
        SAVED_AT(12, R12)
        SAVED_AT(13, R13)
        SAVED_AT(14, R14)
        SAVED_AT(15, R15)
        SAVED_AT(16, RIP)
        nop
\name:
        mov %rsp, %rdi
        call rdl_sigframe_end
        mov $SYS_rt_sigreturn, %eax
        syscall
        ud2
        .cfi_endproc
        .size \name, . - \name
.endm

        AFTER rdl_sigframe_after
        AFTER rdl_sigframe_after_move

/* Calls function(signo, info, context) with rsp at the frame. */
        .globl rdl_sigframe_enter
        .hidden rdl_sigframe_enter
        .type rdl_sigframe_enter, @function
rdl_sigframe_enter:
        mov %rdi, %rsp
        mov %rsi, %rax
        mov %edx, %edi
        mov %rcx, %rsi
        mov %r8, %rdx
        jmp *%rax
        .size rdl_sigframe_enter, . - rdl_sigframe_enter

        .globl rdl_sigframe_call_on
        .hidden rdl_sigframe_call_on
        .type rdl_sigframe_call_on, @function
rdl_sigframe_call_on:
        .cfi_startproc
        push %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov %rsp, %rbp
        .cfi_def_cfa_register rbp
        mov %rdi, %rsp
        and $-16, %rsp
        mov %rsi, %rax
        mov %edx, %edi
        mov %rcx, %rsi
        mov %r8, %rdx
        call *%rax
        leave
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size rdl_sigframe_call_on, . - rdl_sigframe_call_on

/* One stub per slot: makes the call, then returns to its caller, in parent and
 * child, without changing a register or the stack. */
        .globl rdl_sigframe_clone_stubs
        .hidden rdl_sigframe_clone_stubs
        .balign 8
rdl_sigframe_clone_stubs:
        .set slot, 0
        .rept CLONE_SLOTS
        syscall
        jmp *rdl_sigframe_clone_return + 8 * slot(%rip)
        .set slot, slot + 1
        .endr

        .section .note.GNU-stack, "", @progbits
