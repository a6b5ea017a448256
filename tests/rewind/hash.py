#!/usr/bin/env python3
"""Executions in place are the executions that a new process would make.

    hash.py RADDLE --times N [--only PATTERN] [--work DIR] [--option OPTION]

For each program of the corpus:
  repeated   one schedule, N times in place after one another: one event hash,
             and it is that of a new process;
  campaign   the first schedules of the campaign, in place and in new processes:
             the same steps and the same first finding.
A program may need a heavier isolation; those are named at the end.
"""
import argparse
import concurrent.futures
import fnmatch
import os
import pathlib
import re
import shlex
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import programs as corpus

SCHEDULES = 20


MORE = []  # options of raddle test


def report_of(raddle, program, binary, work, isolation, *options):
    # The isolation is ours to choose, with or without an equals sign.
    own = shlex.split(re.sub(r"--isolation[ =]\S+", "",
                             shlex.join(program.options)))
    report = work / f"{isolation}.json"
    report.unlink(missing_ok=True)
    done = corpus.run(
        [raddle, "test", "--quiet", "--fresh", "--no-shrink", "--strategy=random",
         "--metrics=none",
         f"--isolation={isolation}", "--jobs=1",
         f"--out={work / isolation}", f"--json={report}", *options, *MORE, *own, "--",
         binary, *program.args], timeout=3000, cwd=work)
    if not report.exists():
        raise corpus.Failure(f"{isolation}: no report, exit "
                             f"{done.returncode}:\n{done.stdout}")
    return done, corpus.json.loads(report.read_text())


def repeated(raddle, program, binary, work, times):
    """The isolation that was used in the end."""
    _, fresh = report_of(raddle, program, binary, work, "exec",
                         "--executions=1", "--determinism=0")
    done, placed = report_of(raddle, program, binary, work, "rewind",
                             "--executions=1", f"--determinism={times}")
    if not placed["deterministic"]:
        raise corpus.Failure(f"one schedule, several hashes:\n{done.stdout}")
    if placed["compared"] != times:
        raise corpus.Failure(f"{placed['compared']} of {times} were compared:"
                             f"\n{done.stdout}")
    if placed["event_hash"] != fresh["event_hash"]:
        raise corpus.Failure(f"event hash {placed['event_hash']}, in a new "
                             f"process {fresh['event_hash']}:\n{done.stdout}")
    return placed["isolation"], placed["notes"]


def campaign(raddle, program, binary, work):
    """What a process learns about shared memory ends with it: not here.  When
    time may end waits early is decided for a request, and requests are of other
    lengths here and there: so it may from the beginning."""
    facts, said = {}, ""
    for isolation in ("rewind", "exec"):
        done, r = report_of(raddle, program, binary, work, isolation,
                            f"--executions={SCHEDULES}", "--determinism=0",
                            "--no-learn", "--time-passes=any")
        facts[isolation] = {
            "executions": r["executions"], "steps": r["steps"],
            "exit": done.returncode,
            "findings": [(f["id"], f["execution"], f["steps"])
                         for f in r["findings"]]}
        said += done.stdout
    if facts["rewind"] != facts["exec"]:
        raise corpus.Failure(f"the campaigns differ: {facts}\n{said}")


def check(raddle, program, work, times, compiler):
    work.mkdir(parents=True, exist_ok=True)
    binary = corpus.build(raddle, program, compiler or program.compilers[0],
                          program.builds[0], work)
    used = repeated(raddle, program, binary, work, times)
    campaign(raddle, program, binary, work)
    return used


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--times", type=int, required=True)
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--every", type=int, default=1,
                        help="only so many: the corpus repeats all, once")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--option", action="append", default=[],
                        help="of raddle test")
    parser.add_argument("--compiler", help="instead of each program's first")
    parser.add_argument("--falls", action="store_true",
                        help="the option keeps raddle from rewinding")
    options = parser.parse_args()
    MORE.extend(options.option)
    raddle = options.raddle.resolve()

    paths = sorted(p for p in (HERE.parent / "programs").iterdir()
                   if p.suffix in (".c", ".cc")
                   and fnmatch.fnmatch(p.stem, options.only))[::options.every]
    failed, heavier, n = 0, {}, 0
    lower = set()  # programs whose own comment says that they fall
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = {}
        for program in map(corpus.Program, paths):
            # What a peer sends and when is no choice of ours.
            if program.has_peer:
                continue
            if options.compiler not in (None, *program.compilers):
                continue
            n += 1
            if program.isolation not in (None, "rewind"):
                lower.add(program.path.name)
            work = (options.work / program.path.stem).resolve()
            waiting[pool.submit(check, raddle, program, work,
                                options.times, options.compiler)] = program
        for done in concurrent.futures.as_completed(waiting):
            name = waiting[done].path.name
            error = done.exception()
            if error is not None:
                failed += 1
                print(f"FAIL {name}: {error}", flush=True)
            elif done.result()[0] != "rewind":
                isolation, notes = done.result()
                why = [m["text"] for m in notes
                       if m["kind"].startswith("isolation")]
                heavier[name] = f"{isolation}: {'; '.join(why)}"
    for name in sorted(heavier):
        print(f"not in place: {name}: {heavier[name]}")
    print(f"{n - failed} passed, {failed} failed, "
          f"{len(heavier)} need a heavier isolation", flush=True)
    # Tests of what a rewind restores must have been rewound.
    wrong = [h for h in heavier if h.startswith("rewind_")
             and h not in lower]
    if wrong and not options.falls:
        print(f"these should be in place: {wrong}")
    return 1 if failed or (wrong and not options.falls) or not n else 0


if __name__ == "__main__":
    sys.exit(main())
