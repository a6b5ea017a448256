#!/usr/bin/env python3
"""prove.py - raddle prove against random schedules, side by side: make bench-prove.

For each program, by turns: executions per second of `raddle prove`, stopped
after N executions or complete, of `raddle test -s random -j1` for as many, and
of `raddle prove --jobs 2`, whose goal is 1.6 times the first.  The ratio of
the first two is also that of CPU time, without the start: it hardly depends on
what else the machine does.  The other numbers need a machine that does nothing
else.

    prove.py [EXECUTIONS]
    prove.py long [PROGRAM...]

The second explores each program to its end and prints the memory that the
search used after 1/8, 1/4, 1/2 and all of it.  `locks 3 5` has 756,756
interleavings (15! / 5!^3), `locks 2 13` 10,400,600 (26! / 13!^2; 197 CPU seconds),
`locks 3 6` 17,153,136.

By hand, against other tools: build tests/prove/counting.c for them (AWAIT as
an assumption), and compare their traces per second with the executions per
second here:
    nidhuggc -O1 -- --sc --optimal counting.c
    genmc --rc11 --mo counting.c
"""
import json
import os
import resource
import statistics
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RADDLE = os.path.join(ROOT, "build", "raddle")
# program, the ratio that is the goal for executions of its length
PROGRAMS = [("counter 3 2", 0.6), ("fib 5", 0.6), ("locks 4 3", 0.6),
            ("treiber 4 1", 0.6), ("writers 7", 0.6), ("lastzero 11", 0.3)]
ROUNDS = 5
START = 100  # executions whose CPU time is taken for that of the start


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def rate(work, arguments):
    report = os.path.join(work, "report")
    subprocess.run([RADDLE, *arguments], cwd=work, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    with open(report, encoding="utf-8") as f:
        r = json.load(f)
    return r["executions"] / r["seconds"], r["steps"] / r["executions"], r


def cost(work, arguments):
    """CPU seconds of an execution."""
    before = cpu_seconds()
    first = rate(work, [*arguments[:-1], "-n", str(START), *arguments[-1]])[2]
    between = cpu_seconds()
    rest = rate(work, [*arguments[:-1], *arguments[-1]])[2]
    return ((cpu_seconds() - between) - (between - before)) / \
        (rest["executions"] - first["executions"])


def long(work, programs):
    print(f"{'program':14} {'executions':>11} {'seconds':>8} {'MiB used':>9}")
    for program in programs:
        command = ["./counting", *program.split()]
        common = ["prove", "-qk", "--no-shrink", "--metrics=none",
                  "--determinism=0", "--json=report", "-o", "kept"]
        n = 0
        r = {"complete": False}
        while not r["complete"]:
            # The next part goes on where the last one was.
            limit = [] if n == 0 or n > 2e6 else ["-n", str(n)]
            if n == 0:
                limit = ["--fresh", "-n", "100000"]
            seconds = cpu_seconds()
            r = rate(work, [*common, *limit, *command])[2]
            n = max(100000, 2 * n)
            print(f"{program:14} {r['interleavings']:11} "
                  f"{cpu_seconds() - seconds:8.1f} "
                  f"{r['memory']['used'] / 2**20:9.2f}", flush=True)


def main():
    work = os.path.join(ROOT, "build", "bench-prove")
    os.makedirs(work, exist_ok=True)
    subprocess.run([RADDLE, "cc", "-O1", "-g", "-pthread",
                    os.path.join(ROOT, "tests", "prove", "counting.c"),
                    "-o", os.path.join(work, "counting")], check=True)
    if len(sys.argv) > 1 and sys.argv[1] == "long":
        long(work, sys.argv[2:] or ["locks 3 5"])
        return
    executions = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    common = ["--fresh", "--no-shrink", "--metrics=none", "--determinism=0",
              "-q", "-n", str(executions), "--json=report", "-o", "kept"]
    print(f"{'program':14} {'steps':>6} {'prove/s':>9} {'random/s':>9} "
          f"{'ratio':>6} {'of CPU':>6} {'goal':>5} {'2 jobs':>7}")
    for program, goal in PROGRAMS:
        proved, drawn, both, cpu, steps = [], [], [], [], 0
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
            cpu.append(cost(work, ["test", "-s", "random", "-k", "-j1",
                                   *common, *common_n, command]) /
                       cost(work, ["prove", "-k", *common, command]))
        ratio = statistics.median(p / d for p, d in zip(proved, drawn))
        print(f"{program:14} {steps:6.0f} {statistics.median(proved):9.0f} "
              f"{statistics.median(drawn):9.0f} {ratio:6.2f} "
              f"{statistics.median(cpu):6.2f} {goal:5} "
              f"{statistics.median(both):7.2f}")


if __name__ == "__main__":
    main()
