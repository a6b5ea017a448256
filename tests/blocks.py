"""The programs of tests/blocks: each states the kinds of race bugs that raddle
reports of it with --blocks and --associations, and its twin, which differs in
one token, likewise.  Among them are the theorems of the thesis on coverage of
concurrent programs (2.3.7).

usage: blocks.py [--executions N] [--seeds N] [--compiler CC] RADDLE DIR
                 [NAME ...]

A program must show all its kinds, and no other, within --executions for each of
--seeds seeds.  The schedules of the first seed are replayed, each in a process
of its own.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

import races

HERE = pathlib.Path(__file__).resolve().parent / "blocks"
EXPECT = re.compile(r"^ \* (EXPECT|TWIN): ([a-z -]+)$", re.M)
KINDS = {"data-race", "block-race", "multi-variable-race",
         "multi-variable-block-race"}


def programs(names):
    """Yields source, whether it is the twin, and the kinds to expect."""
    for source in sorted(HERE.glob("*.c")):
        if names and source.stem not in names:
            continue
        stated = EXPECT.findall(source.read_text())
        if len(stated) != 2:
            sys.exit(f"{source}: does not state EXPECT and TWIN")
        for which, expect in stated:
            kinds = set() if expect == "none" else set(expect.split())
            if not kinds <= KINDS:
                sys.exit(f"{source}: {expect}")
            yield source, which == "TWIN", kinds


def warnings(options, path, seed):
    """The kinds of race bugs found, and their schedules."""
    result = subprocess.run(
        [options.raddle, "test", "-q", "-k", "--fresh", "--jobs=1",
         f"--seed={seed}", "-n", str(options.executions),
         f"--out={path.with_suffix('.out')}", "--json=-", "--blocks",
         "--associations", "--no-shrink", path],
        capture_output=True, text=True)
    at = result.stdout.find("{\n")
    if at < 0:
        sys.exit(f"{path}: {result.stdout}{result.stderr}")
    found = json.loads(result.stdout[at:])["findings"]
    return ({f["kind"] for f in found}, [f["schedule"] for f in found])


def check(options, kinds, path):
    """Returns what is wrong, one line each."""
    wrong = []
    for seed in range(1, options.seeds + 1):
        found, schedules = warnings(options, path, seed)
        if found != kinds:
            wrong.append(f"{path.name}: seed {seed}: {sorted(found)}, not "
                         f"{sorted(kinds)}")
        for schedule in schedules if seed == 1 else ():
            replay = subprocess.run([options.raddle, "replay", schedule],
                                    capture_output=True, text=True)
            if "reproduced 1 of 1 times" not in replay.stdout:
                wrong.append(f"{path.name}: {schedule}: {replay.stdout}"
                             f"{replay.stderr}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--compiler", default="")
    options = parser.parse_args()
    options.dir = options.dir.resolve()
    options.dir.mkdir(parents=True, exist_ok=True)
    flags = ["-g1", f"-I{HERE.parent.parent / 'include'}"]
    if shutil.which("ld.gold"):
        flags.append("-fuse-ld=gold")
    wrong, n = [], 0
    for source, twin, kinds in programs(options.names):
        path = races.build(options.raddle, source, twin, options.dir,
                           options.compiler, flags)
        wrong += check(options, kinds, path)
        n += 1
    for line in wrong:
        print(line)
    print(f"{n} programs, {len(wrong)} wrong")
    return 1 if wrong or n == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
