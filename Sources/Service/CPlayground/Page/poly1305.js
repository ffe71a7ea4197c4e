// The one-time authenticator Poly1305 (RFC 8439, section 2.5). Nothing here knows of the document.
//
// Numbers modulo 2^130 - 5 are six limbs of 22 bits. Products of limbs, their sums and the factor 20, which 2^132 is congruent
// to, stay below 2^53, so that the numbers of JavaScript hold them exactly. No branch depends on a value.

const radix = 2 ** 22;
const mask = radix - 1;

/** Makes the tag of one message. */
export class Poly1305 {
    #limbs = new Float64Array(6);
    #factor = new Float64Array(6);
    #pad;

    /** @param {Uint8Array} key 32 bytes, for this message alone. */
    constructor(key) {
        const clamped = key.slice(0, 16);
        for (const index of [3, 7, 11, 15]) clamped[index] &= 15;
        for (const index of [4, 8, 12]) clamped[index] &= 252;
        this.#add(clamped, 0);
        this.#factor.set(this.#limbs);
        this.#limbs.fill(0);
        clamped.fill(0);
        this.#pad = key.slice(16, 32);
    }

    /** Takes in the last part of a message, of any length. */
    addLast(bytes) {
        const whole = bytes.length - (bytes.length % 16);
        this.#addBlocks(bytes, whole);
        if (whole === bytes.length) return;
        const rest = new Uint8Array(16);
        rest.set(bytes.subarray(whole));
        rest[bytes.length - whole] = 1;
        this.#add(rest, 0);
        this.#multiply();
    }

    /** Takes in a part of a message, with zeros up to a whole block. */
    addPadded(bytes) {
        const whole = bytes.length - (bytes.length % 16);
        this.#addBlocks(bytes, whole);
        if (whole === bytes.length) return;
        const rest = new Uint8Array(16);
        rest.set(bytes.subarray(whole));
        this.#addBlocks(rest, 16);
    }

    #addBlocks(bytes, length) {
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        for (let at = 0; at < length; at += 16) {
            addWords(this.#limbs, view.getInt32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true), view.getInt32(at + 12, true), 1);
            multiply(this.#limbs, this.#factor);
        }
    }

    /** Adds a block of 16 bytes, and `top` times 2^128. */
    #add(block, top) {
        const view = new DataView(block.buffer, block.byteOffset, 16);
        addWords(this.#limbs, view.getInt32(0, true), view.getInt32(4, true), view.getInt32(8, true), view.getInt32(12, true), top);
    }

    #multiply() {
        multiply(this.#limbs, this.#factor);
    }

    /** The tag, 16 bytes. Ends the use of this value. */
    finish() {
        const limbs = Int32Array.from(this.#limbs);
        carry(limbs, 20, 22);
        carry(limbs, 5, 20);
        carry(limbs, 5, 20);
        // The value less 2^130 - 5, if it is as large: then adding 5 carries into bit 130.
        const less = limbs.slice();
        less[0] += 5;
        for (let index = 0; index < 5; index++) {
            less[index + 1] += less[index] >>> 22;
            less[index] &= mask;
        }
        const isLarge = -(less[5] >>> 20);
        less[5] &= 0xfffff;
        for (let index = 0; index < 6; index++) limbs[index] = (limbs[index] & ~isLarge) | (less[index] & isLarge);
        const [h0, h1, h2, h3, h4, h5] = limbs;
        const words = [h0 | (h1 << 22), (h1 >>> 10) | (h2 << 12), (h2 >>> 20) | (h3 << 2) | (h4 << 24), (h4 >>> 8) | (h5 << 14)];
        const tag = new Uint8Array(16);
        const view = new DataView(tag.buffer);
        const pad = new DataView(this.#pad.buffer);
        let sum = 0;
        words.forEach((word, index) => {
            sum = Math.floor(sum / 2 ** 32) + (word >>> 0) + pad.getUint32(4 * index, true);
            view.setUint32(4 * index, sum % 2 ** 32, true);
        });
        for (const secret of [limbs, less, this.#limbs, this.#factor, this.#pad]) secret.fill(0);
        return tag;
    }
}

/** Carries from limb to limb; what is beyond the `bits` of the last comes back to the first, times `factor`. */
function carry(limbs, factor, bits) {
    for (let index = 0; index < 5; index++) {
        limbs[index + 1] += limbs[index] >>> 22;
        limbs[index] &= mask;
    }
    limbs[0] += factor * (limbs[5] >>> bits);
    limbs[5] &= (1 << bits) - 1;
}

function addWords(limbs, word0, word1, word2, word3, top) {
    limbs[0] += word0 & mask;
    limbs[1] += ((word0 >>> 22) | (word1 << 10)) & mask;
    limbs[2] += ((word1 >>> 12) | (word2 << 20)) & mask;
    limbs[3] += (word2 >>> 2) & mask;
    limbs[4] += ((word2 >>> 24) | (word3 << 8)) & mask;
    limbs[5] += (word3 >>> 14) | (top << 18);
}

/** Multiplies `h` by `r`, and carries. */
function multiply(h, r) {
    const h0 = h[0], h1 = h[1], h2 = h[2], h3 = h[3], h4 = h[4], h5 = h[5];
    const r0 = r[0], r1 = r[1], r2 = r[2], r3 = r[3], r4 = r[4], r5 = r[5];
    const s1 = 20 * r1, s2 = 20 * r2, s3 = 20 * r3, s4 = 20 * r4, s5 = 20 * r5;
    const d0 = h0 * r0 + h1 * s5 + h2 * s4 + h3 * s3 + h4 * s2 + h5 * s1;
    let over = Math.floor(d0 / radix);
    const d1 = over + h0 * r1 + h1 * r0 + h2 * s5 + h3 * s4 + h4 * s3 + h5 * s2;
    const low = d0 - over * radix;
    over = Math.floor(d1 / radix);
    h[1] = d1 - over * radix;
    const d2 = over + h0 * r2 + h1 * r1 + h2 * r0 + h3 * s5 + h4 * s4 + h5 * s3;
    over = Math.floor(d2 / radix);
    h[2] = d2 - over * radix;
    const d3 = over + h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s5 + h5 * s4;
    over = Math.floor(d3 / radix);
    h[3] = d3 - over * radix;
    const d4 = over + h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0 + h5 * s5;
    over = Math.floor(d4 / radix);
    h[4] = d4 - over * radix;
    const d5 = over + h0 * r5 + h1 * r4 + h2 * r3 + h3 * r2 + h4 * r1 + h5 * r0;
    over = Math.floor(d5 / radix);
    h[5] = d5 - over * radix;
    const first = low + 20 * over;
    over = Math.floor(first / radix);
    h[0] = first - over * radix;
    h[1] += over;
}
