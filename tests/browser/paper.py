"""See paper.sh."""
import re
import sys

from page import Page, contains, equal, load, with_data

file, data = sys.argv[1], load(sys.argv[2])
finding = data["findings"][0]


def squeezed(text):
    """Cells wrap, so lines of two columns are mixed: words are what remains."""
    return re.sub(r"\s+", "", text)


with Page(file, "#finding-" + finding["id"], prefers_color_scheme="dark") as page:
    page.one(".lanes-box")
    text = page.pdf("report.pdf")
    flat = squeezed(text)
    contains(text, "1 failure found: assertion", "the verdict")
    contains(flat, squeezed(finding["replay"]), "how to replay")
    contains(flat, squeezed(finding["stacks"][0]["title"]), "stacks")
    contains(flat, "PREEMPTED", "the preemption")
    numbers = re.findall(r"^ *(\d+) ", text, re.M)
    for step in finding["steps_shown"]:
        if step["matters"]:
            contains(numbers, str(step["step"]), "steps")
    for value in ("= 100", "= 70", "= 150"):
        contains(text, value, "values")
    for thread in finding["threads"]:
        contains(flat, squeezed(f"thread {thread['thread']} {thread['name'] or thread['function']}"), "lanes")
    contains(text, "Uncovered", "uncovered pairs")
    for control in ("All steps", "Copy", "By executions", "Keys"):
        assert control not in text, f"{control!r} is printed"
    equal(page.script("return document.documentElement.dataset.theme"), "dark", "theme afterwards")
    equal(page.script("return document.getElementById('paper').children.length"), 0, "paper afterwards")
    assert page.all(".lanes-box"), "the finding is shown again"

    # The schedule could not be written; the steps are more than a report has, and than paper has.
    lost = {**finding, "schedule": None, "replay": None, "steps_shown": [], "why": "its schedule could not be written"}
    long = {**finding, "left_out": 7, "steps_shown": [
        {**step, "step": i} for i, step in enumerate(s for s in finding["steps_shown"] * 200 if s["matters"])]}
    page.open(with_data(file, {**data, "findings": [lost]}, "lost.html"))
    flat = squeezed(page.pdf("lost.pdf"))
    contains(flat, squeezed("so it cannot be replayed"), "no way to replay")
    assert squeezed("Replay it with") not in flat
    page.open(with_data(file, {**data, "findings": [{**long, "replay": "raddle replay 'a b'"}]}, "long.html"))
    flat = squeezed(page.pdf("long.pdf"))
    contains(flat, squeezed("The rest is left out; raddle show 'a b' has it."), "a command that a shell takes")
    contains(flat, squeezed("7 steps are not in this report"), "left out")
