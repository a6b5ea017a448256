/* main.js - the address names the view, so that links and Back work:
 *   #overview  #findings  #finding-ID  #coverage[?metric=M]  #coverage/FILE[:LINE] */

const shown = { key: null, view: null };
const heights = new Map(); /* how far each was scrolled when it was left */
const views = new Map(); /* made once each, when first shown: they keep their state */

function readAddress(hash) {
    const finding = /^#finding-(.*)$/.exec(hash);
    const coverage = /^#coverage(?:\?metric=([^/]*))?(?:\/(.*))?$/.exec(hash);

    if (finding !== null)
        return { view: "findings", key: hash, make: () => viewOfFinding(finding[1]) };
    if (hash === "#findings") {
        const first = data.findings[0];

        return { view: "findings", key: first === undefined ? hash : "#finding-" + first.id,
            make: () => viewOfFinding(first === undefined ? null : first.id) };
    }
    if (coverage !== null)
        return { view: "coverage", key: "#coverage", make: coverageView, where: placeOf(coverage) };
    return { view: "overview", key: "#overview", make: overviewView };
}

function viewOfFinding(id) {
    const finding = id === null ? null : findingById(id);

    return finding === null ? noFindingView(id) : findingView(finding);
}

/* An address may have been typed: what cannot be decoded is taken as it is. */
function decoded(text) {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

function placeOf([, metric, place]) {
    const parts = /^(.*?)(?::(\d+))?$/.exec(place || "");

    return {
        metric: metric === undefined ? null : decoded(metric),
        file: parts[1] === "" ? null : decoded(parts[1]),
        line: Number(parts[2] || 0),
    };
}

/* Puts the view of an address into the document, made if need be. */
function show(hash) {
    const address = readAddress(hash);
    const first = !views.has(address.key);

    if (first)
        views.set(address.key, address.make());
    const view = views.get(address.key);

    if (shown.key !== address.key)
        byId("main").replaceChildren(view.element);
    if (first && view.start)
        view.start();
    if (!first && shown.key !== address.key && view.resume)
        view.resume();
    if (address.where && view.go)
        view.go(address.where);
    shown.key = address.key;
    shown.view = view;
    document.title = view.title + " – " + baseName(data.program) + " – raddle";
    for (const link of byId("views").children)
        link.setAttribute("aria-current", link.dataset.view === address.view ? "page" : "false");
}

function moved() {
    const before = shown.key;

    heights.set(before, scrollY);
    show(location.hash);
    if (shown.key === before)
        return;
    scrollTo(0, heights.get(shown.key) || 0);
    byId("main").focus({ preventScroll: true });
    say(shown.view.title);
}

function startViews() {
    const link = (name, text, n) => el("a", { href: "#" + name, "data-view": name }, text,
        n > 0 ? el(failuresFound().length > 0 ? "span.badge" : "span.badge.warns", null, number(n)) : null);

    refill(byId("views"), link("overview", "Overview", 0),
        link("findings", "Findings", data.findings.length), data.gen ? null : link("coverage", "Coverage", 0));
    byId("subject").textContent = baseName(data.program);
    addEventListener("hashchange", moved);
}

/* Its address names no view. */
function startSkipLink() {
    document.querySelector(".skip").addEventListener("click", (event) => {
        event.preventDefault();
        byId("main").focus();
    });
}

startTheme();
startSkipLink();
startViews();
startPaper(show);
startKeys(() => (shown.view !== null && shown.view.lanes) || null);
show(location.hash);
