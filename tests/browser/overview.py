"""See overview.sh."""
import copy
import sys

import contrast
from page import Page, contains, equal, load, with_data

file, data = sys.argv[1], load(sys.argv[2])


def figures(page):
    shown = dict(zip(page.texts(".figures dt"), page.texts(".figures dd")))
    equal(shown["executions"], f"{data['executions']:,}", "executions")
    equal(shown["session"], "1", "sessions")
    equal(shown["strategy"], "auto", "strategy")
    equal(shown["seed"], "1", "seed")
    for row, (metric, c) in zip(page.all("table.coverage tbody tr"), data["coverage"].items()):
        contains(row.text, metric, "metric")
        contains(row.text, f"{c['covered']} of {c['covered'] + c['uncovered']}", metric)
        contains(row.text, data["metrics"][metric], "what it means")
    equal(len(page.all("table.coverage tbody tr")), len(data["coverage"]), "metrics")


def drawn(page):
    """Of each plot the colours of its legend, and of the findings, that are not in it."""
    return page.script("""
        const read = (text) => {
            const c = document.createElement("canvas").getContext("2d");
            c.fillStyle = text;
            c.fillRect(0, 0, 1, 1);
            return c.getImageData(0, 0, 1, 1).data;
        };
        const near = (a, i, b) => [0, 1, 2].every((k) => Math.abs(a[i + k] - b[k]) < 30) && a[i + 3] > 200;
        const bad = getComputedStyle(document.documentElement).getPropertyValue("--bad");
        return [...document.querySelectorAll(".plot")].map((plot) => {
            const canvas = plot.querySelector("canvas");
            const dots = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            const missing = new Set([bad, ...[...plot.querySelectorAll(".legend line")].map((l) => l.getAttribute("stroke"))]);
            for (const name of [...missing]) {
                const want = read(name);
                for (let i = 0; i < dots.length && missing.has(name); i += 4)
                    if (near(dots, i, want)) missing.delete(name);
            }
            return [...missing];
        })""")


def growth(page):
    """The figures begin with the first execution, have what was found where it was, and end as the campaign."""
    head = [page.script("return arguments[0].textContent", e) for e in page.all("section details th")]
    rows = [[float(cell.replace(",", "")) for cell in row] for row in page.script("""
        return [...document.querySelectorAll("section details tbody tr")]
            .map((row) => [...row.cells].map((cell) => cell.textContent))""")]
    columns = {name: [row[i] for row in rows] for i, name in enumerate(head)}
    for name, values in columns.items():
        equal(values, sorted(values), name + " only grow")
    for metric, c in data["coverage"].items():
        equal(columns[metric][-1], c["covered"], metric + " at the end")
        first = sum(r["execution"] == 0 for r in data["requirements"] if r["metric"] == metric and r["covered"])
        assert first in columns[metric], metric + " of the first execution"
    for n, f in enumerate(sorted(data["findings"], key=lambda f: f["seconds"])):
        equal(columns["executions"][columns["findings"].index(n + 1)], f["nth"], "executions where it was found")


def plots(page):
    growth(page)
    page.until(lambda: drawn(page) == [[], []], "both plots have all their lines")
    equal(page.texts(".legend:first-of-type li")[0].split()[0], list(data["samples"]["covered"])[0], "legend")
    contains(page.text(".readout"), f"{data['samples']['executions'][-1]:,} execution", "readout at the end")
    page.script("arguments[0].focus()", page.one(".plot .canvas"))
    end = page.text(".readout")
    page.press("ARROW_LEFT")
    contains(page.text(".readout"), " execution", "readout one earlier")
    assert page.text(".readout") != end, "it is another moment"
    page.click(".choices [data-value=executions]")
    contains(page.text(".plots"), "Time that they took", "the other axis")
    page.until(lambda: drawn(page) == [[], []], "they are drawn again")


def lasting(seconds, found):
    """The same campaign, as long as that, which found its failure then."""
    other = copy.deepcopy(data)
    times = other["samples"]["seconds"]
    factor = seconds / times[-1]
    other["samples"]["seconds"] = [t * factor for t in times]
    for timed in [*other["requirements"], *other["findings"]]:
        if timed["seconds"] is not None:
            timed["seconds"] = min(timed["seconds"] * factor, seconds)
    other["findings"][0]["seconds"] = found
    return with_data(file, other, f"{seconds}-{found}.html")


def written(page, by):
    """The texts of the plots as they are drawn along that axis, and where."""
    page.script("""
        const fill = CanvasRenderingContext2D.prototype.fillText;
        window.written = [];
        CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
            const width = this.measureText(text).width, left = this.textAlign === "right" ? x - width : x;
            window.written.push({ text, left, right: left + width, align: this.textAlign,
                flag: this.font.startsWith("bold"), width: this.canvas.width });
            fill.call(this, text, x, y);
        };""")
    page.click(f".choices [data-value={by}]")
    page.until(lambda: page.script("return window.written.length") > 0, "it is drawn")
    page.settle()
    return page.script("return window.written")


def times(page):
    """Of a short campaign in milliseconds, on either axis; flags point to where there is room."""
    for seconds, unit, tick in ((0.5, "milliseconds", "100"), (50, "seconds", "10")):
        for found, align in ((seconds, "right"), (seconds / 2, "left")):
            page.open(lasting(seconds, found), "#overview")
            for by in ("executions", "seconds"):
                drawn = written(page, by)
                texts = {text["text"] for text in drawn}
                assert unit in texts and tick in texts, f"{seconds} s, by {by}: {texts}"
            flags = [text for text in drawn if text["flag"]]
            equal({(flag["text"], flag["align"]) for flag in flags}, {("1", align)}, f"flag at {found} of {seconds} s")
            for flag in flags:
                assert 0 <= flag["left"] and flag["right"] <= flag["width"], f"a flag is cut: {flag}"


def dark(page):
    def background():
        return page.script("return getComputedStyle(document.body).backgroundColor")

    light = background()
    equal(page.script("return document.documentElement.dataset.theme"), "light", "theme")
    contrast.check(page, "light")
    page.emulate(prefers_color_scheme="dark")
    page.until(lambda: background() != light, "it is dark as the system is")
    contrast.check(page, "dark")
    page.click("#theme")
    equal(background(), light, "background after the toggle")
    page.driver.refresh()
    equal(page.script("return document.documentElement.dataset.theme"), "light", "what was chosen stays")


def keyboard(page):
    page.press("?")
    assert page.one("dialog").is_displayed(), "? shows the keys"
    page.press("ESCAPE")
    assert not page.one("dialog").is_displayed(), "Escape closes them"
    for key, view in (("2", "#findings"), ("3", "#coverage"), ("1", "#overview")):
        page.press(key)
        equal(page.script("return location.hash"), view, "key " + key)
    page.back()
    contains(page.text("h1"), "Coverage", "Back")
    page.back()
    contains(page.text("h1"), "assertion failed", "Back again")
    page.go("#overview")
    page.script("document.activeElement.blur()")
    for _ in range(12):
        page.press("TAB")
        outline = page.script("const s = getComputedStyle(document.activeElement); return s.outlineStyle + s.outlineWidth")
        equal(outline, "solid3px", "outline of the focus")


def for_screen_readers(page):
    equal(len(page.all("h1")), 1, "main headings")
    equal(page.script("""return [...document.querySelectorAll('a, button, select, [role=region], [tabindex="0"]')]
        .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels && e.labels.length))
        .map(e => e.outerHTML)"""), [], "elements without a name")
    equal(len(page.all("body > header, header nav[aria-label], main")), 3, "landmarks")
    contains(page.driver.title, "1 failure found", "title")


def narrow(page):
    page.size(400, 800)
    for address in ("#overview", "#findings", "#coverage"):
        page.go(address)
        page.until(lambda: page.script("return document.documentElement.scrollWidth") <= 400,
                   address + " fits 400 pixels")


def predicted(page):
    """Deadlocks that were not reached, with both threads; races only if they were, and folded
    if they were harmless."""
    place = {"location": "a.c:1:2 (f)", "offset": 1}
    part = {"object": "m", "first": place, "second": {"location": "a.c:3:4 (g)", "offset": 2}}
    other = copy.deepcopy(data)
    counts = {"id": "0", "tries": 7, "reached": 0, "failed": 0, "verdict": "not-reproduced"}
    other["predictions"] = [{"kind": "deadlock", "parts": [part, dict(part, object="")], **counts},
                            {"kind": "race", "parts": [part], **counts}]
    page.open(with_data(file, other, "predicted.html"), "#overview")
    equal(page.texts(".predicted p"), ["possible deadlock, not reached in 7 tries"], "what is possible")
    equal(page.texts(".predicted li"), [f"a thread holds {held}, taken at a.c:1:2 (f), and asks for {wanted} at a.c:3:4 (g)"
                                        for held, wanted in (("m", "lock 2"), ("lock 2", "m"))], "its threads")
    impossible = dict(other["predictions"][0], verdict="impossible")
    harmless, harmful = ({"kind": kind, "parts": [part, part], **counts, "reached": 1, "failed": failed}
                         for kind, failed in (("race", 0), ("atomicity", 1)))
    other["predictions"] = [impossible, harmless, harmful]
    page.open(with_data(file, other, "folded.html"), "#overview")
    equal([text.split(":")[0] for text in page.texts(".predicted > div > p")],
          ["impossible deadlock", "predicted atomicity, reached"], "what is not folded")
    equal(page.texts(".predicted summary"), ["1 prediction was reached and harmless so far"], "what is folded")


with Page(file) as page:
    equal(page.text("h1"), "✕ 1 failure found: assertion", "verdict")
    contains(page.text(".finding-card"), data["findings"][0]["explanation"]["facts"][0]["steps"][0]["text"], "explanation")
    figures(page)
    plots(page)
    dark(page)
    for_screen_readers(page)
    keyboard(page)
    narrow(page)
    page.size(1400, 900)
    times(page)
    predicted(page)
