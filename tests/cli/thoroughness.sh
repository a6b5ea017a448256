# docs/thoroughness.md tells the truth: the session with examples/reload.c.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
cp "$root/examples/reload.c" .
"$RADDLE" cc -g -pthread reload.c -o reload
expect 0 "$RADDLE" test --jobs 1 ./reload
shows "$root/docs/thoroughness.md" "raddle test --jobs 1 ./reload"
expect 0 "$RADDLE" coverage raddle-out/reload
shows "$root/docs/thoroughness.md" "raddle coverage raddle-out/reload"
expect 0 "$RADDLE" test --fresh --jobs 1 -n 60 ./reload
says "blocked-pair 3 of 4"
says_not saturated
expect 3 "$RADDLE" test --jobs 1 --fresh --until coverage=95% ./reload
cat out err >both
shows "$root/docs/thoroughness.md" \
    "raddle test --jobs 1 --fresh --until coverage=95% ./reload" both
