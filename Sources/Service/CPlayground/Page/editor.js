// Shows the picture with its regions, and what the server would cover. Regions are in pixels of the picture; the overlay is
// stretched to the size at which the picture is shown.

import { announce, byId, makeSVG, setAttributes } from "/playground/dom.js";
import { watchKeys, watchPointers } from "/playground/gestures.js";
import { paint } from "/playground/picture.js";
import { handles, spoken } from "/playground/rectangle.js";

const zooms = [1, 1.5, 2, 3, 4, 6, 8];

/** The picture on the left, on which regions are drawn. */
export class Editor {
    #store;
    #zoom = 0;
    #shown = null;
    #paintedWidth = 0;
    #draft = null;
    #frame = 0;
    #nodes = new Map();

    constructor(store) {
        this.#store = store;
        this.sheet = byId("sheet");
        this.overlay = byId("overlay");
        this.canvas = byId("picture");
        store.listen(() => this.refresh());
        watchPointers(this, store);
        watchKeys(this, store);
        new ResizeObserver(() => this.#resized()).observe(this.sheet);
        byId("zoom-in").addEventListener("click", () => this.zoom(1));
        byId("zoom-out").addEventListener("click", () => this.zoom(-1));
        byId("undo").addEventListener("click", () => store.undo());
        byId("redo").addEventListener("click", () => store.redo());
    }

    /** Shows the picture a step larger or smaller. */
    zoom(by) {
        this.#zoom = Math.min(Math.max(this.#zoom + by, 0), zooms.length - 1);
        this.refresh();
    }

    /** Pixels of the screen for each pixel of the picture. */
    get scale() {
        const { picture } = this.#store;
        return picture ? this.overlay.getBoundingClientRect().width / picture.width || 1 : 1;
    }

    /** The point of the picture under a pointer. */
    point(event) {
        const box = this.overlay.getBoundingClientRect();
        const { width, height } = this.#store.picture;
        return { x: ((event.clientX - box.left) / box.width) * width, y: ((event.clientY - box.top) / box.height) * height };
    }

    /** Shows a region as it is being drawn or dragged, once a frame; null ends that. */
    draft(region) {
        this.#draft = region;
        if (this.#frame) return;
        this.#frame = requestAnimationFrame(() => {
            this.#frame = 0;
            this.#placeRegions();
        });
    }

    /** Puts the focus on a region. */
    focus(id) {
        this.#nodes.get(id)?.group.focus({ preventScroll: true });
    }

    /** Brings what is shown up to date. */
    refresh() {
        const { picture, canUndo, canRedo } = this.#store;
        byId("undo").disabled = !canUndo;
        byId("redo").disabled = !canRedo;
        byId("zoom-out").disabled = this.#zoom === 0;
        byId("zoom-in").disabled = this.#zoom === zooms.length - 1;
        if (!picture) return;
        if (picture !== this.#shown) this.#show(picture);
        this.sheet.style.setProperty("--zoom", zooms[this.#zoom]);
        // What can be scrolled has to be reached by keys.
        byId("stage").tabIndex = this.#zoom > 0 ? 0 : -1;
        this.#placeRegions();
        this.#placeFound();
    }

    #show(picture) {
        this.#shown = picture;
        this.#zoom = 0;
        this.#paintedWidth = 0;
        const { width, height, name } = picture;
        for (const sheet of [this.sheet, byId("result-sheet")]) {
            sheet.style.setProperty("--ratio", width / height);
            sheet.style.setProperty("--natural", `${width}px`);
            sheet.style.aspectRatio = `${width} / ${height}`;
        }
        this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
        this.canvas.setAttribute("aria-label", `The screenshot ${name}, ${width} by ${height} pixels`);
        byId("picture-meta").textContent = `${name} · ${width} × ${height}`;
        this.#resized();
    }

    #resized() {
        const picture = this.#shown;
        if (!picture) return;
        this.#placeRegions();
        const wanted = Math.min(this.sheet.clientWidth * devicePixelRatio, 4096);
        // Painted again only where it would look coarse, and never while something is dragged.
        if (!this.sheet.clientWidth || wanted <= this.#paintedWidth * 1.1) return;
        this.#paintedWidth = Math.max(wanted, 800);
        paint(this.canvas, picture, this.#paintedWidth).catch(() => announce("The picture cannot be shown."));
    }

    #placeRegions() {
        const { work, selected, picture } = this.#store;
        if (!picture) return;
        const parent = byId("regions");
        const shown = work.regions.map((region) => (region.id === this.#draft?.id ? this.#draft : region));
        if (this.#draft && !shown.includes(this.#draft)) shown.push(this.#draft);
        const ids = new Set(shown.map(({ id }) => id));
        for (const [id, { group }] of this.#nodes) {
            if (ids.has(id)) continue;
            group.remove();
            this.#nodes.delete(id);
        }
        const scale = this.scale;
        shown.forEach((region, index) => this.#placeRegion(parent, region, index, shown.length, scale));
        this.#placeHandles(shown.find(({ id }) => id === selected) ?? null, scale);
    }

    #placeRegion(parent, region, index, total, scale) {
        let node = this.#nodes.get(region.id);
        if (!node) {
            node = { halo: makeSVG("rect", { class: "halo" }), rect: makeSVG("rect", { class: "line" }), label: makeSVG("text", { "aria-hidden": "true" }) };
            node.group = makeSVG("g", { class: "region", tabindex: "0", role: "group", "data-region": region.id }, node.halo, node.rect, node.label);
            node.group.addEventListener("focus", () => this.#store.select(region.id));
            this.#nodes.set(region.id, node);
            parent.append(node.group);
        }
        const { x, y, width, height } = region;
        setAttributes(node.halo, { x, y, width, height });
        setAttributes(node.rect, { x, y, width, height });
        const size = 12 / scale;
        setAttributes(node.label, { x: x + 5 / scale, y: y + size + 3 / scale, "font-size": size });
        const number = String(index + 1);
        if (node.label.textContent !== number) node.label.textContent = number;
        node.group.classList.toggle("selected", region.id === this.#store.selected);
        setAttributes(node.group, { "aria-label": `Region ${number} of ${total}: ${spoken(region)}` });
    }

    #placeHandles(region, scale) {
        const parent = byId("handles");
        parent.toggleAttribute("hidden", !region);
        parent.style.display = region ? "" : "none";
        if (!region) return;
        if (!parent.firstChild) {
            for (const name of Object.keys(handles)) {
                parent.append(makeSVG("g", { "data-handle": name }, makeSVG("circle", { class: "reach" }), makeSVG("circle", { class: "grip" })));
            }
        }
        const reach = (matchMedia("(pointer: coarse)").matches ? 22 : 11) / scale;
        for (const group of parent.children) {
            const [across, down] = handles[group.dataset.handle];
            const [cx, cy] = [region.x + region.width * across, region.y + region.height * down];
            setAttributes(group.children[0], { cx, cy, r: reach });
            setAttributes(group.children[1], { cx, cy, r: 5.5 / scale });
        }
    }

    /** Outlines what the server would cover besides the regions as they were drawn. */
    #placeFound() {
        const { picture, work } = this.#store;
        const drawn = new Set(work.regions.map(({ x, y, width, height }) => `${x},${y},${width},${height}`));
        const found = (picture.preview?.plan ?? []).filter(
            ({ rect: { x, y, width, height } }) => !drawn.has(`${x},${y},${width},${height}`),
        );
        byId("found").replaceChildren(...found.map(outline));
    }
}

function outline(step) {
    const { x, y, width, height } = step.rect;
    const kind = step.found ? "sight" : step.target === "screen" ? "whole" : step.target === "region" ? "grown" : "element";
    const edges = { x, y, width, height };
    return makeSVG("g", { class: `found ${kind}` }, makeSVG("rect", { class: "halo", ...edges }), makeSVG("rect", { class: "line", ...edges }));
}
