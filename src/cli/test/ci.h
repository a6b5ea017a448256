/* ci.h - the result of raddle test for CI systems: --junit, --sarif,
 * --annotations. */
#ifndef RDL_CLI_TEST_CI_H
#define RDL_CLI_TEST_CI_H

#include "campaign/verdict.h"
#include "cli/test/options.h"

#include <stdio.h>

struct rdl_ci_files { /* opened before the campaign, to fail early */
    FILE *junit, *sarif;
};

/* Ends raddle if one cannot be opened; `out` is the stream for annotations. */
void rdl_test_ci_open(struct rdl_ci_files *f, const struct rdl_test_options *o,
                      FILE *out);
/* Writes and closes them, and writes the annotations to `out` if wanted; ends
 * raddle if not all of it could be written. */
void rdl_test_ci_end(struct rdl_ci_files *f, const struct rdl_test_options *o,
                     const struct rdl_campaign *c,
                     const struct rdl_verdict *verdict, int exit_status,
                     const char *why, FILE *out);

#endif
