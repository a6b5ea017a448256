/* regress.js - after raddle regress: what the change made possible, what is no
 * longer expected, what was not executed, and which findings are new
 * (docs/regress.md). */

const REGRESS_MOST = 100; /* rows of a table; the JSON of raddle regress has all */
const STATUS = { new: "new", "still-fails": "still fails", fixed: "not found again" };

/* "" if nothing was compared, or a later session found it. */
function statusOf(finding) {
    const compared = data.regress && data.regress.findings.find((f) => f.id === finding.id && f.status !== "fixed");

    return compared ? STATUS[compared.status] : "";
}

function changedPlace(place) {
    if (place === null)
        return "the beginning";
    const name = place.file + ":" + place.line, known = !place.old && place.file in data.sources;

    return [known ? el("a", { href: "#coverage/" + encodeURIComponent(place.file) + ":" + place.line }, name) : name,
        " " + place.operator + " (" + place.function + ")" + (place.old ? ", of the old build" : ""),
        place.text === null ? null : el("code.changed-line", null, place.text)];
}

function changedRow(counted) {
    return (i) => el("tr", null,
        counted ? el("td.state", null, i.covered ? "covered" : el("b", null, "uncovered")) : null,
        el("td", null, changedPlace(i.first)), el("td", null, changedPlace(i.second)),
        counted ? el("td.figure", null, number(i.hits)) : null,
        counted ? el("td.figure", null, number(i.failed)) : null);
}

/* Uncovered ones first, then those of which most executions fail. */
function changedOrder(a, b) {
    const share = (i) => (i.hits > 0 ? i.failed / i.hits : 0);

    return a.covered - b.covered || share(b) - share(a) || b.hits - a.hits;
}

function changedTable(name, head, interactions, counted) {
    const shown = [...interactions].sort(changedOrder).slice(0, REGRESS_MOST);

    if (interactions.length === 0)
        return null;
    return [el("h3", null, head), el("div.sideways", { tabindex: "0", role: "region", "aria-label": head },
        el("table.changed." + name, null,
            el("thead", null, el("tr", null,
                counted ? el("th", { scope: "col" }, "state") : null,
                el("th", { scope: "col" }, "first"), el("th", { scope: "col" }, "then"),
                counted ? el("th.figure", { scope: "col", title: "executions that covered it" }, "executions") : null,
                counted ? el("th.figure", { scope: "col", title: "of these executions" }, "failed") : null)),
            el("tbody", null, shown.map(changedRow(counted))))),
    interactions.length > shown.length ? el("p.hint", null, "and " + number(interactions.length - shown.length) +
        " more: raddle regress --json has all") : null];
}

function unreachedList(unreached) {
    if (unreached.length === 0)
        return null;
    return [el("h3", null, count(unreached.length, "changed line") + (unreached.length === 1 ? " was" : " were") + " not executed"),
        el("ul.unreached", null, unreached.map((u) => el("li", null, u.file + ":" + u.line,
            u.text === null ? null : el("code.changed-line", null, u.text))))];
}

function fixedList(findings) {
    const fixed = findings.filter((f) => f.status === "fixed");

    if (fixed.length === 0)
        return null;
    return [el("h3", null, "Findings of the old build that were not found again"),
        el("ul.fixed", null, fixed.map((f) => el("li", null, f.kind + " at " + f.location)))];
}

/* Functions with another name, and data that is declared in another way. */
function changedList(renamed, declarations) {
    const how = {
        type: (d) => d.was.type === d.is.type ? "has another size" : "is of type " + d.is.type + " (was " + d.was.type + ")",
        moved: (d) => (d.was.offset | d.is.offset) & 7 ? "moved from bit " + number(d.was.offset) + " to " + number(d.is.offset) :
            "moved from byte " + number(d.was.offset / 8) + " to " + number(d.is.offset / 8),
        added: () => "is new",
        removed: () => "is gone",
        line: () => "has another declaration",
    };
    const said = [
        ...renamed.map((f) => "Function " + f.from + " is called " + f.to + " now."),
        ...declarations.map((d) => (d.owner === null ? "Variable " : d.owner + ": ") + d.name + " " + how[d.how](d) + "."),
    ];

    return said.length === 0 ? null : el("ul.declared", null, ...said.map((text) => el("li", null, text)));
}

function regressSection() {
    const r = data.regress;

    if (r === null)
        return null;
    const { lines, gone, files, functions, inside, by_line: byLine, renamed = [], declarations = [] } = r.changed;
    const added = r.interactions.filter((i) => i.class === "A");
    /* What it does not expect then may be possible. */
    const less = r.observed !== undefined && r.observed.ended_early;
    const vanished = less ? [] : r.interactions.filter((i) => i.vanished);

    return el("section.card.regress", { "aria-labelledby": "regress" },
        el("h2", { id: "regress" }, "What the change made possible"),
        el("p.lead", null, number(added.filter((i) => i.covered).length) + " of " + count(added.length, "new interaction") +
            " covered in " + count(r.executions, "execution") + "; " + (less ? "raddle ended too early to know what is no longer expected."
                : number(vanished.length) + " no longer expected.")),
        el("p", null, "Compared with " + r.compared_with + ": " + count(lines, "line") + " added, " + number(gone) + " removed, in " +
            count(files, "file") + ", " + count(functions, "function") + (inside === 0 ? "." : "; " + count(inside, "function") +
            " changed by a macro, a header or the compiler's options.") +
            (byLine ? " Those are most functions: raddle compares places by their lines, not by columns and inlining." : "")),
        changedList(renamed, declarations),
        changedTable("added", "New interactions", added, true),
        changedTable("vanished", "No longer expected", vanished, false),
        unreachedList(r.unreached), fixedList(r.findings));
}
