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
    /* `first` came before `last`, of another thread, which had been woken by
     * `also` from `between`, its wait (pc 0: it had not): */
    RDL_CAUSE_ORDER,
    /* `last` is the wait that never ends; `first` what its thread had read
     * before, and `between` who had written that; `also` is the latest signal
     * or broadcast on the same condition.  pc 0: there is none. */
    RDL_CAUSE_LOST_WAKEUP,
    /* The cycle of the finding. */
    RDL_CAUSE_LOCK_ORDER,
    /* A condition wait that woke without a signal. */
    RDL_CAUSE_SPURIOUS,
    /* `first`, an allocation, failed. */
    RDL_CAUSE_NO_MEMORY,
    /* The thread of `first` lost the turn between that and `last`. */
    RDL_CAUSE_PREEMPTION,
};

struct rdl_cause_part {
    enum rdl_cause_pattern pattern;
    /* FREE: pc is the call's.  value: from where the function was called that
     * did it; 0: by none of the program's. */
    struct rdl_event first, between, also, last;
    /* What the thread of `between` did there came before or after `first` and
     * `last`, and the program passed: tried, and so. */
    bool passes_before, passes_after;
    /* LOST_WAKEUP, of `also`: */
    bool waited;      /* the thread of `last` did, then */
    bool again;       /* the only one woken waits there again, and wrote nothing
                         that others see in between */
    uint16_t n_woken; /* threads */
    rdl_tid woken;    /* one of them */
};

#define RDL_CAUSE_PARTS 2

struct rdl_cause {
    size_t n; /* 0: not known */
    struct rdl_cause_part parts[RDL_CAUSE_PARTS];
};

#endif
