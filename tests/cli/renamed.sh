# A replay finds a program by its build, whatever its file is called now; another
# build needs the recorded name.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test -q -j1 --fresh --json report ./deadlock
schedule=$(field report 'r["findings"][0]["schedule"]')
cp deadlock.c other.c
mkdir there
mv deadlock there/renamed
expect 1 "$RADDLE" replay -q --times 3 --program there/renamed "$schedule"
says "reproduced 3 of 3 times"
expect 1 "$RADDLE" show --program there/renamed "$schedule"
says "step |"
expect 1 "$RADDLE" replay -q --times 3 --isolation exec --program there/renamed "$schedule"
says "reproduced 3 of 3 times"
"$RADDLE" cc -g -O2 -DANOTHER -pthread other.c -o there/renamed
expect 2 "$RADDLE" replay -q --program there/renamed "$schedule"
says "is not the same build"
# A schedule that is written names the program by its file.
expect 2 "$RADDLE" shrink --program there/renamed "$schedule"
