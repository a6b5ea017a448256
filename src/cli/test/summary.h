/* summary.h - the end lines of raddle test. */
#ifndef RDL_CLI_TEST_SUMMARY_H
#define RDL_CLI_TEST_SUMMARY_H

#include "campaign/verdict.h"

#include <stdio.h>

/* Executions, time, verdict, and what limits it. */
void rdl_test_summary(FILE *out, const struct rdl_campaign *c,
                      const struct rdl_verdict *verdict);
/* Prints these lines.  A terminal gets lines of its width, the rest of one
 * behind its own indentation, or else behind `indent`; a file keeps them whole,
 * to be searched.  Changes the text. */
void rdl_test_fit(FILE *out, char *text, size_t indent);
/* Findings of earlier sessions in this build, which are still there. */
void rdl_test_known(FILE *out, const struct rdl_campaign *c);
/* Where the results are. */
void rdl_test_where(FILE *out, const char *dir, bool found);

#endif
