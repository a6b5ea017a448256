/* waits.h - who waits for whom, read from the views of a finding. */
#ifndef RDL_DETECT_WAITS_H
#define RDL_DETECT_WAITS_H

#include "base/finding.h"

#include <stdbool.h>

#define RDL_MAX_CYCLE                                                          \
    (sizeof(((struct rdl_finding *)0)->cycle) / sizeof(rdl_tid))

/* The number of views in the finding, at most RDL_MAX_VIEWS. */
size_t rdl_waits_views(const struct rdl_finding *f);
/* The view of a thread, NULL if it has none. */
const struct rdl_thread_view *rdl_waits_view(const struct rdl_finding *f,
                                             rdl_tid tid);

/* Is every thread stuck: it has ended or waits without a deadline, and at least
 * one waits? */
bool rdl_waits_all(const struct rdl_finding *f);

/* Finds a cycle of waiting threads (locks and joins).  Writes its threads to
 * `out` in waiting order: each waits for the next and the last for the first.
 * It begins with the cycle's lowest tid; of several cycles it takes the one
 * with the lowest tid.  Returns the length, 0 if there is no cycle.  At most
 * `max` threads are written, though the length may be greater. */
size_t rdl_waits_cycle(const struct rdl_finding *f, rdl_tid *out, size_t max);

/* Makes the finding point to where that thread waits. */
void rdl_waits_blame(struct rdl_finding *f, const struct rdl_thread_view *v);

/* For moments that no thread's step caused: the first thread that spins, else
 * the first that could run, else the first that has not ended. */
const struct rdl_thread_view *rdl_waits_busiest(const struct rdl_finding *f);

#endif
