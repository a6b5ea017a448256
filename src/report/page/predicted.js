/* predicted.js - what the campaign holds for possible: deadlocks always, races
 * and atomicity violations only if an execution ran into them
 * (docs/deadlocks.md).  What was harmless is folded, as on the terminal. */

function predictedWhere(place) {
    return place === null ? "?" : place.location;
}

function predictedHead(p) {
    if (p.failed > 0)
        return "predicted " + p.kind + ", reached: a failure followed in that execution";
    if (p.reached > 0)
        return "predicted " + p.kind + ", reached in " + p.reached + " of " + p.tries + " tries: harmless so far";
    if (p.verdict === "impossible")
        return "impossible " + p.kind + ": raddle prove ran every interleaving";
    return "possible " + p.kind + (p.tries === 0 ? ", not tried yet"
        : ", not reached in " + p.tries + (p.tries === 1 ? " try" : " tries"));
}

function predictedParts(p) {
    if (p.kind === "deadlock") {
        /* Locks without a name still differ. */
        const lock = (i) => p.parts[i].object || "lock " + (i + 1);

        return p.parts.map((part, i) => "a thread holds " + lock(i) + ", taken at " +
            predictedWhere(part.first) + ", and asks for " + lock((i + 1) % p.parts.length) +
            " at " + predictedWhere(part.second));
    }
    const first = p.parts[0];

    if (p.kind === "race")
        return [predictedWhere(first.first) + " and " + predictedWhere(first.second) + " access " + (first.object || "one place") +
            " at the same time"];
    return [predictedWhere(p.parts[1].first) + " comes between " + predictedWhere(first.first) + " and " + predictedWhere(first.second)];
}

function predictedOne(p) {
    return el("div", null, el("p", null, predictedHead(p)),
        el("ul", null, predictedParts(p).map((text) => el("li", null, text))));
}

function predictedSection() {
    const shown = data.predictions.filter((p) => p.kind === "deadlock" || p.reached > 0);
    const harmless = shown.filter((p) => p.reached > 0 && p.failed === 0);

    if (shown.length === 0)
        return null;
    return el("section.card.predicted", { "aria-labelledby": "predicted" },
        el("h2", { id: "predicted" }, "Predicted from what executions showed"),
        shown.filter((p) => !harmless.includes(p)).map(predictedOne),
        harmless.length === 0 ? null : el("details", null,
            el("summary", null, count(harmless.length, "prediction") + (harmless.length === 1 ? " was" : " were") +
                " reached and harmless so far"),
            harmless.map(predictedOne)));
}
