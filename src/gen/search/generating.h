/* generating.h - a campaign under way: what generate.c, generate_found.c and
 * jobs.c have in common. */
#ifndef RDL_GEN_SEARCH_GENERATING_H
#define RDL_GEN_SEARCH_GENERATING_H

#include "gen/run/runner.h"
#include "gen/search/generate.h"
#include "gen/search/make.h"

#include <sys/types.h>

struct rdl_generating {
    const struct rdl_gen_options *o;
    struct rdl_gen_campaign *result;
    struct rdl_gen_runner runner;
    bool runs; /* there is a runner; else only its counts */
    struct rdl_gen_maker maker;
    struct rdl_rng rng;
    uint64_t began_ns, told_ns, tests;
    uint64_t next_sample; /* tests of this session; 0: the first */
    /* Of earlier sessions. */
    double seconds_before;
    size_t findings_before;
    struct rdl_gen_campaign earlier;    /* its findings only */
    uint64_t races[RDL_GEN_RACES_SEEN]; /* keys of those that are known */
    unsigned n_races;
    pid_t parent; /* a job ends when this is not its parent; 0: not a job */
};

/* generate.c: makes and runs tests until that many were made, in all sessions,
 * or something else ends it. */
void rdl_generating_loop(struct rdl_generating *g, uint64_t tests);
/* Keeps how far the session has come with that many tests, if there is not yet
 * a sample of their highest power of two. */
void rdl_generating_sample(struct rdl_generating *g, uint64_t made);
/* Bars the pairs of functions that were left out. */
void rdl_generating_bar(struct rdl_generating *g);
bool rdl_generating_runner(struct rdl_generating *g, unsigned mark,
                           struct rdl_error *error);

/* generate_found.c: seconds of all sessions; counts of the runner and the clock
 * into the result; the progress, if it is time to show it. */
double rdl_generating_seconds(const struct rdl_generating *g);
void rdl_generating_count(struct rdl_generating *g);
void rdl_generating_tell(struct rdl_generating *g);
/* What an earlier session in the same directory found. */
void rdl_generating_recall(struct rdl_generating *g);
void rdl_generating_save(struct rdl_generating *g);
/* Shrinks the finding of a test that was made for the pair, and adds it unless
 * it is known.  Takes what it owns over. */
void rdl_generating_found(struct rdl_generating *g, struct rdl_gen_finding *f,
                          struct rdl_gen_pair *pair);
/* races.c: adds the data races of the runner's executions of this test. */
void rdl_generating_races(struct rdl_generating *g,
                          const struct rdl_gen_test *test);
bool rdl_generating_knows(const struct rdl_generating *g,
                          const struct rdl_gen_finding *f);
/* Saves it, reports it and saves again. */
void rdl_generating_add(struct rdl_generating *g, struct rdl_gen_finding *f);

/* jobs.c: the same as rdl_generating_loop(), in g->o->jobs processes.  False:
 * nothing can run. */
bool rdl_generating_jobs(struct rdl_generating *g, uint64_t tests,
                         struct rdl_error *error);
/* jobs.c: takes over findings of jobs that raddle did not live to see. */
void rdl_generating_rescue(struct rdl_generating *g);

#endif
