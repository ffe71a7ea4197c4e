import type { ClientOptions } from "./index.js";

/** Sanitises every screenshot of Cypress; by default all of it is erased. To be called in `setupNodeEvents`. */
export function sanitizeScreenshots(
    on: (event: "after:screenshot", handler: (details: { path: string }) => Promise<{ path: string; size: number }>) => void,
    options?: ClientOptions,
): void;
