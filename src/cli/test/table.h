/* table.h - a finding of raddle test for people, below what and where it
 * is: the interleaving, the stacks and the output. */
#ifndef RDL_CLI_TEST_TABLE_H
#define RDL_CLI_TEST_TABLE_H

#include "campaign/campaign.h"
#include "cli/replay/show.h"

/* What is to be printed under the table was in a memory that replays use
 * again, so it is kept as text.  Zeroed: nothing. */
struct rdl_test_table {
    char *stacks, *output;
};

/* A finding, in the worker's memory: in place of what was taken before. */
void rdl_test_table_take(struct rdl_test_table *t, struct rdl_show *show,
                         struct rdl_worker *w, size_t most_output);
/* Its schedule is on disk, or could not be written: prints. */
void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        struct rdl_campaign *c, const struct rdl_found *found);

#endif
