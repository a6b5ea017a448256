# raddle test --cases with doctest; the framework itself is not instrumented.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
echo '#include <doctest/doctest.h>' >main.cc
cat >suite.cc <<'C'
#include "counter.h"
#include <doctest/doctest.h>
TEST_CASE("counter is safe") { CHECK(two(safe) == 2); }
TEST_CASE("counter, racy") { CHECK(two(racy) == 2); }
TEST_CASE("alone") { CHECK(1 + 1 == 2); }
C
clang++ -DDOCTEST_CONFIG_IMPLEMENT_WITH_MAIN -c main.cc
"$RADDLE" c++ -g suite.cc main.o -pthread -o suite
suite doctest "counter is safe" "counter, racy" alone 4 cc 'CHECK( two(racy) == 2 ): 1 == 2'
