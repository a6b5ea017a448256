/* owner.h - the owner of a campaign of raddle test: puts what the campaign
 * reports into words, on the terminal. */
#ifndef RDL_CLI_TEST_OWNER_H
#define RDL_CLI_TEST_OWNER_H

#include "campaign/campaign.h"
#include "campaign/findings/suppress.h"
#include "cli/replay/show.h"
#include "cli/test/options.h"
#include "cli/test/table.h"
#include "report/panel.h"

/* Enough to see what the program was doing; replay shows everything. */
#define RDL_TEST_OUTPUT_SHOWN 2000

struct rdl_test_command;

struct rdl_test_owner {
    const struct rdl_test_options *options;
    const struct rdl_test_command *command;
    struct rdl_show show;
    struct rdl_panel panel;
    struct rdl_suppressions suppressions;
    struct rdl_test_table table;
    json_t *unknown; /* targets without a match; NULL: not looked for yet */
    /* Of a suite: the case at work (NULL: no suite), what its earlier campaigns
     * did, when the first began, and what they reported already. */
    const char *part;
    uint64_t executions, steps;
    size_t findings;
    uint64_t begin_ns;
    struct rdl_notes reported;
};

/* Valid as long as the owner stays where it is. */
struct rdl_campaign_owner rdl_test_owner_calls(struct rdl_test_owner *t);
void rdl_test_owner_free(struct rdl_test_owner *t);

#endif
