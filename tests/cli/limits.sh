# What limits the meaning of "no failure found" is told also when it is to be
# quiet; other notes are not.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/cli/common.inc"
clean_program
expect 0 "$RADDLE" test -q -n 30 --json report ./clean
[ ! -s out ] || fail "not quiet"
says "memory accesses are not seen"
expect 0 "$RADDLE" test --fresh -q -n 3 --isolation exec ./clean
says_not "isolation"

# They stay with the campaign, whoever runs it next, until the program is
# another.
expect 0 "$RADDLE" test -n 30 ./clean
expect 0 "$RADDLE" coverage --json report raddle-out/clean
says "note: memory accesses are not seen, only synchronisation"
equal "$(field report 'len(r["notes"]), r["notes"] == r["limits"]')" "(1, True)"
expect 0 "$RADDLE" report --json report raddle-out/clean
equal "$(field report '["memory accesses" in n for n in r["limits"]]')" "[True]"
"$RADDLE" cc -g -pthread clean.c -o clean
expect 0 "$RADDLE" test -n 30 ./clean
expect 0 "$RADDLE" report --json report raddle-out/clean
equal "$(field report 'r["limits"]')" "[]"

# Cut executions, of which some come to their end.
cat >some.c <<'C'
#include <pthread.h>
static volatile int go, late;
static void *first(void *a)
{
    for (int i = 0; i < 10; i++)
        late++; /* most executions come to their end */
    go = 1;
    return a;
}
static void *second(void *a)
{
    if (go)
        for (int i = 0; i < 200; i++)
            go = 2;
    return a;
}
C
two_threads_main first second >>some.c
"$RADDLE" cc -g -pthread some.c -o some
expect 0 "$RADDLE" test -q -n 100 --steps 60 --json report ./some
says "executions were cut at 60 steps (--steps)"
equal "$(field report '[n["kind"] for n in r["notes"]]')" "['executions-cut']"

# A goal that was not reached: what was.
cp "$root/examples/reload.c" .
"$RADDLE" cc -g -pthread reload.c -o reload
expect 3 "$RADDLE" test -q -n 50 --until coverage=95% --json report ./reload
says "--until coverage=95% was not reached: 9 of 10 covered (90%)"
equal "$(field report 'r["why"][:20], r["stop"], r["notes"]')" \
    "('--until coverage=95%', 'budget', [])"
expect 0 "$RADDLE" test --until coverage=80% ./reload
says_not "not reached"
# A finding is worse, and then it is a note.
deadlock_program
expect 1 "$RADDLE" test -q --keep-going -n 50 --until coverage=100% \
    --json report ./deadlock
says "--until coverage=100% was not reached: "
equal "$(field report '[n["kind"] for n in r["notes"]
    if n["kind"].startswith("goal")], r["why"]')" "(['goal-not-reached'], None)"
