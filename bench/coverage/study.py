#!/usr/bin/env python3
"""Measures how much strategies cover, and how soon they find bugs.

    study.py RADDLE --work DIR [--part coverage|failure|check] [options]

coverage: for each of the subjects and strategies, repetitions (seeds) of some
hundred executions; prints the forms of ISSTA 2012's tables 2 and 4 and of the
thesis's table 4.3, with medians and the Mann-Whitney p.
failure: executions to the first failure of each buggy program.
check: only that the bugs' comments name the lines they mean.

Repetitions are made in rounds, seed 1 for everything, then seed 2, and so on:
when its share of --minutes is over a part ends, and says how many rounds there
were; what is compared has had the same seeds.  Counts of executions do not
depend on the machine's load; the noise strategies run in real time, those that
yield alone.

What `raddle list strategies` does not know is skipped, and said.  No number
makes it fail; it fails (exit status 1) if a program could not be run, or
failed in another way than its comment says.
"""
import argparse
import concurrent.futures
import itertools
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True  # nothing is left in the source
import ranks  # noqa: E402
from tables import (coverage_table, failure_table,  # noqa: E402
                    first_failure, table)

HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ("-O1", "-g", "-fno-inline", "-pthread")  # a line, a location
NOISE = {f"{kind}-{percent}": (f"--strategy={kind}", f"--noise={percent}")
         for kind in ("noise-yield", "noise-sleep")
         for percent in (10, 30, 50)}
# Without control a deadlock shows as a time-out only.
NOISE_COMMON = ("--isolation=exec", "--timeout=1s")
COVERAGE = ("tsa", "tsa-h", "cuve", "cuve-c", "rs")
NOT_COMPARED = ("round-robin", "calls", "script", "race-directed",
                "atomicity-directed", "deadlock-directed")
# Made for `auto`, and ranked apart from the others as well as among them.
PARTS = ("pos-weighted", "site-priority", "site-handoff")
# The programs of bugs/ to report `auto` on: written, and measured for the first
# time, when its design was finished.  The others were designed on.
REPORT = """associations backfill branches cancels cluster copies fastbins frames
            jobs keepalive once pagelock runnables scavenger splice swapin tally
            teardown transmit visible""".split()


class Failure(Exception):
    pass


def bug_comment(source):
    """Checks the fixed form; returns what kind of finding it must be."""
    text = source.read_text()
    head = text[:text.index("*/")]
    lines = text.splitlines()
    causes = re.findall(r"^ \* CAUSE: (\S+):(\d+) `([^`\n]+)` \S", head, re.M)
    if not causes or len(causes) != head.count("CAUSE:"):
        raise Failure(f"{source.name}: CAUSE lines are not of the fixed form")
    for name, number, code in causes:
        if name != source.name or code not in lines[int(number) - 1]:
            raise Failure(f"{source.name}: line {number} is not `{code}`")
    fails = re.search(r"^ \* FAILS: (\S+)$", head, re.M)
    if not fails or not re.search(r"^ \* CLASS: \S", head, re.M):
        raise Failure(f"{source.name}: no CLASS or no FAILS")
    return fails[1]


def split(names):
    """Those to design on, those to report on."""
    return ([n for n in names if n not in REPORT],
            [n for n in names if n in REPORT])


class Study:
    def __init__(self, options):
        self.o = options
        self.raddle = options.raddle.resolve()
        self.work = options.work.resolve()
        self.failed = 0
        self.numbers = itertools.count()
        self.raw = []
        self.work.mkdir(parents=True, exist_ok=True)
        # In memory: half of a short campaign's time is the disk's.
        memory = pathlib.Path("/dev/shm")
        self.out = self.work
        if os.access(memory, os.W_OK):
            self.out = pathlib.Path(tempfile.mkdtemp(dir=memory))
        ranks.check()
        listed = self.tell("list", "strategies")
        self.known = {line.split()[0] for line in listed.splitlines() if line}
        # It runs every interleaving once: a search, not a sample.
        self.known -= {"reach", "dfs"}
        # The thesis's RS is what raddle calls random.
        self.also = {"rs": "random"}
        self.usage = self.tell("test", "--help-all")
        if "(default auto)" in "".join(re.findall(r"--strategy=.*",
                                                  self.usage)):
            self.known.add("auto")

    def tell(self, *arguments):
        return subprocess.run([self.raddle, *arguments], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def complain(self, text):
        self.failed += 1
        print(f"  {text}", flush=True)

    def programs(self, folder):
        sources = sorted((HERE / folder).glob("*.c"))
        wanted = self.o.programs
        return [s for s in sources if not wanted or s.stem in wanted]

    def build(self, sources):
        for s in sources:
            subprocess.run([self.raddle, "cc", *FLAGS, s, "-o",
                            self.work / s.stem], check=True)

    def choose(self, wanted, noise):
        """Name -> options, of those that this raddle has."""
        wanted = self.o.strategies or wanted
        chosen = {}
        for name in wanted:
            real = name if name in self.known else self.also.get(name)
            if real in self.known and not name.startswith("noise-"):
                chosen[name] = (f"--strategy={real}",)
            elif name not in noise:
                print(f"  skipped: raddle has no strategy {name}")
        for name in noise:
            if self.o.strategies and name not in self.o.strategies:
                continue
            if name.rsplit("-", 1)[0] not in self.known:
                print(f"  skipped: raddle has no strategy for {name}")
            elif "--noise=" not in self.usage:
                print(f"  skipped: raddle test has no --noise for {name}")
            else:
                chosen[name] = (*NOISE[name], *NOISE_COMMON,
                                f"--noise-length={self.o.noise_length}")
        return chosen

    def once(self, source, seed, executions, options, deadline, limit):
        """The report of a campaign, or None if the time was up before.  One
        that needs more than `limit` seconds has the mark `slow`."""
        for again in (True, False):
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            status, said, r = self.campaign(source, seed, executions, options,
                                            min(left, limit))
            # A process that never came to main says nothing of the strategy.
            if status != 3 or not again:
                break
            print(f"  {source.stem} {options[0]} seed {seed}: started again, "
                  f"because: {said}", flush=True)
        if status not in (0, 1) or r is None:
            raise Failure(said)
        # Races are warnings: what counts is the failure.
        r["findings"] = [f for f in r["findings"] if f["severity"] == "error"]
        if not r["findings"] and r["executions"] < executions:
            return r | {"slow": True} if limit < left else None
        return r

    def campaign(self, source, seed, executions, options, seconds):
        """Exit status, first line of what was said, report or None."""
        # Fresh each time: a campaign in a used directory is continued.
        out = self.out / f"out-{next(self.numbers)}"
        report = out.with_suffix(".json")
        done = subprocess.run(
            [self.raddle, "test", "--quiet", "--determinism=0", "--jobs=1",
             "--no-shrink", f"--seed={seed}", f"--executions={executions}",
             f"--time={max(1, round(seconds * 1000))}ms", f"--out={out}",
             f"--json={report}", *options, "--", self.work / source.stem],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")
        shutil.rmtree(out, ignore_errors=True)
        said = (done.stdout.strip() or "no report").splitlines()[0]
        if not report.exists():
            return done.returncode, said, None
        r = json.loads(report.read_text())
        report.unlink()
        return done.returncode, said, r

    def rounds(self, what, tasks, repetitions, executions, share, workers,
               limit=math.inf):
        """tasks: (source, strategy, options), program after program.  A list
        of reports for each (program, strategy): as many rounds as fit in this
        share of the time that is left to the part; of the last one, only the
        programs that all strategies have had.  Who is too slow once is not
        asked again: its report stands for the other rounds."""
        results = {(s.stem, name): [] for s, name, _ in tasks}
        if not tasks:
            return results
        now = time.monotonic()
        deadline = now + share * (self.end - now)
        made, late, slow = 0, set(), {}
        while tasks and made < repetitions:
            with concurrent.futures.ThreadPoolExecutor(workers) as pool:
                runs = [(s, name, pool.submit(self.once, s, made + 1,
                                              executions, options, deadline,
                                              limit))
                        for s, name, options in tasks
                        if (s.stem, name) not in slow]
            reports, gone, late = dict(slow), set(), set()
            for s, name, run in runs:
                try:
                    reports[s.stem, name] = run.result()
                    if run.result() is None:
                        late.add(s.stem)
                    elif "slow" in run.result():
                        slow[s.stem, name] = run.result()
                        print(f"  {s.stem} {name}: only "
                              f"{run.result()['executions']} executions in "
                              f"{limit} s: a miss for every seed", flush=True)
                except Failure as failure:
                    self.complain(f"{s.stem} {name} seed {made + 1}: "
                                  f"{failure}")
                    gone.add((s.stem, name))
            for key, r in reports.items():
                if key[0] in late:
                    continue
                results[key].append(r)
                self.raw.append({"part": what, "program": key[0],
                                 "strategy": key[1], "seed": made + 1,
                                 "executions": r["executions"],
                                 "coverage": r["coverage"],
                                 "failed": first_failure(r)})
            if late:
                break
            tasks = [t for t in tasks if (t[0].stem, t[1]) not in gone]
            made += 1
        more = "" if made == repetitions else (
            f", one more of {len({s.stem for s, *_ in tasks} - late)} programs"
            ": the time was up" if tasks else "")
        print(f"  {what}: {made} of {repetitions} repetitions{more}",
              flush=True)
        return results


def covered(results, programs, names, metric):
    return {p: {n: [r["coverage"][metric]["covered"]
                    for r in results.get((p, n), ())
                    if metric in r["coverage"]] for n in names}
            for p in programs}


def in_turn(study, sources, chosen, options, repetitions, executions,
            noise_repetitions, noise_executions, shares, limit=math.inf):
    """Rounds of the two kinds of noise, then of the controlled strategies,
    each in its share of what is left; the yields alone on the machine.  Noise
    comes first: it has few repetitions, of which none can be spared, and the
    others have many."""
    results = {}
    for kind, share, workers in (("noise-yield", shares[0], 1),
                                 ("noise-sleep", shares[1], study.o.jobs),
                                 ("controlled", 1, study.o.jobs)):
        names = [n for n in chosen if (n.startswith(kind) if n in NOISE
                                       else kind == "controlled")]
        noise = kind != "controlled"
        results |= study.rounds(
            kind, [(s, n, (*chosen[n], *options)) for s in sources
                   for n in names],
            noise_repetitions if noise else repetitions,
            noise_executions if noise else executions, share, workers,
            math.inf if noise else limit)
    return results


def coverage(study):
    o = study.o
    print("\ncoverage")
    sources = study.programs("subjects")
    if not sources:
        return
    study.build(sources)
    chosen = study.choose(COVERAGE, NOISE)
    if "--metrics" not in study.usage:
        print("  skipped: raddle test has no --metrics")
        return
    # Noise learns nothing about sharing, and so records a little more.
    metrics = ("--metrics=sync-pair,cc", "--no-learn")
    names = [s.stem for s in sources]

    # The paper takes the union of its repetitions; here it is one campaign of
    # as many executions, which knows all that it has covered.
    together = o.repetitions * o.executions
    precise = study.rounds("precision", [
        (s, "tsa", (*chosen["tsa"], "--metrics=sync-pair"))
        for s in sources if "tsa" in chosen], 1, together, 0.3, o.jobs)
    results = in_turn(study, sources, chosen, metrics, o.repetitions,
                      o.executions, o.noise_repetitions, o.executions,
                      (0.45, 0.65))
    for key, reports in results.items():
        if any(r["findings"] for r in reports):
            study.complain(f"{key[0]} {key[1]}: a correct program failed")
    noise = [n for n in NOISE if n in chosen]
    shown = f"{o.executions} executions"
    ours = [s for s in chosen if s not in NOISE]

    sync_pair = covered(results, names, chosen, "sync-pair")
    yes, asked = coverage_table(
        f"Sync-Pair requirements covered in {shown} (ISSTA table 2)", names,
        sync_pair, [s for s in ours if not s.startswith("cuve")], noise,
        [("tsa/noise", "tsa", noise, -1)])
    print(f"  tsa significantly below the best noise: "
          f"{', '.join(yes['tsa/noise']) or 'none'} of the "
          f"{asked['tsa/noise']} compared (expected: none)")
    cc = covered(results, names, chosen, "cc")
    tests = [("cuve/rs", "cuve", ["rs"], 1), ("cuve/noise", "cuve", noise, 1)]
    yes, asked = coverage_table(
        f"Combinatorial requirements covered in {shown} (thesis table 4.3)",
        names, cc, [s for s in ours if not s.startswith("tsa")], noise, tests)
    for label, *_ in tests:
        print(f"  {label.replace('/', ' significantly above ')}: "
              f"{len(yes[label])} of the {asked[label]} compared")
    both = set(yes["cuve/rs"]) & set(yes["cuve/noise"])
    print(f"  above both: {len(both)} (expected: 6 of 9)")
    if "tsa" in chosen:
        precision(sources, precise, together)


def precision(sources, results, executions):
    rows = []
    for s in sources:
        for r in results[s.stem, "tsa"]:
            c = r["coverage"].get("sync-pair")
            if c is not None:
                rows.append([s.stem] + [f"{n:,}" for n in (
                    c["estimated"], c["covered"], c["estimated"] - c["both"],
                    c["covered"] - c["both"])])
    table(f"Sync-Pair requirements estimated, and covered by {executions:,} "
          "executions of tsa (ISSTA table 4)",
          ["program", "estimated", "covered", "false positives",
           "false negatives"], rows)


def failure(study):
    o = study.o
    print("\nfailure")
    sources = study.programs("bugs")
    if not o.full and not o.programs:  # what was designed on is known
        sources = [s for s in sources if s.stem in REPORT]
    if not sources:
        return
    kinds = {s.stem: bug_comment(s) for s in sources}
    study.build(sources)
    rest = [k for k in sorted(study.known) if k not in NOT_COMPARED
            and not k.startswith("noise-")]
    noise = [n for n in NOISE if o.full or n.endswith("-30")]
    chosen = study.choose(rest, noise)

    results = in_turn(study, sources, chosen, (), o.seeds, o.budget,
                      o.noise_seeds, o.noise_executions, (0.15, 0.2), o.limit)
    for (p, name), reports in results.items():
        # Without control a deadlock is a time-out.
        other = {f["kind"] for r in reports for f in r["findings"]
                 if f["kind"] != kinds[p] and name not in NOISE}
        if other:
            study.complain(f"{p} {name}: failed as "
                           f"{', '.join(sorted(other))}, not as {kinds[p]}")
    names = [n for n in chosen
             if any(results.get((s.stem, n)) for s in sources)]
    halves = split([s.stem for s in sorted((HERE / "bugs").glob("*.c"))])
    for title, half in zip(("design", "report"), halves):
        failure_table(title, [p for p in half if p in kinds], names, results,
                      o.budget, PARTS)


def words(text):
    return [w for w in text.split(",") if w]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--part", choices=("coverage", "failure", "check"))
    parser.add_argument("--strategies", type=words, metavar="A,B",
                        help="noise: noise-yield-10, noise-sleep-50, ...")
    parser.add_argument("--programs", type=words, metavar="A,B")
    for name, value, text in (
            ("repetitions", 30, "of coverage"), ("executions", 500, "of each"),
            ("seeds", 50, "of failure"), ("budget", 10000, "of each"),
            ("noise-repetitions", 5, ""), ("noise-seeds", 5, ""),
            ("noise-executions", 500, "of failure"),
            ("minutes", 20, "for all of it"),
            ("limit", 20, "seconds for a campaign of failure"),
            ("jobs", os.cpu_count(), "campaigns at a time, but for noise")):
        parser.add_argument(f"--{name}", type=int, default=value, metavar="N",
                            help=f"{text} (default {value})".strip())
    # The paper's 10 ms and 100 ms cover more, and take hours.
    parser.add_argument("--noise-length", default="100us", metavar="TIME",
                        help="longest sleep (default 100us)")
    parser.add_argument("--full", action="store_true",
                        help="noise as often as the rest, and without limit")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE",
                        help="every single result")
    options = parser.parse_args()
    began = time.monotonic()
    if options.full:
        options.minutes = 7 * 24 * 60
        options.limit = 3600
        options.noise_repetitions = options.repetitions
        options.noise_seeds = options.seeds
    study = Study(options)
    try:
        for source in sorted((HERE / "bugs").glob("*.c")):
            bug_comment(source)
    except Failure as failure_of_form:
        print(failure_of_form)
        return 1
    parts = {"coverage": coverage, "failure": failure}
    # Noise is what takes time, and coverage has three times as much of it.
    weights = {"coverage": 0.6, "failure": 0.4, "check": 1}
    wanted = [options.part] if options.part else list(parts)
    print(f"{os.cpu_count()} CPUs, Linux {os.uname().release}, load "
          f"{os.getloadavg()[0]:.1f} before")
    for i, part in enumerate(wanted):
        # A little less: the last runs take time as well.
        now = time.monotonic()
        share = weights[part] / sum(weights[p] for p in wanted[i:])
        study.end = now + share * (0.97 * options.minutes * 60 - (now - began))
        if part in parts:
            parts[part](study)
    if study.out != study.work:
        shutil.rmtree(study.out, ignore_errors=True)
    if options.json:
        options.json.write_text(json.dumps(study.raw, indent=0))
    return 1 if study.failed else 0


if __name__ == "__main__":
    sys.exit(main())
