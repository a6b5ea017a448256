/* dom.js - elements, and numbers in words.  Everything that is shown goes
 * through here: strings become text nodes, so nothing of the program under test
 * is ever parsed as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/* el("a.quiet", {href: "#x"}, "text", child, null): null children are left out;
 * a function as an attribute is a listener. */
function el(what, attributes, ...children) {
    const [tag, ...classes] = what.split(".");
    const node = document.createElement(tag);

    if (classes.length > 0)
        node.className = classes.join(" ");
    for (const [name, value] of Object.entries(attributes || {})) {
        if (typeof value === "function")
            node.addEventListener(name, value);
        else if (value === true)
            node.setAttribute(name, "");
        else if (value !== null && value !== undefined && value !== false)
            node.setAttribute(name, value);
    }
    fill(node, children);
    return node;
}

function fill(node, children) {
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined && child !== false)
            node.append(child);
    }
}

function refill(node, ...children) {
    node.replaceChildren();
    fill(node, children);
}

function svg(tag, attributes) {
    const node = document.createElementNS(SVG, tag);

    for (const [name, value] of Object.entries(attributes))
        node.setAttribute(name, value);
    return node;
}

function byId(id) {
    return document.getElementById(id);
}

/* For those who do not see the page change. */
function say(text) {
    byId("said").textContent = text;
}

/* --- Words ---------------------------------------------------------------- */

function count(n, one, many) {
    return number(n) + " " + plural(n, one, many);
}

function plural(n, one, many) {
    return n === 1 ? one : many || one + "s";
}

/* English whatever the browser speaks: the words around it are. */
function number(n) {
    return Number(n).toLocaleString("en-US", { maximumFractionDigits: 2 });
}

function seconds(s) {
    if (s < 0.001)
        return "0 s";
    if (s < 1)
        return number(Math.round(s * 1000)) + " ms";
    if (s < 120)
        return s.toFixed(1) + " s";
    if (s < 7200)
        return Math.floor(s / 60) + " min " + Math.round(s % 60) + " s";
    return Math.floor(s / 3600) + " h " + Math.round(s % 3600 / 60) + " min";
}

/* Of a time in seconds since 1970, to the minute, as the reader's clock has it. */
function moment(s) {
    const d = new Date(s * 1000), two = (n) => String(n).padStart(2, "0");

    return d.getFullYear() + "-" + two(d.getMonth() + 1) + "-" +
        two(d.getDate()) + " " + two(d.getHours()) + ":" + two(d.getMinutes());
}

/* 100 % is said of a whole only. */
function percent(part, whole) {
    if (whole === 0)
        return "–";
    return (part >= whole ? 100 : Math.floor(100 * part / whole)) + " %";
}

/* At most `most` letters: a long name is cut in its middle, for its ends tell it
 * from others. */
function shortened(text, most) {
    const front = Math.floor((most - 1) / 2);

    return text.length <= most ? text : text.slice(0, front) + "…" + text.slice(text.length - (most - 1 - front));
}

function baseName(path) {
    return path.slice(path.lastIndexOf("/") + 1);
}

/* --- Small parts that several views use ----------------------------------- */

/* A filled bar with its figures beside it, so that colour says nothing alone. */
function bar(part, whole) {
    const box = el("span.bar", { "aria-hidden": "true" }, el("span"));

    box.firstChild.style.width = (whole > 0 ? Math.min(100, 100 * part / whole) : 0) + "%";
    if (part >= whole)
        box.classList.add("whole");
    return box;
}

/* Mutually exclusive choices as buttons: [value, label] each. */
function choices(label, options, current, chosen) {
    const box = el("div.choices", { role: "group", "aria-label": label });

    for (const [value, text] of options) {
        box.append(el("button", {
            type: "button",
            "aria-pressed": String(value === current),
            "data-value": value,
            click: () => {
                mark(box, value);
                chosen(value);
            },
        }, text));
    }
    return box;
}

function mark(box, value) {
    for (const button of box.children)
        button.setAttribute("aria-pressed", String(button.dataset.value === value));
}

function copyButton(text) {
    const button = el("button.quiet.copy", {
        type: "button",
        click: () => copy(text).then(
            (done) => {
                button.textContent = done ? "Copied" : "Select and copy it";
                say(button.textContent);
                setTimeout(() => { button.textContent = "Copy"; }, 2000);
            }),
    }, "Copy");
    return button;
}

/* Browsers differ in whether a page from a file may use the clipboard. */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copyBySelection(text);
    }
}

function copyBySelection(text) {
    const box = el("textarea", { readonly: true });
    let done = false;

    box.value = text;
    document.body.append(box);
    box.select();
    try {
        done = document.execCommand("copy");
    } catch {
        /* The caller says that it did not work. */
    }
    box.remove();
    return done;
}
