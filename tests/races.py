"""The race programs of tests/races: each is expected to have a race that raddle
sees, one that only its memory orders make, or none; its twin, which differs in
one token, likewise.

usage: races.py RADDLE DIR [--executions N] [--seeds N] [--clean N] [--quick]
                [--tricky] [NAME ...]

A racy program must show its race within --executions for each of --seeds seeds,
of the right kind, and nothing of another kind of finding may hide it; a clean
one must show none in --clean executions, shared out among the seeds.  The
schedules of the first seed are shrunk and replayed, each in a process of its own.

--tricky takes the programs of tests/races/tricky instead: ways to synchronise
that are easy to get wrong, for whoever judges races.

--quick spends less CPU time on the same: most races come early, so it runs
--executions only where FIRST do not show the race, and does not shrink; it
builds with line numbers alone and, where there is one, a faster linker.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys

FIRST = 60
HERE = pathlib.Path(__file__).resolve().parent / "races"
EXPECT = re.compile(r"^ \* (EXPECT|TWIN): (seen|memory-order|none)$", re.M)


def programs(names, tricky=False):
    """Yields source, whether it is the twin, and what to expect."""
    sources = sorted(HERE.glob("*.c")) if not tricky or names else []
    if tricky or names:
        sources += sorted((HERE / "tricky").glob("*.c"))
    for source in sources:
        if names and source.stem not in names:
            continue
        stated = EXPECT.findall(source.read_text())
        if not stated:
            sys.exit(f"{source}: states no EXPECT")
        for which, expect in stated:
            yield source, which == "TWIN", expect


def build(raddle, source, twin, into, compiler, flags=("-g",)):
    path = into / (source.stem + ("_twin" if twin else ""))
    command = [raddle, "cc", *flags, "-O1", "-o", path, source]
    if compiler:
        command = [raddle, "cc", f"--cc={compiler}", *command[2:]]
    subprocess.run(command + (["-DTWIN"] if twin else []), check=True)
    return path


def races(raddle, path, n, seed, shrink):
    """Kinds of proof of the races found, and their schedules."""
    out = path.with_suffix(".out")
    result = subprocess.run(
        [raddle, "test", "-q", "-k", "--fresh", "--jobs=1", f"--seed={seed}",
         "-n", str(n), f"--out={out}", "--json=-", "--isolation=rewind",
         *([] if shrink else ["--no-shrink"]), path],
        capture_output=True, text=True)
    try:
        found = json.loads(result.stdout[result.stdout.index("\n{"):]
                           if not result.stdout.startswith("{")
                           else result.stdout)
    except ValueError:
        sys.exit(f"{path}: {result.stdout}{result.stderr}")
    mine = [f for f in found["findings"] if f["kind"] == "data-race"]
    return ({f["race"]["proof"] for f in mine},
            [f["schedule"] for f in mine], result.returncode)


def shown(options, path, expect, seed):
    """The races of a racy program with that seed: proofs, schedules."""
    if options.quick:
        proofs, schedules, _ = races(options.raddle, path, FIRST, seed, False)
        if proofs == {expect}:
            return proofs, schedules
    proofs, schedules, _ = races(options.raddle, path, options.executions,
                                 seed, seed == 1 and not options.quick)
    return proofs, schedules


def check(options, expect, path):
    """Returns what is wrong, one line each."""
    name = path.name
    wrong = []
    if expect == "none":
        each = -(-options.clean // options.seeds)
        for seed in range(1, options.seeds + 1):
            proofs, _, _ = races(options.raddle, path, each, seed, False)
            if proofs:
                wrong.append(f"{name}: seed {seed}: {sorted(proofs)} in a "
                             "program without a race")
        return wrong
    for seed in range(1, options.seeds + 1):
        proofs, schedules = shown(options, path, expect, seed)
        if proofs != {expect}:
            wrong.append(f"{name}: seed {seed}: {sorted(proofs)}, not "
                         f"{expect}")
        for schedule in schedules if seed == 1 else ():
            if schedule is None:
                wrong.append(f"{name}: a race without a schedule")
                continue
            replay = subprocess.run([options.raddle, "replay", schedule],
                                    capture_output=True, text=True)
            if "reproduced 1 of 1 times" not in replay.stdout:
                wrong.append(f"{name}: {schedule}: {replay.stdout}"
                             f"{replay.stderr}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("raddle")
    parser.add_argument("dir", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--clean", type=int, default=100000)
    parser.add_argument("--compiler", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--tricky", action="store_true")
    options = parser.parse_args()
    options.dir = options.dir.resolve()
    root = HERE.parent.parent
    if (options.dir.is_relative_to(root)
            and not options.dir.is_relative_to(root / "build")):
        parser.error(f"{options.dir} is in the source tree: use a directory "
                     f"outside it or under {root / 'build'}")
    options.dir.mkdir(parents=True, exist_ok=True)
    wrong, n = [], 0
    flags = ["-g1" if options.quick else "-g"]
    if options.quick and shutil.which("ld.gold"):
        flags.append("-fuse-ld=gold")
    for source, twin, expect in programs(options.names,
                                           options.tricky):
        path = build(options.raddle, source, twin, options.dir,
                     options.compiler, flags)
        wrong += check(options, expect, path)
        n += 1
    for line in wrong:
        print(line)
    print(f"{n} programs, {len(wrong)} wrong")
    return 1 if wrong or n == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
