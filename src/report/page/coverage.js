/* coverage.js - coverage by source file: a table of files, the source of one
 * with its lines marked, and the requirements of what is chosen. */

const LINE_HEIGHT = 22;

function legendOfMarks() {
    const sign = ([name, text]) => el("span", null,
        el("span.mark-of-line." + name, { "aria-hidden": "true" }, SIGNS[name]), " " + text);

    return el("p.lane-legend", null,
        [["covered", "all covered"], ["some", "some"], ["uncovered", "none covered"]].map(sign),
        el("span.hint.keys-hint", null, el("kbd", null, "j"), " ", el("kbd", null, "k"),
            " next and previous marked line"));
}

function coverageView() {
    const state = { file: null, line: 0, metric: "", state: "" };
    const left = el("div.grow"), right = el("section.listing", { "aria-label": "Requirements" });
    const metrics = el("select", { id: "metric", change: () => { state.metric = metrics.value; draw(); } },
        el("option", { value: "" }, "all metrics"),
        Object.keys(data.coverage).map((name) =>
            el("option", { value: name, title: data.metrics[name] }, name)));
    const states = choices("State", [["", "All"], ["uncovered", "Uncovered"], ["covered", "Covered"],
        ["unexpected", "Beyond"]], "", (value) => { state.state = value; draw(); });
    const about = el("p.hint");
    let source = null; /* of the file that is shown: its rows */

    /* --- The files ------------------------------------------------------ */

    function fileRow([file, t]) {
        const all = t.covered + t.uncovered + t.unexpected;

        return el("tr", null,
            el("th", { scope: "row" }, file === null ? "source not known"
                : el("a", { href: coverageLink(file, 0) }, file)),
            el("td.figure", null, number(t.covered + t.unexpected) + " of " + number(all)),
            el("td.wide", null, bar(t.covered + t.unexpected, all)),
            el("td.figure", null, t.uncovered > 0 ? el("b", null, number(t.uncovered)) : "0"));
    }

    function drawFiles(requirements) {
        const files = [...byFile(requirements)].sort((a, b) =>
            b[1].uncovered - a[1].uncovered || String(a[0]).localeCompare(String(b[0])));

        refill(left, el("h2", null, "Files"),
            files.length === 0 ? el("p.note", null, "No requirement is of this metric and state.")
                : el("div.sideways", null, el("table.files", null,
                    el("thead", null, el("tr", null,
                        el("th", { scope: "col" }, "file"), el("th.figure", { scope: "col" }, "covered"),
                        el("th", { scope: "col" }, el("span.unseen", null, "as a bar")),
                        el("th.figure", { scope: "col" }, "uncovered"))),
                    el("tbody", null, files.map(fileRow)))));
    }

    /* --- One file ------------------------------------------------------- */

    function markOf(t, line) {
        const name = stateOfTally(t), open = t.uncovered, all = t.covered + t.uncovered + t.unexpected;

        return el("a.mark-of-line." + name, {
            href: coverageLink(state.file, line),
            "aria-label": "line " + line + ": " + number(all - open) + " of " + number(all) + " covered",
        }, SIGNS[name] + " " + (all - open) + "/" + all);
    }

    function drawSource(requirements) {
        const lines = linesOf(state.file), marks = byLine(requirements, state.file);
        const box = el("div.source.whole", { tabindex: "0", role: "region",
            "aria-label": "Source of " + state.file,
            keydown: (event) => toNextMark(event, marks), click: followLine });

        refill(left, el("h2.path", null, el("a", { href: "#coverage" }, "All files"), " › ", state.file));
        source = null;
        if (lines === null) {
            left.append(el("p.note", null, "The text of this file could not be read when the report was " +
                "written. Lines that take part: " + [...marks.keys()].sort((a, b) => a - b).join(", ") + "."));
            return;
        }
        left.append(box, legendOfMarks());
        source = rows({
            box, offsets: evenOffsets(lines.length, LINE_HEIGHT),
            draw: (i) => sourceLine(i + 1, lines[i], {
                current: i + 1 === state.line,
                classes: marks.has(i + 1) ? ".part." + stateOfTally(marks.get(i + 1)) : "",
                lead: el("span.marks", null, marks.has(i + 1) ? markOf(marks.get(i + 1), i + 1) : null),
            }),
        });
        box.style.height = lines.length * LINE_HEIGHT + 4 + "px";
        source.refresh();
        if (state.line > 0 && state.line <= lines.length)
            source.show(state.line - 1);
    }

    /* The whole line does what its mark does. */
    function followLine({ target }) {
        const line = target.closest(".line.part");

        if (line !== null && getSelection().isCollapsed)
            location.hash = line.querySelector("a").hash;
    }

    function toNextMark(event, marks) {
        const way = { j: 1, k: -1 }[event.key];
        const all = [...marks.keys()].sort((a, b) => (a - b) * way);
        const next = all.find((line) => (line - state.line) * way > 0);

        if (way === undefined || next === undefined)
            return;
        event.preventDefault();
        location.hash = coverageLink(state.file, next);
    }

    /* --- What is chosen ------------------------------------------------- */

    function drawList(requirements) {
        const chosen = state.file === null ? requirements : ofPlace(requirements, state.file, state.line);
        const list = pairList(chosen, state.line > 0
            ? "No requirement of this metric and state is on this line."
            : "No requirement is of this metric and state.");
        const where = state.file === null ? "In all files"
            : state.line === 0 ? "In " + baseName(state.file)
                : "On " + baseName(state.file) + ":" + state.line;

        refill(right, el("h2", null, where, " ",
            el("span.hint", null, count(chosen.length, "requirement"))), list.element);
        list.start();
    }

    function draw() {
        const requirements = filtered(state);

        about.textContent = state.metric === "" ? "" : data.metrics[state.metric] || "";
        if (state.file === null)
            drawFiles(requirements);
        else
            drawSource(requirements);
        drawList(requirements);
        say(count(requirements.length, "requirement"));
    }

    /* A line of the file that is shown needs no new drawing of it. */
    function go({ file, line, metric }) {
        const focused = left.contains(document.activeElement);

        if (metric !== null)
            metrics.value = state.metric = metric in data.coverage ? metric : "";
        state.file = file;
        state.line = line;
        draw();
        if (focused && source !== null)
            left.querySelector(".source").focus({ preventScroll: true });
        if (line > 0 && right.getBoundingClientRect().top > innerHeight) /* below, on a narrow screen */
            right.scrollIntoView();
    }

    const element = data.requirements.length === 0
        ? el("div.view", null, el("section.card", null, el("h1", null, "Coverage"),
            el("p.note", null, "No coverage requirement was recorded in this campaign. " +
                "A program built with raddle cc and run for more than a few executions has some.")))
        : el("div.view.coverage-view", null, el("section.card", null,
            el("h1", null, "Coverage by source file"),
            el("div.bar-of-tools", null, el("label", { for: "metric" }, "Metric ", metrics), states, about),
            el("div.side-by-side", null, left, right)));

    return {
        title: "Coverage", element,
        go: data.requirements.length === 0 ? null : go,
    };
}
