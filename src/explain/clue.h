/* clue.h - what explainers hand to each other: operations of the failing
 * execution, before they become facts (clue_facts.c).
 *
 * The meaning of a clue's operations depends on its kind; clue_facts.c gives
 * each its role. pc 0: there is no such operation. */
#ifndef RDL_EXPLAIN_CLUE_H
#define RDL_EXPLAIN_CLUE_H

#include "explain/facts/explanation.h"
#include "trace/history.h"

struct clue {
    enum rdl_fact_kind kind;
    /* WINDOW, LOST_UPDATE: `between` and `also` happened between `first` and
     * `last`.  ORDER: `first` happened before `last`; BOUNDED_ORDER: `also` is
     * the bound.  ENDLESS_WAIT: `last` is the wait, `first` what its thread had
     * read, `between` the write of that value, `also` the latest signal. */
    struct rdl_history_act first, between, also, last;
    /* WINDOW, LOST_UPDATE: the latest access before `first`, if `first` is not
     * an access.  ENDLESS_WAIT: what the thread of `between` read later without
     * signalling. */
    struct rdl_history_act before;
    struct rdl_history_act
        unlock; /* of a common lock, between `first` and `last` */
    /* Two consecutive operations of a thread: it may have tested something
     * between them. */
    struct rdl_history_act tested[2];
    rdl_tid turn; /* the thread whose operations were moved */
    bool passes_before, passes_after;
    /* ORDER: pairs of threads whose order was reversed together. */
    uint16_t orders;
    bool stale; /* ENDLESS_WAIT: `between` happened after `first` */
    /* ENDLESS_WAIT: `last` ended by its time-out; nobody woke it. */
    bool gave_up;
    /* ENDLESS_WAIT: the thread `turn` signals in executions that pass; here it
     * waits for something else. */
    bool stuck;
    bool waited; /* MISSING_SIGNAL: `between` wakes the thread of `last` */
    bool again;  /* ENDLESS_WAIT: the only thread woken waits there again */
    uint16_t n_woken; /* threads that `also` woke */
    rdl_tid woken;    /* one of them */
};

#define CLUES 2

#define MADE_FACTS 4

struct clues {
    size_t n;
    /* One more: MISSING_SIGNAL, beside two others. */
    struct clue parts[CLUES + 1];
    /* Facts that explainers made themselves (fact.h). */
    size_t n_facts;
    struct rdl_fact facts[MADE_FACTS];
};

/* Is anything known yet? */
static inline bool clues_any(const struct clues *out)
{
    return out->n + out->n_facts > 0;
}

#endif
