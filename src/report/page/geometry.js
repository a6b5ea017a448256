/* geometry.js - where things are in the lanes: heights of rows, edges of lanes. */

/* From a bird's view to source lines: heights of rows, least width of a lane,
 * lines of text in a step, width of a lock's bar. */
const SCALES = [
    { step: 5, fold: 5, switch: 5, lane: 44, lines: 0, slot: 5 },
    { step: 22, fold: 20, switch: 22, lane: 150, lines: 1, slot: 13 },
    { step: 28, fold: 22, switch: 26, lane: 190, lines: 1, slot: 14 },
    { step: 48, fold: 24, switch: 28, lane: 204, lines: 2, slot: 15 },
];
const GUTTER = 54;     /* numbers of steps; page.css knows it too */
const SCROLLBAR = 20;  /* and the edges of the box: never on the last lane */
const WIDEST_LANE = 520;
const MOST_SLOTS = 4;  /* locks of a thread that get a bar at a time */

/* Source lines where there is room for them. */
function firstScale(n_threads, width) {
    if (width < 520)
        return 1;
    return n_threads <= 4 ? 3 : 2;
}

function heightOf(item, scale) {
    if (item.kind === "fail")
        return 40;
    return item.small ? scale.fold : scale[item.kind];
}

function offsetsOf(items, scale) {
    const offsets = new Float64Array(items.length + 1);

    items.forEach((item, i) => { offsets[i + 1] = offsets[i] + heightOf(item, scale); });
    return offsets;
}

/* The row of each step. */
function rowsOfSteps(items, n) {
    const rowOf = new Int32Array(n);

    items.forEach((item, i) => {
        if (item.kind === "step" || item.kind === "fold")
            rowOf.fill(i, firstStep(item), lastStep(item) + 1);
    });
    return rowOf;
}

/* Thread to the most locks that it holds at a time: the room they get. */
function slotsOf(steps) {
    const most = new Map();

    for (const { thread, holds } of steps)
        most.set(thread, Math.min(MOST_SLOTS, Math.max(most.get(thread) || 0, holds.length)));
    return most;
}

function geometryOf(steps, threads, items, scale, room) {
    const offsets = offsetsOf(items, scale);
    const rowOf = rowsOfSteps(items, steps.length);
    const slots = slotsOf(steps);
    const lane = Math.max(scale.lane, Math.min(WIDEST_LANE, Math.floor((room - GUTTER) / threads.length)));
    const text = scale.lines > 0;

    return {
        offsets, rowOf, lane, text,
        lines: scale.lines, slot: scale.slot,
        rail: text ? 16 : 8, /* from a lane's edge to its track */
        gap: text ? 11 : 5,  /* from the track to the locks */
        width: GUTTER + threads.length * lane,
        lanes: new Map(threads.map((t, i) => [t.thread, GUTTER + i * lane])),
        slots: (thread) => slots.get(thread) || 0,
        y: (step) => (offsets[rowOf[step]] + offsets[rowOf[step] + 1]) / 2,
    };
}
