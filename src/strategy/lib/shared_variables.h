/* shared_variables.h - which words of memory are variables that threads share.
 *
 * A variable is a word that two threads accessed in one execution, one of them
 * to write.  It is known by its address: the driver switches address-space
 * randomisation off and rewinds the heap, so most variables are at the same
 * address in each execution.  Those that are not (heap blocks, if the order of
 * allocations changes) are other variables each time.
 *
 * There are at most RDL_VARIABLES - 1.  When no number is left, or the table is
 * full, all are forgotten now and then, so that those of the latest executions
 * have their turn. */
#ifndef RDL_STRATEGY_LIB_SHARED_VARIABLES_H
#define RDL_STRATEGY_LIB_SHARED_VARIABLES_H

#include "base/event.h"

#include <stdbool.h>

enum {
    RDL_VARIABLES = 64, /* number 0 means none, so 63 */
    RDL_VARIABLE_WORDS = 4096,
};

struct rdl_shared_variables { /* lasts between executions */
    uint32_t execution;       /* its number */
    uint32_t since;           /* the execution that began to learn */
    uint32_t n_words;
    uint32_t n; /* variables; they have the numbers 1 to n */
    struct {
        uintptr_t word;
        /* The latest access. */
        uint32_t execution;
        uint8_t thread;
        bool writes;
        uint8_t number;          /* 0: not shared so far */
    } words[RDL_VARIABLE_WORDS]; /* by hash of the word, at most half full */
};

/* Begins an execution.  Returns true if all variables were forgotten. */
bool rdl_shared_variables_begin(struct rdl_shared_variables *v);
/* The number of the variable that this event accesses; 0 if it is none. */
unsigned rdl_shared_variables_of(const struct rdl_shared_variables *v,
                                 const struct rdl_event *e);
/* Records a step of `thread`.  Returns the number of its variable, or 0. */
unsigned rdl_shared_variables_step(struct rdl_shared_variables *v,
                                   const struct rdl_event *e, uint8_t thread);

#endif
