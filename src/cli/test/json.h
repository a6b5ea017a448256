/* json.h - the result of raddle test for machines. */
#ifndef RDL_CLI_TEST_JSON_H
#define RDL_CLI_TEST_JSON_H

#include "cli/test/result.h"
#include "report/formats/json.h"

#include <stdio.h>

/* One word for each enum rdl_stop. */
extern const char *const rdl_test_stops[];

/* Borrows its texts from the finding; rdl_json_finding() takes over the rest.
 */
struct rdl_json_finding rdl_test_json_found(const struct rdl_found *f);

/* The object of docs/json.md; the caller owns it.  Before the campaign is
 * closed. */
json_t *rdl_test_json(const struct rdl_test_result *r);

#endif
