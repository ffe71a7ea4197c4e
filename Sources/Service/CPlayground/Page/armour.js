// Base64 as age writes it (RFC 4648, section 4), and the armour that makes a text of an age file (RFC 7468, section 3).

import { Unopened } from "/playground/unopened.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const values = new Uint8Array(256).fill(255);
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value;

/**
 * Decodes base64 without padding; null if it is not the one way to write its bytes.
 *
 * @param {Uint8Array} text
 * @returns {Uint8Array|null}
 */
export function decodeBase64(text) {
    const bytes = new Uint8Array((text.length * 3) >> 2);
    return decodeInto(text, 0, text.length, bytes, 0) === bytes.length ? bytes : null;
}

/** Decodes a part of a text; says where the next byte goes, or -1 for a text that is not canonical. */
function decodeInto(text, start, end, into, at) {
    let held = 0;
    let bits = 0;
    for (let index = start; index < end; index++) {
        const value = values[text[index]];
        if (value > 63) return -1;
        held = ((held << 6) | value) & 0x3fff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        into[at++] = held >>> bits;
    }
    // A lone character has no byte, and the bits that are left over have to be zero.
    return bits < 6 && (held & ((1 << bits) - 1)) === 0 ? at : -1;
}

const begin = "-----BEGIN AGE ENCRYPTED FILE-----";
const end = "-----END AGE ENCRYPTED FILE-----";
const lineLength = 64;
const padding = 0x3d;
const dash = 0x2d;

const asText = (bytes) => String.fromCharCode(...bytes);
const isSpace = (code) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

/** Whether a file begins as an armoured age file does, after white space. */
export function isArmoured(bytes) {
    return asText(withoutSpace(bytes.subarray(0, 4096)).subarray(0, begin.length)) === begin;
}

/** Whether a file begins as an age file does, armoured or not. */
export function startsLikeAge(bytes) {
    return isArmoured(bytes) || asText(bytes.subarray(0, 19)) === "age-encryption.org/";
}

function withoutSpace(bytes) {
    const start = bytes.findIndex((code) => !isSpace(code));
    return start < 0 ? bytes.subarray(0, 0) : bytes.subarray(start);
}

/**
 * The bytes of an armoured file. Lines end with LF or CRLF.
 *
 * @param {Uint8Array} text
 * @param {import("/playground/unopened.js").Slices} slices
 */
export async function withoutArmour(text, slices) {
    const into = new Uint8Array((text.length * 3) >> 2);
    const skipped = text.length - withoutSpace(text).length;
    let number = 0;
    let at = 0;
    let isLast = false;
    for (let start = skipped; ; number++) {
        const found = text.indexOf(0x0a, start);
        const stop = found < 0 ? text.length : found;
        const close = stop > start && found >= 0 && text[stop - 1] === 0x0d ? stop - 1 : stop;
        if (number > 0 && text[start] === dash) {
            const last = asText(text.subarray(start, Math.min(close, start + 80))).trimEnd();
            if (last === end) return into.subarray(0, checkEnd(text.subarray(stop), at, number));
            throw found < 0 ? cut() : malformed(number);
        }
        if (found < 0) throw cut();
        if (number > 0) {
            at = isLast ? -1 : decodeLine(text, start, close, into, at);
            if (at < 0) throw malformed(number);
            isLast = close - start < lineLength || text[close - 1] === padding;
        } else if (close - start !== begin.length) {
            throw malformed(number);
        }
        if (number % 1024 === 0) await slices.pause();
        start = stop + 1;
    }
}

/** The number of decoded bytes, where there are some and nothing is behind the end. */
function checkEnd(behind, length, number) {
    if (length === 0) throw malformed(number);
    if (!behind.every(isSpace)) throw new Unopened("sealed", "The sealed file was changed: there is more behind the end of its armour.");
    return length;
}

/** Decodes a line, which has its padding; says where the next byte goes, or -1 for a malformed one. */
function decodeLine(text, start, close, into, at) {
    const length = close - start;
    if (length === 0 || length > lineLength || length % 4 !== 0) return -1;
    let last = close;
    while (last > close - 2 && text[last - 1] === padding) last--;
    return decodeInto(text, start, last, into, at);
}

function malformed(number) {
    return new Unopened("sealed", `The armour of the sealed file is malformed in line ${number + 1}.`);
}

function cut() {
    return new Unopened("sealed", "The sealed file is cut: its armour has no end.");
}
