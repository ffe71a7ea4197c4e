// Says in words what the server has covered, and what the cover is worth.

import { make, makeSVG } from "/playground/dom.js";
import { countedSights, finding, listed, reason } from "/playground/findings.js";
import { formatOf } from "/playground/formats.js";

const worth = {
    erased: ["Erased", "No pixel of the result depends on a covered pixel.", "M6 12.5l4 4 8-9"],
    obscured: ["Obscured", "The covered parts can be read back, wholly or in part. Erase secrets.", "M12 6v8M12 17.5v.5"],
    untouched: ["Untouched", "Nothing was covered: the result shows everything that the original shows.", "M7 7l10 10M17 7L7 17"],
};

const styleNames = {
    veil: "frosted glass", fill: "a colour", message: "a message", label: "a label", image: "a picture", pixelate: "a mosaic", blur: "a blur",
};

/** Whether a word is one of those for what a cover is worth. */
export function isAssurance(word) {
    return Object.hasOwn(worth, word);
}

/** What the cover is worth, as a badge. */
export function badge(assurance) {
    const [name, , path] = worth[assurance] ?? [assurance, "", "M6 12h12"];
    const icon = makeSVG("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, makeSVG("path", { d: path }));
    return make("span", { class: `badge ${assurance}` }, icon, name);
}

/** How many elements of a page source a plan or a receipt covers. */
export function elementCount({ covered, matches = [] }) {
    const sights = new Set(covered.filter(({ found }) => found).map(({ rule }) => rule));
    return matches.reduce((sum, { rule, count }) => sum + (sights.has(rule) ? 0 : count), 0);
}

/**
 * The receipt in words.
 *
 * @param {boolean} hasSource Whether a page source was sent.
 */
export function describe(receipt, type, byteCount, hasSource) {
    const { assurance, covered, snapshot, detected, warnings = [] } = receipt;
    const sentence = make("p", { class: "verdict" }, badge(assurance), make("span", {}, worth[assurance]?.[1] ?? ""));
    const all = [...(detected ? [caveat] : []), ...warnings, ...new Set(covered.map(({ warning }) => warning).filter(Boolean))];
    if (covered.some(({ message }) => message === "omitted")) all.push("The words of a message did not fit in some places; there, only its colour covers.");
    const nodes = [sentence];
    if (all.length) nodes.push(make("ul", { class: "warnings" }, ...all.map((text) => make("li", {}, text))));
    nodes.push(make("p", {}, summary(receipt, type, byteCount, hasSource)));
    if (covered.length) {
        const items = covered.slice(0, 100).map((step) => make("li", {}, ...words(step, snapshot)));
        if (covered.length > items.length) items.push(make("li", {}, `and ${covered.length - items.length} more`));
        nodes.push(make("details", {}, make("summary", {}, "Covered areas"), make("ol", { class: "covered" }, ...items)));
    }
    nodes.push(asJSON(receipt));
    return nodes;
}

/** The receipt as it is, behind a line that opens it. */
export function asJSON(receipt) {
    const json = make("pre", { tabindex: "0", "aria-label": "The receipt as JSON" }, JSON.stringify(receipt, null, 2));
    return make("details", {}, make("summary", {}, "The receipt as JSON"), json);
}

/** What is true of everything that is found by looking. */
const caveat = "Looking can miss things: check the result yourself before you share it.";

function summary(receipt, type, byteCount, hasSource) {
    const { covered, snapshot, policy, verified } = receipt;
    const count = covered.length;
    const areas = count === 1 ? "1 area was" : `${count} areas were`;
    const matched = elementCount(receipt);
    const elements = hasSource ? ` ${matched === 1 ? "1 element" : `${matched} elements`} of the page source matched.` : "";
    const name = policy ? ` The policy was ${policy}.` : "";
    const structure = verified === "structure" ? " Only the structure of the file was checked, because all of it was erased." : "";
    return `${areas} covered.${elements}${seen(receipt)}${name} The result is a new ${formatOf(type).name} of ${snapshot.width} × ${snapshot.height} pixels, ${size(byteCount)}, without metadata.${structure}`;
}

/** What was found by looking, and with what. */
function seen({ covered, detected, models = [] }) {
    if (!detected) return "";
    const words = countedSights(covered);
    return ` Found by looking, with ${listed(models)}: ${words.length ? listed(words) : "nothing"}.`;
}

function words(step, snapshot) {
    const { style, assurance } = step;
    return [`${placed(step, snapshot)}: ${styleNames[style] ?? style}, `, make("span", { class: `worth ${assurance}` }, assurance)];
}

/** What a rectangle of a receipt or a report is, how sure that is and why, and where it lies. */
export function placed(step, snapshot) {
    const { rect, matched, target, outside, shape, found, score } = step;
    const evidence = [score === undefined ? "" : `${Math.round(score * 100)} % sure`, reason(step)];
    const name = found || score !== undefined ? capitalized(finding(step)) : "";
    const isWhole = rect.width === snapshot.width && rect.height === snapshot.height;
    const what = outside ? "Outside the page source"
        : found || matched ? [name, matched?.identifier, matched?.type ?? (found ? "" : "An element"), ...evidence].filter(Boolean).join(", ")
        : target === "screen" || isWhole ? "The whole screen" : shape ? `A shape (${shape})` : "A region";
    return isWhole ? what : `${what}, ${rect.width} × ${rect.height} at ${rect.x}, ${rect.y}`;
}

function capitalized(text) {
    return text[0].toUpperCase() + text.slice(1);
}

/** A number of bytes in words. */
export function size(bytes) {
    return bytes < 1000 ? `${bytes} bytes` : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
