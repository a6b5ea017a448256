/* scope.h - what names mean at a place of the code: variables that can
 * be seen there, types, and expressions as far as one names memory by them
 * ("queue->items[i].next").  From debug information; nothing is evaluated. */
#ifndef RDL_SYMBOLS_SCOPE_H
#define RDL_SYMBOLS_SCOPE_H

#include "symbols/internal.h"

struct symbol_scope {
    Dwarf_Addr pc;     /* of the call, as in the file */
    Dwarf_Die *scopes; /* innermost first, the compilation unit last */
    int n;
};

/* Of the call that returns to that address, in the frame that is that many
 * inlined calls further out.  False if there is no debug information. */
bool rdl_scope_open(struct symbol_scope *c, struct rdl_symbols *s,
                    uintptr_t return_address, size_t inlined);
void rdl_scope_close(struct symbol_scope *c);

/* Does its function give a `void *` back? */
bool rdl_scope_gives_any(const struct symbol_scope *c);
/* Its function, and the line that names it. */
bool rdl_scope_function(const struct symbol_scope *c, const char **name,
                        unsigned *line);
/* Is it a variable that each call of the function has its own of? */
bool rdl_scope_is_own(const struct symbol_scope *c, const char *name);

/* The type of the expression that the text begins with; where it ends is left
 * in *end.  Types are as they are written: rdl_type_* below peel them. */
bool rdl_scope_expression(const struct symbol_scope *c, const char *text,
                          Dwarf_Die *type, const char **end);
/* What sizeof has in its parentheses: a type, or an expression. */
bool rdl_scope_sizeof(const struct symbol_scope *c, const char *text,
                      Dwarf_Die *type);
/* The type with that name, as in `new bank::account`; false if there are
 * several that differ. */
bool rdl_scope_named(const struct symbol_scope *c, const char *name, size_t n,
                     Dwarf_Die *type);
/* The one type of so many bytes that variables there point to: a structure;
 * false if it is none or there are several. */
bool rdl_scope_pointee(const struct symbol_scope *c, Dwarf_Word size,
                       Dwarf_Die *type);

/* What a pointer points to; false if it is none, or one to void. */
bool rdl_type_pointee(Dwarf_Die *pointer, Dwarf_Die *type);
bool rdl_type_is_any_pointer(Dwarf_Die *pointer); /* void * */
bool rdl_type_peel(Dwarf_Die *type, Dwarf_Die *bare, Dwarf_Word *size);
/* Has it members that have names? */
bool rdl_type_is_structure(Dwarf_Die *type);
/* "account", "bank::account", "job_t", "int"; NULL if it has no name. */
const char *rdl_type_name(struct rdl_symbols *s, Dwarf_Die *type);

#endif
