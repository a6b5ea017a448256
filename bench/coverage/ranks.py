"""ranks.py - ranks with ties, and the Mann-Whitney U test made from them.

The test is two-sided, by the normal approximation with the correction for
ties and for continuity (Mann and Whitney 1947; Lehmann, Nonparametrics, 1.4):
with 5 against 30 values or more it is close enough, and the standard library
has none.  check() compares it with values worked out elsewhere.
"""
import itertools
import math
import statistics


def ranks(values):
    """Ranks from 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for i in order[at:end]:
            result[i] = (at + 1 + end) / 2
        at = end
    return result


def u_of(x, y):
    """How many pairs x wins, a draw counting half."""
    return sum(ranks([*x, *y])[:len(x)]) - len(x) * (len(x) + 1) / 2


def u_variance(x, y):
    n, m = len(x), len(y)
    both = [*x, *y]
    ties = sum(t ** 3 - t for t in map(both.count, set(both)))
    total = n + m
    return n * m / 12 * (total + 1 - ties / (total * (total - 1)))


def p_of(x, y):
    """Probability of a difference at least as large if there is none."""
    if not x or not y or len(x) + len(y) < 3:
        return 1.0
    variance = u_variance(x, y)
    if variance <= 0:
        return 1.0
    distance = abs(u_of(x, y) - len(x) * len(y) / 2) - 0.5
    return min(1.0, math.erfc(max(0.0, distance) / math.sqrt(2 * variance)))


def check():
    """Raises AssertionError if the test is wrong."""
    assert ranks([3, 1, 3, 2]) == [3.5, 1, 3.5, 2]
    # The example of scipy's documentation of mannwhitneyu, asymptotic.
    x, y = [19, 22, 16, 29, 24], [20, 11, 17, 12]
    assert u_of(x, y) == 17 and u_of(y, x) == 3
    assert abs(p_of(x, y) - 0.11134688653314041) < 1e-12
    assert p_of(x, y) == p_of(y, x)
    assert p_of([1, 1, 1], [1, 1]) == 1
    # The variance is that of U over all ways to deal the values out.
    for both in ([1, 2, 3, 4, 5, 6, 7], [1, 1, 2, 2, 2, 3, 9]):
        dealt = []
        for chosen in itertools.combinations(range(7), 3):
            rest = [both[i] for i in range(7) if i not in chosen]
            dealt.append(u_of([both[i] for i in chosen], rest))
        assert abs(statistics.pvariance(dealt)
                   - u_variance(both[:3], both[3:])) < 1e-9
