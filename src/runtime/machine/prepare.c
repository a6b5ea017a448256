/* prepare.c - the first frame of a context, as switch.S expects it. */
#include "runtime/machine/switch.h"

#include <stdbool.h>
#include <string.h>
#include <sys/auxv.h>

#define HWCAP2_FSGSBASE_BIT 2 /* asm/hwcap2.h: HWCAP2_FSGSBASE */

void rdl_switch_first(void);

static bool avoided;

void rdl_switch_avoid_fsgsbase(void)
{
    avoided = true;
}

rdl_switch *rdl_switch_best(void)
{
    return !avoided && (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT) != 0
               ? rdl_switch_fsgsbase
               : rdl_switch_prctl;
}

/* What a new thread starts with (System V ABI): all exceptions masked, round
 * to nearest, extended precision. */
#define MXCSR 0x1f80u
#define X87_CONTROL 0x037fu

void rdl_switch_prepare(struct rdl_context *context, char *top,
                        void (*entry)(void))
{
    uint64_t frame[8] = { 0 };
    char *sp;

    /* 64-byte boundary: the offset of a frame within a cache line must not
     * depend on the stack.  rdl_switch_first starts with an aligned stack, so
     * its call leaves it as the ABI requires. */
    sp = (char *)((uintptr_t)top & ~(uintptr_t)63) - sizeof(frame);
    frame[0] = (uint64_t)X87_CONTROL << 32 | MXCSR;
    frame[4] = (uintptr_t)entry; /* r12 */
    frame[7] = (uintptr_t)rdl_switch_first;
    memcpy(sp, frame, sizeof(frame));
    context->sp = sp;
}
