/* recorder.h - the observer of replays that people look at (RDL_CFG_WATCH):
 * every step with its value, and what came of it (base/shared.h has the
 * layout). */
#ifndef RDL_RUNTIME_OBSERVE_RECORDER_H
#define RDL_RUNTIME_OBSERVE_RECORDER_H

#include "runtime/core/thread.h"

/* The thread is about to take a step of a replay: from where its function was
 * called. */
void rdl_recorder_call(rdl_tid tid);

#endif
