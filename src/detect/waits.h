/* waits.h - who waits for whom, read from the views of a finding. */
#ifndef RDL_DETECT_WAITS_H
#define RDL_DETECT_WAITS_H

#include "base/finding.h"

#include <stdbool.h>

#define RDL_MAX_CYCLE                                                          \
    (sizeof(((struct rdl_finding *)0)->cycle) / sizeof(rdl_tid))

/* Views whose number can be trusted. */
size_t rdl_waits_views(const struct rdl_finding *f);
/* The thread's view, NULL if there is none. */
const struct rdl_thread_view *rdl_waits_view(const struct rdl_finding *f,
                                             rdl_tid tid);

/* Can really nobody go on: every thread has ended or waits without a
 * deadline, and at least one waits? */
bool rdl_waits_all(const struct rdl_finding *f);

/* The threads of a cycle of waiting (locks and joins), in waiting order, each
 * for the next and the last for the first.  Begins with the cycle's lowest
 * tid; of several cycles the one with the lowest.  Returns the cycle's length,
 * which may exceed `max`, of which it wrote max; 0: no cycle. */
size_t rdl_waits_cycle(const struct rdl_finding *f, rdl_tid *out, size_t max);

/* The finding is where that thread waits. */
void rdl_waits_blame(struct rdl_finding *f, const struct rdl_thread_view *v);

/* For moments at which nobody's step is to blame: the first thread that spins,
 * else the first that could run, else the first that has not ended. */
const struct rdl_thread_view *rdl_waits_busiest(const struct rdl_finding *f);

#endif
