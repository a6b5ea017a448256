/* growth.js - how the campaign grew, moment by moment.
 *
 * Samples are a second apart, so that of a short campaign there is one.  What
 * was covered and found has its own time, and its execution: the moments are all
 * of these, which makes the curves exact however short it was. */

const GROWTH_MOST = 2000; /* moments along an axis, about */

/* Moments at which the number of executions that had ended is known. */
function growthAnchors() {
    const { seconds: times, executions } = data.samples;
    const anchors = [{ seconds: 0, executions: 0 },
        ...times.map((s, i) => ({ seconds: s, executions: executions[i] })),
        ...data.findings.filter((f) => f.nth !== null)
            .map((f) => ({ seconds: f.seconds, executions: f.nth }))]
        .sort((a, b) => a.seconds - b.seconds || a.executions - b.executions);

    /* Jobs end side by side: what is later has no fewer. */
    for (let i = 1; i < anchors.length; i++)
        anchors[i].executions = Math.max(anchors[i].executions, anchors[i - 1].executions);
    return anchors;
}

/* What was covered, each with how many executions there were.  Their numbers
 * have gaps, where jobs took portions or a session ended: the known moments
 * before and after say between what it lies. */
function growthCoverings(anchors) {
    let next = 0;

    return data.requirements.filter((r) => r.covered && r.seconds !== null)
        .sort((a, b) => a.seconds - b.seconds || a.execution - b.execution)
        .map((r) => {
            while (next < anchors.length - 1 && anchors[next].seconds < r.seconds)
                next++;
            const least = anchors[Math.max(0, next - 1)].executions, most = anchors[next].executions;

            return { seconds: r.seconds, metric: r.metric,
                executions: Math.min(Math.max(r.execution + 1, least), Math.max(most, 1)) };
        });
}

/* As data.samples: arrays of equal length. */
function growthOf() {
    const anchors = growthAnchors(), all = { seconds: [], executions: [], findings: [], covered: {} };
    const names = Object.keys(data.samples.covered), now = Object.fromEntries(names.map((name) => [name, 0]));
    const found = data.findings.map((f) => f.seconds).sort((a, b) => a - b);
    const moments = [...anchors, ...growthCoverings(anchors)]
        .sort((a, b) => a.seconds - b.seconds || a.executions - b.executions);
    const last = moments[moments.length - 1];
    let kept = null, most = 0, findings = 0;

    const far = (m) => kept === null || m.metric === undefined ||
        m.seconds - kept.seconds > last.seconds / GROWTH_MOST ||
        m.executions - kept.executions > last.executions / GROWTH_MOST;
    const put = (m) => {
        all.seconds.push(m.seconds);
        all.executions.push(most);
        all.findings.push(findings);
        names.forEach((name) => all.covered[name].push(now[name]));
        kept = m;
    };

    names.forEach((name) => { all.covered[name] = []; });
    moments.forEach((m, i) => {
        const next = moments[i + 1];

        most = Math.max(most, m.executions);
        while (findings < found.length && found[findings] <= m.seconds)
            findings++;
        if (m.metric in now)
            now[m.metric]++;
        /* Several at one moment are one. */
        if (next !== undefined && next.seconds === m.seconds && next.executions === m.executions)
            return;
        if (next === undefined || far(m))
            put(m);
    });
    return all;
}

const growth = growthOf();
