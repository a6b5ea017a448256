/* blocked.c - Blocked(l): a lock-acquire at l finds the lock held by another
 * thread, and has to wait for it.  A failed try does not wait.  A condition
 * wait that was woken and has to wait for its mutex does, as Java's wait() does
 * (except under noise, where raddle does not see when it is woken).
 *
 * Edelstein et al., JGI 2001; thesis, definition 10. */
#include "coverage/coverage.h"

static void blocked_conflict(const struct rdl_conflict *c,
                             const struct rdl_sink *sink)
{
    rdl_cover(sink, RDL_LOC_NONE, c->loc);
}

const struct rdl_metric rdl_metric_blocked = {
    .name = "blocked",
    .summary = "lock calls that had to wait",
    .form = RDL_FORM_ONE,
    .relates = { { .relation = RDL_INSIDE_HOLD, .threads = RDL_OTHER_THREAD } },
    .conflict = blocked_conflict,
};
