#!/usr/bin/env python3
"""Shrinks the schedules of the corpus: every program of tests/programs whose
EXPECT is a failure.

    shrink.py RADDLE --work DIR [--only PATTERN] [--repeat N]

For each: the finding is shrunk, or raddle says why it cannot be; the shrunk
schedule fails again N of N times; leaving out any single preemption of it,
which --check tries one by one, lets the failure vanish; and shrinking an execution
of up to 10,000 steps took less than a second if it could be rewound.
"""
import argparse
import fnmatch
import json
import pathlib
import sys

from programs import FOUND, HERE, REWIND, Failure, Program, build, run, test

# A reason not to shrink that is none of raddle's doing.
MAY_STAY = ("it depends on input from outside",
            "each attempt would take as long as the time-out")


def shrink(raddle, schedule, work):
    report = work / "shrink.json"
    report.unlink(missing_ok=True)
    done = run([raddle, "shrink", f"--json={report}", schedule], cwd=work)
    if not report.exists():
        raise Failure(f"no report, exit {done.returncode}:\n{done.stdout}")
    return done, json.loads(report.read_text())


def check(raddle, program, work, repeat):
    """Returns what is to be told; raises Failure."""
    work.mkdir(parents=True, exist_ok=True)
    binary = build(raddle, program, program.compilers[0], program.builds[0],
                   work)
    done, found = test(raddle, program, binary, REWIND, work, "--no-shrink",
                       f"--executions={program.executions}")
    if done.returncode != FOUND or not found["findings"][0]["replayed"]:
        raise Failure(f"exit {done.returncode}:\n{done.stdout}")
    finding = found["findings"][0]
    schedule = finding["schedule"]
    done, first = shrink(raddle, schedule, work)
    if not first["shrunk"]:
        if first["why"] in MAY_STAY:
            return f"not shrunk: {first['why']}"
        raise Failure(f"not shrunk: {first['why']}")
    if not first["minimal"]:
        raise Failure("not minimal")
    done = run([raddle, "replay", "-q", f"--times={repeat}", schedule],
               cwd=work)
    if f"reproduced {repeat} of {repeat} times" not in done.stdout:
        raise Failure(f"does not fail each time:\n{done.stdout}")
    done = run([raddle, "shrink", "--check", schedule], cwd=work)
    n = first["preemptions"]
    needed = {0: "it has no preemption", 1: "the preemption is needed"}
    if done.stdout != needed.get(n, f"each of the {n} preemptions is needed") + "\n":
        raise Failure(f"not each preemption is needed:\n{done.stdout}")
    if (finding["steps"] <= 10000 and first["seconds"] >= 1
            and found["isolation"] == "rewind"):
        raise Failure(f"{first['seconds']:.2f} s for {finding['steps']} steps")
    return (f"{first['preemptions']} preemptions, {first['switches']} "
            f"switches (from {first['shrunk_from']}), {first['steps']} steps "
            f"(from {finding['steps']}), {first['attempts']} attempts in "
            f"{first['seconds']:.2f} s, {found['isolation']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--repeat", type=int, default=100)
    options = parser.parse_args()
    failed = n = 0
    for path in sorted((HERE / "programs").glob("*.c*")):
        if not fnmatch.fnmatch(path.stem, options.only):
            continue
        program = Program(path)
        if program.expect == "clean":
            continue
        n += 1
        try:
            told = check(options.raddle.resolve(), program,
                         options.work.resolve() / path.stem, options.repeat)
        except Failure as failure:
            failed += 1
            told = f"FAILED: {failure}"
        print(f"{path.stem}: {told}", flush=True)
    print(f"{n} programs, {failed} failed")
    sys.exit(1 if failed or n == 0 else 0)


if __name__ == "__main__":
    main()
