# raddle works from any place: a directory with spaces and colons in its name,
# a read-only working directory, closed standard streams.
. "$(dirname "$0")/common.inc"
deadlock_program
mkdir -p "a place: with spaces" "installed/bin" "installed/lib/raddle"
from=$(dirname "$RADDLE")
cp "$RADDLE" "$from/libraddle.so" "a place: with spaces/"
expect 1 "./a place: with spaces/raddle" test ./deadlock
says "deadlock"
cp "$RADDLE" installed/bin/
cp "$from/libraddle.so" installed/lib/raddle/
expect 1 installed/bin/raddle test ./deadlock
mv installed/lib/raddle/libraddle.so installed/
expect 99 installed/bin/raddle test ./deadlock
says "cannot find the runtime"
(exec <&- >&- 2>&-; "$RADDLE" test --json closed ./deadlock) || true
equal "$(field closed 'r["exit_status"]')" 1
# What was to go there is not said to be written.
for what in "-o -" "--json -"; do
    expect 2 sh -c "exec '$RADDLE' report $what raddle-out/deadlock >&-"
    says "Bad file descriptor"
done
