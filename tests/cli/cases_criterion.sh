# raddle test --cases with Criterion: by the main that comes with raddle, because
# Criterion's own runs each test in another process.
. "$(dirname "$0")/common.inc"
. "$(dirname "$0")/cases.inc"
cat >suite.c <<'C'
#include "counter.h"
#include <criterion/criterion.h>
Test(counter, safe) { cr_expect(two(safe) == 2); }
Test(counter, racy) { cr_expect(two(racy) == 2); }
Test(other, alone) { cr_expect(1 + 1 == 2); }
C
"$RADDLE" cc -g suite.c "$(dirname "$0")/../../packaging/criterion_main.c" -lcriterion -pthread -o suite
suite Criterion counter/safe counter/racy other/alone 4 c 'The expression two(racy) == 2 is false.'
"$RADDLE" cc -g suite.c -lcriterion -pthread -o own
expect 2 "$RADDLE" test --cases ./own
says "criterion_main.c"
