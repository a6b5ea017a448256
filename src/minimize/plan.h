/* plan.h - an execution as a script (strategy/script.h) that can be changed
 * before it runs. */
#ifndef RDL_MINIMIZE_PLAN_H
#define RDL_MINIMIZE_PLAN_H

#include "base/shared.h"
#include "schedule/schedule.h"
#include "strategy/script.h"

struct rdl_plan { /* owns its arrays */
    size_t n_segments;
    struct rdl_script_segment *segments; /* in the order of the execution */
    size_t n_choices;
    struct rdl_script_choice *choices; /* sorted as in the script */
    size_t n_marks;
    struct rdl_script_mark *marks; /* in the order of the execution */
    size_t n_holds;
    struct rdl_script_hold holds[RDL_SCRIPT_HOLDS];
};

/* From a recorded execution.  It is unknown which of its switches were
 * preemptions, so all are made.  False if it is too long for a script. */
bool rdl_plan_of_schedule(struct rdl_plan *p, const struct rdl_schedule *s);
/* The same without the rounds of spin loops: turns in which a thread took the
 * same steps as in one of its latest turns.  False if there are none, or if it
 * is still too long. */
enum rdl_spin_rounds {
    RDL_SPIN_ANY,  /* whatever it did: a try that failed looks like one that
                      did not */
    RDL_SPIN_IDLE, /* only if it read, yielded or slept */
};
bool rdl_plan_without_spins(struct rdl_plan *p, const struct rdl_schedule *s,
                            enum rdl_spin_rounds which);
/* From the execution of strategy script in shared memory. */
bool rdl_plan_of_memory(struct rdl_plan *p, struct rdl_shared *shared);
/* Sorts the choices after they were moved. */
void rdl_plan_sort(struct rdl_plan *p);
void rdl_plan_copy(struct rdl_plan *to, const struct rdl_plan *from);
void rdl_plan_free(struct rdl_plan *p);

/* Writes the script for the next request. */
void rdl_plan_give(const struct rdl_plan *p, struct rdl_shared *shared);
/* The script with the strategy's results. */
struct rdl_script *rdl_plan_script(struct rdl_shared *shared);

struct rdl_plan_size { /* of an execution; the first difference decides, with
                          preemptions and choices added up */
    size_t preemptions;
    size_t choices; /* unusual ones only */
    size_t switches;
    size_t threads; /* that took a step */
    size_t steps;
};

struct rdl_plan_size rdl_plan_size(const struct rdl_plan *p);
bool rdl_plan_smaller(const struct rdl_plan_size *a,
                      const struct rdl_plan_size *b);

#endif
