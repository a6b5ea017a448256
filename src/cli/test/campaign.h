/* campaign.h - one campaign of raddle test, with its store: of the program, or
 * of one case of a suite. */
#ifndef RDL_CLI_TEST_CAMPAIGN_H
#define RDL_CLI_TEST_CAMPAIGN_H

#include "campaign/verdict.h"
#include "cli/test/owner.h"
#include "exec/program.h"

struct rdl_test_subject { /* borrowed */
    const struct rdl_program *program;
    const char *runtime;
    char *const *argv;
    const struct rdl_stdin *input; /* taken over by the campaign */
    const char *part;              /* the case of a suite; NULL: none */
    uint64_t executions, time_ns;  /* 0: no limit */
    struct rdl_stop_condition_options goal;
    uint64_t handful; /* as in struct rdl_campaign_options */
    bool again;       /* not the first campaign of this run of raddle */
    uint64_t next; /* the first execution number, unless the store has a later
                      one */
};

/* Runs it to its end and closes its store; the caller frees the campaign.  Ends
 * raddle if it cannot go on. */
void rdl_test_campaign_run(struct rdl_test_owner *t,
                           const struct rdl_test_subject *subject,
                           struct rdl_campaign *c, struct rdl_verdict *verdict);

#endif
