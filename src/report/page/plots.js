/* plots.js - the campaign over time: what was covered, how many executions,
 * when something was found.  Drawn by uPlot; legend and readout are our own, so
 * that the keyboard reaches them. */

/* Okabe and Ito's palette, for any kind of sight, darker or lighter with the
 * page; each round of it has another dash. */
const PLOT_COLOURS = {
    light: ["#0072b2", "#c04e00", "#00795a", "#a0477f", "#806600", "#2b87c4", "#444444", "#d1495b"],
    dark: ["#56b4e9", "#ff9e5e", "#2fd1a5", "#e69ac8", "#f0e442", "#9ad0f5", "#d0d0d0", "#ff8a98"],
};
const PLOT_HEIGHT = 240;
const PLOT_DASHES = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

function plotColour(i) {
    const palette = PLOT_COLOURS[theme()];

    return palette[i % palette.length];
}

/* Neighbours differ in dash as well as in colour. */
function plotDash(i) {
    return PLOT_DASHES[(i + Math.floor(i / PLOT_COLOURS.light.length)) % PLOT_DASHES.length];
}

/* --- Axes and marks ------------------------------------------------------- */

/* All numbers of an axis in the same unit. */
function short(most) {
    if (most >= 1e6)
        return (n) => number(n / 1e6) + " M";
    return most >= 1e4 ? (n) => number(n / 1e3) + " k" : number;
}

/* Times are in seconds; of a short campaign the axis has milliseconds. */
/* Distances of marks on an axis that counts: there is no half execution. */
const PLOT_COUNTS = Array.from({ length: 15 }, (_, i) => 10 ** i).flatMap((n) => [n, 2 * n, 5 * n]);

function plotAxis(label, size, most) {
    const ms = label === "seconds" && most < 1;

    return {
        label: ms ? "milliseconds" : label, size, labelSize: 16, labelGap: 0, gap: 4,
        stroke: () => colour("dim"),
        grid: { stroke: () => colour("line"), width: 1 },
        ticks: { stroke: () => colour("line"), width: 1, size: 4 },
        font: "12px system-ui, sans-serif",
        labelFont: "12px system-ui, sans-serif",
        ...(label === "seconds" ? {} : { incrs: PLOT_COUNTS }),
        values: (_, values) => (ms ? values.map((v) => number(v * 1000)) : values.map(short(Math.max(...values)))),
    };
}

/* Where something was found: a dashed line with a flag and the finding's number. */
function drawFindings(plot, unit) {
    const at = (f) => (unit === "seconds" ? f.seconds : f.nth);
    const { ctx, bbox } = plot, ratio = devicePixelRatio;

    ctx.save();
    ctx.strokeStyle = ctx.fillStyle = colour("bad");
    ctx.lineWidth = 1.5 * ratio;
    ctx.font = "bold " + 11 * ratio + "px system-ui, sans-serif";
    ctx.textBaseline = "top";
    data.findings.forEach((f, i) => {
        const x = plot.valToPos(at(f), "x", true), top = bbox.top, label = String(i + 1);
        /* At the right edge it points to the left. */
        const side = x + 12 * ratio + ctx.measureText(label).width > ctx.canvas.width ? -ratio : ratio;

        if (at(f) === null || x < bbox.left - 1 || x > bbox.left + bbox.width + 1)
            return;
        ctx.setLineDash([4 * ratio, 3 * ratio]);
        ctx.beginPath();
        ctx.moveTo(x, top);
        ctx.lineTo(x, top + bbox.height);
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.beginPath();
        ctx.moveTo(x, top - 14 * ratio);
        ctx.lineTo(x + 9 * side, top - 9.5 * ratio);
        ctx.lineTo(x, top - 5 * ratio);
        ctx.closePath();
        ctx.fill();
        ctx.textAlign = side < 0 ? "right" : "left";
        ctx.fillText(label, x + 11 * side, top - 15 * ratio);
    });
    ctx.restore();
}

/* --- One plot ------------------------------------------------------------- */

/* what: title, unit of x, x, yLabel, series as [name, description, values];
 * steps: it stays as it is until it grows.
 * Returns its element; `start` is called when that is in the document. */
function plotOf(what) {
    const p = {
        what, plot: null,
        legend: el("ul.legend"), readout: el("p.readout"),
        values: what.series.map(() => el("b")), /* of the series, where it is read */
        target: el("div.canvas", { tabindex: "0", role: "group", keydown: (event) => moveCursor(p, event),
            "aria-label": what.title + ": plot; left and right arrow read it" }),
    };

    what.series.forEach(([name, about], i) => p.legend.append(legendItem(p, name, about, i)));
    readPlot(p, what.x.length - 1);
    return {
        start: () => startPlot(p),
        repaint: () => { paintLegend(p); p.plot.redraw(false); },
        element: el("figure.plot", null, el("figcaption", null, el("h3", null, what.title), p.readout),
            p.target, p.legend),
    };
}

function legendItem(p, name, about, i) {
    const swatch = svg("svg", { width: 26, height: 8, "aria-hidden": "true" });
    const button = el("button.quiet", {
        type: "button", "aria-pressed": "true", title: about || null,
        click: () => {
            const shown = !p.plot.series[i + 1].show;

            p.plot.setSeries(i + 1, { show: shown });
            button.setAttribute("aria-pressed", String(shown));
        },
    }, swatch, name, " ", p.values[i]);

    swatch.append(svg("line", { x1: 0, x2: 26, y1: 4, y2: 4, "stroke-width": 3,
        "stroke-dasharray": plotDash(i).join(" ") }));
    swatch.dataset.colour = i;
    return el("li", null, button);
}

function paintLegend({ legend }) {
    for (const swatch of legend.querySelectorAll("svg"))
        swatch.firstChild.setAttribute("stroke", plotColour(Number(swatch.dataset.colour)));
}

function readPlot({ what, values, readout }, i) {
    const text = what.yLabel === "seconds" ? seconds : number;

    what.series.forEach(([, , ys], s) => { values[s].textContent = text(ys[i]); });
    readout.textContent = "at " + seconds(growth.seconds[i]) + ", " + count(growth.executions[i], "execution");
}

function moveCursor({ plot, what, values, readout }, event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], last = what.x.length - 1;

    if (step === undefined)
        return;
    const i = Math.max(0, Math.min(last, (plot.cursor.idx ?? last) + step));

    event.preventDefault();
    plot.setCursor({ left: plot.valToPos(what.x[i], "x"), top: 4 });
    say(readout.textContent + ": " +
        what.series.map(([name], s) => name + " " + values[s].textContent).join(", "));
}

function plotOptions(p) {
    const { what, target } = p;
    const highest = Math.max(...what.series.map(([, , ys]) => ys[ys.length - 1])); /* they only grow */

    return {
        width: Math.max(280, target.clientWidth), height: PLOT_HEIGHT,
        padding: [18, 12, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: {
            x: { time: false, range: (_, min, max) => [min <= what.x[0] ? 0 : min, max] },
            y: { range: (_, min, max) => [0, Math.max(what.yLabel === "seconds" ? 1e-6 : 1, max * 1.06)] },
        },
        axes: [plotAxis(what.unit, 26, what.x[what.x.length - 1]), plotAxis(what.yLabel, 56, highest)],
        series: [{}, ...what.series.map(([name], i) => ({
            label: name, width: 2, dash: plotDash(i),
            stroke: () => plotColour(i),
            ...(what.steps ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
            points: { show: what.x.length < 30, size: 5, fill: () => colour("card") },
        }))],
        hooks: {
            draw: [(u) => drawFindings(u, what.unit)],
            setCursor: [(u) => readPlot(p, u.cursor.idx ?? what.x.length - 1)],
        },
    };
}

function startPlot(p) {
    const { what, target } = p;

    p.plot = new uPlot(plotOptions(p), [what.x, ...what.series.map(([, , ys]) => ys)], target);
    paintLegend(p);
    new ResizeObserver(() => {
        if (target.clientWidth > 0)
            p.plot.setSize({ width: target.clientWidth, height: PLOT_HEIGHT });
    }).observe(target);
}

/* --- Both plots ----------------------------------------------------------- */

function describePlots(unit) {
    const { covered, executions, seconds: times } = growth;
    const x = unit === "seconds" ? times : executions;
    const metrics = Object.entries(covered);
    const all = [];

    if (metrics.length > 0) {
        all.push({
            title: "Covered interactions", unit, x, yLabel: "covered", steps: true,
            series: metrics.map(([name, ys]) => [name, data.metrics[name], ys]),
        });
    }
    all.push(unit === "seconds"
        ? { title: "Executions", unit, x, yLabel: "executions",
            series: [["executions", null, executions]] }
        : { title: "Time that they took", unit, x, yLabel: "seconds",
            series: [["time", null, times]] });
    return all;
}

/* The same figures for those who cannot see a plot; at most about 40 rows, and
 * where something was found. */
function plotTable() {
    const { covered, executions, seconds: times, findings } = growth;
    const stride = Math.ceil(times.length / 40);
    const body = el("tbody");

    times.forEach((t, i) => {
        if (i % stride !== 0 && i !== times.length - 1 && findings[i] === findings[i - 1])
            return;
        body.append(el("tr", null, [number(t), number(executions[i]), number(findings[i]),
            ...Object.values(covered).map((ys) => number(ys[i]))]
            .map((text) => el("td.figure", null, text))));
    });
    return el("details", null, el("summary", null, "The figures as a table"),
        el("div.sideways", { tabindex: "0", role: "region", "aria-label": "Figures over time" },
            el("table", null,
                el("thead", null, el("tr", null,
                    ["seconds", "executions", "findings", ...Object.keys(covered)]
                        .map((name) => el("th.figure", { scope: "col" }, name)))),
                body)));
}

function plotsSection() {
    const section = el("section.card", { "aria-labelledby": "over-time" },
        el("h2", { id: "over-time" }, "Over time"));
    const place = el("div.plots");
    let plots = [], started = false;

    if (data.samples.seconds.length === 0 || data.executions === 0) {
        section.append(el("p.note", null, "Nothing was recorded over time, so there is nothing to plot."));
        return { element: section, start: () => {} };
    }

    function draw(unit) {
        plots = describePlots(unit).map(plotOf);
        refill(place, plots.map((p) => p.element));
        if (started)
            start();
    }
    /* uPlot measures: not before the section is in the document. */
    function start() {
        started = true;
        plots.forEach((p) => p.start());
    }

    section.append(
        el("div.bar-of-tools", null,
            choices("Horizontal axis", [["seconds", "By seconds"], ["executions", "By executions"]],
                "seconds", draw),
            data.findings.length === 0 ? null : el("p.hint", null,
                el("span.flag", { "aria-hidden": "true" }), " flags: where finding ",
                data.findings.map((f, i) => [i > 0 ? ", " : "",
                    el("a", { href: "#finding-" + f.id, title: sentenceOf(f) }, String(i + 1))]),
                " was found")),
        place, plotTable());
    draw("seconds");
    themeWatchers.push(() => {
        if (started)
            plots.forEach((p) => p.repaint());
    });
    return { element: section, start };
}
