/* wraps.S - the entries for calls of libc's memory and string functions: see
 * wraps.h.  Until the runtime attaches they jump straight to libc.
 *
 * The functions are weak here, so that the linker looks for them only because
 * of the objects that call them, as it would without us; a program without libc
 * has only those that it calls.
 *
 * Code copies the functions' addresses from the GOT into the table.  An address
 * in data may become that of the program's own PLT entry, and the runtime must
 * be able to distinguish libc's function from one that the program defines. */
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
