/* paper.js - what is printed: everything that matters, unfolded, without
 * controls.  Paper cannot scroll, so the lanes become a table whose head comes
 * again on each page; built when the reader prints, gone afterwards. */

const PAPER_LANES = 6;     /* beyond, the thread is a column of its own */
const PAPER_ROWS = 2000;
const PAPER_PAIRS = 300;

function paperItems(f) {
    const lanes = lanesOf(f, false);
    const shown = new Set(lanes.map((t) => t.thread));

    return { lanes, items: itemsOf(f, shown, false, new Set()) };
}

function paperStep(f, step) {
    return [el("code", null, lineNumber(f, step),
        lineText(step.file, step.line) || ""),
    el("span.text", null, stepText(step)),
    step.holds.length > 0 ? el("span.about", null, "holds " + step.holds.join(", ")) : null,
    step.switch === null ? null : el("span.chip." + step.switch, null, step.reason || step.switch)];
}

/* A row: the step in the column of its thread, or beside the thread's name. */
function paperRow(f, lanes, wide, item) {
    if (item.kind === "switch")
        return null;
    if (item.kind === "fail") {
        return el("tr.fail", null, el("td", null, "✕"),
            el("td", { colspan: wide ? lanes.length : 2 }, sentenceOf(f)));
    }
    const step = f.steps_shown[firstStep(item)];
    const content = item.kind === "fold"
        ? el("span.about", null, "⋯ " + count(item.to - item.from + 1, "step")) : paperStep(f, step);
    const number_ = el("td.figure", null, item.kind === "fold" ? "" : String(step.step));

    if (!wide) {
        return el("tr", null, number_,
            el("td", null, item.thread === null ? "others" : namedThread(f, step.thread)), el("td", null, content));
    }
    return el("tr", null, number_, lanes.map((t) => el("td", null, t.thread === step.thread ? content : null)));
}

function paperLanes(f) {
    if (f.steps_shown.length === 0)
        return el("p.note", null, whyNoSteps(f));
    const { lanes, items } = paperItems(f);
    const wide = lanes.length <= PAPER_LANES;
    const heads = wide ? lanes.map((t) => namedThread(f, t.thread)) : ["thread", "what"];

    return [el("table.paper-lanes", null,
        el("thead", null, el("tr", null, el("th.figure", null, "step"), heads.map((h) => el("th", null, h)))),
        el("tbody", null, items.slice(0, PAPER_ROWS).map((item) => paperRow(f, lanes, wide, item)))),
    items.length > PAPER_ROWS
        ? el("p.note", null, "The rest is left out; " + commandOf(f, "raddle show") + " has it.") : null,
    whatNumbersMean(f),
    f.left_out > 0 ? el("p.note", null, leftOutText(f) + ".") : null];
}

function paperFinding(f) {
    return el("article", null, findingHead(f),
        f.replay === null ? noReplay() : el("p", null, "Replay it with ", el("code", null, f.replay)),
        raceSection(f), el("h2", null, "The interleaving"), paperLanes(f), stacksSection(f), outputSection(f));
}

function paperPair({ requirement: r, times }) {
    return el("tr", null, el("td", null, r.metric),
        el("td", null, r.places === 1 ? "" : r.first === null ? "the beginning" : r.first.location),
        el("td", null, r.second.location + (r.side ? " (" + r.side + ")" : "") +
            (times > 1 ? ", " + count(times, "time") : "")));
}

function paperCoverage() {
    const open = gathered(filtered({ metric: "", state: "uncovered" }), "state");

    if (open.length === 0)
        return null;
    return el("section", null, el("h2", null, "Uncovered"),
        el("table", null,
            el("thead", null, el("tr", null, ["metric", "first", "then"].map((h) => el("th", null, h)))),
            el("tbody", null, open.slice(0, PAPER_PAIRS).map(paperPair))),
        open.length > PAPER_PAIRS ? el("p.note", null, "and " + number(open.length - PAPER_PAIRS) +
            " more, which raddle coverage --uncovered has") : null);
}

/* show(address) puts a view into the document: whatever is looked at, the
 * overview is printed before the rest. */
function startPaper(show) {
    let before = null;

    addEventListener("beforeprint", () => {
        before = theme();
        show("#overview");
        setTheme("light");
        refill(byId("paper"), data.findings.map(paperFinding), paperCoverage());
    });
    addEventListener("afterprint", () => {
        byId("paper").replaceChildren();
        setTheme(before);
        show(location.hash);
    });
}
