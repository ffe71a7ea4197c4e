// Reads the identities that open age files, as age-keygen writes them: a line each, with comments.

import { startsLikeAge } from "/playground/armour.js";
import { decodeBech32, NotBech32 } from "/playground/bech32.js";
import { Unopened } from "/playground/unopened.js";

/** The most bytes that identities may have. */
export const mostIdentityBytes = 1 << 20;

const mostIdentities = 64;
const elsewhere = "Use snapveil unseal or age -d for it.";

/** Texts that are taken for identities, and what they are instead. */
const others = [
    [/^age1/i, "is a recipient, which anyone may know and which opens nothing. Give the identity that belongs to it: it begins with AGE-SECRET-KEY-1."],
    [/^AGE-SECRET-KEY-P/i, `is a post-quantum identity, which this page cannot use. ${elsewhere}`],
    [/^AGE-PLUGIN-/i, `is an identity of a plugin, which this page cannot use. ${elsewhere}`],
    [/^-----BEGIN /, `begins a key of SSH or of another kind, which this page cannot use. ${elsewhere}`],
    [/^ssh-/, "is the public key of SSH, which opens nothing."],
];

/**
 * The secret keys of identities, 32 bytes each.
 *
 * @param {Uint8Array} bytes The text. It is left as it is.
 */
export function readIdentities(bytes) {
    if (startsLikeAge(bytes)) throw refused("The identity is itself encrypted, with a passphrase or a key, which this page cannot undo: decrypt it first with age -d, or use snapveil unseal.");
    const keys = [];
    try {
        for (const { line, number } of lines(bytes)) {
            if (keys.length === mostIdentities) throw refused(`There are more than ${mostIdentities} identities: give those alone that may open this file.`);
            keys.push(keyOf(line, number));
        }
        if (!keys.length) throw refused("There is no identity in it, which is a line that begins with AGE-SECRET-KEY-1.");
        return keys;
    } catch (error) {
        for (const key of keys) key.fill(0);
        throw error;
    }
}

function refused(message) {
    return new Unopened("identity", message);
}

/** The lines that are neither empty nor comments, without the white space around them. */
function* lines(bytes) {
    let number = 0;
    for (let start = 0; start < bytes.length;) {
        const found = bytes.indexOf(0x0a, start);
        const end = found < 0 ? bytes.length : found;
        number++;
        const line = trimmed(bytes.subarray(start, end));
        if (line.length && line[0] !== 0x23) yield { line, number };
        start = end + 1;
    }
}

function trimmed(line) {
    const isSpace = (code) => code === 0x20 || code === 0x09 || code === 0x0d;
    let start = 0;
    let end = line.length;
    while (start < end && isSpace(line[start])) start++;
    while (end > start && isSpace(line[end - 1])) end--;
    return line.subarray(start, end);
}

function keyOf(line, number) {
    // Nothing of the secret itself, which could not be overwritten in a string.
    const start = String.fromCharCode(...line.subarray(0, "AGE-SECRET-KEY-1".length));
    const [, other] = others.find(([pattern]) => pattern.test(start)) ?? [];
    if (other) throw refused(`Line ${number} ${other}`);
    if (!/^AGE-SECRET-KEY-1/i.test(start)) throw refused(`Line ${number} is no identity: one begins with AGE-SECRET-KEY-1.`);
    try {
        const { prefix, bytes } = decodeBech32(line);
        if (prefix === "age-secret-key-" && bytes.length === 32) return bytes;
        bytes.fill(0);
        throw refused(`The identity in line ${number} has not the length of a key.`);
    } catch (error) {
        throw error instanceof NotBech32 ? refused(`The identity in line ${number} ${error.message}.`) : error;
    }
}
