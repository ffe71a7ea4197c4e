// Reads the header of an age file (age-encryption.org/v1). Nothing here knows of keys or of the document.

import { decodeBase64 } from "/playground/armour.js";
import { Unopened } from "/playground/unopened.js";

const mostBytes = 1 << 16;
const mostStanzas = 1024;
const lineLength = 64;

/**
 * A wrapped file key.
 *
 * @typedef {{ words: string[], body: Uint8Array }} Stanza The type and its arguments, and the wrapped key.
 */

/**
 * The header of an age file.
 *
 * @param {Uint8Array} bytes The file.
 * @returns {{ stanzas: Stanza[], authenticated: Uint8Array, code: Uint8Array, length: number }} The wrapped keys; the bytes that
 *     the authentication code is of, the code, and the length of the header in bytes.
 */
export function readHeader(bytes) {
    const reader = new LineReader(bytes);
    checkVersion(reader, bytes);
    const stanzas = [];
    for (;;) {
        const start = reader.at;
        const line = reader.next();
        if (line.startsWith("---")) return { stanzas: checked(stanzas), ...readEnd(line, bytes, start), length: reader.at };
        if (stanzas.length === mostStanzas) throw refused(`The header of the sealed file names more than ${mostStanzas} recipients.`);
        const words = /^->((?: [!-~]+)+)$/.exec(line)?.[1].slice(1).split(" ");
        if (!words) throw reader.malformed();
        stanzas.push({ words, body: readBody(reader) });
    }
}

function checkVersion(reader, bytes) {
    const name = "age-encryption.org/";
    if (String.fromCharCode(...bytes.subarray(0, name.length)) !== name) throw refused("This is not an age file. The sealed file has a name such as safe.png.age.");
    if (reader.next() !== `${name}v1`) throw refused("The sealed file is of a newer version of age than this page reads. Use age -d or snapveil unseal.");
}

function readBody(reader) {
    let text = "";
    for (;;) {
        const line = reader.next();
        if (line.length > lineLength) throw reader.malformed();
        text += line;
        if (line.length < lineLength) break;
    }
    const body = decodeBase64(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    if (!body) throw reader.malformed();
    return body;
}

function readEnd(line, bytes, start) {
    const code = /^--- [A-Za-z0-9+/]{43}$/.test(line) ? decodeBase64(bytes.subarray(start + 4, start + 47)) : null;
    if (!code) throw refused("The header of the sealed file is malformed in its last line.");
    return { authenticated: bytes.subarray(0, start + 3), code };
}

function checked(stanzas) {
    if (!stanzas.length) throw refused("The header of the sealed file names no recipient.");
    if (!stanzas.some(({ words }) => words[0] === "scrypt")) return stanzas;
    throw refused(stanzas.length > 1
        ? "The header of the sealed file mixes a passphrase with recipients, which age forbids."
        : "The file is encrypted with a passphrase, which this page cannot undo. Use age -d.");
}

/** Lines of ASCII within the most bytes that a header may have. */
class LineReader {
    #bytes;
    #number = 0;
    at = 0;

    constructor(bytes) {
        this.#bytes = bytes.subarray(0, mostBytes);
        this.isWhole = bytes.length <= mostBytes;
    }

    next() {
        const end = this.#bytes.indexOf(0x0a, this.at);
        if (end < 0) throw refused(this.isWhole ? "The sealed file is cut within its header." : `The header of the sealed file is malformed, or longer than ${mostBytes / 1024} KiB.`);
        const line = new TextDecoder("latin1").decode(this.#bytes.subarray(this.at, end));
        this.at = end + 1;
        this.#number++;
        return line;
    }

    malformed() {
        return refused(`The header of the sealed file is malformed in line ${this.#number}.`);
    }
}

function refused(message) {
    return new Unopened("sealed", message);
}
