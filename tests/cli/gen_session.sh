# docs/gen.md tells the truth: its session with examples/gen/queue.h, again.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
export COLUMNS=100
page=$root/docs/gen.md
cp "$root"/examples/gen/queue.[ch] .
expect 1 "$RADDLE" gen queue.h --with queue.c
if grep -q ' $' out; then fail "blanks at the end of a line"; fi
cat err out >both
shows "$page" "raddle gen queue.h --with queue.c" both
# The lines of the test that the page shows, in this order.
sed -n '/^    static void \*one/,/^    *(r1 == -1 && v1 == -9 && r2 == 0 && r3 == 0));/s/^    //p' "$page" >quoted
[ "$(wc -l <quoted)" -ge 7 ] || fail "docs/gen.md does not show the test"
at=1
while IFS= read -r line; do
    [ "$line" = ... ] && continue
    n=$(tail -n +$at raddle-gen/queue/1.c | grep -nxF -m 1 -- "$line" | cut -d: -f1)
    [ -n "$n" ] || fail "1.c does not have: $line"
    at=$((at + n))
done <quoted
expect 1 "$RADDLE" show raddle-gen/queue/1.schedule
shows "$page" "raddle show raddle-gen/queue/1.schedule"
expect 0 "$RADDLE" gen --list queue.h
shows "$page" "raddle gen --list queue.h"
# What the page says to do about the function that is left out.
"$RADDLE" gen --list queue.h >my.spec
echo 'value q_print.out stdout' >>my.spec
expect 0 "$RADDLE" gen --list --spec my.spec queue.h
says "method q_push q_pop q_pop_if q_peek q_size q_clear q_print"
says_not "Left out"
