# The JSON of raddle test: all fields with their types; the same seed gives the
# same object but for the times.
. "$(dirname "$0")/common.inc"
deadlock_program
clean_program
cat >check.py <<'P'
import json, sys
r = json.load(open(sys.argv[1]))
types = {
    "command": str, "program": str, "arguments": list, "executions": int,
    "seconds": float, "seconds_on_findings": float,
    "executions_per_second": float, "steps": int,
    "strategy": str, "depth": int, "seed": int, "time": dict, "isolation": str,
    "isolation_asked": str, "fell": (str, type(None)), "jobs": int,
    "engine": str, "complete": bool, "coverage": dict, "capped": bool,
    "combined": dict, "predictions": list, "reorderings": dict, "growth": (dict, type(None)), "skipped": int,
    "observed": int, "targets": (dict, type(None)),
    "rules": (dict, type(None)),
    "threads": int,
    "most_enabled": int, "accesses": int, "restored": dict, "cut": int, "late": int, "lost": int, "handled": int,
    "suppressed": int,
    "deterministic": bool, "difference": (dict, type(None)),
    "compared": int, "event_hash": str, "stop": str, "verdict": str,
    "exit_status": int,
    "why": (str, type(None)), "notes": list, "findings": list,
}
finding = {
    "id": str, "kind": str, "severity": str, "location": str, "text": str,
    "race": type(None), "pattern": type(None), "headline": str, "case": type(None), "expectation": type(None), "execution": int, "nth": int,
    "steps": int, "times": int, "seconds": float, "schedule": str,
    "replayed": bool, "checked": bool,
    "before_threads": bool,
    "preemptions": int, "switches": int, "shrunk_from": int,
    "explanation": (dict, type(None)),
}
def check(what, object, types):
    for name, type in types.items():
        assert name in object, f"{what}: no {name}"
        assert isinstance(object[name], type), f"{what}: {name} is no {type}"
    assert not set(object) - set(types), f"unknown: {set(object) - set(types)}"
check("report", r, types)
for f in r["findings"]:
    check("finding", f, finding)
for n in r["notes"]:
    check("note", n, {"kind": str, "text": str, "location": str})
P
expect 0 "$RADDLE" test --fresh -n 20 --json report ./clean an argument
python3 check.py report
equal "$(field report 'r["arguments"]')" "['an', 'argument']"
equal "$(field report 'r["executions"]')" 20
equal "$(field report 'r["threads"]')" 3
equal "$(field report 'r["deterministic"] and r["compared"] >= 5')" True
equal "$(field report 'r["findings"]')" "[]"
equal "$(field report 'r["stop"]')" budget
equal "$(field report '[n["kind"] for n in r["notes"]]')" "['not-instrumented']"

expect 1 "$RADDLE" test --fresh --json report ./deadlock
python3 check.py report
equal "$(field report 'r["stop"]')" found
equal "$(field report 'r["findings"][0]["kind"]')" deadlock
equal "$(field report 'r["findings"][0]["severity"]')" error
equal "$(field report 'r["findings"][0]["replayed"]')" True
field report 'r["findings"][0]["location"]' | grep -q '^deadlock.c:' ||
    fail "the location is not in deadlock.c"
[ -f "$(field report 'r["findings"][0]["schedule"]')" ]

# On standard output there is nothing else.
expect 1 "$RADDLE" test --fresh --json - ./deadlock
python3 check.py out
grep -q deadlock err

# Bit for bit, but for the times; and another seed is another campaign.
for strategy in random pct pos; do
    for try in 1 2; do
        expect 1 "$RADDLE" test --fresh -j1 -k -n 30 --seed 7 --strategy $strategy \
            --json report ./deadlock
        bare report >report.$try
    done
    cmp report.1 report.2 || fail "two campaigns of one seed differ"
done
for seed in 1 2; do
    expect 0 "$RADDLE" test --fresh -n 30 --seed $seed --json report.$seed ./clean
done
[ "$(field report.1 'r["event_hash"]')" != "$(field report.2 'r["event_hash"]')" ] ||
    fail "two seeds, one schedule"

# The replay's.
expect 1 "$RADDLE" replay -n 3 --json report raddle-out/*/deadlock-*.schedule
equal "$(field report 'r["result"], r["times"], r["reproduced"]')" "('same', 3, 3)"
equal "$(field report 'r["divergence"]')" None
