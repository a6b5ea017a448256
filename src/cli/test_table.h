/* test_table.h - a finding of raddle test for people: what happened at once;
 * then, when its schedule is recorded, the interleaving, the stacks and the
 * output. */
#ifndef RDL_CLI_TEST_TABLE_H
#define RDL_CLI_TEST_TABLE_H

#include "campaign/campaign.h"
#include "cli/show.h"

/* What is to be printed under the table was in a memory that replays use
 * again, so it is kept as text.  Zeroed: nothing. */
struct rdl_test_table {
    char *stacks, *output;
};

/* A finding, in the worker's memory; the `nth` execution had it. */
void rdl_test_table_begin(struct rdl_test_table *t, struct rdl_show *show,
                          struct rdl_worker *w, uint64_t nth,
                          size_t most_output);
/* Its schedule is on disk, or could not be written. */
void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        struct rdl_campaign *c, const struct rdl_found *found);

#endif
