# raddle test --cases with Catch2 (version 2, as Debian has it); the framework
# itself is not instrumented.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
echo '#include <catch2/catch.hpp>' >main.cc
cat >suite.cc <<'C'
#include "counter.h"
#include <catch2/catch.hpp>
TEST_CASE("counter is safe", "[counter]") { REQUIRE(two(safe) == 2); }
TEST_CASE("counter, [racy]", "[counter]") { REQUIRE(two(racy) == 2); }
TEST_CASE("alone") { REQUIRE(1 + 1 == 2); }
C
# In half the time of g++.
clang++ -DCATCH_CONFIG_MAIN -c main.cc
"$RADDLE" c++ -g suite.cc main.o -pthread -o suite
suite Catch2 "counter is safe" "counter, [racy]" alone 4 cc 'REQUIRE( two(racy) == 2 ): 1 == 2'
