#!/usr/bin/env python3
"""Modules with a known bug each: does raddle gen find it, after how many tests,
with each way of choosing pairs of functions; and does it report anything about
the mended twins?  Prints tables in Markdown.

  bench/gen/run.py RADDLE --work DIR [--minutes M] [--seeds N]
                   [--twins EXECUTIONS] [--only PATTERN] [--part PART...]

Each run of raddle gen is a line of DIR/runs.jsonl.  A run that is there is not
repeated, so the study can be stopped at any time, and goes on when it is started
again; --minutes M ends it after M minutes.  --minutes 0 only prints the tables.
--part runs only that part: bugs, pairs, tests or twins.  Parts may run side by
side in directories of their own; the lines of all their files in one file give
all tables.

Tests are counted, not seconds, so that part says the same on every machine;
seconds are of this one."""
import argparse
import fnmatch
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "coverage"))
import ranks  # noqa: E402

PARTS = ("bugs", "pairs", "tests", "twins")
CHOICES = ("random", "least-tried", "covcon", "conflicts")
MOST_TESTS = 2000
TWIN_SEEDS = 3
TWIN_TESTS = 1000  # of one run; about 100 executions each
SAMPLES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
FIGURE_PAIRS = 10  # modules with fewer are covered at once
FIGURE_SEEDS = 3


class Study:
    """What was run, in a file of lines that only grows."""

    def __init__(self, raddle, work, minutes):
        self.raddle, self.work = raddle, work
        self.end = time.monotonic() + 60 * minutes if minutes is not None else None
        self.path = work / "runs.jsonl"
        self.runs = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                if line.endswith("}"):  # not the half of one
                    run = json.loads(line)
                    self.runs[tuple(run["key"])] = run

    def over(self):
        return self.end is not None and time.monotonic() >= self.end

    def run(self, key, module, options, out, keep=False):
        """Runs raddle gen unless it was run; None if there is no time left."""
        if key in self.runs or self.over():
            return self.runs.get(key)
        ran = subprocess.run(
            [self.raddle, "gen", module.with_suffix(".h"), f"--with={module}",
             f"--out={out}", "--json=-", "--quiet", "--races=off", *options],
            capture_output=True, text=True)
        if not keep:
            shutil.rmtree(out, ignore_errors=True)
        if ran.returncode not in (0, 1):
            sys.exit(f"{module.stem}: raddle gen ended with {ran.returncode}: {ran.stderr}")
        text = ran.stdout
        d = json.loads(text[text.index("{\n"):])
        first = d["findings"][0] if d["findings"] else None
        run = {
            "key": key,
            "functions": sum(f["at_the_same_time"] for f in d["functions"]),
            "pairs": len(d["pairs"]),
            "samples": [[s["tests"], s["covered"]] for s in d["samples"]],
            "tests": d["tests"], "executions": d["executions"], "seconds": d["seconds"],
            "left": d["fail_alone"] + d["stuck"] + d["empty"], "undecided": d["undecided"],
            "found": len(d["findings"]),
            "first": first and {"test": first["test"], "seconds": first["seconds"],
                                "kind": first["kind"] or first["verdict"],
                                "confirmed": first["confirmed"]},
        }
        self.keep(run)
        return run

    def keep(self, run):
        self.runs[run["key"]] = run
        with self.path.open("a") as out_file:
            out_file.write(json.dumps(run) + "\n")


def find_bugs(study, modules, seeds):
    for seed in range(1, seeds + 1):
        for module in modules:
            for choice in CHOICES:
                study.run(("bug", module.stem, choice, seed), module,
                          [f"--seed={seed}", f"--choose={choice}", f"--tests={MOST_TESTS}"],
                          study.work / f"{module.stem}-{choice}-{seed}")


def run_figure(study, modules, seeds):
    """Campaigns that do not end at the bug, for the pairs that they cover."""
    wide = {key[1] for key, run in study.runs.items() if key[0] == "bug" and run["pairs"] >= FIGURE_PAIRS}
    for seed in range(1, min(seeds, FIGURE_SEEDS) + 1):
        for module in modules:
            for choice in CHOICES if module.stem in wide else ():
                study.run(("figure", module.stem, choice, seed), module,
                          [f"--seed={seed}", f"--choose={choice}", f"--tests={SAMPLES[-1]}", "--keep-going"],
                          study.work / f"{module.stem}-{choice}-{seed}")


def twin_runs(study, module, seed):
    """Those of one seed, which go on from each other."""
    n = 0
    while ("twin", module.stem, seed, n) in study.runs:
        yield study.runs[("twin", module.stem, seed, n)]
        n += 1


def run_twins(study, modules, executions):
    """The seeds share the executions; all modules advance alike."""
    each = -(-executions // TWIN_SEEDS)
    left = [(seed, m) for seed in range(1, TWIN_SEEDS + 1) for m in modules]
    while left and not study.over():
        for seed, module in list(left):
            n = len(list(twin_runs(study, module, seed)))
            out = study.work / f"{module.stem}-twin-{seed}"
            if n == 0:
                shutil.rmtree(out, ignore_errors=True)
            study.run(("twin", module.stem, seed, n), module,
                      [f"--seed={seed}", "--cflags=-DMENDED", f"--tests={TWIN_TESTS}",
                       "--keep-going", *(["--continue"] if n > 0 else [])], out, keep=True)
            # Counts of a session that goes on are of all before it too.
            if max((r["executions"] for r in twin_runs(study, module, seed)), default=0) >= each:
                left.remove((seed, module))
                shutil.rmtree(out, ignore_errors=True)


# --- The C tests that it writes

ATOMIC = '''
static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
static int enter(void) { return pthread_mutex_lock(&big); }
static void leave(int *unused) { (void)unused; pthread_mutex_unlock(&big); }
#define ATOMIC(call) ({ int held __attribute__((cleanup(leave))) = enter(); (void)held; call; })
'''


def make_atomic(source, functions):
    """The same test; every call has one lock from its beginning to its end."""
    lines = source.splitlines()
    last = max(i for i, line in enumerate(lines) if line.startswith("#include"))
    macros = [f"#define {f}(...) ATOMIC({f}(__VA_ARGS__))" for f in functions]
    return "\n".join([*lines[:last + 1], ATOMIC, *macros, *lines[last + 1:], ""])


def outcome(command, cwd):
    ran = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    first = next((line for line in ran.stdout.splitlines() if line), "")
    return ran.returncode, first


def check_test(study, module, out):
    """The first test that a session wrote: what becomes of it elsewhere."""
    raddle, dirs = study.raddle, f"-I{module.parent}"
    functions = [f["name"] for f in json.loads((out / "report.json").read_text())["functions"]]
    test = {}

    def build(name, *files):
        compile_it = [raddle, "cc", "-g", "-pthread", dirs, *map(str, files), "-o", name]
        subprocess.run(compile_it, cwd=out, check=True, capture_output=True)
        status, first = outcome([raddle, "test", "-n2000", f"./{name}"], out)
        test[name] = "passes" if status == 0 else first

    test["cc"] = outcome(["cc", "-Wall", "-Wextra", "-Werror", "-pthread", dirs, "1.c", str(module),
                          "-o", "plain"], out)[0] == 0
    test["replays"] = outcome([raddle, "replay", "-n100", "1.schedule"], out)[0] == 1
    (out / "atomic.c").write_text(make_atomic((out / "1.c").read_text(), functions))
    build("atomic", "atomic.c", module)
    build("mended", "-DMENDED", "1.c", module)
    return test


def check_tests(study, modules):
    for module in modules:
        key, out = ("test", module.stem, "least-tried", 1), study.work / f"{module.stem}-test"
        if key in study.runs or study.over():
            continue
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        subprocess.run([study.raddle, "gen", module.with_suffix(".h"), f"--with={module}", f"--out={out}",
                        f"--json={out / 'report.json'}", "--quiet", f"--tests={2 * MOST_TESTS}"], check=False)
        if (out / "1.schedule").exists():
            study.keep({"key": key, **check_test(study, module, out)})
        shutil.rmtree(out)


# --- Tables


def kind_of(module):
    return re.search(r"KIND: (\w+)", module.read_text()).group(1)


def lines_of(module):
    return sum(1 for line in module.read_text().splitlines() if line.strip())


def of(study, module, choice, part="bug"):
    return [r for key, r in study.runs.items() if key[:3] == (part, module.stem, choice)]


def tests_of(runs):
    """Tests to the bug; those of a run without it are an underestimate."""
    return [r["first"]["test"] if r["first"] else MOST_TESTS for r in runs]


def cell(runs):
    found = [r["first"] for r in runs if r["first"]]
    if not runs:
        return "-"
    if not found:
        return f"0/{len(runs)}"
    return (f"{len(found)}/{len(runs)}, {statistics.median(tests_of(runs)):.0f}, "
            f"{statistics.median(f['seconds'] for f in found):.2f}")


def table_two(study, modules):
    """In the form of the paper's Table II."""
    print("| module | lines | functions | pairs | bug | "
          + " | ".join(f"{c}: found, tests, s" for c in CHOICES)
          + "".join(f" | p, {c}" for c in CHOICES[1:]) + " | reported | confirmed |")
    print("| --- | --- | --- | --- | --- |" + " --- |" * (2 * len(CHOICES) + 1))
    for module in modules:
        runs = {c: of(study, module, c) for c in CHOICES}
        found = [r["first"] for c in CHOICES for r in runs[c] if r["first"]]
        some = next((r for c in CHOICES for r in runs[c]), None)
        if some is None:
            continue

        def p_of(choice):
            a, b = tests_of(runs[choice]), tests_of(runs["random"])
            return f"{ranks.p_of(a, b):.2f}" if len(a) > 1 and len(b) > 1 and len({*a, *b}) > 1 else "-"

        print(f"| {module.stem} | {lines_of(module)} | {some['functions']} | {some['pairs']} "
              f"| {kind_of(module)} | " + " | ".join(cell(runs[c]) for c in CHOICES)
              + "".join(f" | {p_of(c)}" for c in CHOICES[1:])
              + f" | {', '.join(sorted({f['kind'] for f in found}))} "
              f"| {sum(f['confirmed'] for f in found)} of {len(found)} |")


def compare(study, modules):
    both = {c: [t for m in modules for t in tests_of(of(study, m, c))] for c in CHOICES}
    if not all(both.values()):
        return
    print("\n| choice | runs | found | tests to the bug: mean | median "
          "| p against random (Mann-Whitney) |\n| --- | --- | --- | --- | --- | --- |")
    for choice in CHOICES:
        t = both[choice]
        p = ranks.p_of(t, both["random"])
        found = sum(bool(r["first"]) for m in modules for r in of(study, m, choice))
        print(f"| {choice} | {len(t)} | {found} | {statistics.mean(t):.1f} "
              f"| {statistics.median(t):.0f} | {'-' if choice == 'random' else f'{p:.2f}'} |")


def covered_after(run, tests):
    """Share of the pairs covered after that many tests; the last known one if
    the run ended before."""
    share = 0
    for at, covered in run["samples"]:
        if at <= tests:
            share = covered / run["pairs"]
    return share


def figure_three(study, modules):
    """The paper's Fig. 3 as a table: pairs covered over tests (there: time)."""
    wide = [m for m in modules if any(r["pairs"] >= FIGURE_PAIRS for r in of(study, m, CHOICES[0], "figure"))]
    if not wide:
        return
    print(f"\nPairs of functions covered, % (mean over {', '.join(m.stem for m in wide)}, "
          f"{FIGURE_SEEDS} seeds), after tests:\n")
    print("| choice | " + " | ".join(map(str, SAMPLES)) + " |\n| --- |" + " --- |" * len(SAMPLES))
    for choice in CHOICES:
        runs = [r for m in wide for r in of(study, m, choice, "figure")]
        if runs:
            print(f"| {choice} | " + " | ".join(
                f"{100 * statistics.mean(covered_after(r, n) for r in runs):.0f}" for n in SAMPLES) + " |")


def table_tests(study, modules):
    runs = [(m.stem, r) for m in modules for k, r in study.runs.items() if k[:2] == ("test", m.stem)]
    if not runs:
        return
    print("\nThe C test of one finding:\n\n| module | cc -Werror | replays, of 100 | every call under one lock "
          "| module mended |\n| --- | --- | --- | --- | --- |")
    for name, r in runs:
        print(f"| {name} | {'yes' if r['cc'] else 'no'} | {'all' if r['replays'] else 'not all'} "
              f"| {r['atomic']} | {r['mended']} |")


def table_twins(study, modules):
    print("\nTwins without the bug:\n\n| module | seeds | executions | tests | left out | undecided | findings |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    total = findings = 0
    for module in modules:
        last = [r[-1] for r in ([*twin_runs(study, module, s)] for s in range(1, TWIN_SEEDS + 1)) if r]
        if not last:
            continue
        figures = [sum(r[name] for r in last) for name in ("executions", "tests", "left", "undecided", "found")]
        print(f"| {module.stem} | {len(last)} | " + " | ".join(f"{n}" for n in figures) + " |")
        total += figures[0]
        findings += figures[-1]
    print(f"\n{total} executions of twins in all, {findings} findings.")


def main():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("raddle")
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--minutes", type=float, help="end after this many minutes")
    p.add_argument("--seeds", type=int, default=10)
    p.add_argument("--twins", type=int, default=1000000, metavar="EXECUTIONS",
                   help="of each twin, with three seeds in all")
    p.add_argument("--only", default="*")
    p.add_argument("--part", action="append", choices=PARTS, help="run only this part")
    args = p.parse_args()
    raddle = str(pathlib.Path(args.raddle).resolve())
    args.work.mkdir(parents=True, exist_ok=True)
    modules = sorted(m for m in (HERE / "modules").glob("*.c")
                     if fnmatch.fnmatch(m.stem, args.only))
    study = Study(raddle, args.work, args.minutes)
    parts = args.part or PARTS
    if "bugs" in parts:
        find_bugs(study, modules, args.seeds)
    if "pairs" in parts:
        run_figure(study, modules, args.seeds)
    if "tests" in parts:
        check_tests(study, modules)
    if "twins" in parts:
        run_twins(study, modules, args.twins)
    table_two(study, modules)
    compare(study, modules)
    figure_three(study, modules)
    table_tests(study, modules)
    table_twins(study, modules)
    if study.over():
        print("\nThe time was over: start it again to go on.")


if __name__ == "__main__":
    main()
