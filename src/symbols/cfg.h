/* cfg.h - tests that a thread made between two places of its code.
 *
 * A thread may keep what it read in a register and test it lines later, without
 * an operation that raddle sees.  The machine code between two operations says
 * where. */
#ifndef RDL_SYMBOLS_CFG_H
#define RDL_SYMBOLS_CFG_H

#include "symbols/symbol.h"

/* Two operations of a thread; their `value` is where their functions were
 * called from, and both may also lie in functions that one function calls. */
struct rdl_cfg {
    const struct rdl_event *from, *to;
    uintptr_t avoid[2]; /* places that the way must not pass; 0: none */
};

enum rdl_cfg_found {
    RDL_BRANCH_UNKNOWN, /* there may be a way that raddle cannot follow */
    RDL_BRANCH_NONE,
    RDL_BRANCH_WAY,
};

/* The shortest way between the two, and the first `max` of the conditional
 * jumps on it: *n places behind them, as rdl_symbols_find() takes them. */
enum rdl_cfg_found rdl_cfg_way(struct rdl_symbols *s, const struct rdl_cfg *b,
                               uintptr_t *jumps, size_t max, size_t *n);

#endif
