# README.md tells the truth: its sessions with examples/bank.c and with a
# subject of bench/coverage, again.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
export COLUMNS=100
readme=$root/README.md
cp "$root/examples/bank.c" .
"$RADDLE" cc -g -pthread bank.c -o bank
expect 1 "$RADDLE" test --jobs 1 ./bank
shows "$readme" "raddle test --jobs 1 ./bank"
expect 1 "$RADDLE" replay --times 100 raddle-out/*/assertion-*.schedule
tail -1 out >last
shows "$readme" "raddle replay --times 100 raddle-out/*/assertion-*.schedule | tail -1" last
"$RADDLE" cc -g -pthread "$root/bench/coverage/subjects/cache.c" -o subject
expect 0 "$RADDLE" test --jobs 1 ./subject
shows "$readme" "raddle test --jobs 1 ./subject"
