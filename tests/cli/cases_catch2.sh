# raddle test --cases with Catch2 (version 2, as Debian has it); the framework
# itself is not instrumented.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.cc <<'C'
#include "counter.h"
#include <catch2/catch.hpp>
TEST_CASE("counter is safe", "[counter]") { REQUIRE(two(safe) == 2); }
TEST_CASE("counter, [racy]", "[counter]") { REQUIRE(two(racy) == 2); }
TEST_CASE("alone") { REQUIRE(1 + 1 == 2); }
C
# Debian has the framework compiled, with its main; elsewhere clang compiles it in
# half the time of g++.
main=-lCatch2WithMain
if ! g++ -shared $main -o /dev/null 2>/dev/null; then
    echo '#include <catch2/catch.hpp>' >main.cc
    clang++ -DCATCH_CONFIG_MAIN -c main.cc
    main=main.o
fi
"$RADDLE" c++ -g suite.cc $main -pthread -o suite
suite Catch2 "counter is safe" "counter, [racy]" alone 4 cc 'REQUIRE( two(racy) == 2 ): 1 == 2'
