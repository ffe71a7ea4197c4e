// Authenticated encryption with ChaCha20-Poly1305 (RFC 8439, section 2.8), which browsers do not have: only what opens a text.

import { chacha20Block, chacha20State, chacha20Xor } from "/playground/chacha20.js";
import { Poly1305 } from "/playground/poly1305.js";

/** Bytes of the tag behind the text. */
export const tagLength = 16;

const nothing = new Uint8Array(0);

/**
 * Opens a sealed text; null if it is not what was sealed with this key and nonce. Nothing is decrypted then.
 *
 * @param {Uint8Array} key 32 bytes.
 * @param {Uint8Array} nonce 12 bytes.
 * @param {Uint8Array} sealed The encrypted text and its tag.
 * @param {Uint8Array} [into] A place for the text, as long as it: other memory, or the same at most as far within it.
 * @param {Uint8Array} [extra] What is authenticated besides the text.
 * @returns {Uint8Array|null}
 */
export function openSealed(key, nonce, sealed, into, extra = nothing) {
    const length = sealed.length - tagLength;
    if (length < 0) return null;
    const state = chacha20State(key, 0, nonce);
    const first = chacha20Block(state);
    const authenticator = new Poly1305(first);
    first.fill(0);
    const text = sealed.subarray(0, length);
    authenticator.addPadded(extra);
    authenticator.addPadded(text);
    authenticator.addLast(lengths(extra.length, length));
    const isRight = isEqual(authenticator.finish(), sealed.subarray(length));
    const opened = isRight ? (into ?? new Uint8Array(length)) : null;
    if (opened) chacha20Xor(state, text, opened);
    state.fill(0);
    return opened;
}

function lengths(...counts) {
    const bytes = new Uint8Array(8 * counts.length);
    const view = new DataView(bytes.buffer);
    counts.forEach((count, index) => view.setBigUint64(8 * index, BigInt(count), true));
    return bytes;
}

/** Whether two texts are the same, in a time that does not depend on where they differ. */
export function isEqual(one, other) {
    if (one.length !== other.length) return false;
    let difference = 0;
    for (let index = 0; index < one.length; index++) difference |= one[index] ^ other[index];
    return difference === 0;
}
