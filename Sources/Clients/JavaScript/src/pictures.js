// What is a picture, and how its file is replaced.

import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";

const signatures = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** Whether bytes are a picture of a screen: a PNG or JPEG, or any picture of pixels by its type. */
export function isPicture(body, contentType = "") {
    const bytes = body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : undefined;
    return signatures.some((signature) => bytes?.subarray(0, signature.length).equals(signature)) || /^image\/(?!svg)/.test(contentType);
}

/**
 * Replaces the picture in a file by what `sanitize` makes of it. If that fails, there is no file.
 *
 * @param {string} path the file
 * @param {(image: Buffer) => Promise<{ image: Buffer }>} sanitize what makes it safe
 */
export async function replacePicture(path, sanitize) {
    const temporary = `${path}.${randomUUID()}`;
    try {
        const result = await sanitize(await readFile(path));
        await writeFile(temporary, result.image);
        await rename(temporary, path);
        return result;
    } catch (error) {
        await Promise.all([path, temporary].map((file) => rm(file, { force: true })));
        throw error;
    }
}
