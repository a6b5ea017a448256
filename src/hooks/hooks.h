/* hooks.h - how instrumented code reaches the runtime.
 *
 * Every object that `raddle cc` links holds two tables: one with an entry for
 * each line of list.h, one for each line of wraps.h.  A hidden function for
 * each entry jumps through it, so that what it jumps to sees the instrumented
 * code as its caller; a constructor offers the table to raddle_attach.
 * Without libraddle.so that weak symbol is missing and the entries stay what
 * the archive gives them: the plain operation.  With it, the runtime
 * overwrites them.
 *
 * Calls of quiet entries (list.h) are idle in the linked object: `raddle cc`
 * makes the opcode of each RDL_IDLE_OPCODE and adds RDL_IDLE_BIAS to the
 * distance to the entry, which the linker fills in as the operand.  That
 * instruction, as long as a call, changes nothing but the flags, and no later
 * one waits for it, so a program that runs by itself pays no calls; the
 * runtime turns them into calls again when the object attaches.  Calls that
 * `raddle cc` could not reach (tail calls, objects from elsewhere) always were
 * calls and stay so.
 */
#ifndef RDL_HOOKS_HOOKS_H
#define RDL_HOOKS_HOOKS_H

#define RDL_HOOKS_VERSION 2
#define RDL_HOOKS_NOTE "raddle" /* name of the note in instrumented objects */

#define RDL_CALL_OPCODE 0xe8
/* test eax, imm32.  The runtime finds idle calls by looking at every byte, and
 * without the bias a mask or an offset in a structure could well be the
 * distance from there to an entry.  With it the upper bytes, 37 37, are ones
 * that are no instruction in 64-bit code, and numbers like that are in no
 * program's way. */
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

/* One table of one object (laid out by table.inc). */
struct rdl_hooks {
    size_t version;
    size_t n;
    const char *const *names; /* "__tsan_read4", "memcpy" */
    void **table;
    const char *entries; /* n of them, RDL_ENTRY_SIZE apart */
    size_t idle;         /* 1: calls of them may be idle */
};

/* Called by each object's constructor.  A newer archive may have more entries
 * than the runtime knows, or fewer: they are matched by name. */
void raddle_attach(const struct rdl_hooks *hooks);
#endif

#endif
