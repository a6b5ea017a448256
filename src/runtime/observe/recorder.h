/* recorder.h - every step of a replay with its value, and what came of it, for
 * the tables that people read (RDL_CFG_WATCH; base/shared.h has the layout).
 *
 * tap.c calls it where it would feed coverage, which is off at a replay: so
 * a step pays the one test of both. */
#ifndef RDL_RUNTIME_OBSERVE_RECORDER_H
#define RDL_RUNTIME_OBSERVE_RECORDER_H

#include "runtime/sched/thread.h"

/* Is this execution watched?  Begins it, if so. */
bool rdl_recorder_begin(void);
/* The thread is about to take a step: from where its function was called. */
void rdl_recorder_call(rdl_tid tid);
/* The latest step is over. */
void rdl_recorder_step(const struct rdl_event *e);
/* In the course of the latest step. */
void rdl_recorder_add(enum rdl_op op, rdl_tid tid, uintptr_t addr,
                      uint32_t size, uint64_t value);
/* The calling thread is given a block, perhaps before the first step; see
 * rdl_tap_made. */
void rdl_recorder_made(uintptr_t block, uint32_t size, uintptr_t pc,
                       uintptr_t outer);

#endif
