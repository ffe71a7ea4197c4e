// Says in words what was found by looking at a picture. Nothing here knows of the document.

import { kindNames, reasonNames } from "/playground/words.js";

/** What a rectangle of a plan, a receipt or a report was found as: one of it, and several. */
function names({ found = "element", kind }) {
    return kindNames[kind] ?? kindNames[found];
}

/** What one rectangle was found as. */
export function finding(step) {
    return names(step)[0];
}

/** Why it is taken for that; empty where nobody says. */
export function reason({ reason }) {
    return reasonNames[reason] ? `by ${reasonNames[reason]}` : "";
}

/** What was found by looking, counted. */
export function countedSights(steps) {
    return countedFindings(steps.filter(({ found }) => found));
}

/** What was found, counted: "3 e-mail addresses", "2 faces", in the order of the steps. */
export function countedFindings(steps) {
    const counts = new Map();
    for (const step of steps) {
        const [one, several] = names(step);
        const count = (counts.get(one)?.count ?? 0) + 1;
        counts.set(one, { count, name: count === 1 ? one : several });
    }
    return [...counts.values()].map(({ count, name }) => `${count} ${name}`);
}

/** Words as a list of a sentence: "a, b and c". */
export function listed(words) {
    return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
