/* lanes.js - the interleaving of a finding: a lane for each thread, time goes
 * down.  One row is in the document for each item of steps.js that can be seen
 * (cells.js); tracks.js draws behind them.
 *
 * To assistive software it is a list of options of which one is chosen; the
 * focus stays on the list, so that rows may come and go. */

function lanesOfFinding(finding, panel) {
    const steps = finding.steps_shown;
    const place = el("div.lanes-place");
    const summary = el("span.hint");
    /* What the reader has set; `chosen` is a step, `active` its row. */
    const view = { all: false, scale: 2, opened: new Set(), chosen: firstChosen(finding), active: 0 };
    let on = null;   /* what is drawn: see cells.js */
    let box = null, list = null;

    /* --- Drawing -------------------------------------------------------- */

    function build() {
        const scale = SCALES[view.scale], focused = box !== null && box === document.activeElement;
        const threads = lanesOf(finding, view.all);
        const items = itemsOf(finding, new Set(threads.map((t) => t.thread)), view.all, view.opened);
        const geometry = geometryOf(steps, threads, items, scale, place.clientWidth - 4);
        const drawing = tracks(finding, items, geometry);

        on = { finding, threads, items, geometry, active: () => view.active, hover: panel.show, act };
        view.active = geometry.rowOf[view.chosen];
        box = laneBox(scale);
        refill(place, box);
        list = rows({
            box, offsets: geometry.offsets, above: box.firstChild.offsetHeight,
            draw: (i) => rowElement(on, i),
            drawn: (from, to) => { drawing.draw(from, to); noteEdges(from, to); },
        });
        list.tall.setAttribute("role", "presentation");
        list.tall.style.width = geometry.width + "px";
        list.tall.prepend(drawing.layer);
        box.style.height = geometry.offsets[items.length] + box.firstChild.offsetHeight + 4 + "px";
        list.refresh();
        tellWhatIsShown();
        if (focused)
            box.focus({ preventScroll: true });
    }

    function laneBox(scale) {
        const made = el("div.lanes-box.lines" + scale.lines, {
            role: "listbox", tabindex: "0", "aria-label": "Steps of the interleaving",
            keydown: onKey, mouseleave: () => panel.show(view.chosen),
        }, laneHeads(on));

        made.addEventListener("wheel", onWheel, { passive: false });
        return made;
    }

    /* Measured before the first change: each measurement behind one costs a layout. */
    function noteEdges(from, to) {
        const left = box.scrollLeft + GUTTER, right = box.scrollLeft + box.clientWidth;

        for (let i = from; i <= to; i++) {
            if (on.items[i].kind === "step" || on.items[i].kind === "fold")
                edgeNote(on, list.element(i), on.items[i], left, right);
        }
    }

    function tellWhatIsShown() {
        const n = on.items.filter((item) => item.kind === "step" && !item.small).length;

        summary.textContent = number(n) + " of " + count(steps.length, "step") + ", " +
            number(on.threads.length) + " of " + count(finding.threads.length, "thread");
    }

    /* --- Choosing ------------------------------------------------------- */

    function choose(i) {
        setActive(list.element(view.active), false);
        view.active = i;
        view.chosen = lastStep(on.items[i]);
        list.show(i);
        showLane(laneOfItem(on.items[i], steps, on.geometry.lanes));
        setActive(list.element(i), true);
        box.setAttribute("aria-activedescendant", "row-" + i);
        panel.choose(view.chosen);
    }
    function setActive(row, active) {
        if (row === null)
            return;
        row.classList.toggle("active", active);
        row.setAttribute("aria-selected", String(active));
    }
    function chooseStep(step) {
        choose(on.geometry.rowOf[step]);
    }

    function showLane(thread) {
        const room = box.clientWidth - GUTTER, { lane, lanes } = on.geometry;
        const left = lanes.get(thread) - GUTTER;

        if (thread !== null && (left < box.scrollLeft || left + lane > box.scrollLeft + room))
            box.scrollLeft = left - Math.max(0, room - lane) / 2;
    }

    /* A click: a step is chosen, a fold opens; what it hides may have no lane. */
    function act(i) {
        const item = on.items[i];

        if (item.kind === "step") {
            choose(i);
            return;
        }
        view.chosen = item.from;
        if (item.thread === null)
            setAll(true);
        else
            redraw(() => view.opened.add(item.from));
        chooseStep(view.chosen);
    }

    /* The next step or fold in a direction; if `turn`, the next that begins a turn. */
    function next(way, turn) {
        for (let i = view.active + way; i >= 0 && i < on.items.length; i += way) {
            const begins = i === 0 || on.items[i - 1].kind === "switch";

            if ((on.items[i].kind === "step" || on.items[i].kind === "fold") && (!turn || begins))
                return i;
        }
        return view.active;
    }

    function page(way) {
        const { offsets } = on.geometry, last = on.geometry.rowOf[steps.length - 1];
        const i = Math.min(last, rowAt(offsets, offsets[view.active] + way * box.clientHeight * 0.8));

        return on.items[i].kind === "switch" ? i - 1 : i;
    }

    const keys = {
        ArrowDown: () => choose(next(1, false)), j: () => choose(next(1, false)),
        ArrowUp: () => choose(next(-1, false)), k: () => choose(next(-1, false)),
        ArrowRight: () => choose(next(1, true)), ArrowLeft: () => choose(next(-1, true)),
        PageDown: () => choose(page(1)), PageUp: () => choose(page(-1)),
        Home: () => chooseStep(0), End: () => chooseStep(steps.length - 1),
        Enter: enter, " ": enter,
    };
    function enter() {
        const step = on.items[view.active].kind === "step";

        act(view.active);
        if (step)
            panel.focusSource();
    }
    function onKey(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key))
            return;
        event.preventDefault();
        keys[event.key]();
    }

    /* --- Looking closer, or at more ------------------------------------- */

    /* The chosen step stays where it was on the screen. */
    function redraw(change) {
        const above = on.geometry.offsets[view.active] - box.scrollTop;
        const left = box.scrollLeft / on.geometry.width;

        change();
        build();
        box.scrollTop = on.geometry.offsets[view.active] - above;
        box.scrollLeft = left * on.geometry.width;
        list.refresh();
    }

    function zoom(way) {
        const scale = Math.max(0, Math.min(SCALES.length - 1, view.scale + way));

        if (scale === view.scale)
            return;
        redraw(() => { view.scale = scale; });
        chooseStep(view.chosen);
        say("Zoom " + (scale + 1) + " of " + SCALES.length);
    }

    let turned = 0; /* a touchpad sends many small turns */
    function onWheel(event) {
        if (!event.ctrlKey)
            return;
        event.preventDefault();
        turned += event.deltaY;
        if (Math.abs(turned) < 60)
            return;
        zoom(turned < 0 ? 1 : -1);
        turned = 0;
    }

    function setAll(all) {
        redraw(() => { view.all = all; });
        chooseStep(view.chosen);
        mark(modes, all ? "all" : "some");
        say(summary.textContent);
    }

    const modes = choices("Steps", [["some", "What matters"], ["all", "All steps"]], "some",
        (value) => setAll(value === "all"));
    const tools = el("div.bar-of-tools", null, modes,
        el("div.choices", { role: "group", "aria-label": "Zoom" },
            el("button", { type: "button", "aria-label": "Zoom out", click: () => zoom(-1) }, "−"),
            el("button", { type: "button", "aria-label": "Zoom in", click: () => zoom(1) }, "+")),
        summary);

    /* Lanes are as wide as the window allows: drawn when that is known. */
    function start() {
        let width = 0;

        new ResizeObserver(() => {
            if (place.clientWidth === 0 || place.clientWidth === width)
                return;
            width = place.clientWidth;
            if (on !== null) {
                redraw(() => {});
                return;
            }
            view.scale = firstScale(finding.threads.length, width);
            build();
            chooseStep(view.chosen);
        }).observe(place);
    }

    return {
        element: el("div.lanes", null, tools, place), start, zoom,
        /* Out of the document a box forgets how far it was scrolled. */
        resume: () => { if (on !== null) chooseStep(view.chosen); },
        toggle: () => setAll(!view.all),
        focus: () => { if (box !== null) box.focus(); },
    };
}

/* What the reader should see first: the last preemption, which is the one that
 * made it fail, else what matters. */
function firstChosen(finding) {
    const steps = finding.steps_shown;
    const preempted = steps.findLastIndex((s) => s.switch === "preempted");

    return Math.max(0, preempted >= 0 ? preempted : steps.findIndex((s) => s.matters));
}
