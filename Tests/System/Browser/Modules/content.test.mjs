// What Snapveil seals: the line that lists the parts, and the pictures of rectangles.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { ascii, reason } from "./support.mjs";

const { readSealed } = await import("/playground/sealed.js");
const { NotStoredPNG, readStoredPNG } = await import("/playground/storedpng.js");

const picture = { sha256: "ab".repeat(32), width: 100, height: 50 };
const place = { x: 10, y: 20, width: 90, height: 30, png: 4 };

/** Sealed content with these changes to its line. */
function content(changes, rest = "{}\u0001\u0002\u0003\u0004", start = "snapveil-sealed/1\n") {
    return ascii(`${start}${JSON.stringify({ picture, receipt: 2, rectangles: [place], ...changes })}\n${rest}`);
}

const refused = (bytes, what) => assert.throws(() => readSealed(bytes), reason("sealed", `The sealed content is malformed: it ${what}.`));

test("the parts of sealed content are where its line says", () => {
    const { receipt, rectangles, picture: read } = readSealed(content({}));
    assert.deepEqual([...receipt], [...ascii("{}")]);
    assert.deepEqual(rectangles, [{ ...place, png: Uint8Array.of(1, 2, 3, 4) }]);
    assert.deepEqual(read, picture);
    assert.deepEqual(readSealed(content({ rectangles: [] }, "{}")).rectangles, []);
});

test("content that is not Snapveil's, or of a newer version, is named", () => {
    assert.throws(() => readSealed(ascii("a letter")), /Snapveil did not seal it: .* Use age -d\./);
    assert.throws(() => readSealed(new Uint8Array(0)), /Snapveil did not seal it/);
    for (const version of ["2", "1.1", "10", ""]) assert.throws(() => readSealed(content({}, "", `snapveil-sealed/${version}\n`)), /newer version of Snapveil/, version);
});

test("each line that lists no parts says why", () => {
    refused(ascii("snapveil-sealed/1"), "has no line that lists its parts");
    refused(ascii("snapveil-sealed/1\n{}"), "has no line that lists its parts");
    for (const line of ["", "[]", "null", "{", "{}{}", "{\"a\":\"\xff\"}"]) refused(ascii(`snapveil-sealed/1\n${line}\n`), "lists its parts in a line that is no JSON object");
    for (const sha256 of [undefined, 1, "AB".repeat(32), "ab".repeat(31)]) refused(content({ picture: { ...picture, sha256 } }), "does not say which picture it belongs to");
    for (const width of [0, -1, 1.5, "100", 2 ** 31, null]) refused(content({ picture: { ...picture, width } }), "does not say how large its picture is");
    for (const receipt of [-1, 0.5, "2", undefined, 2 ** 60]) refused(content({ receipt }), "does not say how long its receipt is");
    for (const rectangles of [undefined, {}, 3]) refused(content({ rectangles }), "lists no rectangles");
    for (const more of [{ more: 1 }, { picture: { ...picture, more: 1 } }, { rectangles: [{ ...place, more: 1 }] }]) refused(content(more), "says more in its line than this page knows");
    refused(content({ rectangles: Array(4097).fill(0) }), "lists more than 4096 rectangles");
});

test("rectangles have to lie in the picture, and bytes have to be those that the line counts", () => {
    for (const wrong of [null, 3, [], {}, { ...place, x: -1 }, { ...place, width: 0 }, { ...place, y: 1.5 }]) refused(content({ rectangles: [wrong] }), "has a rectangle 1 without a place");
    refused(content({ rectangles: [{ ...place, png: "4" }] }), "does not say how long rectangle 1 is");
    for (const wrong of [{ x: 11 }, { y: 21 }, { x: Number.MAX_SAFE_INTEGER }]) refused(content({ rectangles: [{ ...place, ...wrong }] }), "has a rectangle 1 that lies outside of the picture");
    refused(content({ rectangles: [place, place] }, "{}12345678"), "has more pixels in its rectangles than its picture has");
    refused(content({}, "{}\u0001\u0002\u0003"), "lacks bytes of rectangle 1");
    refused(content({}, "{"), "lacks bytes of its receipt");
    refused(content({}, "{}\u0001\u0002\u0003\u0004\u0005"), "has bytes behind its last rectangle");
});

// MARK: PNG

const chunk = (type, data) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
};

function header(width, height, ...rest) {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width, 0);
    data.writeUInt32BE(height, 4);
    data.set(rest.length ? rest : [8, 6, 0, 0, 0], 8);
    return chunk("IHDR", data);
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const end = chunk("IEND", Buffer.alloc(0));
const file = (...chunks) => Uint8Array.from(Buffer.concat([signature, ...chunks]));

/** A stream of zlib with these blocks, each stored. */
function zlib(blocks, tail = Buffer.alloc(4)) {
    return Buffer.concat([Buffer.of(0x78, 0x01), ...blocks.map((block, index) => {
        const start = Buffer.alloc(5);
        start[0] = index === blocks.length - 1 ? 1 : 0;
        start.writeUInt16LE(block.length, 1);
        start.writeUInt16LE(block.length ^ 0xffff, 3);
        return Buffer.concat([start, block]);
    }), tail]);
}

/** Rows with a filter of 0 in front, and their samples. */
function rows(width, height) {
    const samples = randomBytes(4 * width * height);
    const text = Buffer.concat(Array.from({ length: height }, (_, row) => Buffer.concat([Buffer.of(0), samples.subarray(4 * width * row, 4 * width * (row + 1))])));
    return { samples: Uint8ClampedArray.from(samples), text };
}

test("stored pictures are read, in one part or in several, with blocks that end within rows and parts", () => {
    const { samples, text } = rows(7, 5);
    const halves = [text.subarray(0, 40), text.subarray(40)];
    assert.deepEqual(readStoredPNG(file(header(7, 5), chunk("IDAT", zlib([text])), end), 7, 5), samples);
    const stream = zlib(halves);
    for (const at of [0, 1, 2, 5, 44, stream.length - 3]) {
        const parts = [stream.subarray(0, at), stream.subarray(at)].map((part) => chunk("IDAT", part));
        assert.deepEqual(readStoredPNG(file(header(7, 5), ...parts, end), 7, 5), samples);
    }
    const large = rows(200, 300);
    const blocks = [];
    for (let at = 0; at < large.text.length; at += 65535) blocks.push(large.text.subarray(at, at + 65535));
    assert.deepEqual(readStoredPNG(file(header(200, 300), chunk("IDAT", zlib([...blocks, Buffer.alloc(0)])), end), 200, 300), large.samples);
});

test("each picture of another form says why", () => {
    const { text } = rows(7, 5);
    const data = chunk("IDAT", zlib([text]));
    const whole = file(header(7, 5), data, end);
    const broken = Buffer.from(zlib([text]));
    broken[5] ^= 1;
    const filtered = Buffer.from(text);
    filtered[29] = 1;
    const cases = [
        [ascii("GIF89a, and more"), "is no PNG"],
        [whole.subarray(0, -1), "is cut"],
        [whole.subarray(0, -12), "is cut"],
        [whole.subarray(0, 60), "is cut"],
        [file(), "is cut"],
        [file(header(7, 5), data, end, end), "has bytes behind its end"],
        [file(data, header(7, 5), end), "does not begin with its header"],
        [file(header(7, 5), header(7, 5), data, end), "does not begin with its header"],
        [file(header(7, 5), chunk("tEXt", Buffer.from("a\0b")), data, end), "has more than pixels in it"],
        [file(header(5, 7), data, end), "has another size than its rectangle"],
        [file(header(7, 5, 8, 2, 0, 0, 0), data, end), "is not of 8-bit RGBA"],
        [file(header(7, 5, 16, 6, 0, 0, 0), data, end), "is not of 8-bit RGBA"],
        [file(header(7, 5, 8, 6, 0, 0, 1), data, end), "is interlaced, or of an unknown method"],
        [file(header(7, 5), end), "has no stream of pixels"],
        [file(header(7, 5), chunk("IDAT", Buffer.from("pixels")), end), "has no stream of pixels"],
        [file(header(7, 5), chunk("IDAT", deflateSync(Buffer.alloc(text.length))), end), "is compressed"],
        [file(header(7, 5), chunk("IDAT", broken), end), "has a malformed block"],
        [file(header(7, 5), chunk("IDAT", zlib([text]).subarray(0, -9)), end), "has too few pixels"],
        [file(header(7, 5), chunk("IDAT", zlib([text.subarray(1)])), end), "has too few pixels"],
        [file(header(7, 5), chunk("IDAT", zlib([text, Buffer.of(0)])), end), "has too many pixels"],
        [file(header(7, 5), chunk("IDAT", zlib([text], Buffer.alloc(5))), end), "has bytes behind its pixels"],
        [file(header(7, 5), chunk("IDAT", zlib([filtered])), end), "has filtered rows"],
    ];
    for (const [bytes, message] of cases) assert.throws(() => readStoredPNG(bytes, 7, 5), (error) => error instanceof NotStoredPNG && error.message === message, message);
});
