/* report.h - the parts of raddle report. */
#ifndef RDL_CLI_COVERAGE_REPORT_H
#define RDL_CLI_COVERAGE_REPORT_H

#include "schedule/findings.h"
#include "report/sources.h"

#include <jansson.h>

/* A file of the directory, as a user would type it.  To be freed. */
char *rdl_report_path(const char *dir, const char *name);

/* A finding of the campaign in `dir`, replayed: an object as docs/json.md has
 * it.  Adds to the sources.  *why, to be freed: it could not be replayed; or
 * NULL.  `runtime`: libraddle.so. */
json_t *rdl_report_finding(const char *dir, const struct rdl_found *found,
                           const char *runtime, struct rdl_sources *sources,
                           char **why);

#endif
