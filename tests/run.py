#!/usr/bin/env python3
"""Runs the tests: all parts in one pool of jobs, so that no core waits for the
end of a part.

    run.py BUILD [--only PATTERN] PART...

PART: compile (what the others need), static, unit, a folder of scripts,
programs (the corpus) or programs-full, sanitized (the driver under ASan and
UBSan, built by clang: its unit tests and scripts).

A script gets $RADDLE and an empty $TMP; it passes with 0 and is skipped with
77.  LIMIT: the seconds after which a script that hangs is ended.

For each part the seconds of CPU are printed, which a busy machine changes
little; WORK/times.txt has those of each test.
"""
import argparse
import fnmatch
import functools
import os
import pathlib
import re
import shlex
import shutil
import signal
import sys
import time
import traceback

import programs

TESTS = pathlib.Path(__file__).resolve().parent
# In this order: what takes long first, the many short ones last.
FOLDERS = ("rewind", "browser", "build", "real", "cli", "cc")
# CPU seconds of a whole check: ten minutes on two CPUs, of which some time is
# spent waiting.
BUDGET = 1000
SKIPPED = 77
TOO_LONG = 124  # says timeout
SHOWN = 40  # lines of a log
# Tests that are not run under sanitizers: they execute nearly nothing of the
# driver that the others do not execute.  reach.py measures that and writes it.
NOT_SANITIZED = TESTS / "not_sanitized.txt"
# Whatever they execute: a sanitizer needs all addresses.
NEVER_SANITIZED = {"cli/user_limits", "cli/address_space"}


class Job:
    """A test, in a process of its own."""

    def __init__(self, part, name, work, act, again, after=None):
        self.part, self.name, self.act = part, name, act
        self.again = again  # the command for this one alone
        self.log = work.with_name(work.name + ".log")
        self.after = after  # a job that must have passed
        self.passed = None  # True, False, "skipped" or "not run"
        self.seconds = 0.0

    def start(self):
        """Its process."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        pid = os.fork()
        if pid != 0:
            return pid
        try:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            log = os.open(self.log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
            os.dup2(log, 1)
            os.dup2(log, 2)
            self.act()
            sys.stdout.flush()
            os._exit(0)
        except programs.Failure as failure:
            print(failure, flush=True)
        except BaseException:
            traceback.print_exc()
        os._exit(1)

    def end(self, status, usage):
        """What is to be told, if anything."""
        self.seconds = usage.ru_utime + usage.ru_stime
        self.passed = status == 0
        if self.passed:
            return None
        text = self.log.read_text(errors="replace").splitlines()
        code = os.waitstatus_to_exitcode(status)
        if code == SKIPPED:
            self.passed = "skipped"
            return f"SKIP {self.name}: {text[-1] if text else ''}"
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        if code == TOO_LONG:
            how = "it took too long"
        return "\n".join([f"FAIL {self.part}: {self.name}: {how}",
                          *text[-SHOWN:],
                          f"    all it said: {self.log}",
                          f"    once more: {self.again}"])


def execute(command, **environment):
    """An act: the process becomes that command."""
    def act():
        os.environ.update(environment)
        os.execvp(command[0], [str(c) for c in command])
    return act


def script_jobs(part, folder, raddle, work, only, make="make", leave=(),
                after=None):
    for path in sorted((TESTS / folder).glob("*.sh")):
        if path.stem in leave or not fnmatch.fnmatch(path.stem, only):
            continue
        name = path.relative_to(TESTS.parent)
        empty = work / name

        def act(path=path, empty=empty):
            shutil.rmtree(empty, ignore_errors=True)
            empty.mkdir(parents=True)
            execute(["timeout", os.environ.get("LIMIT", "1500"), "bash", path],
                    RADDLE=str(raddle.resolve()), TMP=str(empty))()
        yield Job(part, str(name), empty, act, f"{make} {folder} T={path.stem}",
                  after)


def unit_jobs(part, build, work, only, make="make", leave=(), after=None):
    for path in sorted((TESTS / "unit").glob("*.c")):
        if path.stem not in leave and fnmatch.fnmatch(path.stem, only):
            yield Job(part, str(path.relative_to(TESTS.parent)),
                      work / "unit" / path.stem,
                      execute([build / "unit" / path.stem]),
                      f"{make} unit T={path.stem}", after)


def program_jobs(part, raddle, work, only, after=None):
    full = part == "programs-full"
    for case in programs.cases(only, full):
        place = work / "programs" / case.place
        yield Job(part, f"tests/programs/{case}", place,
                  lambda case=case, place=place: case.check(
                      raddle.resolve(), place),
                  f"make programs T={case.program.path.stem}", after)


def make_job(part, name, build, work, goals, after=None):
    command = ["make", "--no-print-directory", "-s", f"BUILD={build}", *goals]
    return Job(part, f"make {' '.join(map(str, goals))}", work / name, execute(command),
               " ".join(map(str, command)), after)


def sanitized_jobs(build, work, only, after):
    build, work = build / "address", work / "address"
    flags = ["CC=clang", "SAN=address"]
    make = " ".join(["make", *flags])
    left_out = set(NEVER_SANITIZED)
    if only == "*":  # whoever asks for one by its name wants to know
        left_out |= set(NOT_SANITIZED.read_text().split())
    leave = {folder: {name.split("/")[1] for name in left_out
                      if name.startswith(folder)} for folder in ("cli", "unit")}
    scripts = functools.partial(
        script_jobs, "sanitized", "cli", build / "raddle", work, only, make,
        leave["cli"])
    units = functools.partial(unit_jobs, "sanitized", build, work, only, make,
                              leave["unit"])
    wanted = [build / "unit" / pathlib.Path(job.name).stem for job in units()]
    made = make_job("sanitized", "make", build, work, [*flags, "all", *wanted],
                    after)
    made.name, made.again = "make", f"{make} all units"
    yield made
    yield from scripts(made)
    yield from units(made)


def jobs_of(parts, build, work, only, n):
    """All of them, in the order in which they are to begin."""
    raddle, after = build / "raddle", None
    if "compile" in parts:
        after = make_job("compile", "make", build, work,
                         [f"-j{n}", "all", "units"])
        yield after
    if "sanitized" in parts:
        yield from sanitized_jobs(build, work, only, after)
    if "static" in parts:
        yield make_job("static", "make-static", build, work, ["static"], after)
    for folder in FOLDERS:
        if folder in parts:
            yield from script_jobs(folder, folder, raddle, work, only,
                                   after=after)
    if "unit" in parts:
        yield from unit_jobs("unit", build, work, only, after=after)
    for part in parts:
        if part.startswith("programs"):
            yield from program_jobs(part, raddle, work, only, after)


class Progress:
    """One line for each part that is over; before it, what failed in it."""

    def __init__(self, jobs):
        self.begin = time.monotonic()
        self.jobs = jobs
        self.left = {}
        for job in jobs:
            self.left[job.part] = self.left.get(job.part, 0) + 1
        self.line("", "passed", "failed", "skipped", "CPU seconds")

    @staticmethod
    def line(*columns):
        print("%-14s %7s %7s %7s %12s" % columns, flush=True)

    def total(self, name, jobs):
        ends = [job.passed for job in jobs]
        self.line(name, ends.count(True), ends.count(False),
                  ends.count("skipped"),
                  f"{sum(job.seconds for job in jobs):.0f}")

    def ended(self, job, told):
        if told:
            print(told, flush=True)
        self.left[job.part] -= 1
        if self.left[job.part] == 0:
            self.total(job.part, [j for j in self.jobs if j.part == job.part])

    def over(self):
        self.total("all", self.jobs)
        not_run = [job.passed for job in self.jobs].count("not run")
        if not_run:
            print(f"{not_run} were not run, for what they need failed")
        print(f"{time.monotonic() - self.begin:.0f} seconds on "
              f"{os.cpu_count()} CPUs", flush=True)


def next_job(waiting, progress):
    """The first that can begin; what waits for one that failed never can."""
    for job in list(waiting):
        if job.after is None or job.after.passed is True:
            waiting.remove(job)
            return job
        if job.after.passed in (False, "not run"):
            waiting.remove(job)
            job.passed = "not run"
            progress.ended(job, None)
    return None


def run(jobs, n):
    waiting, running, progress = list(jobs), {}, Progress(jobs)
    try:
        while waiting or running:
            while len(running) < n and (job := next_job(waiting, progress)):
                running[job.start()] = job
            if running:
                pid, status, usage = os.wait4(-1, 0)
                job = running.pop(pid)
                progress.ended(job, job.end(status, usage))
    except KeyboardInterrupt:
        for pid in running:
            os.kill(pid, signal.SIGTERM)
        raise SystemExit(130)
    progress.over()
    return all(job.passed in (True, "skipped") for job in jobs)


def tell_times(jobs, path):
    path.write_text("".join(
        f"{job.seconds:8.2f} {job.part} {job.name}\n"
        for job in sorted(jobs, key=lambda job: -job.seconds)))
    if sum(job.seconds for job in jobs) > BUDGET:
        print(f"That is more than {BUDGET} seconds of CPU; {path} has those of "
              "each test.")


def set_up_environment(work):
    # python3 may be a script of some version manager that takes five times as
    # long to begin; the scripts begin hundreds.
    links = work / "bin"
    links.mkdir(parents=True, exist_ok=True)
    # And without what is installed beside it: what needs that names its python3.
    python = links / "python3"
    python.unlink(missing_ok=True)
    python.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -S "$@"\n')
    python.chmod(0o755)
    os.environ["PYTHON3"] = sys.executable
    os.environ["PATH"] = f"{links}:{os.environ['PATH']}"
    # The jobs of the make that began this are not ours to take.
    flags = os.environ.get("MAKEFLAGS", "")
    os.environ["MAKEFLAGS"] = re.sub(r"(^| )(-j\d*|--jobserver-\S*)", "", flags)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("parts", nargs="+", metavar="PART")
    parser.add_argument("--only", default="*", help="pattern of names")
    parser.add_argument("--work", type=pathlib.Path)
    # Two more than CPUs: many wait, for the end of a time-out or for the disk.
    # (With one more, an eighth of the CPUs' time was not used.)
    parser.add_argument("--jobs", default=os.cpu_count() + 2, type=int)
    options = parser.parse_args()
    build = options.build
    work = (options.work or build / "work").resolve()
    set_up_environment(work)
    jobs = list(jobs_of(options.parts, build, work, options.only, options.jobs))
    if not any(job.part != "compile" for job in jobs):
        raise SystemExit(f"no test is named {options.only}")
    passed = run(jobs, options.jobs)
    if options.only == "*":
        tell_times(jobs, work / "times.txt")
    return 0 if passed else 1


if __name__ == "__main__":
    sys.exit(main())
