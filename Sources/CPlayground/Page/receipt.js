// Says in words what the server has covered, and what the cover is worth.

import { make, makeSVG } from "/playground/dom.js";

const worth = {
    erased: ["Erased", "No pixel of the result depends on what was covered.", "M6 12.5l4 4 8-9"],
    obscured: ["Obscured", "What was covered can be read back, wholly or in part. Erase what is secret.", "M12 6v8M12 17.5v.5"],
    untouched: ["Untouched", "Nothing was covered: this shows all that the original shows.", "M7 7l10 10M17 7L7 17"],
};

const styleNames = {
    veil: "frosted glass", fill: "a colour", message: "a message", image: "a picture", pixelate: "a mosaic", blur: "a blur",
};

/** What the cover is worth, as a badge. */
export function badge(assurance) {
    const [name, , path] = worth[assurance] ?? [assurance, "", "M6 12h12"];
    const icon = makeSVG("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSVG("path", { d: path }));
    return make("span", { class: `badge ${assurance}` }, icon, name);
}

/** The receipt in words. */
export function describe(receipt, type, byteCount) {
    const { assurance, covered, snapshot, warnings = [] } = receipt;
    const sentence = make("p", { class: "verdict" }, badge(assurance), make("span", {}, worth[assurance]?.[1] ?? ""));
    const all = [...warnings, ...new Set(covered.map(({ warning }) => warning).filter(Boolean))];
    if (covered.some(({ message }) => message === "omitted")) all.push("The words did not fit everywhere: there, the colour covers alone.");
    const nodes = [sentence];
    if (all.length) nodes.push(make("ul", { class: "warnings" }, ...all.map((text) => make("li", {}, text))));
    nodes.push(make("p", {}, summary(receipt, type, byteCount)));
    if (covered.length) {
        const items = covered.slice(0, 100).map((step) => make("li", {}, ...words(step, snapshot)));
        if (covered.length > items.length) items.push(make("li", {}, `and ${covered.length - items.length} more`));
        nodes.push(make("details", {}, make("summary", {}, "What was covered"), make("ol", { class: "covered" }, ...items)));
    }
    const json = make("pre", { tabindex: "0", "aria-label": "The receipt as JSON" }, JSON.stringify(receipt, null, 2));
    nodes.push(make("details", {}, make("summary", {}, "The receipt as JSON"), json));
    return nodes;
}

function summary({ covered, snapshot, matches, policy, verified }, type, byteCount) {
    const count = covered.length;
    const areas = count === 1 ? "1 area was" : `${count} areas were`;
    const found = matches?.reduce((sum, match) => sum + match.count, 0);
    const elements = found === undefined ? "" : ` ${found === 1 ? "1 element" : `${found} elements`} of the page source matched.`;
    const name = policy ? ` The policy was ${policy}.` : "";
    const structure = verified === "structure" ? " Only the structure of the file was checked, as all of it was erased." : "";
    const kind = type === "image/jpeg" ? "JPEG" : "PNG";
    return `${areas} covered.${elements}${name} The result is a new ${kind} of ${snapshot.width} × ${snapshot.height} pixels, ${size(byteCount)}, without metadata.${structure}`;
}

function words({ rect, style, assurance, matched, target, outside, shape }, snapshot) {
    const isWhole = rect.width === snapshot.width && rect.height === snapshot.height;
    const what = outside ? "What the page source is not about"
        : matched ? [matched.identifier, matched.type].filter(Boolean).join(", ")
        : target === "screen" || isWhole ? "The whole screen" : shape ? `A shape (${shape})` : "A region";
    const where = isWhole ? "" : `, ${rect.width} × ${rect.height} at ${rect.x}, ${rect.y}`;
    return [`${what}${where}: ${styleNames[style] ?? style}, `, make("span", { class: `worth ${assurance}` }, assurance)];
}

/** A number of bytes in words. */
export function size(bytes) {
    return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
