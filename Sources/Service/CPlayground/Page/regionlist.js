// The list of the regions, with numbers to type, and what will be covered in a sentence.

import { byId, make } from "/playground/dom.js";
import { elementTarget, namesElements, sightTargets, takesRegions } from "/playground/call.js";
import { listed } from "/playground/findings.js";
import { elementCount } from "/playground/receipt.js";
import { central } from "/playground/rectangle.js";

const edges = { x: "x", y: "y", width: "width", height: "height" };

/** Binds the list to the store, both ways. */
export function bindRegionList(store, editor) {
    const rows = new Map();
    byId("add-region").addEventListener("click", () => editor.focus(store.addRegion(central(store.picture))));
    byId("clear-regions").addEventListener("click", () => {
        store.change({ regions: [] });
        store.select(null);
        byId("add-region").focus();
    });

    const refresh = () => {
        const { work, selected, picture } = store;
        if (!picture) return;
        const ids = new Set(work.regions.map(({ id }) => id));
        for (const [id, row] of rows) {
            if (ids.has(id)) continue;
            row.item.remove();
            rows.delete(id);
        }
        work.regions.forEach((region, index) => {
            if (!rows.has(region.id)) {
                rows.set(region.id, makeRow(region.id, store, editor));
                byId("region-list").append(rows.get(region.id).item);
            }
            rows.get(region.id).show(region, index + 1, region.id === selected);
        });
        byId("clear-regions").hidden = work.regions.length < 2;
        byId("coverage").textContent = coverage(store);
        byId("matches").replaceChildren(...matches(picture));
    };
    store.listen(refresh);
}

function makeRow(id, store, editor) {
    const inputs = {};
    const fields = Object.entries(edges).map(([edge, name]) => {
        const input = make("input", { type: "number", inputmode: "numeric", oninput: () => {
            const region = store.work.regions.find((region) => region.id === id);
            const value = Number(input.value);
            if (input.value !== "" && Number.isFinite(value)) store.setRegion(id, { ...region, [edge]: value }, `region ${id} ${edge}`);
        } });
        input.addEventListener("focus", () => store.select(id));
        inputs[edge] = input;
        return make("label", { class: "edge" }, make("span", {}, name), input);
    });
    const choose = make("button", { type: "button", class: "region-name", onclick: () => {
        store.select(id);
        editor.focus(id);
    } });
    const remove = make("button", { type: "button", class: "icon", onclick: () => {
        store.removeRegion(id);
        (store.selected ? byId("region-list").querySelector(".selected .region-name") : byId("add-region"))?.focus();
    } }, "\u00d7");
    const numbers = make("div", { class: "edges" }, ...fields);
    const item = make("li", { "data-row": id }, make("div", { class: "region-row" }, choose, remove), numbers);
    const show = (region, number, isSelected) => {
        item.classList.toggle("selected", isSelected);
        numbers.hidden = !isSelected;
        choose.replaceChildren(make("b", {}, String(number)), `${region.width} × ${region.height}`, make("span", {}, `at ${region.x}, ${region.y}`));
        choose.setAttribute("aria-pressed", String(isSelected));
        choose.setAttribute("aria-label", `Region ${number}, ${region.width} by ${region.height} pixels at ${region.x}, ${region.y}`);
        remove.setAttribute("aria-label", `Remove region ${number}`);
        for (const [edge, input] of Object.entries(inputs)) {
            input.setAttribute("aria-label", `Region ${number}: ${edges[edge]} in pixels`);
            if (document.activeElement !== input || Number(input.value) !== region[edge]) input.value = region[edge];
        }
    };
    return { item, show };
}

/** The names of what the server has found by itself: elements of the page source. */
function matches(picture) {
    const names = (picture.preview?.plan ?? []).filter(({ matched }) => matched).map(({ matched }) => matched.identifier ?? matched.type);
    const chips = names.slice(0, 40).map((name) => make("li", {}, name ?? "unnamed"));
    return names.length > chips.length ? [...chips, make("li", {}, `and ${names.length - chips.length} more`)] : chips;
}

/** What will be covered, in a sentence. */
function coverage(store) {
    const { work, picture } = store;
    const count = work.regions.length;
    const regions = count === 1 ? "1 region" : `${count} regions`;
    if (work.mode === "named") {
        const policy = store.policies.get(work.policy)?.document;
        if (takesRegions(policy)) return count ? `${regions}, covered by the policy.` : "The policy covers regions: draw one.";
        const elements = namesElements(policy) && !picture.source ? " It names elements: add a page source." : "";
        return `The policy names what to cover${count ? "; your regions stay, but are not sent" : ""}.${elements}`;
    }
    const parts = count ? [regions] : [];
    if (elementTarget(work, picture)) parts.push(`${elements(picture)} of the page source`);
    if (sightTargets(work).length) parts.push("findings by looking");
    if (!parts.length) return "The whole screen, because nothing is marked.";
    const sentence = listed(parts);
    return `${sentence[0].toUpperCase()}${sentence.slice(1)}. Everything else stays unchanged.`;
}

function elements({ preview }) {
    const count = preview?.receipt.matches ? elementCount(preview.receipt) : null;
    return count === null ? "elements" : count === 1 ? "1 element" : `${count} elements`;
}
