#!/usr/bin/env python3
"""Measures what an execution costs, and prints ratios beside what is required.

    run.py RADDLE --work DIR [--against RADDLE] [--quick] [--only SECTION]

--against is another build, mostly an older one: it takes its turns beside this
one, with programs that it has built itself.

Everything that is compared is run side by side: one slot of time for each way
after the other, again and again, and the median of the slots counts; so what
else the machine does meanwhile hits all of them.  Except for --jobs, all of a
run (driver and target) is pinned to one CPU: for the reference, a process per
execution and kernel threads that pass a baton, that is the best case.  What one
more step costs is a small difference of two figures, so there CPU time counts.

No absolute time makes it fail, nor does a missed ratio, which is only printed
as such: other machines have other ratios.  It fails (exit status 1) if a
program could not be run as asked.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

sys.dont_write_bytecode = True  # nothing is left in the source
from table import table  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
REWIND = ("--isolation=rewind", "--engine=fiber", "--jobs=1")
FORK = ("--isolation=fork", "--engine=fiber")
EXEC = ("--isolation=exec", "--engine=fiber")
FORK_KERNEL = ("--isolation=fork", "--engine=kernel")
REFERENCE = ("--isolation=exec", "--engine=kernel")
# The millionth step needs room.
LONG = (*REWIND, "--steps=1200000")

# Program, what it is, the required ratio of rewind to the reference.
PROGRAMS = (
    ("handover", "2 threads, 20 steps", 50),
    ("account", "3 threads, 60 steps", 50),
    ("queue", "8 threads, 500 steps", 25),
    ("table", "4 threads, 100,000 steps", 5),
    ("large", "64 MiB of static data", 10),
)


class Failure(Exception):
    pass


class Build:
    """A raddle, and the programs that it has built."""

    def __init__(self, raddle, work):
        raddle = raddle.resolve()
        self.raddle = raddle / "raddle" if raddle.is_dir() else raddle
        self.work = work.resolve()
        self.work.mkdir(parents=True, exist_ok=True)

    def make(self):
        bank = HERE.parent / "examples" / "bank.c"
        for source in (*sorted((HERE / "programs").glob("*.c")), bank):
            subprocess.run([self.raddle, "cc", "-O2", "-g", "-pthread", source,
                            "-o", self.work / source.stem], check=True)


class Bench:
    def __init__(self, raddle, work, quick, against):
        self.new = Build(raddle, work)
        self.old = Build(against, work / "against") if against else None
        self.rounds = 3 if quick else 5
        self.slot = 0.15 if quick else 0.4
        self.failed = 0
        self.cpu = max(os.sched_getaffinity(0))

    def builds(self):
        """Each build under its name."""
        return {"now": self.new, **({"before": self.old} if self.old else {})}

    def once(self, command, options, pinned, slot, fresh=True, build=None):
        """One slot of one way: the report.  Not `fresh`: the campaign before
        goes on."""
        build = build or self.new
        report = build.work / "report.json"
        report.unlink(missing_ok=True)
        name, *arguments = command
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [build.raddle, "test", "--quiet",
             *(("--fresh",) if fresh else ()), "--determinism=0",
             f"--time={round(slot * 1000)}ms", f"--out={build.work / 'out'}",
             f"--json={report}", *options, "--", build.work / name,
             *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace",
            preexec_fn=(lambda: os.sched_setaffinity(0, {self.cpu}))
            if pinned else None)
        if done.returncode != 0 or not report.exists():
            raise Failure((done.stdout.strip() or "no report")
                          .splitlines()[0])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        r = json.loads(report.read_text())
        r["cpu"] = (after.ru_utime - before.ru_utime +
                    after.ru_stime - before.ru_stime)
        for option in options:
            name, _, value = option.partition("=")
            if name == "--isolation" and r["isolation"] != value:
                raise Failure(f"fell to isolation {r['isolation']}")
        return r

    def compare(self, ways, slot=None, pinned=True):
        """ways: key -> (command, options), perhaps with a build behind.  Key ->
        list of reports, or the Failure that it met; slots of all ways
        alternate."""
        reports = {key: [] for key in ways}
        for _ in range(self.rounds):
            for key, (command, options, *build) in ways.items():
                if isinstance(reports[key], Failure):
                    continue
                try:
                    reports[key].append(self.once(
                        command, options, pinned, slot or self.slot,
                        build=build[0] if build else None))
                except Failure as failure:
                    reports[key] = failure
                    self.failed += 1
                    print(f"  {' '.join(command)} {' '.join(options)}: "
                          f"{failure}", flush=True)
        return reports


def rate(reports):
    """Executions per second, the median."""
    if isinstance(reports, Failure):
        return None
    return statistics.median(r["executions_per_second"] for r in reports)


def cpu_rate(reports):
    """Executions per second of CPU time, the median: other work on the machine
    changes that less."""
    if isinstance(reports, Failure):
        return None
    return statistics.median(r["executions"] / r["cpu"] for r in reports)


def step_ns(few, many):
    """What a step more costs: the difference of two lengths."""
    if isinstance(few, Failure) or isinstance(many, Failure):
        return None
    t = [statistics.median(r["cpu"] * 1e9 / r["executions"] for r in reports)
         for reports in (few, many)]
    n = [statistics.median(r["steps"] / r["executions"] for r in reports)
         for reports in (few, many)]
    return (t[1] - t[0]) / (n[1] - n[0])


def number(value, unit=""):
    if value is None:
        return "-"
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return f"{value:,.{digits}f}{unit}"


def ratio(a, b):
    return None if a is None or b is None else a / b


def verdict(value, required, most=False):
    """`most`: the required ratio is an upper bound."""
    if value is None:
        return "not measured"
    good = value <= required if most else value >= required
    return "met" if good else "missed"


def isolations(bench):
    """Once with a walk that switches at nearly every step, as other tools'
    users have it and as the figures required were meant; once with `auto`,
    whose threads go on for longer: what is measured then is less the switches
    than the steps, and in long executions the ratio is smaller."""
    isolations_with(bench, "random")
    isolations_with(bench, "auto")


def isolations_with(bench, strategy):
    rows = []
    for name, what, required in PROGRAMS:
        ways = {"rewind": REWIND, "fork": FORK, "exec": EXEC,
                "fork kernel": FORK_KERNEL, "reference": REFERENCE}
        with_it = {k: (*o, f"--strategy={strategy}") for k, o in ways.items()}
        reports = bench.compare({k: ((name,), o) for k, o in with_it.items()})
        r = {k: rate(v) for k, v in reports.items()}
        r["loose"] = rate(bench.compare(
            {"": ((name,), with_it["reference"])}, pinned=False,
            slot=4 * bench.slot)[""])  # threads that move between CPUs
        best = ratio(r["rewind"], r["reference"])
        rows.append((f"{name} ({what})",
                     *(number(r[k]) for k in ("rewind", "fork", "exec",
                                              "fork kernel", "reference",
                                              "loose")),
                     number(ratio(r["rewind"], r["fork"]), " x"),
                     number(ratio(r["exec"], r["reference"]), " x"),
                     number(best, " x"), f">= {required} x",
                     verdict(best, required)))
    table(f"Executions per second, strategy {strategy}; the reference is exec "
          "with kernel threads, pinned to one CPU",
          ("program", "rewind", "fork", "exec", "fork kernel", "reference",
           "not pinned", "rewind/fork", "fiber/kernel", "rewind/reference",
           "required", ""), rows)


def lengths(bench):
    pairs = ((1000, 2000), (10000, 20000), (100000, 200000),
             (500000, 1000000))
    ways = {(n, b): (("steps", "2", str(n)), LONG, build)
            for n in sorted({n for pair in pairs for n in pair})
            for b, build in bench.builds().items()}
    reports = bench.compare(ways, slot=2 * bench.slot)
    costs = {b: [step_ns(reports[x, b], reports[y, b]) for x, y in pairs]
             for b in bench.builds()}
    spread("One more step of an execution of N steps, 2 threads",
           [f"{b:,} steps" for _, b in pairs], costs, 2)


def threads(bench):
    """The same number of executions of both lengths: the first ones, whose
    coverage is new, cost twice as much as later ones."""
    counts = (2, 4, 8, 16, 32, 64)
    options = (*REWIND, f"--executions={round(100 * bench.slot)}")
    ways = {(t, n, b): (("steps", str(t), str(n)), options, build)
            for t in counts for n in (10000, 50000)
            for b, build in bench.builds().items()}
    reports = bench.compare(ways, slot=60)
    costs = {b: [step_ns(reports[t, 10000, b], reports[t, 50000, b])
                 for t in counts] for b in bench.builds()}
    spread("One more step among N threads", [f"{t} threads" for t in counts],
           costs, 3)


def spread(title, names, costs, required):
    """costs: build -> what a step costs, by name."""
    table(title, ("", *(f"ns/step, {b}" for b in costs)),
          [(n, *(number(c[i]) for c in costs.values()))
           for i, n in enumerate(names)])
    worst = {b: max(c) / min(c) if None not in c else None
             for b, c in costs.items()}
    before = f" (before {number(worst['before'], ' x')})" \
        if "before" in worst else ""
    print(f"  dearest/cheapest {number(worst['now'], ' x')}{before}, required "
          f"<= {required} x: {verdict(worst['now'], required, most=True)}",
          flush=True)


def against(bench):
    """This build and the one before, side by side."""
    if bench.old is None:
        return
    for strategy, required in (("random", (2.3, 2.3, 1.3, None, 2.3)),
                               ("auto", (1.8, 1.8, 1.15, None, 2))):
        metrics = ("--metrics=none",) if strategy == "random" else ()
        rows = []
        for (name, what, _), least in zip(PROGRAMS, required):
            reports = bench.compare({
                b: ((name,), (*REWIND, f"--strategy={strategy}", *metrics),
                    build) for b, build in bench.builds().items()})
            r = {b: cpu_rate(v) for b, v in reports.items()}
            gain = ratio(r["now"], r["before"])
            rows.append((f"{name} ({what})", number(r["before"]),
                         number(r["now"]), number(gain, " x"),
                         f">= {least} x" if least else "",
                         verdict(gain, least) if least else ""))
        table(f"Executions per second of CPU time, strategy {strategy}"
              f"{', no metrics' if metrics else ''}: before and now",
              ("program", "before", "now", "now/before", "required", ""), rows)


def guided(bench):
    """What the strategies and the metrics of `auto` cost."""
    rows = []
    for name, what, _ in PROGRAMS[:3]:
        reports = bench.compare({
            "bare": ((name,), (*REWIND, "--strategy=random",
                               "--metrics=none")),
            "random": ((name,), (*REWIND, "--strategy=random")),
            "auto": ((name,), (*REWIND, "--strategy=auto"))},
            slot=2 * bench.slot)
        r = {k: cpu_rate(v) for k, v in reports.items()}
        cost = ratio(r["bare"], r["auto"])
        rows.append((f"{name} ({what})", number(r["bare"]),
                     number(r["random"]), number(r["auto"]),
                     number(ratio(r["bare"], r["random"]), " x"),
                     number(cost, " x"), "<= 1.25 x",
                     verdict(cost, 1.25, most=True)))
    table("Executions per second of CPU time: random without metrics, random, "
          "auto; what they cost against the first",
          ("program", "no metrics", "random", "auto", "random costs",
           "auto costs", "required", ""), rows)


def start(bench):
    """From the command to the end: one execution in a new store, and a finding
    with all that is done about it."""
    rows = []
    for title, name, options, status in (
            ("one execution (handover)", "handover", ("-n", "1"), 0),
            ("a finding (examples/bank.c)", "bank", (), 1)):
        took = {b: [] for b in bench.builds()}
        for _ in range(4 * bench.rounds):
            for b, build in bench.builds().items():
                took[b].append(one_start(bench, build, name, options, status))
        wall, cpu = ({b: None if None in t else statistics.median(
            x[i] for x in t) for b, t in took.items()} for i in (0, 1))
        less = ratio(wall["now"], wall.get("before"))
        rows.append((title, number(wall.get("before")), number(wall["now"]),
                     number(cpu.get("before")), number(cpu["now"]),
                     number(less, " x"), "<= 0.5 x",
                     verdict(less, 0.5, most=True)))
    table("Milliseconds of a whole raddle test, seed 1, one job",
          ("", "before", "now", "CPU before", "CPU now", "now/before",
           "required", ""), rows)


def one_start(bench, build, name, options, status):
    """(wall, CPU) in ms; None: it ended otherwise."""
    out = build.work / "start"
    shutil.rmtree(out, ignore_errors=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    done = subprocess.run(
        [build.raddle, "test", "--quiet", "--jobs=1", "--seed=1",
         f"--out={out}", *options, "--", build.work / name],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != status:
        bench.failed += 1
        print(f"  {name}: exit status {done.returncode}: {done.stdout[:200]}")
        return None
    cpu = (after.ru_utime - used.ru_utime + after.ru_stime - used.ru_stime)
    return 1000 * wall, 1000 * cpu


def jobs(bench):
    rows = []
    one = (*REWIND[:2], "--jobs=1")
    two = (*REWIND[:2], "--jobs=2")
    for name, what, _ in PROGRAMS:
        reports = bench.compare({"one": ((name,), one), "two": ((name,), two)},
                                slot=2 * bench.slot, pinned=False)
        r = {k: rate(v) for k, v in reports.items()}
        gain = ratio(r["two"], r["one"])
        rows.append((name, number(r["one"]), number(r["two"]),
                     number(gain, " x"), ">= 1.6 x", verdict(gain, 1.6)))
    table(f"Two jobs against one, {os.cpu_count()} CPUs, executions per second",
          ("program", "one job", "two jobs", "ratio", "required", ""), rows)


def trackers(bench):
    rows = []
    names = ["auto", "copy", "protect"]
    # PAGEMAP_SCAN came with Linux 6.7.
    if tuple(map(int, os.uname().release.split(".")[:2])) >= (6, 7):
        names.insert(2, "scan")
    for program in ("handover", "large"):
        reports = bench.compare(
            {n: ((program,), (*REWIND, f"--track={n}")) for n in names})
        rates = {n: rate(v) for n, v in reports.items()}
        rows.append((program, *(number(rates[n]) for n in names),
                     *(number(ratio(rates[n], rates["copy"]), " x")
                       for n in names if n != "copy")))
    table("Ways of tracking changed memory, executions per second",
          ("program", *names,
           *(f"{n}/copy" for n in names if n != "copy")), rows)


def learning(bench):
    rows = []
    for program in ("table", "private"):
        reports = bench.compare({
            "on": ((program,), REWIND),
            "off": ((program,), (*REWIND, "--no-learn"))})
        r = {k: rate(v) for k, v in reports.items()}
        rows.append((program, number(r["on"]), number(r["off"]),
                     number(ratio(r["on"], r["off"]), " x")))
    table("Learning which memory is shared, executions per second",
          ("program", "on", "off", "on/off"), rows)


def coverage(bench):
    """cuve with all it records against random that records nothing; the same
    early and late in a campaign; estimation."""
    rows = []
    for name, what, _ in PROGRAMS[:3]:
        reports = bench.compare({
            "random": ((name,), (*REWIND, "--strategy=random",
                                 "--metrics=none")),
            "cuve": ((name,), (*REWIND, "--strategy=cuve", "--metrics=cc"))},
            slot=4 * bench.slot)  # estimation, at the beginning, is another's
        r = {k: rate(v) for k, v in reports.items()}
        gain = ratio(r["cuve"], r["random"])
        rows.append((f"{name} ({what})", number(r["random"]),
                     number(r["cuve"]), number(gain, " x"), ">= 0.5 x",
                     verdict(gain, 0.5)))
    table("Coverage-guided against unguided, executions per second",
          ("program", "random, no metrics", "cuve, cc", "ratio", "required",
           ""), rows)
    ageing(bench)
    estimation(bench)


def ageing(bench):
    """The second of two equal campaigns in one directory goes on where the
    one before has ended."""
    early, late = [], []
    few, between = (1000, 10000) if bench.rounds < 5 else (5000, 90000)
    options = (*REWIND, "--strategy=cuve", "--metrics=cc")
    try:
        for n, to in ((few, early), (few, early), (between, []), (few, late),
                      (few, late)):
            to.append(bench.once(
                ("account",), (*options, f"--executions={n}"), True, 600,
                fresh=to is early and not early))
    except Failure as failure:
        bench.failed += 1
        print(f"  account, continued: {failure}", flush=True)
        return
    value = ratio(rate(late), rate(early))
    print(f"  account, cuve, executions per second: {number(rate(early))} at "
          f"first, {number(rate(late))} after {between + 2 * few:,} "
          f"executions: {number(value, ' x')}, required >= 0.9 x: "
          f"{verdict(value, 0.9)}", flush=True)


def estimation(bench):
    began = time.monotonic()
    done = subprocess.run(
        [bench.new.raddle, "estimate", bench.new.work / "steps", "8",
         "250000"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace")
    took = time.monotonic() - began
    observed = re.search(r"from (\d+) executions", done.stdout)
    if done.returncode != 0 or observed is None:
        bench.failed += 1
        print(f"  raddle estimate steps 8 250000: {done.stdout[:200]}")
        return
    print(f"  raddle estimate, {observed[1]} executions of 250,000 steps: "
          f"{took:.1f} s, executing included; required for a million: <= 5 s: "
          f"{verdict(took * 4 / int(observed[1]), 5, most=True)}", flush=True)


SECTIONS = (isolations, against, guided, start, lengths, threads, jobs,
            trackers, learning, coverage)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--against", type=pathlib.Path, metavar="BUILD",
                        help="another build, which runs beside this one")
    parser.add_argument("--quick", action="store_true",
                        help="shorter slots: rougher numbers in a minute")
    parser.add_argument("--only", choices=[s.__name__ for s in SECTIONS])
    options = parser.parse_args()
    bench = Bench(options.raddle, options.work, options.quick,
                  options.against)
    for build in bench.builds().values():
        build.make()
    print(f"{os.cpu_count()} CPUs, Linux {os.uname().release}, load "
          f"{os.getloadavg()[0]:.1f} before, {bench.rounds} slots of "
          f"{bench.slot} s each, medians")
    for section in SECTIONS:
        if options.only in (None, section.__name__):
            section(bench)
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
