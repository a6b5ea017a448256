/* lanes.js - the interleaving of a finding: a lane for each thread, time goes
 * down.  One row is in the document for each item of steps.js that can be seen
 * (cells.js); tracks.js draws behind them, choosing.js moves in them.
 *
 * To assistive software it is a list of options of which one is chosen; the
 * focus stays on the list, so that rows may come and go. */

function lanesOfFinding(finding, panel) {
    const lanes = {
        finding, panel, steps: finding.steps_shown,
        place: el("div.lanes-place"), summary: el("span.hint"),
        /* What the reader has set; `chosen` is a step, `active` its row. */
        all: false, scale: 2, opened: new Set(), chosen: firstChosen(finding), active: 0,
        /* What is drawn (see cells.js), the box that scrolls, its rows. */
        on: null, box: null, list: null,
    };
    const button = (label, sign, way) => el("button", { type: "button", "aria-label": label,
        click: () => zoomLanes(lanes, way) }, sign);

    lanes.modes = choices("Steps", [["some", "What matters"], ["all", "All steps"]], "some",
        (value) => showAll(lanes, value === "all"));
    const tools = el("div.bar-of-tools", null, lanes.modes,
        el("div.choices", { role: "group", "aria-label": "Zoom" },
            button("Zoom out", "−", -1), button("Zoom in", "+", 1)),
        lanes.summary);

    return {
        element: el("div.lanes", null, tools, lanes.place),
        start: () => startLanes(lanes),
        zoom: (way) => zoomLanes(lanes, way),
        /* Out of the document a box forgets how far it was scrolled. */
        resume: () => { if (lanes.on !== null) chooseStep(lanes, lanes.chosen); },
        /* To the step with that number, if the report has it. */
        go: (step) => {
            const at = lanes.steps.findIndex((s) => s.step === step);

            if (at >= 0 && lanes.on !== null)
                chooseStep(lanes, at);
        },
        toggle: () => showAll(lanes, !lanes.all),
        focus: () => { if (lanes.box !== null) lanes.box.focus(); },
    };
}

/* What the reader should see first: the last preemption, which is the one that
 * made it fail, else what matters. */
function firstChosen({ steps_shown: steps }) {
    const preempted = steps.findLastIndex((s) => s.switch === "preempted");

    return Math.max(0, preempted >= 0 ? preempted : steps.findIndex((s) => s.matters));
}

/* --- Drawing -------------------------------------------------------------- */

/* Leaves the rows to who scrolls to one of them: see rows.js. */
function buildLanes(lanes) {
    const { finding, steps, place, panel } = lanes;
    const scale = SCALES[lanes.scale], focused = lanes.box !== null && lanes.box === document.activeElement;
    const threads = lanesOf(finding, lanes.all);
    const items = itemsOf(finding, new Set(threads.map((t) => t.thread)), lanes.all, lanes.opened);
    const geometry = geometryOf(steps, threads, items, scale, place.clientWidth - SCROLLBAR);
    const drawing = tracks(finding, items, geometry);

    lanes.on = { finding, threads, items, geometry, active: () => lanes.active, hover: panel.show,
        act: (i) => actOn(lanes, i) };
    lanes.active = geometry.rowOf[lanes.chosen];
    lanes.box = laneBox(lanes, scale);
    refill(place, lanes.box);
    lanes.list = rows({
        box: lanes.box, offsets: geometry.offsets, above: lanes.box.firstChild.offsetHeight,
        draw: (i) => rowElement(lanes.on, i),
        drawn: (from, to) => { drawing.draw(from, to); noteEdges(lanes, from, to); },
    });
    lanes.list.tall.setAttribute("role", "presentation");
    lanes.list.tall.style.width = geometry.width + "px";
    lanes.list.tall.prepend(drawing.layer);
    lanes.box.style.height = geometry.offsets[items.length] + lanes.box.firstChild.offsetHeight + 4 + "px";
    tellWhatIsShown(lanes);
    if (focused)
        lanes.box.focus({ preventScroll: true });
}

function laneBox(lanes, scale) {
    const box = el("div.lanes-box.lines" + scale.lines, {
        role: "listbox", tabindex: "0", "aria-label": "Steps of the interleaving",
        keydown: (event) => laneKey(lanes, event), mouseleave: () => lanes.panel.show(lanes.chosen),
    }, laneHeads(lanes.on));
    let turned = 0; /* a touchpad sends many small turns */

    box.addEventListener("wheel", (event) => {
        if (!event.ctrlKey)
            return;
        event.preventDefault();
        turned += event.deltaY;
        if (Math.abs(turned) < 60)
            return;
        zoomLanes(lanes, turned < 0 ? 1 : -1);
        turned = 0;
    }, { passive: false });
    return box;
}

/* Measured before the first change: each measurement behind one costs a layout. */
function noteEdges({ box, list, on }, from, to) {
    const left = box.scrollLeft + GUTTER, right = box.scrollLeft + box.clientWidth;

    for (let i = from; i <= to; i++) {
        if (on.items[i].kind === "step" || on.items[i].kind === "fold")
            edgeNote(on, list.element(i), on.items[i], left, right);
    }
}

/* Of an execution that is too long for a report. */
function leftOutText({ left_out: n }) {
    return count(n, "step") + (n === 1 ? " is" : " are") + " not in this report";
}

/* How many steps the page shows (the terminal may show fewer), and how many
 * lanes, for nothing else tells that some are missing. */
function tellWhatIsShown({ on, all, finding, summary }) {
    const some = on.threads.length < finding.threads.length ? number(on.threads.length) + " of " : "";

    summary.textContent = (all ? "" : number(on.items.filter((item) => item.kind === "step").length) + " of ") + count(finding.steps, "step") + ", " +
        some + count(finding.threads.length, "thread") +
        (finding.left_out > 0 ? "; " + leftOutText(finding) : "");
}

/* --- Looking closer, or at more ------------------------------------------- */

/* The chosen step stays where it was on the screen. */
function rebuildLanes(lanes) {
    const { geometry } = lanes.on;
    const above = geometry.offsets[lanes.active] - lanes.box.scrollTop;
    const left = lanes.box.scrollLeft / geometry.width;

    buildLanes(lanes);
    lanes.box.scrollTop = lanes.on.geometry.offsets[lanes.active] - above;
    lanes.box.scrollLeft = left * lanes.on.geometry.width;
}

function zoomLanes(lanes, way) {
    const scale = Math.max(0, Math.min(SCALES.length - 1, lanes.scale + way));

    if (scale === lanes.scale)
        return;
    lanes.scale = scale;
    rebuildLanes(lanes);
    chooseStep(lanes, lanes.chosen);
    say("Zoom " + (scale + 1) + " of " + SCALES.length);
}

function showAll(lanes, all) {
    lanes.all = all;
    rebuildLanes(lanes);
    chooseStep(lanes, lanes.chosen);
    mark(lanes.modes, all ? "all" : "some");
    say(lanes.summary.textContent);
}

/* Lanes are as wide as the window allows: drawn when that is known. */
function startLanes(lanes) {
    const { place } = lanes;
    let width = 0;

    new ResizeObserver(() => {
        if (place.clientWidth === 0 || place.clientWidth === width)
            return;
        width = place.clientWidth;
        if (lanes.on !== null) {
            rebuildLanes(lanes);
            lanes.list.refresh();
            return;
        }
        lanes.scale = firstScale(lanes.finding.threads.length, width);
        buildLanes(lanes);
        chooseStep(lanes, lanes.chosen);
    }).observe(place);
}
