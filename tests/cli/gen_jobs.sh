# raddle gen --jobs: several processes run tests; whoever is killed, nothing that
# was found is lost.
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$(dirname "$0")/common.inc"
cp "$root"/bench/gen/modules/counter.[ch] .
gen="$RADDLE gen counter.h --with counter.c --races=off"

# Together they make the tests that were asked for.
expect 0 $gen --cflags=-DMENDED --jobs 3 --tests 50 -o clean --json report
equal "$(field report 'r["stop"], r["tests"], sum(p["tried"] for p in r["pairs"]), r["findings"]')" \
    "('tests', 50, 50, [])"
# Samples are of all jobs: at most one for each power of two, and the last is not of
# one job alone.
equal "$(field report '[s["tests"].bit_length() for s in r["samples"]] == sorted({s["tests"].bit_length() for s in r["samples"]}), 32 <= r["samples"][-1]["tests"] <= 50')" \
    "(True, True)"
expect 0 $gen --cflags=-DMENDED --jobs 2 --tests 10 -o clean --continue --json report
equal "$(field report 'r["tests"], sum(p["tests"] for p in r["pairs"])')" "(60, 60)"
# The first finding ends all of them, and is confirmed.
expect 1 $gen --jobs 2 -o found --json report
equal "$(field report 'r["stop"], len(r["findings"]), r["findings"][0]["confirmed"]')" \
    "('findings', 1, True)"
[ -z "$(ls found | grep job-)" ] || fail "files of jobs are left"
# A data race that is known is a warning: it does not count as what they look for.
echo 'weak counter_add
ignore counter_get' >add.spec
expect 0 "$RADDLE" gen counter.h --with counter.c --spec add.spec --jobs 2 --tests 20 -o races
expect 0 "$RADDLE" gen --continue -o races --tests 10 --json report
equal "$(field report 'r["stop"], r["tests"], [f["severity"] for f in r["findings"]]')" \
    "('tests', 30, ['warning'])"

# A job is killed: another goes on in its place.
$gen --cflags=-DMENDED --jobs 2 --tests 1000000 -o killed --json report >out 2>err &
pid=$!
await [ -e killed/job-1.json ]
first=$(pgrep -P $pid | head -1)
kill -KILL "$first"
await eval '[ "$(pgrep -P $pid | grep -cvx "$first")" = 2 ]'
kill -TERM $pid
wait $pid
says "a job died and was started again"
equal "$(field report 'r["stop"], r["tests"] > 0')" "('interrupted', True)"

# Jobs that die again and again are given up: raddle ends, and says so.
without_leak_check $gen --cflags=-DMENDED --jobs 2 --tests 1000000 -o given --json report >out 2>err &
pid=$!
await [ -e given/job-1.json ]
while kill -0 $pid 2>/dev/null; do
    for job in $(pgrep -P $pid -f MENDED); do kill -KILL "$job" 2>/dev/null || :; done
    sleep 0.02
done
wait $pid
says "started again, 6 times"
says "raddle gave up 2 of 2 jobs"
equal "$(field report 'r["stop"], 0 < r["tests"] < 1000000')" "('jobs', True)"

# A job cannot be started again: the others are stopped, and raddle ends.
cat >no_fork.c <<'C'
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>
pid_t fork(void)
{
    FILE *f = fopen("no_fork", "r");
    int pid = 0;
    if (f != NULL) {
        if (fscanf(f, "%d", &pid) == 1 && pid == getpid()) {
            errno = EAGAIN;
            return -1;
        }
        fclose(f);
    }
    return ((pid_t (*)(void))dlsym(RTLD_NEXT, "fork"))();
}
C
${CC:-cc} -D_GNU_SOURCE -shared -fPIC -o no_fork.so no_fork.c
LD_PRELOAD=$PWD/no_fork.so $gen --cflags=-DMENDED --jobs 2 --tests 1000000 -o no_fork.out \
    >out 2>err &
pid=$!
await [ -e no_fork.out/job-1.json ]
echo $pid >no_fork
kill -KILL "$(pgrep -P $pid -f MENDED | head -1)"
got=0
wait $pid || got=$?
rm no_fork
says "cannot start job"
equal "$got" 3

# raddle is killed: its jobs end, and the next session has what they found.
$gen --keep-going --jobs 2 --tests 1000000 -o dead >out 2>err &
pid=$!
await grep -q '"verdict"' dead/job-0.json 2>/dev/null
await [ -e dead/state.json ]
jobs=$(pgrep -P $pid -f keep-going)
kill -KILL $pid
wait $pid || :
for job in $jobs; do await eval "! kill -0 $job 2>/dev/null"; done
# Even if raddle had not seen it.
python3 - <<'P'
import json
state = json.load(open("dead/state.json"))
state["findings"] = []
json.dump(state, open("dead/state.json", "w"))
P
expect 1 $gen --tests 1 -o dead --continue --json report
equal "$(field report '{f["confirmed"] for f in r["findings"]}')" "{True}"
