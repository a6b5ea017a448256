/* table.h - a finding of raddle test for people, below what and where it
 * is: the interleaving, the stacks and the output. */
#ifndef RDL_CLI_TEST_TABLE_H
#define RDL_CLI_TEST_TABLE_H

#include "campaign/campaign.h"
#include "cli/replay/show.h"
#include "trace/trace.h"

/* The latest execution of the finding that is told, with its output: what it
 * prints is made from this alone.  Zeroed: none. */
struct rdl_test_table {
    struct rdl_trace trace;
};

/* A finding, in the worker's memory: in place of what was taken before. */
void rdl_test_table_take(struct rdl_test_table *t, struct rdl_show *show,
                         struct rdl_worker *w, size_t most_output);
/* Its schedule is on disk, or could not be written: prints. */
void rdl_test_table_end(struct rdl_test_table *t, struct rdl_show *show,
                        const struct rdl_found *found);

#endif
