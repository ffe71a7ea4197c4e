// Shows what the server says is wrong, in its own words, beside what caused it.

import { byId, make } from "/playground/dom.js";

/** The place for each problem, by what a parameter of a query or a member of a policy is called. */
const places = { image: "picture", hierarchy: "source", region: "region", asset: "asset", cover: "asset" };

/** Where a problem belongs, and which region is at fault, if one is. */
function place(refusal, work) {
    const { code, pointer, parameter } = refusal;
    if (/^(snapshot|body-too-large)/.test(code)) return { slot: "picture" };
    if (/^(hierarchy|element)/.test(code)) return { slot: "source" };
    if (/^(policy-unknown|regions-|policy-only)/.test(code)) return { slot: work.mode === "named" ? "policy" : "style" };
    if (code === "assurance-too-weak") return { slot: "style" };
    const [, rule, member, rest] = /^\/rules\/(\d+)\/(\w+)(?:\/(.*))?$/.exec(pointer ?? "") ?? [];
    if (member === "target") {
        const region = work.mode === "style" ? work.regions[Number(rule)] : undefined;
        return region ? { slot: "region", region: region.id } : { slot: /^element/.test(rest ?? "") ? "source" : "looking" };
    }
    if (member === "padding") return { slot: "padding" };
    const name = member === "style" ? rest?.split("/").pop() : parameter;
    if (name && slot(places[name] ?? name)) return { slot: places[name] ?? name };
    return { slot: member === "style" ? "style" : "general" };
}

function slot(name) {
    return document.querySelector(`[data-problem="${CSS.escape(name)}"]`);
}

/** Shows why there is no result. The work stays as it is. */
export function showProblem(refusal, work, at = null) {
    clearProblems();
    const found = at ? { slot: at } : place(refusal, work);
    const box = slot(found.slot) ?? slot("general");
    const lead = found.region === undefined ? "" : `Region ${work.regions.findIndex(({ id }) => id === found.region) + 1}: `;
    box.replaceChildren(sentence(`${lead}${refusal.message}`), ...helpLink(refusal.help));
    box.hidden = false;
    box.id ||= `problem-${found.slot}`;
    const closed = box.closest("details");
    if (closed) closed.open = true;
    const control = document.querySelector(`[data-control="${CSS.escape(found.slot)}"]`);
    control?.setAttribute("aria-invalid", "true");
    control?.setAttribute("aria-describedby", box.id);
    if (found.region !== undefined) document.querySelector(`[data-row="${CSS.escape(found.region)}"]`)?.classList.add("wrong");
    return box;
}

function sentence(text) {
    return make("span", { class: "sentence" }, text);
}

/** A link to where the server explains this kind of problem, if it says where: a reference to a page of its own. */
function helpLink(help) {
    const url = typeof help === "string" && URL.canParse(help, location.href) ? new URL(help, location.href) : null;
    if (!url || !["http:", "https:"].includes(url.protocol)) return [];
    return [" ", make("a", { href: url.href, target: "_blank", rel: "noreferrer" }, "More about this")];
}

/** Takes away what was shown. */
export function clearProblems() {
    for (const box of document.querySelectorAll("[data-problem]:not([hidden])")) {
        if (box.dataset.problem === "key") continue;
        box.hidden = true;
        box.replaceChildren();
    }
    for (const control of document.querySelectorAll("[data-control][aria-invalid]")) {
        control.removeAttribute("aria-invalid");
        control.removeAttribute("aria-describedby");
    }
    for (const row of document.querySelectorAll(".wrong")) row.classList.remove("wrong");
}

/** A refusal about a file that cannot even be shown here. */
export function showAtDrop(message) {
    const box = byId("workspace").hidden ? slot("drop") : slot("picture");
    box.replaceChildren(sentence(message));
    box.hidden = false;
}
