#!/usr/bin/env python3
"""Compares raddle's detection of data races with ThreadSanitizer (gcc, clang),
Helgrind and DRD on the programs of tests/races, and measures what it costs.

    detect.py RADDLE --work DIR [--runs N] [--seeds N] [--clean N] [--only NAME]
              [--no-cost]

A tool has found a race if it reports one in any of its runs: ten of each
ThreadSanitizer, one of each tool of Valgrind, whose scheduler hardly varies, and
1,000 executions of raddle for each of 20 seeds, each of which must find it, of
the right kind.  Of a program without a race every report is false: raddle gets
100,000 executions of it.

The cost is the rate of executions with --races=report as a part of that with
--races=off, side by side, slot after slot; the median of the slots counts.

Exit status 1 if raddle misses a race or reports a false one.
"""
import argparse
import itertools
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests"))
import races  # noqa: E402
from table import table  # noqa: E402

# Program and executions in a slot.
COST = (("handover", 20000), ("account", 15000), ("queue", 2000),
        ("table", 30))
LIMIT = 20  # seconds for one run of another tool


def compile_with(command, source, twin, path):
    subprocess.run([*command, "-g", "-O1", "-pthread", "-w",
                    *(["-DTWIN"] if twin else []), source, "-o", path],
                   check=True)
    return path


def reports(command, pattern, status=None):
    """Does the run report a race?"""
    try:
        done = subprocess.run(command, capture_output=True, text=True,
                              timeout=LIMIT, errors="replace")
    except subprocess.TimeoutExpired:
        return False
    return re.search(pattern, done.stdout + done.stderr) is not None


def tsan(compiler, source, twin, work, runs):
    path = compile_with([compiler, "-fsanitize=thread"], source, twin,
                        work / "tsan")
    # Without randomised addresses: some kernels leave too little room.
    return any(reports(["setarch", "-R", str(path)], "data race|heap-use-after")
               for _ in range(runs))


def valgrind(tool, source, twin, work, _runs):
    path = compile_with(["gcc"], source, twin, work / "plain")
    return reports(["valgrind", f"--tool={tool}", str(path)],
                   "Possible data race|Conflicting (load|store)")


def raddle(options, source, twin, expect):
    path = races.build(options.raddle, source, twin, options.work, "")
    wrong = races.check(options, expect, path)
    for line in wrong:
        print(f"  {line}")
    return not wrong


TOOLS = (("ThreadSanitizer, gcc", lambda *a: tsan("gcc", *a)),
         ("ThreadSanitizer, clang", lambda *a: tsan("clang", *a)),
         ("Helgrind", lambda *a: valgrind("helgrind", *a)),
         ("DRD", lambda *a: valgrind("drd", *a)))


def compare(options):
    names = [t[0] for t in TOOLS] + ["raddle"]
    found = dict.fromkeys(names, 0)
    false = dict.fromkeys(names, 0)
    rows, racy, clean, bad = [], 0, 0, 0
    for source, twin, expect in itertools.chain(
            races.programs(options.only),
            [] if options.only else races.programs([], tricky=True)):
        has = expect != "none"
        racy, clean = racy + has, clean + (not has)
        says = [act(source, twin, options.work, options.runs)
                for _, act in TOOLS]
        right = raddle(options, source, twin, expect)
        bad += not right
        says.append(has == right)
        for name, said in zip(names, says):
            (found if has else false)[name] += said
        if any(said != has for said in says):
            rows.append((source.stem + (" (twin)" if twin else ""), expect,
                         *("wrong" if said != has else "" for said in says)))
    table(f"Programs about which a tool is wrong, of {racy} with a race and "
          f"{clean} without", ("program", "expected", *names), rows)
    table("Sum", ("tool", "found", "missed", "false"),
          [(n, str(found[n]), str(racy - found[n]), str(false[n]))
           for n in names])
    return bad


def rate(options, path, how, n):
    done = subprocess.run(
        ["taskset", "-c", "0", options.raddle, "test", "-q", "--fresh",
         "--jobs=1", "--strategy=random", "--steps=1200000", f"--races={how}",
         "-n", str(n), "--json=-", f"--out={options.work / 'cost'}", path],
        capture_output=True, text=True)
    result = json.loads(done.stdout[done.stdout.index("{"):])
    return result["executions"] / result["seconds"]


def cost(options):
    rows = []
    for name, n in COST:
        path = options.work / name
        subprocess.run([options.raddle, "cc", "-g", "-O2", "-pthread",
                        HERE / "programs" / f"{name}.c", "-o", path],
                       check=True)
        slots = {"off": [], "report": []}
        for i in range(11):
            for how in sorted(slots, reverse=i % 2 == 1):
                slots[how].append(rate(options, path, how, n))
        off, report = (statistics.median(slots[h]) for h in ("off", "report"))
        best = max(slots["report"]) / max(slots["off"])
        rows.append((name, f"{off:.0f}/s", f"{report:.0f}/s",
                     f"{report / off:.2f}", f"{best:.2f}"))
    table("Executions a second, median of 11 slots", (
        "program", "off", "report", "ratio", "ratio of the best"), rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--clean", type=int, default=100000)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--no-cost", action="store_true")
    parser.set_defaults(quick=False)  # races.check()
    options = parser.parse_args()
    options.raddle = options.raddle.resolve()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    bad = compare(options)
    if not options.no_cost:
        cost(options)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
