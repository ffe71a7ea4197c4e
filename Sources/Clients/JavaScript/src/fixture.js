// What makes a test of Playwright one that writes no raw screenshot. It loads nothing of Playwright, so it fits any `test`.

import { readFile } from "node:fs/promises";
import { digest, isSanitized, Snapveil, SnapveilError } from "./client.js";
import { isPicture } from "./pictures.js";
import { longest, Recordings } from "./recordings.js";
import { complain, sanitizeScreenshots } from "./screenshots.js";

/**
 * A `test` whose screenshots are sanitised before they are written or attached, those on failure, too, and so are videos.
 *
 * Settings are in the option `snapveil`: `url`, `key`, `deadline`, `policy`, `mask`, `seal` and `videoPolicy`.
 *
 * @param {object} base the `test` of `@playwright/test`, or one that extends it
 */
export function sanitized(base) {
    // Outside of a test nothing is reported.
    const info = () => {
        try {
            return base.info();
        } catch { }
    };
    const annotate = ({ image, receipt }) => info()?.annotations.push(annotation(image, receipt));
    const told = {
        // The timeout of a test is not meant for its videos.
        wait() {
            const test = info(), started = Date.now(), timeout = test?.timeout;
            if (!timeout) return () => { };
            test.setTimeout(timeout + longest);
            return () => test.setTimeout(timeout + Date.now() - started);
        },
        // The runner passes over a video that cannot be saved.
        fail(error) {
            complain(error, "video");
            info()?.annotations.push({ type: "snapveil", description: `a video is left out: ${error.message}` });
        },
    };
    return base.extend({
        snapveil: [{}, { option: true, scope: "worker" }],

        _snapveil: [async ({ snapveil, video, trace }, use, { config }) => {
            const { policy, mask, seal, videoPolicy } = snapveil;
            refuseFrames(video, videoPolicy, trace, config);
            const client = new Snapveil(snapveil);
            const recordings = videoPolicy && new Recordings(videoPolicy);
            if (modeOf(video) !== "off") await recordings.start();
            let guard;
            // All pages have what the first one has.
            const watch = (page) => (guard ??= sanitizeScreenshots(page, { client, policy, mask, seal, onResult: annotate }));
            await use({ client, watch, recordings });
            (await guard)?.();
            await recordings?.end();
        }, { auto: true, scope: "worker" }],

        browser: [async ({ browser, _snapveil: { watch, recordings } }, use) => {
            const newContext = browser.newContext;
            browser.newContext = async function (given = {}) {
                const options = recordings ? await recordings.privately(given) : given;
                const context = await newContext.call(this, options);
                recordings?.watch(context, options, told);
                return context.on("page", watch);
            };
            await use(browser);
            browser.newContext = newContext;
        }, { scope: "worker" }],

        page: async ({ page, _snapveil: { watch } }, use) => {
            await watch(page);
            await use(page);
        },

        _snapveilRecordings: [async ({ _snapveil: { recordings } }, use) => {
            await use();
            await recordings?.clear();
        }, { auto: true }],

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

/** Videos hold frames that only a policy of their own covers, and traces some that only the reporter sanitises. */
function refuseFrames(video, videoPolicy, trace, config) {
    if (modeOf(video) !== "off" && !videoPolicy) {
        const detail = 'A video shows raw frames: name a policy for it, such as snapveil: { videoPolicy: "privacy-screen" }, or set video: "off"';
        throw new SnapveilError("raw-video", detail);
    }
    const isReported = config?.reporter?.some?.(([name]) => /snapveil.*playwright-reporter/.test(name));
    if (modeOf(trace) !== "off" && trace.screenshots !== false && !isReported) {
        const detail = "A trace holds raw screenshots: add the reporter snapveil/playwright-reporter, "
            + `or set trace: { mode: ${JSON.stringify(modeOf(trace))}, screenshots: false }`;
        throw new SnapveilError("raw-trace", detail);
    }
}

const modeOf = (setting) => (typeof setting === "object" ? setting?.mode : setting) ?? "off";
