// Has the server check what the picture shows, and what its result still shows.

import { check, Refusal } from "/playground/api.js";
import { checkFor } from "/playground/call.js";
import { announce, byId, make } from "/playground/dom.js";
import { clearProblems, showProblem } from "/playground/problems.js";
import { describeReport, marks, readReport, verdict } from "/playground/report.js";

/** The two pictures that are checked: where each keeps its report, and where that is shown. */
const subjects = [
    { isResult: false, name: "original", title: "Findings in the original", keeper: (picture) => picture },
    { isResult: true, name: "result", title: "Findings in the result", keeper: (picture) => picture?.result },
];

/** Binds the button that checks, and what it has found, to the store. */
export function bindCheck(store, onUnauthorized) {
    const checker = { store, onUnauthorized, hasFailed: false };
    byId("check").addEventListener("click", () => run(checker));
    for (const subject of subjects) {
        let shown = null;
        store.listen(() => {
            const report = currentReport(store, store.picture, subject);
            if (report === shown) return;
            shown = report;
            show(store, subject, report);
        });
    }
}

/** The report on a picture as it is now; null where there is none, or where something else would be asked by now. */
function currentReport(store, picture, { isResult, keeper }) {
    const report = keeper(picture)?.report;
    return report && report.signature === signature(checkFor(store, picture, isResult)) ? report : null;
}

function signature(call) {
    return call?.signature ?? null;
}

/** Checks the picture that is shown, and then its result. */
async function run(checker) {
    const { store } = checker;
    const { picture } = store;
    const button = byId("check");
    if (!picture || button.getAttribute("aria-busy") === "true") return;
    if (checker.hasFailed) clearProblems();
    checker.hasFailed = false;
    button.setAttribute("aria-busy", "true");
    try {
        const asked = subjects.filter(({ keeper }) => keeper(picture));
        for (const subject of asked) await ask(store, picture, subject);
        if (store.picture !== picture) return;
        const reports = asked.map((subject) => [subject, currentReport(store, picture, subject)]).filter(([, report]) => report);
        announce(reports.map(([{ title }, report]) => `${title}: ${verdict(report)}`).join(" "));
        byId(`${asked.at(-1).name}-report`).scrollIntoView({ block: "nearest" });
    } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.status === 401) checker.onUnauthorized();
        if (store.picture !== picture) return;
        // Its rules are none of those that a person has drawn.
        showProblem(error, { mode: "check", regions: [] }).scrollIntoView({ block: "nearest" });
        checker.hasFailed = true;
    } finally {
        button.removeAttribute("aria-busy");
    }
}

/** Asks the server, unless its report is there already. */
async function ask(store, picture, subject) {
    if (currentReport(store, picture, subject)) return;
    const call = checkFor(store, picture, subject.isResult);
    const keeper = subject.keeper(picture);
    keeper.report = null;
    const report = call ? readReport(await check(call), call.source !== null) : { isChecked: false, steps: [] };
    keeper.report = { ...report, signature: signature(call) };
    store.tell("report");
}

function show(store, { name, title, keeper }, report) {
    const place = byId(`${name}-report`);
    place.hidden = report === null;
    byId(`${name}-marks`).replaceChildren(...(report ? marks(report) : []));
    if (!report) return place.replaceChildren();
    const hide = make("button", { type: "button", class: "quiet", "aria-label": `Hide: ${title}`, onclick: () => {
        keeper(store.picture).report = null;
        store.tell("report");
        byId("check").focus();
    } }, "Hide");
    place.replaceChildren(make("div", { class: "report-head" }, make("h3", {}, title), hide), ...describeReport(report));
}
