"""See names.sh."""
import re

import overlap
from page import Page, contains, equal, load, with_data

data = load("data.json")
finding = data["findings"][0]
COUNTER = "warehouse::inventory::the_global_container_of_everything.number_of_elements_ever_inserted"


def files(page):
    """Every line has its file, in the lanes and on paper."""
    shown = page.script("""
        return [...document.querySelectorAll(".row.step")].map((row) => [row.querySelector(".gutter").textContent,
            (row.querySelector(".lineno") || {textContent: ""}).textContent]);""")
    places = {str(s["step"]): s["file"].split("/")[-1] + ":" + str(s["line"])
              for s in finding["steps_shown"] if s["file"] in ("main.cpp", "store.cpp") and s["line"] > 0}
    named = [(step, text) for step, text in shown if step in places]
    equal(named, [(step, places[step]) for step, _ in named], "places in the lanes")
    equal({text.split(":")[0] for _, text in named}, {"main.cpp", "store.cpp"}, "files in the lanes")
    printed = page.script("""
        dispatchEvent(new Event("beforeprint"));
        const all = [...document.querySelectorAll(".paper-lanes .lineno")].map((e) => e.textContent);
        dispatchEvent(new Event("afterprint"));
        return all;""")
    assert printed and all(":" in place for place in printed), f"places on paper: {printed}"


def values(page):
    """A long name is cut in its middle, and no column takes the room of another."""
    page.press("l", "END")
    page.until(lambda: page.all(".moment .values tr"), "there are values")
    for width in (1400, 1200, 700):
        page.size(width, 1800)
        rows = page.script("""
            const box = document.querySelector(".values").parentNode;
            return {fits: box.scrollWidth <= box.clientWidth, names: [...box.querySelectorAll("th")].map((e) => ({
                text: e.textContent, title: e.title, width: e.offsetWidth, height: e.offsetHeight}))};""")
        assert rows["fits"], f"the values are wider than their box at {width}"
        for name in rows["names"]:
            assert name["width"] >= 100 and name["height"] < 100, f"a column collapsed at {width}: {name}"
        long = [name for name in rows["names"] if name["title"] == COUNTER]
        equal(len(long), 1, "the counter")
        begin, end = long[0]["text"].split("…")
        assert COUNTER.startswith(begin) and COUNTER.endswith(end) and min(len(begin), len(end)) > 10, long
    page.size(1400, 1800)


def counts_of_the_terminal(page):
    with open("tested", encoding="utf-8") as f:
        tested = f.read()
    contains(page.text(".lanes .bar-of-tools"), re.search(r"^\d+ of (\d+ steps)", tested, re.MULTILINE)[1], "steps")
    contains(page.text(".facts"), re.search("^shrunk to .*", tested, re.MULTILINE)[0], "size")
    contains(page.text(".facts"), "same failure", "replayed")


def one_execution(page):
    for n, word in ((1, "execution"), (2, "executions")):
        page.open(with_data("report.html", {**data, "executions": n}, f"{n}.html"))
        equal(page.texts(".verdict .figures dt")[0].lower(), word, "figure")


def moved(page):
    gone = load("moved.json")["findings"][0]
    equal((gone["result"], gone["replayed"], gone["steps_shown"]), ("unable", True, []), "the data")
    page.open("moved.html", "#finding-" + gone["id"])
    contains(page.text(".interleaving .note"), gone["why"], "why there are no steps")
    contains(page.text(".facts"), "replayed when it was found", "what was replayed, and when")


with Page("report.html") as page:
    page.size(1400, 1800)
    page.click(".finding-card")
    page.one(".lanes-box")
    files(page)
    counts_of_the_terminal(page)
    overlap.check(page)
    values(page)
    one_execution(page)
    moved(page)
