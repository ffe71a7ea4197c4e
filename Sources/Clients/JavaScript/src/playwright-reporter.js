// The reporter of Playwright Test that sanitises what was attached without the fixture, before others write their reports: pictures,
// traces and texts.

import { digest, isSanitized, Snapveil } from "./client.js";
import { isArtefact, isPicture, replaceFile } from "./pictures.js";
import { readFile } from "node:fs/promises";

/** To be the first of the reporters: `reporter: [["snapveil/playwright-reporter"], ["html"]]`. */
export default class SnapveilReporter {
    #client;
    #work = Promise.resolve();
    #failures = 0;

    /**
     * @param {object} [options] those of `Snapveil`; by default all of a picture is erased. Of texts, and of a trace, every policy takes
     *   out what is sensitive.
     */
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
        const isText = isArtefact(contentType);
        if (!isText && /^(text|video|audio)\/|^application\/(?!octet-stream)/.test(contentType)) return;
        const sanitize = async (bytes) => {
            if (isText) return (await this.#client.sanitizeArtefact(bytes)).artefact;
            return isSafe(bytes) ? bytes : (await this.#client.sanitize(bytes)).image;
        };
        try {
            const bytes = attachment.body ?? (path && await readFile(path));
            if (!bytes?.length || !isText && (!isPicture(bytes, contentType) || isSafe(bytes))) return;
            if (path) await replaceFile(path, sanitize);
            else attachment.body = await sanitize(bytes);
        } catch (error) {
            delete attachment.path;
            attachment.body = Buffer.from(`This attachment was left out, because it was not sanitised: ${error.message}\n`);
            attachment.contentType = "text/plain";
            if ((this.#failures += 1) === 1) console.error(`snapveil: attachments are left out of the report: ${error.message}`);
        }
    }

    /** Waits until all is done; the run fails if something had to be left out. */
    async onEnd() {
        await this.#work;
        return this.#failures > 0 ? { status: "failed" } : undefined;
    }

    printsToStdio() {
        return false;
    }
}
