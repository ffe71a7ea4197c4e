// The client: two calls, their errors, and the retries of a server that is busy.

import { createHash } from "node:crypto";

/** Why there is no sanitised picture, or no check. It never holds a pixel. */
export class SnapveilError extends Error {
    /**
     * @param {string} code the code of a problem document, such as `region-outside`; or `unreachable`, `timeout`,
     *   `no-snapveil`, `page-moved`, `page-panned` and `key-unusable`, which the kit says itself
     */
    constructor(code, detail, members = {}, options = {}) {
        super(`${detail} (${code})`, options);
        this.name = "SnapveilError";
        this.code = code;
        this.detail = detail;
        const { title, status, pointer, parameter, help } = members;
        Object.assign(this, { title, status, pointer, parameter, help });
    }
}

/** The longest reply in bytes: a server has no more for all of its replies together, unless its operator says so. */
const longestReply = 2 ** 28;

/** The sanitised pictures of this process, by their digests, so that nothing is sanitised twice. */
const sanitized = new Set();

/** What a report says of a picture to be recognised: a part of its SHA-256. */
export const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 32);

/** Whether a client of this process made these bytes. */
export const isSanitized = (bytes) => sanitized.has(digest(bytes));

const textual = (value) => (typeof value === "string" ? value : JSON.stringify(value));
const blob = (bytes) => (bytes instanceof Blob ? bytes : new Blob([bytes]));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A server of Snapveil. Connections are kept and shared by `fetch`. */
export class Snapveil {
    /**
     * @param {object} [options]
     * @param {string} [options.url] where the server is; by default `SNAPVEIL_URL`, else `http://127.0.0.1:8080`
     * @param {string} [options.key] a key of the server; by default `SNAPVEIL_KEY`
     * @param {object|string} [options.policy] what to cover, or to look for, where a call does not say so
     * @param {number} [options.deadline] milliseconds for a call with all of its tries
     */
    constructor({ url, key, policy, deadline = 30_000 } = {}) {
        const { SNAPVEIL_URL, SNAPVEIL_KEY } = process.env;
        this.url = new URL(`${url ?? (SNAPVEIL_URL || "http://127.0.0.1:8080")}`.replace(/\/*$/, "/"));
        this.key = (key ?? SNAPVEIL_KEY)?.trim();
        if (this.key && !/^[ -~]+$/.test(this.key)) {
            // What `fetch` says of such a header has the key in it, and would be in reports.
            throw new SnapveilError("key-unusable", "The key has a character that no header carries, such as the end of a line");
        }
        this.policy = policy;
        this.deadline = deadline;
    }

    /**
     * Sanitises a PNG or JPEG.
     *
     * @param {Uint8Array|Blob} image the bytes of the file, or a blob, as `fs.openAsBlob` makes one of a file that is sent as it is read
     * @param {object} [options] `policy`, `hierarchy`, `assets`, `regions`, and any parameter of `/v1/sanitize`, such as `seal`
     * @returns {Promise<{ image: Buffer, type: string, receipt: object, hierarchy?: string, sealed?: Buffer }>}
     * @throws {SnapveilError}
     */
    async sanitize(image, options = {}) {
        const isReply = (reply) => typeof reply.image?.data === "string" && reply.receipt && isSealedFile(reply.sealed);
        const reply = await this.#ask("v1/sanitize", image, options, isReply);
        const bytes = Buffer.from(reply.image.data, "base64");
        sanitized.add(digest(bytes));
        return { image: bytes, type: reply.image.type, receipt: reply.receipt, hierarchy: reply.hierarchy, sealed: sealedOf(reply) };
    }

    /**
     * Takes what is sensitive out of what a test run leaves behind: a zip archive, such as a trace of Playwright, or a text.
     *
     * @param {Uint8Array|Blob} artefact the bytes of the file
     * @param {object} [options] `policy`, `seal`, and `unknown`: what becomes of a file that is neither a picture nor a text
     * @returns {Promise<{ artefact: Buffer, type: string, receipt: { entries: object[] }, sealed?: Buffer }>}
     * @throws {SnapveilError}
     */
    async sanitizeArtefact(artefact, options = {}) {
        const isReply = (reply) => typeof reply.artefact?.data === "string" && reply.receipt && isSealedFile(reply.sealed);
        const reply = await this.#ask("v1/sanitize", artefact, options, isReply);
        const bytes = Buffer.from(reply.artefact.data, "base64");
        return { artefact: bytes, type: reply.artefact.type, receipt: reply.receipt, sealed: sealedOf(reply) };
    }

    /**
     * Finds what a picture shows that is sensitive: where it is and of what kind, never what it says. That there are no findings
     * says that nothing was found, and not that nothing is there.
     *
     * @param {Uint8Array|Blob} image as `sanitize` takes it
     * @param {object} [options] `policy`, whose rules say what counts; without one everything that the server knows; `hierarchy`,
     *   `units` and `scale`
     * @returns {Promise<{ snapshot: object, findings: object[] }>}
     * @throws {SnapveilError}
     */
    async check(image, options = {}) {
        return this.#ask("v1/check", image, options, ({ findings }) => Array.isArray(findings));
    }

    /** Posts a picture and what belongs to it; the reply, which `isReply` has to take for one. */
    async #ask(path, image, { policy = this.policy, hierarchy, assets = {}, regions = [], ...parameters }, isReply) {
        const url = new URL(path, this.url);
        const form = new FormData();
        form.append("image", blob(image), "image");
        if (policy !== undefined) form.append("policy", textual(policy));
        if (hierarchy !== undefined) form.append("hierarchy", textual(hierarchy));
        for (const [name, bytes] of Object.entries(assets)) form.append(name, blob(bytes), name);
        for (const { x, y, width, height } of regions) url.searchParams.append("region", [x, y, width, height].join());
        for (const [name, value] of Object.entries(parameters)) {
            if (value !== undefined) url.searchParams.append(name, value);
        }
        return this.#post(url, form, isReply);
    }

    /** Posts a form until there is a reply, or no time is left. */
    async #post(url, form, isReply) {
        const end = Date.now() + this.deadline;
        const headers = { Accept: "application/json", ...(this.key && { Authorization: `Bearer ${this.key}` }) };
        for (let again = false; ; again = true) {
            const signal = AbortSignal.timeout(Math.max(end - Date.now(), 1));
            try {
                // A redirect is no reply of Snapveil: the picture is for the server that was named, and for no other.
                const response = await fetch(url, { method: "POST", headers, body: form, signal, redirect: "manual" });
                const wait = response.status === 503 ? 1000 * Number(response.headers.get("Retry-After") ?? NaN) : NaN;
                if (!(wait >= 0) || Date.now() + wait >= end) return await read(response, url, isReply);
                await response.body?.cancel();
                await pause(wait);
            } catch (error) {
                if (error instanceof SnapveilError) throw error;
                if (signal.aborted) throw new SnapveilError("timeout", `No reply within ${this.deadline} ms from ${url.origin}`);
                // A server may close a kept connection just when it is used again. Nothing is lost by another try.
                if (!again && ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(error.cause?.code)) continue;
                const reason = error.cause?.message || error.cause?.code || error.message;
                const detail = `No Snapveil server answers at ${url.origin}: ${reason}. Start one, or set SNAPVEIL_URL`;
                throw new SnapveilError("unreachable", detail, {}, { cause: error });
            }
        }
    }
}

/** Whether a sealed file in a reply is one, or is not there. */
const isSealedFile = (sealed) => sealed === undefined || typeof sealed?.data === "string";

/** The sealed file in a reply; undefined if nothing was sealed. */
const sealedOf = ({ sealed }) => (sealed ? Buffer.from(sealed.data, "base64") : undefined);

/** The reply of a server, which `isReply` has to take for one; throws its problem. */
async function read(response, url, isReply) {
    const type = response.headers.get("Content-Type") ?? "";
    const refuse = (reason) => {
        throw new SnapveilError("no-snapveil", `The server at ${url.origin} is not Snapveil: ${reason}`, { status: response.status });
    };
    const bytes = /^application\/(problem\+)?json\b/.test(type) ? await bodyOf(response) : Buffer.of();
    if (!bytes) refuse(`its reply has more than ${longestReply} bytes`);
    const reply = parsed(bytes);
    const code = /^urn:snapveil:problem:(.+)$/.exec(reply?.type)?.[1];
    if (code) throw new SnapveilError(code, reply.detail, reply);
    if (response.ok && isReply(reply ?? {})) return reply;
    await response.body?.cancel().catch(() => {});
    refuse(`status ${response.status}, ${type || "no type"}`);
}

/** The body of a response; undefined if it is longer than a reply may be, and then it is left. */
async function bodyOf({ headers, body }) {
    let bytes = Buffer.of(), length = 0;
    if (Number(headers.get("Content-Length")) > longestReply) return void await body.cancel();
    for await (const chunk of body ?? []) {
        const end = length + chunk.length;
        if (end > longestReply) return undefined;
        // Chunks of a byte would take a hundred times as much, so none is kept.
        if (end > bytes.length) bytes = Buffer.concat([bytes], Math.min(2 * end, longestReply));
        bytes.set(chunk, length);
        length = end;
    }
    return bytes.subarray(0, length);
}

/** What a text in JSON says; undefined if it is none. */
function parsed(bytes) {
    try {
        return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
        return undefined;
    }
}
