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
    "shrunk_from", "cause")]')" "[None, None, None, None]"
file=$(ls found/*.schedule)
cp "$file" whole
expect 0 "$RADDLE" shrink --json report "$file"
says_not "already minimal"
says "1 preemption, 5 switches (from "
cmp "$file.orig" whole
equal "$(field report 'r["shrunk"], r["minimal"], r["preemptions"],
    r["switches"], r["threads"], r["exit_status"]')" "(True, True, 1, 5, 4, 0)"
[ "$(field report 'r["shrunk_from"] > 1000 and r["seconds"] < 1')" = True ] ||
    fail "too slow, or too short to say anything"
grep -q '^shrunk-from "assertion-.*\.schedule\.orig"$' "$file"
grep -q '^preemptions 1$' "$file"
equal "$(grep -c '^t[0-9]' "$file")" 6
expect 1 "$RADDLE" replay --quiet -n 100 "$file"
says "reproduced 100 of 100 times"
expect 1 "$RADDLE" replay --quiet "$file.orig"

expect 0 "$RADDLE" shrink --check "$file"
says "0 of 1 preemptions can be left out alone"
expect 0 "$RADDLE" shrink --check "$file.orig"

# Again: nothing is left to shrink, and the original stays the original.
expect 0 "$RADDLE" shrink "$file"
says ": already minimal: 1 preemption, 5 switches (from "
cmp "$file.orig" whole

# The same by itself, in either isolation.
for isolation in rewind fork; do
    expect 1 "$RADDLE" test -j1 -s random --isolation $isolation \
        --out "auto-$isolation" --json report ./long
    says "shrunk to 1 preemption, 5 switches (from "
    equal "$(field report 'r["findings"][0]["preemptions"],
        r["findings"][0]["replayed"]')" "(1, True)"
    # But for the isolation nothing of the shrunk schedule differs.
    cmp "$(ls auto-rewind/*.schedule)" "$(ls auto-$isolation/*.schedule)"
done

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
expect 2 "$RADDLE" shrink no-such-file; says "cannot read no-such-file"

# A sample of the corpus (make shrink-corpus: all of it).
"$here/shrink.py" "$RADDLE" --work corpus --only 'deadlock_*' >out 2>err ||
    fail "corpus"
"$here/shrink.py" "$RADDLE" --work corpus --only 'heap_[c-o]*' >out 2>err ||
    fail "corpus"
