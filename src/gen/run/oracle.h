/* oracle.h - what a test may return: the results of its linearisations, each of
 * which is a schedule of the same test that switches only between calls. */
#ifndef RDL_GEN_RUN_ORACLE_H
#define RDL_GEN_RUN_ORACLE_H

#include "gen/test/linearisable.h"
#include "gen/run/runner.h"
#include "gen/table/table.h"

enum rdl_gen_oracle_state {
    RDL_GEN_ORACLE_READY,
    RDL_GEN_ORACLE_FAILS,     /* some order fails: a contract may forbid it */
    RDL_GEN_ORACLE_STUCK,     /* every order is stuck: it shows nothing */
    RDL_GEN_ORACLE_ABANDONED, /* the prefix makes no object, or it was cut */
    RDL_GEN_ORACLE_BROKEN,    /* nothing can run: runner.interrupted, .error */
};

struct rdl_gen_oracle {
    struct rdl_gen_outcomes outcomes;
    uint64_t ignored; /* calls whose results are not compared */
    /* RDL_GEN_ORACLE_FAILS: how, and in which function. */
    char kind[32];
    int function;
    bool cut; /* RDL_GEN_ORACLE_ABANDONED: at a bound, as `last` says */
    struct rdl_gen_results last;
};

/* To be freed in any case. */
enum rdl_gen_oracle_state rdl_gen_oracle_ask(struct rdl_gen_oracle *o,
                                             struct rdl_gen_runner *r,
                                             const struct rdl_gen_table *table,
                                             const struct rdl_gen_test *test,
                                             struct rdl_rng *rng);
void rdl_gen_oracle_free(struct rdl_gen_oracle *o);

/* Calls of functions that the spec calls weak, without a number. */
uint64_t rdl_gen_ignored(const struct rdl_gen_table *table,
                         const struct rdl_gen_test *test);

#endif
