// Tar archives in memory, in the form of POSIX.1-1988 (ustar): the files of a test on their way to a server, and back.

const blockBytes = 512;

/** The fields of a header: offset and number of bytes. */
const fields = {
    name: [0, 100], mode: [100, 8], size: [124, 12], checksum: [148, 8], type: [156, 1], magic: [257, 6], version: [263, 2],
};

/** The number of bytes from the end of a file to the end of its last block. */
const padding = (byteCount) => (blockBytes - (byteCount % blockBytes)) % blockBytes;

/**
 * An archive of files.
 *
 * @param {Map<string, Buffer>} files their contents by their names, of at most 100 letters of ASCII
 * @returns {Blob}
 */
export function packArchive(files) {
    const parts = [...files].flatMap(([name, { length }]) => [header(name, length), files.get(name), Buffer.alloc(padding(length))]);
    return new Blob([...parts, Buffer.alloc(2 * blockBytes)]);
}

/**
 * The files of an archive.
 *
 * @param {Buffer} archive
 * @returns {Map<string, Buffer>} their contents, which are parts of the archive, by their names
 */
export function unpackArchive(archive) {
    const files = new Map();
    // The blocks at the end have no name.
    for (let at = 0; archive[at]; ) {
        const block = archive.toString("latin1", at, at + blockBytes);
        const read = ([start, length]) => block.slice(start, start + length).replace(/[\0 ].*/s, "");
        const [start, byteCount] = [at + blockBytes, parseInt(read(fields.size), 8)];
        at = start + byteCount + padding(byteCount);
        if (read(fields.magic) !== "ustar" || !(at <= archive.length)) throw new Error("The reply is no archive, or a damaged one");
        files.set(read(fields.name), archive.subarray(start, start + byteCount));
    }
    return files;
}

/** The block in front of a file. */
function header(name, byteCount) {
    const block = Buffer.alloc(blockBytes);
    const write = ([start], text) => block.write(text, start, "latin1");
    const octal = (number, digits) => number.toString(8).padStart(digits, "0");
    write(fields.name, name);
    write(fields.mode, octal(0o644, 7));
    write(fields.size, octal(byteCount, 11));
    write(fields.type, "0");
    write(fields.magic, "ustar");
    write(fields.version, "00");
    // The checksum counts as spaces in its own sum.
    write(fields.checksum, " ".repeat(8));
    write(fields.checksum, `${octal(block.reduce((sum, byte) => sum + byte, 0), 6)}\0`);
    return block;
}
