// Takes in screenshots and page sources: chosen, dropped or pasted.

import { Refusal, preview } from "/playground/api.js";
import { Call } from "/playground/call.js";
import { announce, byId } from "/playground/dom.js";
import { readPicture, Unreadable } from "/playground/picture.js";
import { clearProblems, showAtDrop } from "/playground/problems.js";

/** Binds everything that files come in by to `add`. */
export function watchFiles(add) {
    const pictures = byId("picture-file");
    const sources = byId("source-file");
    for (const id of ["choose", "add-files"]) byId(id).addEventListener("click", () => pictures.click());
    byId("choose-source").addEventListener("click", () => sources.click());
    for (const input of [pictures, sources]) {
        input.addEventListener("change", () => {
            add([...input.files]);
            // So that the same file can be chosen again.
            input.value = "";
        });
    }
    watchDrops(add);
    addEventListener("paste", (event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        if (!files.length) return;
        event.preventDefault();
        add(files);
    });
}

function watchDrops(add) {
    const veil = byId("drop-veil");
    const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
    addEventListener("dragenter", (event) => {
        if (holdsFiles(event)) veil.hidden = false;
    });
    addEventListener("dragover", (event) => {
        if (holdsFiles(event)) event.preventDefault();
    });
    addEventListener("dragleave", (event) => {
        if (!event.relatedTarget) veil.hidden = true;
    });
    addEventListener("drop", (event) => {
        veil.hidden = true;
        if (!holdsFiles(event)) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
    });
}

const isSource = ({ name, type }) => /\.(xml|json|txt|uix)$/i.test(name) || /^(text\/|application\/(json|xml))/.test(type);

const stem = (name) => name.replace(/\.[^.]*$/, "");

/**
 * Adds files to the store: pictures to the pictures, and each page source to the picture of the same name, else to the one that
 * is worked on.
 */
export async function addFiles(store, files) {
    clearProblems();
    const added = [];
    for (const chosen of files.filter((file) => !isSource(file))) {
        const file = await inMemory(chosen);
        if (!file) continue;
        try {
            added.push(await readPicture(file, file.name));
        } catch (error) {
            if (!(error instanceof Unreadable)) throw error;
            await explain(file);
        }
    }
    store.pictures = [...store.pictures, ...added];
    if (added.length) store.picture = added[0];
    for (const file of files.filter(isSource)) {
        const target = store.pictures.findLast(({ name }) => stem(name) === stem(file.name)) ?? store.picture;
        if (target) target.source = { name: file.name, file, text: await file.text() };
        else showAtDrop(`${file.name} looks like a page source: drop its screenshot with it.`);
    }
    if (added.length) announce(`${added.length === 1 ? added[0].name : `${added.length} screenshots`} opened`);
    store.tell("pictures");
}

/** A file as it is now: what becomes of it on the disk does not matter to the page any more. */
async function inMemory(file) {
    try {
        return new File([await file.arrayBuffer()], file.name, { type: file.type });
    } catch {
        showAtDrop(`${file.name} cannot be read.`);
        return null;
    }
}

/** Has the server say why a file is not a picture. */
async function explain(file) {
    const call = new Call([["style", "veil"]], null, { file, name: file.name }, null, null);
    try {
        await preview(call);
        showAtDrop(`This browser cannot show ${file.name}.`);
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        showAtDrop(`${file.name}: ${error.message}`);
    }
}
