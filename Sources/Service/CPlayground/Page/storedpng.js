// Reads the PNG of a sealed rectangle: 8-bit RGBA that is stored and not compressed (PNG, third edition; RFC 1950 and 1951).
// A canvas would round the colours of translucent pixels. Checksums say nothing: age has authenticated every byte.

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A file that is not of this one form. The message is the end of a sentence. */
export class NotStoredPNG extends Error {}

/**
 * The samples of a picture: red, green, blue and alpha of each pixel, row by row.
 *
 * @param {Uint8Array} bytes The file.
 * @param {number} width The width that it has to have, in pixels.
 * @param {number} height The height that it has to have, in pixels.
 */
export function readStoredPNG(bytes, width, height) {
    if (!signature.every((byte, index) => bytes[index] === byte)) throw new NotStoredPNG("is no PNG");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const parts = [];
    let isEnded = false;
    for (let at = signature.length; at < bytes.length;) {
        if (isEnded) throw new NotStoredPNG("has bytes behind its end");
        const length = at + 12 <= bytes.length ? view.getUint32(at) : Infinity;
        if (length > bytes.length - at - 12) throw new NotStoredPNG("is cut");
        const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const content = bytes.subarray(at + 8, at + 8 + length);
        if ((at === signature.length) !== (type === "IHDR")) throw new NotStoredPNG("does not begin with its header");
        if (type === "IHDR") checkHeader(content, width, height);
        else if (type === "IDAT") parts.push(content);
        else if (type === "IEND" && length === 0) isEnded = true;
        else throw new NotStoredPNG("has more than pixels in it");
        at += 12 + length;
    }
    if (!isEnded) throw new NotStoredPNG("is cut");
    return samples(stored(joined(parts)), width, height);
}

function checkHeader(content, width, height) {
    if (content.length !== 13) throw new NotStoredPNG("has a malformed header");
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    if (view.getUint32(0) !== width || view.getUint32(4) !== height) throw new NotStoredPNG("has another size than its rectangle");
    if (content[8] !== 8 || content[9] !== 6) throw new NotStoredPNG("is not of 8-bit RGBA");
    if (content[10] !== 0 || content[11] !== 0 || content[12] !== 0) throw new NotStoredPNG("is interlaced, or of an unknown method");
}

function joined(parts) {
    if (parts.length === 1) return parts[0];
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
    }
    return bytes;
}

/** The blocks of a stream of zlib, each of which has to be stored. */
function stored(stream) {
    const [method, flags] = stream;
    const isZlib = (method & 15) === 8 && method >> 4 <= 7 && (flags & 32) === 0 && (method * 256 + flags) % 31 === 0;
    if (!isZlib) throw new NotStoredPNG("has no stream of pixels");
    const blocks = [];
    let isLast = false;
    let at = 2;
    while (!isLast) {
        if (at + 5 > stream.length) throw new NotStoredPNG("has too few pixels");
        if (stream[at] > 1) throw new NotStoredPNG("is compressed");
        isLast = stream[at] === 1;
        const length = stream[at + 1] | (stream[at + 2] << 8);
        if ((length ^ 0xffff) !== (stream[at + 3] | (stream[at + 4] << 8))) throw new NotStoredPNG("has a malformed block");
        at += 5 + length;
        if (at > stream.length) throw new NotStoredPNG("has too few pixels");
        blocks.push(stream.subarray(at - length, at));
    }
    if (at + 4 !== stream.length) throw new NotStoredPNG("has bytes behind its pixels");
    return joined(blocks);
}

function samples(rows, width, height) {
    const rowLength = 4 * width;
    if (rows.length !== height * (1 + rowLength)) throw new NotStoredPNG(`has too ${rows.length < height * (1 + rowLength) ? "few" : "many"} pixels`);
    const pixels = new Uint8ClampedArray(height * rowLength);
    for (let row = 0; row < height; row++) {
        const start = row * (1 + rowLength);
        if (rows[start] !== 0) throw new NotStoredPNG("has filtered rows");
        pixels.set(rows.subarray(start + 1, start + 1 + rowLength), row * rowLength);
    }
    return pixels;
}
