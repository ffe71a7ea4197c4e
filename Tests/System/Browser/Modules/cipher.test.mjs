// ChaCha20-Poly1305 by the vectors of RFC 8439, and beside that of Node.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { ascii, encrypt, hex, toHex } from "./support.mjs";

const { chacha20Block, chacha20State, chacha20Xor } = await import("/playground/chacha20.js");
const { Poly1305 } = await import("/playground/poly1305.js");
const { isEqual, openSealed } = await import("/playground/chacha20poly1305.js");

const counting = (start) => Uint8Array.from({ length: 32 }, (_, index) => start + index);
const sunscreen = "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";

test("a block of ChaCha20 is that of section 2.3.2", () => {
    const state = chacha20State(counting(0), 1, hex("000000090000004a00000000"));
    assert.equal(toHex(chacha20Block(state)), "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e");
});

test("a text under ChaCha20 is that of section 2.4.2", () => {
    const text = ascii(sunscreen);
    const encrypted = new Uint8Array(text.length);
    chacha20Xor(chacha20State(counting(0), 1, hex("000000000000004a00000000")), text, encrypted);
    assert.equal(toHex(encrypted), "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d");
});

test("the tag of a text is that of section 2.5.2", () => {
    assert.equal(tag("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b", toHex(ascii("Cryptographic Forum Research Group"))), "a8061dc1305136c6c22b8baf0c0127a9");
});

/** The vectors of appendix A.3 in which carries and the last subtraction show: r, s, the text and its tag. */
const edges = [
    ["02", "", "ff".repeat(16), "03"],
    ["02", "ff".repeat(16), "02".padEnd(32, "0"), "03"],
    ["01", "", `${"ff".repeat(16)}f0${"ff".repeat(15)}11${"00".repeat(15)}`, "05"],
    ["01", "", `${"ff".repeat(16)}fb${"fe".repeat(15)}${"01".repeat(16)}`, ""],
    ["02", "", `fd${"ff".repeat(15)}`, `fa${"ff".repeat(15)}`],
    ["01000000000000000400000000000000", "", `e33594d7505e43b900000000000000003394d7505e4379cd01000000000000000000000000000000000000000000000001${"00".repeat(15)}`, "14000000000000005500000000000000"],
    ["01000000000000000400000000000000", "", "e33594d7505e43b900000000000000003394d7505e4379cd010000000000000000000000000000000000000000000000", "13"],
];

test("tags are those of appendix A.3 where numbers are about to overflow", () => {
    for (const [r, s, text, expected] of edges) assert.equal(tag(`${r.padEnd(32, "0")}${s.padEnd(32, "0")}`, text), expected.padEnd(32, "0"));
});

function tag(key, text) {
    const authenticator = new Poly1305(hex(key));
    authenticator.addLast(hex(text));
    return toHex(authenticator.finish());
}

test("sealed texts open as in section 2.8.2 and appendix A.5", () => {
    const sealed = "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116 1ae10b594f09e26a7e902ecbd0600691";
    const opened = openSealed(counting(0x80), hex("070000004041424344454647"), hex(sealed), undefined, hex("50515253c0c1c2c3c4c5c6c7"));
    assert.equal(Buffer.from(opened).toString(), sunscreen);
    const draft = "64a0861575861af460f062c79be643bd5e805cfd345cf389f108670ac76c8cb24c6cfc18755d43eea09ee94e382d26b0bdb7b73c321b0100d4f03b7f355894cf332f830e710b97ce98c8a84abd0b948114ad176e008d33bd60f982b1ff37c8559797a06ef4f0ef61c186324e2b3506383606907b6a7c02b0f9f6157b53c867e4b9166c767b804d46a59b5216cde7a4e99040c5a40433225ee282a1b0a06c523eaf4534d7f83fa1155b0047718cbc546a0d072b04b3564eea1b422273f548271a0bb2316053fa76991955ebd63159434ecebb4e466dae5a1073a6727627097a1049e617d91d361094fa68f0ff77987130305beaba2eda04df997b714d6c6f2c29a6ad5cb4022b02709b eead9d67890cbb22392336fea1851f38";
    const key = hex("1c9240a5eb55d38af333888604f6b5f0473917c1402b80099dca5cbc207075c0");
    const text = openSealed(key, hex("000000000102030405060708"), hex(draft), undefined, hex("f33388860000000000004e91"));
    assert.match(Buffer.from(text).toString(), /^Internet-Drafts are draft documents valid for a maximum of six months .* other than as \/“work in progress\.\/”$/);
});

test("texts of every length up to three blocks, and some of 64 KiB, open as Node has sealed them", () => {
    const lengths = [...Array(200).keys(), 65535, 65536, 65537];
    for (const length of lengths) {
        const [key, nonce, text, extra] = [randomBytes(32), randomBytes(12), randomBytes(length), randomBytes(length % 40)];
        const sealed = Uint8Array.from(encrypt(key, nonce, text, extra));
        assert.equal(toHex(openSealed(key, nonce, sealed, undefined, extra)), text.toString("hex"), `${length} bytes`);
        // In its own memory, before where it is.
        const shifted = Uint8Array.from([...randomBytes(5), ...sealed]);
        openSealed(key, nonce, shifted.subarray(5), shifted.subarray(0, length), extra);
        assert.equal(toHex(shifted.subarray(0, length)), text.toString("hex"), `${length} bytes in place`);
    }
});

test("limbs of ones, and a key of ones, do not overflow", () => {
    for (const byte of [0xff, 0xfe, 0x80, 0x00]) {
        const [key, nonce] = [Buffer.alloc(32, byte), Buffer.alloc(12, byte)];
        const sealed = Uint8Array.from(encrypt(key, nonce, Buffer.alloc(4096, byte)));
        assert.notEqual(openSealed(key, nonce, sealed), null);
    }
    const authenticator = new Poly1305(Uint8Array.from({ length: 32 }, () => 0xff));
    const text = Uint8Array.from({ length: 16 * 100 }, () => 0xff);
    authenticator.addLast(text);
    assert.equal(toHex(authenticator.finish()), expectedTag(new Uint8Array(32).fill(0xff), text));
});

/** The tag by whole numbers, as section 2.5.1 defines it. */
function expectedTag(key, text) {
    const number = (bytes) => BigInt(`0x${toHex(Uint8Array.from(bytes).reverse())}`);
    const prime = (1n << 130n) - 5n;
    const r = number(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
    let sum = 0n;
    for (let at = 0; at < text.length; at += 16) sum = ((sum + number([...text.subarray(at, at + 16), 1])) * r) % prime;
    const tag = (sum + number(key.subarray(16))) & ((1n << 128n) - 1n);
    return toHex(hex(tag.toString(16).padStart(32, "0")).reverse());
}

test("tags of random texts are those of whole numbers", () => {
    for (let count = 0; count < 300; count++) {
        const [key, text] = [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(1 + (count % 67)))];
        assert.equal(tag(toHex(key), toHex(text)), expectedTag(key, text));
    }
});

test("a text with one bit changed anywhere does not open, and nothing of it is written", () => {
    const [key, nonce] = [randomBytes(32), randomBytes(12)];
    const sealed = Uint8Array.from(encrypt(key, nonce, randomBytes(70)));
    const into = new Uint8Array(70);
    for (let bit = 0; bit < 8 * sealed.length; bit++) {
        sealed[bit >> 3] ^= 1 << (bit & 7);
        assert.equal(openSealed(key, nonce, sealed, into), null);
        sealed[bit >> 3] ^= 1 << (bit & 7);
    }
    assert.equal(into.every((byte) => byte === 0), true);
    assert.equal(openSealed(key, nonce, sealed.subarray(0, 15)), null);
    assert.equal(openSealed(randomBytes(32), nonce, sealed), null);
});

test("texts of different lengths differ", () => {
    assert.equal(isEqual(hex("01"), hex("0100")), false);
    assert.equal(isEqual(hex("0102"), hex("0102")), true);
});

test("30 MB are opened in a second", () => {
    const [key, nonce] = [randomBytes(32), randomBytes(12)];
    const sealed = Uint8Array.from(encrypt(key, nonce, randomBytes(65536)));
    const start = performance.now();
    for (let count = 0; count < 480; count++) openSealed(key, nonce, sealed);
    const seconds = (performance.now() - start) / 1000;
    const rate = (480 * 65536) / 1e6 / seconds;
    console.log(`ChaCha20-Poly1305: ${rate.toFixed(0)} MB/s`);
    assert.ok(rate > 30, `${rate} MB/s`);
});
