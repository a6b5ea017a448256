/* minimize.h - the same failure with as few preemptions as it takes.
 *
 * A preemption is a switch away from a thread that could have gone on.  First
 * preemptions and unusual choices (a spurious wake-up, say) are left out as
 * long as the failure stays, until no single one can be missed; then threads
 * are given the turn elsewhere as long as that saves switches; then the failure
 * is looked for in other ways (anchor.h, bounded.h,
 * resample.h).  Each attempt is an execution of strategy script, and what
 * it did is the next thing to shrink, so the outcome is always an execution
 * that happened.
 *
 * How much is tried is counted in executions and steps, not in time: the same
 * schedule shrinks to the same one everywhere, unless it takes so long (10 s,
 * times `effort`) that it is stopped. */
#ifndef RDL_MINIMIZE_MINIMIZE_H
#define RDL_MINIMIZE_MINIMIZE_H

#include "schedule/capture.h"
#include "minimize/plan.h"
#include "exec/worker.h"

struct rdl_minimize_effort {
    uint64_t attempts;
    uint64_t steps; /* and threads that were made, each for many */
};

struct rdl_minimize_options {
    const char *tracker; /* NULL: auto */
    unsigned effort;     /* so many times as much is tried as else; not 0 */
};
#define RDL_MAX_EFFORT 1000

struct rdl_minimize {
    struct rdl_worker *worker;       /* borrowed */
    const struct rdl_schedule *from; /* the original; borrowed */
    struct rdl_config config;        /* of attempts */
    struct rdl_plan best;
    struct rdl_schedule record; /* of the execution that `best` is */
    bool recorded;
    struct rdl_plan_size size, from_size;
    struct rdl_minimize_effort made;  /* in all */
    struct rdl_minimize_effort aside; /* of that, what was allowed beside */
    struct rdl_minimize_effort since; /* when the present allowance began */
    unsigned allowed;                 /* rdl_minimize_allow(); 0: none */
    uint64_t begin_ns;
    unsigned effort;
    unsigned percent; /* only so much of what may be tried */
    bool spent;   /* no more attempts: too many, or the user wants to stop */
    bool bounded; /* it was spent at some time: more effort would try more */
    bool minimal; /* leaving out any single preemption was tried */
    bool not_started; /* the program, at the latest attempt */
    const char *why;  /* it could not be shrunk */
};

/* Why this schedule cannot be shrunk at all; NULL if it can.  `peer`: one ran
 * beside the program. */
const char *rdl_minimize_cannot(const struct rdl_schedule *s, bool peer);

/* Runs it; false: `why`.  Whatever comes, rdl_minimize_free() is next. */
bool rdl_minimize(struct rdl_minimize *k, struct rdl_worker *w,
                  const struct rdl_schedule *s,
                  const struct rdl_minimize_options *options);
/* Shrinks nothing: how many preemptions could each be left out alone. */
bool rdl_minimize_needless(struct rdl_minimize *k, struct rdl_worker *w,
                           const struct rdl_schedule *s, size_t *needless);
/* The shrunk schedule, but for what it says (rdl_found_say), replayed in a new
 * process, whose execution stands in the worker's memory.  NULL, or a sentence:
 * *out needs no freeing.  Comes last. */
const char *rdl_minimize_take(struct rdl_minimize *k,
                              const struct rdl_capture_places *places,
                              struct rdl_schedule *out);
void rdl_minimize_free(struct rdl_minimize *k);

/* One execution as config says; true if it has the same finding.  It stands in
 * the worker's memory. */
bool rdl_minimize_run(struct rdl_minimize *k, const struct rdl_config *config);
/* One execution of that plan; true if it has the same finding.  It stands in
 * the worker's memory. */
bool rdl_minimize_try(struct rdl_minimize *k, const struct rdl_plan *p);
/* The same; true if it is the best now.  Takes over p. */
bool rdl_minimize_attempt(struct rdl_minimize *k, struct rdl_plan *p);
/* How many elements the best has: preemptions and choices. */
size_t rdl_minimize_elements(const struct rdl_minimize *k);
/* The best without those that are marked, first preemptions, then choices: true
 * if that is the best now. */
bool rdl_minimize_without(struct rdl_minimize *k, const bool *marked);
/* From now on attempts are of those for looking elsewhere, one in `part` of
 * which may be made: `spent` says when.  0: as before. */
void rdl_minimize_allow(struct rdl_minimize *k, unsigned part);

/* "2 preemptions, 4 switches (from 37)"; of fewer it says nothing. */
char *rdl_minimize_text(size_t preemptions, size_t switches, size_t from,
                        char *out, size_t size);

#endif
