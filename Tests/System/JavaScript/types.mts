// What the types let through, and what they do not. Compiled, never run.

import { safeScreenshot, Snapveil, SnapveilError, type Check, type Policy, type Receipt } from "snapveil";
import { sanitizeScreenshots, sanitizeVideos } from "snapveil/cypress";
import { expect, sanitized, test, type SnapveilOptions } from "snapveil/playwright";
import Reporter from "snapveil/playwright-reporter";
import Service from "snapveil/webdriverio";

export const labels: Policy = { rules: [{ target: { text: "sensitive" }, style: { label: { numbered: true } } }] };
export const policy: Policy = { rules: [{ target: { elements: "sensitive" }, style: { veil: {} }, atLeast: 1 }], keep: ["screen"] };
// @ts-expect-error A policy has rules.
export const empty: Policy = {};
// @ts-expect-error There is no such style.
export const wrong: Policy = { rules: [{ target: "screen", style: { glitter: {} } }] };

export async function call(image: Uint8Array | Blob): Promise<Receipt> {
    const client = new Snapveil({ url: "http://127.0.0.1:8080", key: "…", policy, deadline: 1000 });
    try {
        const { receipt, hierarchy } = await client.sanitize(image, { policy: "mask", regions: [{ x: 0, y: 0, width: 1, height: 1 }] });
        // @ts-expect-error There is none where none was sent.
        hierarchy.length;
        return receipt;
    } catch (error) {
        if (error instanceof SnapveilError) console.error(error.code, error.pointer?.length);
        throw error;
    }
}
export async function seal(image: Uint8Array): Promise<number> {
    const { sealed } = await new Snapveil().sanitize(image, { seal: "payments" });
    // @ts-expect-error It may be forbidden.
    sealed.length;
    return sealed?.length ?? 0;
}
export const reasons: Check["findings"][number]["reason"][] = ["caption", "checksum", "form", "lexicon", "surroundings", "look", "pattern", "selector", "source"];
// @ts-expect-error There is no such reason.
export const unreasonable: Check["findings"][number]["reason"] = "luck";
export async function look(image: Uint8Array | Blob): Promise<number | undefined> {
    const check: Check = await new Snapveil().check(image, { policy, hierarchy: "<source/>", units: "points", scale: 3 });
    const [first] = check.findings;
    // @ts-expect-error It is never told what it says.
    first.text;
    // @ts-expect-error There need be no element.
    first.matched.type;
    return first?.rect.x ?? first?.score;
}
export async function keep(trace: Uint8Array): Promise<number | undefined> {
    const { artefact, type, receipt } = await new Snapveil({ policy }).sanitizeArtefact(trace, { unknown: "fail" });
    // @ts-expect-error There need be no name.
    receipt.entries[0]?.name.length;
    // @ts-expect-error A group is named, and its keys are the server's.
    await new Snapveil().sanitizeArtefact(trace, { seal: ["age1"] });
    return type === "application/zip" ? artefact.length : receipt.entries[0]?.values["email"];
}
// @ts-expect-error Nothing is covered, so there is no format.
new Snapveil().check(new Uint8Array(), { format: "png" });
// @ts-expect-error A name of a file is no picture.
new Snapveil().sanitize("shot.png");

test("a page", async ({ page }) => {
    await page.screenshot({ path: "shot.png" });
    const { receipt } = await safeScreenshot(page, { mask: [".card"], fullPage: true, seal: "payments" });
    expect(receipt.assurance).toBe("erased");
});
// @ts-expect-error A style would move what is covered.
export const styled = (page: { screenshot(): Promise<Uint8Array> }) => safeScreenshot(page, { style: "" });
export const mine: typeof test = sanitized(test);
export const reporter = new Reporter({ policy: "blackout" });
export const service = new Service({ policy, mask: ["input"] });
sanitizeScreenshots((event, handler) => void [event, handler], { policy: "blackout", seal: "payments" });
sanitizeVideos((event, handler) => void [event, handler], { policy }).then((nothing: void) => nothing);
export const options: SnapveilOptions = { videoPolicy: policy, seal: "payments" };
