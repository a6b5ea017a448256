#!/usr/bin/env python3
"""Runs the corpus: every program of tests/programs, built with gcc and clang,
on both engines and all isolations (clang's: rewound), against the expectation in
its first comment.

    programs.py RADDLE [--only PATTERN] [--work DIR] [--repeat N] [--jobs N]

For each program and compiler:
  expect        the verdict (and place) that EXPECT names, within EXECUTIONS, on
                fibers that are rewound and on kernel threads;
  deterministic execution 0 repeated N times has one event hash, the same in
                every way of running it, though on one of them an environment
                of another size has moved main's stack;
  replay        a finding's schedule repeats N of N times, rewound and on kernel
                threads.
A process costs as much as a hundred rewinds: where there is one for each
execution, a tenth of N has to do.
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
COMPILERS = ("gcc", "clang")
CLEAN, FOUND, NOTHING, DIVERGED = 0, 1, 3, 4


class Way:
    """A way of running executions."""

    def __init__(self, engine, isolation, few=True, moved=False):
        self.engine, self.isolation = engine, isolation
        self.few = few  # executions cost a process each
        self.moved = moved  # addresses on main's stack are others
        self.options = [f"--engine={engine}", f"--isolation={isolation}"]

    def __str__(self):
        return f"{self.engine}-{self.isolation}"

    def repeat(self, n):
        return max(2, n // 10) if self.few else n


REWIND = Way("fiber", "rewind", few=False)
KERNEL = Way("kernel", "fork", moved=True)
EXEC = Way("fiber", "exec")
# Which compiler made the hooks does not matter to engines and isolations:
# compiler -> (ways of the verdict, ways whose hashes are compared).
WAYS = {"gcc": ((REWIND, KERNEL), (REWIND, KERNEL, Way("fiber", "fork"), EXEC)),
        "clang": ((REWIND,), (REWIND,))}


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
        self.compilers = shlex.split(field.pop("COMPILERS",
                                               " ".join(COMPILERS)))
        if not set(self.compilers) <= set(COMPILERS):
            raise SystemExit(f"{path}: unknown compiler in COMPILERS")
        # Where --isolation=rewind ends: what tests the rewind is to stay.
        stays = "rewind" if path.stem.startswith("rewind_") else None
        self.isolation = field.pop("ISOLATION", stays)
        # "same": it looks at what the environment leaves of main's stack.
        self.moves = field.pop("ENVIRONMENT", "any") != "same"
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


def test(raddle, program, binary, way, work, *options):
    report = work / f"{way}.json"
    report.unlink(missing_ok=True)
    environment = dict(os.environ)
    if way.moved and program.moves:
        environment["MOVES_THE_STACK"] = "x" * 8192
    done = run([raddle, "test", "--quiet", "--fresh", "--jobs=1", *way.options,
                f"--out={work / str(way)}", f"--json={report}",
                *options, *program.options, "--", binary, *program.args],
               cwd=work, env=environment)
    if not report.exists():
        raise Failure(f"{way}: no report, exit {done.returncode}:\n"
                      f"{done.stdout}")
    return done, json.loads(report.read_text())


def check_verdict(program, way, done, report):
    if program.expect == "clean":
        if done.returncode != CLEAN:
            raise Failure(f"{way}: expected clean, exit {done.returncode}:"
                          f"\n{done.stdout}")
        return None
    match = re.fullmatch(r"(\S+)(?: at (\d+))?", program.expect)
    kind, line = match.groups()
    if done.returncode != FOUND or not report["findings"]:
        raise Failure(f"{way}: expected {program.expect}, exit "
                      f"{done.returncode}:\n{done.stdout}")
    finding = report["findings"][0]
    if finding["kind"] != kind:
        raise Failure(f"{way}: expected {kind}, found {finding['kind']}:\n"
                      f"{done.stdout}")
    place = f"{program.path.name}:{line}"
    if line and not re.search(re.escape(place) + r"\b", finding["location"]):
        raise Failure(f"{way}: expected at {place}, found at "
                      f"{finding['location']}")
    if not finding["replayed"]:
        raise Failure(f"{way}: the finding did not replay")
    return finding["schedule"]


def check_replay(raddle, schedule, ways, repeat):
    for way in ways:
        done = run([raddle, "replay", *way.options,
                    f"--times={way.repeat(repeat)}", schedule],
                   cwd=pathlib.Path(schedule).parent)
        if done.returncode != FOUND:
            raise Failure(f"replay on {way}: exit {done.returncode}:\n"
                          f"{done.stdout}")


def event_hash(raddle, program, binary, way, work, repeat):
    """Of execution 0, which must be the same whenever it is repeated."""
    repeat = way.repeat(repeat)
    # What is learned about memory in one execution shows in the next; so does
    # what a strategy remembers, of a first try on a higher rung for one.
    done, report = test(raddle, program, binary, way, work, "--executions=1",
                        "--strategy=random", "--no-learn", "--no-shrink",
                        f"--determinism={repeat}")
    if not report["deterministic"]:
        raise Failure(f"{way}: event hashes differ:\n{done.stdout}")
    # A comparison that was not made shows nothing.
    if not program.has_peer and report["compared"] != repeat:
        raise Failure(f"{way}: {report['compared']} of {repeat} "
                      f"repetitions were compared:\n{done.stdout}")
    return report["event_hash"]


def check(raddle, program, compiler, flags, work, repeat):
    """Raises Failure, or returns nothing."""
    work.mkdir(parents=True, exist_ok=True)
    binary = build(raddle, program, compiler, flags, work)
    verdict_ways, hash_ways = WAYS[compiler]
    for way in verdict_ways:
        # One shrunk schedule is enough to be replayed.
        shrink = () if way is REWIND else ("--no-shrink",)
        done, report = test(raddle, program, binary, way, work,
                            f"--executions={program.executions}", *shrink)
        schedule = check_verdict(program, way, done, report)
        if any(n["kind"] == "worker-restarted" for n in report["notes"]):
            raise Failure(f"{way}: the worker died:\n{done.stdout}")
        if (way is REWIND and program.isolation
                and report["isolation"] != program.isolation):
            raise Failure(f"{way}: isolation {report['isolation']}, not "
                          f"{program.isolation}:\n{done.stdout}")
        if schedule and way is REWIND:
            check_replay(raddle, schedule, verdict_ways, repeat)
    hashes = {str(way): event_hash(raddle, program, binary, way, work, repeat)
              for way in hash_ways}
    # When a peer's signal or input comes is no choice of ours: there only a
    # replay can be equal.
    if not program.has_peer and len(set(hashes.values())) != 1:
        raise Failure(f"event hashes differ: {hashes}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--repeat", default=100, type=int)
    # One more than cores: a campaign waits for the disk now and then.
    parser.add_argument("--jobs", default=os.cpu_count() + 1, type=int)
    parser.add_argument("--compilers", default=",".join(COMPILERS))
    options = parser.parse_args()
    raddle = options.raddle.resolve()

    paths = sorted(p for p in (HERE / "programs").iterdir()
                   if p.suffix in (".c", ".cc")
                   and fnmatch.fnmatch(p.stem, options.only))
    cases = [(program, compiler, flags) for program in map(Program, paths)
             for compiler in options.compilers.split(",")
             if compiler in program.compilers
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
