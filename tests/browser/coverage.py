"""See coverage.sh."""
import sys

import contrast
from page import Page, contains, equal, load

file, data = sys.argv[1], load(sys.argv[2])
requirements = data["requirements"]
uncovered = [r for r in requirements if r["state"] == "uncovered"]


def places(r):
    return [p for p in (r["first"], r["second"]) if p]


def on_line(line):
    return [r for r in requirements if any(p["line"] == line for p in places(r))]


def files(page):
    row = page.text(".files tbody tr")
    contains(row, "till.c", "file")
    contains(row, f"{len(requirements) - len(uncovered)} of {len(requirements)}", "counts")
    assert row.endswith(str(len(uncovered))), row


def filters(page):
    page.click(".choices [data-value=uncovered]")
    contains(page.text(".listing h2"), f"{len(uncovered)} interaction", "uncovered")
    shown = page.texts(".pair")
    for r in uncovered:
        assert any(all(p["location"] in pair for p in places(r)) and r["metric"] in pair for pair in shown), r
    page.click(".choices [data-value='']")
    metric = requirements[-1]["metric"]
    page.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))",
                page.one("#metric"), metric)
    of = [r for r in requirements if r["metric"] == metric]
    contains(page.text(".listing h2"), f"{len(of)} interaction", metric)
    equal(set(page.texts(".pair .metric")), {metric}, "metrics listed")
    page.go("#overview")
    page.click(".coverage tbody tr:first-child a")
    equal(set(page.texts(".pair .metric")), {requirements[0]["metric"]}, "the metric that was clicked")
    page.go("#coverage?metric=")


def counts(page):
    covered = [r for r in requirements if r["covered"]]
    shown = page.texts(".pair .hits")  # those in view
    assert shown, "counts"
    for text in shown:
        assert any(f"{r['hits']:,}" in text and
                   f"of {data['coverage'][r['metric']]['executions']:,} execution" in text
                   for r in covered), text
    page.click(".choices [data-value=hits]")
    order = [int(text.split()[1].replace(",", "")) for text in page.texts(".pair .hits")]
    assert order == sorted(order), order
    page.click(".choices [data-value=failing]")
    worst = max(r["failed"] / r["hits"] for r in covered)
    of = [r for r in covered if r["failed"] / r["hits"] == worst]
    first = page.text(".pair")
    assert worst > 0 and any(f"fails in {r['failed']} of {r['hits']}" in first for r in of), first
    page.click(".choices [data-value=state]")


def source(page):
    page.click(".files tbody a")
    lines = data["sources"]["till.c"].splitlines()
    equal(len(page.all(".source.whole .line")), len(lines), "lines")
    for mark in page.all(".mark-of-line[href]"):
        line = int(mark.get_attribute("href").rsplit(":", 1)[1])
        here = on_line(line)
        open_ = [r for r in here if r["state"] == "uncovered"]
        sign = "●" if not open_ else "○" if len(open_) == len(here) else "◐"
        equal(mark.text, f"{sign} {len(here) - len(open_)}/{len(here)}", f"mark of line {line}")
    equal(len(page.all(".mark-of-line[href]")), len({p["line"] for r in requirements for p in places(r)}), "marks")


def one_line(page):
    line = places(uncovered[0])[-1]["line"]
    page.click(f".mark-of-line[href='#coverage/till.c:{line}']")
    equal(page.script("return location.hash"), f"#coverage/till.c:{line}", "address")
    contains(page.text(".listing h2"), f"On till.c:{line} {len(on_line(line))} interaction", "pairs of the line")
    contains(page.text(".pair"), "uncovered", "uncovered ones first")
    equal(page.text(".source.whole .line.current .lineno"), str(line), "marked line")
    page.script("arguments[0].focus()", page.one(".source.whole"))
    page.press("k")
    before = page.text(".source.whole .line.current .lineno")
    assert int(before) < line, "k goes to the marked line before"
    page.back()
    page.until(lambda: page.text(".source.whole .line.current .lineno") == str(line), "Back goes back")
    page.click(".source.whole .line.part:not(.current) code")
    page.until(lambda: page.text(".source.whole .line.current .lineno") != str(line), "a line can be clicked")


with Page(file, "#coverage") as page:
    assert uncovered, "the campaign has an uncovered pair"
    files(page)
    filters(page)
    counts(page)
    source(page)
    one_line(page)
    for theme in ("light", "dark"):
        contrast.check(page, theme)
        page.press("t")
    page.script("location.hash = '#coverage/till.c:30'; location.reload()")
    page.until(lambda: page.all(".source.whole .line.current"), "an address opens a line")
    equal(page.text(".source.whole .line.current .lineno"), "30", "an address opens the line")
