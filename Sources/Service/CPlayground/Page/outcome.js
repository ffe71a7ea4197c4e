// Shows the result: only ever what the server sent back as a picture.

import { announce, byId, save } from "/playground/dom.js";
import { callFor } from "/playground/call.js";
import { resultName } from "/playground/code.js";
import { paint } from "/playground/picture.js";
import { badge, describe, size } from "/playground/receipt.js";
import { formatOf } from "/playground/formats.js";

/** Binds the view of the result to the store. */
export function bindOutcome(store) {
    let shown = null;
    const slider = byId("compare");
    slider.addEventListener("input", () => compare(Number(slider.value)));
    dragSplit(slider);
    byId("download").addEventListener("click", () => {
        const { picture } = store;
        if (picture?.result) save(picture.result.picture, resultName(picture, picture.result.picture.type));
    });
    byId("download-source").addEventListener("click", () => {
        const { picture } = store;
        if (picture?.result?.hierarchy) save(picture.result.hierarchy, `redacted-${picture.source?.name ?? "source.xml"}`);
    });
    byId("download-all").addEventListener("click", () => {
        for (const picture of store.pictures) {
            if (isCurrent(store, picture)) save(picture.result.picture, resultName(picture, picture.result.picture.type));
        }
    });

    const refresh = () => {
        const { picture } = store;
        const result = picture?.result ?? null;
        byId("outcome-empty").hidden = result !== null;
        byId("outcome-full").hidden = result === null;
        byId("workspace").classList.toggle("has-result", result !== null);
        if (result !== shown) {
            shown = result;
            show(picture, result, slider);
        }
        if (!result) return;
        const current = isCurrent(store, picture);
        byId("outdated").hidden = current;
        byId("download").disabled = !current;
        byId("download-source").disabled = !current;
        byId("download-source").hidden = !result.hierarchy;
        const done = store.pictures.filter((other) => isCurrent(store, other)).length;
        byId("download-all").hidden = done < 2;
        byId("download-all").textContent = `Download all ${done}`;
    };
    store.listen(refresh);
    refresh();
}

/** Whether a picture's result is that of the work as it is now. */
function isCurrent(store, picture) {
    return picture.result?.signature === callFor(store, picture).signature;
}

function show(picture, result, slider) {
    const image = byId("result");
    slider.value = "0";
    compare(0);
    if (!result) {
        image.removeAttribute("src");
        byId("outcome-meta").textContent = "";
        byId("outcome-badge").replaceChildren();
        return byId("receipt").replaceChildren();
    }
    image.src = result.url;
    image.alt = `The redacted picture of ${picture.name}`;
    const { picture: { type, size: byteCount }, receipt, hierarchy } = result;
    byId("outcome-meta").textContent = `${formatOf(type).name} · ${size(byteCount)}`;
    byId("outcome-badge").replaceChildren(badge(receipt.assurance));
    byId("receipt").replaceChildren(...describe(receipt, type, byteCount, hierarchy !== null));
    const width = Math.min(byId("sheet").clientWidth * devicePixelRatio, 2048);
    // Painted when it is first asked for would be too late for who drags the slider at once.
    paint(byId("comparison"), picture, width).catch(() => announce("The original cannot be shown beside the result."));
}

/** Moves the split by a pointer on the picture, too. */
function dragSplit(slider) {
    const sheet = byId("result-sheet");
    const move = (event) => {
        const { left, width } = sheet.getBoundingClientRect();
        slider.value = String(Math.round(Math.min(Math.max((event.clientX - left) / width, 0), 1) * 100));
        compare(Number(slider.value));
    };
    sheet.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        sheet.setPointerCapture(event.pointerId);
        event.preventDefault();
        move(event);
    });
    sheet.addEventListener("pointermove", (event) => {
        if (sheet.hasPointerCapture(event.pointerId)) move(event);
    });
}

/** Shows the original over this share of the width, from the left. */
function compare(percent) {
    const canvas = byId("comparison");
    canvas.hidden = percent === 0;
    canvas.style.clipPath = `inset(0 ${100 - percent}% 0 0)`;
    byId("tag-original").hidden = percent < 15;
    byId("result-sheet").style.setProperty("--split", `${percent}%`);
    byId("result-sheet").classList.toggle("comparing", percent > 0 && percent < 100);
    byId("compare").setAttribute("aria-valuetext", percent === 0 ? "only the result" : `the original on the left ${percent} percent`);
}
