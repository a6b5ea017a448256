#!/usr/bin/env python3
"""Does raddle name the cause?  Tests each program of bugs/, and compares the
lines of the sentence that it prints with those of the CAUSE comments.

    causes.py RADDLE --work DIR [--only NAME...] [--seed N]

A cause is named if two of its lines are, or the only one (no sentence names a
line without the operation that is done there).  It fails if less than nine of
ten causes are named.  Those of REPORT (study.py), which were written after the
sentences were made, are counted apart and make it fail not at all: what they
show is what a new program gets.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

from study import FLAGS, REPORT

HERE = pathlib.Path(__file__).resolve().parent


class Lot:
    def __init__(self, name):
        self.name = name
        self.right = self.n = self.named = self.lines = 0

    def count(self, good, hit, causes):
        self.n += 1
        self.right += good
        self.named += len(hit)
        self.lines += len(causes)

    def tell(self):
        if self.n > 0:
            print(f"{self.right} of {self.n} {self.name} named, {self.named} "
                  f"of {self.lines} lines")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    raddle = options.raddle.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    work = options.work.resolve()
    known, new = Lot("causes"), Lot("causes of later programs")
    for path in sorted((HERE / "bugs").glob("*.c")):
        if options.only and path.stem not in options.only:
            continue
        causes = set(re.findall(r"CAUSE: (\S+:\d+)", path.read_text()))
        report = work / f"{path.stem}.json"
        report.unlink(missing_ok=True)
        subprocess.run([raddle, "cc", *FLAGS, path, "-o", work / path.stem],
                       check=True)
        subprocess.run([raddle, "test", "--quiet", "--fresh", "--jobs=1",
                        f"--seed={options.seed}", "--time=60s",
                        "--until=finding", f"--out={work / 'out'}",
                        f"--json={report}", work / path.stem],
                       stdout=subprocess.DEVNULL, check=False)
        findings = json.loads(report.read_text())["findings"]
        cause = (findings[0]["cause"] if findings else None) or ""
        hit = causes & set(re.findall(r"[\w.]+:\d+", cause))
        good = len(hit) >= min(2, len(causes))
        (new if path.stem in REPORT else known).count(good, hit, causes)
        print(f"{'right' if good else 'WRONG'} {path.stem}: {len(hit)} of "
              f"{len(causes)} lines; {cause or 'nothing'}", flush=True)
    known.tell()
    new.tell()
    sys.exit(0 if known.n + new.n > 0 and 10 * known.right >= 9 * known.n
             else 1)


if __name__ == "__main__":
    main()
