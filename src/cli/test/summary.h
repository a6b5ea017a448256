/* summary.h - the end lines of raddle test. */
#ifndef RDL_CLI_TEST_SUMMARY_H
#define RDL_CLI_TEST_SUMMARY_H

#include "campaign/verdict.h"

#include <stdio.h>

/* Executions, time, verdict, and what limits it. */
void rdl_test_summary(FILE *out, const struct rdl_campaign *c,
                      const struct rdl_verdict *verdict);
/* Findings of earlier sessions in this build, which are still there. */
void rdl_test_known(FILE *out, const struct rdl_campaign *c);
/* Where the results are. */
void rdl_test_where(FILE *out, const char *dir, bool found);

#endif
