/* findings.js - one failure: what happened, why, how to see it again. */

/* Its kind, and whether it is a warning. */
function kindOf(f) {
    return isWarning(f) ? [el("span.severity", null, "warning"), " ", el("span.kind.warns", null, f.kind)]
                        : el("span.kind", null, f.kind);
}

function shrunkSentence(f) {
    if (f.switches === null || f.preemptions === null)
        return "not shrunk: the schedule may switch more often than it must";
    const smaller = f.shrunk_from > f.switches;

    return (smaller ? "shrunk to " : "") + count(f.preemptions, "preemption") + ", " +
        count(f.switches, "switch", "switches") + (smaller ? " (from " + number(f.shrunk_from) + ")" : "");
}

/* All of the schedule, as raddle shrink counts. */
function sizeSentence(f) {
    return (f.threads.length > 0 ? count(f.threads.length, "thread") + ", " : "") + count(f.steps, "step");
}

/* Whether the schedule was seen to give the failure again. */
function replayedSentence(f) {
    const same = isWarning(f) ? "same warning" : "same failure";

    if (f.replayed)
        return f.result === "same" ? "replayed from its file: " + same
                                   : "replayed when it was found: " + same + "; not for this report";
    return f.checked ? "did not come again when it was replayed" : "not replayed yet";
}

function facts(f) {
    return el("ul.facts", null,
        el("li", null, f.nth === null ? null : "in execution " + number(f.nth) + ", ",
            "after " + seconds(f.seconds)),
        f.times > 1 ? el("li", null, "seen " + count(f.times, "time")) : null,
        el("li", null, shrunkSentence(f)),
        el("li", null, sizeSentence(f)),
        el("li", null, replayedSentence(f)));
}

/* The sentence for people; what it is about is in the facts.  Its places stand
 * between backquotes. */
function explanationText({ text }) {
    return text.split("`").map((part, i) => i % 2 === 1 ? el("code", null, part) : part);
}

/* A step of a fact, which leads to the same step of the interleaving. */
function factStep(step, lanes) {
    const place = step.file === null ? "" : step.file + (step.line === null ? "" : ":" + step.line) + " ";
    const label = step.step === null ? "not reached" : "step " + number(step.step);

    return el("li", null,
        step.step === null || lanes === null ? el("span.about", null, label)
            : el("button", { type: "button", click: () => lanes.go(step.step) }, label),
        el("code", null, place + (step.role === "lock" ? "lock " : "") + (step.text || "")),
        el("span.about", null, step.thread === null ? "" : (step.function || "") + " (thread " + step.thread + ")"));
}

/* As the terminal says it. */
function threadlessText() {
    return "Fails before it makes a thread: this does not depend on the schedule.";
}

function causeBox(f, lanes) {
    if (f.before_threads)
        return el("div.cause", null, el("p", null, threadlessText()));
    if (f.explanation === null)
        return null;
    const steps = f.explanation.facts.flatMap((fact) => fact.steps.filter((s) => s.operation !== null));
    /* Two facts may be about the same step. */
    const same = (a, b) => a.step === b.step && a.thread === b.thread && a.line === b.line && a.text === b.text;
    const once = steps.filter((s, i) => i === steps.findIndex((other) => same(s, other)));

    once.sort((a, b) => (a.step ?? Infinity) - (b.step ?? Infinity));

    return el("div.cause", null, el("p", null, explanationText(f.explanation)),
        el("ul.cause-steps", null, once.map((s) => factStep(s, lanes))));
}

/* The same file, which the replay has quoted, for another command. */
function commandOf(f, name) {
    return f.replay.replace(/^raddle replay /, name + " ");
}

function noReplay() {
    return el("p.note", null, "Its schedule could not be written, so it cannot be replayed.");
}

function replayBox(f) {
    const command = (about, text) => el("div.replay", null, el("span.about", null, about),
        el("code", null, text), copyButton(text));

    if (f.replay === null)
        return noReplay();
    return el("section.replays", { "aria-label": "How to replay it" }, command("Replay it", f.replay),
        command("in gdb", commandOf(f, "raddle replay --gdb")));
}

/* --- Stacks and output ---------------------------------------------------- */

function frameLine(frame, i) {
    const text = lineText(frame.file, frame.line);

    return el("li", null,
        el("span.lineno", null, "#" + i),
        frame.file === null ? frame.location
            : el("a", { href: coverageLink(frame.file, frame.line) }, frame.location),
        text === null ? null : el("code", null, text));
}

function stacksSection(f) {
    const stacks = otherStacks(f);

    if (stacks.length === 0)
        return null;
    return el("section", null, el("h2", null, stacks.length < f.stacks.length ? "Where the other threads were"
                                                                              : "Where every thread was"),
        el("div.stacks", null, stacks.map((stack) =>
            el("div.stack", null, el("h3", null, stack.title),
                stack.held ? el("p.none", null, stack.held) : null,
                stack.frames.length === 0 ? el("p.none", null, "No stack is known.")
                    : el("ol", { start: "0" }, stack.frames.map(frameLine))))));
}

function outputSection(f) {
    if (!f.output)
        return null;
    return el("section", null, el("h2", null, "Output of the program"),
        el("pre.output", { tabindex: "0" }, f.output));
}

/* --- The view ------------------------------------------------------------- */

function findingHead(f, lanes) {
    return [el("p.eyebrow", null, kindOf(f), " at " + f.location),
        el("h1", null, sentenceOf(f)), causeBox(f, lanes), facts(f)];
}

function legendOfLanes() {
    const shape = (name, text) => el("span", null, el("span.dot." + name, { "aria-hidden": "true" }), text);

    return el("p.lane-legend", null, shape("read", "read"), shape("write", "write"),
        shape("lock", "lock"), shape("unlock", "unlock"), shape("other", "other"),
        el("span", null, el("span.sample-hold", { "aria-hidden": "true" }), "lock held"),
        el("span", null, el("span.sample-wait", { "aria-hidden": "true" }), "waits"),
        el("span.hint.keys-hint", null, el("kbd", null, "↑"), " ", el("kbd", null, "↓"), " steps, ",
            el("kbd", null, "←"), " ", el("kbd", null, "→"), " switches, ",
            el("kbd", null, "Enter"), " source, ", el("kbd", null, "a"), " all steps, ",
            el("kbd", null, "+"), " ", el("kbd", null, "−"), " zoom"));
}

/* Which block of the heap "account#2" is. */
function whatNumbersMean({ made }) {
    return made ? el("p.made", null, made) : null;
}

function whyNoSteps(f) {
    return f.why || "The interleaving is not known.";
}

function interleaving(f) {
    const section = el("section.interleaving", null, el("h2", null, "The interleaving"));

    if (f.steps_shown.length === 0) {
        section.append(el("p.note", null, whyNoSteps(f)));
        return { section, lanes: null };
    }
    const panel = momentPanel(f);
    const lanes = lanesOfFinding(f, panel);

    section.append(el("div.side-by-side", null,
        el("div.grow", null, lanes.element, legendOfLanes(), whatNumbersMean(f)), panel.element));
    return { section, lanes };
}

/* Of a race both places, and on what: several may be at one line. */
function tabPlace(f) {
    const sides = raceSides(f);

    if (sides.length === 0)
        return f.location;
    return sides[1].text.replace(/^\S+ /, "") + ": " +
        sides.map((s) => s.file + ":" + s.line + " " + s.operation).join(", ");
}

/* Links to all of them, if there are several. */
function findingTabs(current) {
    if (data.findings.length < 2)
        return null;
    return el("nav.finding-tabs", { "aria-label": "Findings" }, el("ol", null, data.findings.map((f, i) =>
        el("li", null, el("a", { href: "#finding-" + f.id, "aria-current": f === current ? "page" : null },
            el("span.number", { "aria-hidden": "true" }, String(i + 1)),
            el("span", null, el("b", null, f.kind), isWarning(f) ? [" ", el("span.severity", null, "warning")] : null,
                el("span.where", null, tabPlace(f))))))));
}

function findingView(f) {
    const { section, lanes } = interleaving(f);

    return {
        title: sentenceOf(f), lanes,
        element: el(isWarning(f) ? "div.view.finding.warns" : "div.view.finding", null, findingTabs(f), el("article.card", null, findingHead(f, lanes),
            replayBox(f), genSection(f), raceSection(f), section, stacksSection(f), outputSection(f))),
        start: () => { if (lanes !== null) lanes.start(); },
        resume: () => { if (lanes !== null) lanes.resume(); },
    };
}

function noFindingView(id) {
    return {
        title: "No finding",
        element: el("div.view", null, el("section.card", null,
            el("h1", null, id === null ? "No finding" : "No such finding"),
            el("p.lead", null, id === null
                ? theVerdict.text
                : "This report has no finding " + id + "."))),
    };
}
