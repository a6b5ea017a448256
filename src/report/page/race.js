/* race.js - a data race: its two threads side by side, each at its access. */

/* The roles of the two accesses in the facts that can be about a race. */
const RACE_ROLES = {
    "race": ["earlier", "later"],
    "weak-order": ["earlier", "later"],
    "double-checked-locking": ["writer", "bare"],
};

/* The two steps, or [] if they are not known. */
function raceSides(f) {
    if (f.race === null || f.explanation === null)
        return [];
    for (const fact of f.explanation.facts) {
        const sides = (RACE_ROLES[fact.kind] || []).map((role) => fact.steps.find((s) => s.role === role));

        if (sides.length === 2 && !sides.includes(undefined))
            return sides;
    }
    return [];
}

/* The stack of its thread, if that still stands at the access.  (After the first
 * access of a race that is not a seen one its thread has gone on.) */
function raceStack(f, side) {
    const stack = f.stacks.find((s) => s.thread === side.thread);
    const frame = stack === undefined ? undefined : stack.frames[0];

    return frame !== undefined && frame.file === side.file && frame.line === side.line ? stack : null;
}

function raceLocks(shown) {
    if (shown === undefined)
        return el("p.none", null, "Its locks are not known.");
    if (shown.holds.length === 0)
        return el("p.holds", null, "holds nothing");
    return el("p.holds", null, "holds ", shown.holds.map((lock, i) => [i > 0 ? ", " : "", el("b.lock", null, lock)]));
}

function raceColumn(f, side) {
    const shown = f.steps_shown.find((s) => s.step === side.step);
    const stack = raceStack(f, side);

    return el("div.race-side", null,
        el("h3", null, namedThread(f, side.thread)),
        el("p.act", null, shown === undefined ? side.text : stepText(shown)),
        el("p.at", null, whereOf(shown === undefined ? side : shown)),
        raceLocks(shown),
        stack === null ? el("p.none", null, "It has gone on since.")
            : el("ol", { start: "0" }, stack.frames.map(frameLine)));
}

function raceSection(f) {
    const sides = raceSides(f);

    if (sides.length === 0)
        return null;
    return el("section.race", null,
        el("h2", null, f.race.proof === "seen" ? "Both threads stand at their accesses" : "The two accesses"),
        el("div.race-sides", null, sides.map((side) => raceColumn(f, side))));
}

/* The stacks that raceSection() does not show. */
function otherStacks(f) {
    const shown = raceSides(f).map((side) => raceStack(f, side));

    return f.stacks.filter((stack) => !shown.includes(stack));
}
