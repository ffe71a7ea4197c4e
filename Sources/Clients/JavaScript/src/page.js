// What a page says of itself, as the hierarchy that goes along with its picture.

import { SnapveilError } from "./client.js";

/** What is covered where nobody says more: whatever a person types into or picks from. */
export const fields = [
    "input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=reset]):not([type=image])",
    "textarea, select, [contenteditable]:not([contenteditable=false])",
    "[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=listbox]",
].join(", ");

/** Covers every box that was sent. A page without any is a page on which there is nothing to cover. */
export const coverBoxes = { rules: [{ target: { element: "//*" }, style: { veil: {} }, atLeast: 0 }] };

/**
 * Runs in the page: viewport, scroll and size of the page, and the boxes of all elements that `selector` matches and that
 * are shown, also in shadow trees that are open and in frames of the same origin. A frame that cannot be looked into counts as a field.
 * It stands alone, since its text is what is sent to the browser.
 */
export function look(selector) {
    const boxes = [];
    const inputs = { search: "searchbox", number: "spinbutton", checkbox: "checkbox", radio: "radio", range: "slider" };
    const roles = { input: "textbox", textarea: "textbox", select: "combobox" };
    const own = ["input", "textarea", "select"];
    // The text of an editable may be larger than its box.
    function place(element, role) {
        const rects = [element.getBoundingClientRect()];
        if (!role && !own.includes(element.localName) && getComputedStyle(element).overflow === "visible") {
            const range = element.ownerDocument.createRange();
            range.selectNodeContents(element);
            rects.push(range.getBoundingClientRect());
        }
        const shown = rects.filter(({ width, height }) => width > 0 && height > 0);
        const edge = (name, choose) => choose(...shown.map((rect) => rect[name]));
        const [left, top] = [edge("left", Math.min), edge("top", Math.min)];
        return { left, top, width: edge("right", Math.max) - left, height: edge("bottom", Math.max) - top };
    }
    function add(element, x, y, role) {
        const { left, top, width, height } = place(element, role);
        if (!(width > 0 && height > 0)) return;
        const names = ["id", "name", "type", "autocomplete", "aria-label", "placeholder", "title", "data-testid"];
        const said = names.filter((name) => element.getAttribute(name)).map((name) => `[${name}="${element.getAttribute(name)}"]`);
        const label = element.labels && element.labels[0] ? ` ${element.labels[0].textContent.trim().slice(0, 100)}` : "";
        boxes.push({
            locator: element.localName + said.join("") + label,
            role: role || element.getAttribute("role") || inputs[element.type] || roles[element.localName]
                || (element.isContentEditable ? "textbox" : null),
            boundingBox: { x: x + left, y: y + top, width, height },
        });
    }
    // Whether neither an element nor what it is in is turned, mirrored, or put into space or onto a path.
    function isUpright(element) {
        for (let at = element; at; at = at.assignedSlot || at.parentElement || at.getRootNode().host) {
            const { transform, rotate, scale, offsetPath, perspective } = getComputedStyle(at);
            const { a, b, c, d, is2D } = new DOMMatrix(transform);
            const isSet = [rotate, offsetPath, perspective].some((value) => value && value !== "none");
            if (!is2D || a <= 0 || d <= 0 || Math.abs(b) + Math.abs(c) > 0.001 || isSet || /-|(\S+\s+){2}/.test(scale)) return false;
        }
        return true;
    }
    function walk(root, x, y) {
        for (const element of root.querySelectorAll("*")) {
            if (selector && element.matches(selector)) add(element, x, y);
            if (element.shadowRoot) walk(element.shadowRoot, x, y);
            if (!selector || !["iframe", "frame", "object", "embed", "fencedframe"].includes(element.localName)) continue;
            const { left, top, width, height } = element.getBoundingClientRect();
            const inner = element.contentDocument;
            // A frame that is turned or scaled shows its boxes elsewhere.
            const isPlain = Math.abs(width - element.offsetWidth) < 1 && Math.abs(height - element.offsetHeight) < 1;
            const { paddingLeft, paddingTop } = getComputedStyle(element);
            const [innerX, innerY] = [element.clientLeft + parseFloat(paddingLeft), element.clientTop + parseFloat(paddingTop)];
            if (!inner || !isPlain || !isUpright(element)) add(element, x, y, "textbox");
            else walk(inner, x + left + innerX, y + top + innerY);
        }
    }
    walk(document, 0, 0);
    const view = visualViewport, root = document.documentElement, body = document.body || root;
    const size = (name) => Math.max(...["scroll", "offset", "client"].flatMap((kind) => [root[kind + name], body[kind + name]]));
    // Without a zoom, a picture shows scroll bars, too.
    const [width, height] = view.scale === 1 ? [innerWidth, innerHeight] : [view.width, view.height];
    return {
        viewport: { width, height, scale: devicePixelRatio * view.scale },
        ratio: devicePixelRatio,
        scroll: { x: scrollX, y: scrollY },
        page: { width: size("Width"), height: size("Height") },
        isPanned: Math.hypot(view.offsetLeft, view.offsetTop) > 0.5,
        boxes,
    };
}

/**
 * What a page said, as the hierarchy of its picture.
 *
 * @param {object} said what `look` returned
 * @param {object} [box] that of the element that is pictured
 * @param {object} [options] `scale`, `fullPage` and `clip`, as Playwright's `screenshot` takes them
 */
export function hierarchyOf({ ratio, isPanned, ...facts }, box, { scale, fullPage, clip } = {}) {
    if (isPanned) throw new SnapveilError("page-panned", "The page is zoomed in and moved, so the part in the screenshot is unknown: zoom out");
    const zoom = facts.viewport.scale / ratio;
    // All of a page, and an element, are pictured without the zoom of a phone.
    const shown = fullPage || box ? ratio : ratio * zoom;
    facts.viewport.scale = scale === "css" ? shown / ratio : shown;
    if (box) return { ...facts, fullPage: false, clip: box };
    // Of a page that is zoomed, as much is cut as the clip has on the screen.
    const cut = clip && !fullPage ? { ...clip, width: clip.width / zoom, height: clip.height / zoom } : clip;
    return { ...facts, fullPage: Boolean(fullPage), ...(cut && { clip: cut }) };
}

/**
 * Takes a picture between two looks that agree, so that what moves is not covered where it no longer is.
 *
 * @param {() => Promise<object>} look what the screen holds
 * @param {() => Promise<Buffer>} shoot the picture
 */
export async function capture(look, shoot, tries = 3) {
    let before = await look();
    for (; tries > 0; tries -= 1) {
        const image = await shoot();
        const seen = await look();
        if (JSON.stringify(before) === JSON.stringify(seen)) return { image, seen };
        before = seen;
    }
    throw new SnapveilError("page-moved", "The screen changed during the screenshot: wait until it is at rest");
}
