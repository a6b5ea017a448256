"""See regress.sh."""
import contrast
from page import Page, contains, equal, load, with_data


def place(p):
    return f"{p['file']}:{p['line']} {p['operator']} ({p['function']})" + (", of the old build" if p["old"] else "") + p["text"]


def rows(page, css):
    return [row.split(" | ") for row in page.script(
        "return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map("
        "r => [...r.cells].map(c => c.textContent.replace(/\\s+/g, ' ').trim()).join(' | '))", css)]


def compared(page, name):
    """What the page shows is what raddle regress said."""
    data = load(name + ".json")["regress"]
    equal(load(name + ".data")["regress"], data, "the comparison that is kept")
    added = [i for i in data["interactions"] if i["class"] == "A"]
    want = [["covered" if i["covered"] else "uncovered", place(i["first"]), place(i["second"]),
             f"{i['hits']:,}", f"{i['failed']:,}"] for i in added]
    equal(sorted(rows(page, "table.added")), sorted(want), "new interactions")
    gone = [[place(i["first"]), place(i["second"])] for i in data["interactions"] if i["vanished"]]
    equal(sorted(rows(page, "table.vanished")), sorted(gone), "no longer expected")
    equal(page.texts(".unreached li"), [f"{u['file']}:{u['line']}{u['text']}" for u in data["unreached"]], "unreached")
    contains(page.text(".regress .lead"), f"{sum(i['covered'] for i in added)} of {len(added)} new interaction", "how many")
    return added, gone, data["unreached"]


with Page("unlocked.html") as page:
    added, _, unreached = compared(page, "unlocked")
    assert added and unreached, "the test has something to see"
    contains(page.text(".unreached"), "if (argc > 5) seen = n + 1;", "the line that was not executed")
    equal(sorted(page.texts(".finding-card .status")), ["new", "still fails"], "findings")
    assert not page.all(".fixed"), "nothing was mended"
    assert not page.all(".declared"), "no declaration changed"
    contrast.check(page, "light")
    page.click("table.added a")
    page.until(lambda: page.text("h1") == "Coverage by source file", "its line in the source")
    page.open("mended.html")
    _, gone, _ = compared(page, "mended")
    assert gone, "the test has something to see"
    equal(page.texts(".declared li"), ["Variable seen is of type long int (was int)."], "declarations")
    contains(page.text(".fixed"), "assertion at counter.c:", "not found again")
    data = load("mended.data")
    data["regress"]["changed"].update(inside=2, by_line=True)
    data["regress"]["observed"]["ended_early"] = True
    page.open(with_data("mended.html", data, "cut.html"))
    contains(page.text(".regress"), "by their lines, not by columns", "another compiler")
    contains(page.text(".regress .lead"), "ended too early to know", "too few executions")
    assert not page.all("table.vanished"), "it does not know what is gone"
    page.open("old.html")
    page.one("h1")
    assert not page.all(".regress") and not page.all(".finding-card .status"), "nothing was compared"
    equal(load("fresh.data")["regress"], None, "of a campaign before")
    equal(load("other.data")["regress"], None, "of another build")
