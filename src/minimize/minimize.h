/* minimize.h - the same failure with as few preemptions as possible.
 *
 * A preemption is a switch away from a thread that could have continued.  First
 * raddle leaves out preemptions and unusual choices (for instance a spurious
 * wake-up) while the failure stays, until no single one can be left out.  Then
 * it gives turns to other threads while that saves switches.  Then it looks for
 * the failure in other ways (anchor.h, bounded.h, resample.h).  Each attempt is
 * an execution of strategy script, and its recording is the next one to shrink.
 * So the result is always an execution that happened.
 *
 * The effort is counted in executions and steps, not in time: the same schedule
 * shrinks to the same one everywhere, unless a time limit (`most_ns`) stops
 * it. */
#ifndef RDL_MINIMIZE_MINIMIZE_H
#define RDL_MINIMIZE_MINIMIZE_H

#include "schedule/unshrunk.h"
#include "schedule/capture.h"
#include "minimize/plan.h"
#include "exec/worker.h"
#include "util/deadline.h"

struct rdl_minimize_effort {
    uint64_t attempts;
    uint64_t steps; /* including some for each created thread */
};

struct rdl_minimize_options {
    const char *tracker;              /* NULL: auto */
    unsigned effort;                  /* multiplies the limits; not 0 */
    uint64_t most_ns;                 /* 0: 10 s, times `effort` */
    const struct rdl_deadline *until; /* a further limit, or NULL */
};
#define RDL_MAX_EFFORT 1000

struct rdl_minimize {
    struct rdl_worker *worker;       /* borrowed */
    const struct rdl_schedule *from; /* the original; borrowed */
    struct rdl_config config;        /* for attempts */
    struct rdl_plan best;
    struct rdl_schedule record; /* recording of `best` */
    bool recorded;
    struct rdl_plan_size size, from_size;
    struct rdl_minimize_effort made;    /* in all */
    struct rdl_minimize_effort aside;   /* of that, on other ways */
    struct rdl_minimize_effort since;   /* `made` as the allowance began */
    struct rdl_minimize_effort renewed; /* does not count any more */
    size_t renewed_at;                  /* elements left at that time */
    unsigned allowed; /* see rdl_minimize_allow(); 0: no allowance */
    uint64_t begin_ns, most_ns;
    const struct rdl_deadline *until; /* borrowed */
    unsigned effort;
    unsigned percent; /* use only this share of the limits */
    bool spent;       /* no more attempts: limit reached, or stopped */
    bool bounded;     /* a limit was reached: more effort would try more */
    bool minimal;     /* leaving out each single preemption was tried */
    bool not_started; /* the program did not start in the latest attempt */
    enum rdl_unshrunk_reason why; /* if it could not be shrunk */
};

/* Runs it; false: see `why`.  In any case call rdl_minimize_free()
 * afterwards. */
bool rdl_minimize(struct rdl_minimize *k, struct rdl_worker *w,
                  const struct rdl_schedule *s,
                  const struct rdl_minimize_options *options);
/* Shrinks nothing: counts the preemptions that could each be left out alone. */
bool rdl_minimize_needless(struct rdl_minimize *k, struct rdl_worker *w,
                           const struct rdl_schedule *s, size_t *needless);
/* The shrunk schedule, without its summary (rdl_found_say).  It is replayed in
 * a new process, and that execution is in the worker's memory.  Unless it
 * returns RDL_NOT_UNSHRUNK, *out needs no freeing.  Call it last. */
enum rdl_unshrunk_reason
rdl_minimize_take(struct rdl_minimize *k,
                  const struct rdl_capture_places *places,
                  struct rdl_schedule *out);
void rdl_minimize_free(struct rdl_minimize *k);

/* Runs one execution of `config`, which stays in the worker's memory; true if
 * it has the same finding. */
bool rdl_minimize_run(struct rdl_minimize *k, const struct rdl_config *config);
/* Runs one execution of the plan, which stays in the worker's memory; true if
 * it has the same finding. */
bool rdl_minimize_try(struct rdl_minimize *k, const struct rdl_plan *p);
/* The same; true if it is the best now.  Takes over p. */
bool rdl_minimize_attempt(struct rdl_minimize *k, struct rdl_plan *p);
/* The number of elements of the best: preemptions and choices. */
size_t rdl_minimize_elements(const struct rdl_minimize *k);
/* Tries the best without the marked elements (first preemptions, then choices);
 * true if that is the best now. */
bool rdl_minimize_without(struct rdl_minimize *k, const bool *marked);
/* From now on attempts count as other ways, and one in `part` of their limit
 * may be used; then `spent` is set.  0: back to normal. */
void rdl_minimize_allow(struct rdl_minimize *k, unsigned part);

/* "2 preemptions, 4 switches (from 37)"; without the parenthesis if there are
 * not fewer switches than before. */
char *rdl_minimize_text(size_t preemptions, size_t switches, size_t from,
                        char *out, size_t size);

#endif
