/* tracks.js - the drawing behind the rows of the lanes: a track for each thread
 * (thin while it lives, strong while it runs, dotted while it waits), a bar for
 * each lock for as long as it is held, a connection for each switch.
 *
 * Only what meets the visible rows is drawn, and drawn anew at each scroll: a
 * few dozen shapes. */

const LOCK_COLOURS = 6; /* classes of page.css; the name stands beside it */

function tracks(finding, items, geometry) {
    const steps = finding.steps_shown;
    const holds = holdsOf(steps);
    const { lives, waits } = stretchesOf(steps);
    const blocks = blocksOf(items, steps);
    const locks = [...new Set(holds.map((h) => h.lock))];
    const layer = svg("svg", { class: "tracks", "aria-hidden": "true" });
    const { offsets } = geometry;
    let top = 0, bottom = 0;

    const railX = (thread) => geometry.lanes.get(thread) + geometry.rail;
    const end = offsets[offsets.length - 1];
    const yOf = (step) => (step === null ? end - 10 : geometry.y(step));
    const meets = (from, to) => from <= bottom && to >= top;

    function add(tag, attributes) {
        layer.append(svg(tag, attributes));
    }
    function line(kind, x, from, to) {
        if (!meets(from, to))
            return;
        add("line", { class: kind, x1: x, x2: x,
            y1: Math.max(from, top - 50) - top, y2: Math.min(to, bottom + 50) - top });
    }

    function drawLives() {
        for (const [thread, life] of lives) {
            if (geometry.lanes.has(thread))
                line("life", railX(thread), yOf(life.from), life.ends ? yOf(life.to) : end - 10);
        }
        for (const wait of waits) {
            if (geometry.lanes.has(wait.thread))
                line("wait", railX(wait.thread), yOf(wait.from), yOf(wait.to));
        }
        for (const block of blocks) {
            if (geometry.lanes.has(block.thread))
                line("run", railX(block.thread), yOf(block.from), yOf(block.to) + 0.1);
        }
    }

    function drawHolds() {
        for (const hold of holds) {
            const from = yOf(hold.from), to = yOf(hold.to);

            if (!geometry.lanes.has(hold.thread) || !meets(from, to) || hold.slot >= geometry.slots(hold.thread))
                continue;
            drawHold(hold, from, to);
        }
    }
    function drawHold(hold, from, to) {
        const x = railX(hold.thread) + geometry.gap + hold.slot * geometry.slot;
        const seen = Math.max(from, top), height = Math.max(4, to - from);
        const room = Math.min(to, bottom) - seen;

        add("rect", { class: "hold lock" + locks.indexOf(hold.lock) % LOCK_COLOURS,
            x, y: from - top, width: geometry.slot - 3, height, rx: 3 });
        if (geometry.text && room > hold.lock.length * 6.2 + 8) {
            const label = svg("text", { class: "held",
                transform: "translate(" + (x + geometry.slot / 2 - 5) + "," + (seen + 5 - top) + ") rotate(90)" });

            label.textContent = hold.lock;
            layer.append(label);
        }
    }

    /* Down the track, across in the middle of the switch's row, down to the next. */
    function drawSwitches(from, to) {
        for (let i = Math.max(1, from - 1); i <= Math.min(items.length - 2, to + 1); i++) {
            const item = items[i];

            if (item.kind !== "switch" || item.from === null || item.to === null)
                continue;
            drawSwitch(item, i);
        }
    }
    function drawSwitch(item, i) {
        const xa = railX(item.from), xb = railX(item.to), way = Math.sign(xb - xa);
        const middle = (offsets[i] + offsets[i + 1]) / 2 - top;
        const ya = (offsets[i - 1] + offsets[i]) / 2 - top, yb = (offsets[i + 1] + offsets[i + 2]) / 2 - top;
        const r = Math.min(7, (yb - middle) / 2);
        const tip = yb - (geometry.text ? 7 : 2);
        const how = steps[item.at].switch || "yields";

        add("path", { class: "turn " + how, d: "M" + xa + " " + ya + "V" + (middle - r) +
            "Q" + xa + " " + middle + " " + (xa + way * r) + " " + middle + "H" + (xb - way * r) +
            "Q" + xb + " " + middle + " " + xb + " " + (middle + r) + "V" + tip });
        add("path", { class: "tip " + how, d: "M" + (xb - 4) + " " + (tip - 5) + "L" + (xb + 4) + " " +
            (tip - 5) + "L" + xb + " " + (tip + 1) + "Z" });
    }

    function draw(from, to) {
        top = offsets[from];
        bottom = offsets[to + 1];
        layer.replaceChildren();
        layer.style.top = top + "px";
        layer.setAttribute("height", bottom - top);
        layer.setAttribute("width", geometry.width);
        drawLives();
        drawHolds();
        drawSwitches(from, to);
    }

    return { layer, draw };
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
