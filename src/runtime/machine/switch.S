/* switch.S - context switches on x86-64.
 *
 * struct rdl_context: sp at 0, fs at 8.  Frame of a context that is not
 * running, from sp: MXCSR and x87 control word (8 bytes), r15 r14 r13 r12 rbx
 * rbp, return address. */
#include <sys/syscall.h>
#define ARCH_SET_FS 0x1002

        .text

.macro SAVE
        push %rbp
        push %rbx
        push %r12
        push %r13
        push %r14
        push %r15
        sub $8, %rsp
        stmxcsr (%rsp)
        fnstcw 4(%rsp)
        mov %rsp, (%rdi)
.endm

.macro RESTORE
        mov (%rsi), %rsp
        ldmxcsr (%rsp)
        fldcw 4(%rsp)
        add $8, %rsp
        pop %r15
        pop %r14
        pop %r13
        pop %r12
        pop %rbx
        pop %rbp
        ret
.endm

        .globl rdl_switch_fsgsbase
        .hidden rdl_switch_fsgsbase
        .type rdl_switch_fsgsbase, @function
rdl_switch_fsgsbase:
        SAVE
        mov 8(%rsi), %rax
        wrfsbase %rax
        RESTORE
        .size rdl_switch_fsgsbase, . - rdl_switch_fsgsbase

        .globl rdl_switch_prctl
        .hidden rdl_switch_prctl
        .type rdl_switch_prctl, @function
rdl_switch_prctl:
        SAVE
        mov %rsi, %rbx
        mov $ARCH_SET_FS, %edi
        mov 8(%rbx), %rsi
        mov $SYS_arch_prctl, %eax
        syscall
        mov %rbx, %rsi
        RESTORE
        .size rdl_switch_prctl, . - rdl_switch_prctl

/* The first frame of a thread: r12 holds entry.  The unwinder ends here. */
        .globl rdl_switch_first
        .hidden rdl_switch_first
        .type rdl_switch_first, @function
rdl_switch_first:
        .cfi_startproc
        .cfi_undefined rip
        xor %ebp, %ebp
        call *%r12
        ud2
        .cfi_endproc
        .size rdl_switch_first, . - rdl_switch_first

        .globl rdl_switch_abandon
        .hidden rdl_switch_abandon
        .type rdl_switch_abandon, @function
rdl_switch_abandon:
        .cfi_startproc
        .cfi_undefined rip
        and $-64, %rdi
        mov %rdi, %rsp
        mov %rsi, %r12
        jmp rdl_switch_first
        .cfi_endproc
        .size rdl_switch_abandon, . - rdl_switch_abandon

        .section .note.GNU-stack, "", @progbits
