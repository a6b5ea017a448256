/* overview.js - the first view: is the program all right, and how sure is that? */

const STOPPED = { /* how a session ended, as the store has it */
    budget: "ended with its budget",
    found: "stopped at what it found",
    saturated: "ended: coverage grew no more",
    covered: "ended: everything was covered",
    exhausted: "ended: every interleaving was run",
    incomplete: "ended: not every interleaving could be run",
    "within-bounds": "ended: every interleaving within a bound was run, which is not a proof",
    nothing: "ended: nothing was verified",
    interrupted: "interrupted",
    unable: "could not go on",
    killed: "killed",
};

/* --- The verdict ---------------------------------------------------------- */

function kinds(findings) {
    const n = new Map();

    for (const f of findings)
        n.set(f.kind, (n.get(f.kind) || 0) + 1);
    return [...n].map(([kind, times]) => (times > 1 ? times + " × " : "") + kind).join(", ");
}

function thoroughness() {
    const total = coverageTotal();
    const { uncovered, unexpected } = total, estimated = total.estimated - total.impossible;

    if (data.recorded.length === 0)
        return "No coverage was recorded, so nothing says how thorough it was.";
    if (estimated === 0 && failuresFound().length > 0)
        return "Nothing was covered: it failed before two threads had passed the same lock, or used the same memory in an order that could be another.";
    if (estimated === 0)
        return "No two threads could meet where it is recorded: there was nothing to cover.";
    if (uncovered === 0) {
        return (estimated === 1 ? "The one interaction" : estimated === 2 ? "Both interactions" : "All " + number(estimated) + " interactions") +
            " of threads that raddle estimated " + (estimated === 1 ? "was" : "were") + " seen" + (unexpected > 0 ? ", and " + number(unexpected) + " more" : "") +
            (failuresFound().length > 0 ? "." : ". Other input may make more of them possible.");
    }
    return number(estimated - uncovered) + " of the " + number(estimated) +
        " interactions of threads that raddle estimated " + (estimated - uncovered === 1 ? "was" : "were") + " seen" +
        (unexpected > 0 ? ", and " + number(unexpected) + " more" : "") + "; " +
        number(uncovered) + (uncovered === 1 ? " was" : " were") + " not.";
}

/* What the proof says about the estimate; "" if it says nothing. */
function impossibleText() {
    const { estimated, impossible } = coverageTotal();

    if (!Object.values(data.coverage).some((c) => c.proved))
        return "";
    return " " + number(estimated - impossible) + " of the " + number(estimated) +
        " interactions of threads that raddle estimated are possible.";
}

/* Clean is said of a campaign that was, not of one in which nothing could fail
 * or which did not come to its end. */
function verdict() {
    const failures = failuresFound(), n = failures.length, all = count(data.executions, "execution");
    const ends = data.sessions.map((s) => s.how);

    if (n > 0) {
        return { level: "bad", head: count(n, "failure") + " found: " + kinds(failures),
            text: "In " + all + ". " + thoroughness() };
    }
    if (data.executions === 0) {
        return { level: "none", head: "Nothing was executed",
            text: "This campaign has no execution, so it says nothing about the program." };
    }
    if (data.incomplete_because.length > 0) {
        return { level: "none", head: "No failure found, but the proof is not complete",
            text: "In " + all + ". raddle prove did not run or see every interleaving, because " +
                data.incomplete_because.map((r) => r.text + (r.location ? " at " + r.location : "")).join("; ") + ". " + thoroughness() };
    }
    if (ends.includes("exhausted")) {
        return { level: "good", head: "Complete: no interleaving fails",
            text: (data.interleavings === null ? "" : count(data.interleavings, "interleaving") + ". ") +
                "In " + all + " raddle prove ran every interleaving of this program with this input." + impossibleText() };
    }
    if (ends.some((how) => how === "budget" || how === "saturated" || how === "covered"))
        return { level: data.limits.length > 0 ? "none" : "good",
            head: data.limits.length > 0 ? "No failure found in what was seen" : "No failure found",
            text: "In " + all + ". " + thoroughness() };
    if (ends.includes("within-bounds")) {
        return { level: "none", head: "No failure found within a bound",
            text: "In " + all + " raddle prove ran every interleaving within a bound, which is not a proof." };
    }
    if (ends.every((how) => how === "nothing" || how === "unable")) {
        return { level: "none", head: "Nothing verified",
            text: "In " + all + " nothing could show: no two threads ran at the same time, or each was cut, lost or suppressed, " +
                "or memory accesses were required and not seen. raddle test says which." };
    }
    return { level: "none", head: "No failure found so far",
        text: "In " + all + "; the campaign has not come to its end. " + thoroughness() };
}

function warningsText() {
    const warnings = data.findings.filter(isWarning);

    return warnings.length === 0 ? "" : " " + count(warnings.length, "warning") + ": " + kinds(warnings) + ".";
}

const theVerdict = data.gen ? genVerdict() : verdict();

theVerdict.text += warningsText();

function verdictSection() {
    const { level, head, text } = theVerdict;
    const figures = el("dl.figures");
    const add = (name, value) => figures.append(el("div", null, el("dt", null, name), el("dd", null, value)));
    const last = data.sessions[data.sessions.length - 1];

    add(plural(data.executions, "execution"), number(data.executions));
    add("time", seconds(data.seconds));
    add("executions per second", data.seconds > 0
        ? number(Math.round(data.executions / data.seconds)) : "–");
    if (data.gen) {
        add(plural(data.gen.tests, "test"), number(data.gen.tests));
        add("seed", String(data.gen.seed));
    } else {
        add(plural(data.sessions.length, "session"), number(data.sessions.length));
    }
    if (last !== undefined) {
        add("strategy", last.strategy);
        add("seed", String(last.seed));
    }
    return el("section.card.verdict." + level, { "aria-labelledby": "verdict" },
        el("h1", { id: "verdict" },
            el("span.sign", { "aria-hidden": "true" }, { bad: "✕", good: "✓", none: "–" }[level]),
            " ", head),
        el("p.lead", null, text),
        el("p.command", null, el("code", null, [data.program, ...data.arguments].join(" "))),
        figures);
}

/* --- Its parts ------------------------------------------------------------ */

function findingCard(finding, i) {
    return el("li", null, el(isWarning(finding) ? "a.finding-card.warns" : "a.finding-card", { href: "#finding-" + finding.id },
        el("span.number", { "aria-hidden": "true" }, String(i + 1)),
        el("span.what", null,
            el("b", null, sentenceOf(finding)),
            el("span.where", null, statusOf(finding) === "" ? null : el("span.status", null, statusOf(finding)),
                kindOf(finding), " at " + finding.location +
                (finding.nth === null ? "" : ", in execution " + number(finding.nth)) +
                (finding.times > 1 ? ", seen " + count(finding.times, "time") : "")),
            finding.before_threads ? el("span.why", null, threadlessText()) : null,
            finding.explanation ? el("span.why", null, explanationText(finding.explanation)) : null),
        el("span.go", { "aria-hidden": "true" }, "›")));
}

function findingsSection() {
    if (data.findings.length === 0)
        return null;
    return el("section.card", { "aria-labelledby": "found" },
        el("h2", { id: "found" }, "Findings"),
        el("ol.cards", null, data.findings.map(findingCard)));
}

function coverageRow([metric, c]) {
    return el("tr", null,
        el("th", { scope: "row" },
            el("a", { href: "#coverage?metric=" + encodeURIComponent(metric) }, metric),
            el("span.about", null, data.metrics[metric] || "")),
        el("td.figure", null, number(c.covered) + " of " + number(c.covered + c.uncovered)),
        el("td.wide", null, bar(c.covered, c.covered + c.uncovered)),
        el("td.figure", null, percent(c.covered, c.covered + c.uncovered)),
        el("td.figure", null, c.uncovered > 0 ? el("b", null, number(c.uncovered)) : "0"),
        el("td.figure", null, number(c.unexpected)),
        el("td.figure", null, c.proved ? number(c.impossible) : "–"));
}

function coverageTable() {
    const metrics = Object.entries(data.coverage);

    if (metrics.length === 0) {
        return el("p.note", null, data.recorded.length === 0 ? "No coverage was recorded in this campaign."
            : "Nothing was there to be covered, of " + data.recorded.join(", ") + ".");
    }
    return el("div.sideways", null, el("table.coverage", null,
        el("thead", null, el("tr", null,
            el("th", { scope: "col" }, "metric"),
            el("th.figure", { scope: "col" }, "covered"),
            el("th", { scope: "col" }, el("span.unseen", null, "as a bar")),
            el("th.figure", { scope: "col" }, "%"),
            el("th.figure", { scope: "col" }, "uncovered"),
            el("th.figure", { scope: "col", title: "of the covered: not estimated" }, "unexpected"),
            el("th.figure", { scope: "col", title: "estimated, but raddle prove ran every interleaving and none covers it; – if it did not" }, "impossible"))),
        el("tbody", null, metrics.map(coverageRow))));
}

function pairsSentence() {
    const pairs = Object.entries(data.pairs).filter(([, n]) => n > 0);

    if (pairs.length === 0)
        return null;
    return el("p.hint", null, "Pairs of these in one execution: " +
        pairs.map(([metric, n]) => metric + " " + number(n)).join(", ") + ".");
}

function coverageSection() {
    return el("section.card", { "aria-labelledby": "how-thorough" },
        el("h2", { id: "how-thorough" }, "How thorough was it?"), coverageTable(), pairsSentence());
}

function sessionRow(s, i) {
    return el("tr", null,
        el("th.figure", { scope: "row" }, String(i + 1)),
        el("td", null, s.began === null ? "–" : moment(s.began)),
        el("td", null, s.strategy),
        el("td.figure", null, String(s.seed)),
        el("td.figure", null, number(s.executions)),
        el("td.figure", null, seconds(s.seconds)),
        el("td", null, s.how === null ? "still running" : STOPPED[s.how] || s.how),
        el("td", null, s.metrics.split(",").join(", ")),
        el("td", null, s.version));
}

function sessionsSection() {
    const heads = ["", "began", "strategy", "seed", "executions", "time", "end", "metrics", "raddle"];

    if (data.sessions.length === 0)
        return null;
    return el("section.card", { "aria-labelledby": "sessions" },
        el("h2", { id: "sessions" }, "Sessions"),
        el("div.sideways", { tabindex: "0", role: "region", "aria-label": "Sessions" }, el("table", null,
            el("thead", null, el("tr", null, heads.map((h, i) =>
                el(i === 0 || (i > 2 && i < 6) ? "th.figure" : "th", { scope: "col" },
                    h || el("span.unseen", null, "number"))))),
            el("tbody", null, data.sessions.map(sessionRow)))));
}

function notesSection() {
    if (data.notes.length === 0)
        return null;
    return el("section.card.notes", { "aria-labelledby": "notes" },
        el("h2", { id: "notes" }, "To know"),
        el("ul", null, data.notes.map((note) => el("li", null, note))));
}

function overviewView() {
    const plots = plotsSection();

    return {
        title: theVerdict.head,
        element: el("div.view.overview", null, verdictSection(), notesSection(), findingsSection(), matrixSection(), regressSection(),
            predictedSection(), data.gen ? null : [coverageSection(), plots.element], sessionsSection(),
            el("p.foot", null, "raddle " + data.raddle + ", " + data.directory +
                (data.generated ? ", written " + data.generated.replace("T", " ").replace("Z", " UTC") : ""))),
        start: data.gen ? null : plots.start,
    };
}
