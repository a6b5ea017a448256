/* cells.js - the rows of the lanes as elements.  `on` is what they are drawn on:
 * finding, items, geometry, active() the chosen row, hover(step), act(row). */

function laneHeads({ finding, threads, geometry }) {
    const heads = el("div.lane-heads", { role: "presentation" }, el("span.corner", null, "step"));

    heads.style.width = geometry.width + "px";
    for (const thread of threads) {
        const head = el("span.lane-head", { title: namedThread(finding, thread.thread) },
            el("b", null, geometry.text ? "thread " + thread.thread : String(thread.thread)),
            geometry.text ? " " + threadName(thread) : null);

        head.style.left = geometry.lanes.get(thread.thread) + "px";
        head.style.width = geometry.lane + "px";
        heads.append(head);
    }
    return heads;
}

function rowElement(on, i) {
    const item = on.items[i];
    const row = { step: stepRow, fold: foldRow, switch: switchRow, fail: failRow }[item.kind](on, item, i);

    row.style.width = on.geometry.width + "px";
    return row;
}

/* A row that can be chosen. */
function optionRow(on, classes, i, label, ...children) {
    const active = i === on.active();

    return el("div.row" + classes + (active ? ".active" : ""), {
        role: "option", id: "row-" + i, "aria-label": label, "aria-selected": String(active),
        mousemove: (event) => hovered(on, i, event),
        click: () => on.act(i),
    }, ...children);
}

/* Rows that scroll past a mouse at rest are not meant. */
function hovered(on, i, { movementX, movementY }) {
    if (movementX !== 0 || movementY !== 0)
        on.hover(lastStep(on.items[i]));
}

/* Room for text in a thread's lane, right of its track and locks. */
function laneCell({ geometry }, thread, ...children) {
    const node = el("span.cell", null, ...children);
    const left = geometry.rail + geometry.gap + geometry.slots(thread) * geometry.slot + 4;

    node.style.left = geometry.lanes.get(thread) + left + "px";
    node.style.width = geometry.lane - left - 6 + "px";
    return node;
}

function trackDot({ geometry }, thread, shape) {
    const node = el("span.dot." + shape, { "aria-hidden": "true" });

    node.style.left = geometry.lanes.get(thread) + geometry.rail + "px";
    return node;
}

/* For those who hear it: all that is drawn. */
function stepLabel(finding, step) {
    return "step " + step.step + ", " + namedThread(finding, step.thread) + ": " + step.text +
        (step.file === null ? "" : ", " + baseName(step.file) + " line " + step.line) +
        (step.holds.length > 0 ? ", holds " + step.holds.join(", ") : "") +
        (step.switch === null ? "" : "; " + (step.reason || step.switch));
}

const LONGEST_FILE = 18;

/* "31", or "till.c:31" where the steps are of several files. */
function lineNumber(finding, step) {
    const file = step.file !== null && ofSeveralFiles(finding) ? shortened(baseName(step.file), LONGEST_FILE) + ":" : "";

    return step.line > 0 ? el("span.lineno", { title: file === "" ? null : step.file + ":" + step.line },
        file + step.line) : null;
}

function stepRow(on, item, i) {
    const { finding, geometry } = on;
    const step = finding.steps_shown[item.at];
    const source = geometry.lines === 2 && !item.small ? lineText(step.file, step.line) : null;
    const lineno = lineNumber(finding, step);

    const row = optionRow(on, step.matters ? ".step" : ".step.minor", i, stepLabel(finding, step),
        el("span.gutter", null, String(step.step)),
        trackDot(on, step.thread, shapeOf(step.operation)),
        geometry.text ? laneCell(on, step.thread,
            source === null ? null : el("code", null, lineno, source),
            el("span.text", null, source === null ? lineno : null, stepText(step))) : null);

    row.title = source || ""; /* a lane may be too narrow for it */
    return row;
}

function foldText({ finding }, { from, to, thread }) {
    const who = new Set(finding.steps_shown.slice(from, to + 1).map((s) => s.thread));
    const steps = count(to - from + 1, "step");

    if (thread !== null)
        return steps;
    return steps + " of " + (who.size === 1 ? namedThread(finding, [...who][0])
                                            : number(who.size) + " other threads");
}

function foldRow(on, item, i) {
    const text = foldText(on, item);
    const lane = item.thread === null ? on.threads[0].thread : item.thread;

    return optionRow(on, ".fold", i, text + " left out; Enter shows them",
        el("span.gutter", null, "⋯"),
        on.geometry.text ? laneCell(on, lane, el("span.text", null, "⋯ " + text)) : null);
}

function switchRow(on, item) {
    const step = on.finding.steps_shown[item.at], how = step.switch || "yields";

    return el("div.row.switch", { "aria-hidden": "true" }, el("span.gutter"),
        item.from !== null && on.geometry.text
            ? laneCell(on, item.from, el("span.chip." + how, null, step.reason || how)) : null);
}

/* Of a race without its accesses, which are in the rows above. */
function failRow({ finding }) {
    const whole = sentenceOf(finding);

    return el("div.row.fail", { role: "presentation" }, el("span.gutter", null, "✕"),
        el("span.failure", { title: whole }, finding.race === null ? whole : whole.split(": ")[0]));
}

/* A step whose lane is out of sight says so at the edge, with who and what: with
 * a hundred lanes most rows would look empty.  Of a lane that is cut to less than
 * a part it is beside that, in place of its text.  from, to: what is in
 * sight. */
function edgeNote(on, row, item, from, to) {
    const { lanes, lane, text, width } = on.geometry;
    const thread = laneOfItem(item, on.finding.steps_shown, lanes);
    const old = row.querySelector(".ghost");
    const left = lanes.get(thread);
    const before = thread !== null && left + lane * 0.7 < from;
    const behind = thread !== null && left + lane * 0.3 > to;

    if (old !== null)
        old.remove();
    row.classList.toggle("beyond", text && (before || behind));
    if (!text || (!before && !behind))
        return;
    const step = on.finding.steps_shown[lastStep(item)];
    const what = "thread " + thread + ": " + (item.kind === "fold" ? foldText(on, item) : step.text);
    const note = el("span.ghost", { "aria-hidden": "true" }, before ? "← " + what : what + " →");

    if (before)
        note.style.left = Math.max(from, left + lane) + 6 + "px";
    else
        note.style.right = width - Math.min(to, left) + 6 + "px";
    row.append(note);
}
