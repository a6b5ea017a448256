# Two threads that yield while they wait, whatever their priorities, do not
# starve the third that they wait for: no false livelock.
program=$(realpath "$(dirname "$0")/../programs/thread_yield.c")
. "$(dirname "$0")/common.inc"
"$RADDLE" cc -g -O1 -pthread "$program" -o yield
expect 0 "$RADDLE" test --strategy pct --executions 300 --steps 20000 \
    --determinism 0 ./yield
