/* declarations.h - the members of structures and the global variables that a
 * module declares, by its debug information. */
#ifndef RDL_SYMBOLS_DWARF_DECLARATIONS_H
#define RDL_SYMBOLS_DWARF_DECLARATIONS_H

#include "symbols/symbol.h"

struct rdl_declaration { /* texts are valid until the function returns */
    const char *owner;   /* "struct queue"; "" for a variable */
    const char *name;
    const char *type; /* "int", "struct node *"; "" if it has no name */
    const char *path; /* of its source, absolute if possible */
    unsigned line;
    uint64_t offset; /* in bits, in its structure */
    uint64_t size;   /* in bits; 0: not known */
};

/* Those of the program's own files, not of the system's headers, in the module
 * that holds the address.  A structure comes once for each unit that has it. */
void rdl_symbols_declarations(struct rdl_symbols *s, uintptr_t address,
                              void (*fn)(void *data,
                                         const struct rdl_declaration *d),
                              void *data);

#endif
