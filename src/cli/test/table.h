/* table.h - a finding of raddle test for people, below its kind and place: the
 * interleaving, the stacks and the output. */
#ifndef RDL_CLI_TEST_TABLE_H
#define RDL_CLI_TEST_TABLE_H

#include "campaign/campaign.h"
#include "cli/replay/show.h"
#include "trace/trace.h"

/* The latest execution of the finding being reported, with its output;
 * everything printed is made from it alone.  Zeroed: none. */
struct rdl_test_table {
    struct rdl_trace trace;
};

/* Takes the execution in the worker's memory, in place of an earlier one. */
void rdl_test_table_take(struct rdl_test_table *t, struct rdl_show *show,
                         struct rdl_worker *w, size_t most_output);
/* Its schedule is on disk, or could not be written: prints it. */
void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        const struct rdl_found *found);

#endif
