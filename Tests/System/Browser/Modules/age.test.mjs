// Identities, headers, armour and chunks of age files.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { ageFile, armoured, ascii, base64, chunked, header, payload, reason, slices, stanza, toHex } from "./support.mjs";

const { openAge } = await import("/playground/age.js");
const { decodeBase64, startsLikeAge, withoutArmour } = await import("/playground/armour.js");
const { readHeader } = await import("/playground/ageheader.js");
const { decodeBech32, NotBech32 } = await import("/playground/bech32.js");
const { readIdentities } = await import("/playground/identities.js");
const { Slices, Unopened } = await import("/playground/unopened.js");
const { Agreement } = await import("/playground/webcrypto.js");

/** The identity and the recipient that the specification of age shows. */
const identity = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX";
const recipient = "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj";
const secret = Uint8Array.from({ length: 32 }, () => 0x42);

const open = (bytes, ...secrets) => openAge(Uint8Array.from(bytes), secrets.length ? secrets : [secret], slices);
const read = (text) => readIdentities(ascii(text));

test("the valid texts of BIP 173 are Bech32", () => {
    const valid = ["A12UEL5L", "a12uel5l", "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
        "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw", "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w", "?1ezyfcl"];
    for (const text of valid) {
        try {
            decodeBech32(ascii(text));
        } catch (error) {
            // Some hold no whole number of bytes, which BIP 173 allows.
            assert.equal(error.message, "does not end with a whole byte", text);
        }
    }
    assert.equal(toHex(decodeBech32(ascii("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw")).bytes), "00443214c74254b635cf84653a56d7c675be77df");
});

test("what is no Bech32 is refused with its place", () => {
    const invalid = {
        "\x201nwldj5": /place 1 /, "\x7f1axkwrx": /place 1 /, pzry9x0s0muk: /no prefix/, "1pzry9x0s0muk": /no prefix/, x1b4n0q5v: /place 3 /, li1dgmt3: /too short/,
        "A1G7SGD8": /checksum/, "10a06t8": /no prefix/, "1qzzfhee": /no prefix/, A12uEL5L: /mixes upper and lower case/,
    };
    for (const [text, message] of Object.entries(invalid)) assert.throws(() => decodeBech32(ascii(text)), (error) => error instanceof NotBech32 && message.test(error.message), text);
});

test("the identity of the specification is its 32 bytes, and its recipient the one beside it", async () => {
    assert.deepEqual(read(`# created: today\n# public key: ${recipient}\r\n\n  ${identity}\t\r\n`), [secret]);
    assert.deepEqual(read(identity.toLowerCase()), [secret]);
    assert.deepEqual((await Agreement.of(secret)).recipient, decodeBech32(ascii(recipient)).bytes);
});

test("each identity that cannot be used says why, with its line", () => {
    const cases = {
        [recipient]: /^Line 1 is a recipient, which anyone may know and which opens nothing\./,
        [`# a\n\n${identity.replace("GFPY", "GFPP")}`]: /^The identity in line 3 has a wrong checksum/,
        [identity.slice(0, -1)]: /^The identity in line 1 has a wrong checksum/,
        [identity.replace("ZGFP", "ZGFB")]: /^The identity in line 1 has a character at place \d+ that no key has\.$/,
        [identity.replace("EGAEX", "egaex")]: /^The identity in line 1 mixes upper and lower case, as at place \d+\.$/,
        "AGE-SECRET-KEY-PQ-1XX76JRALNLXD": /^Line 1 is a post-quantum identity/,
        "AGE-PLUGIN-YUBIKEY-1Q": /^Line 1 is an identity of a plugin/,
        "-----BEGIN OPENSSH PRIVATE KEY-----": /^Line 1 begins a key of SSH/,
        "ssh-ed25519 AAAA": /^Line 1 is the public key of SSH/,
        "correct horse": /^Line 1 is no identity/,
        "": /^There is no identity in it/,
        [`# created: today # public key: ${recipient}`]: /^There is no identity in it/,
        [`${identity}\n`.repeat(65)]: /^There are more than 64 identities/,
        "age-encryption.org/v1\n-> scrypt AAAA 18\n": /^The identity is itself encrypted, with a passphrase or a key, .* decrypt it first with age -d, or use snapveil unseal\.$/,
        "\n-----BEGIN AGE ENCRYPTED FILE-----\n": /^The identity is itself encrypted/,
    };
    for (const [text, message] of Object.entries(cases)) assert.throws(() => read(text), (error) => error instanceof Unopened && error.place === "identity" && message.test(error.message), text);
    assert.equal(read(`${identity}\n`.repeat(64)).length, 64);
});

test("the header of the specification is read as it stands", () => {
    const lines = ["age-encryption.org/v1", "-> X25519 XEl0dJ6y3C7KZkgmgWUicg63EyXJiwBJW8PdYJ/cYBE", "qRS0AMjdjPvZ/WT08U2KL4G+PIooA3hy38SvLpvaC1E", "--- HK2NmOBN9Dpq0Gw6xMCuhFcQlQLvZ/wQUi/2scLG75s", ""];
    const text = lines.join("\n");
    const { stanzas, authenticated, code, length } = readHeader(ascii(`${text}payload`));
    assert.deepEqual(stanzas.map(({ words }) => words), [["X25519", "XEl0dJ6y3C7KZkgmgWUicg63EyXJiwBJW8PdYJ/cYBE"]]);
    assert.equal(stanzas[0].body.length, 32);
    assert.equal(Buffer.from(authenticated).toString(), text.slice(0, text.indexOf("---") + 3));
    assert.deepEqual([code.length, length], [32, text.length]);
});

test("bodies of stanzas end with a line that is shorter than 64, which may be empty", () => {
    const start = "age-encryption.org/v1\n-> x\n";
    const end = `--- ${"A".repeat(43)}\n`;
    const body = (...lines) => readHeader(ascii(`${start}${lines.join("\n")}\n${end}`)).stanzas[0].body.length;
    assert.equal(body(""), 0);
    assert.equal(body("A".repeat(64), ""), 48);
    assert.equal(body("A".repeat(64), "AA"), 49);
    assert.throws(() => body("A".repeat(64)), reason("sealed", "The header of the sealed file is malformed in line 4."));
    assert.throws(() => body("A".repeat(65)), reason("sealed", "The header of the sealed file is malformed in line 3."));
    assert.throws(() => body("AB"), reason("sealed", "The header of the sealed file is malformed in line 3."));
    assert.throws(() => body("A=="), reason("sealed", "The header of the sealed file is malformed in line 3."));
});

test("each header that is not one says why", () => {
    const end = `--- ${"A".repeat(43)}\n`;
    const cases = {
        "PNG": /^This is not an age file\./,
        "age-encryption.org/v2\n": /newer version of age/,
        "age-encryption.org/v1": /^The sealed file is cut within its header\.$/,
        "age-encryption.org/v1\n-> x\nAAAA": /^The sealed file is cut within its header\.$/,
        "age-encryption.org/v1\n->\n\n": /malformed in line 2/,
        "age-encryption.org/v1\n-> a  b\n\n": /malformed in line 2/,
        "age-encryption.org/v1\nx\n": /malformed in line 2/,
        [`age-encryption.org/v1\n${end}`]: /names no recipient/,
        [`age-encryption.org/v1\n-> x\n\n--- ${"A".repeat(42)}B\n`]: /malformed in its last line/,
        [`age-encryption.org/v1\n-> x\n\n---\n`]: /malformed in its last line/,
        [`age-encryption.org/v1\n${"-> x\n\n".repeat(1025)}${end}`]: /more than 1024 recipients/,
        [`age-encryption.org/v1\n-> x ${"y".repeat(70000)}\n\n${end}`]: /longer than 64 KiB/,
        [`age-encryption.org/v1\n-> scrypt AA 18\n\n${end}`]: /encrypted with a passphrase, .* Use age -d\./,
        [`age-encryption.org/v1\n-> scrypt AA 18\n\n-> x\n\n${end}`]: /mixes a passphrase with recipients/,
    };
    for (const [text, message] of Object.entries(cases)) assert.throws(() => readHeader(ascii(text)), (error) => error.place === "sealed" && message.test(error.message), text.slice(0, 80));
    assert.equal(readHeader(ascii(`age-encryption.org/v1\n${"-> x\n\n".repeat(1024)}${end}`)).stanzas.length, 1024);
});

test("files of every size about whole chunks are opened, armoured or not", async () => {
    for (const length of [0, 1, 15, 65535, 65536, 65537, 131071, 131072, 131073]) {
        const text = randomBytes(length);
        const file = ageFile(text, secret);
        for (const form of [file, armoured(file), armoured(file, "\r\n"), ascii(` \n\t${Buffer.from(armoured(file)).toString("latin1")}\n  `)]) {
            assert.equal(Buffer.compare(await open(form), text), 0, `${length} bytes`);
        }
    }
});

test("any of several identities opens a file for any of several recipients", async () => {
    const [mine, theirs, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const file = ageFile("text", theirs, mine);
    assert.equal(Buffer.from(await open(file, other, mine)).toString(), "text");
    await assert.rejects(open(file, other), reason("identity", "The identity does not open this file: it is sealed to other recipients."));
    await assert.rejects(open(file, other, secret), reason("identity", "None of the 2 identities opens this file: it is sealed to other recipients."));
});

test("recipients of other kinds are passed over, and a file that has no other is refused", async () => {
    const fileKey = randomBytes(16);
    const others = [`-> ssh-ed25519 abc\n${base64(randomBytes(32))}\n`, "-> x-grease\n\n"];
    const end = payload(fileKey, [Buffer.from("text")]);
    assert.equal(Buffer.from(await open(Buffer.concat([header(fileKey, [...others, stanza(fileKey, secret)]), end]))).toString(), "text");
    await assert.rejects(open(Buffer.concat([header(fileKey, others), end])), reason("sealed", "The file is encrypted to no X25519 recipient, which is the only kind that this page opens. Use age -d or snapveil unseal."));
});

test("a malformed recipient of X25519 is refused, and so is a share of low order", async () => {
    const fileKey = randomBytes(16);
    const body = base64(randomBytes(32));
    const share = base64(randomBytes(32));
    const malformed = [`-> X25519\n${body}\n`, `-> X25519 ${share} x\n${body}\n`, `-> X25519 ${share}=\n${body}\n`, `-> X25519 ${base64(randomBytes(31))}\n${body}\n`, `-> X25519 ${share}\n${base64(randomBytes(33))}\n`];
    for (const text of malformed) await assert.rejects(open(Buffer.concat([header(fileKey, [text]), payload(fileKey, [Buffer.of()])])), reason("sealed", "The header of the sealed file has a malformed X25519 recipient."));
    const one = Buffer.alloc(32);
    one[0] = 1;
    for (const low of [Buffer.alloc(32), one]) {
        await assert.rejects(open(Buffer.concat([header(fileKey, [`-> X25519 ${base64(low)}\n${body}\n`]), payload(fileKey, [Buffer.of()])])), /share of low order, which keeps nothing secret: it is refused/);
    }
});

test("a changed header, a changed part and a cut file are told apart", async () => {
    const fileKey = randomBytes(16);
    const start = header(fileKey, [stanza(fileKey, secret), "-> note a\n\n"]);
    const text = randomBytes(3 * 65536);
    const whole = payload(fileKey, chunked(text));
    const message = async (end, first = start) => open(Buffer.concat([first, end])).then(() => "opened", (error) => error.message);
    const changed = Buffer.from(start);
    changed[start.indexOf("note") + 5]++;
    assert.equal(await message(whole, changed), "The header of the sealed file was changed.");
    const flipped = (at) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte)));
    assert.equal(await message(flipped(16)), "The sealed file was changed: part 1 of its 3 parts of 64 KiB is not as it was sealed.");
    assert.equal(await message(flipped(16 + 65552 + 7)), "The sealed file was changed: part 2 of its 3 parts of 64 KiB is not as it was sealed.");
    assert.equal(await message(flipped(whole.length - 1)), "The sealed file is cut or was changed: the last of its 3 parts of 64 KiB is not as it was sealed.");
    assert.equal(await message(whole.subarray(0, -1)), "The sealed file is cut or was changed: the last of its 3 parts of 64 KiB is not as it was sealed.");
    assert.equal(await message(whole.subarray(0, -65552)), "The sealed file is cut: parts at its end are missing.");
    assert.equal(await message(whole.subarray(0, 20)), "The sealed file is cut behind its header.");
    assert.equal(await message(whole.subarray(0, 16 + 2 * 65552 + 5)), "The sealed file is cut or was changed: the last of its 3 parts of 64 KiB is not as it was sealed.");
    assert.equal(await message(Buffer.concat([whole, Buffer.of(1)])), "The sealed file was changed: there is more behind its end.");
    assert.equal(await message(Buffer.concat([whole, whole.subarray(16)])), "The sealed file was changed: there is more behind its end.");
    const swapped = Buffer.concat([whole.subarray(0, 16), whole.subarray(16 + 65552, 16 + 2 * 65552), whole.subarray(16, 16 + 65552), whole.subarray(16 + 2 * 65552)]);
    assert.match(await message(swapped), /part 1 of its 3/);
    assert.equal(await message(payload(fileKey, [text.subarray(0, 65536), Buffer.of()])), "The sealed file is malformed: its last part is empty.");
    assert.equal(await message(payload(fileKey, chunked(text), () => false)), "The sealed file is cut: parts at its end are missing.");
});

test("armour that is not as age writes it says where", async () => {
    const file = ageFile(randomBytes(200), secret);
    const text = Buffer.from(armoured(file)).toString();
    const lines = text.split("\n");
    const message = (other) => withoutArmour(ascii(other), slices).then(() => "opened", (error) => error.message);
    const replaced = (index, line) => lines.map((old, at) => (at === index ? line : old)).join("\n");
    assert.equal(await message(replaced(1, lines[1].slice(1))), "The armour of the sealed file is malformed in line 2.");
    assert.equal(await message(replaced(2, `${lines[2].slice(0, -4)}=AAA`)), "The armour of the sealed file is malformed in line 3.");
    assert.equal(await message(replaced(2, "")), "The armour of the sealed file is malformed in line 3.");
    assert.equal(await message(replaced(1, `${lines[1]}AAAA`)), "The armour of the sealed file is malformed in line 2.");
    assert.equal(await message(text.replace("-----END", "----- END")), `The armour of the sealed file is malformed in line ${lines.length - 1}.`);
    assert.equal(await message(text.replace("FILE-----", "FILE----- ")), "The armour of the sealed file is malformed in line 1.");
    assert.equal(await message(`${text}more`), "The sealed file was changed: there is more behind the end of its armour.");
    for (const length of [40, 100, text.length - 10]) assert.equal(await message(text.slice(0, length)), "The sealed file is cut: its armour has no end.");
    assert.equal(await message(text.trimEnd()), "opened");
    assert.equal(startsLikeAge(ascii(text)) && startsLikeAge(file) && !startsLikeAge(ascii("PNG")), true);
});

test("base64 has one way to write its bytes", () => {
    assert.equal(toHex(decodeBase64(ascii("AAEC"))), "000102");
    assert.equal(toHex(decodeBase64(ascii("AA"))), "00");
    for (const text of ["A", "AB", "AAEC=", "AA-C", "AA\nC", "AAB"]) assert.equal(decodeBase64(ascii(text)), null, text);
});

test("work that is not wanted any more ends, and secrets stay the caller's", async () => {
    const controller = new AbortController();
    const file = ageFile(randomBytes(1 << 20), secret);
    const opening = openAge(file, [secret], new Slices(controller.signal));
    controller.abort();
    await assert.rejects(opening, { name: "AbortError" });
    assert.equal(secret.every((byte) => byte === 0x42), true);
});
