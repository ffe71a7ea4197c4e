// What is to be found by looking at the picture, and what was.

import { looks } from "/playground/call.js";
import { announce, byId, make } from "/playground/dom.js";
import { countedSights, listed } from "/playground/findings.js";

/** The controls, by the words of targets; each is called after its member of the work. */
const controls = { text: "look-text", faces: "look-faces", codes: "look-codes" };

/** Binds the controls to the store, both ways, and shows what the server has found. */
export function bindLooking(store) {
    for (const [member, id] of Object.entries(controls)) {
        const control = byId(id);
        control.addEventListener("change", () => store.change({ [member]: member === "codes" ? control.checked : control.value }));
    }
    let shown = null;
    const refresh = (kind) => {
        const { work, picture, policies, looksFor } = store;
        const isNamed = work.mode === "named";
        byId("looking-area").hidden = isNamed && !looks(policies.get(work.policy)?.document);
        byId("looking-options").hidden = isNamed;
        byId("looking-help").replaceChildren(...help(isNamed, looksFor));
        for (const [member, id] of Object.entries(controls)) {
            const control = byId(id);
            control.disabled = !looksFor?.includes(member);
            if (member === "codes") control.checked = work.codes;
            else if (control.value !== work[member]) control.value = work[member];
        }
        const preview = picture?.preview ?? null;
        const words = preview?.receipt.detected ? foundWords(preview) : [];
        byId("findings").replaceChildren(...words.map((text) => make("li", {}, text)));
        if (kind !== "preview") return;
        // Once for what has changed: a region that is moved changes nothing of it.
        const told = words.length ? `${picture.id}: ${listed(words)}` : null;
        if (told && told !== shown) announce(`Found by looking: ${listed(words)}`);
        shown = told;
    };
    store.listen(refresh);
    refresh();
}

function foundWords({ plan }) {
    const words = countedSights(plan);
    return words.length ? words : ["nothing"];
}

function help(isNamed, looksFor) {
    if (looksFor?.length === 0) return noModels();
    const lead = isNamed ? "The policy names what to look for." : "For screens without a page source.";
    return [`${lead} Looking can miss things: check the result yourself.`];
}

/** Says that the server cannot look at pictures, and what it takes. */
export function noModels(lead = "This server has no models. ") {
    return [`${lead}Start it with `, make("code", {}, "--models"), " to find text, faces and codes."];
}

/** Shows whether the server is looking at the picture. */
export function showLooking(isLooking) {
    byId("looking-area").toggleAttribute("data-looking", isLooking);
}
