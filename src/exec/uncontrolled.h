/* uncontrolled.h - campaigns whose strategy only makes noise and does not
 * control threads (runtime/sched/noise.h).  Each execution is a process of its
 * own; it does not repeat and cannot be replayed. */
#ifndef RDL_EXEC_UNCONTROLLED_H
#define RDL_EXEC_UNCONTROLLED_H

#include "base/shared.h"

#include <stdbool.h>

bool rdl_uncontrolled(const struct rdl_config *config);

#endif
