// The controls that say how to cover: style and strength, or a policy of the server.

import { byId, make } from "/playground/dom.js";
import { takesRegions } from "/playground/call.js";
import { hasQuality } from "/playground/formats.js";

/** What each style is called, what its cover is worth, and which parameters it has. */
export const styles = {
    veil: {
        name: "Frosted glass", erases: true,
        parameters: [{ name: "radius", label: "Softness, pixels", kind: "strength", most: 120, placeholder: "auto", hint: "Leave it empty to fit the picture." }],
    },
    fill: { name: "Colour", erases: true, parameters: [{ name: "color", label: "Colour", kind: "color" }] },
    message: {
        name: "Message", erases: true,
        parameters: [
            { name: "title", label: "Title", kind: "text", hint: "" },
            { name: "text", label: "Text", kind: "text", placeholder: "Content hidden to protect your privacy" },
            { name: "appearance", label: "Appearance", kind: "choice", choices: { automatic: "Automatic", light: "Light", dark: "Dark" } },
            { name: "symbol", label: "Symbol", kind: "choice", choices: { "": "None", lock: "Lock", eye: "Eye" } },
        ],
    },
    label: {
        name: "Label", erases: true,
        parameters: [{ name: "numbered", label: "Numbers", kind: "choice", choices: { "": "None", true: "Equal for equal values" }, hint: "Numbers show which values are equal." }],
    },
    image: {
        name: "Picture", erases: true,
        parameters: [
            { name: "asset", label: "Picture to cover with", kind: "file" },
            { name: "contentMode", label: "Fit", kind: "choice", choices: { aspectFill: "Fill, cut the rest", aspectFit: "Fit, with bars", fill: "Stretch", center: "Centre" } },
            { name: "background", label: "Colour behind it", kind: "color" },
        ],
    },
    pixelate: { name: "Mosaic", erases: false, parameters: [{ name: "block", label: "Size of a cell, pixels", kind: "strength", most: 128 }] },
    blur: { name: "Blur", erases: false, parameters: [{ name: "radius", label: "Radius, pixels", kind: "strength", most: 96 }] },
};

/** Colours to choose with one touch. */
const swatches = { "#000000": "Black", "#1c1c1e": "Graphite", "#8e8e93": "Grey", "#ffffff": "White", "#ff00ff": "Magenta" };

/** Binds the controls to the store, both ways. */
export function bindControls(store) {
    const radios = Object.entries(styles).map(([name, style]) => styleCard(name, style, store));
    byId("styles").append(...radios.map(({ label }) => label));
    let shown = null;
    let inputs = {};

    for (const input of document.querySelectorAll("input[name=mode]")) {
        input.addEventListener("change", () => store.change({ mode: input.value }));
    }
    bind(store, "padding", "input", "padding");
    bind(store, "quality", "input", "quality");
    bind(store, "format", "change", "format");
    bind(store, "level", "change", "level");
    bind(store, "xpath", "input", "xpath");
    bind(store, "words", "input", "words");
    bind(store, "policy", "change", "policy");
    byId("demand").addEventListener("change", (event) => store.change({ demandsErased: event.target.checked }));

    const refresh = () => {
        const { work } = store;
        for (const input of document.querySelectorAll("input[name=mode]")) input.checked = input.value === work.mode;
        byId("style-options").hidden = work.mode !== "style";
        byId("named-options").hidden = work.mode !== "named";
        for (const { name, input } of radios) input.checked = name === work.style;
        if (shown !== work.style) {
            shown = work.style;
            inputs = showParameters(shown, store);
        }
        for (const [name, show] of Object.entries(inputs)) show(work.parameters[work.style][name] ?? "");
        for (const id of ["padding", "quality", "format", "level", "xpath", "words", "policy"]) set(byId(id), work[id]);
        byId("demand").checked = work.demandsErased;
        byId("quality-field").hidden = !hasQuality(work.format);
        // A policy of the server names its elements itself.
        byId("level-field").hidden = work.mode === "named";
        byId("xpath-field").hidden = work.mode === "named" || work.level !== "xpath";
        byId("words-field").hidden = work.mode === "named" || work.level !== "sensitive";
        showPolicy(store);
    };
    store.listen(refresh);
    refresh();
}

function bind(store, id, event, member) {
    byId(id).addEventListener(event, () => store.change({ [member]: byId(id).value }, event === "input" ? `field ${id}` : null));
}

/** Sets the value of a control without moving the caret of who types there. */
function set(control, value) {
    if (control.value !== value) control.value = value;
}

function styleCard(name, style, store) {
    const input = make("input", { type: "radio", name: "style", value: name, onchange: () => store.change({ style: name }) });
    const label = make("label", { class: `style style-${name}` }, input,
        make("span", { class: "style-swatch", "aria-hidden": "true" }),
        make("span", { class: "style-name" }, style.name),
        make("span", { class: style.erases ? "worth erased" : "worth obscured" }, style.erases ? "erases" : "obscures"));
    return { name, input, label };
}

/** Shows the controls of a style, and says how each is given its value. */
function showParameters(name, store) {
    const setters = {};
    const fields = styles[name].parameters.map((parameter) => {
        const { node, set } = field(parameter, store);
        setters[parameter.name] = set;
        return node;
    });
    byId("parameters").replaceChildren(...fields);
    return setters;
}

function field(parameter, store) {
    const id = `parameter-${parameter.name}`;
    const label = make("label", { for: id }, parameter.label);
    const changed = (value) => store.setParameter(parameter.name, value);
    const { nodes, show } = kinds[parameter.kind](parameter, id, changed, store);
    const hint = parameter.hint ? [make("p", { class: "help" }, parameter.hint)] : [];
    const problem = make("div", { class: "problem", "data-problem": parameter.name, role: "alert", hidden: true });
    return { node: make("div", { class: "field" }, label, ...nodes, ...hint, problem), set: show };
}

const kinds = {
    strength({ name, label, most, placeholder }, id, changed) {
        const range = make("input", { type: "range", min: 1, max: most, "aria-label": `${label}, by slider`, oninput: () => changed(range.value) });
        const number = make("input", { id, type: "number", inputmode: "decimal", step: "any", placeholder, "data-control": name, oninput: () => changed(number.value) });
        const show = (value) => {
            set(number, value);
            set(range, value === "" ? String(Math.round(most / 3)) : value);
        };
        return { nodes: [make("div", { class: "strength" }, range, number)], show };
    },
    color({ name }, id, changed) {
        const input = make("input", { id, type: "color", "data-control": name, oninput: () => changed(input.value) });
        const buttons = Object.entries(swatches).map(([value, label]) => {
            const button = make("button", { type: "button", class: "swatch", "aria-label": label, title: label, onclick: () => changed(value) });
            button.style.background = value;
            return button;
        });
        return { nodes: [make("div", { class: "colors" }, input, ...buttons)], show: (value) => set(input, value) };
    },
    text({ name, placeholder }, id, changed) {
        const input = make("input", { id, type: "text", placeholder, "data-control": name, oninput: () => changed(input.value) });
        return { nodes: [input], show: (value) => set(input, value) };
    },
    choice({ name, choices }, id, changed) {
        const options = Object.entries(choices).map(([value, label]) => make("option", { value }, label));
        const select = make("select", { id, "data-control": name, onchange: () => changed(select.value) }, ...options);
        return { nodes: [select], show: (value) => set(select, value) };
    },
    file({ name }, id, changed, store) {
        const note = make("p", { class: "help" }, store.cover ? store.cover.name : "A PNG or JPEG.");
        const input = make("input", { id, type: "file", accept: "image/png,image/jpeg", "data-control": name });
        input.addEventListener("change", async () => {
            const file = input.files[0];
            if (!file) return;
            store.cover = { name: file.name, file: new Blob([await file.arrayBuffer()]) };
            note.textContent = store.cover?.name ?? "";
            store.tell("pictures");
        });
        return { nodes: [input, note], show: () => {} };
    },
};

/** Shows the policies of the server in their list. */
export function listPolicies(store) {
    const options = [...store.policies.values()].map(({ name }) => make("option", { value: name }, name));
    byId("policy").replaceChildren(...options);
    byId("policy").value = store.work.policy;
}

function showPolicy(store) {
    const policy = store.policies.get(store.work.policy);
    const summary = byId("policy-summary");
    if (!policy) return summary.replaceChildren();
    const badge = make("span", { class: `worth ${policy.assurance}` }, policy.assurance === "erased" ? "erases" : "obscures");
    const regions = takesRegions(policy.document) ? " It covers the regions that you draw." : "";
    summary.replaceChildren(`${policy.summary ?? "A policy of this server."}${regions} `, badge);
}
