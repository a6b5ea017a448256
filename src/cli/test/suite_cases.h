/* suite_cases.h - the cases of a suite, and what is known of each. */
#ifndef RDL_CLI_TEST_SUITE_CASES_H
#define RDL_CLI_TEST_SUITE_CASES_H

#include "cli/test/options.h"
#include "cli/test/result.h"
#include "exec/program.h"
#include "frameworks/framework.h"

#include <jansson.h>

struct rdl_suite_case {
    char *name;
    char *shown; /* the name as a terminal may have it */
    struct rdl_case_choice choice;
    char **argv; /* the user's command and the choice's arguments */
    /* The campaigns so far as one, closed; NULL: it has not executed. */
    struct rdl_campaign *campaign;
    struct rdl_test_result result; /* of it; zeroed without a campaign */
    char *why;                     /* result.why, owned */
    json_t *json;                  /* the object of docs/json.md, or NULL */
    bool saturated;
    bool printed; /* its line has been printed */
};

struct rdl_suite_cases {
    const struct rdl_framework *framework;
    size_t n;
    struct rdl_suite_case *all; /* owned */
};

/* Recognises the framework and lists the cases that --cases=PATTERN chooses.
 * Ends raddle if it cannot, or if there is none. */
void rdl_suite_cases_list(struct rdl_suite_cases *s,
                          const struct rdl_test_options *o,
                          const struct rdl_program *program);
void rdl_suite_cases_free(struct rdl_suite_cases *s);

#endif
