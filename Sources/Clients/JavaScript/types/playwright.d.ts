import { expect, test as base } from "@playwright/test";
import type { ClientOptions, LocatorLike, Policy } from "./index.js";

export { expect };
export { safeScreenshot } from "./index.js";

/** The option `snapveil` of a project: `use: { snapveil: { policy: "…" } }`. */
export interface SnapveilOptions extends ClientOptions {
    /** CSS selectors of what to cover; by default every field of a page. */
    mask?: (string | LocatorLike)[];
    /** The name of a group of the server's recipients: what is covered is encrypted to them, and beside each picture as `NAME.age`. */
    seal?: string;
    /** What to cover in videos, which are refused without it: a policy, or the name of one that is built in. */
    videoPolicy?: Policy | string;
}

/** The `test` of Playwright, whose screenshots are sanitised before they are written or attached. */
export const test: typeof base;

/** The same of a `test` of your own. */
export function sanitized<Test extends typeof base>(base: Test): Test;
