/* choosing.js - moving in the lanes of a finding (lanes.js) by keyboard and
 * mouse. */

function chooseRow(lanes, i) {
    const { on, list, box, panel } = lanes;

    setActive(list.element(lanes.active), false);
    lanes.active = i;
    lanes.chosen = lastStep(on.items[i]);
    list.show(i);
    showLane(lanes, laneOfItem(on.items[i], lanes.steps, on.geometry.lanes));
    setActive(list.element(i), true);
    box.setAttribute("aria-activedescendant", "row-" + i);
    panel.choose(lanes.chosen);
}

function setActive(row, active) {
    if (row === null)
        return;
    row.classList.toggle("active", active);
    row.setAttribute("aria-selected", String(active));
}

function chooseStep(lanes, step) {
    chooseRow(lanes, lanes.on.geometry.rowOf[step]);
}

function showLane({ box, on }, thread) {
    const room = box.clientWidth - GUTTER, { lane, lanes } = on.geometry;
    const left = lanes.get(thread) - GUTTER;

    if (thread !== null && (left < box.scrollLeft || left + lane > box.scrollLeft + room))
        box.scrollLeft = left - Math.max(0, room - lane) / 2;
}

/* A click: a step is chosen, a fold opens; what it hides may have no lane. */
function actOn(lanes, i) {
    const item = lanes.on.items[i];

    if (item.kind === "step") {
        chooseRow(lanes, i);
        return;
    }
    lanes.chosen = item.from;
    if (item.thread === null) {
        showAll(lanes, true);
        return;
    }
    lanes.opened.add(item.from);
    rebuildLanes(lanes);
    chooseStep(lanes, lanes.chosen);
}

/* --- By keyboard ---------------------------------------------------------- */

/* The next step or fold in a direction; if `turn`, the next that begins a turn. */
function nextRow({ on: { items }, active }, way, turn) {
    for (let i = active + way; i >= 0 && i < items.length; i += way) {
        const begins = i === 0 || items[i - 1].kind === "switch";

        if ((items[i].kind === "step" || items[i].kind === "fold") && (!turn || begins))
            return i;
    }
    return active;
}

function pageRow({ on: { items, geometry }, steps, box, active }, way) {
    const { offsets } = geometry, last = geometry.rowOf[steps.length - 1];
    const i = Math.min(last, rowAt(offsets, offsets[active] + way * box.clientHeight * 0.8));

    return items[i].kind === "switch" ? i - 1 : i;
}

/* Opens a fold; of a step it goes on to the source. */
function enterRow(lanes) {
    const step = lanes.on.items[lanes.active].kind === "step";

    actOn(lanes, lanes.active);
    if (step)
        lanes.panel.focusSource();
}

const LANE_KEYS = {
    ArrowDown: (lanes) => chooseRow(lanes, nextRow(lanes, 1, false)),
    ArrowUp: (lanes) => chooseRow(lanes, nextRow(lanes, -1, false)),
    ArrowRight: (lanes) => chooseRow(lanes, nextRow(lanes, 1, true)),
    ArrowLeft: (lanes) => chooseRow(lanes, nextRow(lanes, -1, true)),
    PageDown: (lanes) => chooseRow(lanes, pageRow(lanes, 1)),
    PageUp: (lanes) => chooseRow(lanes, pageRow(lanes, -1)),
    Home: (lanes) => chooseStep(lanes, 0),
    End: (lanes) => chooseStep(lanes, lanes.steps.length - 1),
    Enter: enterRow,
};
const SAME_KEYS = { j: "ArrowDown", k: "ArrowUp", " ": "Enter" };

function laneKey(lanes, event) {
    const key = SAME_KEYS[event.key] || event.key;

    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(LANE_KEYS, key))
        return;
    event.preventDefault();
    LANE_KEYS[key](lanes);
}
