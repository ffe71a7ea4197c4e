/** A policy, as the server's `/v1/policy.schema.json` describes it. */
export interface Policy {
    name?: string;
    summary?: string;
    units?: "pixels" | "points" | "ratio";
    scale?: number;
    minimumAssurance?: "obscured" | "erased";
    minimumCoverage?: number;
    phases?: ("active" | "inactive" | "background")[];
    rules: Rule[];
    keep?: Target[];
    texts?: { kinds?: "sensitive" | string[]; minimumScore?: number; replacement?: string };
    seal?: "allowed" | "never";
}

export interface Rule {
    target: Target;
    style: Style;
    padding?: number;
    atLeast?: number;
    minimumHeight?: number;
    unplaceable?: "refuse" | "skip";
    outside?: "cover" | "keep";
}

export interface Rect { x: number; y: number; width: number; height: number }
export type Level = "all-text" | "user-input" | "sensitive";
export type Target =
    | "screen"
    | "regions"
    | { region: Rect & { cornerRadius?: number } }
    | { ellipse: Rect }
    | { polygon: [number, number][] }
    | { element: string | { identifier?: string; type?: string; label?: string; value?: string } }
    | { elements: Level | { sensitive: { terms: string[] } } | { kinds: string[] } }
    | { text: "all" | "sensitive" | TextSight }
    | { faces: "whole" | "eyes" | { part: "whole" | "eyes"; shape?: "rect" | "ellipse" } }
    | { codes: "all" };
export type TextSight = ({ kinds: string[] } | { matches: string } | { beside: string }) & { extent?: "value" | "line" };
export type Style =
    | { fill: { color: string } }
    | { veil: { radius?: number } }
    | { message: { text?: string; title?: string; textColor?: string; background?: string; appearance?: "light" | "dark" | "automatic"; textSize?: number; symbol?: "lock" | "eye" } }
    | { label: { numbered?: boolean } }
    | { image: { asset: string; contentMode?: "aspectFill" | "aspectFit" | "fill" | "center"; background?: string; required?: boolean } }
    | { blur: { radius: number } }
    | { pixelate: { block: number } };

export type Assurance = "untouched" | "obscured" | "erased";

/** What was covered, and what the covers are worth. */
export interface Receipt {
    policy?: string;
    phase?: "active" | "inactive" | "background";
    snapshot: { width: number; height: number; format: "png" | "jpeg" | "webp" | "heic" | "ktx" };
    verified?: "structure";
    assurance: Assurance;
    covered: Covered[];
    matches?: { rule: number; count: number }[];
    detected?: true;
    lookedFor?: ("codes" | "faces" | "text")[];
    models?: string[];
    warnings?: string[];
    sealed?: { recipients: number; forbidden?: "policy" | "operator" };
}

export interface Covered {
    rule: number;
    target: string;
    rect: Rect;
    shape?: string;
    style: "fill" | "veil" | "message" | "label" | "image" | "blur" | "pixelate";
    assurance: Assurance;
    matched?: { type: string; identifier?: string };
    found?: "text" | "face" | "code";
    kind?: string;
    score?: number;
    reason?: Reason;
    outside?: boolean;
    warning?: string;
    message?: "omitted";
}

/** The evidence for a finding or an element. */
export type Reason =
    "caption" | "checksum" | "form" | "lexicon" | "surroundings" | "look" | "pattern" | "selector" | "source";

/** What a picture shows of what the rules of a policy look for. */
export interface Check {
    policy?: string;
    snapshot: Receipt["snapshot"];
    /** What was found. That there is nothing says that nothing was found, and not that nothing is there. */
    findings: Finding[];
    lookedFor?: ("codes" | "faces" | "text")[];
    models?: string[];
    warnings?: string[];
}

/** Something that a rule would have covered: where it is and what it is, never what it says. */
export interface Finding {
    rule: number;
    target: string;
    kind: string;
    score?: number;
    reason: Reason;
    rect: Rect;
    matched?: NonNullable<Covered["matched"]>;
}

export interface Result {
    /** The bytes of the picture: a `Buffer`. */
    image: Uint8Array;
    type: "image/png" | "image/jpeg" | "image/webp";
    receipt: Receipt;
    /** The page source without what covered elements say, if one was sent. */
    hierarchy?: string;
    /** A file of age with what was covered, encrypted to the recipients of `seal`: a `Buffer`. Not there if nothing was sealed. */
    sealed?: Uint8Array;
}

export interface ClientOptions {
    /** Where the server is; by default `SNAPVEIL_URL`, else `http://127.0.0.1:8080`. */
    url?: string | URL;
    /** A key of the server; by default `SNAPVEIL_KEY`. */
    key?: string;
    /** What to cover where a call does not say so: a policy, or the name of one of the server's. */
    policy?: Policy | string;
    /** Milliseconds for a call with all of its tries; by default 30000. */
    deadline?: number;
}

export interface SanitizeOptions {
    policy?: Policy | string;
    /** The page source of Appium, UiAutomator or Maestro, or the boxes of a page. */
    hierarchy?: string | object;
    /** Pictures that styles name. */
    assets?: Record<string, Uint8Array | Blob>;
    /** What a policy for regions covers. */
    regions?: Rect[];
    units?: "pixels" | "points" | "ratio";
    scale?: number;
    padding?: number;
    phase?: "active" | "inactive" | "background";
    minimumAssurance?: "obscured" | "erased";
    format?: "png" | "jpeg" | "webp";
    quality?: number;
    compression?: "fast" | "balanced" | "small";
    /** The name of a group of the server's recipients, to whom what is covered is encrypted. */
    seal?: string;
}

/** What became of an entry of an artefact. It holds no value. */
export interface ArtefactEntry {
    /** The path in the result; none for an artefact that is a text. */
    name?: string;
    outcome: "kept" | "redacted" | "dropped";
    /** The number of values that were taken out, by kind. */
    values: Record<string, number>;
    pictures: number;
    /** Why it, or parts of it, are not in the result. */
    dropped: string[];
}

export interface ArtefactResult {
    /** The bytes of the archive or the text: a `Buffer`. */
    artefact: Uint8Array;
    type: "application/zip" | "application/x-tar" | "application/gzip" | "application/zstd" | "text/plain; charset=utf-8";
    receipt: { entries: ArtefactEntry[] };
    /** A file of age with the artefact as it was, encrypted to the recipients of `seal`: a `Buffer`. Not there if nothing was sealed. */
    sealed?: Uint8Array;
}

export interface ArtefactOptions {
    policy?: Policy | string;
    /** What becomes of a file that is neither a picture nor a text; by default it is dropped. */
    unknown?: "drop" | "keep" | "fail";
    /** The name of a group of the server's recipients, to whom the artefact as it was is encrypted. */
    seal?: string;
}

export interface CheckOptions {
    /** What counts is what its rules would cover; by default that of the client, else everything that the server knows. */
    policy?: Policy | string;
    /** The page source of Appium, UiAutomator or Maestro, or the boxes of a page. */
    hierarchy?: string | object;
    units?: "pixels" | "points" | "ratio";
    scale?: number;
}

/** A server of Snapveil. A call that meets a busy server is tried again after the time that it names. */
export class Snapveil {
    constructor(options?: ClientOptions);
    /** Sanitises a PNG or JPEG. Rejects with a `SnapveilError`. */
    sanitize(image: Uint8Array | Blob, options?: SanitizeOptions): Promise<Result>;
    /** Takes what is sensitive out of a zip archive, such as a trace of Playwright, or a text. Rejects with a `SnapveilError`. */
    sanitizeArtefact(artefact: Uint8Array | Blob, options?: ArtefactOptions): Promise<ArtefactResult>;
    /** Finds what a picture shows that is sensitive. Rejects with a `SnapveilError` if that cannot be told. */
    check(image: Uint8Array | Blob, options?: CheckOptions): Promise<Check>;
}

/** Why there is no sanitised picture, or no check. It never holds a pixel. */
export class SnapveilError extends Error {
    /** The code of a problem of the server, such as `region-outside`, or of the kit, such as `unreachable`. */
    readonly code: string;
    readonly detail: string;
    readonly title?: string;
    readonly status?: number;
    /** The place in the policy, as a JSON Pointer. */
    readonly pointer?: string;
    readonly parameter?: string;
    readonly help?: string;
}

/** The CSS selector of what is covered where nobody says more: whatever a person types into or picks from. */
export const fields: string;

/** What the kit needs of a locator of Playwright. */
export interface LocatorLike {
    elementHandles(): Promise<{ boundingBox(): Promise<Rect | null>; dispose(): Promise<void> }[]>;
}

/** What the kit needs of a page, a locator or an element handle of Playwright. */
export interface Pictured {
    screenshot(options?: any): Promise<Uint8Array>;
}

export interface ScreenshotOptions {
    /** Locators and CSS selectors of what to cover; by default every field of the page. */
    mask?: (LocatorLike | string)[];
    /** By default every box of `mask` is covered. */
    policy?: Policy | string;
    client?: Snapveil;
    path?: string;
    /** The name of a group of the server's recipients: what is covered is encrypted to them, and beside `path` as `NAME.age`. */
    seal?: string;
    type?: "png" | "jpeg";
    quality?: number;
    fullPage?: boolean;
    clip?: Rect;
    scale?: "css" | "device";
    animations?: "disabled" | "allow";
    caret?: "hide" | "initial";
    omitBackground?: boolean;
    timeout?: number;
}

/** Takes a picture of a page, a locator or an element handle of Playwright, and has it sanitised before it is written. */
export function safeScreenshot(target: Pictured, options?: ScreenshotOptions): Promise<Result>;

/** Has every `screenshot` of Playwright in this process sanitised; what it resolves to ends that. */
export function sanitizeScreenshots(
    page: Pictured,
    settings?: Pick<ScreenshotOptions, "mask" | "policy" | "client" | "seal"> & { onResult?(result: Result): void },
): Promise<() => void>;
