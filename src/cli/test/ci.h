/* ci.h - the result of raddle test for CI systems: --junit, --sarif,
 * --annotations. */
#ifndef RDL_CLI_TEST_CI_H
#define RDL_CLI_TEST_CI_H

#include "cli/test/options.h"
#include "cli/test/result.h"

#include <stdio.h>

struct rdl_ci_files { /* opened before the campaign, to fail early */
    FILE *junit, *sarif;
};

/* Ends raddle if one cannot be opened; `out` is the stream for annotations. */
void rdl_test_ci_open(struct rdl_ci_files *f, const struct rdl_test_options *o,
                      FILE *out);
/* The results of all tests, and of the whole: its counts are sums.  Writes and
 * closes them, and writes the annotations to `out` if wanted; ends
 * raddle if not all of it could be written. */
void rdl_test_ci_end(struct rdl_ci_files *f, const struct rdl_test_options *o,
                     const struct rdl_test_result *whole,
                     const struct rdl_test_result *results, size_t n,
                     FILE *out);

#endif
