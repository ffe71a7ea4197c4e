// Shows the call that the page makes as code to copy.

import { hasKey } from "/playground/api.js";
import { callFor, policyFor } from "/playground/call.js";
import { curl, javascript, policyJSON, policyYAML, python, swift } from "/playground/code.js";
import { announce, byId, settled } from "/playground/dom.js";
import { makeTabs } from "/playground/tabs.js";

const languages = {
    curl: (call) => curl(call, location.origin, hasKey()),
    Python: (call) => python(call, location.origin, hasKey()),
    JavaScript: (call) => javascript(call, location.origin, hasKey()),
    Swift: (call) => swift(call, location.origin, hasKey()),
    "Policy, JSON": (call, policy) => policyJSON(policy),
    "Policy, YAML": (call, policy) => policyYAML(policy),
};

/** Binds the code to the store. */
export function bindSnippets(store) {
    let chosen = "curl";
    const refresh = () => {
        const { picture, work, policies } = store;
        if (!picture) return;
        const policy = work.mode === "named" ? policies.get(work.policy)?.document ?? {} : policyFor(work, picture);
        byId("code").textContent = languages[chosen](callFor(store, picture), policy);
    };
    makeTabs(byId("languages"), byId("code-panel"), Object.keys(languages), (name) => {
        chosen = name;
        refresh();
    });
    const backToCopy = settled(2000, () => {
        byId("copy").textContent = "Copy";
    });
    byId("copy").addEventListener("click", async () => {
        const copied = await copy(byId("code").textContent);
        byId("copy").textContent = copied ? "Copied" : "Select and copy";
        announce(copied ? "Copied" : "The browser does not allow copying: select the text.");
        backToCopy();
    });
    store.listen(refresh);
}

/** Whether a text is now on the clipboard. */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        // Over plain http from another machine there is no clipboard for pages.
        getSelection().selectAllChildren(byId("code"));
        return document.execCommand("copy");
    }
}
