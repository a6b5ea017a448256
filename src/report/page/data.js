/* data.js - what the report is about: the object that raddle put into the page,
 * and what several views ask of it. */

const data = readData();

function readData() {
    /* A seed has 64 bits, a number here 53; a key cannot stand inside a string,
     * where its quotes would be escaped. */
    return JSON.parse(byId("data").textContent.replace(/"seed": ?(-?\d{16,})/g, '"seed":"$1"'));
}

/* The lines of a file, split once; null if the report does not have it. */
const linesOf = (() => {
    const split = new Map();

    return (file) => {
        if (file === null || !Object.hasOwn(data.sources, file))
            return null;
        if (!split.has(file))
            split.set(file, data.sources[file].replace(/\n$/, "").split("\n"));
        return split.get(file);
    };
})();

/* Why it does not. */
function whyNoLines(file) {
    return data.newer.includes(file)
        ? file + " is newer than the program: its lines may be others than those that were built."
        : "The text of " + file + " could not be read when this report was written.";
}

function lineText(file, line) {
    const lines = linesOf(file);

    return lines === null || line < 1 || line > lines.length ? null
                                                             : lines[line - 1].trim();
}

/* Requirements over all metrics: {estimated, covered, uncovered, unexpected, impossible}. */
function coverageTotal() {
    const sum = { estimated: 0, covered: 0, uncovered: 0, unexpected: 0, impossible: 0 };

    for (const figures of Object.values(data.coverage)) {
        for (const name of Object.keys(sum))
            sum[name] += figures[name];
    }
    return sum;
}

function findingById(id) {
    return data.findings.find((f) => f.id === id) || null;
}

/* A warning did not end its execution, and is not a failure. */
function isWarning(finding) {
    return finding.severity === "warning";
}

function failuresFound() {
    return data.findings.filter((f) => !isWarning(f));
}

/* What failed, as the terminal says it. */
function sentenceOf(finding) {
    return finding.headline;
}

/* Asked for each row, answered once for each finding. */
const ofSeveralFiles = (() => {
    const known = new WeakMap();

    return (finding) => {
        if (!known.has(finding))
            known.set(finding, new Set(finding.steps_shown.map((s) => s.file).filter((f) => f !== null)).size > 1);
        return known.get(finding);
    };
})();

function threadName(thread) {
    return thread.name || thread.function || "";
}
