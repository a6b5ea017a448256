/* pairs.js - requirements of coverage: which there are, by file and line, and a
 * list of them.  Most are pairs of places in the code. */

const SIGNS = { covered: "●", uncovered: "○", unexpected: "◆", impossible: "✕", some: "◐" };

function coverageLink(file, line) {
    return "#coverage/" + file.split("/").map(encodeURIComponent).join("/") + (line > 0 ? ":" + line : "");
}

function placesOf(requirement) {
    return [requirement.first, requirement.second].filter((p) => p !== null);
}

/* The share of the executions that covered it which failed. */
function failing(r) {
    return r.hits > 0 ? r.failed / r.hits : 0;
}

/* Orders of rows: the number that decides, the smallest first.  What was not
 * counted comes last. */
const ORDERS = {
    state: (g) => ({ uncovered: 0, unexpected: 1, covered: 2, impossible: 3 })[g.requirement.state],
    hits: (g) => g.least === null ? Infinity : g.least,
    failing: (g) => -failing(g.worst),
};

/* Several instructions may lie on one line: equal ones are one row, with their
 * number, the fewest and most executions, and the one that failed most. */
function gathered(requirements, order) {
    const groups = new Map();

    for (const r of requirements) {
        const key = [r.metric, r.state, r.side, r.first && r.first.location,
            r.second && r.second.location].join("\n");

        if (!groups.has(key))
            groups.set(key, { requirement: r, times: 0, least: r.hits, most: r.hits, worst: r });
        const g = groups.get(key);
        g.times++;
        if (r.hits !== null && g.least !== null) {
            g.least = Math.min(g.least, r.hits);
            g.most = Math.max(g.most, r.hits);
            g.worst = failing(r) > failing(g.worst) ? r : g.worst;
        }
    }
    return [...groups.values()].sort((a, b) => ORDERS[order](a) - ORDERS[order](b));
}

function filtered({ metric, state }) {
    return data.requirements.filter((r) =>
        (metric === "" || r.metric === metric) && (state === "" || r.state === state));
}

/* --- By file and line ----------------------------------------------------- */

function tally() {
    return { covered: 0, uncovered: 0, unexpected: 0, impossible: 0 };
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
        return t.covered + t.unexpected === 0 ? "impossible" : "covered";
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

/* "in 12 of 300 executions, fails in 7 of 12"; null if nobody counted. */
function hitsText({ least, most, worst }) {
    if (least === null || most === 0)
        return null;
    return "in " + number(least) + (most > least ? " to " + number(most) : "") + " of " +
        count(data.coverage[worst.metric].executions, "execution") +
        (worst.failed > 0 ? ", fails in " + number(worst.failed) + " of " + number(worst.hits) : "");
}

function pairRow(group) {
    const { requirement: r, times } = group;
    const [first, then] = placeWords(r);
    const hits = hitsText(group);

    return el("div.pair." + r.state, { role: "listitem" },
        el("span.head", null,
            el("span.state", null, el("span.sign", { "aria-hidden": "true" }, SIGNS[r.state]), " ",
                { unexpected: "covered, though unexpected", impossible: "impossible: no interleaving covers it" }[r.state] || r.state),
            el("span.metric", null, r.metric),
            times > 1 ? el("span.about", null, number(times) + " in machine code") : null,
            hits === null ? null : el("span.about.hits", null, hits),
            r.seconds === null ? null : el("span.about", null, "after " + seconds(r.seconds))),
        first === null ? null : placeLine(r.first, first), placeLine(r.second, then));
}

/* A box that scrolls through them, or the sentence that there are none. */
function pairList(requirements, order, nothing) {
    const groups = gathered(requirements, order);
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
