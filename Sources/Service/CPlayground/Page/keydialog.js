// Asks for a key where the server wants one.

import { useKey } from "/playground/api.js";
import { byId } from "/playground/dom.js";

/**
 * Asks for a key, and tries it.
 *
 * @param {() => Promise<void>} attempt Throws a refusal for a key that is wrong.
 */
export function askForKey(attempt) {
    const dialog = byId("key-dialog");
    byId("key-button").hidden = false;
    if (dialog.open) return;
    dialog.showModal();
    byId("key").focus();
    byId("key-cancel").onclick = () => dialog.close();
    byId("key-form").onsubmit = async (event) => {
        event.preventDefault();
        const problem = document.querySelector('[data-problem="key"]');
        problem.hidden = true;
        useKey(byId("key").value);
        try {
            await attempt();
            byId("key").value = "";
            dialog.close();
        } catch (error) {
            useKey("");
            problem.textContent = error.message;
            problem.hidden = false;
            byId("key").select();
        }
    };
}
