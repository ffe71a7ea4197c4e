// Opens age files (age-encryption.org/v1) that are encrypted to X25519 recipients.

import { readHeader } from "/playground/ageheader.js";
import { isArmoured, decodeBase64, withoutArmour } from "/playground/armour.js";
import { openSealed, tagLength } from "/playground/chacha20poly1305.js";
import { Unopened } from "/playground/unopened.js";
import { Agreement, derived, isAuthentic } from "/playground/webcrypto.js";

const chunkLength = 1 << 16;
const nonceLength = 16;

/**
 * The content of an age file.
 *
 * @param {Uint8Array} file The file, armoured or not. Its memory is used for the content.
 * @param {Uint8Array[]} secrets The secret keys of identities, 32 bytes each, which are left as they are.
 * @param {import("/playground/unopened.js").Slices} slices
 * @returns {Promise<Uint8Array>} All of it was authenticated.
 */
export async function openAge(file, secrets, slices) {
    const bytes = isArmoured(file) ? await withoutArmour(file, slices) : file;
    const header = readHeader(bytes);
    const fileKey = await unwrapped(shares(header.stanzas), secrets, slices);
    try {
        const code = await derived(fileKey, new Uint8Array(0), "header");
        const isUnchanged = await isAuthentic(code, header.code, header.authenticated);
        code.fill(0);
        if (!isUnchanged) throw refused("The header of the sealed file was changed.");
        const payload = bytes.subarray(header.length);
        if (payload.length < nonceLength + tagLength) throw refused("The sealed file is cut behind its header.");
        const key = await derived(fileKey, payload.slice(0, nonceLength), "payload");
        try {
            return await openChunks(key, payload, slices);
        } finally {
            key.fill(0);
        }
    } finally {
        fileKey.fill(0);
    }
}

function refused(message) {
    return new Unopened("sealed", message);
}

/** The stanzas of X25519, each with the share that it names. */
function shares(stanzas) {
    const own = stanzas.filter(({ words }) => words[0] === "X25519").map(({ words, body }) => {
        const share = words.length === 2 ? decodeBase64(Uint8Array.from(words[1], (character) => character.charCodeAt(0))) : null;
        if (share?.length !== 32 || body.length !== 32) throw refused("The header of the sealed file has a malformed X25519 recipient.");
        return { share, body };
    });
    if (!own.length) throw refused("The file is encrypted to no X25519 recipient, which is the only kind that this page opens. Use age -d or snapveil unseal.");
    return own;
}

/** The file key, which the first identity that can has unwrapped. */
async function unwrapped(stanzas, secrets, slices) {
    const nonce = new Uint8Array(12);
    for (const secret of secrets) {
        const agreement = await Agreement.of(secret);
        for (const { share, body } of stanzas) {
            await slices.pause();
            const common = await agreement.secret(share);
            if (!common) throw refused("The header of the sealed file has a share of low order, which keeps nothing secret: it is refused.");
            const key = await derived(common, Uint8Array.from([...share, ...agreement.recipient]), "age-encryption.org/v1/X25519");
            const fileKey = openSealed(key, nonce, body);
            key.fill(0);
            common.fill(0);
            if (fileKey) return fileKey;
        }
    }
    const count = secrets.length;
    throw new Unopened("identity", `${count === 1 ? "The identity does not open" : `None of the ${count} identities opens`} this file: it is sealed to other recipients.`);
}

/** Opens the chunks one after the other. The content takes the place of the payload, whose start it never overtakes. */
async function openChunks(key, payload, slices) {
    const sealedLength = chunkLength + tagLength;
    const count = Math.ceil((payload.length - nonceLength) / sealedLength);
    let length = 0;
    for (let index = 0; index < count; index++) {
        const start = nonceLength + index * sealedLength;
        const sealed = payload.subarray(start, start + sealedLength);
        const isLast = index === count - 1;
        const into = payload.subarray(length, length + Math.max(sealed.length - tagLength, 0));
        if (!openSealed(key, nonceOf(index, isLast), sealed, into)) throw refused(fault(key, sealed, index, count));
        if (isLast && index > 0 && into.length === 0) throw refused("The sealed file is malformed: its last part is empty.");
        length += into.length;
        await slices.pause();
    }
    return payload.subarray(0, length);
}

/** The nonce of a chunk: its number, and whether it is the last one. */
function nonceOf(index, isLast) {
    const nonce = new Uint8Array(12);
    new DataView(nonce.buffer).setUint32(7, index);
    nonce[11] = isLast ? 1 : 0;
    return nonce;
}

/** Why a chunk did not open. */
function fault(key, sealed, index, count) {
    const isLast = index === count - 1;
    if (openSealed(key, nonceOf(index, !isLast), sealed)) {
        return isLast ? "The sealed file is cut: parts at its end are missing." : "The sealed file was changed: there is more behind its end.";
    }
    return isLast
        ? `The sealed file is cut or was changed: the last of its ${count} parts of 64 KiB is not as it was sealed.`
        : `The sealed file was changed: part ${index + 1} of its ${count} parts of 64 KiB is not as it was sealed.`;
}
