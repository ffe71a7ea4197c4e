import type { ClientOptions } from "./index.js";

/** The first of the reporters: sanitises what was attached without the fixture, before others write their reports. */
export default class SnapveilReporter {
    constructor(options?: ClientOptions);
    onTestEnd(test: { annotations?: Annotation[] }, result: { annotations?: Annotation[]; attachments: Attachment[] }): void;
    onEnd(): Promise<{ status: "failed" } | undefined>;
    printsToStdio(): boolean;
}

interface Annotation { type: string; description?: string }
interface Attachment { name: string; contentType: string; path?: string; body?: Uint8Array }
