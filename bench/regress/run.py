#!/usr/bin/env python3
"""How soon raddle regress finds a regression, by strategy, and which class of
interactions shows it.

    bench/regress/run.py build/raddle --work build/work/regress [--seeds 20]
                         [--pairs DIR] [--json FILE]

Each folder has a pair, old.c and new.c: a released fix of a concurrency bug,
re-created from its description, in reverse.  The old build is tested once;
then each strategy compares the new one with it, once for each seed, until the
first failure.  The numbers are executions to the failure: median and most
of all seeds ("-": not found within the limit).

--pairs names another directory of such folders: mutants of one program, old.c
being the original.  --json writes each run (pair, strategy, seed, executions to
the failure or null), for measures that tables of medians do not have.
"""
import argparse
import json
import pathlib
import shutil
import statistics
import subprocess

LIMIT = 2000
STRATEGIES = {
    "recurve": ["-s", "recurve"],
    "recurve-np": ["-s", "recurve-np"],
    "capp-some line": ["-s", "capp-some", "--capp", "line"],
    "capp-some line,stack": ["-s", "capp-some", "--capp", "line,stack"],
    "capp-all function": ["-s", "capp-all", "--capp", "function"],
    "capp-some line, default": ["-s", "capp-some", "--capp", "line,default"],
    "capp-some line, random": ["-s", "capp-some", "--capp", "line,random"],
    "capp-all function, default":
        ["-s", "capp-all", "--capp", "function,default"],
    "capp-all function, random":
        ["-s", "capp-all", "--capp", "function,random"],
    "cuve": ["-s", "cuve"],
    "auto": [],
}


def run(*command, cwd, statuses=(0,)):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode not in statuses:
        raise SystemExit(f"{' '.join(command)}: {done.returncode}\n{done.stderr}")


def build(raddle, work, source):
    """Always as program.c: only what changed differs."""
    shutil.copy(source, work / "program.c")
    run(raddle, "cc", "-g", "-pthread", "program.c", "-o", "program", cwd=work)


def regress(raddle, work, seed, *options):
    out = work / "new"
    shutil.rmtree(out, ignore_errors=True)
    run(raddle, "regress", "-q", "-j1", "--no-shrink", "-n", str(LIMIT),
        "--seed", str(seed), "--old-store", "old", "--out", "new",
        "--json", "report", *options, "./program", cwd=work, statuses=(0, 1))
    return json.loads((work / "report").read_text())


def classes(report):
    """The classes of interactions that only failing executions covered."""
    shown = {}
    for i in report["regress"]["interactions"]:
        if 0 < i["hits"] == i["failed"]:
            name = i["class"] or "other"
            shown[name] = shown.get(name, 0) + 1
    return " ".join(f"{k}:{n}" for k, n in sorted(shown.items())) or "none"


def pair(raddle, folder, work, seeds, runs):
    work.mkdir(parents=True)
    build(raddle, work, folder / "old.c")
    run(raddle, "test", "-q", "-j1", "-k", "-n", str(LIMIT), "--out", "old",
        "./program", cwd=work)
    build(raddle, work, folder / "new.c")
    whole = regress(raddle, work, 1, "-k")
    counts = whole["regress"]["counts"]["adjacent"]
    row = [folder.name, "{A}/{B}/{C}/{V}".format(**counts), classes(whole)]
    for strategy, options in STRATEGIES.items():
        found = []
        for seed in range(1, seeds + 1):
            findings = regress(raddle, work, seed, *options)["findings"]
            found.append(findings[0]["nth"] if findings else LIMIT + 1)
            runs.append({"pair": folder.name, "strategy": strategy, "seed": seed,
                         "executions": found[-1] if findings else None})
        most = max(found)
        row.append(f"{statistics.median(found):.0f} "
                   f"({most if most <= LIMIT else '-'})")
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--pairs", type=pathlib.Path,
                        default=pathlib.Path(__file__).parent)
    parser.add_argument("--json", type=pathlib.Path)
    args = parser.parse_args()
    raddle, runs = str(args.raddle.resolve()), []
    work = args.work.resolve()
    shutil.rmtree(work, ignore_errors=True)
    head = ["pair", "A/B/C/V", "only in failing executions", *STRATEGIES]
    print("| " + " | ".join(head) + " |")
    print("|" + " --- |" * len(head))
    for folder in sorted(p for p in args.pairs.iterdir() if (p / "old.c").exists()):
        row = pair(raddle, folder, work / folder.name, args.seeds, runs)
        print("| " + " | ".join(row) + " |", flush=True)
        if args.json is not None:
            args.json.write_text(json.dumps(runs, indent=1) + "\n")


if __name__ == "__main__":
    main()
