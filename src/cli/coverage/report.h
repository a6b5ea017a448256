/* report.h - the parts of raddle report. */
#ifndef RDL_CLI_COVERAGE_REPORT_H
#define RDL_CLI_COVERAGE_REPORT_H

#include "schedule/findings.h"
#include "report/sources.h"

#include <jansson.h>

/* A file of the directory, as a user would type it.  The caller frees it. */
char *rdl_report_path(const char *dir, const char *name);

/* Replays a finding of the campaign in `dir`: an object as in docs/json.md.
 * Adds to the sources. *why, which the caller frees: why it could not be
 * replayed, or NULL.  `runtime`: libraddle.so. */
json_t *rdl_report_finding(const char *dir, const struct rdl_found *found,
                           const char *runtime, struct rdl_sources *sources,
                           char **why);

/* The data of the page for the results of raddle gen (cli/gen_file.h) in `dir`.
 */
json_t *rdl_report_gen(const char *dir, json_t *results, const char *runtime);

#endif
