/* control.c - see control.h. */
#include "runtime/core/control.h"

#include "runtime/core/persistent.h"

bool rdl_active;
bool rdl_runs_free;
bool rdl_child;
int rdl_in_libc;
struct rdl_shared *rdl_shared;
bool rdl_rewinds;
enum rdl_isolation_level rdl_isolation_now = RDL_ISOLATION_EXEC;

RDL_PERSISTENT(rdl_rewinds);
RDL_PERSISTENT_HERE(rdl_isolation_now);
