/* block_flow.h - what a function does with a block that a call gave it. */
#ifndef RDL_SYMBOLS_BLOCK_FLOW_H
#define RDL_SYMBOLS_BLOCK_FLOW_H

#include "symbols/internal.h"

#define RDL_MOST_USES 8

/* A pointer of the program that points to the block's begin. */
struct symbol_use {
    Dwarf_Die type;       /* what it points to, as the source has it */
    char name[64];        /* of the variable, member or parameter */
    const char *function; /* that a variable belongs to; else NULL */
};

struct symbol_uses {
    size_t n;
    struct symbol_use all[RDL_MOST_USES];
    bool returned; /* the function returns the block */
    bool stored;   /* it stored the address outside its frame, too */
};

/* Follows the block from the call that returned it, to return_address, to the
 * next call or return. */
void rdl_symbols_follow(struct rdl_symbols *s, uintptr_t return_address,
                        struct symbol_uses *out);

/* What the arguments of a call say about the block. */
struct symbol_request {
    bool array;       /* elements, and nothing else: operator new[] */
    uint64_t element; /* the size of one that calloc was given; 0: not known */
};

void rdl_symbols_request(struct rdl_symbols *s, uintptr_t return_address,
                         struct symbol_request *out);

#endif
