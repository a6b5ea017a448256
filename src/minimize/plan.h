/* plan.h - an execution as a script (strategy/script.h) that can be
 * changed before it is run. */
#ifndef RDL_MINIMIZE_PLAN_H
#define RDL_MINIMIZE_PLAN_H

#include "base/shared.h"
#include "schedule/schedule.h"
#include "strategy/script.h"

struct rdl_plan { /* owns its arrays */
    size_t n_segments;
    struct rdl_script_segment *segments; /* in the order of the execution */
    size_t n_choices;
    struct rdl_script_choice *choices; /* as the script wants them */
    size_t n_holds;
    struct rdl_script_hold holds[RDL_SCRIPT_HOLDS];
};

/* A recorded execution: which of its switches were preemptions is not known,
 * and all of them are to be made.  False if it is too long for a script. */
bool rdl_plan_of_schedule(struct rdl_plan *p, const struct rdl_schedule *s);
/* The execution of strategy script that shared memory holds. */
bool rdl_plan_of_memory(struct rdl_plan *p, struct rdl_shared *shared);
/* Choices were moved: they are put in their order again. */
void rdl_plan_sort(struct rdl_plan *p);
void rdl_plan_copy(struct rdl_plan *to, const struct rdl_plan *from);
void rdl_plan_free(struct rdl_plan *p);

/* Writes it for the next request. */
void rdl_plan_give(const struct rdl_plan *p, struct rdl_shared *shared);
/* What the strategy wrote. */
struct rdl_script *rdl_plan_script(struct rdl_shared *shared);

struct rdl_plan_size { /* of an execution; what counts first stands first,
                          preemptions and choices together */
    size_t preemptions;
    size_t choices; /* other than what ordinarily happens */
    size_t switches;
    size_t threads; /* that took a step */
    size_t steps;
};

struct rdl_plan_size rdl_plan_size(const struct rdl_plan *p);
bool rdl_plan_smaller(const struct rdl_plan_size *a,
                      const struct rdl_plan_size *b);

#endif
