#!/usr/bin/env python3
"""The same final states with and without learning which memory is shared.

    compare.py RADDLE ISOLATION EXECUTIONS PROGRAM...

Each PROGRAM appends a byte for the state in which an execution ended to the
file `states`; those that fail instead are one more state.  For both strategies the sets of states must be equal.  That
alone would not show much, for one execution in 64 leaves out no decision
anyway; so a state that is not rare without learning must also not be eight
times rarer with it: of those executions alone it would be sixty times rarer.
"""
import collections
import json
import pathlib
import subprocess
import sys

STRATEGIES = (("random",), ("pct", "--depth=3"))
# Not rare: of 2,500 executions the 40 that leave out nothing would show it
# once, where 6 are asked for.
NOT_RARE, RARER = 1 / 50, 8


def states(raddle, isolation, executions, strategy, program, *more):
    pathlib.Path("states").write_bytes(b"")
    done = subprocess.run(
        [raddle, "test", "--quiet", "--keep-going", "--jobs=1", f"--isolation={isolation}",
         f"--executions={executions}", "--determinism=0", "--time=10m", "--no-shrink",
         "--strategy", *strategy, *more, "--json=report", program],
        capture_output=True, text=True, errors="replace")
    report = json.loads(pathlib.Path("report").read_text())
    if done.returncode > 1 or report["isolation"] != isolation or \
            report["executions"] != executions:
        sys.exit(f"{program}: exit {done.returncode}, isolation "
                 f"{report['isolation']}, {report['executions']} executions:\n"
                 f"{done.stdout}{done.stderr}")
    counts = collections.Counter(pathlib.Path("states").read_bytes())
    failed = executions - counts.total()
    if failed < 0 or (failed > 0) != (done.returncode == 1):
        sys.exit(f"{program}: {counts.total()} states of {executions}, exit "
                 f"{done.returncode}")
    if failed > 0:
        counts["failed"] = failed
    return counts


def main():
    raddle, isolation, executions = sys.argv[1], sys.argv[2], int(sys.argv[3])
    failed = False
    for program in sys.argv[4:]:
        for strategy in STRATEGIES:
            plain = states(raddle, isolation, executions, strategy, program,
                           "--no-learn")
            learnt = states(raddle, isolation, executions, strategy, program)
            hidden = set(plain) - set(learnt)
            wrong = set(learnt) - set(plain)
            starved = {s for s in plain if plain[s] > NOT_RARE * executions
                       and learnt[s] * RARER < plain[s]}
            print(f"{program} {strategy[0]}: {len(plain)} states, "
                  f"the rarest {min(plain.values())} and "
                  f"{min(learnt.values())} times", flush=True)
            for what, which in (("hidden", hidden), ("not to be", wrong),
                                ("starved", starved)):
                for s in sorted(which, key=str):
                    failed = True
                    print(f"  state {s} is {what}: {plain[s]} times without "
                          f"learning, {learnt[s]} with")
    sys.exit(failed)


main()
