// The service of WebdriverIO: `services: [[SnapveilService, { policy: "…" }]]`.

import { Snapveil } from "./client.js";
import { capture, coverBoxes, fields, hierarchyOf, look } from "./page.js";

/** Has every screenshot of a session sanitised before anybody gets it. */
export default class SnapveilService {
    #client;
    #policy;
    #mask;

    /** @param {object} [options] those of `Snapveil`, and `mask`: CSS selectors of what to cover, by default every field */
    constructor({ mask = [fields], ...options } = {}) {
        this.#client = new Snapveil(options);
        this.#policy = options.policy ?? coverBoxes;
        this.#mask = mask.join(", ");
    }

    /** Called by the runner once there is a session. */
    async before(capabilities, specs, browser) {
        const safe = async (seen, shoot) => {
            const { image, seen: hierarchy } = seen ? await capture(seen, shoot) : { image: await shoot() };
            const result = await this.#client.sanitize(Buffer.from(image, "base64"), { policy: this.#policy, hierarchy });
            return result.image.toString("base64");
        };
        const screen = (extra) => async () => {
            const isApp = browser.isMobile && (!browser.getContext || (await browser.getContext()) === "NATIVE_APP");
            if (isApp) return browser.getPageSource();
            return hierarchyOf(await browser.execute(`return (${look})(arguments[0])`, this.#mask), undefined, extra);
        };
        await browser.overwriteCommand("takeScreenshot", (original) => safe(screen(), original));
        // Of an element, nothing tells what is where in its picture: policies that name elements are refused.
        await browser.overwriteCommand("takeElementScreenshot", (original, ...ids) => safe(undefined, () => original(...ids)));
        await browser.overwriteCommand("takeElementScreenshot", (original, ...ids) => safe(undefined, () => original(...ids)), true);
        if (!browser.isBidi) return;
        await browser.overwriteCommand("browsingContextCaptureScreenshot", async (original, options) => {
            const { clip, origin } = options;
            const extra = { fullPage: origin === "document", ...(clip?.type === "box" && { clip: place(clip) }) };
            const seen = clip?.type === "element" ? undefined : screen(extra);
            return { data: await safe(seen, async () => (await original(options)).data) };
        });
    }
}

const place = ({ x, y, width, height }) => ({ x, y, width, height });
