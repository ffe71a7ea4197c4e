// Puts the page together.

import { hasKey, policies, policy, Refusal, useKey } from "/playground/api.js";
import { bindCheck } from "/playground/check.js";
import { bindControls, listPolicies } from "/playground/controls.js";
import { byId } from "/playground/dom.js";
import { Editor } from "/playground/editor.js";
import { addFiles, watchFiles } from "/playground/files.js";
import { askForKey } from "/playground/keydialog.js";
import { bindLooking } from "/playground/looking.js";
import { bindOutcome } from "/playground/outcome.js";
import { release } from "/playground/picture.js";
import { Preview, showForecast } from "/playground/preview.js";
import { showProblem } from "/playground/problems.js";
import { bindRedact } from "/playground/redact.js";
import { bindRegionList } from "/playground/regionlist.js";
import { drawSample, sampleWords } from "/playground/sample.js";
import { bindSnippets } from "/playground/snippets.js";
import { Store } from "/playground/store.js";
import { bindStrip } from "/playground/strip.js";
import { UnsealPanel } from "/playground/unsealpanel.js";

const store = new Store();

/** Learns which policies the server has, and what it can look for. Throws a refusal. */
async function learnPolicies() {
    const { policies: entries, looksFor } = await policies();
    store.looksFor = looksFor;
    store.policies = new Map(entries.map((entry) => [entry.name, { ...entry, document: store.policies.get(entry.name)?.document }]));
    if (!store.policies.has(store.work.policy)) store.work = { ...store.work, policy: entries[0]?.name ?? "" };
    listPolicies(store);
    await learnPolicy();
    store.tell("policies");
}

/** Learns what the chosen policy covers. */
async function learnPolicy() {
    const entry = store.policies.get(store.work.policy);
    if (!entry || entry.document) return;
    entry.document = await policy(entry.name);
    store.tell("policies");
}

const tell = (error) => {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 401) onUnauthorized();
    else showProblem(error, store.work);
};

function onUnauthorized() {
    if (hasKey()) useKey("");
    askForKey(async () => {
        await learnPolicies();
        preview.forget();
        preview.refresh(true);
    });
}

const preview = new Preview(store, onUnauthorized);
const editor = new Editor(store);
bindControls(store);
bindRegionList(store, editor);
bindLooking(store);
bindOutcome(store);
bindSnippets(store);
bindRedact(store, onUnauthorized);
bindCheck(store, onUnauthorized);
bindStrip(store, (picture) => {
    store.picture = picture;
    store.tell("pictures");
});
const unsealPanel = new UnsealPanel(showViews);
watchFiles(async (files) => {
    if (!(await unsealPanel.take(files))) await addFiles(store, files);
});

/** Shows the start, the work, or in place of both the view that opens sealed pictures. */
function showViews() {
    byId("intro").hidden = unsealPanel.isOpen || store.picture !== null;
    byId("workspace").hidden = unsealPanel.isOpen || store.picture === null;
    byId("bar-note").hidden = unsealPanel.isOpen;
}

store.listen((kind) => {
    showViews();
    if (kind === "preview") showForecast(store);
    if (kind === "pictures") showSource();
    if (kind === "work" && store.work.mode === "named") learnPolicy().catch(tell);
    // A pointer that was let go, or another picture, is final; a slider or a field is not.
    if (kind === "work" || kind === "pictures" || kind === "policies") preview.refresh(kind !== "work" || store.isFinal);
});

function showSource() {
    const source = store.picture?.source ?? null;
    byId("source-options").hidden = source === null;
    byId("remove-source").hidden = source === null;
    byId("choose-source").textContent = source ? "Choose another" : "Choose a page source";
    byId("source-help").textContent = source?.name ?? "Drop or choose the XML of Appium or UiAutomator, or boxes of Playwright.";
}

byId("remove-source").addEventListener("click", () => {
    store.picture.source = null;
    store.tell("pictures");
    byId("choose-source").focus();
});

byId("remove-picture").addEventListener("click", () => {
    const { picture, pictures } = store;
    release(picture);
    const index = pictures.indexOf(picture);
    store.pictures = pictures.filter((other) => other !== picture);
    store.picture = store.pictures[Math.min(index, store.pictures.length - 1)] ?? null;
    store.tell("pictures");
    byId(store.picture ? "add-files" : "choose").focus();
});

byId("sample").addEventListener("click", async () => {
    const { file, name, source } = await drawSample();
    // The sample's own, and nothing that a person chose: no step of undo.
    if (!store.work.words) store.work = { ...store.work, words: sampleWords };
    const sourceFile = new File([source.text], source.name, { type: "application/json" });
    await addFiles(store, [new File([file], name, { type: file.type }), sourceFile]);
    byId("redact").focus({ preventScroll: true });
});

byId("key-button").addEventListener("click", onUnauthorized);

const theme = byId("theme");
theme.value = document.documentElement.dataset.theme ?? "";
theme.addEventListener("change", () => {
    if (theme.value) document.documentElement.dataset.theme = theme.value;
    else delete document.documentElement.dataset.theme;
    try {
        localStorage.setItem("snapveil-theme", theme.value);
    } catch {
        // Where storage is forbidden, the choice holds until the page is left.
    }
});

learnPolicies().catch(tell);
// For who measures, and for tests.
performance.mark("interactive");
document.documentElement.dataset.ready = "";
