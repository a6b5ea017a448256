# docs/guide.md tells the truth: the session with examples/cache.c, again.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
export COLUMNS=100
guide=$root/docs/guide.md
cp "$root/examples/cache.c" .
"$RADDLE" cc -g -pthread cache.c -o cache
expect 1 "$RADDLE" test --jobs 1 --seed 32 ./cache
shows "$guide" "raddle test --jobs 1 --seed 32 ./cache"
expect 1 "$RADDLE" replay --times 100 raddle-out/cache/*.schedule
tail -1 out >last
shows "$guide" "raddle replay --times 100 raddle-out/cache/*.schedule | tail -1" last
expect 0 "$RADDLE" report raddle-out/cache
shows "$guide" "raddle report raddle-out/cache"
sed -i '/^    e->users++;$/d; s/^    e = slot;$/&\n    e->users++;/' cache.c
"$RADDLE" cc -g -pthread cache.c -o cache
expect 0 "$RADDLE" test --jobs 1 ./cache
cat err out >both
shows "$guide" "raddle test --jobs 1 ./cache" both
expect 4 "$RADDLE" replay raddle-out/cache/*.schedule
cat err out >both
shows "$guide" "raddle replay raddle-out/cache/*.schedule" both
