/* rows.js - long lists of which only the visible part is in the document.
 *
 * Thousands of steps or pairs would take the browser seconds to lay out and a
 * moment at every change.  So a box that scrolls has one tall child, and the
 * rows that can be seen (and a few around them) stand in it at their heights.
 *
 * rows({box, offsets, draw, drawn}): offsets[i] is the top of row i, the last
 * one the height of all; draw(i) makes its element; drawn(from, to) may add
 * what belongs to no single row.  Returns show(i) that scrolls to a row,
 * refresh(), forget(i). */

const SPARE = 400; /* pixels drawn beyond either edge, so that scrolling shows no gap */

function evenOffsets(n, height) {
    return Float64Array.from({ length: n + 1 }, (_, i) => i * height);
}

/* The last row that begins at or above y. */
function rowAt(offsets, y) {
    let low = 0, high = offsets.length - 2;

    while (low < high) {
        const middle = (low + high + 1) >> 1;

        if (offsets[middle] <= y)
            low = middle;
        else
            high = middle - 1;
    }
    return Math.max(0, low);
}

function rows({ box, offsets, draw, drawn, above = 0 }) {
    const n = offsets.length - 1;
    const held = new Map(); /* row number to element */
    const tall = el("div.tall");
    let waiting = false;

    function refresh() {
        const from = rowAt(offsets, box.scrollTop - SPARE);
        const to = Math.min(n - 1, rowAt(offsets, box.scrollTop + box.clientHeight + SPARE));

        waiting = false;
        if (!box.isConnected) /* another has taken its place */
            return;
        for (const [i, node] of held) {
            if (i < from || i > to) {
                node.remove();
                held.delete(i);
            }
        }
        for (let i = from; i <= to; i++) {
            if (!held.has(i))
                held.set(i, place(i));
        }
        if (drawn)
            drawn(from, to);
    }

    /* In their order, which is the order in which they are read out. */
    function place(i) {
        const node = draw(i);
        let next = null;

        for (const [j, other] of held) {
            if (j > i && (next === null || j < next))
                next = j;
        }
        node.style.top = offsets[i] + "px";
        node.style.height = offsets[i + 1] - offsets[i] + "px";
        tall.insertBefore(node, next === null ? null : held.get(next));
        return node;
    }

    /* It is drawn anew with the next refresh. */
    function forget(i) {
        if (!held.has(i))
            return;
        held.get(i).remove();
        held.delete(i);
    }

    function soon() {
        if (!waiting) {
            waiting = true;
            requestAnimationFrame(refresh);
        }
    }

    /* Scrolls as little as needed; `above` pixels at the top are covered. */
    function show(i) {
        const top = offsets[i], bottom = offsets[i + 1];
        const room = box.clientHeight - above;

        if (top < box.scrollTop)
            box.scrollTop = Math.max(0, top - room / 4);
        else if (bottom > box.scrollTop + room)
            box.scrollTop = bottom - room * 3 / 4;
        refresh();
    }

    tall.style.height = offsets[n] + "px";
    box.append(tall);
    box.addEventListener("scroll", soon, { passive: true });
    new ResizeObserver(soon).observe(box);
    return { show, refresh, forget, tall, element: (i) => held.get(i) || null };
}
