/* apr_tests.h - in the place of APR's own list: its suites about threads only. */
#ifndef APR_TEST_INCLUDES
#define APR_TEST_INCLUDES

#include "abts.h"
#include "testutil.h"

static const struct testlist {
    abts_suite *(*func)(abts_suite *suite);
} alltests[] = { { testthread }, { testlock }, { testcond } };

#endif
