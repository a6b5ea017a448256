/* blocked_pair.c - Blocked-Pair(l1,l2): the lock-acquire at l2 waits for the
 * lock-hold that another thread made at l1; one for each holder that blocks it.
 * Condition waits take part as in blocked.c.
 *
 * Trainin et al., PADTAD 2009; thesis, definition 11, which omits that the lock
 * is still held. */
#include "coverage/coverage.h"

static void blocked_pair_conflict(const struct rdl_conflict *c,
                                  const struct rdl_sink *sink)
{
    rdl_cover(sink, c->holder_loc, c->loc);
}

const struct rdl_metric rdl_metric_blocked_pair = {
    .name = "blocked-pair",
    .summary = "which lock call waited for which",
    .form = RDL_FORM_PAIR,
    .relates = { { .relation = RDL_INSIDE_HOLD, .threads = RDL_OTHER_THREAD } },
    .conflict = blocked_pair_conflict,
};
