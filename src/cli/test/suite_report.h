/* suite_report.h - what raddle test --cases says: a line for each case, a
 * summary, and the reports for machines. */
#ifndef RDL_CLI_TEST_SUITE_REPORT_H
#define RDL_CLI_TEST_SUITE_REPORT_H

#include "cli/test/ci.h"
#include "cli/test/owner.h"
#include "cli/test/suite_cases.h"

struct rdl_suite_sum { /* over all cases */
    size_t failed, clean, left_out;
    size_t unverified; /* executed, but nothing was verified */
    size_t not_run;
    size_t patient; /* clean, but sleeps and time-outs never ended early */
    uint64_t executions, steps, cut;
    double seconds, aside;
    int exit_status; /* the worst of all cases */
    char *why;       /* owned; NULL: there is nothing to explain */
    char *replaced;  /* owned; that the program was, so that the suite ended */
};

/* `replaced`: the path of the program, if that names another file now; or
 * NULL. */
void rdl_suite_sum(struct rdl_suite_sum *sum, const struct rdl_suite_cases *s,
                   const struct rdl_test_options *o, const char *replaced);
void rdl_suite_sum_free(struct rdl_suite_sum *sum);

/* The line of a case, once. */
void rdl_suite_report_case(struct rdl_test_owner *t,
                           const struct rdl_suite_cases *s,
                           struct rdl_suite_case *c);
/* The lines that are missing, the summary and all files. */
void rdl_suite_report_end(struct rdl_test_owner *t, struct rdl_suite_cases *s,
                          const struct rdl_suite_sum *sum,
                          struct rdl_ci_files *ci, FILE *json);

#endif
