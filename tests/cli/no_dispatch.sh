# Where the kernel has no Syscall User Dispatch, locks inside libc are noticed
# by time: nothing hangs, and the user is told.
program=$(realpath "$(dirname "$0")/../programs/stdio_lock.c")
. "$(dirname "$0")/common.inc"
"$RADDLE" cc -g -O1 -pthread "$program" -o stdio_lock
for engine in fiber kernel; do
    expect 0 "$RADDLE" test --no-dispatch --engine $engine --executions 2 \
        --determinism 0 ./stdio_lock
    says "2 executions"
    says "blocked inside library code"
done
expect 0 "$RADDLE" test --executions 2 --determinism 0 ./stdio_lock
says_not "blocked inside library code"
