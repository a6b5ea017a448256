/* entries.S - the __tsan_ functions: see hooks.h. */
#include "hooks/table.inc"

#define HOOK(name) entry __tsan_##name, __tsan_##name, rdl_plain_##name;
#define QUIET(name) entry __tsan_##name, __tsan_##name, nothing;
#include "hooks/list.h"
#undef HOOK

    .text
    .type nothing, @function
nothing:
    ret
    .size nothing, . - nothing

end_of_table idle=1

    /* Marks the object as instrumented, even when it is stripped: this member
     * of the archive is linked only if code refers to an entry. */
    .section .note.raddle, "a", @note
    .p2align 2
    .long 2f - 1f
    .long 4f - 3f
    .long 1
1:  .asciz RDL_HOOKS_NOTE
2:  .p2align 2
3:  .long RDL_HOOKS_VERSION
4:  .p2align 2
