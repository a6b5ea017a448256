/* code.h - the machine code of the modules, as the files have it. */
#ifndef RDL_SYMBOLS_CODE_H
#define RDL_SYMBOLS_CODE_H

#include "symbols/symbol.h"

/* One section, at the addresses where it ran. */
struct rdl_code {
    const uint8_t *bytes;
    size_t size;
    uintptr_t start;
};

/* The section that holds addr; false if no file has it. */
bool rdl_code_at(struct rdl_symbols *s, uintptr_t addr, struct rdl_code *out);

/* The function that code at `target` is: by its symbol, or of an entry of a
 * procedure linkage table by the symbol that it jumps to.  NULL if that is not
 * known. */
const char *rdl_code_function(struct rdl_symbols *s, uintptr_t target);

#endif
