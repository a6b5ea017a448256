# --first DIR: the first executions follow the schedules of DIR, each once; a
# failure that is still there is found at once, though the program was changed.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test -n 500 --out there ./deadlock
name=$(cd there && ls deadlock-*.schedule)
# Without it this seed takes longer, or there is nothing to see here.
expect 0 "$RADDLE" test -n 1 --strategy round-robin --out one ./deadlock
expect 1 "$RADDLE" test -n 1 --strategy round-robin --first there --out two \
    --json j.json ./deadlock
equal "$(field j.json 'r["findings"][0]["execution"], r["findings"][0]["replayed"]')" "(0, True)"
grep -q '^strategy script$' two/*.schedule.orig two/*.schedule ||
    fail "not followed"
# Only schedules are taken; each is followed once, then the strategy decides.
mkdir mixed
cp "there/$name" mixed/a.schedule
cp "there/$name" mixed/b.schedule
echo "not a schedule" >mixed/notes.txt
expect 1 "$RADDLE" test -n 5 --keep-going --strategy round-robin \
    --first mixed --out three --json j.json ./deadlock
equal "$(field j.json 'r["findings"][0]["times"], r["executions"]')" "(2, 5)"
# What cannot be used is named.
expect 2 "$RADDLE" test -n 1 --first nowhere ./deadlock
says "cannot read the directory --first nowhere"
mkdir empty
expect 2 "$RADDLE" test -n 1 --first empty ./deadlock
says "--first empty has no schedule"
# A file that cannot be used is named, and the others are followed.
echo "not a schedule" >mixed/0.schedule
expect 1 "$RADDLE" test -n 1 --strategy round-robin --first mixed ./deadlock
says "--first leaves out a file: "
says "mixed/0.schedule:1: "
