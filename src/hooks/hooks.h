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
 * makes the call opcode of each a RDL_IDLE_OPCODE, whose operand the linker
 * still fills with the distance to the entry.  That instruction changes
 * nothing but EAX and the flags, which a call may change too, so a program
 * that runs by itself pays no calls; the runtime turns them into calls again
 * when the object attaches.  Calls that `raddle cc` could not reach (tail
 * calls, objects from elsewhere) always were calls and stay so.
 */
#ifndef RDL_HOOKS_H
#define RDL_HOOKS_H

#define RDL_HOOKS_VERSION 1
#define RDL_HOOKS_NOTE "raddle" /* name of the note in instrumented objects */

#define RDL_CALL_OPCODE 0xe8
/* sbb eax, imm32: compilers hardly ever emit it, and as a ModRM byte it is
 * rbx with the address of data, never of an entry. */
#define RDL_IDLE_OPCODE 0x1d
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
