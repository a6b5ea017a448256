"""See finding.sh."""
import copy
import re
import sys

import contrast
import overlap
from page import Page, contains, equal, load, with_data

file, data = sys.argv[1], load(sys.argv[2])
finding = data["findings"][0]
steps = finding["steps_shown"]
HOSTILE = "</script><img src=x onerror=document.title='hit'>"


def text_is_text(page):
    contains(page.text("h1"), HOSTILE, "heading")
    contains(page.text(".output"), "<script>document.title = 'hit'</script>", "output")
    contains(page.text(".lane-heads"), "<b>till", "name of a thread")
    assert not page.all("main img, main script, .lane-heads b b"), "text of the program became elements"
    assert page.driver.title != "hit"


def explained(page):
    contains(page.text(".cause p"), finding["explanation"]["text"].replace("`", ""), "explanation")
    named = sorted(s["step"] for f in finding["explanation"]["facts"] for s in f["steps"] if s["step"] is not None)
    equal(page.texts(".cause-steps button"), [f"step {step}" for step in named], "steps of the explanation")


def facts_twice():
    """A step that two facts name is listed once."""
    other = copy.deepcopy(finding)
    other["explanation"]["facts"] *= 2
    return with_data(file, {**data, "findings": [other]}, "twice.html")


def head(page):
    explained(page)
    contains(page.text(".facts"), f"in execution {finding['nth']}, after ", "facts")
    contains(page.text(".facts"), f"{len(finding['threads'])} threads, {finding['steps']} steps", "facts")
    contains(page.text(".facts"), "shrunk to 1 preemption, ", "facts")
    contains(page.text(".facts"), f"(from {finding['shrunk_from']})", "facts")
    contains(page.text(".replay code"), finding["replay"], "how to replay")
    page.click(".replay .copy")
    page.until(lambda: page.text(".replay .copy") == "Copied", "it is copied")
    equal(page.texts(".stack h3"), [stack["title"] for stack in finding["stacks"]], "stacks")
    contains(page.text(".stack"), "till.c:", "a frame")


def counts_of_the_terminal(page):
    """What raddle test printed, `tested`, says the same of the schedule."""
    with open("tested", encoding="utf-8") as f:
        tested = f.read()
    contains(page.text(".facts"), re.search("^shrunk to .*", tested, re.MULTILINE)[0], "size")
    contains(page.text(".lanes .bar-of-tools"), re.search(r"^\d+ of (\d+ steps)", tested, re.MULTILINE)[1], "steps")
    contains(page.text(".facts"), re.search(r"(\d+ threads), .*seed", tested)[1], "threads")
    assert " of 3 threads" not in page.text(".lanes .bar-of-tools"), "all threads are shown"


def panel(page):
    """What is chosen and what the panel says, in one question to the browser."""
    return page.script("""
        const one = (css) => (document.querySelector(css) || {textContent: ""}).textContent.replace(/\\s+/g, " ").trim();
        return {
            row: document.querySelector(".row.active").id, number: one(".row.active .gutter"),
            act: one(".moment .act"), head: one(".moment .eyebrow"), line: one(".moment .line.current"),
            locks: [...document.querySelectorAll(".moment .locks li")].map((e) => e.textContent),
        };""")


def chosen(said):
    """The step that is chosen, as the data has it; None: a fold."""
    if not said["number"].isdigit():
        return None
    return next(s for s in steps if s["step"] == int(said["number"]) and s["operation"] != "free")


def shows(said, step, what):
    """The panel tells of this step, and of the locks that everybody then has."""
    equal(said["act"], step["text"], what)
    contains(said["head"], f"step {step['step']} · thread {step['thread']}", what)
    latest = {s["thread"]: s for s in steps[:steps.index(step) + 1]}
    holders = [(t, s["holds"]) for t, s in latest.items() if s["holds"]]
    locks = [line.split("; waits")[0] for line in said["locks"] if " holds " in line]
    equal(sorted(line.split()[1] for line in locks), sorted(str(t) for t, _ in holders), what + ": holders")
    for thread, held in holders:
        assert any(line.endswith("holds " + ", ".join(held)) for line in locks), f"{what}: {locks}, thread {thread}"


def shows_source(said, step, what):
    contains(said["line"], f"{step['line']}", what)
    contains(said["line"], data["sources"][step["file"]].splitlines()[step["line"] - 1].strip(), what)


def names(page):
    """`lock` is not taken for a part of "unlock", nor set off by a gap."""
    within, gaps = page.script("""
        const all = (css) => [...document.querySelectorAll(".act-on " + css)];
        const wide = (e) => e.getBoundingClientRect().width;
        return [all(".before").map((e) => e.textContent).filter((t) => !t.endsWith(" ")),
            all(".address").filter((e) => wide(e.firstChild) < wide(e) - 1).map((e) => e.textContent)];""")
    equal(within, [], "words that a name was taken for a part of")
    equal(gaps, [], "names with a gap before them")
    assert page.all(".act-on .before"), "long names are set apart"


def wait_in_a_lane(page):
    """Of `wait on NAME, unlock NAME` the words before the name stay whole."""
    other = copy.deepcopy(finding)
    for step in other["steps_shown"]:
        step.update(text="wait on pool.idle, unlock pool.lock_of_all_its_threads", object="pool.idle",
                    value=None, after=None)
    page.open(with_data(file, {**data, "findings": [other]}, "wait.html"), "#finding-" + finding["id"])
    page.one(".lanes-box")
    cut = page.script("""
        return [...document.querySelectorAll(".row .act-on .before")].map((e) => e.scrollWidth > e.clientWidth)""")
    assert cut and not any(cut), f"'wait on' is cut: {cut}"


def lanes(page):
    equal(len(page.all(".lane-head")), len(finding["threads"]), "lanes")
    equal(page.texts(".row.switch .chip.preempted"), ["preempted"], "preemptions")
    assert page.all("path.turn.preempted"), "the preemption is drawn"
    assert page.all("path.turn.waits, path.turn.ends"), "other switches are drawn"
    assert page.all("rect.hold"), "locks are drawn"
    contains(page.text(".row.fail"), "assertion failed: balance != 150", "the end")
    names(page)
    said = panel(page)
    first = chosen(said)
    equal(first["switch"], "preempted", "what is chosen at first")
    shows(said, first, "first")
    shows_source(said, first, "first")


def by_keyboard(page):
    page.press("l")
    assert "lanes-box" in page.script("return document.activeElement.className"), "l goes to the lanes"
    seen = []
    page.press("HOME")
    said, before = panel(page), None
    while said["row"] != before:
        step = chosen(said)
        if step is not None:
            shows(said, step, "by keyboard")
            shows_source(said, step, "by keyboard")
            seen.append(step)
        before = said["row"]
        page.press("ARROW_DOWN")
        said = panel(page)
    page.press("HOME")
    want = [s["step"] for s in steps if s["matters"]]
    equal([s["step"] for s in seen if s["matters"]], want, "steps that were passed")
    write = next(s for s in seen if s["operation"] == "write" and s["value"] == "150")
    equal(write["holds"], ["lock"], "the data itself")
    equal(page.one(".lanes-box").get_attribute("aria-activedescendant"), panel(page)["row"], "what is read out")
    page.press("ARROW_RIGHT")
    assert chosen(panel(page))["thread"] != 0, "to the next switch"
    page.press("ENTER")
    assert "source" in page.script("return document.activeElement.className"), "Enter goes to the source"


def row_of(page, step):
    return "#" + page.script("""return [...document.querySelectorAll(".row.step")]
        .find((row) => row.firstChild.textContent === arguments[0]).id""", str(step["step"]))


def by_mouse(page):
    target = next(s for s in steps if s["text"] == "write balance = 70")
    before = chosen(panel(page))
    page.hover(row_of(page, target))
    said = panel(page)
    equal(said["act"], target["text"], "hover")
    contains(page.texts(".moment .values tr"), f"balance70written by {target['thread']}", "its value")
    sizes = page.script("""const who = document.querySelector(".moment .locks .who");
        return [who, who.parentNode].map((e) => getComputedStyle(e).fontSize)""")
    equal(sizes[0], sizes[1], "letters of who holds a lock")
    shows_source(said, before, "the source stays with what is chosen")
    page.click(row_of(page, target))
    said = panel(page)
    shows(said, target, "click")
    shows_source(said, target, "click")


def zoom(page):
    def rows():
        return len(page.all(".row.step"))

    some = rows()
    contains(page.text(".lanes .bar-of-tools"), f"{some} of {finding['steps']} steps, "
             f"{len(finding['threads'])} threads", "some steps")
    page.press("a")
    contains(page.text(".lanes .bar-of-tools"), f"{finding['steps']} steps, {len(finding['threads'])} threads",
             "all steps")
    assert rows() > some, "more steps are shown"
    page.press("a")
    equal(rows(), some, "steps that matter")
    height = page.one(".row.active").size["height"]
    page.click("[aria-label='Zoom out']")
    assert page.one(".row.active").size["height"] < height, "smaller"
    page.press("-", "-", "-")
    equal(page.all(".row.step .text"), [], "text from above")
    page.press("+", "+", "+")
    equal(page.one(".row.active").size["height"], height, "as it was")
    page.script("""arguments[0].dispatchEvent(
        new WheelEvent('wheel', {deltaY: 100, ctrlKey: true, cancelable: true}))""", page.one(".lanes-box"))
    assert page.one(".row.active").size["height"] < height, "Ctrl and the wheel"


def narrow(page):
    """Nothing is wider than the lanes, and an address that is cut keeps its end."""
    page.size(500, 1000)
    page.until(lambda: page.script("return document.querySelector('.lanes-box').clientWidth") < 500, "it is narrow")
    equal(page.script("return document.querySelector('.lanes-box').scrollWidth"),
          page.script("return document.querySelector('.lane-heads').offsetWidth"), "width of the lanes")
    seen = page.script("""
        const probe = document.querySelector(".row.step .cell").cloneNode(false);
        probe.innerHTML = '<span class="text"><span class="address"><bdi dir="ltr">0x7fffffffe158</bdi></span></span>';
        document.querySelector(".row.step").append(probe);
        const address = probe.querySelector(".address"), text = address.firstChild.firstChild;
        address.style.width = "50px";
        const box = address.getBoundingClientRect(), range = document.createRange();
        const inside = (i) => {
            range.setStart(text, i);
            range.setEnd(text, i + 1);
            return range.getBoundingClientRect().left >= box.left - 1 && range.getBoundingClientRect().right <= box.right + 1;
        };
        const ends = [inside(0), inside(text.length - 1)];
        probe.remove();
        return ends""")
    equal(seen, [False, True], "first and last digit of an address that is too long")
    page.size(1400, 1800)


def address(page):
    equal(page.script("return location.hash"), "#finding-" + finding["id"], "address")
    before = panel(page)
    page.click(".moment .at a")
    contains(page.script("return location.hash"), "#coverage/till.c:", "link to the source")
    assert page.all(".coverage-view"), "the source is shown"
    page.back()
    page.until(lambda: page.all(".lanes-box"), "Back shows the finding")
    equal(panel(page), before, "as it was left")


def many_lanes():
    """The same with more threads, and with names that are long: then lanes are cut."""
    wide = copy.deepcopy(data)
    shown = wide["findings"][0]
    last = max(t["thread"] for t in shown["threads"])
    for thread in range(last + 1, last + 4):
        shown["threads"].append({**shown["threads"][-1], "thread": thread})
        for step in [s for s in steps if s["thread"] == last]:
            shown["steps_shown"].append({**step, "thread": thread, "step": step["step"] + 100 * thread})
    for step in shown["steps_shown"]:
        if step["object"] == "balance":
            step["object"] = "account#2.balance_of_the_year"
            step["text"] = step["text"].replace("balance", step["object"], 1)
    return with_data(file, wide, "many.html")


def neighbours():
    """The same with another thread at a line beside the first that is chosen."""
    close = copy.deepcopy(data)
    shown = close["findings"][0]["steps_shown"]
    at = next(i for i, s in enumerate(shown) if s["switch"] == "preempted")
    other = next(s for s in reversed(shown[:at]) if s["thread"] != shown[at]["thread"])
    other.update(file=shown[at]["file"], line=shown[at]["line"] + 2, switch=None)
    return with_data(file, close, "neighbours.html"), other["line"], f"thread {other['thread']}"


def standing(page):
    """Who stands at a line is said in a column of its own, however long lines are."""
    address, line, thread = neighbours()
    page.open(address, "#finding-" + finding["id"])
    page.one(".lanes-box")
    lines = page.script("""
        const box = (e) => { const r = e.getBoundingClientRect(); return [r.left, r.right]; };
        return [...document.querySelectorAll(".moment .source .line")].map((line) => {
            const who = line.querySelector(".who"), tag = line.querySelector(".tag"), number = line.querySelector(".lineno");
            return { number: Number(number.textContent), begins: box(number)[0], text: tag === null ? "" : tag.textContent,
                column: who === null ? null : box(who), tag: tag === null ? null : box(tag) };
        })""")
    equal({line["number"]: line["text"] for line in lines if line["text"]}, {line: thread}, "who stands where")
    equal(len({str(line["column"]) for line in lines}), 1, "columns")
    for line in lines:
        (left, right), (begin, end) = line["column"], line["tag"] or line["column"]
        assert left <= begin and end <= right <= line["begins"], f"it lies on others: {line}"


def race(page, file, data):
    """Warnings: the two threads of each race stand side by side."""
    page.open(file)
    contains(page.text(".verdict h1"), "No failure found", "verdict")
    contains(page.text(".verdict .lead"), "2 warnings: 2 × data-race.", "verdict")
    equal(page.texts(".finding-card .severity"), ["warning"] * 2, "marks of warnings")
    equal(sorted(f["race"]["proof"] for f in data["findings"]), ["memory-order", "seen"], "races")
    for f in data["findings"]:
        page.open(file, "#finding-" + f["id"])
        page.driver.refresh()
        page.one(".race")
        equal(page.text(".eyebrow .severity"), "warning", "mark")
        fact = next(x for x in f["explanation"]["facts"] if x["kind"] in ("race", "weak-order"))
        sides = [next(s for s in fact["steps"] if s["role"] == role) for role in ("earlier", "later")]
        steps_of = {s["step"]: s for s in f["steps_shown"]}
        shown = [steps_of[side["step"]] for side in sides]
        equal([t.split()[1] for t in page.texts(".race-side h3")], [str(s["thread"]) for s in sides], "threads")
        equal(page.texts(".race-side .act"), [s["text"] for s in shown], "accesses, with values")
        equal(page.texts(".race-side .holds"),
              ["holds " + (", ".join(s["holds"]) or "nothing") for s in shown], "locks")
        stacks = {s["thread"]: [x["location"] for x in s["frames"]] for s in f["stacks"]}
        at_access = sides if f["race"]["proof"] == "seen" else sides[1:]
        equal(page.texts(".race-side li a"), [x for s in at_access for x in stacks[s["thread"]]], "stacks")
        equal(len(page.texts(".stack h3")), len(f["stacks"]) - len(at_access), "other stacks")
        left, right = page.script("return [...document.querySelectorAll('.race-side')].map((e) => "
                                  "{ const r = e.getBoundingClientRect(); return [r.left, r.right, r.top]; })")
        assert left[1] <= right[0] and left[2] == right[2], f"not side by side: {left} {right}"
        for theme in ("light", "dark"):
            contrast.check(page, theme)
            page.press("t")
        overlap.check(page)
        assert page.script("const e = document.querySelector('.failure'); return e.scrollWidth <= e.clientWidth"), \
            "the end of the lanes is cut"
        for step in [s for s in shown if s["line"] > 0]:
            assert page.all(f".row.step[title*='{source_line(step)}']"), "a statement in full"
    # As many labels as races, also where all are at one line.
    here = [{**f, "location": data["findings"][0]["location"]} for f in data["findings"]]
    page.open(with_data(file, {**data, "findings": here}, "here.html"), "#findings")
    tabs = page.texts(".finding-tabs .where")
    equal(len(set(tabs)), len(data["findings"]), f"labels {tabs}")


def source_line(step):
    with open(step["file"], encoding="utf-8") as source:
        return source.read().split("\n")[step["line"] - 1].strip()


with Page(file) as page:
    page.size(1400, 1800)  # so that all rows are in sight
    page.click(".finding-card")
    page.one(".lanes-box")
    text_is_text(page)
    head(page)
    counts_of_the_terminal(page)
    lanes(page)
    by_keyboard(page)
    by_mouse(page)
    zoom(page)
    narrow(page)
    address(page)
    for theme in ("light", "dark"):
        contrast.check(page, theme)
        page.press("t")
    overlap.check(page)
    wait_in_a_lane(page)
    page.open(many_lanes(), "#finding-" + finding["id"])
    page.one(".lanes-box")
    overlap.check(page)
    page.press("a")
    overlap.check(page)
    standing(page)
    page.open(facts_twice(), "#finding-" + finding["id"])
    page.one(".lanes-box")
    explained(page)
    race(page, sys.argv[3], load(sys.argv[4]))
