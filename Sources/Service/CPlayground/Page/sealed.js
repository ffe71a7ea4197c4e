// Reads what Snapveil has sealed: a line of JSON, the receipt, and a PNG for each covered rectangle. Anybody can seal to a
// recipient, so that nothing of it is taken for right.

import { Unopened } from "/playground/unopened.js";

const name = "snapveil-sealed/";
const version = "1";
const mostRectangles = 4096;
/** The most bytes of the line: a rectangle takes about a hundred. */
const mostLineBytes = 1 << 20;
const mostPixels = 0x7fff_ffff;

/**
 * A rectangle of the picture and its pixels.
 *
 * @typedef {{ x: number, y: number, width: number, height: number, png: Uint8Array }} SealedRectangle
 */

/**
 * The content of a sealed file.
 *
 * @param {Uint8Array} bytes
 * @returns {{ picture: { sha256: string, width: number, height: number }, receipt: Uint8Array, rectangles: SealedRectangle[] }}
 */
export function readSealed(bytes) {
    const start = checkVersion(bytes);
    const end = bytes.subarray(0, start + mostLineBytes).indexOf(0x0a, start);
    if (end < 0) throw malformed("has no line that lists its parts");
    const line = parsed(bytes.subarray(start, end));
    if (Object.hasOwn(line, "artefact")) throw new Unopened("sealed", "The file holds an artefact, such as a trace, and no picture. Use snapveil unseal.");
    checkMembers(line, ["picture", "receipt", "rectangles"]);
    const { picture, receipt: receiptLength, rectangles: list } = line;
    checkPicture(picture);
    if (!isCount(receiptLength)) throw malformed("does not say how long its receipt is");
    if (!Array.isArray(list)) throw malformed("lists no rectangles");
    if (list.length > mostRectangles) throw malformed(`lists more than ${mostRectangles} rectangles`);
    let area = 0;
    let at = end + 1;
    const take = (length, what) => {
        if (length > bytes.length - at) throw malformed(`lacks bytes of ${what}`);
        at += length;
        return bytes.subarray(at - length, at);
    };
    const receipt = take(receiptLength, "its receipt");
    const rectangles = list.map((rectangle, index) => {
        checkRectangle(rectangle, picture, index + 1);
        const { x, y, width, height, png } = rectangle;
        area += width * height;
        if (area > picture.width * picture.height) throw malformed("has more pixels in its rectangles than its picture has");
        return { x, y, width, height, png: take(png, `rectangle ${index + 1}`) };
    });
    if (at !== bytes.length) throw malformed("has bytes behind its last rectangle");
    return { picture, receipt, rectangles };
}

/** Where the line begins. */
function checkVersion(bytes) {
    const first = String.fromCharCode(...bytes.subarray(0, name.length + 12)).split("\n", 1)[0];
    if (!first.startsWith(name)) throw new Unopened("sealed", "The file opens, but Snapveil did not seal it: there is no picture in it. Use age -d.");
    if (first !== `${name}${version}`) throw new Unopened("sealed", "The file is of a newer version of Snapveil than this page reads. Use a newer server or snapveil unseal.");
    if (bytes[first.length] !== 0x0a) throw malformed("has no line that lists its parts");
    return first.length + 1;
}

function parsed(line) {
    try {
        const value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line));
        if (isObject(value)) return value;
    } catch {
        // The line below says it.
    }
    throw malformed("lists its parts in a line that is no JSON object");
}

/** Refuses what another version may mean something by. */
function checkMembers(value, names) {
    if (Object.keys(value).some((name) => !names.includes(name))) throw malformed("says more in its line than this page knows");
}

function checkPicture(picture) {
    if (!isObject(picture) || typeof picture.sha256 !== "string" || !/^[0-9a-f]{64}$/.test(picture.sha256)) throw malformed("does not say which picture it belongs to");
    if (!isSize(picture.width) || !isSize(picture.height)) throw malformed("does not say how large its picture is");
    checkMembers(picture, ["sha256", "width", "height"]);
}

function checkRectangle(rectangle, picture, number) {
    if (!isObject(rectangle)) throw malformed(`has a rectangle ${number} without a place`);
    const { x, y, width, height, png } = rectangle;
    if (!isCount(x) || !isCount(y) || !isSize(width) || !isSize(height)) throw malformed(`has a rectangle ${number} without a place`);
    if (!isCount(png)) throw malformed(`does not say how long rectangle ${number} is`);
    if (x + width > picture.width || y + height > picture.height) throw malformed(`has a rectangle ${number} that lies outside of the picture`);
    checkMembers(rectangle, ["x", "y", "width", "height", "png"]);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isSize = (value) => isCount(value) && value > 0 && value <= mostPixels;

function malformed(what) {
    return new Unopened("sealed", `The sealed content is malformed: it ${what}.`);
}
