// The reporter of Playwright Test that sanitises what was attached without the fixture, before others write their reports.

import { digest, isSanitized, Snapveil } from "./client.js";
import { isPicture, replacePicture } from "./pictures.js";
import { readFile } from "node:fs/promises";

/** To be the first of the reporters: `reporter: [["snapveil/playwright-reporter"], ["html"]]`. */
export default class SnapveilReporter {
    #client;
    #work = Promise.resolve();
    #failures = 0;

    /** @param {object} [options] those of `Snapveil`; by default all of a picture is erased */
    constructor({ policy = "blackout", url, key, deadline } = {}) {
        this.#client = new Snapveil({ policy, url, key, deadline });
    }

    onTestEnd(test, result) {
        const annotations = [...(test.annotations ?? []), ...(result.annotations ?? [])];
        const known = annotations.filter(({ type }) => type === "snapveil").map(({ description = "" }) => description.split(" ").at(-1));
        const isSafe = (bytes) => isSanitized(bytes) || known.includes(digest(bytes));
        // One after the other, so that memory holds one picture.
        for (const attachment of result.attachments) {
            this.#work = this.#work.then(() => this.#sanitize(attachment, isSafe));
        }
    }

    async #sanitize(attachment, isSafe) {
        const { path, contentType } = attachment;
        if (/^(text|video|audio)\/|^application\/(?!octet-stream)/.test(contentType)) return;
        const sanitize = async (bytes) => (isSafe(bytes) ? { image: bytes, type: contentType } : await this.#client.sanitize(bytes));
        try {
            const bytes = attachment.body ?? (path && await readFile(path));
            if (!isPicture(bytes, contentType) || isSafe(bytes)) return;
            if (path) await replacePicture(path, sanitize);
            else attachment.body = (await sanitize(bytes)).image;
        } catch (error) {
            delete attachment.path;
            attachment.body = Buffer.from(`The picture was left out, because it was not sanitised: ${error.message}\n`);
            attachment.contentType = "text/plain";
            if ((this.#failures += 1) === 1) console.error(`snapveil: pictures are left out of the report: ${error.message}`);
        }
    }

    /** Waits until all is done; the run fails if a picture had to be left out. */
    async onEnd() {
        await this.#work;
        return this.#failures > 0 ? { status: "failed" } : undefined;
    }

    printsToStdio() {
        return false;
    }
}
