/* sigframe.c - reads, moves and builds signal frames (layout: Linux
 * arch/x86/kernel/signal_64.c and asm/sigcontext.h). */
#include "runtime/machine/sigframe.h"

#include "base/hash.h"
#include "runtime/machine/raw.h"
#include "runtime/machine/syscall.h"

#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define RED_ZONE 128
#define PAGE 4096
#define XSTATE_ALIGNMENT 64

/* rt_sigreturn expects `context` at the stack pointer; the kernel reads nothing
 * above it. */
struct moved {
    void (*after)(void); /* return address of `function` */
    ucontext_t context;
    siginfo_t info;
    void (*done)(void *);
    uint64_t real_mask;
    stack_t real_stack;
};

/* sigreturn.S */
void rdl_sigframe_after(void);
void rdl_sigframe_after_move(void);
_Noreturn void rdl_sigframe_enter(struct moved *frame,
                                  rdl_sigframe_function *function, int signo,
                                  siginfo_t *info, void *context);
void rdl_sigframe_end(ucontext_t *context); /* sigreturn.S calls it */

static greg_t *sigframe_registers(void *context)
{
    return ((ucontext_t *)context)->uc_mcontext.gregs;
}

static const greg_t *sigframe_values(const void *context)
{
    return ((const ucontext_t *)context)->uc_mcontext.gregs;
}

uintptr_t rdl_sigframe_sp(const void *context)
{
    return (uintptr_t)sigframe_values(context)[REG_RSP] - RED_ZONE;
}

uintptr_t rdl_sigframe_pc(const void *context)
{
    return (uintptr_t)sigframe_values(context)[REG_RIP];
}

/* call rel32, or call r/m64 with two to seven bytes after its prefix. */
static bool sigframe_follows_call(const unsigned char *at)
{
    if (at[-5] == 0xe8)
        return true;
    for (int k = 2; k <= 7; k++) {
        if (at[-k] == 0xff && (at[1 - k] >> 3 & 7) == 2)
            return true;
    }
    return false;
}

bool rdl_sigframe_uncall(void *context)
{
    greg_t *g = sigframe_registers(context);
    const uintptr_t *sp = (const uintptr_t *)g[REG_RSP];

    if (!sigframe_follows_call((const unsigned char *)*sp))
        return false;
    g[REG_RIP] = (greg_t)*sp;
    g[REG_RSP] = (greg_t)(sp + 1);
    return true;
}

uint64_t rdl_sigframe_hash(const void *context)
{
    const greg_t *g = sigframe_values(context);
    uint64_t hash = 0;

    for (int i = REG_R8; i <= REG_RIP; i++)
        hash = rdl_mix(hash, (uint64_t)g[i]);
    return hash;
}

/* The kernel's mask is one word; the C library's type is larger. */
uint64_t rdl_sigframe_mask(const void *context)
{
    uint64_t mask;

    memcpy(&mask, &((const ucontext_t *)context)->uc_sigmask, sizeof(mask));
    return mask;
}

static void sigframe_set_mask(void *context, uint64_t mask)
{
    memcpy(&((ucontext_t *)context)->uc_sigmask, &mask, sizeof(mask));
}

/* Asks the kernel to write the old mask there. */
static bool sigframe_writable(uintptr_t at, uintptr_t size)
{
    uintptr_t end = at + size - sizeof(uint64_t);

    for (uintptr_t p = at; p < end; p += PAGE) {
        if (rdl_raw(SYS_rt_sigprocmask, SIG_BLOCK, NULL, p, 8) < 0)
            return false;
    }
    return rdl_raw(SYS_rt_sigprocmask, SIG_BLOCK, NULL, end, 8) == 0;
}

/* Size of the extended registers that belong to the frame. */
static size_t sigframe_xstate_size(const struct _libc_fpstate *state)
{
    const struct _fpx_sw_bytes *software;

    if (state == NULL)
        return 0;
    /* The last 48 bytes of the legacy area (sw_reserved). */
    software = (const void *)((const char *)(state + 1) - sizeof(*software));
    return software->magic1 == FP_XSTATE_MAGIC1 ? software->extended_size
                                                : sizeof(*state);
}

/* The lowest address of a frame that ends at `sp`, for these registers.  The
 * context lies on a 16-byte boundary, one word above the stack pointer at the
 * function's entry, as the ABI requires for a call. */
static uintptr_t sigframe_base(uintptr_t sp, size_t extra)
{
    uintptr_t state = (sp - extra) & ~(uintptr_t)(XSTATE_ALIGNMENT - 1);

    return ((state - sizeof(struct moved)) & ~(uintptr_t)15) - 8;
}

static struct moved *sigframe_copy(const ucontext_t *real,
                                   const siginfo_t *info, uintptr_t sp,
                                   uint64_t mask)
{
    size_t extra = sigframe_xstate_size(real->uc_mcontext.fpregs);
    uintptr_t state = (sp - extra) & ~(uintptr_t)(XSTATE_ALIGNMENT - 1);
    struct moved *m = (struct moved *)sigframe_base(sp, extra);

    m->after = rdl_sigframe_after;
    /* Copies only what the kernel wrote: its ucontext is shorter than the C
     * library's, and the signal stack may end right after it. */
    memset(&m->context, 0, sizeof(m->context));
    memcpy(&m->context, real, offsetof(ucontext_t, uc_sigmask));
    sigframe_set_mask(&m->context, mask);
    m->info = *info;
    m->done = NULL;
    m->real_mask = rdl_sigframe_mask(real);
    m->real_stack = real->uc_stack;
    if (extra > 0) {
        memcpy((void *)state, real->uc_mcontext.fpregs, extra);
        m->context.uc_mcontext.fpregs = (struct _libc_fpstate *)state;
    }
    return m;
}

bool rdl_sigframe_push(void *context, const siginfo_t *info, uintptr_t sp,
                       uint64_t mask, rdl_sigframe_function *function,
                       void (*done)(void *), rdl_sigframe_open *open)
{
    ucontext_t *real = context;
    uintptr_t base =
        sigframe_base(sp, sigframe_xstate_size(real->uc_mcontext.fpregs));
    struct moved *m;

    open((void *)base, sp - base);
    if (!sigframe_writable(base, sp - base))
        return false;
    m = sigframe_copy(real, info, sp, mask);
    m->done = done;
    sigframe_registers(real)[REG_RIP] = (greg_t)(uintptr_t)function;
    sigframe_registers(real)[REG_RSP] = (greg_t)base;
    sigframe_registers(real)[REG_RDI] = info->si_signo;
    sigframe_registers(real)[REG_RSI] = (greg_t)(uintptr_t)&m->info;
    sigframe_registers(real)[REG_RDX] = (greg_t)(uintptr_t)&m->context;
    sigframe_registers(real)[REG_RAX] = 0;
    sigframe_registers(real)[REG_EFL] &= ~(greg_t)0x500; /* direction, trap */
    return true;
}

bool rdl_sigframe_is_pushed(uintptr_t pc)
{
    return pc == (uintptr_t)rdl_sigframe_after;
}

_Noreturn void rdl_sigframe_move(const void *context, const siginfo_t *info,
                                 uintptr_t sp, rdl_sigframe_function *function)
{
    struct moved *m =
        sigframe_copy(context, info, sp, rdl_sigframe_mask(context));

    m->after = rdl_sigframe_after_move;
    rdl_sigframe_enter(m, function, info->si_signo, &m->info, &m->context);
}

/* The pushed function has returned. */
void rdl_sigframe_end(ucontext_t *context)
{
    struct moved *m =
        (void *)((char *)context - offsetof(struct moved, context));

    if (m->done != NULL)
        m->done(context);
    sigframe_set_mask(context, m->real_mask);
    context->uc_stack = m->real_stack;
}

void rdl_sigframe_fake(void *context, uintptr_t pc, uint64_t mask,
                       const stack_t *alternate)
{
    ucontext_t *c = context;

    memset(c, 0, sizeof(*c));
    c->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
    c->uc_mcontext.gregs[REG_RSP] =
        (greg_t)(uintptr_t)__builtin_frame_address(0);
    c->uc_mcontext.gregs[REG_RBP] = c->uc_mcontext.gregs[REG_RSP];
    c->uc_mcontext.fpregs = &c->__fpregs_mem;
    c->uc_stack = *alternate;
    sigframe_set_mask(c, mask);
}

void rdl_sigframe_call(const void *context, struct rdl_syscall *call)
{
    const greg_t *g = sigframe_values(context);

    *call = (struct rdl_syscall){
        .number = g[REG_RAX],
        .arg = { g[REG_RDI], g[REG_RSI], g[REG_RDX], g[REG_R10], g[REG_R8],
                 g[REG_R9] },
        .pc = (uintptr_t)g[REG_RIP],
    };
}

void rdl_sigframe_result(void *context, long result)
{
    sigframe_registers(context)[REG_RAX] = result;
}

void rdl_sigframe_redo_return(void *context)
{
    sigframe_registers(context)[REG_RIP] =
        (greg_t)(uintptr_t)rdl_sigframe_restorer;
}

bool rdl_sigframe_redo_trap(void *context)
{
    static const unsigned char instruction[] = { 0x0f, 0x05 }; /* syscall */
    uintptr_t at = rdl_sigframe_pc(context) - sizeof(instruction);

    if (memcmp((const void *)at, instruction, sizeof(instruction)) != 0)
        return false;
    sigframe_registers(context)[REG_RIP] =
        (greg_t)at; /* the number is in its place */
    return true;
}

/* Where each clone's parent and child continue.  Both read their slot right
 * after the call; a slot is reused only after CLONE_SLOTS more clones. */
#define CLONE_SLOTS 16
#define CLONE_STUB 8 /* bytes each, see sigreturn.S */
uintptr_t rdl_sigframe_clone_return[CLONE_SLOTS];
extern const char rdl_sigframe_clone_stubs[];

void rdl_sigframe_redo_clone(void *context)
{
    static unsigned next;
    unsigned slot = next++ % CLONE_SLOTS;

    rdl_sigframe_clone_return[slot] = rdl_sigframe_pc(context);
    sigframe_registers(context)[REG_RIP] =
        (greg_t)(uintptr_t)(rdl_sigframe_clone_stubs + CLONE_STUB * slot);
}
