"""tables.py - what the study prints: tables in the papers' forms, from lists
of results, one for each repetition."""
import pathlib
import statistics
import sys

import ranks

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))
from table import table  # noqa: E402

ALPHA = 0.05
FEWEST = 3  # fewer say next to nothing


def first_failure(r):
    """Executions up to and with the first that failed; None if none did."""
    return min((f["execution"] + 1 for f in r["findings"]), default=None)


def number(value):
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


def probability(p):
    if p is None:
        return "-"
    return "<.0001" if p < 0.0001 else f"{p:.4f}".lstrip("0")


def mean(values):
    return statistics.fmean(values) if values else None


def three(values):
    """MIN, AVG, MAX of the settings' means."""
    values = [v for v in values if v is not None]
    if not values:
        return ["-"] * 3
    return [number(f(values)) for f in (min, statistics.fmean, max)]


def compare(values, ours, others):
    """The best of the others by mean, and the p of ours against it."""
    others = [o for o in others if len(values.get(o, ())) >= FEWEST]
    if len(values.get(ours, ())) < FEWEST or not others:
        return None, None
    best = max(others, key=lambda o: mean(values[o]))
    return best, ranks.p_of(values[ours], values[best])


def coverage_table(title, programs, values, strategies, noise, tests):
    """values: program -> strategy -> covered, one for each repetition.
    tests: (label, ours, others, sign): sign > 0 asks whether ours is above,
    < 0 whether it is below.  For each test the programs where it says yes,
    significantly, and how many could be asked."""
    kinds = ("noise-yield", "noise-sleep")
    header = ["program"]
    for kind in kinds:
        header += [f"{kind} min", "avg", "max"]
    header += strategies + [f"p {t[0]}" for t in tests]
    means, medians, yes = [], [], {t[0]: [] for t in tests}
    asked = dict.fromkeys(yes, 0)
    for p in programs:
        v = values[p]
        row, middle = [p], [p]
        for kind in kinds:
            found = [v[n] for n in noise if n.startswith(kind) and v.get(n)]
            row += three([mean(x) for x in found])
            middle += three([statistics.median(x) for x in found])
        for s in strategies:
            row.append(number(mean(v.get(s))))
            middle.append(number(statistics.median(v[s]) if v.get(s)
                                 else None))
        for label, ours, others, sign in tests:
            best, p_value = compare(v, ours, others)
            row.append(probability(p_value))
            middle.append("")
            asked[label] += p_value is not None
            if p_value is not None and p_value < ALPHA and sign * (
                    mean(v[ours]) - mean(v[best])) > 0:
                yes[label].append(p)
        means.append(row)
        medians.append(middle)
    table(f"{title}: means", header, means)
    table(f"{title}: medians", header, medians)
    return yes, asked


def failure_table(title, programs, names, results, budget, parts):
    """Mean and median, misses in parentheses; ranks of the means, among those
    that have run on every program, and among those that are no parts."""
    if not programs or not names:
        return
    ranked = [n for n in names if all(results.get((p, n)) for p in programs)]
    whole = [n for n in ranked if n not in parts]
    rows = []
    among = {"mean rank": (ranked, {n: [] for n in names})}
    if whole != ranked:
        among["without parts"] = (whole, {n: [] for n in names})
    missed = dict.fromkeys(names, 0)
    for p in programs:
        means, row = {}, [p]
        for n in names:
            found = [first_failure(r) for r in results.get((p, n), ())]
            misses = found.count(None)
            missed[n] += misses
            values = [budget if f is None else f for f in found]
            means[n] = mean(values)
            row.append(
                number(means[n])
                + (f"/{statistics.median(values):,.0f}" if values else "")
                + (f" ({misses})" if misses else ""))
        for those, placed in among.values():
            for n, rank in zip(those, ranks.ranks([means[n] for n in those])):
                placed[n].append(rank)
        rows.append(row)
    for label, (_, placed) in among.items():
        rows.append([label] + [f"{mean(placed[n]):.2f}" if placed[n] else "-"
                               for n in names])
    rows.append(["missed"] + [str(missed[n]) for n in names])
    table(f"Executions to the first failure, programs to {title} on: "
          f"mean/median, a miss as {budget:,} (misses)", ["program", *names],
          rows)
