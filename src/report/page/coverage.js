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

/* The worst first, a portion at a time: a page with thousands of rows is slow. */
const FILES_MORE = 100;

function fileName([file]) {
    return file === null ? "source not known" : file;
}

/* The field that looks for a name; null where all files are seen at once. */
function fileFinder(view, files, draw) {
    const field = el("input", {
        type: "search", value: view.find, placeholder: "part of a name", input: () => {
            view.find = field.value;
            view.most = FILES_MORE;
            draw();
        },
    });

    return files.length > FILES_MORE ? el("label.find", null, "Find ", field) : null;
}

/* What is shown of them, and a button for more. */
function filesBelow(view, found, draw) {
    const left = found.length - view.most;

    if (left <= 0)
        return found.length === 0 ? el("p.note", null, "No file has such a name.") : null;
    return el("p.note", null, number(view.most) + " of " + count(found.length, "file") + " ",
        el("button.more", { type: "button", click: () => {
            const next = ".files tbody tr:nth-child(n + " + (view.most + 1) + ") a";

            view.most += FILES_MORE;
            draw();
            (view.left.querySelector(next) || document.body).focus(); /* "source not known" is no link */
        } }, "Show " + number(Math.min(left, FILES_MORE)) + " more"));
}

function filesTable(view) {
    const files = [...byFile(view.requirements)].sort((a, b) =>
        b[1].uncovered - a[1].uncovered || fileName(a).localeCompare(fileName(b)));
    const body = el("tbody"), below = el("div");

    function draw() {
        const found = files.filter((f) => fileName(f).toLowerCase().includes(view.find.toLowerCase()));

        refill(body, found.slice(0, view.most).map(fileRow));
        refill(below, filesBelow(view, found, draw));
        say(count(found.length, "file"));
    }

    if (files.length === 0)
        return el("p.note", null, "No interaction is of this metric and state.");
    draw();
    return [fileFinder(view, files, draw), el("div.sideways", null, el("table.files", null,
        el("thead", null, el("tr", null,
            el("th", { scope: "col" }, "file"), el("th.figure", { scope: "col" }, "covered"),
            el("th", { scope: "col" }, el("span.unseen", null, "as a bar")),
            el("th.figure", { scope: "col" }, "uncovered"))),
        body)), below];
}

/* --- Drawing -------------------------------------------------------------- */

/* The left half: all files, or one. */
function drawFile(view) {
    view.source = null;
    if (view.file === null) {
        refill(view.left, el("h2", null, "Files"), filesTable(view));
        return;
    }
    view.source = markedSource(view.file, view.requirements);
    refill(view.left, el("h2.path", null, el("a", { href: "#coverage" }, "All files"), " › ", view.file),
        view.source.element);
    view.source.start();
}

/* What hangs on the line that is chosen. */
function drawLine({ file, line, requirements, order, source, right }) {
    const chosen = file === null ? requirements : ofPlace(requirements, file, line);
    const list = pairList(chosen, order, line > 0
        ? "No interaction of this metric and state is on this line."
        : "No interaction is of this metric and state.");
    const where = file === null ? "In all files"
        : line === 0 ? "In " + baseName(file)
            : "On " + baseName(file) + ":" + line;

    if (source !== null)
        source.choose(line);
    refill(right, el("h2", null, where, " ",
        el("span.hint", null, count(chosen.length, "interaction"))), list.element);
    list.start();
    say(count(chosen.length, "interaction"));
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
        file: null, line: 0, metric: "", state: "", order: "state", find: "", most: FILES_MORE, /* what the reader has set */
        requirements: null, source: null, /* what is drawn */
        left: el("div.grow"), right: el("section.listing", { "aria-label": "Interactions" }),
        about: el("p.hint"),
    };
    const states = choices("State", [["", "All"], ["uncovered", "Uncovered"], ["covered", "Covered"],
        ["unexpected", "Unexpected"], ["impossible", "Impossible"]], "", (value) => { view.state = value; drawCoverage(view); });
    const orders = choices("Order", [["state", "Uncovered first"], ["hits", "Rarest first"],
        ["failing", "Failing first"]], "state", (value) => { view.order = value; drawLine(view); });

    if (data.requirements.length === 0) {
        return { title: "Coverage", go: null,
            element: el("div.view", null, el("section.card", null, el("h1", null, "Coverage"),
                el("p.note", null, "No interaction of threads was recorded in this campaign. " +
                    "A program built with raddle cc and run for more than a few executions has some."))) };
    }
    view.metrics = metricChoice(view);
    return {
        title: "Coverage", go: (where) => goToCoverage(view, where),
        element: el("div.view.coverage-view", null, el("section.card", null,
            el("h1", null, "Coverage by source file"),
            el("div.bar-of-tools", null, el("label", { for: "metric" }, "Metric ", view.metrics), states, orders, view.about),
            el("div.side-by-side", null, view.left, view.right))),
    };
}
