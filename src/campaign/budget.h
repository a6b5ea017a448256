/* budget.h - how much a campaign may run, how much it has handed out, and its
 * clock.
 *
 * The clock stops while raddle replays, minimizes and reports a finding,
 * because the campaign explores nothing then. (Other jobs finish their requests
 * meanwhile: those few executions count, their time does not.) --time limits
 * real time. */
#ifndef RDL_CAMPAIGN_BUDGET_H
#define RDL_CAMPAIGN_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

struct rdl_budget {
    uint64_t executions;     /* limit of this session; 0: no limit */
    uint64_t time_ns;        /* limit; 0: no limit */
    uint64_t (*clock)(void); /* ns; NULL: the real one */
    /* Execution numbers continue from session to session: the first number of
     * this session, and the first that no job has taken yet. */
    uint64_t first, handed;
    uint64_t begin_ns, end_ns; /* end_ns is 0 while the campaign runs */
    /* Time spent on findings; when the clock was stopped (0: it runs). */
    uint64_t aside_ns, aside_since_ns;
};

/* The session begins now. */
void rdl_budget_begin(struct rdl_budget *b);
/* Its clock, in ns. */
uint64_t rdl_budget_now(const struct rdl_budget *b);
/* Has --time expired? */
bool rdl_budget_late(const struct rdl_budget *b);
/* Executions that no job has taken yet. */
uint64_t rdl_budget_left(const struct rdl_budget *b);

/* Stops the clock and starts it again. */
void rdl_budget_pause(struct rdl_budget *b);
void rdl_budget_resume(struct rdl_budget *b);
/* What the clock shows, and how long it was stopped; the sum is real time. */
double rdl_budget_seconds(const struct rdl_budget *b);
double rdl_budget_aside(const struct rdl_budget *b);

#endif
