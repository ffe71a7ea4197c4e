// Bech32 (BIP 173) without a limit on its length, as age writes keys. Nothing here knows of the document.

const characters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const checksumLength = 6;
const separator = 0x31;

/** A text that is not Bech32. The message is the end of a sentence, with places from 1, and says nothing of the content. */
export class NotBech32 extends Error {}

/**
 * Decodes a text in ASCII.
 *
 * @param {Uint8Array} text
 * @returns {{ prefix: string, bytes: Uint8Array }} The prefix in lower case.
 */
export function decodeBech32(text) {
    const lower = checkedCase(text);
    const end = lower.lastIndexOf(separator);
    if (end < 1) throw new NotBech32("has no prefix");
    if (lower.length - end - 1 < checksumLength) throw new NotBech32("is too short");
    const values = lower.slice(end + 1).map((code, index) => {
        const value = characters.indexOf(String.fromCharCode(code));
        if (value < 0) throw new NotBech32(`has a character at place ${end + index + 2} that no key has`);
        return value;
    });
    const prefix = lower.subarray(0, end);
    const expanded = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...values];
    const isWhole = remainder(expanded) === 1;
    const bytes = isWhole ? bytesOf(values.subarray(0, -checksumLength)) : null;
    for (const secret of [lower, values, expanded]) secret.fill(0);
    if (!isWhole) throw new NotBech32("has a wrong checksum: a character is missing or is another one");
    if (!bytes) throw new NotBech32("does not end with a whole byte");
    return { prefix: String.fromCharCode(...text.subarray(0, end)).toLowerCase(), bytes };
}

/** The text in lower case. */
function checkedCase(text) {
    const isUpper = (code) => code >= 0x41 && code <= 0x5a;
    const isLower = (code) => code >= 0x61 && code <= 0x7a;
    const strange = text.findIndex((code) => code < 0x21 || code > 0x7e);
    if (strange >= 0) throw new NotBech32(`has a character at place ${strange + 1} that no key has`);
    const first = text.find((code) => isUpper(code) || isLower(code));
    const other = text.findIndex(isUpper(first) ? isLower : isUpper);
    if (other >= 0) throw new NotBech32(`mixes upper and lower case, as at place ${other + 1}`);
    return text.map((code) => (isUpper(code) ? code + 32 : code));
}

const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

/** The remainder of values of 5 bits as a polynomial: 1 for those with a right checksum. */
function remainder(values) {
    let sum = 1;
    for (const value of values) {
        const top = sum >>> 25;
        sum = ((sum & 0x1ffffff) << 5) ^ value;
        generator.forEach((term, bit) => {
            if ((top >>> bit) & 1) sum ^= term;
        });
    }
    return sum;
}

/** The bytes of values of 5 bits; null where more than padding is left over, or padding is not zero. */
function bytesOf(values) {
    const bytes = new Uint8Array((values.length * 5) >> 3);
    let held = 0;
    let bits = 0;
    let at = 0;
    for (const value of values) {
        held = ((held << 5) | value) & 0xfff;
        bits += 5;
        if (bits < 8) continue;
        bits -= 8;
        bytes[at++] = held >>> bits;
    }
    return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? bytes : null;
}
