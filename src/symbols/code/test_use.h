/* test_use.h - does what a function has read decide whether it changes
 * something later?
 *
 * Values are followed through registers and the frame from the place of the
 * read to conditional jumps, towards higher addresses only: what a later round
 * of a loop does is another operation.  A jump decides if the change can be
 * reached on one of its sides alone. */
#ifndef RDL_SYMBOLS_CODE_TEST_USE_H
#define RDL_SYMBOLS_CODE_TEST_USE_H

#include "symbols/symbol.h"

struct rdl_test_use {
    uintptr_t test;   /* the read */
    bool call;        /* a call made it: the value is in rax */
    uintptr_t use;    /* the read that the change begins with; 0: none */
    uintptr_t change; /* the write */
    bool gives;       /* it is a call that returns what was there before */
};

/* True: the read decides about the change, and between `use` and `change`, or
 * with what the change returns, nothing is tested again. */
bool rdl_code_test_use(struct rdl_symbols *s, const struct rdl_test_use *t);

#endif
