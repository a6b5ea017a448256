/* variables.h - which variables of a function are in a register or in a part of
 * its frame while it runs, from debug information and the unwind tables.  Runs
 * nothing. */
#ifndef RDL_SYMBOLS_DWARF_VARIABLES_H
#define RDL_SYMBOLS_DWARF_VARIABLES_H

#include "symbols/internal.h"
#include "symbols/code/machine.h"

/* A function with its tables; begin with rdl_function_open(). */
struct symbol_function {
    Dwarf_Die die; /* the function that was compiled, not an inlined one */
    Dwarf_Addr bias;
    Dwarf_CFI *cfi;
    Dwarf_Addr cfi_bias;
};

/* A register, or bytes of the frame. */
struct symbol_location {
    bool in_frame;
    int reg;
    /* In the frame: from the canonical frame address.  Otherwise the variable
     * is the register's value minus this number. */
    int64_t offset;
};

/* A variable at that location. */
struct symbol_variable {
    Dwarf_Die die;
    Dwarf_Word offset; /* of the location, from the beginning of the variable */
    const char *function; /* the function that declares it in the source */
};

/* The function that holds the address.  False if not known. */
bool rdl_function_open(struct rdl_symbols *s, uintptr_t addr,
                       struct symbol_function *out);
/* Is the instruction part of it? */
bool rdl_function_has(struct symbol_function *f, uintptr_t pc);

/* The part of the frame `displacement` bytes from a register, before the
 * instruction at pc.  False if the register does not point into the frame. */
bool rdl_function_frame_offset(struct symbol_function *f, uintptr_t pc, int reg,
                               int64_t displacement, int64_t *offset);

/* The variables, at most `max`, at the location before the instruction at pc.
 */
size_t rdl_function_variables(struct symbol_function *f, uintptr_t pc,
                              const struct symbol_location *location,
                              struct symbol_variable *out, size_t max);
/* Does the variable have a value, anywhere, before the instruction at pc? */
bool rdl_function_has_value(const struct symbol_function *f, uintptr_t pc,
                            Dwarf_Die *variable);

#define RDL_N_ARGUMENTS 6 /* passed in general registers */

/* The first parameters of the function at `target`, as far as each is passed in
 * a general register. */
size_t rdl_function_parameters(struct rdl_symbols *s, uintptr_t target,
                               Dwarf_Die out[RDL_N_ARGUMENTS]);

#endif
