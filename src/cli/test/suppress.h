/* suppress.h - does the user want to hear of a finding?  The patterns are
 * campaign/suppress.h's; here are the names that they are matched against. */
#ifndef RDL_CLI_TEST_SUPPRESS_H
#define RDL_CLI_TEST_SUPPRESS_H

#include "campaign/campaign.h"
#include "campaign/suppress.h"
#include "symbols/symbol.h"

/* Of the finding in `shared`: function, file or module of any frame of the
 * thread that it blames, of those that wait in it, or of the calls that
 * allocated or freed its block. */
bool rdl_test_suppressed(const struct rdl_suppressions *s,
                         struct rdl_symbols *symbols,
                         const struct rdl_shared *shared);
/* Drops those of earlier sessions; of them only the location is known. */
void rdl_test_suppress_before(const struct rdl_suppressions *s,
                              struct rdl_campaign *c);

#endif
