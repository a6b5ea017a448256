/* keys.js - the keyboard: keys that work everywhere, and the list of all. */

const KEYS_HELP = [
    ["Everywhere", [["1", "overview"], ["2", "findings"], ["3", "coverage"], ["n  p", "next, previous finding"],
        ["t", "light or dark"], ["?", "this list"]]],
    ["Interleaving", [["l", "go to the lanes"], ["↑ ↓  or  k j", "previous, next step"],
        ["← →", "previous, next switch of threads"], ["Page ↑ ↓, Home, End", "further"],
        ["Enter", "source of the step; opens a fold"], ["a", "all steps, or those that matter"],
        ["+ −", "zoom (also Ctrl and the wheel)"]]],
    ["Source in the coverage view", [["j  k", "next, previous marked line"]]],
    ["Plots", [["← →", "read the plot"]]],
];

function helpDialog() {
    const dialog = el("dialog.keys", { "aria-labelledby": "keys-title",
        click: (event) => { if (event.target === dialog) dialog.close(); } },
    el("form", { method: "dialog" },
        el("header", null, el("h2", { id: "keys-title" }, "Keys"),
            el("button.quiet", { "aria-label": "Close" }, "✕")),
        KEYS_HELP.map(([where, keys]) => [el("h3", null, where), el("dl", null, keys.map(([key, what]) =>
            el("div", null, el("dt", null, el("kbd", null, key)), el("dd", null, what))))])));

    return dialog;
}

/* The neighbour of the finding that is shown, or the first. */
function goToFinding(way) {
    const n = data.findings.length;
    const now = data.findings.findIndex((f) => location.hash === "#finding-" + f.id);

    if (n > 0)
        location.hash = "#finding-" + data.findings[now < 0 ? 0 : (now + way + n) % n].id;
}

/* lanes(): of the finding that is shown, or null. */
function startKeys(lanes) {
    const dialog = helpDialog();
    const withLanes = (act) => () => { if (lanes() !== null) act(lanes()); };
    const keys = {
        1: () => { location.hash = "#overview"; },
        2: () => { location.hash = "#findings"; },
        3: () => { location.hash = "#coverage"; },
        n: () => goToFinding(1), p: () => goToFinding(-1),
        t: toggleTheme,
        "?": () => dialog.showModal(),
        l: withLanes((l) => l.focus()), a: withLanes((l) => l.toggle()),
        "+": withLanes((l) => l.zoom(1)), "=": withLanes((l) => l.zoom(1)), "-": withLanes((l) => l.zoom(-1)),
    };

    document.body.append(dialog);
    byId("help").addEventListener("click", () => dialog.showModal());
    addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || dialog.open ||
            event.target.matches("input, select, textarea") || !Object.hasOwn(keys, event.key))
            return;
        event.preventDefault();
        keys[event.key]();
    });
}
