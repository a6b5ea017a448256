#!/usr/bin/env python3
"""Runs the corpus: every program of tests/programs, built with gcc and clang,
on both engines, against the expectation in its first comment.

    programs.py RADDLE [--only PATTERN] [--work DIR] [--repeat N] [--jobs N]

For each program, compiler and engine:
  expect        the verdict (and place) that EXPECT names, within EXECUTIONS;
  deterministic execution 0 repeated N times has one event hash, equal on both
                engines;
  replay        a finding's schedule repeats N of N times, on both engines.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("fiber", "kernel")
COMPILERS = ("gcc", "clang")
CLEAN, FOUND, NOTHING, DIVERGED = 0, 1, 3, 4


class Failure(Exception):
    pass


class Program:
    """A corpus program and the directives of its first comment."""

    def __init__(self, path):
        self.path = path
        head = path.read_text().split("*/", 1)[0]
        field = dict(re.findall(r"^ \* ([A-Z]+): *(.*?) *$", head, re.M))
        if "EXPECT" not in field:
            raise SystemExit(f"{path}: no EXPECT in the first comment")
        self.expect = field.pop("EXPECT")
        self.executions = field.pop("EXECUTIONS", "200")
        self.options = shlex.split(field.pop("OPTIONS", ""))
        self.has_peer = any(o.startswith("--peer") for o in self.options)
        self.builds = [shlex.split(flags) for flags
                       in field.pop("CFLAGS", "").split(";")]
        self.libs = shlex.split(field.pop("LIBS", ""))
        self.args = shlex.split(field.pop("ARGS", ""))
        if field:
            raise SystemExit(f"{path}: unknown directives {sorted(field)}")


def run(command, timeout=300, **more):
    return subprocess.run(
        [str(c) for c in command], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", timeout=timeout, **more)


def build(raddle, program, compiler, flags, work):
    out = work / program.path.stem
    frontend = "cxx" if program.path.suffix == ".cc" else "cc"
    done = run([raddle, frontend, f"--cc={compiler}", "-g", "-O1", "-pthread",
                *flags, program.path, "-o", out, *program.libs])
    if done.returncode != 0:
        raise Failure(f"does not build:\n{done.stdout}")
    return out


def test(raddle, program, binary, engine, work, *options):
    report = work / f"{engine}.json"
    report.unlink(missing_ok=True)
    done = run([raddle, "test", "--quiet", f"--engine={engine}",
                f"--out={work / engine}", f"--json={report}",
                *options, *program.options, "--", binary, *program.args],
               cwd=work)
    if not report.exists():
        raise Failure(f"{engine}: no report, exit {done.returncode}:\n"
                      f"{done.stdout}")
    return done, json.loads(report.read_text())


def check_verdict(program, engine, done, report):
    if program.expect == "clean":
        if done.returncode != CLEAN:
            raise Failure(f"{engine}: expected clean, exit {done.returncode}:"
                          f"\n{done.stdout}")
        return None
    match = re.fullmatch(r"(\S+)(?: at (\d+))?", program.expect)
    kind, line = match.groups()
    if done.returncode != FOUND or not report["findings"]:
        raise Failure(f"{engine}: expected {program.expect}, exit "
                      f"{done.returncode}:\n{done.stdout}")
    finding = report["findings"][0]
    if finding["kind"] != kind:
        raise Failure(f"{engine}: expected {kind}, found {finding['kind']}:\n"
                      f"{done.stdout}")
    place = f"{program.path.name}:{line}"
    if line and not re.search(re.escape(place) + r"\b", finding["location"]):
        raise Failure(f"{engine}: expected at {place}, found at "
                      f"{finding['location']}")
    if not finding["replayed"]:
        raise Failure(f"{engine}: the finding did not replay")
    return finding["schedule"]


def check_replay(raddle, schedule, repeat):
    for engine in ENGINES:
        done = run([raddle, "replay", f"--engine={engine}",
                    f"--times={repeat}", schedule],
                   cwd=pathlib.Path(schedule).parent)
        if done.returncode != FOUND:
            raise Failure(f"replay on {engine}: exit {done.returncode}:\n"
                          f"{done.stdout}")


def check(raddle, program, compiler, flags, work, repeat):
    """Raises Failure, or returns nothing."""
    work.mkdir(parents=True, exist_ok=True)
    binary = build(raddle, program, compiler, flags, work)
    hashes = {}
    for engine in ENGINES:
        done, report = test(raddle, program, binary, engine, work,
                            f"--executions={program.executions}")
        schedule = check_verdict(program, engine, done, report)
        if schedule and engine == ENGINES[0]:
            check_replay(raddle, schedule, repeat)
        done, report = test(raddle, program, binary, engine, work,
                            "--executions=1", f"--determinism={repeat}")
        if not report["deterministic"]:
            raise Failure(f"{engine}: event hashes differ:\n{done.stdout}")
        # A comparison that was not made shows nothing.
        if not program.has_peer and report["compared"] != repeat:
            raise Failure(f"{engine}: {report['compared']} of {repeat} "
                          f"repetitions were compared:\n{done.stdout}")
        hashes[engine] = report["event_hash"]
    # When a peer's signal or input comes is no choice of ours: there only a
    # replay can be equal.
    if program.has_peer:
        return
    if len(set(hashes.values())) != 1:
        raise Failure(f"event hashes of the engines differ: {hashes}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--repeat", default=100, type=int)
    parser.add_argument("--jobs", default=os.cpu_count(), type=int)
    parser.add_argument("--compilers", default=",".join(COMPILERS))
    options = parser.parse_args()
    raddle = options.raddle.resolve()

    paths = sorted(p for p in (HERE / "programs").iterdir()
                   if p.suffix in (".c", ".cc")
                   and fnmatch.fnmatch(p.stem, options.only))
    cases = [(program, compiler, flags) for program in map(Program, paths)
             for compiler in options.compilers.split(",")
             for flags in program.builds]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        waiting = {}
        for i, (program, compiler, flags) in enumerate(cases):
            work = options.work / compiler / f"{program.path.stem}-{i}"
            waiting[pool.submit(check, raddle, program, compiler, flags,
                                work.resolve(), options.repeat)] = (
                f"{program.path.name} ({' '.join([compiler, *flags])})")
        for done in concurrent.futures.as_completed(waiting):
            error = done.exception()
            if error is None:
                continue
            failed += 1
            print(f"FAIL {waiting[done]}: {error}", flush=True)
    print(f"{len(cases) - failed} passed, {failed} failed", flush=True)
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
