/* marked.js - the source of one file with the lines marked that take part in
 * requirements of coverage. */

const LINE_HEIGHT = 22;

function legendOfMarks() {
    const sign = ([name, text]) => el("span", null,
        el("span.mark-of-line." + name, { "aria-hidden": "true" }, SIGNS[name]), " " + text);

    return el("p.lane-legend", null,
        [["covered", "all covered"], ["some", "some"], ["uncovered", "none covered"], ["impossible", "impossible"]].map(sign),
        el("span.hint.keys-hint", null, el("kbd", null, "j"), " ", el("kbd", null, "k"),
            " next and previous marked line"));
}

function markOf(file, line, t) {
    const name = stateOfTally(t), open = t.uncovered, all = t.covered + t.uncovered + t.unexpected;

    return el("a.mark-of-line." + name, {
        href: coverageLink(file, line),
        "aria-label": "line " + line + ": " + number(all - open) + " of " + number(all) + " covered",
    }, SIGNS[name] + " " + (all - open) + "/" + all);
}

/* Returns its element, start() for when that is in the document, choose(line)
 * (0: none) and focus(). */
function markedSource(file, requirements) {
    const source = { file, lines: linesOf(file), marks: byLine(requirements, file), line: 0, list: null };

    if (source.lines === null) {
        return { start: () => {}, choose: () => {}, focus: () => {},
            element: el("p.note", null, whyNoLines(file) + " Lines that take part: " +
                [...source.marks.keys()].sort((a, b) => a - b).join(", ") + ".") };
    }
    source.box = el("div.source.whole", { tabindex: "0", role: "region", "aria-label": "Source of " + file,
        keydown: (event) => toNextMark(source, event), click: followLine });
    source.box.style.height = source.lines.length * LINE_HEIGHT + 4 + "px";
    return {
        element: [source.box, legendOfMarks()],
        start: () => {
            source.list = rows({ box: source.box, offsets: evenOffsets(source.lines.length, LINE_HEIGHT),
                draw: (i) => markedLine(source, i + 1) });
        },
        choose: (line) => chooseLine(source, line),
        focus: () => source.box.focus({ preventScroll: true }),
    };
}

function markedLine({ file, lines, marks, line }, n) {
    const t = marks.get(n);

    return sourceLine(n, lines[n - 1], {
        current: n === line,
        classes: t === undefined ? "" : ".part." + stateOfTally(t),
        lead: el("span.marks", null, t === undefined ? null : markOf(file, n, t)),
    });
}

function chooseLine(source, line) {
    const { list, lines } = source;

    list.forget(source.line - 1);
    list.forget(line - 1);
    source.line = line;
    if (line > 0 && line <= lines.length)
        list.show(line - 1);
    else
        list.refresh();
}

/* The whole line does what its mark does. */
function followLine({ target }) {
    const line = target.closest(".line.part");

    if (line !== null && getSelection().isCollapsed)
        location.hash = line.querySelector("a").hash;
}

function toNextMark({ file, marks, line }, event) {
    const way = { j: 1, k: -1 }[event.key];
    const all = [...marks.keys()].sort((a, b) => (a - b) * way);
    const next = all.find((n) => (n - line) * way > 0);

    if (way === undefined || next === undefined)
        return;
    event.preventDefault();
    location.hash = coverageLink(file, next);
}
