// What is a picture, what is an archive or a text, and how its file is replaced.

import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";

const signatures = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** Whether bytes are a picture of a screen: a PNG or JPEG, or any picture of pixels by its type. */
export function isPicture(body, contentType = "") {
    const bytes = body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength) : undefined;
    return signatures.some((signature) => bytes?.subarray(0, signature.length).equals(signature)) || /^image\/(?!svg)/.test(contentType);
}

/** Whether a file is an archive or a text by its type: a trace, a log, the context of an error. */
export const isArtefact = (contentType = "") => /^text\/|^application\/(zip|x-zip-compressed|json|xml|.*\+(json|xml))\b/.test(contentType);

/** Whether bytes are a text, whatever the media type says, such as `application/octet-stream` of a HAR. */
export const isText = (bytes) => isUtf8(bytes) && !bytes.includes(0);

/**
 * Writes the sealed file of a picture beside it, as `NAME.age`, if there is one.
 *
 * @param {string} path the picture
 * @param {Buffer} [sealed] the contents
 */
export async function writeSealed(path, sealed) {
    if (sealed) await writeFile(`${path}.age`, sealed);
}

/**
 * Replaces a file. If there are no contents, there is no file.
 *
 * @param {string} path the file
 * @param {Promise<Buffer>} contents the safe ones
 */
export async function replaceFile(path, contents) {
    const temporary = `${path}.${randomUUID()}`;
    try {
        await writeFile(temporary, await contents);
        await rename(temporary, path);
    } catch (error) {
        await Promise.all([path, temporary].map((file) => rm(file, { force: true })));
        throw error;
    }
}
