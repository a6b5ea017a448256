# raddle syn: an execution as a SYN-sequence, its partial order and its race
# variants; following variants to the fixpoint gives every sequence.
. "$(dirname "$0")/common.inc"
from=$(dirname "$0")/../prove
"$RADDLE" cc -O1 -g -pthread "$from/figures.c" -o figures
"$RADDLE" cc -O1 -g -pthread "$from/counting.c" -o counting

# The numbers of the paper, and of counts.txt: by raddle prove, and by following
# race variants until no sequence is new (small ones: each is a process).
RADDLE=$RADDLE python3 - <<'P'
import json, os, subprocess, sys
R = os.environ["RADDLE"]
quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
def syn(*args):
    status = subprocess.run([R, "syn", "--json", "report", *args], **quiet)
    assert status.returncode == 0, (args, status.returncode)
    return json.load(open("report"))
def sequence(r):
    return json.dumps([[[e["kind"], e["variable"], e["version"], e["place"]["location"],
                         e["value"]] for e in t["events"] if e["kind"] != "order"]
                       for t in r["threads"]])
def fixpoint(*program):
    seen, todo, n = set(), [], 0
    def add(r, name):
        if sequence(r) not in seen:
            seen.add(sequence(r))
            todo.extend((name, v["variant"]) for v in r["variants"])
    add(syn("-o", "0.schedule", *program), "0.schedule")
    while todo:
        name, variant = todo.pop()
        n += 1
        r = syn("-o", f"{n}.schedule", "--run", str(variant), name)
        assert r["ran"] == {"variant": variant, "followed": True}, (name, r["ran"])
        add(r, f"{n}.schedule")
    return len(seen)
def prove(*program):
    subprocess.run([R, "prove", "-q", "--fresh", "--metrics=none", "-o", "dir", "--json",
                    "report", *program], **quiet)
    r = json.load(open("report"))
    assert r["complete"], r["incomplete_because"]
    return r["interleavings"]
figures = {"1 1 0": 2, "1 0 2": 2, "3 0 0 1": 29, "6 0 0": 2, "6 0 2": 2, "6 1 0": 3,
           "6 1 2": 3}
for arguments, wanted in figures.items():
    came = [prove("./figures", *arguments.split())]
    if wanted < 29:
        came.append(fixpoint("./figures", *arguments.split()))
    assert set(came) == {wanted}, (arguments, came)
for arguments, wanted in {"trylock 2": 4, "condvar 1 1": 2, "philo 2": 3}.items():
    came = fixpoint("./counting", *arguments.split())
    assert came == wanted, (arguments, came)

# The events of a free run of figure 3, as the paper writes them: here thread 1
# writes b first, and nobody writes it before thread 3 does.
r = syn("./figures", "3", "0", "0", "1")
events = {e["event"]: e for t in r["threads"] for e in t["events"]}
shown = [[(e["kind"], e["variable"], e["version"], e["value"]) for e in t["events"]
          if e["kind"] != "order"] for t in r["threads"]]
assert shown == [[],
                 [("R", "c", 0, 1), ("W", "b", 1, 2)],
                 [("R", "a", 0, 0), ("R", "b", 1, 2), ("W", "c", 1, -1), ("R", "b", 1, 2)],
                 [("R", "a", 0, 0), ("R", "b", 1, 2), ("W", "b", 2, 1)]], shown
assert all(e["local"] is None for e in events.values())
def at(thread, n): # of the events with a variable
    return [e["event"] for e in r["threads"][thread]["events"] if e["kind"] != "order"][n]
order = {(a, b) for a, b in r["order"] if events[a]["kind"] != "order" != events[b]["kind"]}
# R(c, 0) -> W(c, 1) follows from the first of these.
assert order == {(at(1, 1), at(2, 1)), (at(1, 1), at(3, 1)), (at(2, 3), at(3, 2))}, order
races = {(v["second"], v["first"]) for v in r["variants"]}
assert races == {(at(2, 1), at(1, 1)), (at(3, 2), at(2, 3))}, races
for v in r["variants"]:
    assert v["prefix"][-1] == v["second"] and v["first"] not in v["prefix"], v
P

# A failure, and a schedule of a passing execution: both can be replayed.
deadlock_program
expect 1 "$RADDLE" test -q -j1 --no-shrink -o dead ./deadlock
expect 0 "$RADDLE" syn --json report dead/*.schedule
equal "$(field report 'r["finding"], len(r["variants"]) > 0')" "('deadlock', True)"
expect 0 "$RADDLE" syn -o passes.schedule ./figures 6 1 0
expect 0 "$RADDLE" replay passes.schedule
says "passes again"
cd /
"$RADDLE" syn --json "$TMP/report" "$TMP/passes.schedule" >"$TMP/out" 2>"$TMP/err" ||
    { cd "$TMP"; fail "not from another directory"; }
cd "$TMP"

# What cannot be: variants that are not there, order that is not known.
expect 2 "$RADDLE" syn --run 99 passes.schedule
expect 2 "$RADDLE" syn
expect 2 "$RADDLE" syn passes.schedule passes.schedule
cat >sleeps.c <<'C'
#include <pthread.h>
#include <unistd.h>
static void *work(void *a)
{
    usleep(1);
    return a;
}
C
two_threads_main >>sleeps.c
"$RADDLE" cc -g -pthread sleeps.c -o sleeps
expect 0 "$RADDLE" syn --json report ./sleeps
equal "$(field report 'r["variants"], r["why"] is None, r["operation"]')" \
    "(None, False, 'sleep')"
expect 3 "$RADDLE" syn --run 1 ./sleeps
