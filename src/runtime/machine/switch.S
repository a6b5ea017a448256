/* switch.S - context switches on x86-64.
 *
 * struct rdl_context: sp at 0, fs at 8.  Frame of a context that is not
 * running, from sp: MXCSR (4 bytes), x87 control and status word (2 each), r15
 * r14 r13 r12 rbx rbp, return address.
 *
 * There is no cheap way to load the status word.  Its exception flags are
 * nearly always the same in both threads; only if they differ, the whole
 * environment is stored and loaded.  The rest of the status word need not
 * survive a call. */
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
        fnstsw %ax
        mov %ax, 6(%rsp)
        mov %rsp, (%rdi)
.endm

/* al: the present exception flags. */
.macro RESTORE
        mov (%rsi), %rsp
        cmp %al, 6(%rsp)
        jne 2f
1:      ldmxcsr (%rsp)
        fldcw 4(%rsp)
        add $8, %rsp
        pop %r15
        pop %r14
        pop %r13
        pop %r12
        pop %rbx
        pop %rbp
        ret
2:      sub $32, %rsp
        fnstenv (%rsp)          /* control word at 0, status word at 4 */
        mov 36(%rsp), %edx
        mov %dx, (%rsp)
        shr $16, %edx
        mov %dl, 4(%rsp)
        fldenv (%rsp)
        add $32, %rsp
        jmp 1b
.endm

        .globl rdl_switch_fsgsbase
        .hidden rdl_switch_fsgsbase
        .type rdl_switch_fsgsbase, @function
rdl_switch_fsgsbase:
        SAVE
        mov 8(%rsi), %rdx
        wrfsbase %rdx
        RESTORE
        .size rdl_switch_fsgsbase, . - rdl_switch_fsgsbase

        .globl rdl_switch_prctl
        .hidden rdl_switch_prctl
        .type rdl_switch_prctl, @function
rdl_switch_prctl:
        SAVE
        mov %rsi, %rbx
        mov %eax, %ebp
        mov $ARCH_SET_FS, %edi
        mov 8(%rbx), %rsi
        mov $SYS_arch_prctl, %eax
        syscall
        mov %rbx, %rsi
        mov %ebp, %eax
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
