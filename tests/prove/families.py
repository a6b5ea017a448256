#!/usr/bin/env python3
"""Small programs of many families: `raddle prove` against `raddle test`.

    families.py RADDLE WORK [NAME...] [--executions N] [--cc CC] [--level -O1]

The programs are in families/*.txt, each behind a line `@@ NAME`.  As in
differential.py, `raddle test` must not reach an outcome that prove says is
impossible; "not complete" is a right answer, and so is a failure that leaves no
outcome (a deadlock, a wrong call).  One line for each program says which it was.
"""
import argparse
import collections
import pathlib
import sys

import differential

HERE = pathlib.Path(__file__).resolve().parent / "families"


def programs():
    """Name and text of each."""
    for path in sorted(HERE.glob("*.txt")):
        for part in path.read_text().split("@@ ")[1:]:
            name, text = part.split("\n", 1)
            yield name, text


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--executions", type=int, default=20000)
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--level", default="-O1")
    options = parser.parse_args()
    raddle = options.raddle.resolve()
    place = options.work.resolve()
    place.mkdir(parents=True, exist_ok=True)
    total, lost = collections.Counter(), []
    for name, text in programs():
        if options.names and name not in options.names:
            continue
        (place / f"{name}.c").write_text('#include "program.h"\n' + text)
        built, said = differential.status(
            [raddle, "cc", f"--cc={options.cc}", "-g", "-w", options.level,
             "-mcx16", "-pthread", f"-I{HERE}", f"{name}.c", "-o", name,
             "-latomic", "-lm"], place)
        if built != 0:
            if "nested functions" in said or "function definition" in said:
                continue  # only gcc has them
            raise SystemExit(f"{name}.c does not compile:\n{said}")
        tally = collections.Counter()
        lost += differential.compare(raddle, place, f"./{name}",
                                     options.executions, tally)
        total += tally
        print(f"{name}: {'; '.join(tally)}", flush=True)
    print("\n".join(lost), end="\n" if lost else "")
    compared = sum(n for what, n in total.items() if what.startswith("complete"))
    print(f"{sum(total.values())} programs with {options.cc} {options.level}, "
          f"{compared} compared, {len(lost)} lost")
    return 1 if lost or compared == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
