/* json.h - the result of raddle test for machines. */
#ifndef RDL_CLI_TEST_JSON_H
#define RDL_CLI_TEST_JSON_H

#include "campaign/campaign.h"
#include "report/formats/json.h"

#include <stdio.h>

/* One word for each enum rdl_stop. */
extern const char *const rdl_test_stops[];

/* Borrows its texts from the finding. */
struct rdl_json_finding rdl_test_json_found(const struct rdl_found *f);

/* False if the stream failed (errno). */
bool rdl_test_json(FILE *out, const struct rdl_campaign *c, int exit_status,
                   const char *why);

#endif
