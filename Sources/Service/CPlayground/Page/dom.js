// Small tools for the document. Text is only ever set as text: nothing here, and nothing on this page, parses markup.

/** The element with this id. Throws for an id that the document does not have. */
export function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`There is no element ${id}`);
    return found;
}

/**
 * Makes an element.
 *
 * @param {string} name The name of the element.
 * @param {object} [attributes] Its attributes; `on…` are listeners; undefined, null and false are left out.
 * @param {...(Node|string)} children What it holds.
 */
export function make(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

/** Makes an element of SVG, as `make` makes one of HTML. */
export function makeSVG(name, attributes = {}, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
}

/** Sets attributes that have changed, which costs nothing where none has. */
export function setAttributes(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
    }
}

/** Says something to who cannot see the page. */
export function announce(text) {
    byId("status").textContent = text;
}

/** Scrolls to an element whose top cannot be seen. */
export function bringIntoView(element) {
    const { top } = element.getBoundingClientRect();
    if (top >= 0 && top < innerHeight / 2) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.scrollIntoView({ block: "start", behavior: isStill ? "auto" : "smooth" });
}

/** Has the browser save `blob` as a file. */
export function save(blob, name) {
    const url = URL.createObjectURL(blob);
    make("a", { href: url, download: name }).click();
    // The download has the blob by then.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Calls `work` once, `milliseconds` after the last of many calls. */
export function settled(milliseconds, work) {
    let timer = 0;
    return () => {
        clearTimeout(timer);
        timer = setTimeout(work, milliseconds);
    };
}
