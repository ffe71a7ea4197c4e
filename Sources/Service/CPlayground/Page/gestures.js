// Drawing, moving and resizing regions, by mouse, pen, touch and keyboard.

import { announce, byId } from "/playground/dom.js";
import { between, dragged, moved, resized, spoken } from "/playground/rectangle.js";

/** Pixels of the screen that a pointer has to move before anything is drawn or moved: less is a click. */
const slack = 3;

/** Pixels of the picture for an arrow key, and for one with Control or Alt. */
const step = 10;
const fineStep = 1;

/**
 * Draws, moves and resizes by pointers. Nothing is sent while a pointer is down.
 *
 * @param {import("/playground/editor.js").Editor} editor
 * @param {import("/playground/store.js").Store} store
 */
export function watchPointers(editor, store) {
    const { overlay } = editor;
    let drag = null;

    overlay.addEventListener("pointerdown", (event) => {
        if (drag || event.button !== 0 || !store.picture) return;
        drag = begin(event, editor, store);
        overlay.setPointerCapture(event.pointerId);
        // Not for touch: the browser would not tell of a second finger.
        event.preventDefault();
    });
    overlay.addEventListener("pointermove", (event) => {
        if (event.pointerId !== drag?.pointer) return;
        const far = Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) >= slack;
        if (!drag.hasMoved && !far) return;
        drag.hasMoved = true;
        drag.region = { id: drag.id, ...drag.shape(editor.point(event)) };
        editor.draft(drag.region);
    });
    const end = (event, isKept) => {
        if (event.pointerId !== drag?.pointer) return;
        const { id, region, hasMoved, isNew } = drag;
        drag = null;
        editor.draft(null);
        if (isKept && hasMoved) {
            const { x, y, width, height } = region;
            if (isNew) editor.focus(store.addRegion({ x, y, width, height }));
            else store.setRegion(id, { x, y, width, height });
        } else if (isNew && isKept) {
            store.select(null);
        }
        if (isKept && !isNew) editor.focus(id);
    };
    overlay.addEventListener("pointerup", (event) => end(event, true));
    // A second finger, or the browser, has taken the gesture over.
    overlay.addEventListener("pointercancel", (event) => end(event, false));
}

/** What a pointer that goes down here is going to do. */
function begin(event, editor, store) {
    const { picture, work, selected } = store;
    const start = editor.point(event);
    const common = { pointer: event.pointerId, clientX: event.clientX, clientY: event.clientY, hasMoved: false, isNew: false };
    const handle = event.target.closest("[data-handle]")?.dataset.handle;
    const id = handle ? selected : event.target.closest("[data-region]")?.dataset.region;
    const region = work.regions.find((region) => region.id === id);
    if (!region) {
        return { ...common, id: "draft", isNew: true, shape: (point) => between(start, point, picture) };
    }
    store.select(id);
    const shape = handle
        ? (point) => dragged(region, handle, point.x - start.x, point.y - start.y, picture)
        : (point) => moved(region, point.x - start.x, point.y - start.y, picture);
    return { ...common, id, shape: (point) => ({ ...shape(point), id }) };
}

/**
 * Moves, resizes and removes the region that has the focus by keys, and takes changes back anywhere on the page.
 *
 * @param {import("/playground/editor.js").Editor} editor
 * @param {import("/playground/store.js").Store} store
 */
export function watchKeys(editor, store) {
    editor.overlay.addEventListener("keydown", (event) => {
        const id = event.target.closest("[data-region]")?.dataset.region;
        const region = store.work.regions.find((region) => region.id === id);
        if (!region) return;
        const rectangle = byKey(event, region, store.picture);
        if (rectangle) {
            const { x, y, width, height } = rectangle;
            store.setRegion(id, { x, y, width, height }, `keys ${id} ${event.shiftKey}`);
            announce(spoken(rectangle));
        } else if (event.key === "Delete" || event.key === "Backspace") {
            store.removeRegion(id);
            announce("Region removed");
            if (store.selected) editor.focus(store.selected);
            else byId("add-region").focus();
        } else if (event.key === "Escape") {
            store.select(null);
            event.target.blur();
        } else {
            return;
        }
        event.preventDefault();
    });
    editor.overlay.addEventListener("keyup", () => store.settle());

    addEventListener("keydown", (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
        const key = event.key.toLowerCase();
        if (key === "z" && !event.shiftKey) store.undo();
        else if ((key === "z" && event.shiftKey) || key === "y") store.redo();
        else return;
        event.preventDefault();
    });
}

/** Where a key moves a region, or how it resizes it; null for other keys. */
function byKey(event, region, picture) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return null;
    const length = event.ctrlKey || event.altKey ? fineStep : step;
    return (event.shiftKey ? resized : moved)(region, way[0] * length, way[1] * length, picture);
}

/** Whether keys are for a field of the page, whose own undo goes first. */
function isTyping(target) {
    return target.matches?.("textarea, input:not([type=range], [type=radio], [type=checkbox], [type=color], [type=file])");
}
