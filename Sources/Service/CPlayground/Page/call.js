// Says what has to be sent for what a person has chosen. Nothing here knows of the document.

import { textKinds } from "/playground/words.js";
import { hasQuality } from "/playground/formats.js";

/** Regions that go into a URL; more go as a policy in the body, as URLs have to be short. */
const mostInQuery = 24;

/** The name of the form part with the picture that the style `image` covers with. */
const coverPart = "cover";

/** A call of `/v1/sanitize`, or of `/v1/check`. */
export class Call {
    /**
     * @param {[string, string][]} query
     * @param {object|null} policy The policy to send; null where the query names it.
     * @param {{name: string, file: Blob, width: number}} picture
     * @param {{name: string, text: string}|null} source The page source to send.
     * @param {{name: string, file: Blob}|null} cover The picture to cover with.
     * @param {string} path
     */
    constructor(query, policy, picture, source, cover, path = "/v1/sanitize") {
        Object.assign(this, { query, policy, picture, source, cover, path });
    }

    /** Whether there is more to send than the picture. */
    get isForm() {
        return this.policy !== null || this.source !== null || this.cover !== null;
    }

    /** Path and query. */
    target(more = []) {
        const pairs = [...this.query, ...more].map(([name, value]) => `${name}=${escaped(value)}`);
        return `${this.path}${pairs.length ? "?" : ""}${pairs.join("&")}`;
    }

    /** Method and body, for `fetch`. */
    request() {
        return { method: "POST", body: this.isForm ? this.#form() : this.picture.file };
    }

    #form() {
        const form = new FormData();
        form.append("image", this.picture.file, "image");
        if (this.policy) form.append("policy", JSON.stringify(this.policy));
        if (this.source) form.append("hierarchy", this.source.text);
        if (this.cover) form.append(coverPart, this.cover.file, "cover");
        return form;
    }

    /** What makes two calls the same. */
    get signature() {
        return JSON.stringify([this.target(), this.policy, this.source?.text, this.cover?.name, this.picture.id]);
    }
}

/** Escapes what a URL's query cannot hold, and leaves the commas of regions readable. */
function escaped(value) {
    return encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%20", "+");
}

/**
 * The call for what the store holds and this picture.
 *
 * @param {import("/playground/store.js").Store} store
 */
export function callFor(store, picture) {
    const { work } = store;
    const common = [];
    if (work.demandsErased) common.push(["minimumAssurance", "erased"]);
    if (work.format) common.push(["format", work.format]);
    if (hasQuality(work.format) && work.quality !== "") common.push(["quality", work.quality]);
    if (work.mode === "named") {
        const policy = store.policies.get(work.policy)?.document;
        const regions = takesRegions(policy) ? regionPairs(work) : [];
        const source = namesElements(policy) ? picture.source : null;
        return new Call([["policy", work.policy], ...regions, ...common], null, picture, source, null);
    }
    const source = elementTarget(work, picture) ? picture.source : null;
    const cover = work.style === "image" ? store.cover : null;
    if (source || sightTargets(work).length || work.style === "image" || work.regions.length > mostInQuery) {
        return new Call(common, policyFor(work, picture), picture, source, cover);
    }
    const style = styleMembers(work).map(([name, value]) => [name, String(value)]);
    const padding = paddingOf(work) === null ? [] : [["padding", work.padding]];
    return new Call([["style", work.style], ...style, ...regionPairs(work), ...padding, ...common], null, picture, null, null);
}

/**
 * The call that asks what a picture shows, or what its result still shows; null where there is nothing to find that out by.
 *
 * @param {import("/playground/store.js").Store} store
 */
export function checkFor({ work, looksFor }, picture, isResult = false) {
    // The page source says what elements are, and not whether they still show.
    const source = isResult ? null : picture.source;
    const file = isResult ? picture.result.picture : picture.file;
    const looks = looksFor?.length !== 0;
    const words = work.mode === "style" && work.level === "sensitive" ? ownWords(work) : [];
    if (!looks && !source) return null;
    const targets = looks ? sightTargets({ text: "sensitive", faces: "whole", codes: true }) : [];
    if (source) targets.push(sensitiveElements(words), { elements: { kinds: textKinds } });
    // Without a policy the server looks for all of which it knows that it is sensitive.
    const isOwn = !looks || (source !== null && words.length > 0);
    const policy = isOwn ? { rules: targets.map((target) => ({ target, style: { veil: {} } })) } : null;
    return new Call([], policy, { ...picture, file }, source, null, "/v1/check");
}

/** The policy that a person has put together, as it could be sent or kept. */
export function policyFor(work, picture) {
    const style = { [work.style]: Object.fromEntries(styleMembers(work)) };
    const padding = paddingOf(work);
    const rest = padding === null ? { style } : { style, padding };
    const element = elementTarget(work, picture);
    const targets = work.regions.map((region) => ({ region: bare(region) }));
    if (element) targets.push(element);
    targets.push(...sightTargets(work));
    if (!targets.length) targets.push("screen");
    return { rules: targets.map((target) => ({ target, ...rest })) };
}

/** The target for the elements that are to be covered; null if none are. */
export function elementTarget(work, picture) {
    if (!picture?.source || work.level === "none") return null;
    if (work.level === "xpath") return work.xpath.trim() ? { element: work.xpath.trim() } : null;
    return work.level === "sensitive" ? sensitiveElements(ownWords(work)) : { elements: work.level };
}

/** The target for sensitive elements, and for those that these words name. */
function sensitiveElements(words) {
    return { elements: words.length ? { sensitive: { terms: words } } : "sensitive" };
}

/** The words that name what is sensitive in an app of one's own. */
function ownWords({ words }) {
    return words.split(",").map((word) => word.trim()).filter(Boolean);
}

/** The targets that are to be found by looking at the picture. */
export function sightTargets({ text, faces, codes }) {
    return [text !== "none" && { text }, faces !== "none" && { faces }, codes && { codes: "all" }].filter(Boolean);
}

/** Whether a policy covers the regions that a request names. */
export function takesRegions(policy) {
    return policy?.rules?.some(({ target }) => target === "regions") ?? false;
}

/** Whether a policy names elements, so that it needs a page source. */
export function namesElements(policy) {
    return names(policy, ["element", "elements"]);
}

/** Whether a policy names what is found by looking at the picture. */
export function looks(policy) {
    return names(policy, ["text", "faces", "codes"]);
}

/** Whether a policy has a target, of what it covers or keeps, of one of these words. */
function names(policy, words) {
    const isNamed = (target) => typeof target === "object" && words.some((word) => word in target);
    return [...(policy?.rules ?? []).map(({ target }) => target), ...(policy?.keep ?? [])].some(isNamed);
}

function regionPairs({ regions }) {
    return regions.map(({ x, y, width, height }) => ["region", [x, y, width, height].join(",")]);
}

/** A region without what only the page needs. */
function bare({ x, y, width, height }) {
    return { x, y, width, height };
}

/** What is added on each side; null where nothing is. What is no number is left to the server to refuse. */
function paddingOf({ padding }) {
    return padding.trim() === "" || Number(padding) === 0 ? null : number(padding);
}

const numbers = new Set(["radius", "block"]);

/** The parameters that are true or false. */
const flags = new Set(["numbered"]);

/** The members of the style that is chosen, in order; those left empty are left out. */
function styleMembers(work) {
    const members = Object.entries(work.parameters[work.style])
        .filter(([, value]) => value !== "")
        .map(([name, value]) => [name, numbers.has(name) ? number(value) : flags.has(name) ? value === "true" : value]);
    return work.style === "image" ? [["asset", coverPart], ...members] : members;
}

function number(text) {
    return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}
