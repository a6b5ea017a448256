#!/usr/bin/env python3
"""Does raddle find the cause?  Tests each program of bugs/, and compares the
places that the facts of its explanation name with those of the CAUSE comments.

    causes.py RADDLE --work DIR [--only NAME...] [--seed N]

A place is file:line of a step of a fact, or from where its function was called.
A cause is found if two of its lines are named, or the only one.  Noise is
counted too: places that are named and are not of the bug, and facts that name
not one line of it; and the words of the sentence.  It fails if less than nine of ten causes are found.  Those
of REPORT (study.py), which were written after the explainers were made, are
counted apart and make it fail not at all: what they show is what a new program
gets.  So are the small ones of explained/, whose causes were written down when
the explainers were last changed.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

from study import FLAGS, REPORT

HERE = pathlib.Path(__file__).resolve().parent


def places(fact):
    """file:line of each step, and of the calls around them."""
    found = {}
    for step in fact["steps"]:
        for place in (step, step["called"]):
            if place is not None and place["file"] and place["line"]:
                name = pathlib.Path(place["file"]).name
                found.setdefault(f"{name}:{place['line']}", []).append(step["role"])
    return found


class Lot:
    def __init__(self, name):
        self.name = name
        self.right = self.n = self.named = self.lines = 0
        self.noise = self.facts = self.idle = 0
        self.touched = self.words = 0

    def count(self, causes, facts, text):
        """Returns whether it is right, its lines that are named, the others."""
        named = set().union(*facts) if facts else set()
        hit, noise = causes & named, named - causes
        right = len(hit) >= min(2, len(causes))
        self.n += 1
        self.right += right
        self.touched += len(hit) > 0
        self.words += len(text.split())
        self.named += len(hit)
        self.lines += len(causes)
        self.noise += len(noise)
        self.facts += len(facts)
        self.idle += sum(not causes & set(fact) for fact in facts)
        return right, hit, noise

    def tell(self):
        if self.n > 0:
            share = self.named / max(1, self.named + self.noise)
            print(f"{self.right} of {self.n} {self.name} found, one line of "
                  f"{self.touched}, {self.named} of {self.lines} lines; noise: "
                  f"{self.noise / self.n:.1f} other lines each, share "
                  f"{share:.2f}, {self.idle} of {self.facts} facts; "
                  f"{self.words / self.n:.0f} words each")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--strategy", default="auto")
    options = parser.parse_args()
    raddle = options.raddle.resolve()
    options.work.mkdir(parents=True, exist_ok=True)
    work = options.work.resolve()
    known, new = Lot("causes"), Lot("causes of later programs")
    small = Lot("causes of small programs")
    for path in (sorted((HERE / "bugs").glob("*.c"))
                 + sorted((HERE / "explained").glob("*.c"))):
        if options.only and path.stem not in options.only:
            continue
        causes = set(re.findall(r"CAUSE: (\S+:\d+)", path.read_text()))
        report = work / f"{path.stem}.json"
        report.unlink(missing_ok=True)
        subprocess.run([raddle, "cc", *FLAGS, path, "-o", work / path.stem],
                       check=True)
        subprocess.run([raddle, "test", "--quiet", "--fresh", "--jobs=1",
                        f"--seed={options.seed}", "--time=60s",
                        f"--strategy={options.strategy}",
                        "--until=finding", f"--out={work / 'out'}",
                        f"--json={report}", work / path.stem],
                       stdout=subprocess.DEVNULL, check=False)
        findings = [f for f in json.loads(report.read_text())["findings"]
                    if f["severity"] == "error"]
        explanation = (findings[0]["explanation"] if findings else None) or {
            "facts": [], "text": "nothing"}
        facts = [places(fact) for fact in explanation["facts"]]
        lot = (small if path.parent.name == "explained" else
               new if path.stem in REPORT else known)
        right, hit, noise = lot.count(causes, facts, explanation["text"])
        kinds = "+".join(fact["kind"] for fact in explanation["facts"])
        print(f"{'right' if right else 'WRONG'} {path.stem}: {len(hit)} of "
              f"{len(causes)} lines, {len(noise)} others; {kinds}; "
              f"{explanation['text']}", flush=True)
    known.tell()
    new.tell()
    small.tell()
    sys.exit(0 if known.n + new.n + small.n > 0 and 10 * known.right >= 9 * known.n
             else 1)


if __name__ == "__main__":
    main()
