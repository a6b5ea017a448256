# raddle test --cases with GoogleTest; the budget, the reports and the store are
# the same with every framework, so they are tested here.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.cc <<'C'
#include "counter.h"
#include <gtest/gtest.h>
TEST(Counter, Safe) { EXPECT_EQ(two(safe), 2); }
TEST(Counter, Racy) { EXPECT_EQ(two(racy), 2); }
TEST(Other, Alone) { EXPECT_EQ(1 + 1, 2); }
TEST(Other, DISABLED_Never) { FAIL(); }
C
"$RADDLE" c++ -g suite.cc -lgtest -lgtest_main -pthread -o suite
suite GoogleTest Counter.Safe Counter.Racy Other.Alone 4 cc \
    'Expected equality of these values: two(racy) (which is 1), 2'
says_not "DISABLED"

# A line for each case; the same seed gives the same campaign.
bare j >first
expect 1 "$RADDLE" test --cases --fresh -n 400 -j1 --json j --junit x --sarif s ./suite
equal "$(grep -cE '^(Counter.Safe  no failure|Counter.Racy  expectation failed|Other.Alone   left out)' out)" 3
bare j | diff first - >&2 || fail "another campaign"

# JUnit has a test case for each, SARIF the finding with its place.
equal "$(xmllint --xpath 'concat(/testsuites/@tests, /testsuites/@failures, /testsuites/@errors, /testsuites/@skipped)' x)" 3101
equal "$(xmllint --xpath 'string(//testcase[failure]/@name)' x)" Counter.Racy
equal "$(xmllint --xpath 'string(//testcase[skipped]/@name)' x)" Other.Alone
equal "$(field s '[l["physicalLocation"]["region"]["startLine"] for l in r["runs"][0]["results"][0]["locations"]]')" "[4]"

# One store: it goes on there, and each case knows its own findings only.
expect 1 "$RADDLE" test --cases='*.Racy' -n 5 -j1 --json j ./suite
equal "$(field j '[(c["case"], {f["case"] for f in c["findings"]}) for c in r["cases"]]')" \
    "[('Counter.Racy', {'Counter.Racy'})]"
n=$(field j 'r["executions"]')
expect 0 "$RADDLE" test --cases='*.Safe' -n 50 -j1 --json j ./suite
equal "$(field j '(r["verdict"], len(r["findings"]), r["cases"][0]["executions"])')" "('clean', 0, 50)"
equal "$(ls raddle-out)" suite-cases
expect 0 "$RADDLE" coverage --json c raddle-out/suite-cases
# Of three runs; --fresh began anew.
equal "$(field c 'r["executions"]')" $((400 + n + 50))

# What no case can answer.
expect 3 "$RADDLE" test --cases='Other.*' -n 50 ./suite
says "no case makes a thread"
expect 3 "$RADDLE" test --cases=nobody -n 50 ./suite
says "none of the 3 cases"
expect 3 "$RADDLE" test --cases --fresh -n 1 --junit x ./suite
equal "$(xmllint --xpath 'count(//testcase[error/@message="it did not run"])' x)" 2
says "cases did not run: the budget was spent"
# The verdict and the sentence are about the same.
expect 3 "$RADDLE" test --cases --fresh -n 1 --steps 1 --json j ./suite
equal "$(field j '(r["verdict"], "verified nothing" in r["why"])')" "('mostly-cut', True)"
expect 2 "$RADDLE" test --cases /bin/true
says "not made with a test framework that raddle knows"
expect 7 "$RADDLE" test --cases -q --fresh -n 400 --error-exitcode 7 ./suite
# A suite without cases: said, and files of an earlier report stay.
echo '#include <gtest/gtest.h>' >empty.cc
"$RADDLE" c++ -g empty.cc -lgtest_main -lgtest -pthread -o empty
echo earlier >j
echo earlier >x
expect 3 "$RADDLE" test --cases --json j --junit x ./empty
says "does not list a case"
equal "$(cat j x | uniq)" earlier
