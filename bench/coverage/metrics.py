#!/usr/bin/env python3
"""Which metrics predict failures?  After chapter 3 of Hong's thesis: over test
suites of equal size, does one that covers more find the fault more often?

    metrics.py RADDLE COVERAGE_SETS --work DIR [--executions N] [--only NAME...]

Each program of bugs/ is executed N times by each of STRATEGIES.
COVERAGE_SETS (bench/coverage_sets.c) says for each execution which requirements
of which metric it covered, and whether it failed.  A suite is a random sample
of k executions of one strategy, k such that about half of the suites find the
fault, so that there is something to predict; a program of whose executions
hardly any or nearly all fail is left out.  An execution that fails ends early
and covers less, which in small suites would hide everything else.  So k is
SMALLEST at least: if more executions fail, the suites are drawn from all that
pass and a random part of those that fail.

For each metric and each pair of an access and a synchronisation metric: the
coverage of a suite is the number of requirements that its executions covered
together; r is Pearson's coefficient (point-biserial) of that and of whether the
suite finds the fault, rho is Spearman's.  "Best" is about single requirements:
the largest phi coefficient of an execution covering it and failing.  Printed
are means over the programs; a metric that does not vary has 0.
"""
import argparse
import itertools
import math
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True  # nothing is left in the source
from study import FLAGS  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
STRATEGIES = ("random", "pos")
ACCESS = ("lr-def", "def-use", "pset", "reads-from", "adjacent")
SYNC = ("blocked", "blocking", "blocked-pair", "follows", "sync-pair")
PAIRS = tuple(itertools.product(ACCESS, SYNC))
DEFAULT = "def-use+sync-pair"
SUITES = 600
LEAST = 8  # executions that fail, and that do not
SMALLEST, LARGEST = 10, 60  # suite


def ranks(values):
    """Equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    out = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j < len(order) and values[order[j]] == values[order[i]]:
            j += 1
        for k in order[i:j]:
            out[k] = (i + j - 1) / 2
        i = j
    return out


def pearson(a, b):
    n = len(a)
    ma, mb = sum(a) / n, sum(b) / n
    aa = sum((x - ma) ** 2 for x in a)
    bb = sum((y - mb) ** 2 for y in b)
    if aa == 0 or bb == 0:
        return 0.0
    return sum((x - ma) * (y - mb) for x, y in zip(a, b)) / math.sqrt(aa * bb)


def phi(covered, both, failed, n):
    """Of `covered` of n executions, `both` failed, as did `failed` in all."""
    d = covered * (n - covered) * failed * (n - failed)
    return (both * n - covered * failed) / math.sqrt(d) if d > 0 else 0.0


class Data:
    """The executions of one program by one strategy."""

    def __init__(self, lines):
        self.failed, self.sets = [], []
        self.masks = dict.fromkeys(ACCESS + SYNC, 0)
        for line in lines:
            words = line.split()
            if words[0] == "metric":
                self.masks[words[2]] |= 1 << int(words[1])
                continue
            self.failed.append(words[0] == "1")
            self.sets.append(sum(1 << int(w) for w in words[1:]))

    def pool(self, rng):
        """Executions to draw suites from, and their size; 0: none."""
        bad = [i for i, fails in enumerate(self.failed) if fails]
        good = [i for i, fails in enumerate(self.failed) if not fails]
        share = 1 - 0.5 ** (1 / SMALLEST)
        most = int(share / (1 - share) * len(good))
        if len(bad) > most:
            bad = rng.sample(bad, most)
        if len(bad) < LEAST:
            return [], 0
        rate = len(bad) / (len(bad) + len(good))
        size = round(math.log(0.5) / math.log(1 - rate))
        return bad + good, size if size <= LARGEST else 0

    def suites(self, pool, size, rng):
        """Metric -> coverage of each suite; whether each finds the fault."""
        cover, finds = {m: [] for m in self.masks}, []
        for _ in range(SUITES):
            union, fails = 0, False
            for i in rng.sample(pool, size):
                union |= self.sets[i]
                fails = fails or self.failed[i]
            finds.append(1.0 if fails else 0.0)
            for name, mask in self.masks.items():
                cover[name].append((union & mask).bit_count())
        return cover, finds

    def best(self):
        """Metric -> the largest phi of one of its requirements."""
        n, failed = len(self.sets), sum(self.failed)
        hits, both = {}, {}
        for covered, fails in zip(self.sets, self.failed):
            while covered:
                low = covered & -covered
                covered ^= low
                hits[low] = hits.get(low, 0) + 1
                both[low] = both.get(low, 0) + fails
        return {name: max((phi(h, both[r], failed, n)
                           for r, h in hits.items() if r & mask), default=0.0)
                for name, mask in self.masks.items()}


def analyse(data, rng):
    """Name -> (r, rho, best) for each metric and pair, and the size of the
    suites; None: left out."""
    pool, size = data.pool(rng)
    if size == 0:
        return None, 0
    cover, finds = data.suites(pool, size, rng)
    ranked, best = ranks(finds), data.best()
    rows = {}
    for names in [(m,) for m in cover] + list(PAIRS):
        sums = [sum(c) for c in zip(*(cover[m] for m in names))]
        rows["+".join(names)] = (pearson(sums, finds),
                                 pearson(ranks(sums), ranked),
                                 max(best[m] for m in names))
    return rows, size


def check():
    """Known values: the coefficients must be what they are called."""
    assert ranks([3, 1, 3, 2]) == [2.5, 0, 2.5, 1]
    assert abs(pearson([1, 2, 3, 4], [1, 3, 2, 4]) - 0.8) < 1e-9
    assert pearson([1, 1], [0, 1]) == 0
    # Covered exactly when it fails; never then; regardless.
    assert abs(phi(5, 5, 5, 20) - 1) < 1e-9
    assert abs(phi(15, 0, 5, 20) + 1) < 1e-9
    assert phi(8, 2, 5, 20) == 0
    sure = Data(["1 1 2"] * 10 + ["0 1"] * 200 +
                ["metric 1 def-use", "metric 2 sync-pair"])
    rows, _ = analyse(sure, random.Random(1))
    assert rows["sync-pair"][0] > 0.999 and rows["def-use"] == (0, 0, 0), rows


def collect(arguments, name, strategy):
    file = arguments.work / f"{name}.{strategy}.sets"
    if not file.exists():
        source, program = HERE / "bugs" / f"{name}.c", arguments.work / name
        subprocess.run([arguments.raddle, "cc", *FLAGS, source, "-o", program],
                       check=True)
        done = subprocess.run(
            [arguments.sets, program, str(arguments.executions), "1", strategy,
             arguments.work / "out"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, timeout=600)
        if done.returncode != 0:
            return None
        file.write_text(done.stdout)
    return Data(file.read_text().splitlines())


def mean(values):
    return sum(values) / len(values)


def average(several):
    """One program by several strategies: the means of what analyse() said."""
    return {name: tuple(mean([rows[name][i] for rows in several])
                        for i in range(3)) for name in several[0]}


def compare(results, name, other, rng):
    """The mean difference in r, and its 95 % interval: 2,000 bootstrap samples
    of the programs."""
    differences = [rows[name][0] - rows[other][0] for rows in results]
    means = sorted(mean(rng.choices(differences, k=len(differences)))
                   for _ in range(2000))
    return mean(differences), means[50], means[1949]


def show_pairs(results, rng):
    """Each pair beside the default metrics."""
    print(f"\n{'against ' + DEFAULT:24}{'r':>8}{'95 % from':>12}{'to':>8}")
    names = ["+".join(p) for p in PAIRS if "+".join(p) != DEFAULT]
    found = [(*compare(results, name, DEFAULT, rng), name) for name in names]
    for difference, low, high, name in sorted(found, reverse=True):
        print(f"{name:24}{difference:+8.3f}{low:+12.3f}{high:+8.3f}")


def show(results):
    """results: for each program what average() returned."""
    print(f"\n{'':24}{'r':>8}{'rho':>8}{'best':>8}{'r > .3':>8}{'r < 0':>8}{'first':>8}")
    names = list(results[0])
    firsts = dict.fromkeys(names, 0.0)
    for rows in results:
        for among in ([n for n in names if "+" not in n], [n for n in names if "+" in n]):
            top = max(rows[n][0] for n in among)
            won = [n for n in among if rows[n][0] > top - 0.005]
            for n in won:
                firsts[n] += 1 / len(won)
    for name in sorted(names, key=lambda n: ("+" in n, -mean([r[n][0] for r in results]))):
        r, rho, best = ([rows[name][i] for rows in results] for i in range(3))
        print(f"{name:24}{mean(r):8.3f}{mean(rho):8.3f}{mean(best):8.3f}"
              f"{sum(x > .3 for x in r):8}{sum(x < 0 for x in r):8}{firsts[name]:8.1f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("raddle", type=pathlib.Path)
    parser.add_argument("sets", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--executions", type=int, default=1000)
    parser.add_argument("--only", nargs="*")
    arguments = parser.parse_args()
    arguments.raddle = arguments.raddle.resolve()
    arguments.sets = arguments.sets.resolve()
    arguments.work = arguments.work.resolve()
    arguments.work.mkdir(parents=True, exist_ok=True)
    check()
    rng, results, left_out = random.Random(1), [], []
    for source in sorted((HERE / "bugs").glob("*.c")):
        name = source.stem
        if arguments.only and name not in arguments.only:
            continue
        several = []
        for strategy in STRATEGIES:
            data = collect(arguments, name, strategy)
            rows, size = analyse(data, rng) if data else (None, 0)
            if rows is None:
                left_out.append(f"{name}/{strategy}")
                continue
            several.append(rows)
            print(f"{name:14}{strategy:8} k {size:3}  failed "
                  f"{sum(data.failed):4} of {len(data.failed)}  {DEFAULT} "
                  f"{rows[DEFAULT][0]:6.2f}  pset+follows "
                  f"{rows['pset+follows'][0]:6.2f}", flush=True)
        if several:
            results.append(average(several))
    print(f"\n{len(results)} programs; left out (fail hardly ever, or "
          f"nearly always): {len(left_out)}: {' '.join(left_out)}")
    if results:
        show(results)
        show_pairs(results, rng)


main()
