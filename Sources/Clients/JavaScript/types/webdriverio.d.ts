import type { ClientOptions } from "./index.js";

/** The service of WebdriverIO: `services: [[SnapveilService, { policy: "…" }]]`. */
export default class SnapveilService {
    /** `mask` are CSS selectors of what to cover; by default every field of a page. */
    constructor(options?: ClientOptions & { mask?: string[] });
    before(capabilities: unknown, specs: string[], browser: object): Promise<void>;
}
