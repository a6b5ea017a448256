/* batch.h - how many executions a worker is asked for at once.
 *
 * Executions have numbers, and a number alone decides what an execution does
 * (with the seed, and how long the ones before it were); so where one request
 * ends and the next begins must not show.  What has to be looked at by itself
 * is asked for by itself: execution 0, and those that are repeated to see
 * whether they come out the same. */
#ifndef RDL_CAMPAIGN_BATCH_H
#define RDL_CAMPAIGN_BATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Is it one of those that are repeated: 0, 1, 2, 4, 8, ...? */
bool rdl_batch_sampled(uint64_t execution);
/* At most `left` executions from `first` on; `sampling`: those that are
 * sampled stand alone. */
uint64_t rdl_batch_size(uint64_t first, uint64_t left, bool sampling);
/* How much of `left` one of `jobs` takes, so that all end at about the same
 * time and none talks to the driver all the time. */
uint64_t rdl_batch_share(uint64_t left, uint64_t jobs);

#endif
