"""overlap.py - no two texts of the lanes lie on each other, at any width.

A text is where its letters can be seen: what hides what overflows cuts it, the
heads and the numbers of steps lie above all rows, and the box ends it."""

SCRIPT = """
    const box = document.querySelector(".lanes-box"), seen = box.getBoundingClientRect();
    const heads = box.querySelector(".lane-heads").getBoundingClientRect();
    const corner = box.querySelector(".corner").getBoundingClientRect();
    const all = [];
    const cut = (r, by) => ({ left: Math.max(r.left, by.left), right: Math.min(r.right, by.right),
        top: Math.max(r.top, by.top), bottom: Math.min(r.bottom, by.bottom) });
    const walk = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), range = document.createRange();
    const edges = { left: seen.left, right: seen.left + box.clientWidth, top: seen.top, bottom: seen.top + box.clientHeight };
    while (walk.nextNode()) {
        const node = walk.currentNode, parent = node.parentElement;
        if (node.textContent.trim() === "" || getComputedStyle(parent).visibility === "hidden")
            continue;
        range.selectNodeContents(node);
        let r = cut(range.getBoundingClientRect(), edges);
        for (let up = parent; up !== box; up = up.parentElement) {
            if (getComputedStyle(up).overflow !== "visible" && !(up instanceof SVGElement))
                r = cut(r, up.getBoundingClientRect());
        }
        const head = parent.closest(".lane-heads") !== null;
        const number = parent.closest(".gutter, .corner") !== null;
        if (!head)
            r = cut(r, { ...edges, top: heads.bottom });
        if (!number)
            r = cut(r, { ...edges, left: corner.right });
        if (r.right - r.left > 1 && r.bottom - r.top > 1)
            all.push({ text: node.textContent.trim(), ...r });
    }
    const found = [];
    all.sort((a, b) => a.top - b.top);
    all.forEach((a, i) => {
        for (let k = i + 1; k < all.length && all[k].top < a.bottom; k++) {
            const b = all[k];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            /* Lines stand so close that boxes of letters may touch. */
            if (wide > 1 && high > 4)
                found.push("'" + a.text + "' and '" + b.text + "'");
        }
    });
    return [all.length, found];
"""


def check(page, widths=(800, 1100, 1300, 1500, 2000)):
    for width in widths:
        page.size(width, 1400)
        page.settle()
        page.settle()
        # At the left, at the right, and where the step that is chosen is in sight.
        places = [None, 0, page.script("return document.querySelector('.lanes-box').scrollWidth")]
        for left in places:
            if left is not None:
                page.script("document.querySelector('.lanes-box').scrollLeft = arguments[0]", left)
                page.settle()
            n, found = page.script(SCRIPT)
            assert n > 10, f"{width} pixels: only {n} texts"
            assert not found, f"{width} pixels, scrolled to {left}: {'; '.join(found[:4])} ({len(found)} of {n})"
