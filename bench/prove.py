#!/usr/bin/env python3
"""prove.py - raddle prove against random schedules, side by side: make bench-prove.

For each program, by turns: executions per second of `raddle prove`, stopped
after N executions or complete, of `raddle test -s random -j1` for as many, and
of `raddle prove --jobs 2`, whose goal is 1.6 times the first.
Only the ratio means something, and only if the machine does nothing else.

By hand, against other tools: build tests/prove/counting.c for them (AWAIT as
an assumption), and compare their traces per second with the executions per
second here:
    nidhuggc -O1 -- --sc --optimal counting.c
    genmc --rc11 --mo counting.c
"""
import json
import os
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RADDLE = os.path.join(ROOT, "build", "raddle")
# program, the ratio that is the goal for executions of its length
PROGRAMS = [("counter 3 2", 0.6), ("fib 5", 0.6), ("locks 4 3", 0.6),
            ("treiber 3 1", 0.6), ("writers 7", 0.6), ("lastzero 11", 0.3)]
ROUNDS = 5


def rate(work, arguments):
    report = os.path.join(work, "report")
    subprocess.run([RADDLE, *arguments], cwd=work, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    with open(report, encoding="utf-8") as f:
        r = json.load(f)
    return r["executions"] / r["seconds"], r["steps"] / r["executions"], r


def main():
    executions = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    work = os.path.join(ROOT, "build", "bench-prove")
    os.makedirs(work, exist_ok=True)
    subprocess.run([RADDLE, "cc", "-O1", "-g", "-pthread",
                    os.path.join(ROOT, "tests", "prove", "counting.c"),
                    "-o", os.path.join(work, "counting")], check=True)
    common = ["--fresh", "--no-shrink", "--metrics=none", "--determinism=0",
              "-q", "-n", str(executions), "--json=report", "-o", "kept"]
    print(f"{'program':14} {'steps':>6} {'prove/s':>9} {'random/s':>9} "
          f"{'ratio':>6} {'goal':>5} {'2 jobs':>7}")
    for program, goal in PROGRAMS:
        proved, drawn, both, steps = [], [], [], 0
        for _ in range(ROUNDS):
            command = ["./counting", *program.split()]
            n, steps, r = rate(work, ["prove", "-k", *common, *command])
            proved.append(n)
            both.append(rate(work, ["prove", "-k", "-j2", *common,
                                    *command])[0] / n)
            common_n = ["-n", str(r["executions"])]
            drawn.append(rate(work, ["test", "-s", "random",
                                     "-k", "-j1", *common, *common_n,
                                     *command])[0])
        ratio = statistics.median(p / d for p, d in zip(proved, drawn))
        print(f"{program:14} {steps:6.0f} {statistics.median(proved):9.0f} "
              f"{statistics.median(drawn):9.0f} {ratio:6.2f} {goal:5} "
              f"{statistics.median(both):7.2f}")


if __name__ == "__main__":
    main()
