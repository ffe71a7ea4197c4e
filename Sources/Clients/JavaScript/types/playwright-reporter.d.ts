import type { ClientOptions } from "./index.js";

/** The first of the reporters: sanitises attachments and the texts of results before others write their reports. */
export default class SnapveilReporter {
    constructor(options?: ClientOptions);
    /** Test and result are changed in place, before `onEnd` resolves. */
    onTestEnd(test: { annotations?: Annotation[] }, result: TestResult): void;
    onEnd(): Promise<{ status: "failed" } | undefined>;
    printsToStdio(): boolean;
}

/** What the reporter needs of a result of Playwright Test. */
interface TestResult {
    annotations?: Annotation[];
    attachments: Attachment[];
    error?: object;
    errors?: object[];
    steps?: object[];
    stdout?: (string | Uint8Array)[];
    stderr?: (string | Uint8Array)[];
}

interface Annotation { type: string; description?: string }
interface Attachment { name: string; contentType: string; path?: string; body?: Uint8Array }
