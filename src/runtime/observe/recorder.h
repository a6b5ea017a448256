/* recorder.h - the observer of replays that a user looks at (RDL_CFG_TRACE):
 * records every step with its value and its consequences (layout in
 * base/shared.h). */
#ifndef RDL_RUNTIME_OBSERVE_RECORDER_H
#define RDL_RUNTIME_OBSERVE_RECORDER_H

#include "runtime/core/thread.h"

/* A thread is about to take this step of a replay: records where its function
 * was called. */
void rdl_recorder_call(const struct rdl_event *e);

#endif
