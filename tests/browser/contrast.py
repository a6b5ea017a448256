"""contrast.py - every text that can be seen stands out from what is behind it:
WCAG 2's 4.5 to 1."""

SCRIPT = """
const lin = (c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
const light = ([r, g, b]) => 0.2126 * lin(r) + 0.7152 * lin(g) + 0.0722 * lin(b);
const read = (text) => { const n = text.match(/[\\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
function behind(node) {
    const layers = [];
    for (; node; node = node.parentElement) {
        const c = read(getComputedStyle(node).backgroundColor);
        if (c[3] > 0) layers.push(c);
        if (c[3] === 1) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
}
const poor = new Set();
let seen = 0;
for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    if (!own || node.closest('svg, script, dialog, noscript, .unseen, .skip') || node.getClientRects().length === 0) continue;
    const back = behind(node), style = getComputedStyle(node), text = over(read(style.color), back);
    if (style.fontSize === '0px') continue;
    const [a, b] = [light(text), light(back)].sort((x, y) => y - x), ratio = (a + 0.05) / (b + 0.05);
    seen++;
    if (ratio < 4.5) poor.add(node.tagName + '.' + node.className + ' ' + ratio.toFixed(2) + ' ' + node.textContent.slice(0, 30));
}
return [seen, [...poor]];
"""


def check(page, what):
    seen, poor = page.script(SCRIPT)
    assert seen > 20, f"{what}: only {seen} texts"
    assert not poor, f"{what}: too pale: {poor}"
