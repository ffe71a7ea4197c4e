// The stream cipher ChaCha20 (RFC 8439, sections 2.1 to 2.4). Nothing here knows of the document.

const blockLength = 64;

/**
 * The state of the cipher: constants, key, number of the block, nonce.
 *
 * @param {Uint8Array} key 32 bytes.
 * @param {number} counter The number of the first block.
 * @param {Uint8Array} nonce 12 bytes.
 */
export function chacha20State(key, counter, nonce) {
    const state = new Int32Array(16);
    state.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    state.set(words(key), 4);
    state[12] = counter;
    state.set(words(nonce), 13);
    return state;
}

function words(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return Array.from({ length: bytes.length / 4 }, (_, index) => view.getInt32(4 * index, true));
}

/** The next block of key bytes. Counts the state on. */
export function chacha20Block(state) {
    const block = new Int32Array(16);
    nextBlock(state, block);
    const bytes = new Uint8Array(blockLength);
    const view = new DataView(bytes.buffer);
    block.forEach((word, index) => view.setInt32(4 * index, word, true));
    block.fill(0);
    return bytes;
}

/**
 * Writes `text` xor the key bytes from the state on. Counts the state on by each begun block.
 *
 * @param {Int32Array} state
 * @param {Uint8Array} text
 * @param {Uint8Array} into As long as `text`, with other memory or at most as far within the same.
 */
export function chacha20Xor(state, text, into) {
    const block = new Int32Array(16);
    const from = new DataView(text.buffer, text.byteOffset, text.byteLength);
    const to = new DataView(into.buffer, into.byteOffset, into.byteLength);
    let at = 0;
    for (; at + blockLength <= text.length; at += blockLength) {
        nextBlock(state, block);
        for (let index = 0; index < 16; index++) {
            const place = at + 4 * index;
            to.setInt32(place, from.getInt32(place, true) ^ block[index], true);
        }
    }
    if (at < text.length) {
        const rest = chacha20Block(state);
        for (let index = 0; at + index < text.length; index++) into[at + index] = text[at + index] ^ rest[index];
        rest.fill(0);
    }
    block.fill(0);
}

/** Writes the words of the next block. The words of the state are variables: in an array they would take a third longer. */
function nextBlock(state, block) {
    let a0 = state[0], a1 = state[1], a2 = state[2], a3 = state[3];
    let b0 = state[4], b1 = state[5], b2 = state[6], b3 = state[7];
    let c0 = state[8], c1 = state[9], c2 = state[10], c3 = state[11];
    let d0 = state[12], d1 = state[13], d2 = state[14], d3 = state[15];
    for (let round = 0; round < 20; round += 2) {
        // The columns.
        a0 = (a0 + b0) | 0; d0 ^= a0; d0 = (d0 << 16) | (d0 >>> 16); c0 = (c0 + d0) | 0; b0 ^= c0; b0 = (b0 << 12) | (b0 >>> 20);
        a0 = (a0 + b0) | 0; d0 ^= a0; d0 = (d0 << 8) | (d0 >>> 24); c0 = (c0 + d0) | 0; b0 ^= c0; b0 = (b0 << 7) | (b0 >>> 25);
        a1 = (a1 + b1) | 0; d1 ^= a1; d1 = (d1 << 16) | (d1 >>> 16); c1 = (c1 + d1) | 0; b1 ^= c1; b1 = (b1 << 12) | (b1 >>> 20);
        a1 = (a1 + b1) | 0; d1 ^= a1; d1 = (d1 << 8) | (d1 >>> 24); c1 = (c1 + d1) | 0; b1 ^= c1; b1 = (b1 << 7) | (b1 >>> 25);
        a2 = (a2 + b2) | 0; d2 ^= a2; d2 = (d2 << 16) | (d2 >>> 16); c2 = (c2 + d2) | 0; b2 ^= c2; b2 = (b2 << 12) | (b2 >>> 20);
        a2 = (a2 + b2) | 0; d2 ^= a2; d2 = (d2 << 8) | (d2 >>> 24); c2 = (c2 + d2) | 0; b2 ^= c2; b2 = (b2 << 7) | (b2 >>> 25);
        a3 = (a3 + b3) | 0; d3 ^= a3; d3 = (d3 << 16) | (d3 >>> 16); c3 = (c3 + d3) | 0; b3 ^= c3; b3 = (b3 << 12) | (b3 >>> 20);
        a3 = (a3 + b3) | 0; d3 ^= a3; d3 = (d3 << 8) | (d3 >>> 24); c3 = (c3 + d3) | 0; b3 ^= c3; b3 = (b3 << 7) | (b3 >>> 25);
        // The diagonals.
        a0 = (a0 + b1) | 0; d3 ^= a0; d3 = (d3 << 16) | (d3 >>> 16); c2 = (c2 + d3) | 0; b1 ^= c2; b1 = (b1 << 12) | (b1 >>> 20);
        a0 = (a0 + b1) | 0; d3 ^= a0; d3 = (d3 << 8) | (d3 >>> 24); c2 = (c2 + d3) | 0; b1 ^= c2; b1 = (b1 << 7) | (b1 >>> 25);
        a1 = (a1 + b2) | 0; d0 ^= a1; d0 = (d0 << 16) | (d0 >>> 16); c3 = (c3 + d0) | 0; b2 ^= c3; b2 = (b2 << 12) | (b2 >>> 20);
        a1 = (a1 + b2) | 0; d0 ^= a1; d0 = (d0 << 8) | (d0 >>> 24); c3 = (c3 + d0) | 0; b2 ^= c3; b2 = (b2 << 7) | (b2 >>> 25);
        a2 = (a2 + b3) | 0; d1 ^= a2; d1 = (d1 << 16) | (d1 >>> 16); c0 = (c0 + d1) | 0; b3 ^= c0; b3 = (b3 << 12) | (b3 >>> 20);
        a2 = (a2 + b3) | 0; d1 ^= a2; d1 = (d1 << 8) | (d1 >>> 24); c0 = (c0 + d1) | 0; b3 ^= c0; b3 = (b3 << 7) | (b3 >>> 25);
        a3 = (a3 + b0) | 0; d2 ^= a3; d2 = (d2 << 16) | (d2 >>> 16); c1 = (c1 + d2) | 0; b0 ^= c1; b0 = (b0 << 12) | (b0 >>> 20);
        a3 = (a3 + b0) | 0; d2 ^= a3; d2 = (d2 << 8) | (d2 >>> 24); c1 = (c1 + d2) | 0; b0 ^= c1; b0 = (b0 << 7) | (b0 >>> 25);
    }
    block[0] = a0 + state[0]; block[1] = a1 + state[1]; block[2] = a2 + state[2]; block[3] = a3 + state[3];
    block[4] = b0 + state[4]; block[5] = b1 + state[5]; block[6] = b2 + state[6]; block[7] = b3 + state[7];
    block[8] = c0 + state[8]; block[9] = c1 + state[9]; block[10] = c2 + state[10]; block[11] = c3 + state[11];
    block[12] = d0 + state[12]; block[13] = d1 + state[13]; block[14] = d2 + state[14]; block[15] = d3 + state[15];
    state[12]++;
}
