/* source.js - lines of the program, with marks beside them. */

/* One line.  lead: what is before its number; current: the one meant. */
function sourceLine(number_, text, { current = false, classes = "", lead = null } = {}) {
    return el("div.line" + classes + (current ? ".current" : ""), current ? { "aria-current": "true" } : null,
        el("span.pointer", { "aria-hidden": "true" }, current ? "▶" : ""),
        lead,
        el("span.lineno", null, String(number_)),
        el("code", null, text === "" ? " " : text.replaceAll("\t", "    ")));
}

function threadsText(threads) {
    const some = [...threads].sort((a, b) => a - b).slice(0, 6).join(", ");

    return (threads.length === 1 ? "thread " : "threads ") + some + (threads.length > 6 ? ", …" : "");
}

/* Who is at a line, in a column of its own: beside the text it would lie on
 * long lines. */
function standing(threads, letters) {
    const column = el("span.who", null,
        threads === undefined ? null : el("span.tag", null, threadsText(threads)));

    column.style.width = letters + 2 + "ch";
    return column;
}

/* The lines around one.  here: Map of line to the threads that stand there. */
function excerpt(file, line, around, here) {
    const lines = linesOf(file);
    const box = el("div.source", { tabindex: "0", role: "region",
        "aria-label": "Source: " + (file === null ? "not known" : baseName(file)) });

    if (file === null || line < 1) {
        refill(box, el("p.note", null, "Where this is in the source is not known: " +
            "the code was built without -g, or is a library's."));
        return box;
    }
    if (lines === null) {
        refill(box, el("p.note", null, whyNoLines(file)));
        return box;
    }
    if (line > lines.length) {
        refill(box, el("p.note", null, file + " has only " + count(lines.length, "line") +
            ": it has changed since the program was built."));
        return box;
    }
    const first = Math.max(1, line - around), last = Math.min(lines.length, line + around);
    const letters = Math.max(0, ...[...here].filter(([n]) => n >= first && n <= last)
        .map(([, threads]) => threadsText(threads).length));

    for (let n = first; n <= last; n++) {
        box.append(sourceLine(n, lines[n - 1], {
            current: n === line,
            lead: letters === 0 ? null : standing(here.get(n), letters),
        }));
    }
    return box;
}
