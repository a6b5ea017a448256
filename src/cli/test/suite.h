/* suite.h - raddle test --cases: a campaign for each case of a test suite. */
#ifndef RDL_CLI_TEST_SUITE_H
#define RDL_CLI_TEST_SUITE_H

#include "cli/test/ci.h"
#include "cli/test/owner.h"
#include "cli/test/suite_cases.h"
#include "exec/program.h"

/* The exit status of raddle: the worst of all cases.  It frees the cases. */
int rdl_test_suite(struct rdl_test_owner *t,
                   const struct rdl_suite_cases *cases,
                   const struct rdl_program *program, const char *runtime,
                   struct rdl_ci_files *ci, FILE *json);

#endif
