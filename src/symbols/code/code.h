/* code.h - the machine code of the modules, from their files. */
#ifndef RDL_SYMBOLS_CODE_CODE_H
#define RDL_SYMBOLS_CODE_CODE_H

#include "symbols/symbol.h"

/* One section, at its run-time addresses. */
struct rdl_code {
    const uint8_t *bytes;
    size_t size;
    uintptr_t start;
};

/* The section that holds addr; false if no file has it. */
bool rdl_code_at(struct rdl_symbols *s, uintptr_t addr, struct rdl_code *out);

/* The name of the function at `target`: its symbol, or for an entry of a
 * procedure linkage table the symbol that it jumps to.  NULL if not known. */
const char *rdl_code_function(struct rdl_symbols *s, uintptr_t target);
/* The symbol whose address the dynamic linker stores at `slot`; or NULL. */
const char *rdl_code_slot(struct rdl_symbols *s, uintptr_t slot);

#endif
