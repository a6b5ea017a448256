/* symbol_internal.h - what symbol.c shares with the other symbol_*.c. */
#ifndef RDL_REPORT_SYMBOL_INTERNAL_H
#define RDL_REPORT_SYMBOL_INTERNAL_H

#include "report/symbol.h"

#include <elfutils/libdwfl.h>

#define RDL_MOST_INLINED 32

/* Memory that goes with the symboliser; never NULL. */
char *rdl_symbols_keep(struct rdl_symbols *s, const char *text);

/* The file behind the module that holds addr, opened; NULL if there is none
 * or it is another build than the one that ran. */
Dwfl_Module *rdl_symbols_open(struct rdl_symbols *s, uintptr_t addr);

/* What the program calls the object at addr, NULL if it did not say. */
const char *rdl_symbols_label(const struct rdl_symbols *s, uintptr_t addr);

/* Line and functions of the address from debug information: RDL_MOST_INLINED
 * zeroed frames, of which it fills some, innermost first.  Returns how many
 * functions, 0 if there is no such information. */
size_t rdl_symbols_dwarf(struct rdl_symbols *s, Dwfl_Module *module,
                         Dwarf_Addr address, struct rdl_place *frames);

/* The value of a numeric attribute, 0 if the die has none. */
Dwarf_Word rdl_symbols_number(Dwarf_Die *die, unsigned name);

/* A name with its namespaces and classes: "bank::account::lock".  NULL if the
 * die has none. */
const char *rdl_symbols_qualified(struct rdl_symbols *s, Dwarf_Die *die);

/* "bank::push(int)" for "_ZN4bank4pushEi" if libstdc++ is there to ask. */
const char *rdl_symbols_demangle(struct rdl_symbols *s, const char *name);

#endif
