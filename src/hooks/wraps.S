/* wraps.S - the entries for calls of libc's memory and string functions: see
 * wraps.h.  Until the runtime attaches they lead straight to libc.
 *
 * The functions are weak here: the objects that call them ask for them, where
 * the linker would look for them without us; a program without libc has those
 * that it calls, and no others.
 *
 * The table gets the functions' addresses from the GOT, by code: an address
 * that stands in data may become one of the program's own PLT, and the runtime
 * must be able to tell libc's function from one that the program defines. */
#include "hooks/table.inc"

    .section .text.rdl_prepare, "ax", @progbits
    .type prepare, @function
prepare:

.macro wrap name
    .weak \name
    entry rdl_wrap_\name, \name, early_\name
    .section .text.rdl_early, "ax", @progbits
early_\name: /* before the constructor has run */
    jmp *\name@GOTPCREL(%rip)
    .section .text.rdl_prepare, "ax", @progbits
    movq \name@GOTPCREL(%rip), %rax
    movq %rax, slot_rdl_wrap_\name(%rip)
.endm

#define WRAP(name) wrap name;
#include "hooks/wraps.h"
#undef WRAP

    .section .text.rdl_prepare, "ax", @progbits
    ret
    .size prepare, . - prepare

end_of_table idle=0, prepare=prepare
