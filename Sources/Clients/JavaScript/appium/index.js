// The plugin of an Appium server: clients in any language get sanitised screenshots, and no others.

import { createRequire } from "node:module";
import { Snapveil, SnapveilError } from "../src/client.js";
import { capture } from "../src/page.js";

// As all versions of Appium resolve it, with and without an export map.
const { BasePlugin } = createRequire(import.meta.url)("appium/plugin");

/** Pictures that come without a page source that fits: parts of the screen, several displays, videos. */
const rawScripts = /screenshot|screen-?shot|recording|screencast|mjpeg/i;

/** Settings are in the environment of the server: `SNAPVEIL_URL`, `SNAPVEIL_KEY` and `SNAPVEIL_POLICY`. */
export class SnapveilPlugin extends BasePlugin {
    #client = new Snapveil({ policy: process.env.SNAPVEIL_POLICY || "privacy-screen" });

    /** The whole screen, with the page source of the same moment. */
    async getScreenshot(next, driver) {
        const source = async () => driver.getPageSource();
        const { image, seen } = await capture(source, next);
        return this.#safe(image, { hierarchy: seen });
    }

    /** A part of the screen: a policy that names elements is refused, as the page source is of all of it. */
    async getElementScreenshot(next) {
        return this.#safe(await next());
    }

    async getViewportScreenshot(next) {
        return this.#safe(await next());
    }

    async execute(next, driver, script) {
        if (rawScripts.test(script)) throw unsafe(script);
        return next();
    }

    async startRecordingScreen() {
        throw unsafe("startRecordingScreen");
    }

    async #safe(base64, options) {
        const { image } = await this.#client.sanitize(Buffer.from(base64, "base64"), options);
        return image.toString("base64");
    }
}

const unsafe = (command) => new SnapveilError("raw-command", `${command} would return pictures that are not sanitised`);
