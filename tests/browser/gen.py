"""See gen.sh."""
import copy

import contrast
from page import Page, contains, equal, load, with_data


def state(p):
    return "found" if p["found"] else "covered" if p["covered"] else "tried" if p["tests"] else "untried"


def matrix(page, results):
    """Each pair is there once, with what the JSON says of it."""
    shown = page.script("""return [...document.querySelectorAll('.matrix tbody tr')].flatMap((row, i) =>
        [...row.querySelectorAll('td:not(.mirror):not(.barred)')].map((cell) =>
            [cell.title.split(':')[0], cell.className, cell.textContent.match(/\\d+/)[0]]))""")
    want = []
    for p in results["pairs"]:
        f, g = p["functions"]
        want.append([sorted([f, g]), state(p), str(p["tests"])])
    equal(sorted([sorted(pair.split(" beside ")), what, n] for pair, what, n in shown), sorted(want), "matrix")
    return want


with Page("found.html") as page:
    results, data = load("found.json"), load("found.data")
    assert results["findings"], "the test has something to see"
    want = matrix(page, results)
    assert "found" in [what for _, what, _ in want], "a pair failed"
    failures = [f for f in results["findings"] if f["severity"] == "error"]
    contains(page.text("h1"), f"{len(failures)} finding", "verdict")
    equal(page.texts(".finding-card b"), [f["title"] for f in results["findings"]], "findings")
    assert not page.all("[data-view=coverage]"), "there is no coverage to show"
    contrast.check(page, "light")
    page.click(".finding-card")
    page.one(".gen-finding")
    finding = results["findings"][0]
    equal(page.texts(".calls code"), [c["call"] for c in finding["calls"]], "calls, in their order")
    equal(page.texts(".allowed code"), finding["allowed"], "what they may return")
    with open(finding["source"]) as source:
        equal(page.one(".c-test pre").get_attribute("textContent") + "\n", source.read(), "the C test")
    page.one(".lanes-box")
    contrast.check(page, "a finding")
    page.open("clean.html")
    matrix(page, load("clean.json"))
    equal(page.text("h1"), "✓ Nothing found", "verdict")
    page.go("#findings")
    page.until(lambda: page.text("h1") == "No finding", "no finding is said")
    page.open("race.html")
    equal(page.text("h1"), "✓ No failure found", "a warning is not a failure")
    contains(page.text(".verdict"), "1 warning: data-race", "it is said")
    # A pair that failed counts as on the terminal, also if nothing else covered it.
    other = copy.deepcopy(data)
    for p in other["gen"]["pairs"]:
        p["covered"] = 0
    page.open(with_data("found.html", other, "only-found.html"), "#overview")
    contains(page.text(".gen > p"), f"1 of {len(results['pairs'])} pairs", "pairs that were seen")
