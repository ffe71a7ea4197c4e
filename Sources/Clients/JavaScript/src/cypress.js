// What handles Cypress' events `after:screenshot` and `after:spec`.

import { readFile } from "node:fs/promises";
import { Snapveil } from "./client.js";
import { replaceFile, writeSealed } from "./pictures.js";
import { Recordings } from "./recordings.js";
import { complain } from "./screenshots.js";

/**
 * Sanitises every screenshot of Cypress: `setupNodeEvents(on) { sanitizeScreenshots(on, { policy: "…" }) }`.
 *
 * Cypress writes a picture before it tells of it. Where it cannot be sanitised, the file is removed.
 *
 * @param {(event: string, handler: Function) => void} on what Cypress hands to `setupNodeEvents`
 * @param {object} [options] those of `Snapveil`, by default all of a picture is erased; and `seal`, the name of a group of the server's
 *   recipients: what is covered is encrypted to them, and written beside the picture as `NAME.age`
 */
export function sanitizeScreenshots(on, { policy = "blackout", seal, ...options } = {}) {
    const client = new Snapveil({ policy, ...options });
    on("after:screenshot", async ({ path }) => {
        try {
            const result = readFile(path).then((bytes) => client.sanitize(bytes, { seal }));
            await replaceFile(path, result.then(async ({ image, sealed }) => {
                await writeSealed(path, sealed);
                return image;
            }));
            return { path, size: (await result).image.length };
        } catch (error) {
            complain(error);
            throw error;
        }
    });
}

/**
 * Covers the video of every spec: `async setupNodeEvents(on) { await sanitizeVideos(on, { policy: "…" }) }`.
 *
 * Cypress writes a video while a spec runs, and compresses and uploads it after this. Where it cannot be covered, the file is removed.
 *
 * @param {(event: string, handler: Function) => void} on what Cypress hands to `setupNodeEvents`
 * @param {object} [options]
 * @param {object|string} [options.policy] a policy, or the name of one that is built in; by default all of each frame is erased
 * @throws {SnapveilError} where no video can be covered by the policy on this machine
 */
export async function sanitizeVideos(on, { policy = "blackout" } = {}) {
    const recordings = new Recordings(policy);
    on("after:spec", async (spec, results) => {
        if (!results?.video) return;
        try {
            await recordings.replace(results.video);
        } catch (error) {
            complain(error, "video");
            throw error;
        }
    });
    await recordings.start();
}
