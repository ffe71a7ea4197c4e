// A row of tabs that arrow keys move through (WAI-ARIA, tabs pattern).

import { make } from "/playground/dom.js";

/**
 * Makes the tabs of a list.
 *
 * @param {HTMLElement} list The element with the role `tablist`.
 * @param {HTMLElement} panel What all of them show.
 * @param {string[]} names
 * @param {(name: string) => void} choose
 */
export function makeTabs(list, panel, names, choose) {
    const tabs = names.map((name, index) => make("button", {
        type: "button", role: "tab", id: `tab-${index}`, "aria-controls": panel.id, onclick: () => select(index),
    }, name));
    const select = (index) => {
        tabs.forEach((tab, other) => {
            tab.setAttribute("aria-selected", String(other === index));
            tab.tabIndex = other === index ? 0 : -1;
        });
        panel.setAttribute("aria-labelledby", tabs[index].id);
        choose(names[index]);
    };
    list.addEventListener("keydown", (event) => {
        const at = tabs.indexOf(document.activeElement);
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
        if (to === undefined || at < 0) return;
        const next = (to + tabs.length) % tabs.length;
        select(next);
        tabs[next].focus();
        event.preventDefault();
    });
    list.append(...tabs);
    select(0);
}
