import type { ClientOptions, Policy } from "./index.js";

/**
 * Sanitises every screenshot of Cypress; by default all of it is erased. To be called in `setupNodeEvents`.
 *
 * With `seal`, the name of a group of the server's recipients, what is covered is encrypted to them, and beside each picture as `NAME.age`.
 */
export function sanitizeScreenshots(
    on: (event: "after:screenshot", handler: (details: { path: string }) => Promise<{ path: string; size: number }>) => void,
    options?: ClientOptions & { seal?: string },
): void;

/** Covers the video of every spec; by default all of each frame is erased. To be awaited in `setupNodeEvents`. */
export function sanitizeVideos(
    on: (event: "after:spec", handler: (spec: unknown, results: { video?: string | null } | undefined) => Promise<void>) => void,
    options?: { policy?: Policy | string },
): Promise<void>;
