/* block_flow.h - what a function does with a block that a call returned to it.
 */
#ifndef RDL_SYMBOLS_BLOCKS_BLOCK_FLOW_H
#define RDL_SYMBOLS_BLOCKS_BLOCK_FLOW_H

#include "symbols/internal.h"

#define RDL_MOST_USES 8

/* A pointer of the program to the beginning of the block. */
struct symbol_use {
    Dwarf_Die type; /* what it points to, as written in the source */
    char name[64];  /* of the variable, member or parameter */
    /* The function of a local variable; NULL for others. */
    const char *function;
};

struct symbol_uses {
    size_t n;
    struct symbol_use all[RDL_MOST_USES];
    bool returned; /* the function returns the block */
    bool stored;   /* it also stored the address outside its frame */
};

/* Follows the block from the call that returned it, at return_address, to the
 * next call or return. */
void rdl_symbols_follow(struct rdl_symbols *s, uintptr_t return_address,
                        struct symbol_uses *out);

/* What the arguments of a call show about the block. */
struct symbol_request {
    bool array;       /* elements only: operator new[] */
    uint64_t element; /* the element size passed to calloc; 0: not known */
};

void rdl_symbols_request(struct rdl_symbols *s, uintptr_t return_address,
                         struct symbol_request *out);

#endif
