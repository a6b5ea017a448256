# A program on GLib, whose locks are raw futexes: clean with the lock, on both
# engines; without it the lost update is found and replays.
set -eu
. "$(dirname "$0")/common.inc"
pkg-config --exists glib-2.0 || { echo "no glib here"; exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
cd "$TMP"
"$RADDLE" cc -g -O1 -pthread $(pkg-config --cflags glib-2.0) \
    "$here/glib_pool.c" -o pool $(pkg-config --libs glib-2.0)

for engine in fiber kernel; do
    "$RADDLE" test --quiet --engine $engine --executions 100 --out out -- ./pool
done
status=0
"$RADDLE" test --executions 2000 --out out -- ./pool unlocked >found 2>&1 ||
    status=$?
cat found
[ $status = 1 ]
status=0
"$RADDLE" replay --times 20 out/*.schedule >again 2>&1 || status=$?
cat again
[ $status = 1 ]
grep -q "reproduced 20 of 20" again
