# A campaign whose directory goes away, whose process is killed, whose files
# may not grow: each is said, and no half of a file stays.
. "$(dirname "$0")/common.inc"
clean_program
deadlock_program

# The directory is removed while it runs.
env --default-signal=INT "$RADDLE" test --time 600s --until finding \
    --out away ./clean >out 2>err &
pid=$!
saved() {
    "$RADDLE" coverage --json json away >/dev/null 2>&1 &&
        [ "$(field json 'r["executions"] > 0')" = True ]
}
await saved
rm -r away
await grep -q "it was removed" err
kill -INT $pid
wait $pid || true
says "away/campaign.sqlite: it was removed"

# Killed: told as such before anybody goes on with it; running: null.
how() {
    "$RADDLE" report --json - "$1" >json
    field json '[s["how"] for s in r["sessions"]]'
}
"$RADDLE" test --time 600s --until finding --out killed ./clean >out 2>err &
pid=$!
reported() {
    "$RADDLE" report --json json killed >/dev/null 2>&1
}
await reported
equal "$(how killed)" "[None]"
kill -9 $pid
wait $pid || true
equal "$(how killed)" "['killed']"

# ulimit -f: an error, not a signal.
expect 1 "$RADDLE" test --out full ./deadlock
expect 2 bash -c "ulimit -f 10; exec '$RADDLE' report -o page.html full"
says "File too large"
equal "$(ls page.html* 2>/dev/null)" ""
for size in 10 50000; do
    expect 3 bash -c "ulimit -f $size; exec '$RADDLE' test ./clean"
    says "File too large (the limit of file sizes: ulimit -f)"
done

# What raddle prints does not arrive: not "all is well".
for command in "test -j1 -n 5 ./clean" list "list detectors" --help; do
    got=0
    "$RADDLE" $command >/dev/full 2>err || got=$?
    equal "$got" 3
    : >out
    says "cannot write to standard output"
done
got=0
"$RADDLE" test -j1 --fresh ./deadlock >/dev/full 2>err || got=$?
equal "$got" 1
says "cannot write to standard output"

# A schedule that a killed campaign had not compared with an older one of its
# finding does not stay; without an older one it does.
expect 1 "$RADDLE" test -j1 --out again ./deadlock
older=$(ls again/*.schedule)
cp "$older" "$older.new"
cp "$older" "$older.new.orig"
cp "$older" again/alone.schedule.new
expect 1 "$RADDLE" test -j1 -n 1 --out again ./deadlock
equal "$(ls again/*.new*)" "again/alone.schedule.new"
[ -s "$older" ]
