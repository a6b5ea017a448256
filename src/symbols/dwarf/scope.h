/* scope.h - the scopes around a place of the code, and types, from debug
 * information. */
#ifndef RDL_SYMBOLS_DWARF_SCOPE_H
#define RDL_SYMBOLS_DWARF_SCOPE_H

#include "symbols/internal.h"

struct symbol_scope {
    Dwarf_Addr pc;     /* of the call, as in the file */
    Dwarf_Die *scopes; /* innermost first, the compilation unit last */
    int n;
};

/* Scopes of the call that returns to that address, `inlined` inlined calls
 * further out. False without debug information. */
bool rdl_scope_open(struct symbol_scope *c, struct rdl_symbols *s,
                    uintptr_t return_address, size_t inlined);
void rdl_scope_close(struct symbol_scope *c);

/* Does its function return a `void *`? */
bool rdl_scope_returns_any(const struct symbol_scope *c);

/* The type that a pointer points to; false if it is not a pointer, or points to
 * void. */
bool rdl_type_pointee(Dwarf_Die *pointer, Dwarf_Die *type);
bool rdl_type_peel(Dwarf_Die *type, Dwarf_Die *bare, Dwarf_Word *size);
/* Does it have named members? */
bool rdl_type_is_structure(Dwarf_Die *type);
/* "account", "bank::account", "job_t", "int"; NULL if it has no name. */
const char *rdl_type_name(struct rdl_symbols *s, Dwarf_Die *type);

#endif
