/* test_json.h - the result of raddle test for machines. */
#ifndef RDL_CLI_TEST_JSON_H
#define RDL_CLI_TEST_JSON_H

#include "campaign/campaign.h"

#include <stdio.h>

/* False if the stream failed (errno). */
/* One word for each enum rdl_stop. */
extern const char *const rdl_test_stops[];

bool rdl_test_json(FILE *out, const struct rdl_campaign *c, int exit_status,
                   const char *why);

#endif
