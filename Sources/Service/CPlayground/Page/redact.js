// Has the server redact pictures, and keeps what it sends back.

import { Refusal, sanitize } from "/playground/api.js";
import { callFor } from "/playground/call.js";
import { announce, bringIntoView, byId } from "/playground/dom.js";
import { clearProblems, showProblem } from "/playground/problems.js";

/** Binds the buttons that redact. */
export function bindRedact(store, onUnauthorized) {
    byId("panel").addEventListener("submit", (event) => {
        event.preventDefault();
        if (store.picture) run(store, [store.picture], onUnauthorized);
    });
    byId("redact-all").addEventListener("click", () => run(store, store.pictures, onUnauthorized));
}

/** Redacts pictures one after the other, and stops at the first that the server refuses. */
async function run(store, pictures, onUnauthorized) {
    const buttons = [byId("redact"), byId("redact-all")];
    if (buttons[0].getAttribute("aria-busy") === "true") return;
    clearProblems();
    for (const button of buttons) button.setAttribute("aria-busy", "true");
    try {
        for (const picture of pictures) {
            if (!(await redact(store, picture, onUnauthorized))) return;
        }
        announce(pictures.length === 1 ? "Redacted" : `${pictures.length} screenshots redacted`);
        bringIntoView(byId("outcome"));
    } finally {
        for (const button of buttons) button.removeAttribute("aria-busy");
    }
}

/** Whether the server has redacted a picture. What it sent before is gone either way. */
async function redact(store, picture, onUnauthorized) {
    const call = callFor(store, picture);
    const { signature } = call;
    discard(picture);
    try {
        const { picture: blob, receipt, hierarchy } = await sanitize(call);
        const url = URL.createObjectURL(blob);
        // It has to be a picture to the browser, too.
        await createImageBitmap(blob).then((bitmap) => bitmap.close());
        picture.result = { picture: blob, url, receipt, hierarchy, signature };
    } catch (error) {
        const refusal = error instanceof Refusal ? error : new Refusal({ detail: "This browser cannot show the server's reply as a picture." });
        picture.refusal = refusal;
        store.picture = picture;
        store.tell("result");
        if (refusal.status === 401) onUnauthorized();
        const box = showProblem(refusal, store.work);
        box.scrollIntoView({ block: "nearest" });
        return false;
    }
    store.tell("result");
    return true;
}

function discard(picture) {
    if (picture.result) URL.revokeObjectURL(picture.result.url);
    picture.result = null;
    picture.refusal = null;
}
