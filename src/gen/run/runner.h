/* runner.h - executes a test in the program that was made of the module,
 * driver.c and the interpreter, and gives back what its calls returned. */
#ifndef RDL_GEN_RUN_RUNNER_H
#define RDL_GEN_RUN_RUNNER_H

#include "gen/test/orders.h"
#include "gen/test/pairs.h"
#include "gen/test/test.h"

#include "exec/worker.h"
#include "strategy/calls.h"

/* Executions of one request, at most. */
#define RDL_GEN_BATCH 64

#define RDL_GEN_RACES_SEEN 32

struct rdl_gen_runner {
    struct rdl_worker worker;
    char *argv[2];
    struct rdl_config config; /* of the next request */
    unsigned timeout_ms;      /* of an execution, if the deadline allows */
    uint64_t deadline_ns;
    uint64_t executions; /* so far */
    uint64_t steps;
    unsigned threads; /* of the latest request: most in one execution */
    /* Data races of executions since the caller last set n_races to 0, each
     * once, by their keys (detect/warnings.h); the first of them. */
    unsigned n_races;
    uint64_t races[RDL_GEN_RACES_SEEN];
    bool interrupted;       /* the user stops; or `over`, or `error` */
    bool over;              /* the deadline has passed */
    struct rdl_error error; /* why nothing can run any more */
    struct rdl_gen_results results[RDL_GEN_BATCH];
};

#define RDL_GEN_DATA_RACE "data-race" /* the detector */

struct rdl_gen_runner_options {
    const char *program; /* absolute path; borrowed */
    const char *runtime; /* libraddle.so; borrowed */
    uint64_t seed;
    uint64_t max_steps;   /* 0: the default */
    unsigned timeout_ms;  /* of an execution; 0: the default */
    unsigned mark;        /* of its worker: unique in the process */
    uint64_t deadline_ns; /* of rdl_time_ns(): nothing runs from then on; 0:
                             none */
    bool no_races;        /* data races are not looked for */
};

bool rdl_gen_runner_make(struct rdl_gen_runner *r,
                         const struct rdl_gen_runner_options *options,
                         struct rdl_error *error);
void rdl_gen_runner_free(struct rdl_gen_runner *r);

/* Gets what each execution showed; false: no more of them. */
typedef bool rdl_gen_each(void *data, const struct rdl_gen_results *one);

/* What an order leaves open: see struct rdl_payload_head. */
struct rdl_gen_way {
    uint8_t twist, early;
};

/* Executes the test in each of the orders, one call after the other.  For each
 * result calls `each`; ends early if that returns false.  *open: whether some
 * order may give other results in another way.  False: see `interrupted` and
 * `error`. */
bool rdl_gen_run_orders(struct rdl_gen_runner *r, const struct rdl_gen_test *t,
                        const struct rdl_gen_order *orders, size_t n,
                        struct rdl_gen_way way, struct rdl_calls *open,
                        rdl_gen_each *each, void *data);
/* Executes tests of one thread (n_suffixes 0), each once, in their order. */
bool rdl_gen_run_sequences(struct rdl_gen_runner *r,
                           const struct rdl_gen_test *tests, size_t n,
                           rdl_gen_each *each, void *data);
/* Executes the test n times, threads at the same time, with schedules of the
 * strategies that raddle test would use.  The same promises. */
bool rdl_gen_run_schedules(struct rdl_gen_runner *r,
                           const struct rdl_gen_test *t, unsigned n,
                           rdl_gen_each *each, void *data);

/* The trace of the latest execution for rdl_gen_pairs_cover: which thread
 * entered which function (at its first effect) and returned from it.  After
 * rdl_gen_run_schedules with n = 1. */
#define RDL_GEN_MARKS (2 * RDL_WIRE_CALLS)
size_t rdl_gen_run_marks(struct rdl_gen_runner *r, const struct rdl_gen_test *t,
                         struct rdl_gen_mark out[RDL_GEN_MARKS]);

/* Are these names of detectors of one kind of failure?  Which of several
 * detectors reports that threads are stuck, depends on the schedule. */
bool rdl_gen_same_kind(const char *a, const char *b);

/* Exposed for tests: the payload, and results from an answer. */
size_t rdl_gen_encode(const struct rdl_gen_test *t,
                      const struct rdl_gen_order *order, struct rdl_gen_way way,
                      struct rdl_wire_test *out);
void rdl_gen_decode(const struct rdl_gen_test *t,
                    const struct rdl_wire_answer *answer,
                    struct rdl_gen_results *out);

#endif
