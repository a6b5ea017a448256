"""See nothing.sh."""
import sys

from page import Page, contains, equal, load, with_data

file, data = sys.argv[1], load(sys.argv[2])


def clean(page):
    equal(page.text("h1"), "✓ No failure found", "verdict")
    contains(page.text(".lead"), "In 50 executions.", "how sure")
    page.go("#findings")
    page.until(lambda: page.text("h1") == "No finding", "no finding is said")
    contains(page.text(".lead"), "In 50 executions.", "no finding")


def blind(page):
    equal(page.text("h1"), "– No failure found in what was seen", "verdict")
    contains(page.text(".notes"), "memory accesses are not seen", "limits")


def unread(page):
    page.click(".finding-card")
    contains(page.text(".moment"), "till.c could not be read", "source of a step")
    page.go("#coverage/till.c")
    page.until(lambda: page.all(".coverage-view .grow .note"), "a sentence instead of the source")
    contains(page.text(".grow .note"), "could not be read", "source")
    contains(page.text(".pair"), "till.c:", "interactions all the same")


def gone(page):
    contains(page.text("h1"), "1 failure found", "it is there all the same")
    page.click(".finding-card")
    assert not page.all(".lanes-box"), "there are no steps"
    assert len(page.text(".interleaving .note")) > 20, "the reason"
    contains(page.text(".replay code"), "raddle replay ", "how to try")
    page.go("#coverage")
    contains(page.text(".files"), "source not known", "files")


def unverified(page):
    equal(page.text("h1"), "– Nothing verified", "verdict")
    contains(page.text(".lead"), "In 3 executions nothing could show", "why")
    contains(page.text("main"), "ended: nothing was verified", "the session")
    contains(page.text("main"), "Nothing was there to be covered, of ", "what was recorded")
    assert "No coverage was recorded" not in page.text("main"), "it was"
    page.go("#findings")
    page.until(lambda: page.text("h1") == "No finding", "no finding is said")
    contains(page.text(".lead"), "In 3 executions nothing could show", "no finding")


def complete(page):
    equal(page.text("h1"), "✓ Complete: no interleaving fails", "verdict")
    contains(page.text("main"), "ended: every interleaving was run", "the session")
    contains(page.text(".lead"), "12 interleavings. In ", "their number")


def within(page):
    equal(page.text("h1"), "– No failure found within a bound", "verdict")
    contains(page.text(".lead"), "which is not a proof", "no more than that")


def incomplete(page):
    """The campaign before it was clean, which is not what was asked last."""
    equal(page.text("h1"), "– No failure found, but the proof is not complete", "verdict")
    contains(page.text(".lead"), "because a thread waits at a.c:3.", "why")


def running(page):
    equal(page.text("h1"), "– No failure found so far", "verdict")
    contains(page.text(".lead"), "has not come to its end", "why")


def empty(page):
    equal(page.text("h1"), "– Nothing was executed", "verdict")
    contains(page.text("main"), "No coverage was recorded", "coverage")
    contains(page.text("main"), "nothing to plot", "plots")
    page.go("#coverage")
    page.until(lambda: "No interaction of threads was recorded" in page.text("main"), "no coverage is said")
    page.go("#finding-0123")
    page.until(lambda: "No such finding" in page.text("h1"), "an unknown finding is said")
    page.go("#coverage/%zz:9")
    page.go("#no-such-view")
    page.until(lambda: "Nothing was executed" in page.text("h1"), "an address of nothing is the overview")


def one_moment(page):
    equal(len(page.all(".readout")) > 0, True, "one sample has a plot: it has a beginning, too")
    contains(page.text("main"), "-9223372036854775807", "a seed of 64 bits")
    contains(page.text("main"), "still running", "a session without an end")


def with_a_session(reasons=(), **other):
    """Nothing found, and one session."""
    return {**data, "findings": [], "incomplete_because": list(reasons), "sessions": [{**data["sessions"][0], **other}]}


def with_one_moment():
    """Python keeps what a browser would round."""
    session = {**data["sessions"][0], "seed": -9223372036854775807, "how": None}
    return with_data(file, {**data, "sessions": [session], "samples": {
        "seconds": [0.5], "executions": [3], "findings": [0], "covered": {}}}, "one.html")


with Page("clean.html") as page:
    clean(page)
    for shown, see in (("blind.html", blind), ("unread.html", unread), ("gone.html", gone),
                       ("unverified.html", unverified), ("empty.html", empty),
                       (with_data(file, with_a_session(how=None), "running.html"), running),
                       (with_data(file, with_a_session(how="interrupted"), "stopped.html"), running),
                       (with_data(file, with_a_session(how="incomplete"), "incomplete.html"), running),
                       (with_data(file, with_a_session(how="saturated", reasons=[
                           {"kind": "wait", "text": "a thread waits", "location": "a.c:3"}]), "reasons.html"), incomplete),
                       (with_data(file, {**with_a_session(how="exhausted"), "interleavings": 12}, "complete.html"), complete),
                       (with_data(file, with_a_session(how="within-bounds"), "within.html"), within),
                       (with_one_moment(), one_moment)):
        page.open(shown)
        see(page)
