// The reporter of Playwright Test that sanitises results before others write their reports: what was attached without the fixture
// (pictures, traces and texts), and the texts of the results themselves.

import { readFile } from "node:fs/promises";
import { packArchive, unpackArchive } from "./archive.js";
import { digest, isSanitized, Snapveil, SnapveilError } from "./client.js";
import { isArtefact, isPicture, isText, replaceFile } from "./pictures.js";
import { textsOfOutput, textsOfResult } from "./result.js";

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
        // One after the other, so that memory holds the files of one result.
        this.#work = this.#work.then(() => this.#sanitize(result, test.annotations, isSafe)).catch((error) => this.#fail(error));
    }

    /** Sanitises each picture by itself, and all texts and traces together. */
    async #sanitize(result, annotations, isSafe) {
        const parts = [textsOfResult(result, annotations), textsOfOutput(result, "stdout"), textsOfOutput(result, "stderr")];
        for (const [index, attachment] of result.attachments.entries()) {
            const settle = (contents) => replaceAttachment(attachment, contents);
            const { contentType } = attachment;
            try {
                const bytes = await read(attachment);
                if (isArtefact(contentType) || isText(bytes)) parts.push({ name: `attachment-${index}`, bytes, settle });
                else if (isPicture(bytes, contentType) && !isSafe(bytes)) await this.#settle({ settle }, this.#picture(bytes));
            } catch (error) {
                await this.#settle({ settle }, Promise.reject(error));
            }
        }
        const present = parts.filter(({ bytes }) => bytes.length);
        if (!present.length) return;
        const contents = await this.#sanitizeTogether(present);
        for (const part of present) await this.#settle(part, contents(part));
    }

    async #picture(bytes) {
        return (await this.#client.sanitize(bytes)).image;
    }

    /**
     * The contents of parts without the secrets that any of them tells: a promise for each. If they are too much for one request, the
     * largest goes by itself.
     */
    async #sanitizeTogether(parts) {
        try {
            const archive = packArchive(new Map(parts.map(({ name, bytes }) => [name, bytes])));
            const { artefact, receipt } = await this.#client.sanitizeArtefact(archive);
            const files = unpackArchive(artefact);
            return async ({ name }) => files.get(name) ?? refuse(receipt.entries.find((entry) => entry.name === name));
        } catch (error) {
            if (!isTooMuch(error) || parts.length === 1) return async () => { throw error; };
            const [largest, ...others] = parts.toSorted((one, other) => other.bytes.length - one.bytes.length);
            const [alone, together] = [await this.#sanitizeTogether([largest]), await this.#sanitizeTogether(others)];
            return (part) => (part === largest ? alone : together)(part);
        }
    }

    /** Puts the contents of a part into its place; without contents the run fails. */
    async #settle(part, contents) {
        await part.settle(contents).catch((error) => this.#fail(error));
    }

    #fail(error) {
        if ((this.#failures += 1) === 1) console.error(`snapveil: parts of the report are left out: ${error.message}`);
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

/** The bytes of an attachment; none of a recording, which may be large. */
async function read({ body, path, contentType }) {
    return (/^(video|audio)\//.test(contentType) ? undefined : body ?? (path && await readFile(path))) ?? Buffer.alloc(0);
}

/** Replaces the content of an attachment. Without contents a sentence takes its place, and the promise is rejected. */
async function replaceAttachment(attachment, contents) {
    try {
        if (attachment.path) await replaceFile(attachment.path, contents);
        // The contents are a part of a reply, which memory need not hold any longer.
        else attachment.body = Buffer.from(await contents);
    } catch (error) {
        delete attachment.path;
        attachment.body = Buffer.from(`This attachment was left out, because it was not sanitised: ${error.message}\n`);
        attachment.contentType = "text/plain";
        throw error;
    }
}

/** Whether the server may take the same parts in smaller requests. */
const isTooMuch = ({ status, code }) => status === 413 || code === "artefact-refused" || code === "too-expensive";

/** Throws the reason why a reply lacks an entry. */
function refuse(entry) {
    throw new SnapveilError("artefact-refused", entry?.dropped.join("; ") || "The reply lacks it");
}
