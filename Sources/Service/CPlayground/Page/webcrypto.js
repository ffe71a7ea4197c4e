// What age needs of the browser's own cryptography: X25519 (RFC 7748), HKDF (RFC 5869), HMAC and SHA-256.

const encoder = new TextEncoder();

/** What a private key of X25519 is led in by in PKCS #8 (RFC 8410, section 7). */
const privateKeyStart = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 4, 0x22, 4, 0x20];

/** How to do without, as the end of a sentence. */
const other = "use snapveil unseal or age -d instead.";

/** Why this browser cannot open sealed pictures here; null if it can. */
export async function missingCryptography() {
    if (!globalThis.crypto?.subtle) {
        return globalThis.isSecureContext === false
            ? `This page came over plain HTTP from another machine, and browsers keep their cryptography from such pages. Open it over HTTPS or from http://localhost, or ${other}`
            : `This browser has no cryptography for pages (crypto.subtle): ${other}`;
    }
    try {
        await crypto.subtle.generateKey({ name: "X25519" }, false, ["deriveBits"]);
        return null;
    } catch {
        return `This browser's cryptography does not have X25519, the kind of keys that age uses. Update the browser, or ${other}`;
    }
}

/** An identity that agrees on secrets. */
export class Agreement {
    #key;

    /** @param {Uint8Array} recipient The public key, 32 bytes. */
    constructor(key, recipient) {
        this.#key = key;
        this.recipient = recipient;
    }

    /** @param {Uint8Array} secret 32 bytes, which are left as they are. */
    static async of(secret) {
        const wrapped = new Uint8Array(privateKeyStart.length + secret.length);
        wrapped.set(privateKeyStart);
        wrapped.set(secret, privateKeyStart.length);
        try {
            const key = await crypto.subtle.importKey("pkcs8", wrapped, { name: "X25519" }, false, ["deriveBits"]);
            const base = new Uint8Array(32);
            base[0] = 9;
            return new Agreement(key, await shared(key, base));
        } finally {
            wrapped.fill(0);
        }
    }

    /** The secret shared with the owner of a public key; null for a key of low order, with which anyone shares it. */
    async secret(share) {
        try {
            const secret = await shared(this.#key, share);
            return secret.some((byte) => byte !== 0) ? secret : null;
        } catch (error) {
            // The name that the standard has for it.
            if (error.name === "OperationError") return null;
            throw error;
        }
    }
}

async function shared(key, share) {
    const other = await crypto.subtle.importKey("raw", share, { name: "X25519" }, false, []);
    return new Uint8Array(await crypto.subtle.deriveBits({ name: "X25519", public: other }, key, 256));
}

/** 32 bytes by HKDF with SHA-256. */
export async function derived(secret, salt, info) {
    const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
    const parameters = { name: "HKDF", hash: "SHA-256", salt, info: encoder.encode(info) };
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, key, 256));
}

/** Whether a code is that of a message by HMAC with SHA-256. */
export async function isAuthentic(secret, code, message) {
    const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
    return crypto.subtle.verify("HMAC", key, code, message);
}

/** The SHA-256 of bytes, in hexadecimal. */
export async function digest(bytes) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
