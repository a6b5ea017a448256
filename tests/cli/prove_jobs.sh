# raddle prove --jobs: several workers count what one counts.  The programs of
# counts.txt and operations.txt; random ones against brute force; one that shows
# late what threads share; raddle and its workers killed on the way.  With
# --isolation fork a request is one execution, so that small programs are divided
# too.
# PROVE_SEED, PROVE_PROGRAMS: other random programs.
. "$(dirname "$0")/common.inc"
root=$(cd "$(dirname "$0")/../.." && pwd)
"$RADDLE" cc -O1 -g -pthread "$root/tests/prove/counting.c" -o "count-$$"
"$RADDLE" cc -O1 -g -pthread "$root/tests/prove/operations.c" -o operations
"$RADDLE" cc -O1 -g -pthread "$root/tests/prove/late.c" -o late
"$RADDLE" cc -O1 -g -pthread -I"$root/src" -I"$root/tests/unit" -D_GNU_SOURCE \
    "$root/tests/prove/random.c" "$root/src/explore/step.c" -o random
RADDLE=$RADDLE python3 - "./count-$$" "$root/tests/prove" \
    "${PROVE_SEED:-5000}" "${PROVE_PROGRAMS:-40}" <<'P'
import json, os, subprocess, sys
counting, tables, first, n = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
bad = 0


def prove(jobs, *command):
    subprocess.run([os.environ["RADDLE"], "prove", "-qk", "--fresh",
                    "--no-shrink", "--metrics=none", "--races=off", "-o", "proved",
                    f"--jobs={jobs}", "--json=report", *command],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    r = json.load(open("report"))
    assert r["jobs"] == jobs, r["jobs"]
    return ([r["interleavings"], r["deadlocks"], r["blocked"]],
            r["complete"] and r["abandoned"] == 0, r["failed"])


def check(what, found, wanted, complete):
    global bad
    if found != wanted or not complete:
        bad += 1
        print(f"{what}: {found}, not {wanted}; complete {complete}")


lines = [(counting, line) for line in open(f"{tables}/counts.txt")]
lines += [("./operations", line) for line in open(f"{tables}/operations.txt")]
for name, line in lines:
    if line.startswith("#"):
        continue
    program, counts = line.split(":")
    found, complete, _ = prove(2, name, *program.split())
    check(program, found, [int(c) for c in counts.split()], complete)
for seed in range(first, first + n):
    wanted = [int(c) for c in subprocess.run(
        ["./random", str(seed), "count"], check=True, stdout=subprocess.PIPE,
        text=True).stdout.split()]
    found, complete, _ = prove(2 + seed % 2, "--isolation=fork", "./random",
                               str(seed))
    check(f"seed {seed}", found, [sum(wanted), wanted[1], 0], complete)
for arguments, several in (["2", "m"], [2, 3]), (["3", "f"], [2]), (["3", "c"], [2]):
    wanted, complete, failed = prove(1, "./late", *arguments)
    assert complete
    for jobs in several:
        found, complete, too = prove(jobs, "./late", *arguments)
        check(f"late {arguments}, {jobs} jobs", found + [too],
              wanted + [failed], complete)
sys.exit(bad > 0)
P

prove() {
    "$RADDLE" prove -q -k --no-shrink --metrics none -o kept --json report \
        --jobs 2 "$@" >out 2>err
}
counts() {
    field report '"%s %s %s %s" % (r["complete"], r["interleavings"], r["deadlocks"], r["abandoned"])'
}
# Stopped by -n again and again.
for n in 1 2 5 9; do
    ! prove -n $n "./count-$$" counter 2 2 || fail "complete after $n executions"
done
prove "./count-$$" counter 2 2
equal "$(counts) $(field report 'r["executions"] < 34')" "True 34 0 0 True"
# Killed at drawn numbers of executions.  KILLS: more of them, of a larger program.
victim='fib 4' wanted=1107 left=1000
if [ -n "${KILLS:-}" ]; then
    victim='counter 3 2' wanted=7134 left=6500
fi
for at in $(python3 -c 'import random; r = random.Random(7); print(*[r.randint(1, 150) for _ in range('"${KILLS:-10}"')])'); do
    prove --die-at "$at" "./count-$$" $victim && fail "not killed at $at"
done
prove "./count-$$" $victim
equal "$(counts) $(field report 'r["executions"] < '$left)" "True $wanted 0 0 True"
# A worker that somebody kills, and Ctrl-C: whenever that is.
for how in worker worker interrupt; do
    rm -rf kept
    prove --isolation fork "./count-$$" fib 4 &
    pid=$!
    await pgrep -x "count-$$" >/dev/null
    if [ $how = worker ]; then
        kill -9 $(pgrep -x -n "count-$$") || true
    else
        kill -INT $pid
    fi
    wait $pid || prove "./count-$$" fib 4
    equal "$how: $(counts)" "$how: True 1107 0 0"
done
# An exploration of one job begins anew with two, and says so.
! "$RADDLE" prove -q -n 9 -o kept "./count-$$" counter 2 2 >out 2>err ||
    fail "complete after 9 executions"
prove "./count-$$" counter 2 2
equal "$(counts) $(field report 'r["executions"] >= 34')" "True 34 0 0 True"
grep -q "begins anew" err || fail "it does not say that it begins anew"
# A bound has one job, and raddle says so.
prove --preemptions 1 "./count-$$" counter 2 2
equal "$(field report 'r["jobs"]')" 1
grep -q "has no effect" err || fail "it does not say that it runs one job"
# What executions share outside the process would decide what they do.
echo '#include <fcntl.h>
#include <pthread.h>
static void *t(void *a) { return a; }
int main(void) { pthread_t x; open("f", O_CREAT | O_RDWR, 0600);
pthread_create(&x, 0, t, 0); return pthread_join(x, 0); }' >file.c
"$RADDLE" cc -g -pthread file.c -o file
! prove ./file || fail "complete, although jobs share a file"
equal "$(field report '"jobs" in [x["kind"] for x in r["incomplete_because"]]')" True
