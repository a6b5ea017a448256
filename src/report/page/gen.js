/* gen.js - after raddle gen: which pairs of functions were tried, were at work at
 * the same time, and failed; and the calls of a finding with its C test
 * (docs/gen.md). */

const GEN_STOPPED = {
    tests: "all its tests were made",
    time: "its time was over",
    findings: "it had what it looked for",
    interrupted: "the user stopped it",
    nothing: "no pair of functions can be tested",
    jobs: "its jobs died again and again",
};

function genVerdict() {
    const g = data.gen, n = failuresFound().length;
    const text = "In " + count(g.tests, "test") + " with " + count(g.executions, "execution") + "; it ended because " +
        GEN_STOPPED[g.stop] + ".";

    if (n > 0)
        return { level: "bad", head: count(n, "finding") + ": " + genKinds(failuresFound()), text };
    if (g.tests === 0)
        return { level: "none", head: "Nothing was tested", text };
    return { level: "good", head: data.findings.length > 0 ? "No failure found" : "Nothing found",
        text: text + " " + genCoveredText() };
}

function genKinds(findings) {
    return kinds(findings.map(({ gen }) => ({ kind: (gen.kind || gen.verdict).replaceAll("-", " ") })));
}

function genCoveredText() {
    const covered = data.gen.pairs.filter((p) => p.covered > 0 || p.found > 0).length;

    return number(covered) + " of " + count(data.gen.pairs.length, "pair") + " of functions " + (covered === 1 ? "was" : "were") +
        " seen at work at the same time." +
        (covered < data.gen.pairs.length ? " Functions that hold one lock throughout never are." : "");
}

/* --- The matrix ----------------------------------------------------------- */

function genPairs() {
    const pairs = new Map();

    for (const p of data.gen.pairs) {
        pairs.set(p.functions.join(" "), p);
        pairs.set([...p.functions].reverse().join(" "), p);
    }
    return pairs;
}

/* Sign and words, so that colour says nothing alone. */
function genState(p) {
    if (p.found > 0)
        return ["found", "✕", count(p.found, "test") + " failed"];
    if (p.covered > 0)
        return ["covered", "●", "at work at the same time"];
    return p.tests > 0 ? ["tried", "○", "never seen at work at the same time"] : ["untried", "·", "no test was run"];
}

function genCell(pairs, f, g) {
    const p = pairs.get(f + " " + g);

    if (p === undefined)
        return el("td.barred", { title: f + " beside " + g + ": not tested together" }, el("span.unseen", null, "not tested together"));
    const [state, sign, words] = genState(p);
    const title = f + " beside " + g + ": " + count(p.tests, "test") + ", " + words;

    return el("td." + state, { title }, el("span.sign", { "aria-hidden": "true" }, sign), " " + number(p.tests),
        el("span.unseen", null, " " + plural(p.tests, "test") + ", " + words));
}

function genLegend() {
    const item = (state, sign, text) => el("span", null, el("span.sample." + state, { "aria-hidden": "true" }, sign), " " + text);

    return el("p.matrix-legend", null, item("found", "✕", "a test failed"), item("covered", "●", "at work at the same time"),
        item("tried", "○", "tested, never seen at work at the same time"), item("untried", "·", "not tested"),
        el("span.hint", null, "The figure is the number of tests that raddle made for the pair."));
}

function matrixSection() {
    if (!data.gen || data.gen.pairs.length === 0)
        return null;
    const pairs = genPairs(), names = [...new Set(data.gen.pairs.flatMap((p) => p.functions))];

    return el("section.card.gen", { "aria-labelledby": "matrix" },
        el("h2", { id: "matrix" }, "Pairs of functions"),
        el("p", null, genCoveredText()),
        el("div.sideways", { tabindex: "0", role: "region", "aria-label": "Pairs of functions" }, el("table.matrix", null,
            el("thead", null, el("tr", null, el("td"), names.map((n) => el("th", { scope: "col" }, el("span", null, n))))),
            el("tbody", null, names.map((f, i) => el("tr", null, el("th", { scope: "row" }, f),
                names.map((g, k) => (k > i ? el("td.mirror") : genCell(pairs, f, g)))))))),
        genLegend(), genLeftOut());
}

function genLeftOut() {
    const left = data.gen.functions.filter((f) => f.left_out !== null);

    if (left.length === 0)
        return null;
    return el("details", null, el("summary", null, count(left.length, "function") + " left out"),
        el("ul", null, left.map((f) => el("li", null, el("code", null, f.name), ": " + f.left_out))));
}

/* --- A finding ------------------------------------------------------------ */

function genCalls(calls, thread) {
    return calls.filter((c) => c.thread === thread).map((c) =>
        el("li", null, el("code", null, c.call), c.result === "" ? null : el("span.result", null, " → " + c.result)));
}

/* Calls of main come before the threads' calls, and after them. */
function genTable(calls) {
    const first = calls.findIndex((c) => c.thread !== 0);
    const last = calls.length - [...calls].reverse().findIndex((c) => c.thread !== 0);
    const threads = [...new Set(calls.map((c) => c.thread))].filter((t) => t !== 0);
    const alone = (head, some) => (some.length === 0 ? null
        : [el("h3", null, head), el("ol.calls", null, genCalls(some, 0))]);

    return [alone("First", calls.slice(0, first)),
        el("div.gen-threads", null, threads.map((t) =>
            el("div", null, el("h3", null, "Thread " + t), el("ol.calls", null, genCalls(calls, t))))),
        alone("Then", calls.slice(last))];
}

function genAllowed(g) {
    if (g.allowed.length === 0)
        return null;
    return [el("p", null, "One after the other these calls return:"),
        el("ul.allowed", null, g.allowed.map((a) => el("li", null, el("code", null, a))))];
}

function genSection(f) {
    const g = f.gen;

    if (!g)
        return null;
    const lines = linesOf(g.file);

    return el("section.gen-finding", null, el("h2", null, "The calls"), genTable(g.calls), genAllowed(g),
        el("p.about", null, "Test " + number(g.test) + (g.calls.length < g.calls_before ? ", shrunk from " + count(g.calls_before, "call") + " to " + number(g.calls.length) : "") +
            (g.confirmed ? "; the C test fails under raddle, and its schedule replayed 20 times." : "; not confirmed: raddle did not see the C test fail, or saw its assertion fail with one thread after the other too, or had no time to look.")),
        lines === null ? el("p.note", null, "The C test could not be read when this report was written.")
            : el("details.c-test", { open: true }, el("summary", null, "C test " + g.file), el("pre", { tabindex: "0" }, lines.join("\n")),
                copyButton(lines.join("\n") + "\n")));
}
