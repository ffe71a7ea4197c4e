// Writes age files and sealed content with the cryptography of Node, so that the page's is held against another.

import { createCipheriv, createHmac, createPrivateKey, createPublicKey, diffieHellman, hkdfSync, randomBytes } from "node:crypto";
import { register } from "node:module";

register("./hooks.mjs", import.meta.url);

const { Slices } = await import("/playground/unopened.js");

/** Slices of work that nobody ends. */
export const slices = new Slices(new AbortController().signal);

export const hex = (text) => Uint8Array.from(Buffer.from(text.replace(/\s/g, ""), "hex"));
export const toHex = (bytes) => Buffer.from(bytes).toString("hex");
export const ascii = (text) => Uint8Array.from(Buffer.from(text, "latin1"));
export const base64 = (bytes) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");

const privateKey = (secret) => createPrivateKey({ key: Buffer.concat([hex("302e020100300506032b656e04220420"), secret]), format: "der", type: "pkcs8" });
const publicKey = (share) => createPublicKey({ key: Buffer.concat([hex("302a300506032b656e032100"), share]), format: "der", type: "spki" });
const shareOf = (secret) => createPublicKey(privateKey(secret)).export({ format: "der", type: "spki" }).subarray(-32);
const derived = (secret, salt, info) => Buffer.from(hkdfSync("sha256", secret, salt, info, 32));

/** What ChaCha20-Poly1305 of Node makes of a text. */
export function encrypt(key, nonce, text, extra = Buffer.alloc(0)) {
    const cipher = createCipheriv("chacha20-poly1305", key, nonce, { authTagLength: 16 });
    cipher.setAAD(extra, { plaintextLength: text.length });
    return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** A stanza for the owner of a secret key. */
export function stanza(fileKey, secret) {
    const recipient = shareOf(secret);
    const ephemeral = randomBytes(32);
    const share = shareOf(ephemeral);
    const common = diffieHellman({ privateKey: privateKey(ephemeral), publicKey: publicKey(recipient) });
    const key = derived(common, Buffer.concat([share, recipient]), "age-encryption.org/v1/X25519");
    return `-> X25519 ${base64(share)}\n${base64(encrypt(key, Buffer.alloc(12), fileKey))}\n`;
}

/** A header with these stanzas. */
export function header(fileKey, stanzas) {
    const start = `age-encryption.org/v1\n${stanzas.join("")}---`;
    const code = createHmac("sha256", derived(fileKey, "", "header")).update(start).digest();
    return Buffer.from(`${start} ${base64(code)}\n`);
}

/** A payload whose chunks are these, the last of them marked as last. */
export function payload(fileKey, chunks, isLast = (index) => index === chunks.length - 1) {
    const nonce = randomBytes(16);
    const key = derived(fileKey, nonce, "payload");
    return Buffer.concat([nonce, ...chunks.map((chunk, index) => {
        const number = Buffer.alloc(12);
        number.writeUInt32BE(index, 7);
        number[11] = isLast(index) ? 1 : 0;
        return encrypt(key, number, chunk);
    })]);
}

/** A text in chunks of 64 KiB. */
export function chunked(text) {
    const chunks = [];
    for (let at = 0; at === 0 || at < text.length; at += 65536) chunks.push(text.subarray(at, at + 65536));
    return chunks;
}

/** An age file for the owners of secret keys. */
export function ageFile(text, ...secrets) {
    const fileKey = randomBytes(16);
    return Uint8Array.from(Buffer.concat([header(fileKey, secrets.map((secret) => stanza(fileKey, secret))), payload(fileKey, chunked(Buffer.from(text)))]));
}

/** The armour of an age file. */
export function armoured(bytes, lineEnd = "\n") {
    const lines = Buffer.from(bytes).toString("base64").match(/.{1,64}/g);
    return ascii(["-----BEGIN AGE ENCRYPTED FILE-----", ...lines, "-----END AGE ENCRYPTED FILE-----", ""].join(lineEnd));
}

/** A reason of the page, as `assert.throws` and `assert.rejects` compare it. */
export const reason = (place, message) => ({ place, message });
