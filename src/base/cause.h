/* cause.h - what decides between pass and fail, as operations; the words are
 * made where symbols can be looked up (report/cause.h). */
#ifndef RDL_BASE_CAUSE_H
#define RDL_BASE_CAUSE_H

#include "base/event.h"

#include <stdbool.h>

enum rdl_cause_pattern {
    RDL_CAUSE_NONE,
    /* `between` (and `also`, if its pc is not 0) of one thread came between
     * `first` and `last` of another: */
    RDL_CAUSE_LOST_UPDATE, /* read, written by another, written */
    RDL_CAUSE_ATOMICITY,
    /* `first` came before `last`, of another thread: */
    RDL_CAUSE_ORDER,
    /* `last`, a wait, for `first` had read what `between` had written; `also`
     * is the latest signal, if its pc is not 0. */
    RDL_CAUSE_LOST_WAKEUP,
    /* The cycle of the finding. */
    RDL_CAUSE_LOCK_ORDER,
    /* A condition wait that woke without a signal. */
    RDL_CAUSE_SPURIOUS,
    /* The thread of `first` lost the turn between that and `last`. */
    RDL_CAUSE_PREEMPTION,
};

struct rdl_cause_part {
    enum rdl_cause_pattern pattern;
    /* FREE: pc is the call's.  value: from where the function was called that
     * did it; 0: by none of the program's. */
    struct rdl_event first, between, also, last;
    /* What the thread of `between` did there came before or behind `first` and
     * `last`, and the program passed: tried, and so. */
    bool passes_before, passes_behind;
};

#define RDL_CAUSE_PARTS 2

struct rdl_cause {
    size_t n; /* 0: not known */
    struct rdl_cause_part parts[RDL_CAUSE_PARTS];
};

#endif
