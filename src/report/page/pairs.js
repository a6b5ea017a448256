/* pairs.js - requirements of coverage: which there are, by file and line, and a
 * list of them.  Most are pairs of places in the code. */

const SIGNS = { covered: "●", uncovered: "○", unexpected: "◆", some: "◐" };

function coverageLink(file, line) {
    return "#coverage/" + file.split("/").map(encodeURIComponent).join("/") + (line > 0 ? ":" + line : "");
}

function placesOf(requirement) {
    return [requirement.first, requirement.second].filter((p) => p !== null);
}

/* Several instructions may lie on one line: equal ones are one row, with their
 * number.  Uncovered ones come first. */
function gathered(requirements) {
    const order = { uncovered: 0, unexpected: 1, covered: 2 };
    const groups = new Map();

    for (const r of requirements) {
        const key = [r.metric, r.state, r.side, r.first && r.first.location,
            r.second && r.second.location].join("\n");

        if (groups.has(key))
            groups.get(key).times++;
        else
            groups.set(key, { requirement: r, times: 1 });
    }
    return [...groups.values()].sort((a, b) => order[a.requirement.state] - order[b.requirement.state]);
}

function filtered({ metric, state }) {
    return data.requirements.filter((r) =>
        (metric === "" || r.metric === metric) && (state === "" || r.state === state));
}

/* --- By file and line ----------------------------------------------------- */

function tally() {
    return { covered: 0, uncovered: 0, unexpected: 0 };
}

/* File (null: not known) to its tally; a requirement counts once in each. */
function byFile(requirements) {
    const files = new Map();

    for (const r of requirements) {
        for (const file of new Set(placesOf(r).map((p) => p.file))) {
            if (!files.has(file))
                files.set(file, tally());
            files.get(file)[r.state]++;
        }
    }
    return files;
}

function byLine(requirements, file) {
    const lines = new Map();

    for (const r of requirements) {
        const here = placesOf(r).filter((p) => p.file === file).map((p) => p.line);

        for (const line of new Set(here)) {
            if (!lines.has(line))
                lines.set(line, tally());
            lines.get(line)[r.state]++;
        }
    }
    return lines;
}

function ofPlace(requirements, file, line) {
    return requirements.filter((r) =>
        placesOf(r).some((p) => p.file === file && (line === 0 || p.line === line)));
}

function stateOfTally(t) {
    if (t.uncovered === 0)
        return "covered";
    return t.covered + t.unexpected === 0 ? "uncovered" : "some";
}

/* --- A list --------------------------------------------------------------- */

const PAIR_HEIGHT = 78;

/* What the places of a requirement are to each other. */
function placeWords(r) {
    if (r.places === 2)
        return ["first", "then"];
    return [null, { own: "reads what its own thread wrote", other: "reads what another thread wrote" }[r.side] || ""];
}

function placeLine(place, word) {
    const text = place === null ? null : lineText(place.file, place.line);

    return el("span.place", null,
        word === "" ? null : el("span.word", null, word),
        place === null ? "the beginning"
            : place.file === null ? place.location
                : el("a", { href: coverageLink(place.file, place.line) }, place.location),
        text === null ? null : el("code", null, text));
}

function pairRow({ requirement: r, times }) {
    const [first, then] = placeWords(r);

    return el("div.pair." + r.state, { role: "listitem" },
        el("span.head", null,
            el("span.state", null, el("span.sign", { "aria-hidden": "true" }, SIGNS[r.state]), " ",
                r.state === "unexpected" ? "covered, though unexpected" : r.state),
            el("span.metric", null, r.metric),
            times > 1 ? el("span.about", null, number(times) + " in machine code") : null,
            r.seconds === null ? null : el("span.about", null, "after " + seconds(r.seconds))),
        first === null ? null : placeLine(r.first, first), placeLine(r.second, then));
}

/* A box that scrolls through them, or the sentence that there are none. */
function pairList(requirements, nothing) {
    const groups = gathered(requirements);
    const box = el("div.pairs", { role: "list", tabindex: "0", "aria-label": "Interactions" });

    if (groups.length === 0)
        return { element: el("p.note", null, nothing), start: () => {} };
    return {
        element: box,
        start: () => {
            const list = rows({
                box, offsets: evenOffsets(groups.length, PAIR_HEIGHT),
                draw: (i) => pairRow(groups[i]),
            });

            list.tall.setAttribute("role", "presentation");
            box.style.height = Math.ceil(groups.length * PAIR_HEIGHT + 2) + "px";
            list.refresh();
        },
    };
}
