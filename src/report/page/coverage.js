/* coverage.js - coverage by source file: a table of files, or the source of one
 * with its lines marked (marked.js), and the requirements of what is chosen. */

/* --- The files ------------------------------------------------------------ */

function fileRow([file, t]) {
    const all = t.covered + t.uncovered + t.unexpected;

    return el("tr", null,
        el("th", { scope: "row" }, file === null ? "source not known"
            : el("a", { href: coverageLink(file, 0) }, file)),
        el("td.figure", null, number(t.covered + t.unexpected) + " of " + number(all)),
        el("td.wide", null, bar(t.covered + t.unexpected, all)),
        el("td.figure", null, t.uncovered > 0 ? el("b", null, number(t.uncovered)) : "0"));
}

function filesTable(requirements) {
    const files = [...byFile(requirements)].sort((a, b) =>
        b[1].uncovered - a[1].uncovered || String(a[0]).localeCompare(String(b[0])));

    if (files.length === 0)
        return el("p.note", null, "No requirement is of this metric and state.");
    return el("div.sideways", null, el("table.files", null,
        el("thead", null, el("tr", null,
            el("th", { scope: "col" }, "file"), el("th.figure", { scope: "col" }, "covered"),
            el("th", { scope: "col" }, el("span.unseen", null, "as a bar")),
            el("th.figure", { scope: "col" }, "uncovered"))),
        el("tbody", null, files.map(fileRow))));
}

/* --- Drawing -------------------------------------------------------------- */

/* The left half: all files, or one. */
function drawFile(view) {
    view.source = null;
    if (view.file === null) {
        refill(view.left, el("h2", null, "Files"), filesTable(view.requirements));
        return;
    }
    view.source = markedSource(view.file, view.requirements);
    refill(view.left, el("h2.path", null, el("a", { href: "#coverage" }, "All files"), " › ", view.file),
        view.source.element);
    view.source.start();
}

/* What hangs on the line that is chosen. */
function drawLine({ file, line, requirements, source, right }) {
    const chosen = file === null ? requirements : ofPlace(requirements, file, line);
    const list = pairList(chosen, line > 0
        ? "No requirement of this metric and state is on this line."
        : "No requirement is of this metric and state.");
    const where = file === null ? "In all files"
        : line === 0 ? "In " + baseName(file)
            : "On " + baseName(file) + ":" + line;

    if (source !== null)
        source.choose(line);
    refill(right, el("h2", null, where, " ",
        el("span.hint", null, count(chosen.length, "requirement"))), list.element);
    list.start();
    say(count(chosen.length, "requirement"));
}

function drawCoverage(view) {
    view.requirements = filtered(view);
    view.about.textContent = data.metrics[view.metric] || "";
    drawFile(view);
    drawLine(view);
}

/* --- The view ------------------------------------------------------------- */

/* To another line of the file that is shown: that is not drawn again. */
function goToCoverage(view, { file, line, metric }) {
    const focused = view.left.contains(document.activeElement);
    const other = view.requirements === null || file !== view.file || metric !== null;

    if (metric !== null)
        view.metrics.value = view.metric = metric in data.coverage ? metric : "";
    view.file = file;
    view.line = line;
    if (other)
        drawCoverage(view);
    else
        drawLine(view);
    if (focused && view.source !== null)
        view.source.focus();
    if (line > 0 && view.right.getBoundingClientRect().top > innerHeight) /* below, on a narrow screen */
        view.right.scrollIntoView();
}

function metricChoice(view) {
    const select = el("select", { id: "metric", change: () => { view.metric = select.value; drawCoverage(view); } },
        el("option", { value: "" }, "all metrics"),
        Object.keys(data.coverage).map((name) =>
            el("option", { value: name, title: data.metrics[name] }, name)));

    return select;
}

function coverageView() {
    const view = {
        file: null, line: 0, metric: "", state: "", /* what the reader has set */
        requirements: null, source: null, /* what is drawn */
        left: el("div.grow"), right: el("section.listing", { "aria-label": "Requirements" }),
        about: el("p.hint"),
    };
    const states = choices("State", [["", "All"], ["uncovered", "Uncovered"], ["covered", "Covered"],
        ["unexpected", "Unexpected"]], "", (value) => { view.state = value; drawCoverage(view); });

    if (data.requirements.length === 0) {
        return { title: "Coverage", go: null,
            element: el("div.view", null, el("section.card", null, el("h1", null, "Coverage"),
                el("p.note", null, "No coverage requirement was recorded in this campaign. " +
                    "A program built with raddle cc and run for more than a few executions has some."))) };
    }
    view.metrics = metricChoice(view);
    return {
        title: "Coverage", go: (where) => goToCoverage(view, where),
        element: el("div.view.coverage-view", null, el("section.card", null,
            el("h1", null, "Coverage by source file"),
            el("div.bar-of-tools", null, el("label", { for: "metric" }, "Metric ", view.metrics), states, view.about),
            el("div.side-by-side", null, view.left, view.right))),
    };
}
