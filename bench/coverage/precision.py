#!/usr/bin/env python3
"""How right is the estimate of what can be covered?

    precision.py RADDLE --work DIR [--executions N] [--rounds N] [--seeds N]
                 [--programs NAME...]

For each subject: everything that long campaigns of several strategies cover
(--rounds of --executions for each), and what `raddle estimate` says from 1, 2,
4 and 10 observed executions, mean of --seeds.  A false positive was estimated
and never covered; a false negative was covered and not estimated.  Counts do
not depend on the machine's load.
"""
import argparse
import json
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source
from study import FLAGS, HERE  # noqa: E402
from tables import table  # noqa: E402

STRATEGIES = "auto", "random", "pos", "cuve"
METRICS = "reads-from", "blocked-pair", "sync-pair", "def-use", "pset"
OBSERVED = 1, 2, 4, 10


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def place(p):
    return p and (p["module"], p["offset"])


def requirements(file, state):
    """By metric: the set of those for which `state` is true."""
    found = {m: set() for m in METRICS}
    for q in json.loads(file.read_text())["requirements"]:
        if q[state] and q["metric"] in found:
            found[q["metric"]].add((place(q["first"]), place(q["second"])))
    return found


def join(all_of, some):
    for metric, found in some.items():
        all_of[metric] |= found


def covered(o, program):
    """What campaigns of all strategies cover."""
    out, report = o.work / "campaign", o.work / "coverage.json"
    union = {m: set() for m in METRICS}
    for strategy in STRATEGIES:
        for seed in range(1, o.rounds + 1):
            shutil.rmtree(out, ignore_errors=True)
            run(o.raddle, "test", "-s", strategy, "--seed", str(seed), "-j1",
                "-n", str(o.executions), "--metrics", ",".join(METRICS),
                "-o", out, program)
            run(o.raddle, "coverage", "--json", report, out)
            join(union, requirements(report, "covered"))
    return union


def estimated(o, program, observed, seed):
    report = o.work / "estimate.json"
    run(o.raddle, "estimate", "-n", str(observed), "--seed", str(seed),
        "--json", report, program)
    return requirements(report, "estimated")


def measure(o, program):
    """By metric: covered, then for each number of observed executions the
    means of estimated, false positives and false negatives."""
    truth = covered(o, program)
    rows = {m: [len(truth[m])] for m in METRICS}
    for observed in OBSERVED:
        models = [estimated(o, program, observed, seed + 1)
                  for seed in range(o.seeds)]
        for m in METRICS:
            rows[m] += [statistics.fmean(map(len, sets)) for sets in (
                [e[m] for e in models], [e[m] - truth[m] for e in models],
                [truth[m] - e[m] for e in models])]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--executions", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--programs", nargs="*")
    o = parser.parse_args()
    o.raddle, o.work = o.raddle.resolve(), o.work.resolve()
    o.work.mkdir(parents=True, exist_ok=True)
    results = {}
    for source in sorted((HERE / "subjects").glob("*.c")):
        if o.programs and source.stem not in o.programs:
            continue
        program = o.work / source.stem
        run(o.raddle, "cc", *FLAGS, source, "-o", program)
        results[source.stem] = measure(o, program)
        print(f"{source.stem} is done", file=sys.stderr, flush=True)
    for m in METRICS:
        table(f"{m}: covered; then, for each number of observed executions, "
              "estimated, false positives, false negatives",
              ["program", "covered"] + [
                  f"{what} {n}" for n in OBSERVED
                  for what in ("est.", "f+", "f-")],
              [[name, str(rows[m][0])] + [f"{n:.1f}" for n in rows[m][1:]]
               for name, rows in results.items()])


if __name__ == "__main__":
    main()
