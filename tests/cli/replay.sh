# raddle replay: as recorded, from any directory, on both engines and in both
# isolations; passes now; diverged.
. "$(dirname "$0")/common.inc"
deadlock_program
expect 1 "$RADDLE" test ./deadlock
file=$(ls "$PWD"/raddle-out/*/*.schedule)
for engine in fiber kernel; do
    for isolation in rewind fork exec; do
        expect 1 "$RADDLE" replay -n 5 --engine $engine \
            --isolation $isolation "$file"
        says "reproduced 5 of 5 times: deadlock at deadlock.c:"
    done
done
expect 1 "$RADDLE" replay "$file"
says "the program speaks"
(cd / && "$RADDLE" replay --quiet "$file" >"$TMP/out" 2>&1) || true
says "reproduced 1 of 1"

# Several: each where it was recorded, by names from here.
cp raddle-out/*/*.schedule second.schedule
expect 1 "$RADDLE" replay raddle-out/*/*.schedule second.schedule
equal "$(grep -c 'reproduced 1 of 1' out)" 2
says "second.schedule:"
expect 2 "$RADDLE" replay --json report raddle-out/*/*.schedule second.schedule
says "one schedule at a time with --json"
echo damaged >bad.schedule
expect 2 "$RADDLE" replay second.schedule bad.schedule
says "bad.schedule:1:"
says_not "reproduced"

# A finding on one engine replays on the other.
expect 1 "$RADDLE" test --engine kernel --out kernel ./deadlock
expect 1 "$RADDLE" replay --engine fiber kernel/*.schedule

# Moved: where it is now is an option.
mkdir elsewhere
mv deadlock elsewhere
expect 2 "$RADDLE" replay "$file"; says "cannot find the program"
expect 1 "$RADDLE" replay --program elsewhere/deadlock "$file"
cp elsewhere/deadlock elsewhere/renamed
expect 1 "$RADDLE" replay --program elsewhere/renamed "$file"
mv elsewhere/deadlock .

# Rebuilt with a step more: said before it runs, and where it parts.
cp deadlock kept
sed 's/pthread_create(&t, NULL, left/sched_yield(); &/' deadlock.c >other.c
gcc -g -pthread other.c -o deadlock
expect 4 "$RADDLE" replay --json report "$file"
says "build id differs"
says "diverged at step "
expect 4 "$RADDLE" replay --quiet "$file" second.schedule
equal "$(grep -c 'diverged at step' out)" 2
mv deadlock other
cp kept deadlock
expect 1 "$RADDLE" replay --quiet "$file" second.schedule
mv other deadlock
expect 4 "$RADDLE" replay --json report "$file"
says "expected: thread 0, create at deadlock.c:"
says "came:     thread 0, yield at other.c:"
equal "$(field report 'r["result"], r["divergence"]["why"]')" \
    "('diverged', 'another operation')"

# An input that made it fail is part of the schedule, if it is small.
cat >reads.c <<'C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int c;
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    const char *flag = getenv("LC_RADDLE_TEST");
    c = getchar();
    pthread_create(&t, NULL, run, NULL);
    pthread_join(t, NULL);
    assert(c != 'x' || flag == NULL);
    return 0;
}
C
gcc -g -pthread reads.c -o reads
for way in file pipe; do
    rm -rf raddle-out
    printf 'xyz\n' >input
    got=0
    if [ $way = file ]; then
        LC_RADDLE_TEST=1 "$RADDLE" test -n 5 ./reads <input >out 2>err || got=$?
    else
        cat input | LC_RADDLE_TEST=1 "$RADDLE" test -n 5 ./reads >out 2>err ||
            got=$?
    fi
    equal "$got" 1
    expect 1 "$RADDLE" replay raddle-out/*/*.schedule
done
