/* functions.h - the functions that a module was compiled from, and the calls in
 * their code. */
#ifndef RDL_SYMBOLS_CODE_FUNCTIONS_H
#define RDL_SYMBOLS_CODE_FUNCTIONS_H

#include "symbols/symbol.h"

struct rdl_function { /* texts live as long as the symboliser */
    const char *path; /* of its source, absolute if possible */
    const char *name;
    unsigned line;       /* where it is declared */
    uintptr_t low, high; /* its code; both 0: it has none of its own */
};

/* All functions of the module that holds the address, by its debug information.
 * Of an inlined one that has no code the address is not known. */
void rdl_symbols_functions(struct rdl_symbols *s, uintptr_t address,
                           void (*fn)(void *data, const struct rdl_function *f),
                           void *data);

/* The calls between two addresses that raddle sees: instrumented accesses and
 * calls through the procedure linkage table.  `fn` gets where each returns. */
void rdl_symbols_calls(struct rdl_symbols *s, uintptr_t low, uintptr_t high,
                       void (*fn)(void *data, uintptr_t return_address,
                                  const char *called),
                       void *data);

/* All calls between two addresses: where they return. */
void rdl_symbols_returns(struct rdl_symbols *s, uintptr_t low, uintptr_t high,
                         void (*fn)(void *data, uintptr_t return_address),
                         void *data);

#endif
