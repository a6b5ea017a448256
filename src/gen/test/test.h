/* test.h - a generated test, what an execution of it showed, and what it may
 * show.
 *
 * A test is a prefix (one thread: makes objects, calls functions), two or three
 * suffixes that run at the same time on these objects, and a tail (one thread
 * again, after the join: observes, checks the invariant, ends the objects).
 * Plain values, to be copied. */
#ifndef RDL_GEN_TEST_TEST_H
#define RDL_GEN_TEST_TEST_H

#include "gen/driver/wire.h"

#include <stdbool.h>

struct rdl_gen_prefix {
    unsigned n;
    struct rdl_wire_call calls[RDL_WIRE_PREFIX];
};
struct rdl_gen_suffix {
    unsigned n;
    struct rdl_wire_call calls[RDL_WIRE_SUFFIX];
};
struct rdl_gen_tail {
    unsigned n;
    struct rdl_wire_call calls[RDL_WIRE_TAIL];
};

struct rdl_gen_test {
    struct rdl_gen_prefix prefix;
    unsigned n_suffixes; /* 0 (learning), 2 or 3 */
    struct rdl_gen_suffix suffixes[RDL_WIRE_SUFFIXES];
    struct rdl_gen_tail tail;
};

/* Calls of a test are numbered: prefix, suffix after suffix, tail. */
unsigned rdl_gen_test_calls(const struct rdl_gen_test *t);
const struct rdl_wire_call *rdl_gen_test_call(const struct rdl_gen_test *t,
                                              unsigned i);
/* The number of the first call of a suffix; of suffix n_suffixes: of the
 * tail. */
unsigned rdl_gen_test_first(const struct rdl_gen_test *t, unsigned suffix);

enum rdl_gen_ending {
    RDL_GEN_RETURNED,  /* all calls returned */
    RDL_GEN_STUCK,     /* threads wait for ever: calls without a return */
    RDL_GEN_FAILED,    /* a detector reported: see `kind` */
    RDL_GEN_CUT,       /* see enum rdl_gen_cut: shows nothing */
    RDL_GEN_ABANDONED, /* the prefix made no object: shows nothing */
};

/* Why an execution was cut. */
enum rdl_gen_cut {
    RDL_GEN_CUT_STEPS,
    RDL_GEN_CUT_TIME,  /* the time for one execution was over */
    RDL_GEN_CUT_ENDED, /* a call ended the process */
};

/* A value as it is compared: RDL_WIRE_FRESH has in `value` which value of which
 * call (in the order of numbers) was the first with this address, so results of
 * different executions are equal if they have equal bytes. */
#define RDL_GEN_FRESH_CALL(value) ((value) / RDL_WIRE_VALUES)
#define RDL_GEN_FRESH_VALUE(value) ((value) % RDL_WIRE_VALUES)
struct rdl_gen_result {
    bool called, returned;
    unsigned n_values;
    struct rdl_wire_value values[RDL_WIRE_VALUES];
};

struct rdl_gen_results {
    enum rdl_gen_ending ending;
    enum rdl_gen_cut cut; /* CUT */
    /* STUCK: not only for what another call could do later (a condition, a
     * semaphore), but for a lock. */
    bool locked;
    char kind[32]; /* FAILED, STUCK: name of the detector */
    int function;  /* FAILED: the function in whose call it was; -1: none */
    unsigned n_calls;
    struct rdl_gen_result calls[RDL_WIRE_CALLS];
    /* The real-time order: see struct rdl_wire_result. */
    uint16_t from[RDL_WIRE_CALLS], to[RDL_WIRE_CALLS];
};

/* Did two calls of one function give the same?  New pointers are alike. */
bool rdl_gen_same_values(const struct rdl_gen_result *a,
                         const struct rdl_gen_result *b);
/* The first call that began and did not return; -1: none. */
int rdl_gen_stopped_at(const struct rdl_gen_results *r);
/* Was it cut because the time for one execution was over? */
static inline bool rdl_gen_late(const struct rdl_gen_results *r)
{
    return r->ending == RDL_GEN_CUT && r->cut == RDL_GEN_CUT_TIME;
}

/* Does an execution whose calls follow each other show an error, of the module
 * or of who calls it in this way?  A call that waits for a condition shows
 * none: another call could end the wait.  A lock is free when calls have
 * returned, unless one of them has kept it. */
static inline bool rdl_gen_fails(const struct rdl_gen_results *r)
{
    return r->ending == RDL_GEN_FAILED ||
           (r->ending == RDL_GEN_STUCK && r->locked);
}

/* What calls may return, one after the other: each entry is an outcome of at
 * least one linearisation of the test. */
struct rdl_gen_outcomes {
    size_t n;
    struct rdl_gen_results *all; /* owned */
    bool complete; /* every linearisation was run; else only some of them */
    /* It has calls under a lock of the module.  One of them may wait, and give
     * that lock up, where it does not wait in the orders: how calls followed
     * each other in real time decides nothing then. */
    bool sections;
    /* By how much the result of a call may differ (spec: weak f +-N). */
    uint32_t slack[RDL_WIRE_CALLS];
};

#endif
