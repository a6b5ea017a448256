/* ci_finding.h - a finding as the reports of CI systems need it
 * (report/formats/ci.h), from what a campaign knows and from its schedule file.
 *
 * CI systems want file names relative to the root of the source tree:
 * GITHUB_WORKSPACE, or the nearest directory above with .git, or the current
 * one. */
#ifndef RDL_CLI_TEST_CI_FINDING_H
#define RDL_CLI_TEST_CI_FINDING_H

#include "report/explanation/text.h"
#include "report/formats/ci.h"
#include "schedule/findings.h"
#include "schedule/schedule.h"

struct rdl_ci_report { /* what a struct rdl_ci_finding points to */
    struct rdl_ci_finding *out;
    struct rdl_schedule schedule;
    struct rdl_symbols *symbols; /* of the schedule's modules */
    const char *root;
    char explanation[RDL_EXPLANATION_TEXT];
    json_t *facts;
    char **texts; /* owned: paths and names */
    size_t n_texts;
};

/* The root of the source tree; the caller frees it. */
char *rdl_ci_root(void);
/* Fills in `out`, which borrows from the report, from `f` and from `root`. */
void rdl_ci_report_make(struct rdl_ci_report *s, const struct rdl_found *f,
                        bool warning, const char *root,
                        struct rdl_ci_finding *out);
void rdl_ci_report_free(struct rdl_ci_report *s);

/* The file of --junit or --sarif, NULL if `path` is NULL; and its end.  Both
 * end raddle if they cannot write. */
FILE *rdl_ci_open(const char *option, const char *path);
void rdl_ci_close(const char *option, const char *path, FILE *out, bool good);

#endif
