// Shows what a check has found: in a sentence, in a list, and by a mark for each finding in the picture.

import { make } from "/playground/dom.js";
import { countedFindings, listed } from "/playground/findings.js";
import { noModels } from "/playground/looking.js";
import { placed } from "/playground/receipt.js";

/** What receipts call that which each target finds by looking. */
const sights = { text: "text", faces: "face", codes: "code" };

/** Findings that are listed and marked. */
const most = 100;

/** A report as it is kept: its findings as the steps of a receipt are, each thing once. */
export function readReport(report, hasSource) {
    const steps = report.findings.map((finding) => ({ ...finding, found: sights[finding.target] }));
    const seen = steps.filter(({ found }) => found);
    const others = steps.filter(({ found }) => !found).map((step) => ({ ...step, matched: step.matched ?? {} }));
    // An element of which is known what it says comes before itself as one that a rule names.
    const elements = [...others.filter(({ score }) => score !== undefined), ...others.filter(({ score }) => score === undefined)];
    // An element that is what was seen there says nothing new, and neither does one that two rules name.
    const isNew = ({ rect }, index) => ![...seen, ...elements.slice(0, index)].some((other) => isSame(other.rect, rect));
    return { ...report, hasSource, steps: [...seen, ...elements.filter(isNew)] };
}

/** Whether two rectangles have most of their area in common. */
function isSame(a, b) {
    const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    const common = Math.max(width, 0) * Math.max(height, 0);
    return 2 * common > a.width * a.height + b.width * b.height - common;
}

/** What was found, in a sentence. */
export function verdict({ isChecked = true, steps }) {
    if (!isChecked) return "Not checked: the server has no models.";
    if (!steps.length) return "Nothing sensitive was found. Looking can miss things: check the picture yourself before you share it.";
    return `Found: ${listed(countedFindings(steps))}.`;
}

/** The report in words. */
export function describeReport(report) {
    const { isChecked = true, steps, snapshot, warnings = [] } = report;
    const nodes = [make("p", { class: isChecked && !steps.length ? "nothing" : "some" }, verdict(report))];
    if (warnings.length) nodes.push(make("ul", { class: "warnings" }, ...warnings.map((text) => make("li", {}, text))));
    if (steps.length) {
        const items = steps.slice(0, most).map((step) => make("li", {}, placed(step, snapshot)));
        if (steps.length > most) items.push(make("li", {}, `and ${steps.length - most} more`));
        nodes.push(make("ol", { class: "seen", tabindex: "0", "aria-label": "Findings" }, ...items));
    }
    nodes.push(make("p", { class: "help" }, ...lookedFor(report)));
    return nodes;
}

function lookedFor({ isChecked = true, lookedFor, models, hasSource, steps }) {
    if (!isChecked) return noModels("");
    if (!lookedFor) return ["The server looked only for sensitive elements in the page source. ", ...noModels()];
    const source = hasSource ? ", and for sensitive elements in the page source" : "";
    const more = steps.length ? " Looking can miss things." : "";
    return [`The server looked for ${listed(lookedFor)}, with ${listed(models)}${source}.${more}`];
}

/** Marks for what was found, numbered as in the list; they lie over the picture at whatever size that is shown. */
export function marks({ steps, snapshot }) {
    return steps.slice(0, most).map(({ rect }, index) => {
        const mark = make("span", { class: "mark" }, make("b", {}, String(index + 1)));
        mark.style.left = `${(rect.x / snapshot.width) * 100}%`;
        mark.style.top = `${(rect.y / snapshot.height) * 100}%`;
        mark.style.width = `${(rect.width / snapshot.width) * 100}%`;
        mark.style.height = `${(rect.height / snapshot.height) * 100}%`;
        return mark;
    });
}
