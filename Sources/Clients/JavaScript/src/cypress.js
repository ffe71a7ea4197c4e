// What handles Cypress' event `after:screenshot`.

import { readFile } from "node:fs/promises";
import { Snapveil } from "./client.js";
import { replaceFile } from "./pictures.js";
import { complain } from "./screenshots.js";

/**
 * Sanitises every screenshot of Cypress: `setupNodeEvents(on) { sanitizeScreenshots(on, { policy: "…" }) }`.
 *
 * Cypress writes a picture before it tells of it. Where it cannot be sanitised, the file is removed.
 *
 * @param {(event: string, handler: Function) => void} on what Cypress hands to `setupNodeEvents`
 * @param {object} [options] those of `Snapveil`; by default all of a picture is erased
 */
export function sanitizeScreenshots(on, { policy = "blackout", ...options } = {}) {
    const client = new Snapveil({ policy, ...options });
    on("after:screenshot", async ({ path }) => {
        try {
            const result = readFile(path).then((bytes) => client.sanitize(bytes));
            await replaceFile(path, result.then(({ image }) => image));
            return { path, size: (await result).image.length };
        } catch (error) {
            complain(error);
            throw error;
        }
    });
}
