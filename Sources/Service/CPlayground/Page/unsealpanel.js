// The view in which a sealed picture is opened: what a person chooses, and what comes of it.

import { startsLikeAge } from "/playground/armour.js";
import { byId, save } from "/playground/dom.js";
import { isPicture } from "/playground/formats.js";
import { clearProblems, showProblem } from "/playground/problems.js";
import { size } from "/playground/receipt.js";
import { Slices, Unopened } from "/playground/unopened.js";
import { unseal } from "/playground/unseal.js";
import { hideRestored, showRestored } from "/playground/unsealed.js";
import { missingCryptography } from "/playground/webcrypto.js";

/** The places for files: what each asks for, and the control that has to be used where it is at fault. */
const places = {
    picture: { demand: "Choose the redacted picture.", control: "unseal-choose-picture" },
    sealed: { demand: "Choose the sealed file.", control: "unseal-choose-sealed" },
    identity: { demand: "Paste an identity, or choose a file with some.", control: "unseal-identity" },
};

/** The view, which holds no more than its document shows and a person has chosen. */
export class UnsealPanel {
    #show;
    /** The chosen files by their places. */
    #chosen = {};
    #running = new AbortController();
    #restored = null;

    /** @param {() => void} show Shows the rest of the page as this view leaves room for it. */
    constructor(show) {
        this.#show = show;
        byId("open-sealed").addEventListener("click", () => {
            this.#setOpen(!this.isOpen);
            if (this.isOpen) byId("unseal-title").focus();
        });
        byId("unseal-back").addEventListener("click", () => {
            this.#setOpen(false);
            byId("open-sealed").focus();
        });
        for (const place of Object.keys(places)) {
            const input = byId(`unseal-file-${place}`);
            byId(`unseal-choose-${place}`).addEventListener("click", () => input.click());
            input.addEventListener("change", () => {
                if (input.files.length) this.#choose(place, input.files[0]);
                input.value = "";
            });
        }
        byId("unseal-identity").addEventListener("input", () => this.#choose("identity", null));
        byId("unseal-form").addEventListener("submit", (event) => {
            event.preventDefault();
            this.#run();
        });
        byId("unseal-clear").addEventListener("click", () => {
            byId("unseal-identity").value = "";
            for (const place of Object.keys(places)) this.#choose(place, null);
            byId(places.picture.control).focus();
        });
        byId("save-restored").addEventListener("click", () => this.#save());
    }

    /** Whether the view is shown. */
    get isOpen() {
        return !byId("unseal").hidden;
    }

    #setOpen(isOpen) {
        byId("unseal").hidden = !isOpen;
        byId("open-sealed").setAttribute("aria-pressed", String(isOpen));
        byId("drop-words").textContent = isOpen ? "Drop the picture, its sealed file or an identity file" : "Drop screenshots and page sources";
        this.#show();
        if (isOpen) explainMissing();
    }

    /**
     * Takes files that were dropped or pasted: all of them while the view is open, or if one is a sealed file or an identity,
     * which nobody would send to a server.
     *
     * @param {File[]} files
     * @returns {Promise<boolean>} Whether it took them.
     */
    async take(files) {
        const kinds = await Promise.all(files.map(kindOf));
        if (!this.isOpen) {
            if (!kinds.includes("sealed") && !kinds.includes("identity")) return false;
            this.#setOpen(true);
        }
        clearProblems();
        files.forEach((file, index) => {
            if (kinds[index]) this.#choose(kinds[index], file);
            else explain("general", `${file.name} is neither a picture nor a sealed file nor an identity.`);
        });
        return true;
    }

    /** Chooses a file for a place, or none. What was opened with others is gone. */
    #choose(place, file) {
        this.#abandon();
        clearProblems();
        this.#chosen[place] = file;
        this.#restored = null;
        hideRestored();
        if (place === "identity" && file) byId("unseal-identity").value = "";
        const name = byId(`unseal-${place}-name`);
        name.dataset.hint ??= name.textContent;
        name.textContent = file ? `${file.name} · ${size(file.size)}` : name.dataset.hint;
    }

    #abandon() {
        this.#running.abort();
        byId("unseal-open").removeAttribute("aria-busy");
    }

    /** Opens what was chosen, as soon as nothing lacks. The identity is used once. */
    async #run() {
        this.#abandon();
        clearProblems();
        const field = byId("unseal-identity");
        const typed = field.value.trim() ? new TextEncoder().encode(field.value) : null;
        const files = { ...this.#chosen, identity: typed ?? this.#chosen.identity };
        const lacking = Object.keys(places).find((place) => !files[place]);
        if (lacking) {
            typed?.fill(0);
            return explain(lacking, places[lacking].demand);
        }
        this.#choose("identity", null);
        field.value = "";
        const running = new AbortController();
        this.#running = running;
        byId("unseal-open").setAttribute("aria-busy", "true");
        try {
            const restored = await unseal(files, new Slices(running.signal));
            if (running.signal.aborted) return;
            this.#restored = restored;
            showRestored(restored, files.picture);
        } catch (error) {
            if (running.signal.aborted) return;
            const reason = error instanceof RangeError ? new Unopened("general", "This browser has not the memory for it. Use snapveil unseal.") : error;
            if (!(reason instanceof Unopened)) throw error;
            explain(reason.place, reason.message);
        } finally {
            if (this.#running === running) byId("unseal-open").removeAttribute("aria-busy");
        }
    }

    #save() {
        const { canvas } = this.#restored;
        const name = this.#chosen.picture.name.replace(/\.[^.]*$/, "");
        canvas.toBlob((blob) => {
            if (blob) save(blob, `${name}-restored.png`);
            else explain("general", "This browser cannot save the picture. Use snapveil unseal.");
        }, "image/png");
    }
}

/** Shows what is wrong where it is, and leads there. */
function explain(place, message) {
    const box = showProblem({ message }, { regions: [] }, `unseal-${place}`);
    byId(places[place]?.control ?? "unseal-open").focus({ preventScroll: true });
    box.scrollIntoView({ block: "nearest" });
}

/** Says so where this browser cannot open anything. */
async function explainMissing() {
    const missing = await missingCryptography();
    byId("unseal-fields").disabled = missing !== null;
    byId("unseal-missing").hidden = missing === null;
    byId("unseal-missing").textContent = missing ?? "";
}

/** The place that a file is for, by its first bytes or its name; null for none. */
async function kindOf(file) {
    const start = new Uint8Array(await file.slice(0, 1 << 16).arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (startsLikeAge(start) || /\.age$/i.test(file.name)) return "sealed";
    const isIdentity = /^AGE-SECRET-KEY-/im.test(new TextDecoder("latin1").decode(start));
    start.fill(0);
    if (isIdentity) return "identity";
    return isPicture(file.type) ? "picture" : null;
}
