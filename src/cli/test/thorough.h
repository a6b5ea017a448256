/* thorough.h - the last lines of raddle test, about how thorough the campaign
 * was. */
#ifndef RDL_CLI_TEST_THOROUGH_H
#define RDL_CLI_TEST_THOROUGH_H

#include "campaign/campaign.h"

#include <stdio.h>

void rdl_test_thorough(FILE *out, const struct rdl_campaign *c);
/* The first few requirements that a missed goal lacks. */
void rdl_test_uncovered(FILE *out, struct rdl_campaign *c);

#endif
