/* watch.h - every step of a replay with its value, and what came of it, for
 * the tables that people read (RDL_CFG_WATCH; base/shared.h has the layout).
 *
 * cover.c calls it where it would feed coverage, which is off at a replay: so
 * a step pays the one test of both. */
#ifndef RDL_RUNTIME_WATCH_H
#define RDL_RUNTIME_WATCH_H

#include "runtime/thread.h"

/* Is this execution watched?  Begins it, if so. */
bool rdl_watch_begin(void);
/* The thread is about to take a step: from where its function was called. */
void rdl_watch_call(rdl_tid tid);
/* The latest step is over. */
void rdl_watch_step(const struct rdl_event *e);
/* In the course of the latest step. */
void rdl_watch_add(enum rdl_op op, rdl_tid tid, uintptr_t addr, uint32_t size,
                   uint64_t value);
/* The calling thread is given a block, perhaps before the first step; see
 * rdl_cover_made. */
void rdl_watch_made(uintptr_t block, uint32_t size, uintptr_t pc,
                    uintptr_t outer);

#endif
