/* capp_search.h - CAPP as a search: capp_search.c. */
#ifndef RDL_STRATEGY_LIB_CAPP_SEARCH_H
#define RDL_STRATEGY_LIB_CAPP_SEARCH_H

#include "strategy/strategy.h"

/* Decisions that the search remembers; behind them, the default choice. */
#define RDL_CAPP_DEPTH 16384

struct rdl_capp {     /* lasts between executions */
    uint64_t salt;    /* of the random order; 0: not drawn */
    uint32_t bound;   /* preemptions elsewhere that a schedule may have */
    uint32_t n;       /* decisions of the latest execution that are known */
    bool begun, done; /* done: every schedule has been tried */
    bool pruned;      /* the bound has left something out */
    struct rdl_capp_decision {
        uint16_t chosen, next; /* ranks; next 0: there is none */
    } at[RDL_CAPP_DEPTH];
};

struct rdl_capp_search { /* of one execution; zeroed before it */
    bool on;
    uint32_t depth, used;
    /* The enabled threads of the current decision, by rank. */
    rdl_tid by_rank[RDL_MAX_THREADS];
    uint64_t number[RDL_MAX_THREADS];
};

/* Is this execution one of the search, and if so, of which schedule? */
void rdl_capp_search_begin(struct rdl_capp_search *s,
                           const struct rdl_run *run);
/* `all`: mode ALL, otherwise SOME. */
rdl_tid rdl_capp_search_pick(struct rdl_capp_search *s,
                             const struct rdl_choice *c, bool all);

#endif
