/* result.h - the result of a campaign of raddle test, for its reports. */
#ifndef RDL_CLI_TEST_RESULT_H
#define RDL_CLI_TEST_RESULT_H

#include "campaign/verdict.h"

struct rdl_test_command;

struct rdl_test_result { /* borrowed */
    const char *part;    /* the case of a suite; NULL: the program */
    const struct rdl_campaign *campaign; /* NULL: the case did not run */
    struct rdl_verdict verdict;
    int exit_status;
    const char *why; /* why nothing, or too little, was verified; or NULL */
    /* The case was left out: why; NULL: it was not. */
    const char *left_out;
    const struct rdl_test_command *command; /* NULL: raddle test */
};

#endif
