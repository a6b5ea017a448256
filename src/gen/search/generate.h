/* generate.h - a campaign of generated tests: learn, choose a pair of
 * functions, make tests for it, ask the oracle, run each under many schedules,
 * shrink what shows a finding. */
#ifndef RDL_GEN_SEARCH_GENERATE_H
#define RDL_GEN_SEARCH_GENERATE_H

#include "gen/search/choose.h"
#include "gen/test/result.h"
#include "gen/table/table.h"

#include "util/error.h"

struct rdl_gen_options {
    const struct rdl_gen_table *table; /* settled; borrowed */
    const char *program;               /* made by rdl_gen_build() */
    const char *runtime;               /* libraddle.so */
    const struct rdl_gen_choice *choice;
    uint64_t seed;
    /* Of this session, not of those that it goes on from. */
    uint64_t tests;       /* end after this many; 0: enough for all pairs */
    uint64_t deadline_ns; /* of rdl_time_ns(): nothing runs from then on, not
                             even an execution under way; 0: no limit */
    size_t findings;      /* end after this many distinct ones; 0: no limit */
    unsigned schedules;   /* executions of each test; 0: the default */
    unsigned timeout_ms;  /* of one execution; 0: the default */
    bool races_fail;      /* data races are failures */
    bool races_off;       /* ... are not looked for */
    unsigned jobs;        /* processes that run tests; 0 and 1: this one does */
    /* The file that holds the state of the campaign, so that it can go on after
     * any end; NULL: none.  If `resume`, it is read first. */
    const char *state;
    bool resume;
    /* Called for each new finding, already shrunk and saved; may write files
     * and fill in `confirmed`, `source`, `schedule`.  Or NULL. */
    void (*found)(void *data, struct rdl_gen_finding *f);
    /* Called now and then, with the counts so far.  Or NULL. */
    void (*progress)(void *data, const struct rdl_gen_campaign *so_far);
    void *data;
};

/* False: nothing can be run; see the error.  The result is to be freed in any
 * case. */
bool rdl_gen_generate(const struct rdl_gen_options *o,
                      struct rdl_gen_campaign *out, struct rdl_error *error);

#endif
