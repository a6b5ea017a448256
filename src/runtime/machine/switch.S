/* switch.S - context switches on x86-64.
 *
 * struct rdl_context: sp at 0, fs at 8.  Frame of a context that is not
 * running, from sp: MXCSR (4 bytes), x87 control and status word (2 each), r15
 * r14 r13 r12 rbx rbp, return address.
 *
 * Loading MXCSR and the control word costs more than all the rest, and they
 * are nearly always the same in both threads: hence the comparisons, part by
 * part (a load of more than was stored at once waits for the stores).
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
        mov (%rsp), %r8d
        movzwl 4(%rsp), %r9d
.endm

/* al: the present exception flags; r8d: MXCSR; r9d: the control word. */
.macro RESTORE
        mov (%rsi), %rsp
        cmp %al, 6(%rsp)
        jne 2f
1:      cmp %r8d, (%rsp)
        jne 3f
4:      cmp %r9w, 4(%rsp)
        jne 5f
6:      add $8, %rsp
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
3:      ldmxcsr (%rsp)
        jmp 4b
5:      fldcw 4(%rsp)
        jmp 6b
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

/* rdi: the function, rsi, rdx, rcx: its arguments. */
        .globl rdl_switch_call
        .hidden rdl_switch_call
        .type rdl_switch_call, @function
rdl_switch_call:
        .cfi_startproc
        push %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset rbp, -16
        mov %rsp, %rbp
        .cfi_def_cfa_register rbp
        push %rbx
        push %r12
        push %r13
        push %r14
        push %r15
        .cfi_offset rbx, -24
        .cfi_offset r12, -32
        .cfi_offset r13, -40
        .cfi_offset r14, -48
        .cfi_offset r15, -56
        sub $8, %rsp
        mov %rdi, %rax
        mov %rsi, %rdi
        mov %rdx, %rsi
        mov %rcx, %rdx
        xor %ebx, %ebx
        xor %ecx, %ecx
        xor %r8d, %r8d
        xor %r9d, %r9d
        xor %r10d, %r10d
        xor %r11d, %r11d
        xor %r12d, %r12d
        xor %r13d, %r13d
        xor %r14d, %r14d
        xor %r15d, %r15d
        .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        pxor %xmm\n, %xmm\n
        .endr
        call *%rax
        add $8, %rsp
        pop %r15
        pop %r14
        pop %r13
        pop %r12
        pop %rbx
        pop %rbp
        .cfi_def_cfa rsp, 8
        ret
        .cfi_endproc
        .size rdl_switch_call, . - rdl_switch_call

        .section .note.GNU-stack, "", @progbits
