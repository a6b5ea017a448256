/* moment.js - beside the lanes: one step, and how things stood after it. */

const MOST_VALUES = 40;
const LONGEST_NAME = 44, LONGEST_VALUE = 26; /* letters; some three lines */

const SHORT_NAME = 6; /* letters that have room in any lane: .address of page.css */

/* A text of the table.  Where there is no room a name in it (or else an address)
 * is cut at its front: its end tells it from others.  Then what is behind it is
 * cut, and last what is before it, which says what is done.  The name is a word of its
 * own: in "unlock lock" the second. */
function withName(tag, text, name) {
    const at = name === null || name.length <= SHORT_NAME ? 0 : text.indexOf(" " + name) + 1;
    const found = at > 0 ? [text, text.slice(0, at), name, text.slice(at + name.length)]
                          : /^(.*?)(0x[0-9a-f]{5,})(.*)$/.exec(text);

    if (found === null)
        return el(tag, null, text);
    return el(tag + ".at-address", null, found[1] === "" ? null : el("span.before", null, found[1]),
        el("span.address", null, el("bdi", { dir: "ltr" }, found[2])),
        found[3] === "" ? null : el("span.after", null, found[3]));
}

/* `write balance = 70`, `update done: 99 -> 100` with what matters most in it
 * set apart. */
function stepText(step) {
    const sign = step.after === null ? " = " : ": ";
    const at = step.value === null ? -1 : step.text.lastIndexOf(sign);

    if (at < 0)
        return [withName("span.act-on", step.text, step.object)];
    return [withName("span.act-on", step.text.slice(0, at), step.object), sign,
        withName("b.value", step.text.slice(at + sign.length), null)];
}

function whereOf(step) {
    if (step.file === null)
        return el("span.where", null, step.function || "place not known");
    return el("a.where", { href: coverageLink(step.file, step.line) },
        baseName(step.file) + ":" + step.line + (step.function ? " (" + step.function + ")" : ""));
}

function namedThread(finding, number_) {
    const thread = finding.threads.find((t) => t.thread === number_);
    const name = thread === undefined ? "" : threadName(thread);

    return "thread " + number_ + (name === "" ? "" : " " + name);
}

/* Who holds what, and who waits. */
function locksList(finding, latest) {
    const list = el("ul.locks");

    for (const { thread } of finding.threads) {
        const step = latest.get(thread);
        const waits = step !== undefined && step.switch === "waits";

        if (step === undefined || (step.holds.length === 0 && !waits))
            continue;
        list.append(el("li", null, el("span.who", null, namedThread(finding, thread)),
            step.holds.length === 0 ? null : [" holds ", step.holds.map((lock, i) =>
                [i > 0 ? ", " : "", el("b.lock", null, lock)])],
            waits ? el("span.waits", null, (step.holds.length > 0 ? "; " : " ") +
                (step.reason || "waits")) : null));
    }
    return list.children.length > 0 ? el("div.some", null, list)
                                    : el("p.none", null, "No thread holds a lock or waits.");
}

/* What is left out of it is read by the mouse at rest on it. */
function shortCell(tag, text, most) {
    const short = shortened(text, most);

    return el(tag, { scope: tag === "th" ? "row" : null, title: short === text ? null : text },
        tag === "th" ? short : el("b.value", null, short));
}

function valuesTable(finding, shared, at) {
    const values = valuesAt(finding, shared, at);
    const own = finding.steps_shown[at].object;

    if (values.length === 0)
        return el("p.none", null, "No shared value has been seen yet.");
    return [el("div.some", null, el("table.values", null, el("tbody", null, values.slice(0, MOST_VALUES).map((v) =>
        el(v.object === own && v.at === at ? "tr.own" : "tr", null,
            shortCell("th", v.object, LONGEST_NAME),
            shortCell("td.is", v.value, LONGEST_VALUE),
            el("td.by", null, (v.wrote ? "written by " : "read by ") + v.thread)))))),
    values.length > MOST_VALUES
        ? el("p.none", null, "and " + number(values.length - MOST_VALUES) + " more") : null];
}

/* Where in this file the other threads stand: line to their numbers. */
function othersIn(latest, step) {
    const here = new Map();

    for (const [thread, other] of latest) {
        if (thread === step.thread || other.file !== step.file || other.switch === "ends")
            continue;
        here.set(other.line, [...here.get(other.line) || [], thread]);
    }
    return here;
}

/* Returns the element, and show(at) for a step. */
function momentPanel(finding) {
    const shared = sharedObjects(finding.steps_shown);
    const state = el("div.state");
    const code = el("div.code");
    const element = el("aside.moment", { "aria-label": "The chosen step" }, state, code);
    let shown = -1, coded = -1;
    let latest = null; /* how threads stand after the step that is shown */

    function show(at) {
        const step = finding.steps_shown[at];

        if (at === shown)
            return;
        shown = at;
        latest = threadsAt(finding, at);
        refill(state,
            el("p.eyebrow", null, "step " + step.step + " · " + namedThread(finding, step.thread)),
            el("p.act", null, stepText(step)),
            el("p.at", null, whereOf(step), step.switch === null ? null
                : el("span.chip." + step.switch, null, step.reason || step.switch)),
            el("h4", null, "Locks"), locksList(finding, latest),
            el("h4", null, "Shared values, as last seen"), valuesTable(finding, shared, at));
    }

    /* The source follows what is chosen, not what the mouse passes over. */
    function choose(at) {
        const step = finding.steps_shown[at];

        show(at);
        if (at === coded)
            return;
        coded = at;
        refill(code, el("h4", null, "Source", step.file === null ? null
            : el("span.file", null, " " + step.file)),
        excerpt(step.file, step.line, 7, othersIn(latest, step)));
    }

    function focusSource() {
        code.querySelector(".source").focus();
        code.scrollIntoView({ block: "nearest" });
    }

    return { element, show, choose, focusSource };
}
