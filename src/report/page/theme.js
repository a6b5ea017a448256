/* theme.js - light or dark: as the system has it, until the reader chooses. */

const themeWatchers = []; /* called with the new theme; canvases must redraw */

function theme() {
    return document.documentElement.dataset.theme;
}

function setTheme(name) {
    document.documentElement.dataset.theme = name;
    byId("theme").textContent = name === "dark" ? "Light" : "Dark";
    byId("theme").setAttribute("aria-label",
        "Switch to " + (name === "dark" ? "light" : "dark") + " colours");
    for (const watcher of themeWatchers)
        watcher(name);
}

function toggleTheme() {
    setTheme(theme() === "dark" ? "light" : "dark");
    remember("raddle-theme", theme());
}

/* Storage may be refused to a page from a file. */
function remember(name, value) {
    try {
        localStorage.setItem(name, value);
    } catch {
        /* Then it lasts as long as the page. */
    }
}

function remembered(name) {
    try {
        return localStorage.getItem(name);
    } catch {
        return null;
    }
}

function startTheme() {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const chosen = remembered("raddle-theme");
    const system = () => (dark.matches ? "dark" : "light");

    setTheme(chosen === "dark" || chosen === "light" ? chosen : system());
    dark.addEventListener("change", () => {
        if (remembered("raddle-theme") === null)
            setTheme(system());
    });
    byId("theme").addEventListener("click", toggleTheme);
}

function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}
