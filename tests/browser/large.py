"""See large.sh."""
import copy
import random
import sys

from page import Page, contains, equal, load, with_data

file, data = sys.argv[1], load(sys.argv[2])
THREADS, STEPS, LEFT_OUT, REQUIREMENTS, LINES = 100, 10_000, 2_050, 6_000, 5_000
FILES = 4_000
MOST_NODES = 2_500  # of any view; all steps alone would be 60,000


def enlarge():
    dice = random.Random(1)
    finding = data["findings"][0]
    few = finding["steps_shown"]
    finding["threads"] = [{"thread": t, "name": "", "function": "work", "steps": STEPS // THREADS, "matters": True}
                          for t in range(THREADS)]
    finding["steps_shown"], finding["left_out"], thread = [], LEFT_OUT, 0
    finding["steps"] = STEPS + LEFT_OUT
    for i in range(STEPS):
        turn = dice.random() < 0.2
        finding["steps_shown"].append({**few[i % len(few)], "step": i, "thread": thread, "matters": i % 3 == 0,
                                       "switch": "preempted" if turn else None, "reason": None})
        thread = dice.randrange(THREADS) if turn else thread
    data["sources"]["big.c"] = "\n".join(f"    line({i});" for i in range(1, LINES + 1))
    all_ = [copy.deepcopy(data["requirements"][i % len(data["requirements"])]) for i in range(REQUIREMENTS)]
    for r in all_:
        for place in (r["first"], r["second"]):
            if place:
                line = dice.randrange(1, LINES)
                place.update(file="big.c", line=line, location=f"big.c:{line}:1 (work)")
    data["requirements"] = all_


def small(page, act, what):
    """However much there is to show, the document stays small."""
    act()
    assert page.nodes() < MOST_NODES, f"{what}: {page.nodes()} elements"


def lanes(page):
    small(page, lambda: (page.go("#findings"), page.one(".row.active")), "opening the finding")
    page.press("l")
    small(page, lambda: page.press("a"), "all steps")
    contains(page.text(".lanes .bar-of-tools"), f"{STEPS + LEFT_OUT:,} steps, {THREADS} threads; "
             f"{LEFT_OUT:,} steps are not in this report", "shown")
    small(page, lambda: page.press("END"), "the end")
    equal(page.text(".row.active .gutter"), str(STEPS - 1), "last step")
    small(page, lambda: page.press("HOME"), "the beginning")
    equal(page.text(".row.active .gutter"), "0", "first step")
    small(page, lambda: page.press("-", "-"), "zooming out")
    small(page, lambda: page.press("+", "+"), "zooming in")
    box = page.one(".lanes-box")
    for part in (0.3, 0.6, 1):
        small(page, lambda: page.script("arguments[0].scrollTop = arguments[0].scrollHeight * arguments[1]",
                                          box, part), "scrolling")
    page.until(lambda: page.all(".row.fail"), "the end can be scrolled to")
    page.press("END")
    page.go("#overview")
    assert not page.all(".row.fail")
    page.go("#findings")
    page.until(lambda: page.all(".row.fail"), "the finding is where it was left")
    page.until(lambda: page.all(".ghost"), "steps out of sight are named at the edge")
    page.script("arguments[0].scrollLeft = arguments[0].scrollWidth", box)
    heads = page.all(".lane-head")
    equal(len(heads), THREADS, "heads")
    assert heads[-1].is_displayed() and heads[-1].location["x"] < 1400, "the last lane can be scrolled to"
    sticky = page.script("const b = arguments[0].getBoundingClientRect(), h = arguments[0].firstChild"
                         ".getBoundingClientRect(); return Math.abs(b.top - h.top)", box)
    assert sticky < 3, "heads stay on top"


def coverage(page):
    small(page, lambda: (page.go("#coverage"), page.one(".pair")), "opening coverage")
    small(page, lambda: page.click(".choices [data-value=uncovered]"), "filtering")
    small(page, lambda: page.click(".choices [data-value='']"), "all of them")
    page.script("const b = document.querySelector('.pairs'); b.scrollTop = b.scrollHeight")
    small(page, lambda: (page.go(f"#coverage/big.c:{LINES // 2}"), page.one(".source.whole .line.current")),
            "opening a line")
    contains(page.text(".line.current"), f"line({LINES // 2});", "source")


def scatter():
    """The same requirements, in many files; the worst is the last by name."""
    for i, r in enumerate(data["requirements"]):
        name = f"src/part{i % FILES:04}.c" if i < REQUIREMENTS - 50 else "src/zworst.c"
        r["state"] = "uncovered" if name == "src/zworst.c" else r["state"]
        for place in (r["first"], r["second"]):
            if place:
                place.update(file=name, location=f"{name}:{place['line']}:1 (work)")


def files(page):
    rows = ".files tbody tr"
    small(page, lambda: (page.go("#coverage"), page.one(rows)), "opening many files")
    n = len({p["file"] for r in data["requirements"] for p in (r["first"], r["second"]) if p})
    assert n > 3_000, n
    equal(len(page.all(rows)), 100, "files at first")
    contains(page.text(rows), "src/zworst.c", "the worst comes first")
    contains(page.text(".grow"), f"100 of {n:,} files", "how many there are")
    small(page, lambda: page.click(".more"), "more files")
    equal(len(page.all(rows)), 200, "then")
    equal(page.script("return document.activeElement.textContent.slice(0, 80)"), page.texts(rows + " a")[100], "focus")
    small(page, lambda: (page.one(".find input").send_keys("PART1234"), page.settle()), "finding one")
    equal(page.texts(rows + " a"), ["src/part1234.c"], "found")
    assert not page.all(".more")
    page.click(rows + " a")
    contains(page.text(".grow h2"), "src/part1234.c", "the file")
    page.go("#coverage")
    equal(page.texts(rows + " a"), ["src/part1234.c"], "as it was left")
    page.one(".find input").clear()
    page.one(".find input").send_keys("no such file")
    page.settle()
    contains(page.text(".grow"), "No file has such a name", "nothing")


enlarge()
with Page(with_data(file, data, "large.html")) as page:
    lanes(page)
    coverage(page)
scatter()
with Page(with_data(file, data, "files.html")) as page:
    files(page)
