/* batch.h - how many executions the campaign requests from a worker at once.
 *
 * An execution is determined by its number (with the seed, and the lengths of
 * the executions before it), so results must not depend on where one request
 * ends and the next begins.  Executions that need a look of their own get a
 * request of their own: execution 0, and those that raddle repeats to check
 * determinism. */
#ifndef RDL_CAMPAIGN_BATCH_H
#define RDL_CAMPAIGN_BATCH_H

#include <stdbool.h>
#include <stdint.h>

/* Does raddle repeat that execution: 0, 1, 2, 4, 8, ...? */
bool rdl_batch_sampled(uint64_t execution);
/* At most `left` executions from `first` on; `sampling`: those that are
 * repeated get a request of their own. */
uint64_t rdl_batch_size(uint64_t first, uint64_t left, bool sampling);
/* How much of `left` one of `jobs` takes, so that all end at about the same
 * time and none talks to the driver all the time. */
uint64_t rdl_batch_share(uint64_t left, uint64_t jobs);

#endif
