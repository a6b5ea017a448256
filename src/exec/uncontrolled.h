/* uncontrolled.h - campaigns whose strategy leaves threads alone and only
 * makes noise (runtime/sched/noise.h).  Their executions are processes of their
 * own, repeat nothing and cannot be replayed. */
#ifndef RDL_EXEC_UNCONTROLLED_H
#define RDL_EXEC_UNCONTROLLED_H

#include "base/shared.h"

#include <stdbool.h>

bool rdl_uncontrolled(const struct rdl_config *config);

#endif
