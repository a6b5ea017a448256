/* aside.h - the runtime works aside: on a stack of its own, not on the
 * target's.
 *
 * The target may read stack below its frames that it never wrote: a local
 * array that it fills only in part, the padding of a struct.  What the runtime
 * did there before differs from one execution to another: it looks up a place
 * only once, a strategy decides here and a schedule there.  So the runtime
 * leaves nothing on the target's stack.  Each thread has a second stack; hooks,
 * and the functions with which interceptors call the runtime, switch to it.
 * Interceptors themselves, which do the same in every execution, stay on the
 * target's stack.  Registers that a call may change are cleared, because the
 * target may store them: a function with variable arguments stores all in
 * which there may be one, and getcontext() stores those of arguments.  (The
 * processor clears a register without executing anything.)
 *
 * The word at `rdl_aside`, the upper end of that stack, holds the target's
 * stack pointer while the runtime works aside.  Code of the target that the
 * runtime calls from there (a signal handler) runs on the target's stack with
 * rdl_aside lowered: core/aside.h. */
#ifndef RDL_RUNTIME_MACHINE_ASIDE_H
#define RDL_RUNTIME_MACHINE_ASIDE_H

#include <stdbool.h>
#include <stdint.h>

/* All of them lie in this terabyte.  It is below the stacks of threads: a
 * debugger takes a caller's frame that lies lower for a damaged stack. */
#define RDL_ASIDE_REGION ((uint64_t)RDL_ASIDE_NUMBER << RDL_ASIDE_SHIFT)
#define RDL_ASIDE_NUMBER 0x2f
#define RDL_ASIDE_SHIFT 40

/* Where the runtime works for the running thread; NULL: nothing is under
 * control, and what is called stays on the stack of its caller. */
extern char *rdl_aside __attribute__((visibility("hidden")));

static inline bool rdl_aside_holds(uintptr_t addr)
{
    return addr >> RDL_ASIDE_SHIFT == RDL_ASIDE_NUMBER;
}

/* The definition of a function that only the assembly below calls. */
#define RDL_ASIDE static __attribute__((used, noinline))

/* Defines the hook `name`: void controlled(its arguments, return address),
 * aside, or `free`, with the same arguments, where nothing is under control.
 * `pc` is the register of the argument after the hook's own.  Only the target's
 * code calls hooks, so they are never called aside. */
#define RDL_ASIDE_HOOK(name, pc, controlled, free)                             \
    __asm__("aside_hook " #name ", " #controlled ", " #free ", " #pc)

/* The same for hooks that get the place as their last argument. */
#define RDL_ASIDE_HOOK_AT(name, controlled, free)                              \
    __asm__("aside_hook " #name ", " #controlled ", " #free)

/* Defines `name`, which any code may call: `function` with the same at most six
 * arguments, aside.  Its result fits in rax. */
#define RDL_ASIDE_CALL(name, function)                                         \
    __asm__(".hidden " #name "\naside_call " #name ", " #function)
#define RDL_ASIDE_EXPORT(name, function)                                       \
    __asm__("aside_call " #name ", " #function)

#define RDL_ASIDE_TEXT(x) RDL_ASIDE_TEXT_OF(x)
#define RDL_ASIDE_TEXT_OF(x) #x

/* While it works aside, the caller's frame is at *rsp + 8 (DW_CFA_def_cfa_-
 * expression: DWARF 5, 6.4.2.2). */
__asm__(".macro aside_begin name\n"
        ".pushsection .text.\\name, \"ax\", @progbits\n"
        ".balign 16\n"
        ".globl \\name\n"
        ".type \\name, @function\n"
        "\\name:\n"
        ".cfi_startproc\n"
        ".endm\n"

        /* rax: rdl_aside */
        ".macro aside_go function\n"
        "mov %rsp, (%rax)\n"
        "mov %rax, %rsp\n"
        ".cfi_escape 0x0f, 5, 0x77, 0, 0x06, 0x23, 8\n"
        "call \\function\n"
        "mov (%rsp), %rsp\n"
        ".cfi_def_cfa rsp, 8\n"
        ".irp r, ecx, edx, esi, edi, r8d, r9d, r10d, r11d\n"
        "xor %\\r, %\\r\n"
        ".endr\n"
        ".irp n, 0, 1, 2, 3, 4, 5, 6, 7\n"
        "pxor %xmm\\n, %xmm\\n\n"
        ".endr\n"
        ".endm\n"

        ".macro aside_end name\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size \\name, . - \\name\n"
        ".popsection\n"
        ".endm\n"

        ".macro aside_hook name, controlled, free, pc\n"
        ".hidden \\name\n"
        "aside_begin \\name\n"
        ".ifnb \\pc\n"
        "mov (%rsp), %\\pc\n"
        ".endif\n"
        "mov rdl_aside(%rip), %rax\n"
        "test %rax, %rax\n"
        "je \\free\n"
        "aside_go \\controlled\n"
        "xor %eax, %eax\n"
        "aside_end \\name\n"
        ".endm\n"

        ".macro aside_call name, function\n"
        "aside_begin \\name\n"
        "mov %rsp, %rax\n"
        "shr $" RDL_ASIDE_TEXT(
            RDL_ASIDE_SHIFT) ", %rax\n"
                             "cmp $" RDL_ASIDE_TEXT(
                                 RDL_ASIDE_NUMBER) ", %rax\n"
                                                   "je \\function\n"
                                                   "mov rdl_aside(%rip), %rax\n"
                                                   "test %rax, %rax\n"
                                                   "je \\function\n"
                                                   "aside_go \\function\n"
                                                   "aside_end \\name\n"
                                                   ".endm\n");

#endif
