// Calls the server. The key is kept in this module's memory, and nowhere else.

import { parts } from "/playground/multipart.js";
import { isPicture } from "/playground/formats.js";

let key = "";

/** Sends this key along from now on; an empty text sends none. */
export function useKey(text) {
    key = text;
}

/** Whether a key is sent along. */
export function hasKey() {
    return key !== "";
}

/** Why there is no result: what the server said, or that it said nothing. */
export class Refusal extends Error {
    /**
     * @param {object} problem A problem document (RFC 9457), or as much of one as there is.
     */
    constructor(problem) {
        super(problem.detail ?? problem.title ?? "The server refused the request without a reason.");
        this.status = problem.status ?? 0;
        this.code = (problem.type ?? "").split(":").pop();
        this.pointer = problem.pointer ?? null;
        this.parameter = problem.parameter ?? null;
        /** Where the server explains this kind of problem; null if it does not say. */
        this.help = problem.help ?? null;
    }
}

async function send(path, options = {}) {
    const headers = new Headers(options.headers);
    if (key) headers.set("Authorization", `Bearer ${key}`);
    let response;
    try {
        response = await fetch(path, { cache: "no-store", credentials: "omit", redirect: "error", ...options, headers });
    } catch (error) {
        if (error.name === "AbortError") throw error;
        throw await silence(options.body);
    }
    if (!response.ok) throw await refusal(response);
    return response;
}

/** Says what it may mean that there was no reply. */
async function silence(body) {
    const lives = await fetch("/healthz", { cache: "no-store" }).then((reply) => reply.ok, () => false);
    const detail = !lives
        ? "The server does not answer. Check that it runs, then try again. Your work is still here."
        : body
            ? "The server ended the connection during the upload. The picture may be too large for it."
            : "The server ended the connection. Try again.";
    return new Refusal({ type: "page:no-answer", detail });
}

async function refusal(response) {
    const isProblem = (response.headers.get("Content-Type") ?? "").startsWith("application/problem+json");
    const problem = isProblem ? await response.json().catch(() => ({})) : {};
    return new Refusal({ detail: `The server answered with status ${response.status}.`, ...problem, status: response.status });
}

/** The `policies` of the server, of each its name, summary and assurance, and what the server `looksFor` in pictures. */
export async function policies() {
    return (await send("/v1/policies")).json();
}

/** One policy of the server, whole. */
export async function policy(name) {
    return (await send(`/v1/policies/${encodeURIComponent(name)}`)).json();
}

/** What a call would cover: receipt and plan. */
export async function preview(call, signal) {
    const target = call.target([["preview", "true"]]);
    const response = await send(target, { ...call.request(), headers: { Accept: "application/json" }, signal });
    return response.json();
}

/** What a picture shows that is sensitive: the report of a check. */
export async function check(call) {
    return (await send(call.target(), { ...call.request(), headers: { Accept: "application/json" } })).json();
}

/**
 * Carries a call out.
 *
 * @returns The picture as the server sent it, its receipt, and the redacted page source if one was sent.
 */
export async function sanitize(call) {
    const response = await send(call.target(), { ...call.request(), headers: { Accept: "multipart/mixed" } });
    const found = parts(await response.arrayBuffer(), response.headers.get("Content-Type") ?? "");
    const picture = found.get("image");
    const receipt = found.get("receipt");
    if (!picture || !isPicture(picture.type) || !receipt) {
        throw new Refusal({ detail: "The server's reply holds no picture." });
    }
    return { picture, receipt: JSON.parse(await receipt.text()), hierarchy: found.get("hierarchy") ?? null };
}
