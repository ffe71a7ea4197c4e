// Shows a restored picture, and the receipt that was sealed with it.

import { announce, bringIntoView, byId, make } from "/playground/dom.js";
import { asJSON, describe, isAssurance } from "/playground/receipt.js";

/** The longest receipt that is shown, in bytes. */
const mostReceiptBytes = 1 << 22;
/** The deepest receipt that is shown: each line of it is indented as deep as it is. */
const mostReceiptDepth = 16;

/**
 * Shows a picture that was opened.
 *
 * @param {{ canvas: HTMLCanvasElement, count: number, receipt: Uint8Array }} restored
 * @param {File} picture The redacted picture.
 */
export function showRestored({ canvas, count, receipt }, picture) {
    const { width, height } = canvas;
    const sheet = byId("restored-sheet");
    sheet.style.setProperty("--ratio", width / height);
    sheet.style.setProperty("--natural", `${width}px`);
    sheet.style.aspectRatio = `${width} / ${height}`;
    canvas.id = "restored";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `The restored picture, ${width} by ${height} pixels`);
    sheet.replaceChildren(canvas);
    const sentence = count === 1 ? "1 rectangle was put back." : `${count} rectangles were put back.`;
    byId("unsealed-meta").textContent = `${width} × ${height}`;
    byId("unsealed-facts").replaceChildren(
        make("p", { class: "verdict" }, sentence),
        make("p", {}, "Nothing left this browser: the files were opened here, and the identity is forgotten."),
        make("p", { class: "help" }, "A browser rounds the colours of translucent pixels and saves no colour profile. For the exact pixels, use ", make("code", {}, "snapveil unseal"), "."),
        make("h3", {}, "What the receipt inside says of the redacted picture"),
        ...receiptInWords(receipt, picture),
    );
    byId("unsealed-empty").hidden = true;
    byId("unsealed-full").hidden = false;
    announce(`The picture is restored. ${sentence} Nothing left this browser.`);
    const view = byId("unsealed");
    view.focus({ preventScroll: true });
    bringIntoView(view);
}

/** Takes a restored picture away, and its pixels with it. */
export function hideRestored() {
    const sheet = byId("restored-sheet");
    for (const canvas of sheet.children) canvas.width = 0;
    sheet.replaceChildren();
    byId("unsealed-facts").replaceChildren();
    byId("unsealed-meta").textContent = "";
    byId("unsealed-full").hidden = true;
    byId("unsealed-empty").hidden = false;
}

/** The receipt as the server's is shown; who sealed it may have made it up. */
function receiptInWords(bytes, picture) {
    if (bytes.length > mostReceiptBytes) return [make("p", {}, "It is too long to be shown here.")];
    let receipt;
    try {
        receipt = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    } catch {
        return [make("p", {}, "It is no JSON, and not shown.")];
    }
    if (isDeeper(receipt, mostReceiptDepth)) return [make("p", {}, "It is nested too deeply to be shown here.")];
    try {
        // They become names of classes.
        if (![receipt, ...receipt.covered].every(({ assurance }) => isAssurance(assurance))) return [asJSON(receipt)];
        return describe(receipt, picture.type, picture.size, Array.isArray(receipt.matches));
    } catch {
        return [asJSON(receipt)];
    }
}

/** Whether a value of JSON holds others more than this many levels deep. */
function isDeeper(value, levels) {
    if (typeof value !== "object" || value === null) return false;
    return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
