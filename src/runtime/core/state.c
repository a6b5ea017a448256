/* state.c - see state.h. */
#include "runtime/core/state.h"

#include "runtime/core/persistent.h"

struct rdl_sched rdl_sched;
RDL_PERSISTENT(rdl_sched); /* rdl_sched_begin */
uint64_t rdl_steps;
uint64_t rdl_virtual_ns;
volatile uint64_t rdl_due_step = RDL_NEVER;
struct rdl_thread *rdl_self;
