/* blocks.h - looks for the race bugs of the thesis on coverage of concurrent
 * programs beyond data races (2.3.2 to 2.3.6), on request: --blocks,
 * --associations (docs/blocks.md).
 *
 *   block race                  definition 3   block_table.h, split_table.h
 *   multi-variable race         definition 4   association_table.h
 *   multi-variable block race   definition 5   association_table.h
 *
 * An operation block (S_OB of the thesis) is what the program annotates with
 * raddle_block_begin and raddle_block_end, or a critical section that was split
 * in two.  Blocks of one thread nest; the outermost counts.  An association
 * (S_DA) is what the program annotates with raddle_associate.
 *
 * raddle reports only what was run: the accesses of a triple came in that
 * order, the threads of a pair stood at their accesses at the same moment.
 *
 * A step is looked at when a thread takes it: then the thread stands at its
 * access, in its block, with its stack.  Whether an RMW has written is known
 * only when it is over, so such a step is looked at then.  Accesses to memory
 * that only one thread uses are not looked at (sharing.h), except in an
 * execution that is to end at a warning. */
#ifndef RDL_RUNTIME_OBSERVE_BLOCKS_H
#define RDL_RUNTIME_OBSERVE_BLOCKS_H

#include "runtime/core/thread.h"

struct rdl_blocks {
    bool on;
    bool triples;      /* looks for block races */
    bool associations; /* looks for the others */
};

extern struct rdl_blocks rdl_blocks RDL_HIDDEN;

/* The step `e`, which is not private, is taken.  True if the execution is to
 * end here: the caller tells the observers of the step, then calls
 * rdl_blocks_ends(). */
bool rdl_blocks_taken(const struct rdl_event *e);
_Noreturn void rdl_blocks_ends(void);

/* The calling thread enters or leaves a block (include/raddle.h). */
void rdl_blocks_enter(uintptr_t pc);
void rdl_blocks_leave(void);
/* The program says that the two variables belong together. */
void rdl_blocks_associate(uintptr_t a, size_t a_size, uintptr_t b,
                          size_t b_size);

#endif
