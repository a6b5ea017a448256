/* clue.h - what finders hand to each other: operations of the failing
 * execution, before they become facts (clue_facts.c).
 *
 * What the operations of a clue mean depends on its kind; clue_facts.c gives
 * each its role.  pc 0: there is no such operation. */
#ifndef RDL_EXPLAIN_CLUE_H
#define RDL_EXPLAIN_CLUE_H

#include "explain/facts/explanation.h"
#include "trace/history.h"

struct clue {
    enum rdl_fact_kind kind;
    /* WINDOW, LOST_UPDATE: `between` and `also` came between `first` and
     * `last`.  ORDER: `first` came before `last`; BOUNDED_ORDER: `also` is the
     * bound.  ENDLESS_WAIT: `last` waits, `first` is what it had read,
     * `between` who wrote that, `also` the latest signal. */
    struct rdl_act first, between, also, last;
    /* WINDOW, LOST_UPDATE: `first` is not an access; the latest one before it.
     * ENDLESS_WAIT: what the thread of `between` read later, and did not
     * signal. */
    struct rdl_act before;
    struct rdl_act unlock; /* of a common lock, between `first` and `last` */
    /* Two operations of a thread, one behind the other: in between it may have
     * tested something. */
    struct rdl_act tested[2];
    rdl_tid turn; /* the thread whose operations were moved */
    bool passes_before, passes_after;
    uint16_t orders;  /* ORDER: pairs of threads turned round together */
    bool stale;       /* ENDLESS_WAIT: `between` came after `first` */
    bool gave_up;     /* ENDLESS_WAIT: `last` did end, but nobody ended it */
    bool stuck;       /* ENDLESS_WAIT: the thread `turn`, which signals in
                         executions that pass, waits for something else */
    bool waited;      /* MISSING_SIGNAL: `between` wakes the thread of `last` */
    bool again;       /* ENDLESS_WAIT: the only thread woken waits there again;
                         SPURIOUS_WAKEUP: the wait is in a loop */
    uint16_t n_woken; /* by `also` */
    rdl_tid woken;    /* one of them */
};

#define CLUES 2

struct clues {
    size_t n;
    struct clue parts[CLUES + 1]; /* MISSING_SIGNAL: beside two others */
};

#endif
