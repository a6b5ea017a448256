/* thorough.h - the end lines of raddle test that say how thorough the
 * campaign was. */
#ifndef RDL_CLI_TEST_THOROUGH_H
#define RDL_CLI_TEST_THOROUGH_H

#include "campaign/campaign.h"

#include <stdio.h>

void rdl_test_thorough(FILE *out, const struct rdl_campaign *c);
/* And what a goal has missed: the first few. */
void rdl_test_uncovered(FILE *out, struct rdl_campaign *c);

#endif
