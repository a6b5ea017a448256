#!/usr/bin/env python3
"""Which tests need not run under sanitizers: a greedy cover of the driver.

    reach.py BUILD measure [--only PATTERN] [--jobs N]
    reach.py BUILD choose [--percent N]

measure: builds the driver with clang's counters below BUILD/reach and runs each
unit test and each script of tests/cli with it.  BUILD/reach/regions has, for
each, its CPU seconds and the regions of raddle and raddle-gen that it executed:
what a branch, a loop or a call of a function separates.  Ten minutes of CPU.

choose: the test that adds the most regions for its seconds is next (Chvatal,
1979), until N percent of what any test executes are in.  Prints them with what
each adds, and writes the others to tests/not_sanitized.txt, which run.py reads.
A test that was not measured stays in that file or out of it, as it was.

What it misses: the regions above N percent; and of the others, errors that only
appear with other data or after another path than those of the chosen tests.
"""
import argparse
import fnmatch
import json
import multiprocessing
import os
import pathlib
import re
import resource
import shutil
import subprocess

import run as tests

PERCENT = 97.0
# CPU seconds to compile and to link a unit test with sanitizers.
UNIT_BUILD = 0.5
LLVM = "llvm-{}-14"  # comes with clang


def build(place):
    """With counters in a mapped file, so that those of a killed process count."""
    flags = "-O0 -fprofile-instr-generate -mllvm -runtime-counter-relocation"
    subprocess.run(["make", "-s", f"-j{os.cpu_count()}", "CC=clang",
                    f"BUILD={place}", f"SANFLAGS={flags}", "SANDEBUG=", "all",
                    "units"], check=True, stderr=subprocess.DEVNULL)


def counters(folder):
    """(function, number of a region, executions), of all profiles there."""
    profiles = [p for p in folder.glob("*.profraw") if p.stat().st_size]
    if not profiles:
        return
    merged, tool = folder / "merged", LLVM.format("profdata")
    subprocess.run([tool, "merge", "--failure-mode=all", "-o", merged,
                    *profiles], check=True, stderr=subprocess.DEVNULL)
    shown = subprocess.run([tool, "show", "--all-functions", "--counts", merged],
                           check=True, text=True, stdout=subprocess.PIPE).stdout
    function = None
    for line in shown.splitlines():
        if match := re.fullmatch(r"  (\S.*):", line):
            function = match.group(1)
        elif match := re.fullmatch(r"    Function count: (\d+)", line):
            yield function, 0, int(match.group(1))
        elif match := re.fullmatch(r"    Block counts: \[(.+)\]", line):
            for i, n in enumerate(match.group(1).split(", ")):
                yield function, i + 1, int(n)


def measure_one(place, name, command):
    """In a process of its own, so that its children's time is known."""
    empty, profiles = place / "work" / name, place / "profiles" / name
    for folder in (empty, profiles):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    more = {"LLVM_PROFILE_FILE": f"{profiles}/%c%m.profraw",
            "RADDLE": str(place / "raddle"), "TMP": str(empty)}
    with open(f"{empty}.log", "w") as log:
        done = subprocess.run(["timeout", "1500", *command],
                              env={**os.environ, **more}, stdout=log,
                              stdin=subprocess.DEVNULL,
                              stderr=subprocess.STDOUT)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = used.ru_utime + used.ru_stime
    out = place / "regions" / f"{name}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(
        {"seconds": seconds, "regions":
         [(f, i) for f, i, n in counters(profiles) if n]}))
    shutil.rmtree(profiles)
    return name, seconds, done.returncode


def names():
    """Of all tests that may run under sanitizers."""
    return [f"{folder}/{p.stem}" for folder, suffix in
            (("unit", "c"), ("cli", "sh"))
            for p in sorted((tests.TESTS / folder).glob(f"*.{suffix}"))
            if f"{folder}/{p.stem}" not in tests.NEVER_SANITIZED]


def measure(place, only, jobs):
    build(place)
    tests.set_up_environment(place / "work")
    with multiprocessing.Pool(jobs, maxtasksperchild=1) as pool:
        todo = []
        for name in names():
            folder, stem = name.split("/")
            if fnmatch.fnmatch(stem, only):
                command = [place / name] if folder == "unit" else \
                    ["bash", tests.TESTS / f"{name}.sh"]
                todo.append(pool.apply_async(measure_one,
                                             (place, name, command)))
        for one in todo:
            name, seconds, status = one.get()
            print(f"{seconds:8.2f} {name}" + (
                "" if status in (0, tests.SKIPPED) else f": status {status}"),
                flush=True)


def functions(place):
    """Of the driver: those of a unit test itself are of no interest."""
    known = set()
    for program in ("raddle", "raddle-gen"):
        folder = place / "profiles" / program
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([place / program, "--version"], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={
                           **os.environ,
                           "LLVM_PROFILE_FILE": f"{folder}/%m.profraw"})
        known |= {function for function, _, _ in counters(folder)}
    return known - {"main"}


def choose(place, percent):
    known = functions(place)
    before = set(tests.NOT_SANITIZED.read_text().split())
    left, seconds, unmeasured = {}, {}, set()
    for name in names():
        path = place / "regions" / f"{name}.json"
        if not path.exists():
            unmeasured.add(name)
            continue
        report = json.loads(path.read_text())
        left[name] = {(f, i) for f, i in report["regions"] if f in known}
        seconds[name] = max(report["seconds"], 0.01) + (
            UNIT_BUILD if name.startswith("unit/") else 0)
    everything = set().union(*left.values())
    covered, cost = set(), 0.0
    while len(covered) < percent / 100 * len(everything):
        best = max(left, key=lambda n: len(left[n] - covered) / seconds[n])
        new = left.pop(best) - covered
        covered |= new
        cost += seconds[best]
        print(f"{best:36} {len(new):6} {100 * len(covered) / len(everything):6.2f} % "
              f"{cost:7.1f} s")
    print(f"{len(everything)} regions, {len(everything) - len(covered)} missed; "
          f"{cost:.0f} of {sum(seconds.values()):.0f} s")
    for name in sorted(unmeasured):
        print(f"not measured: {name}")
    left_out = set(left) | (unmeasured & before)
    tests.NOT_SANITIZED.write_text("".join(f"{n}\n" for n in sorted(left_out)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("step", choices=("measure", "choose"))
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--jobs", default=os.cpu_count(), type=int)
    parser.add_argument("--percent", default=PERCENT, type=float)
    options = parser.parse_args()
    place = options.build.resolve() / "reach"
    if options.step == "measure":
        measure(place, options.only, options.jobs)
    else:
        choose(place, options.percent)


if __name__ == "__main__":
    main()
