/* tracks.js - the drawing behind the rows of the lanes: a track for each thread
 * (thin while it lives, strong while it runs, dotted while it waits), a bar for
 * each lock for as long as it is held, a connection for each switch.
 *
 * Only what meets the visible rows is drawn, and drawn anew at each scroll: a
 * few dozen shapes. */

const LOCK_COLOURS = 6; /* classes of page.css; the name is beside it */

function tracks(finding, items, geometry) {
    const steps = finding.steps_shown;
    const holds = holdsOf(steps);
    const on = {
        steps, items, geometry, holds,
        ...stretchesOf(steps), /* lives, waits */
        blocks: blocksOf(items, steps),
        locks: [...new Set(holds.map((h) => h.lock))],
        layer: svg("svg", { class: "tracks", "aria-hidden": "true" }),
        top: 0, bottom: 0, /* what can be seen */
    };

    return { layer: on.layer, draw: (from, to) => drawTracks(on, from, to) };
}

function drawTracks(on, from, to) {
    const { layer, geometry } = on;

    on.top = geometry.offsets[from];
    on.bottom = geometry.offsets[to + 1];
    layer.replaceChildren();
    layer.style.top = on.top + "px";
    layer.setAttribute("height", on.bottom - on.top);
    layer.setAttribute("width", geometry.width);
    drawLives(on);
    drawHolds(on);
    drawSwitches(on, from, to);
}

function railX({ geometry }, thread) {
    return geometry.lanes.get(thread) + geometry.rail;
}

/* Of a step; null: what lasts to the end. */
function trackY({ geometry }, step) {
    return step === null ? geometry.offsets[geometry.offsets.length - 1] - 10 : geometry.y(step);
}

function trackLine(on, kind, thread, from, to) {
    if (!on.geometry.lanes.has(thread) || from > on.bottom || to < on.top)
        return;
    const x = railX(on, thread);

    on.layer.append(svg("line", { class: kind, x1: x, x2: x,
        y1: Math.max(from, on.top - 50) - on.top, y2: Math.min(to, on.bottom + 50) - on.top }));
}

function drawLives(on) {
    for (const [thread, life] of on.lives)
        trackLine(on, "life", thread, trackY(on, life.from), trackY(on, life.ends ? life.to : null));
    for (const wait of on.waits)
        trackLine(on, "wait", wait.thread, trackY(on, wait.from), trackY(on, wait.to));
    for (const block of on.blocks)
        trackLine(on, "run", block.thread, trackY(on, block.from), trackY(on, block.to) + 0.1);
}

function drawHolds(on) {
    for (const hold of on.holds) {
        const from = trackY(on, hold.from), to = trackY(on, hold.to);

        if (on.geometry.lanes.has(hold.thread) && from <= on.bottom && to >= on.top &&
            hold.slot < on.geometry.slots(hold.thread))
            drawHold(on, hold, from, to);
    }
}

function drawHold(on, hold, from, to) {
    const { geometry, layer, locks, top, bottom } = on;
    const x = railX(on, hold.thread) + geometry.gap + hold.slot * geometry.slot;
    const seen = Math.max(from, top), room = Math.min(to, bottom) - seen;

    layer.append(svg("rect", { class: "hold lock" + locks.indexOf(hold.lock) % LOCK_COLOURS,
        x, y: from - top, width: geometry.slot - 3, height: Math.max(4, to - from), rx: 3 }));
    if (geometry.text && room > hold.lock.length * 6.2 + 8) {
        const label = svg("text", { class: "held",
            transform: "translate(" + (x + geometry.slot / 2 - 5) + "," + (seen + 5 - top) + ") rotate(90)" });

        label.textContent = hold.lock;
        layer.append(label);
    }
}

function drawSwitches(on, from, to) {
    for (let i = Math.max(1, from - 1); i <= Math.min(on.items.length - 2, to + 1); i++) {
        const item = on.items[i];

        if (item.kind === "switch" && item.from !== null && item.to !== null)
            drawSwitch(on, item, i);
    }
}

/* Down the track, across in the middle of the switch's row, down to the next. */
function drawSwitch(on, item, i) {
    const { steps, layer, geometry: { offsets, text } } = on;
    const xa = railX(on, item.from), xb = railX(on, item.to), way = Math.sign(xb - xa);
    const y = (row) => (offsets[row] + offsets[row + 1]) / 2 - on.top;
    const middle = y(i), r = Math.min(7, (y(i + 1) - middle) / 2);
    const tip = y(i + 1) - (text ? 7 : 2);
    const how = steps[item.at].switch || "yields";

    layer.append(svg("path", { class: "turn " + how, d: "M" + xa + " " + y(i - 1) + "V" + (middle - r) +
        "Q" + xa + " " + middle + " " + (xa + way * r) + " " + middle + "H" + (xb - way * r) +
        "Q" + xb + " " + middle + " " + xb + " " + (middle + r) + "V" + tip }));
    layer.append(svg("path", { class: "tip " + how, d: "M" + (xb - 4) + " " + (tip - 5) + "L" + (xb + 4) + " " +
        (tip - 5) + "L" + xb + " " + (tip + 1) + "Z" }));
}

/* Rows in which one thread runs without a switch: {thread, from, to}, steps. */
function blocksOf(items, steps) {
    const blocks = [];
    let block = null;

    for (const item of items) {
        if (item.kind === "switch" || item.kind === "fail") {
            block = null;
            continue;
        }
        if (block === null) {
            block = { thread: steps[firstStep(item)].thread, from: firstStep(item) };
            blocks.push(block);
        }
        block.to = lastStep(item);
    }
    return blocks;
}
