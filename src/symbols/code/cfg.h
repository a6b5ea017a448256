/* cfg.h - tests that a thread made between two places of its code.
 *
 * A thread may hold a value that it read in a register and test it lines later,
 * without an operation that raddle sees.  The machine code between two
 * operations shows where. */
#ifndef RDL_SYMBOLS_CODE_CFG_H
#define RDL_SYMBOLS_CODE_CFG_H

#include "symbols/symbol.h"

/* Two operations of a thread; their `value` is the pc of their function's call.
 * They may also be in two functions that one function calls. */
struct rdl_cfg {
    const struct rdl_event *from, *to;
    uintptr_t avoid[2]; /* places that the path must not pass; 0: none */
};

enum rdl_cfg_found {
    RDL_BRANCH_UNKNOWN, /* there may be a path that raddle cannot follow */
    RDL_BRANCH_NONE,
    RDL_BRANCH_WAY,
};

/* The shortest path between the two, and the first `max` of the conditional
 * jumps on it: *n addresses after them, for rdl_symbols_find(). */
enum rdl_cfg_found rdl_cfg_way(struct rdl_symbols *s, const struct rdl_cfg *b,
                               uintptr_t *jumps, size_t max, size_t *n);

#endif
