/* suppress.h - does the user suppress a finding? campaign/findings/suppress.h
 * has the patterns; here are the names that they are matched with. */
#ifndef RDL_CLI_TEST_SUPPRESS_H
#define RDL_CLI_TEST_SUPPRESS_H

#include "campaign/campaign.h"
#include "campaign/findings/suppress.h"
#include "symbols/symbol.h"

/* For the finding in `shared`: matches function, file or module of any frame of
 * the thread that it blames, of the threads that wait in it, or of the calls
 * that allocated or freed its block. */
bool rdl_test_suppressed(const struct rdl_suppressions *s,
                         struct rdl_symbols *symbols,
                         const struct rdl_shared *shared);
/* Drops suppressed findings of earlier sessions; only their location is known.
 */
void rdl_test_suppress_before(const struct rdl_suppressions *s,
                              struct rdl_campaign *c);

#endif
