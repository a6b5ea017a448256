#!/usr/bin/env python3
"""Random executions against `raddle prove`: they meet no interleaving that is
not among those that are known.

    walks.py RADDLE WORK [--executions N] [--cc CC] [PROGRAM...]

For each program of the tables counts.txt, operations.txt, signals.txt and
blocks.txt: `raddle prove --strategy walks` draws N schedules and counts the
different interleavings by a hash of all their steps and what happens before
each.  If `raddle prove` runs every interleaving once, there are at most as many
as it says; most programs are so small that these are all.
"""
import argparse
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TABLES = (("counting", "counts"), ("blocks", "blocks"),
          ("operations", "operations"), ("signals", "signals"))


def walk(raddle, place, executions, command):
    subprocess.run([raddle, "prove", "-qk", "--fresh", "--no-shrink",
                    "--strategy=walks", "--metrics=none", "--races=off",
                    "--seed=7", "-n", str(executions), "-o", "out",
                    "--json=report", *command], cwd=place,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    r = json.loads((place / "report").read_text(encoding="utf-8"))
    return [r["interleavings"], r["deadlocks"], r["blocked"]], \
        [b["kind"] for b in r["incomplete_because"]]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--executions", type=int, default=200000)
    parser.add_argument("--cc", default="gcc")
    options = parser.parse_args()
    raddle = options.raddle.resolve()
    place = options.work.resolve()
    place.mkdir(parents=True, exist_ok=True)
    bad = programs = all_met = 0
    for name, table in TABLES:
        subprocess.run([raddle, "cc", f"--cc={options.cc}", "-O1", "-g",
                        "-fno-builtin", "-pthread", HERE / f"{name}.c", "-o",
                        place / name], check=True)
        for line in (HERE / f"{table}.txt").read_text().splitlines():
            program, _, counts = line.partition(":")
            if line.startswith("#") or (options.programs and
                                        program not in options.programs):
                continue
            wanted = [int(n) for n in counts.split()]
            met, reasons = walk(raddle, place, options.executions,
                                [f"./{name}", *program.split()])
            programs += 1
            all_met += met == wanted
            if reasons or any(m > w for m, w in zip(met, wanted)):
                bad += 1
                print(f"{name} {program} ({options.cc}): met {met} of {wanted} "
                      f"{reasons}", flush=True)
    print(f"{programs} programs with {options.cc}, {options.executions} random "
          f"executions each: {all_met} show all of their interleavings, {bad} "
          "show others")
    return bad > 0 or programs == 0


if __name__ == "__main__":
    sys.exit(main())
