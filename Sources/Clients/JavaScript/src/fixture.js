// What makes a test of Playwright one that writes no raw screenshot. It loads nothing of Playwright, so it fits any `test`.

import { readFile } from "node:fs/promises";
import { digest, isSanitized, Snapveil, SnapveilError } from "./client.js";
import { isPicture } from "./pictures.js";
import { sanitizeScreenshots } from "./screenshots.js";

/**
 * A `test` whose screenshots are sanitised before they are written or attached, those on failure, too.
 *
 * Settings are in the option `snapveil`: `url`, `key`, `deadline`, `policy` and `mask`.
 *
 * @param {object} base the `test` of `@playwright/test`, or one that extends it
 */
export function sanitized(base) {
    const annotate = ({ image, receipt }) => {
        // Outside of a test nothing is reported.
        try {
            base.info().annotations.push(annotation(image, receipt));
        } catch { }
    };
    return base.extend({
        snapveil: [{}, { option: true, scope: "worker" }],

        _snapveil: [async ({ snapveil, video, trace }, use, { config }) => {
            refuseFrames(video, trace, config);
            const client = new Snapveil(snapveil);
            const { policy, mask } = snapveil;
            let guard;
            // All pages have what the first one has.
            const watch = (page) => (guard ??= sanitizeScreenshots(page, { client, policy, mask, onResult: annotate }));
            await use({ client, watch });
            (await guard)?.();
        }, { auto: true, scope: "worker" }],

        browser: [async ({ browser, _snapveil: { watch } }, use) => {
            const newContext = browser.newContext;
            browser.newContext = async function (...options) {
                const context = await newContext.apply(this, options);
                return context.on("page", watch);
            };
            await use(browser);
            browser.newContext = newContext;
        }, { scope: "worker" }],

        page: async ({ page, _snapveil: { watch } }, use) => {
            await watch(page);
            await use(page);
        },

        _snapveilAttachments: [async ({ _snapveil: { client } }, use, testInfo) => {
            const attach = testInfo.attach;
            testInfo.attach = async function (name, options = {}) {
                const body = options.path === undefined ? options.body : await readFile(options.path);
                if (!isPicture(body, options.contentType) || isSanitized(Buffer.from(body))) return attach.call(this, name, options);
                // Nothing tells what is where in a picture from elsewhere.
                const safe = await client.sanitize(Buffer.from(body), { policy: "blackout" });
                annotate(safe);
                return attach.call(this, name, { body: safe.image, contentType: safe.type });
            };
            await use();
        }, { auto: true }],
    });
}

/** What a report says of a picture, by which the reporter recognises it. */
export const annotation = (image, { assurance, covered }) => ({
    type: "snapveil",
    description: `${assurance}, ${covered.length} covered, ${digest(image)}`,
});

/** Videos hold frames that nobody sanitises, and traces some that only the reporter does. */
function refuseFrames(video, trace, config) {
    const mode = (setting) => (typeof setting === "object" ? setting?.mode : setting) ?? "off";
    if (mode(video) !== "off") throw new SnapveilError("raw-video", 'A video cannot be sanitised: set video: "off"');
    const isReported = config?.reporter?.some?.(([name]) => /snapveil.*playwright-reporter/.test(name));
    if (mode(trace) !== "off" && trace.screenshots !== false && !isReported) {
        const detail = "A trace holds raw screenshots: add the reporter snapveil/playwright-reporter, "
            + `or set trace: { mode: ${JSON.stringify(mode(trace))}, screenshots: false }`;
        throw new SnapveilError("raw-trace", detail);
    }
}
