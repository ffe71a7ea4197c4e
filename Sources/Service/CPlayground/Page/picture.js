// Reads pictures from files, and paints them at the size that they are shown at.

import { formatOf } from "/playground/formats.js";

let count = 0;

/** A file that the browser cannot show. */
export class Unreadable extends Error {}

/**
 * Reads a picture.
 *
 * @param {Blob} file
 * @param {string} name What the file is called.
 * @returns {Promise<object>} The picture: its file, its size in pixels, and a place for its page source and its result.
 */
export async function readPicture(file, name) {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    try {
        await image.decode();
    } catch {
        URL.revokeObjectURL(url);
        throw new Unreadable(name);
    }
    const { naturalWidth: width, naturalHeight: height } = image;
    return {
        id: ++count, name: name || `shot.${formatOf(file.type).extension}`, file, url, width, height,
        source: null, result: null, refusal: null, preview: null, report: null,
    };
}

/** Lets go of what the browser keeps of a picture and of its result. */
export function release(picture) {
    URL.revokeObjectURL(picture.url);
    if (picture.result) URL.revokeObjectURL(picture.result.url);
}

/**
 * Paints a picture on a canvas once, scaled down to `width` pixels: what is shown while regions are dragged is never painted
 * again.
 */
export async function paint(canvas, picture, width) {
    const wanted = Math.max(1, Math.min(Math.ceil(width), picture.width));
    const options = wanted < picture.width ? { resizeWidth: wanted, resizeQuality: "medium" } : {};
    const bitmap = await createImageBitmap(picture.file, options);
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
}
