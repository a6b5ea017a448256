# raddle shrink, and what raddle test does with each finding: the same failure,
# fewer switches; the original is kept; what cannot be shrunk is left alone.
here=$(cd "$(dirname "$0")/.." && pwd)
. "$(dirname "$0")/common.inc"

# Three threads count in turns; one of them loses an update at the end.
cat >long.c <<'C'
#include <assert.h>
#include <pthread.h>
static int n, other, precious;
static void *run(void *arg)
{
    for (int i = 0; i < 800; i++) {
        int k = n;
        other++;
        n = k + 1;
        if (i == 700)
            precious++;
    }
    return arg;
}
int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(precious == 3);
    return 0;
}
C
"$RADDLE" cc -g -pthread long.c -o long
expect 1 "$RADDLE" test -j1 -s random --no-shrink --out found --json report ./long
says_not "shrunk"
equal "$(field report '[r["findings"][0][k] for k in ("preemptions", "switches",
    "shrunk_from", "explanation")]')" "[None, None, None, None]"
file=$(ls found/*.schedule)
cp "$file" whole
expect 0 "$RADDLE" shrink --json report "$file"
says_not "no smaller one"
says "1 preemption, 5 switches (from "
cmp "$file.orig" whole
equal "$(field report 'r["shrunk"], r["minimal"], r["preemptions"],
    r["switches"], r["threads"], r["exit_status"]')" "(True, True, 1, 5, 4, 0)"
# In a second, says make shrink-corpus; here, on any machine, in few attempts.
[ "$(field report 'r["shrunk_from"] > 1000 and r["attempts"] < 600')" = True ] ||
    fail "too many attempts, or too short to say anything"
grep -q '^shrunk-from "assertion-.*\.schedule\.orig"$' "$file"
grep -q '^preemptions 1$' "$file"
equal "$(grep -c '^t[0-9]' "$file")" 6
expect 1 "$RADDLE" replay --quiet -n 100 "$file"
says "reproduced 100 of 100 times"
expect 1 "$RADDLE" replay --quiet "$file.orig"

expect 0 "$RADDLE" shrink --check "$file"
says "the preemption is needed"

# What the shrunk one names as its original stays that; a copy may be shrunk.
cp "$file" short
expect 2 "$RADDLE" shrink "$file.orig"
says "$file.orig is the original of $(basename "$file") and must not change: shrink that one (--effort tries more), or a copy with another name"
cmp "$file.orig" whole
cmp "$file" short
[ ! -e "$file.orig.orig" ] || fail "an original of the original"
cp "$file.orig" copy.orig
expect 0 "$RADDLE" shrink copy.orig
cmp copy.orig.orig whole

# Again: nothing is left to shrink, and the original stays the original.
expect 0 "$RADDLE" shrink "$file"
says ": no smaller one was found: 1 preemption, 5 switches (it was shrunk before, from "
says_not "minimal"
says_not "nothing is left to try"
cmp "$file.orig" whole

# The same by itself, in either isolation; with a seed that takes some hundred
# attempts, of which under fork there may be 300.
for isolation in rewind fork; do
    expect 1 "$RADDLE" test -j1 -s random --seed 2 --isolation $isolation \
        --out "auto-$isolation" --json report ./long
    says "shrunk to 1 preemption, 5 switches (from "
    equal "$(field report 'r["findings"][0]["preemptions"],
        r["findings"][0]["replayed"]')" "(1, True)"
    # But for the isolation nothing of the shrunk schedule differs.
    cmp "$(ls auto-rewind/*.schedule)" "$(ls auto-$isolation/*.schedule)"
done

# The same failure in two ways: with 3 preemptions, of which none can be left
# out, and, where leaving out does not lead, with 1.
cat >ways.c <<'C'
#include <assert.h>
#include <pthread.h>
static int p, first, second;
static void *count(void *arg)
{
    for (int i = 1; i <= 20; i++)
        p = i;
    p = 0;
    return arg;
}
static void *look(void *arg)
{
    first = p;
    second = p;
    return arg;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, count, NULL);
    pthread_create(&t[1], NULL, look, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(first != 20 && (first == 0 || second <= first));
    return 0;
}
C
"$RADDLE" cc -g -pthread ways.c -o ways
for seed in 1 2; do
    expect 1 "$RADDLE" test -j1 -s random --seed $seed --no-shrink \
        --out "ways-$seed" ./ways
    # Here, for the check leaves out each preemption in turn: the long one has too many.
    expect 0 "$RADDLE" shrink --check ways-$seed/*.schedule
    says " preemptions can be left out alone"
    expect 0 "$RADDLE" shrink --json report ways-$seed/*.schedule
    equal "$(field report 'r["minimal"], r["preemptions"]')" "(True, 1)"
    cp ways-$seed/*.schedule shrunk
    cp ways-$seed/*.orig "$(ls ways-$seed/*.schedule)"
    expect 0 "$RADDLE" shrink ways-$seed/*.schedule
    cmp ways-$seed/*.schedule shrunk
    # Short as it is, more effort finds nothing more to try.
    expect 0 "$RADDLE" shrink --effort 10 ways-$seed/*.schedule
    says " attempts in "
    says "; nothing is left to try"
done

# A failure that is met again does not cost a better schedule of it; a better
# one takes the place of a worse one; one of another build is no rival.
again() { # the store is gone, so that the numbers of executions begin anew
    rm -f again/campaign.sqlite*
    expect 1 "$RADDLE" test -j1 -s random --out again --json report "$@"
}
again --no-shrink ./ways
file=$(ls again/*.schedule)
cp "$file" worse
again --seed 2 ./ways
says_not "kept: "
cmp -s "$file" worse && fail "a better schedule is not kept"
cp "$file" better
cp "$file.orig" better.orig
again --no-shrink ./ways
says "kept: $file has one as good or better: 1 preemption, "
says_not "shrunk to"
says_not "no smaller one"
cmp "$file" better
cmp "$file.orig" better.orig
equal "$(field report '[r["findings"][0][k] for k in
    ("schedule", "preemptions", "replayed", "checked")]')" \
    "['$file', 1, True, True]"
equal "$(field report 'r["findings"][0]["switches"] + 1')" \
    "$(grep -c '^t[0-9]' "$file")"
expect 1 "$RADDLE" replay --quiet "$file"
"$RADDLE" cc -g -pthread ways.c -o ways -Wl,--build-id=0x0123456789abcdef
again --no-shrink ./ways
says_not "kept: "
cmp -s again/*.schedule better && fail "a schedule of another build is kept"

# Nor if raddle is killed while they are compared: the program tells when, for
# with `arm` each execution makes `slow`, at which a new process waits.
sed -e 's/^int main(void)$/#include <fcntl.h>\n#include <unistd.h>\n\
__attribute__((constructor)) static void wait_here(void)\
{\n    while (access("slow", F_OK) == 0)\n        usleep(1000);\n}\n&/' \
    -e 's/^    assert(first/    if (access("arm", F_OK) == 0)\n        close(creat("slow", 0666));\n&/' \
    ways.c >slow_ways.c
"$RADDLE" cc -g -pthread slow_ways.c -o slow_ways
expect 1 "$RADDLE" test --races off -j1 -s random --out slow-out ./slow_ways
file=$(ls slow-out/*.schedule)
cp "$file" better
cp "$file.orig" better.orig
touch arm
"$RADDLE" test --races off -j1 -s random --seed 3 --out slow-out ./slow_ways >out 2>err &
pid=$!
written() {
    [ -e "$file.new" ] || ! cmp -s "$file" better
}
await written
kill -9 $pid
wait $pid || true
rm -f arm slow
cmp "$file" better
cmp "$file.orig" better.orig
# What it left is no schedule of the campaign, and goes with the next session.
expect 1 "$RADDLE" test --races off -j1 -s random --seed 3 --out slow-out ./slow_ways
equal "$(ls slow-out)" "$(basename "$file")
$(basename "$file").orig
campaign.sqlite"
expect 1 "$RADDLE" replay --quiet "$file"
equal "$(sed -n 's/^shrunk-from "\(.*\)"$/\1/p' "$file")" "$(basename "$file").orig"

# A finding is in the store before it is replayed and shrunk: killed meanwhile.
touch arm
"$RADDLE" test --races off -j1 -s random --out slow-first ./slow_ways >out 2>err &
pid=$!
await [ -e slow ]
stored_one() {
    "$RADDLE" coverage slow-first 2>/dev/null | grep -q "1 finding"
}
await stored_one
kill -9 $pid
wait $pid || true
rm -f arm slow
file=$(ls slow-first/*.schedule)
expect 0 "$RADDLE" coverage slow-first
says "1 finding"
stored() {
    python3 - slow-first/campaign.sqlite <<'P'
import sqlite3, sys
print(*sqlite3.connect(sys.argv[1]).execute("SELECT schedule, steps FROM findings").fetchone())
P
}
equal "$(stored)" "$file $(sed -n 's/^steps //p' "$file")"
expect 1 "$RADDLE" test --races off -j1 -s random --out slow-first ./slow_ways
says "shrunk to "
equal "$(stored)" "$file $(sed -n 's/^steps //p' "$file")"

# Interrupted: the best so far, or the original; never nothing.
cp whole interrupted.schedule
env --default-signal=INT timeout -s INT 0.1 "$RADDLE" shrink --isolation exec \
    interrupted.schedule >out 2>err || true
expect 1 "$RADDLE" replay --quiet interrupted.schedule

# What cannot be shrunk says why and stays as it is.
cat >hangs.c <<'C'
#include <pthread.h>
static void *run(void *arg) { return arg; }
int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    for (volatile int i = 0;; i++)
        ;
}
C
gcc -g -pthread hangs.c -o hangs
expect 1 "$RADDLE" test -j1 --timeout 300ms --out hangs-out ./hangs
says "not shrunk: "
cp hangs-out/*.schedule before
expect 3 "$RADDLE" shrink --json report hangs-out/*.schedule
says "was not shrunk: "
cmp hangs-out/*.schedule before
equal "$(field report 'r["shrunk"], r["exit_status"]')" "(False, 3)"
expect 2 "$RADDLE" shrink; says "which schedule?"
expect 2 "$RADDLE" shrink no-such-file; says "cannot read the schedule no-such-file"

# A sample of the corpus (make shrink-corpus: all of it).
"$here/shrink.py" "$RADDLE" --work corpus --only 'deadlock_[ab]*' >out 2>err ||
    fail "corpus"
"$here/shrink.py" "$RADDLE" --work corpus --only 'heap_i*' >out 2>err ||
    fail "corpus"
expect 0 "$RADDLE" shrink --help
says "also if no smaller one was found"
