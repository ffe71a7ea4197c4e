// The screenshots that are open, to change between them.

import { byId, make } from "/playground/dom.js";

/** Binds the strip to the store. */
export function bindStrip(store, choose) {
    store.listen(() => {
        const { pictures, picture } = store;
        byId("strip").hidden = pictures.length < 2;
        byId("strip-list").replaceChildren(...pictures.map((other) => {
            const state = other.refusal ? "refused" : other.result ? "redacted" : "open";
            const image = make("img", { src: other.url, alt: "", decoding: "async" });
            const button = make("button", {
                type: "button", class: `thumbnail ${state}`, "aria-pressed": String(other === picture),
                "aria-label": `${other.name}, ${state}`, onclick: () => choose(other),
            }, image, make("span", {}, other.name));
            return make("li", {}, button);
        }));
        byId("redact-all").hidden = pictures.length < 2;
        byId("redact-all").textContent = `Redact all ${pictures.length}`;
    });
}
