#!/usr/bin/env python3
"""prove_mutants.py - mistakes in the exploration of `raddle prove`, and the
program that shows each: some minutes of CPU time.

    prove_mutants.py WORK [NAME...]

Copies the tree with what is built to WORK.  For each mistake it changes the
source, builds, and explores the program that is named for it: the numbers must
not be the right ones.  `known` is what the mistake gave in a reference that is
not ours, a search in Python over models of the programs; other wrong numbers
kill the mistake as well.  Without a program it is a unit test that must fail.
The exit status is 1 if a mistake survives.
"""
import dataclasses
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


@dataclasses.dataclass
class Mutant:
    name: str
    path: str
    old: str
    new: str
    program: str  # of tests/prove/counting.c; or the unit test
    right: tuple = ()  # interleavings, deadlocks, blocked, abandoned
    known: str = ""


MUTANTS = [
    Mutant("a wake-up depends on its condition, not on the signal that woke it",
           "src/runtime/explore/touches.c",
           "    if (t->wait->cancellable)\n        touches_cancelled(t, step);\n",
           "    if (t->wait->cancellable)\n        touches_cancelled(t, step);\n"
           "    step->woken = false;\n"
           "    touch = rdl_touches_written(\n"
           "        (void *)rdl_sched.pending[t->tid].addr, 0);\n"
           "    rdl_step_touch(step, &touch);\n",
           "condvar 2 2", (64, 0, 0, 0), "48 of 64"),
    Mutant("a signal always wakes the first waiter",
           "src/runtime/explore/outcomes.c",
           "    return rdl_explore_choose(rdl_exploring_explore, n, "
           "exploring_wakes(n));\n",
           "    return exploring_wakes(n) == NULL;\n",
           "condvar 2 2", (64, 0, 0, 0), "56 of 64"),
    Mutant("other outcomes only in free runs",
           "src/explore/optimal.c",
           "(x->lean || x->tree.node[node].child == RDL_TREE_NONE) &&",
           "x->picked == RDL_TREE_NONE &&",
           "waiters 3 1", (66, 66, 0, 0), "54 of 66"),
    Mutant("other outcomes everywhere",
           "src/explore/optimal.c",
           "(x->lean || x->tree.node[node].child == RDL_TREE_NONE) &&",
           "node != RDL_TREE_NONE &&",
           "explore", known="right counts, some abandoned"),
    Mutant("what waits at the end does not race",
           "src/explore/races.c",
           "    for (size_t i = 0; i < n; i++) {\n"
           "        struct rdl_step s = waiting[i];\n",
           "    for (size_t i = 0; i < n && n == SIZE_MAX; i++) {\n"
           "        struct rdl_step s = waiting[i];\n",
           "twolocks 1", (3, 1, 0, 0), "2 of 3"),
    Mutant("the search for a race stops at the unlock before a lock",
           "src/explore/races.c",
           "            if (!r.unknown)\n                continue;\n",
           "            if (!r.unknown)\n                break;\n",
           "locks 3 1", (6, 0, 0, 0), "1 of 6"),
    Mutant("initials for weak initials",
           "src/explore/tree.c",
           "    *at = n;\n    return true;\n}\n\nstatic bool tree_append_all",
           "    *at = n;\n    return false;\n}\n\nstatic bool tree_append_all",
           "lastzero 5", (64, 0, 0, 0), "47 of 64 and 11 abandoned"),
    Mutant("nothing is inserted below a child",
           "src/explore/tree.c",
           "        if (tree->node[c].child == RDL_TREE_NONE)\n",
           "        if (tree->size > 0)\n",
           "lastzero 5", (64, 0, 0, 0), "17 of 64"),
    Mutant("what is asleep does not cover a reversal",
           "src/explore/races.c",
           "    if (races_covered(x, r))\n        return true;\n",
           "    if (races_covered(x, r) && r->first == UINT32_MAX)\n"
           "        return true;\n",
           "counter 2 1", (4, 0, 0, 0), "it does not end"),
    Mutant("what another worker has taken covers a reversal",
           "src/explore/upper_merge.c",
           "        if (node->closed)\n            return true;\n"
           "        if (at < n) {\n",
           "        if (node->closed || node->held || node->ran)\n"
           "            return true;\n"
           "        if (at < n) {\n",
           "explore_upper", known="26 of 28 for lastzero 4, in random order"),
    Mutant("races whose two steps were there before are skipped",
           "src/explore/races.c",
           "        if (i < x->kept && x->settled[i] <= x->kept)\n",
           "        if (i < x->kept)\n",
           "explore", known="8 of 538 random programs"),
    Mutant("a lock that is held can be taken",
           "src/runtime/sync/mutex.c",
           "    if (e->op == RDL_OP_LOCK && !mine)\n"
           "        touch->need = RDL_NEEDS_NONZERO;\n",
           "    (void)mine;\n",
           "locks 2 1", (2, 0, 0, 0), "more than 2"),
]


def run(command, cwd, seconds=None):
    try:
        return subprocess.run(command, cwd=cwd, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True,
                              errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        return None


def explored(tree, work, program, most):
    """Its numbers, and the sentence about them.  Not complete is no number."""
    run([tree / "build/raddle", "prove", "-qk", "--fresh", "--no-shrink",
         "--metrics=none", "--jobs=1", "-n", str(most), "-o", "out",
         "--json=report", "./counting", *program.split()], work)
    with open(work / "report", encoding="utf-8") as f:
        r = json.load(f)
    numbers = tuple(r[n] for n in ("interleavings", "deadlocks", "blocked",
                                   "abandoned"))
    if r["complete"]:
        return numbers, f"{numbers[0]} and {numbers[3]} abandoned"
    return None, "not complete: " + ", ".join(
        b["kind"] for b in r["incomplete_because"])


def survives(tree, work, m):
    """Is the mistake not noticed?  And what was seen."""
    if not m.right:
        r = run(["make", f"build/unit/{m.program}"], tree)
        if r.returncode != 0:
            raise SystemExit(f"{m.name}: does not build\n{r.stdout}")
        r = run([f"build/unit/{m.program}"], tree, 600)
        if r is None:
            return False, "it does not end"
        return r.returncode == 0, (r.stdout.splitlines() or ["it passes"])[-1]
    r = run(["make", "all"], tree)
    if r.returncode != 0:
        raise SystemExit(f"{m.name}: does not build\n{r.stdout}")
    numbers, said = explored(tree, work, m.program, 20 * m.right[0] + 1000)
    return numbers == m.right, said


def main():
    work = pathlib.Path(sys.argv[1]).resolve()
    names = sys.argv[2:]
    tree = work / "tree"
    tree.mkdir(parents=True, exist_ok=True)
    copied = [p.name for p in ROOT.iterdir() if p.name not in (".git", ".ci")]
    run(["cp", "-a", *copied, tree], ROOT)
    if run(["make", "all"], tree).returncode != 0:
        raise SystemExit("the copy of the tree does not build")
    run([tree / "build/raddle", "cc", "-O1", "-g", "-pthread",
         ROOT / "tests/prove/counting.c", "-o", "counting"], work)
    bad = 0
    for m in MUTANTS:
        if names and not any(n in m.name for n in names):
            continue
        if m.right and explored(tree, work, m.program, 10 ** 6)[0] != m.right:
            raise SystemExit(f"{m.program}: wrong without a mistake")
        path = tree / m.path
        text = path.read_text(encoding="utf-8")
        if text.count(m.old) != 1:
            raise SystemExit(f"{m.name}: {m.path} has changed")
        path.write_text(text.replace(m.old, m.new), encoding="utf-8")
        lives, said = survives(tree, work, m)
        bad += lives
        print(f"{'SURVIVES' if lives else 'killed'}: {m.name}\n"
              f"    {m.program}: {said}; known: {m.known}", flush=True)
        path.write_text(text, encoding="utf-8")
        run(["make", "all"], tree)
    print(f"{bad} survive")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
