/* blocking.c - Blocking(l): a lock taken at l, and still held, makes another
 * thread's lock-acquire wait.  Condition waits take part as in blocked.c.
 *
 * Edelstein et al., JGI 2001; thesis, definition 12, which omits that the lock
 * is still held. */
#include "coverage/coverage.h"

static void blocking_conflict(const struct rdl_conflict *c,
                              const struct rdl_sink *sink)
{
    rdl_cover(sink, RDL_LOC_NONE, c->holder_loc);
}

const struct rdl_metric rdl_metric_blocking = {
    .name = "blocking",
    .summary = "lock calls that made another thread wait",
    .form = RDL_FORM_ONE,
    .relates = { { .relation = RDL_INSIDE_HOLD,
                   .threads = RDL_OTHER_THREAD,
                   .names_p = true } },
    .conflict = blocking_conflict,
};
