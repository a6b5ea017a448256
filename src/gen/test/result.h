/* result.h - what raddle gen has done and found, for reports. */
#ifndef RDL_GEN_TEST_RESULT_H
#define RDL_GEN_TEST_RESULT_H

#include "gen/test/learnt.h"
#include "gen/test/linearisable.h"
#include "gen/test/pairs.h"
#include "gen/test/test.h"

struct rdl_gen_finding {
    enum rdl_gen_verdict verdict; /* OUT_OF_ORDER, NEVER, UNSAFE or RACES */
    char kind[32]; /* UNSAFE, RACES: name of the detector; else "" */
    char *said;    /* RACES: what raddle test says of it; NULL: nothing yet */
    int function;  /* UNSAFE: in whose call it was; -1: unknown */
    struct rdl_gen_test test; /* shrunk */
    /* An execution of it that shows the finding, and what one call after the
     * other gives, each outcome once. */
    struct rdl_gen_results seen;
    struct rdl_gen_outcomes outcomes;
    uint64_t ignored;      /* calls whose results are not compared */
    uint16_t f, g;         /* first calls of the first two suffixes */
    uint64_t test_number;  /* from 1 */
    uint64_t executions;   /* of the campaign, when it was found */
    unsigned calls_before; /* of suffixes, prefix and tail, before shrinking */
    double seconds;        /* after the start */
    uint32_t times;        /* tests that showed it; at least 1 */
    bool confirmed;        /* the C test fails in the same way, and its
                              schedule replays: confirm.h */
    char *source, *schedule; /* files that were written; NULL: none */
    char *earlier; /* the source of the same finding of an earlier session that
                      this one does not go on from; NULL: none is known */
};

/* Does its C test assert what the calls may return? */
static inline bool rdl_gen_asserts(const struct rdl_gen_finding *f)
{
    return f->verdict != RDL_GEN_UNSAFE && f->verdict != RDL_GEN_RACES;
}

/* Why the campaign ended. */
enum rdl_gen_end {
    RDL_GEN_END_TESTS, /* as many as were wanted */
    RDL_GEN_END_TIME,
    RDL_GEN_END_FINDINGS,    /* as many as were wanted */
    RDL_GEN_END_INTERRUPTED, /* by the user */
    RDL_GEN_END_NOTHING,     /* no pair of functions can be tested */
    RDL_GEN_END_JOBS,        /* jobs were given up: tests are missing */
};

/* The campaign after 1, 2, 4, ... tests of a session. */
#define RDL_GEN_SAMPLES 40
struct rdl_gen_sample {
    uint64_t tests, executions;
    double seconds;
    size_t covered; /* pairs of functions */
};

struct rdl_gen_campaign {
    enum rdl_gen_end end;
    unsigned n_samples;
    struct rdl_gen_sample samples[RDL_GEN_SAMPLES];
    struct rdl_gen_learnt learnt;
    struct rdl_gen_pairs pairs;
    size_t n_usable; /* functions that threads called at the same time */
    uint16_t *usable;
    uint64_t tests;      /* that were run */
    uint64_t fail_alone; /* left out: fail one call after the other */
    uint64_t stuck;      /* left out: stuck in every order */
    uint64_t empty;      /* left out: their prefix made no object */
    uint64_t undecided;  /* executions with an outcome that only orders which
                            were not run could allow */
    uint64_t cut;        /* executions that reached a bound, or ended the
                            process */
    uint64_t executions, steps;
    unsigned jobs_died;     /* and were started again, how often */
    unsigned jobs_given_up; /* died too often: they lack tests */
    bool anew;     /* the state was of another table: nothing of it is here */
    int not_saved; /* errno: the state could not be written; 0: it could */
    double seconds, learning_seconds;
    size_t n_findings;
    size_t n_known; /* of these, the first ones: the session that this one
                       continues had them */
    struct rdl_gen_finding *findings; /* owned, with all in them */
};

/* Counts that add up: those of tests, all, and those of a pair (pairs.h).
 * COUNT(name of the member). */
#define RDL_GEN_TEST_COUNTS(COUNT)                                             \
    COUNT(tests)                                                               \
    COUNT(fail_alone)                                                          \
    COUNT(stuck)                                                               \
    COUNT(empty)                                                               \
    COUNT(undecided)                                                           \
    COUNT(cut)
#define RDL_GEN_COUNTS(COUNT)                                                  \
    RDL_GEN_TEST_COUNTS(COUNT)                                                 \
    COUNT(executions)                                                          \
    COUNT(steps)
#define RDL_GEN_PAIR_COUNTS(COUNT)                                             \
    COUNT(tried)                                                               \
    COUNT(covered)                                                             \
    COUNT(tests)                                                               \
    COUNT(found)

/* Findings that count as failures: all but races, unless `races` do too. */
static inline size_t rdl_gen_failures(const struct rdl_gen_campaign *r,
                                      bool races)
{
    size_t n = 0;

    for (size_t i = 0; i < r->n_findings; i++)
        n += races || r->findings[i].verdict != RDL_GEN_RACES;
    return n;
}

void rdl_gen_campaign_free(struct rdl_gen_campaign *r);

#endif
