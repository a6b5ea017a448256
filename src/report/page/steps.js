/* steps.js - what the lanes of a finding show, computed from its steps: nothing
 * here touches the document.
 *
 * A step is named by its index in `steps_shown` (the number of a step is not
 * unique: memory given back is an element of its own).  What is drawn is a list
 * of items, each a row:
 *   {kind: "step", at, small}               one step
 *   {kind: "fold", from, to, thread}        steps that are left out; thread is
 *                                           null if they are of hidden lanes
 *   {kind: "switch", at, from, to}          the turn goes from one thread to the
 *                                           next behind step `at`; null: hidden
 *   {kind: "fail"}                          the end */

const FEW_LANES = 12; /* beyond, threads that do not matter get no lane at first */

/* What to draw it as: few shapes, distinct without colour. */
function shapeOf(operation) {
    if (/^(lock-acquire|lock-hold|try-lock)$/.test(operation))
        return "lock";
    if (operation === "unlock")
        return "unlock";
    if (/read/.test(operation))
        return "read";
    if (/write|rmw|free/.test(operation))
        return "write";
    return "other";
}

function lanesOf(finding, all) {
    const last = finding.steps_shown[finding.steps_shown.length - 1].thread;
    const some = finding.threads.filter((t) => t.matters || t.thread === 0 || t.thread === last);

    return all || finding.threads.length <= FEW_LANES ? finding.threads : some;
}

/* Threads begin and end there: with few of them it helps to see when. */
const STRUCTURE = /^(create|join)$/;

function isShown(finding, lanes, step, i) {
    const last = finding.steps_shown.length - 1;

    if (step.matters || i === last)
        return true;
    if (!lanes.has(step.thread))
        return false;
    return step.switch !== null ||
        (finding.threads.length <= FEW_LANES && STRUCTURE.test(step.operation));
}

/* A long turn of a thread is shown by its ends and by what wakes others or is
 * named by the explanation, as the terminal does. */
const TURN_ROWS = 10, TURN_ENDS = 3;

/* For each step whether it is shown while not all are. */
function shownSteps(finding, lanes) {
    const steps = finding.steps_shown;
    const shown = steps.map((step, i) => isShown(finding, lanes, step, i));
    let turn = []; /* shown steps of the present one */

    steps.forEach((step, i) => {
        if (shown[i])
            turn.push(i);
        if (i + 1 < steps.length && steps[i + 1].thread === step.thread)
            return;
        if (turn.length > TURN_ROWS)
            turn.slice(TURN_ENDS, -TURN_ENDS).forEach((k) => { shown[k] = steps[k].stays; });
        turn = [];
    });
    return shown;
}

/* opened: folds that the reader has unfolded, by their first step. */
function itemsOf(finding, lanes, all, opened) {
    const steps = finding.steps_shown;
    const shown = all ? null : shownSteps(finding, lanes);
    const items = [];

    for (let i = 0; i < steps.length;) {
        const fold = all ? null : foldFrom(steps, lanes, shown, i);

        if (fold !== null && !opened.has(fold.from)) {
            addItem(items, steps, fold, lanes);
            i = fold.to + 1;
            continue;
        }
        for (const to = fold === null ? i : fold.to; i <= to; i++)
            addItem(items, steps, { kind: "step", at: i, small: !all && !shown[i] }, lanes);
    }
    items.push({ kind: "fail" });
    return items;
}

/* The steps from i on that are left out, or null; a single one is no fold but
 * shown small. */
function foldFrom(steps, lanes, shown, i) {
    const lane = (k) => (lanes.has(steps[k].thread) ? steps[k].thread : null);
    let to = i;

    if (shown[i])
        return null;
    while (to + 1 < steps.length && !shown[to + 1] && lane(to + 1) === lane(i))
        to++;
    return to === i && lane(i) !== null ? null
                                        : { kind: "fold", from: i, to, thread: lane(i) };
}

function firstStep(item) {
    return item.kind === "fold" ? item.from : item.at;
}
function lastStep(item) {
    return item.kind === "fold" ? item.to : item.at;
}
function laneOfItem(item, steps, lanes) {
    const thread = item.kind === "fold" ? item.thread : steps[item.at].thread;

    return lanes.has(thread) ? thread : null;
}

function addItem(items, steps, item, lanes) {
    const before = items[items.length - 1];

    if (before !== undefined) {
        const at = lastStep(before);
        const from = laneOfItem(before, steps, lanes), to = laneOfItem(item, steps, lanes);

        if (from !== to)
            items.push({ kind: "switch", at, from, to });
    }
    items.push(item);
}

/* --- What lasts from one step to another ---------------------------------- */

/* For each thread the stretches during which it holds a lock: {thread, lock,
 * slot, from, to}; `to` is null if it never gives it back.  Two locks at a time
 * are in two slots. */
function holdsOf(steps) {
    const open = new Map(); /* thread to its open stretches */
    const all = [];

    steps.forEach((step, i) => {
        const mine = open.get(step.thread) || [];
        const left = [...step.holds];
        const kept = mine.filter((hold) => {
            const at = left.indexOf(hold.lock);

            if (at < 0)
                hold.to = i;
            else
                left.splice(at, 1);
            return at >= 0;
        });

        for (const lock of left) {
            const hold = { thread: step.thread, lock, slot: freeSlot(kept), from: i, to: null };

            kept.push(hold);
            all.push(hold);
        }
        open.set(step.thread, kept);
    });
    return all;
}

function freeSlot(holds) {
    let slot = 0;

    while (holds.some((hold) => hold.slot === slot))
        slot++;
    return slot;
}

/* Where threads wait, and from their first step to their last where they live. */
function stretchesOf(steps) {
    const lives = new Map(), waits = [], waiting = new Map();

    steps.forEach((step, i) => {
        const life = lives.get(step.thread) || { from: i };

        life.to = i;
        life.ends = step.switch === "ends";
        lives.set(step.thread, life);
        if (waiting.has(step.thread)) {
            waiting.get(step.thread).to = i;
            waiting.delete(step.thread);
        }
        if (step.switch === "waits") {
            const wait = { thread: step.thread, from: i, to: null };

            waiting.set(step.thread, wait);
            waits.push(wait);
        }
    });
    return { lives, waits };
}

/* --- One moment ----------------------------------------------------------- */

/* After step `at`: for each thread that has begun its latest step. */
function threadsAt(finding, at) {
    const latest = new Map();

    for (let i = at; i >= 0 && latest.size < finding.threads.length; i--) {
        const step = finding.steps_shown[i];

        if (!latest.has(step.thread))
            latest.set(step.thread, step);
    }
    return latest;
}

function isAddress(object) {
    return /^0x[0-9a-f]+$/.test(object);
}

/* Objects that more than one thread uses: whose values matter to others. */
function sharedObjects(steps) {
    const user = new Map(), shared = new Set();

    for (const { object, value, thread } of steps) {
        if (object === null || value === null)
            continue;
        if (user.has(object) && user.get(object) !== thread)
            shared.add(object);
        user.set(object, thread);
    }
    return shared;
}

/* The value that each shared object had when it was last seen, at or before
 * `at`; those with names first, then the latest. */
function valuesAt(finding, shared, at) {
    const seen = new Map();
    const own = finding.steps_shown[at].object;

    for (let i = 0; i <= at; i++) {
        const { object, value, after, thread, operation } = finding.steps_shown[i];

        if (value !== null && object !== null && (shared.has(object) || object === own)) {
            seen.set(object, { object, value: after === null ? value : after, thread, at: i,
                wrote: shapeOf(operation) === "write" });
        }
    }
    return [...seen.values()].sort((a, b) =>
        isAddress(a.object) - isAddress(b.object) || b.at - a.at);
}
