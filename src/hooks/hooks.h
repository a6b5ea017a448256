/* hooks.h - how instrumented code reaches the runtime.
 *
 * Every object that `raddle cc` links has two tables: one with an entry for
 * each line of list.h, one for each line of wraps.h.  A hidden function for
 * each entry jumps through it, so that the jump's target sees the instrumented
 * code as its caller; a constructor offers the table to raddle_attach.  Without
 * libraddle.so that weak symbol is missing, and the entries keep the archive's
 * default: the plain operation.  With it, the runtime overwrites them.
 *
 * Calls of quiet entries (list.h) are idle in the linked object: `raddle cc`
 * replaces the opcode of each by RDL_IDLE_OPCODE and adds RDL_IDLE_BIAS to the
 * distance to the entry, which the linker fills in as the operand.  That
 * instruction is as long as a call, changes only the flags, and delays no later
 * instruction.  So a program without raddle pays for no calls; the runtime
 * turns them into calls again when the object attaches.  Calls that `raddle cc`
 * could not reach (tail calls, objects from elsewhere) stay calls. */
#ifndef RDL_HOOKS_HOOKS_H
#define RDL_HOOKS_HOOKS_H

#define RDL_HOOKS_VERSION 2
#define RDL_HOOKS_NOTE "raddle" /* name of the note in instrumented objects */

#define RDL_CALL_OPCODE 0xe8
/* test eax, imm32.  The runtime searches every byte for idle calls, and without
 * the bias a mask or an offset in a structure could equal the distance from
 * there to an entry.  With it the upper bytes are 37 37, which is not an
 * instruction in 64-bit code, and programs do not contain such numbers. */
#define RDL_IDLE_OPCODE 0xa9
#define RDL_IDLE_BIAS 0x37373737
#define RDL_ENTRY_SIZE 16 /* distance from one entry to the next */

#ifndef __ASSEMBLER__
#include <stddef.h>

enum rdl_hook {
#define HOOK(name) RDL_HOOK_##name,
#include "hooks/list.h"
#undef HOOK
    RDL_N_HOOKS
};

enum rdl_wrap {
#define WRAP(name) RDL_WRAP_##name,
#include "hooks/wraps.h"
#undef WRAP
    RDL_N_WRAPS
};

/* One table of one object (table.inc has its layout). */
struct rdl_hooks {
    size_t version;
    size_t n;
    const char *const *names; /* "__tsan_read4", "memcpy" */
    void **table;
    const char *entries; /* n of them, RDL_ENTRY_SIZE apart */
    size_t idle;         /* 1: calls of the entries may be idle */
};

/* Each object's constructor calls it.  A newer archive may have more entries
 * than the runtime knows, or fewer: they are matched by name. */
void raddle_attach(const struct rdl_hooks *hooks);
#endif

#endif
