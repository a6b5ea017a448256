/* turns.h - how the cases of a suite share one budget.
 *
 * Cases take turns, in rounds.  The first round is short and for all; then each
 * round is for those whose latest turn covered something new, with turns twice
 * as long.  If no case has, all that are not over take part.  A case is over
 * when its owner says so, or when `window` executions in a row covered nothing
 * new.  Everything here counts executions, so the same results give the same
 * turns. */
#ifndef RDL_CAMPAIGN_TURNS_H
#define RDL_CAMPAIGN_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rdl_turns_case {
    uint64_t quiet; /* executions since something new was covered */
    bool grew;      /* its latest turn covered something new */
    bool over;
};

struct rdl_turns {
    size_t n;
    struct rdl_turns_case *cases; /* owned */
    uint64_t left;                /* executions; UINT64_MAX: no limit */
    uint64_t window;              /* 0: a case is never saturated */
    uint64_t size;                /* of a turn of this round */
    size_t at;                    /* the first that may take the next turn */
    bool growing;                 /* the round is for those that grew */
};

struct rdl_turn {
    size_t which;
    uint64_t executions;
    size_t waiting; /* cases with a turn in this round, from this one on */
};

void rdl_turns_make(struct rdl_turns *t, size_t n, uint64_t executions,
                    uint64_t window);
/* The next turn; false: the budget is spent, or every case is over. */
bool rdl_turns_next(struct rdl_turns *t, struct rdl_turn *out);
/* The turn has ended, after that many executions. */
void rdl_turns_took(struct rdl_turns *t, const struct rdl_turn *turn,
                    uint64_t executions, bool grew, bool over);
void rdl_turns_free(struct rdl_turns *t);

#endif
