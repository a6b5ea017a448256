#!/usr/bin/env python3
"""Modules with a known bug each: does raddle gen find it, after how many tests,
with each way of choosing pairs of functions; and does it report anything about
the mended twins?  Prints tables in Markdown.

  bench/gen/run.py RADDLE --work DIR [--seeds N] [--twins EXECUTIONS]
                   [--only PATTERN]

A run counts tests, not seconds, so it says the same on every machine; seconds
are of this one."""
import argparse
import fnmatch
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "coverage"))
import ranks  # noqa: E402

CHOICES = ("random", "least-tried", "covcon")
MOST_TESTS = 2000
PER_TEST = 64


def gen(raddle, module, work, seed, *options, mended=False):
    """The JSON of one raddle gen; None if it could not run."""
    out = work / f"{module.stem}-{seed}"
    shutil.rmtree(out, ignore_errors=True)
    flags = ["--cflags=-DMENDED"] if mended else []
    ran = subprocess.run(
        [raddle, "gen", module.with_suffix(".h"), f"--with={module}",
         f"--out={out}", f"--seed={seed}", "--json=-", "--quiet", *flags,
         *options],
        capture_output=True, text=True)
    shutil.rmtree(out, ignore_errors=True)
    if ran.returncode not in (0, 1):
        print(f"{module.stem}: {ran.stderr}", file=sys.stderr)
        return None
    text = ran.stdout
    return json.loads(text[text.index("{\n"):] if "{\n" in text else text)


def kind_of(module):
    return re.search(r"KIND: (\w+)", module.read_text()).group(1)


def find_bugs(raddle, modules, work, seeds):
    """Tests to the bug: {choice: [of every module and seed]}."""
    all_tests = {c: [] for c in CHOICES}
    print("| module | bug | functions | "
          + " | ".join(f"{c}: found, tests (median, most)" for c in CHOICES)
          + " | seconds, least-tried (median) | reported | confirmed |")
    print("| --- | --- | --- |" + " --- |" * (len(CHOICES) + 3), flush=True)
    for module in modules:
        cells, functions, kinds = [], 0, set()
        seconds, confirmed, findings = [], 0, 0
        for choice in CHOICES:
            tests = []
            for seed in range(1, seeds + 1):
                d = gen(raddle, module, work, seed, f"--choose={choice}",
                        f"--tests={MOST_TESTS}")
                if d is None:
                    continue
                functions = sum(f["at_the_same_time"] for f in d["functions"])
                for f in d["findings"][:1]:
                    tests.append(f["test"])
                    kinds.add(f["kind"] or f["verdict"])
                    confirmed += bool(f.get("schedule"))
                    findings += 1
                    if choice == "least-tried":
                        seconds.append(f["seconds"])
                all_tests[choice].append(
                    d["findings"][0]["test"] if d["findings"] else MOST_TESTS)
            cells.append(f"{len(tests)}/{seeds}, "
                         f"{statistics.median(tests):.0f}, {max(tests)}"
                         if tests else f"0/{seeds}")
        middle = f"{statistics.median(seconds):.2f}" if seconds else "-"
        print(f"| {module.stem} | {kind_of(module)} | {functions} | "
              + " | ".join(cells)
              + f" | {middle} | {', '.join(sorted(kinds))} "
              f"| {confirmed} of {findings} |", flush=True)
    return all_tests


def compare(all_tests):
    print("\n| choice | tests to the bug: mean | median "
          "| p against random (Mann-Whitney) |\n| --- | --- | --- | --- |")
    for choice in CHOICES:
        t = all_tests[choice]
        p = ranks.p_of(t, all_tests["random"])
        print(f"| {choice} | {statistics.mean(t):.1f} "
              f"| {statistics.median(t):.0f} "
              f"| {'-' if choice == 'random' else f'{p:.2f}'} |")


def twins(raddle, modules, work, seeds, executions):
    print(f"\nTwins without the bug, at least {executions} executions with "
          f"each of {seeds} seeds:\n")
    print("| module | executions | tests | left out | findings |")
    print("| --- | --- | --- | --- | --- |", flush=True)
    for module in modules:
        done = tests = left = found = 0
        for seed in range(1, seeds + 1):
            d = gen(raddle, module, work, seed,
                    f"--tests={executions // PER_TEST}", mended=True)
            if d is None:
                continue
            done += d["executions"]
            tests += d["tests"]
            left += d["fail_alone"] + d["stuck"] + d["empty"]
            found += len(d["findings"])
        print(f"| {module.stem} | {done} | {tests} | {left} | {found} |",
              flush=True)


def main():
    p = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("raddle")
    p.add_argument("--work", type=pathlib.Path, required=True)
    p.add_argument("--seeds", type=int, default=10)
    p.add_argument("--twin-seeds", type=int, default=3)
    p.add_argument("--twins", type=int, default=1000000, metavar="EXECUTIONS")
    p.add_argument("--only", default="*")
    args = p.parse_args()
    raddle = str(pathlib.Path(args.raddle).resolve())
    args.work.mkdir(parents=True, exist_ok=True)
    modules = sorted(m for m in (HERE / "modules").glob("*.c")
                     if fnmatch.fnmatch(m.stem, args.only))
    if args.seeds > 0:
        compare(find_bugs(raddle, modules, args.work, args.seeds))
    if args.twins > 0:
        twins(raddle, modules, args.work, args.twin_seeds, args.twins)


if __name__ == "__main__":
    main()
