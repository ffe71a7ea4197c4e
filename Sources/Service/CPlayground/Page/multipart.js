// Takes a multipart reply of the server apart (RFC 2046, section 5.1). Nothing here knows of the document.

const ascii = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Where `needle` is in `bytes`, from `start` on; -1 if it is nowhere. */
function find(bytes, needle, start) {
    for (let at = bytes.indexOf(needle[0], start); at >= 0; at = bytes.indexOf(needle[0], at + 1)) {
        if (needle.every((byte, index) => bytes[at + index] === byte)) return at;
    }
    return -1;
}

/**
 * The parts of a body by their names, each as a Blob with its media type.
 *
 * @param {ArrayBuffer} body
 * @param {string} contentType The type of the body, which tells its boundary.
 */
export function parts(body, contentType) {
    const found = new Map();
    const boundary = /^multipart\/mixed;\s*boundary="?([^";]+)"?/i.exec(contentType)?.[1];
    if (!boundary) return found;
    const bytes = new Uint8Array(body);
    const line = ascii(`--${boundary}`);
    let start = find(bytes, line, 0);
    while (start >= 0) {
        const headStart = start + line.length + 2;
        const headEnd = find(bytes, ascii("\r\n\r\n"), headStart);
        const next = find(bytes, ascii(`\r\n--${boundary}`), headStart);
        if (headEnd < 0 || next < headEnd) break;
        const head = new TextDecoder("latin1").decode(bytes.subarray(headStart, headEnd));
        const name = /^Content-Disposition:.*\bname="([^"]*)"/im.exec(head)?.[1];
        const type = /^Content-Type:[ \t]*(\S+)/im.exec(head)?.[1] ?? "";
        if (name) found.set(name, new Blob([bytes.subarray(headEnd + 4, next)], { type }));
        start = next + 2;
    }
    return found;
}
