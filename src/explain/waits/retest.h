/* retest.h - what a thread tested before it waited for a condition, and whether
 * it tests that again when it is back. */
#ifndef RDL_EXPLAIN_WAITS_RETEST_H
#define RDL_EXPLAIN_WAITS_RETEST_H

#include "explain/search.h"

#define RDL_RETEST_TESTS 8

/* What the thread read just before that wait, the latest first: shared memory
 * only.  Returns how many. */
size_t rdl_retest_tests(const struct search *c,
                        const struct rdl_history_act *wait,
                        const struct rdl_history_act **tests);
/* What the thread does first, back from that wait: something with data.  NULL
 * if it does nothing of that kind before it releases the mutex, or waits
 * again. */
const struct rdl_history_act *
rdl_retest_back(const struct search *c, const struct rdl_history_act *wait);
/* Do threads that are back from a wait at the place of this one, or of this
 * wake-up, test again?  Asks about all of them: this one may have had no time
 * for it. */
bool rdl_retest_loops(const struct search *c,
                      const struct rdl_history_act *wait);

#endif
