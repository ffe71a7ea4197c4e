// Asks the server what it would cover, whenever something has changed and nobody is dragging.

import { preview, Refusal } from "/playground/api.js";
import { callFor, looks, takesRegions } from "/playground/call.js";
import { byId, make, settled } from "/playground/dom.js";
import { showLooking } from "/playground/looking.js";
import { clearProblems, showProblem } from "/playground/problems.js";
import { badge } from "/playground/receipt.js";

/** Keeps what the picture's `preview` holds up to date. */
export class Preview {
    #store;
    #asked = null;
    #running = null;
    #soon = settled(140, () => this.ask());
    #onUnauthorized;

    constructor(store, onUnauthorized) {
        this.#store = store;
        this.#onUnauthorized = onUnauthorized;
    }

    /** Asks at once if `isFinal`, as where a pointer was let go, and else when the changes pause. */
    refresh(isFinal) {
        if (isFinal) this.ask();
        else this.#soon();
    }

    /** Asks, unless the answer is there already. */
    async ask() {
        const { picture } = this.#store;
        if (!picture || !this.#isComplete()) return;
        const call = callFor(this.#store, picture);
        if (this.#asked === call.signature) return;
        this.#asked = call.signature;
        this.#running?.abort();
        // One at a time, and the latest wins: a server stops looking once nobody listens.
        const running = (this.#running = new AbortController());
        showLooking(looks(this.#policy(call)));
        try {
            const answer = await preview(call, running.signal);
            if (running.signal.aborted) return;
            picture.preview = answer;
            clearProblems();
            checkSize(picture, answer.receipt.snapshot);
        } catch (error) {
            if (error.name === "AbortError" || running.signal.aborted) return;
            if (!(error instanceof Refusal)) throw error;
            // What was true of the work before is not of this.
            picture.preview = null;
            this.#asked = null;
            if (error.status === 401) this.#onUnauthorized();
            showProblem(error, this.#store.work);
        }
        showLooking(false);
        this.#store.tell("preview");
    }

    /** The policy that a call sends or names; null for one that has a style in its query. */
    #policy(call) {
        const { work, policies } = this.#store;
        return work.mode === "named" ? policies.get(work.policy)?.document : call.policy;
    }

    /** Whether there is something to ask: not while a policy waits for its first region, or a style for its picture. */
    #isComplete() {
        const { work, policies, picture, cover } = this.#store;
        const policy = policies.get(work.policy)?.document;
        const isComplete = work.mode === "named"
            ? policy !== undefined && (work.regions.length > 0 || !takesRegions(policy))
            : work.style !== "image" || cover !== null;
        if (!isComplete) {
            this.#running?.abort();
            showLooking(false);
            this.#asked = null;
            picture.preview = null;
            clearProblems();
            this.#store.tell("preview");
        }
        return isComplete;
    }

    /** Forgets what was asked: the next call asks again. */
    forget() {
        this.#asked = null;
    }
}

/** Warns where the server reads a picture in another size than the browser: regions would be elsewhere. */
function checkSize(picture, { width, height }) {
    if (width === picture.width && height === picture.height) return;
    const detail = `Regions would be misplaced: the server reads this picture as ${width} × ${height} pixels, and this browser as ${picture.width} × ${picture.height}. Save it again, upright.`;
    showProblem(new Refusal({ type: "page:size", detail }), null, "picture");
}

/** Shows beside the button what the result will be worth. */
export function showForecast(store) {
    const receipt = store.picture?.preview?.receipt;
    const warnings = receipt
        ? receipt.covered.filter(({ warning }) => warning).length + (receipt.warnings?.length ?? 0) + (receipt.detected ? 1 : 0)
        : 0;
    const note = warnings ? [make("span", { class: "meta" }, warnings === 1 ? "1 warning" : `${warnings} warnings`)] : [];
    byId("forecast").replaceChildren(...(receipt ? [make("span", { class: "meta" }, "Will be"), badge(receipt.assurance), ...note] : []));
}
