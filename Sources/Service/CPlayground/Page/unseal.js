// Puts the covered pixels of a redacted picture back, on a canvas of this page: nothing is sent or kept.

import { openAge } from "/playground/age.js";
import { mostIdentityBytes, readIdentities } from "/playground/identities.js";
import { readSealed } from "/playground/sealed.js";
import { NotStoredPNG, readStoredPNG } from "/playground/storedpng.js";
import { Unopened } from "/playground/unopened.js";
import { digest } from "/playground/webcrypto.js";

const mostFileBytes = 256 << 20;
/** Pixels of the largest canvas of any browser. */
const mostPixels = 1 << 28;

/**
 * Opens a sealed picture.
 *
 * @param {{ picture: Blob, sealed: Blob, identity: Blob|Uint8Array }} files The redacted picture, the file that was sealed with
 *     it, and the text of identities that may open that; its bytes are overwritten.
 * @param {import("/playground/unopened.js").Slices} slices
 * @returns {Promise<{ canvas: HTMLCanvasElement, count: number, receipt: Uint8Array }>} The restored picture, the number of
 *     rectangles that were put back, and the receipt as it was sealed.
 */
export async function unseal({ picture, sealed, identity }, slices) {
    const content = readSealed(await contentOf(sealed, identity, slices));
    const bytes = await read(picture, "picture", mostFileBytes);
    if (await digest(bytes) !== content.picture.sha256) throw new Unopened("picture", "This is not the picture that was sealed, or not the file as it was written: a copy that another program has saved is another file.");
    await slices.pause();
    const canvas = await painted(picture, content.picture);
    await restore(canvas, content.rectangles, slices);
    return { canvas, count: content.rectangles.length, receipt: content.receipt };
}

/** What is in the sealed file. The text of the identities, and their keys, are overwritten. */
async function contentOf(sealed, identity, slices) {
    const text = identity instanceof Uint8Array ? identity : await read(identity, "identity", mostIdentityBytes);
    let secrets = [];
    try {
        secrets = readIdentities(text);
        return await openAge(await read(sealed, "sealed", mostFileBytes), secrets, slices);
    } finally {
        for (const secret of [text, ...secrets]) secret.fill(0);
    }
}

const nouns = { picture: "picture", sealed: "sealed file", identity: "identity file" };

async function read(file, place, most) {
    if (file.size > most) throw new Unopened(place, `The ${nouns[place]} is longer than ${most >> 20} MiB. Use snapveil unseal for it.`);
    try {
        return new Uint8Array(await file.arrayBuffer());
    } catch {
        throw new Unopened(place, `The ${nouns[place]} cannot be read.`);
    }
}

/** The redacted picture on a canvas, in the colours that its file has. */
async function painted(picture, { width, height }) {
    if (width * height > mostPixels) throw tooLarge();
    const bitmap = await createImageBitmap(picture, { colorSpaceConversion: "none", premultiplyAlpha: "none" }).catch(() => {
        throw new Unopened("picture", "This browser cannot show the picture. Use snapveil unseal for it.");
    });
    try {
        if (bitmap.width !== width || bitmap.height !== height) throw new Unopened("sealed", "The sealed content is malformed: it says another size than its picture has.");
        const canvas = document.createElement("canvas");
        canvas.width = width;
        canvas.height = height;
        // In memory and not on the graphics card, which would round otherwise.
        const context = canvas.getContext("2d", { willReadFrequently: true });
        if (!context) throw tooLarge();
        context.drawImage(bitmap, 0, 0);
        return canvas;
    } finally {
        bitmap.close();
    }
}

function tooLarge() {
    return new Unopened("general", "The picture is too large for this browser. Use snapveil unseal for it.");
}

async function restore(canvas, rectangles, slices) {
    const context = canvas.getContext("2d");
    for (const [index, { x, y, width, height, png }] of rectangles.entries()) {
        try {
            context.putImageData(new ImageData(readStoredPNG(png, width, height), width, height), x, y);
        } catch (error) {
            if (!(error instanceof NotStoredPNG)) throw error;
            throw new Unopened("sealed", `The sealed content is malformed: the PNG of rectangle ${index + 1} ${error.message}.`);
        }
        await slices.pause();
    }
}
