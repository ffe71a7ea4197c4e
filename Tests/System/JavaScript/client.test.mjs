// The client against a real server, and against servers that are none.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { openAsBlob } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { Snapveil, SnapveilError } from "snapveil";
import { answer, nowhere, program, scratch, screens, startServer } from "./support.mjs";

const url = await startServer();
const shot = await readFile(new URL("ios-login.png", screens));
const source = await readFile(new URL("ios-login.xml", screens), "utf8");
const sensitive = { rules: [{ target: { elements: "sensitive" }, style: { veil: {} } }] };

test("a picture is what the command line makes of it, with receipt and page source", async () => {
    const { image, type, receipt, hierarchy } = await new Snapveil({ url }).sanitize(shot, { policy: sensitive, hierarchy: source });
    const directory = await scratch();
    const policy = join(directory, "policy.json"), output = join(directory, "safe.png");
    await writeFile(policy, JSON.stringify(sensitive));
    const files = { "--hierarchy": fileURLToPath(new URL("ios-login.xml", screens)), "--policy": policy, "-o": output };
    await promisify(execFile)(program, ["redact", fileURLToPath(new URL("ios-login.png", screens)), ...Object.entries(files).flat()]);
    assert.deepEqual(image, await readFile(output));
    assert.equal(type, "image/png");
    assert.equal(receipt.assurance, "erased");
    assert.ok(receipt.covered.length > 0);
    assert.match(hierarchy, /\[redacted\]/);
});

test("a check tells what would be covered, and nothing of what it says", async () => {
    const client = new Snapveil({ url });
    const options = { policy: sensitive, hierarchy: source, scale: 3 };
    const check = await client.check(shot, options);
    const { receipt: { covered } } = await client.sanitize(shot, options);
    const told = ({ rule, target, rect, matched }) => ({ rule, target, rect, matched });
    assert.deepEqual(check.findings.map(told), covered.map(told));
    assert.ok(check.findings.length > 3 && check.findings.every(({ kind }) => kind === "element"));
    assert.deepEqual(check.snapshot, { width: 1179, height: 2556, format: "png" });
    assert.ok(source.includes("pa55-Phrase!") && !JSON.stringify(check).includes("pa55-Phrase!"));
});

test("a check that finds nothing is no error, and one that cannot tell is", async () => {
    const client = new Snapveil({ url, policy: sensitive });
    const boxes = { viewport: { width: 393, height: 852 }, boxes: [] };
    assert.deepEqual((await client.check(shot, { hierarchy: boxes })).findings, []);
    const problems = [
        ["hierarchy-missing", {}], ["nothing-looked-for", { policy: "blackout" }], ["policy-unknown", { policy: "unheard-of" }],
        ["hierarchy-misplaced", { hierarchy: source, scale: 2 }], ["parameter-invalid", { hierarchy: source, format: "png" }],
    ];
    for (const [code, options] of problems) await assert.rejects(client.check(shot, options), { code });
    // The server of these tests has no models.
    await assert.rejects(new Snapveil({ url }).check(shot), { code: "detector-missing", pointer: "/rules/0/target/text" });
});

test("a file is sent as it is read", async () => {
    const client = new Snapveil({ url, policy: "blackout" });
    const file = await openAsBlob(fileURLToPath(new URL("ios-login.png", screens)));
    assert.deepEqual((await client.sanitize(file)).image, (await client.sanitize(shot)).image);
});

test("regions and parameters reach the server", async () => {
    const client = new Snapveil({ url, policy: "mask" });
    const regions = [{ x: 16, y: 109, width: 361, height: 46 }];
    const { receipt, type } = await client.sanitize(shot, { regions, scale: 3, format: "jpeg" });
    assert.deepEqual(receipt.covered.map(({ rect }) => rect), [{ x: 48, y: 327, width: 1083, height: 138 }]);
    assert.equal(type, "image/jpeg");
});

test("a problem of the server is an error that names its place", async () => {
    const policy = { rules: [{ target: { region: { x: 9000, y: 0, width: 1, height: 1 } }, style: { veil: {} } }] };
    await assert.rejects(new Snapveil({ url }).sanitize(shot, { policy }), (error) => {
        assert.ok(error instanceof SnapveilError);
        assert.deepEqual([error.code, error.status, error.pointer], ["region-outside", 422, "/rules/0/target/region"]);
        assert.match(error.message, /1179x2556/);
        return true;
    });
    await assert.rejects(new Snapveil({ url, policy: "unheard-of" }).sanitize(shot), { code: "policy-unknown", status: 404 });
});

test("a key is sent, and a wrong one is an error", async () => {
    const keys = join(await scratch(), "keys");
    await writeFile(keys, "tests:correct-horse-battery\n");
    const guarded = await startServer("--key-file", keys);
    await new Snapveil({ url: guarded, key: "correct-horse-battery", policy: "blackout" }).sanitize(shot);
    await assert.rejects(new Snapveil({ url: guarded, key: "wrong", policy: "blackout" }).sanitize(shot), { code: "unauthorized" });
});

const json = (response, value) => response.setHeader("Content-Type", "application/json").end(JSON.stringify(value));
const busy = (response, after) => response.writeHead(503, { "Content-Type": "application/problem+json", "Retry-After": after })
    .end(JSON.stringify({ type: "urn:snapveil:problem:overloaded", detail: "No worker is free.", status: 503 }));

test("a server that is busy is asked again after the time that it names", async () => {
    const times = [];
    const relay = await answer(async (request, response) => {
        times.push(Date.now());
        const chunks = await request.toArray();
        if (times.length < 3) return busy(response, 1);
        const headers = { "Content-Type": request.headers["content-type"], Accept: "application/json" };
        const reply = await fetch(url + request.url, { method: "POST", headers, body: Buffer.concat(chunks) });
        response.writeHead(reply.status, { "Content-Type": "application/json" }).end(Buffer.from(await reply.arrayBuffer()));
    });
    const { receipt } = await new Snapveil({ url: relay, policy: "blackout" }).sanitize(shot);
    assert.equal(receipt.assurance, "erased");
    assert.equal(times.length, 3);
    times.length = 1;
    assert.ok((await new Snapveil({ url: relay, policy: sensitive }).check(shot, { hierarchy: source })).findings.length > 0);
    assert.equal(times.length, 3);
    assert.ok(times[1] - times[0] >= 990 && times[2] - times[1] >= 990, String(times));
});

test("a server that is busy for longer than the deadline is an error at once", async () => {
    const relay = await answer((request, response) => request.resume().on("end", () => busy(response, 60)));
    const start = Date.now();
    await assert.rejects(new Snapveil({ url: relay, deadline: 2000 }).sanitize(shot), { code: "overloaded" });
    assert.ok(Date.now() - start < 1500);
});

test("a server that never answers is an error after the deadline", async () => {
    const relay = await answer((request) => request.resume());
    await assert.rejects(new Snapveil({ url: relay, deadline: 300 }).sanitize(shot), { code: "timeout" });
});

test("a connection that closes just when it is used is opened again, once", async () => {
    let tries = 0;
    const relay = await answer((request) => { tries += 1; request.socket.destroy(); });
    await assert.rejects(new Snapveil({ url: relay }).sanitize(shot), { code: "unreachable" });
    assert.equal(tries, 2);
});

test("no server, and one that is none, are told apart", async () => {
    await assert.rejects(new Snapveil({ url: await nowhere() }).sanitize(shot), { code: "unreachable" });
    const page = await answer((request, response) => request.resume().on("end", () => response.end("<html>welcome")));
    await assert.rejects(new Snapveil({ url: page }).sanitize(shot), { code: "no-snapveil", status: 200 });
    const other = await answer((request, response) => request.resume().on("end", () => json(response, {})));
    await assert.rejects(new Snapveil({ url: other }).sanitize(shot), { code: "no-snapveil" });
    // None of these is a picture that shows nothing.
    for (const reply of [{}, null, [], { findings: {} }, { image: { data: "" }, receipt: {} }]) {
        const none = await answer((request, response) => request.resume().on("end", () => json(response, reply)));
        await assert.rejects(new Snapveil({ url: none }).check(shot), { code: "no-snapveil" });
    }
    for (const sealed of [null, 5, "", {}, { data: 5 }]) {
        const reply = { image: { data: "", type: "image/png" }, artefact: { data: "", type: "text/plain" }, receipt: {}, sealed };
        const none = new Snapveil({ url: await answer((request, response) => request.resume().on("end", () => json(response, reply))) });
        await assert.rejects(none.sanitize(shot), { code: "no-snapveil" });
        await assert.rejects(none.sanitizeArtefact(shot), { code: "no-snapveil" });
    }
});

/** A client of a server that sends its reply by `send`, and a promise that is kept when the connection closes. */
async function against(status, headers, send, options) {
    let close;
    const closed = new Promise((done) => close = done);
    const relay = await answer((request, response) => request.resume().on("end", () => {
        response.on("close", close).writeHead(status, { "Content-Type": "application/json", ...headers });
        send(response);
    }));
    return [new Snapveil({ url: relay, ...options }), closed];
}

const longestReply = 2 ** 28;
const tooLong = { code: "no-snapveil", message: /is not Snapveil: its reply has more than 268435456 bytes/ };

test("a reply that says that it is too long is not read", async () => {
    for (const type of ["application/json", "application/problem+json"]) {
        const headers = { "Content-Type": type, "Content-Length": longestReply + 1 };
        const [client, closed] = await against(422, headers, (response) => response.flushHeaders());
        await assert.rejects(client.sanitize(shot), { ...tooLong, status: 422 });
        await closed;
    }
});

test("a reply without an end is left at the bound", async () => {
    for (const headers of [{ "Transfer-Encoding": "chunked" }, { "Transfer-Encoding": "identity", Connection: "close" }]) {
        let sent = 0;
        const [client, closed] = await against(200, headers, function send(response) {
            const piece = Buffer.alloc(2 ** 20, " ");
            while (!response.destroyed && response.write(piece)) sent += piece.length;
            sent += piece.length;
            response.once("drain", () => send(response));
        });
        await assert.rejects(client.check(shot), tooLong);
        await closed;
        // The rest is what lies in the buffers of the connection.
        assert.ok(sent > longestReply && sent < longestReply + 2 ** 26, `${sent} bytes`);
    }
});

test("a reply is as long as what it unpacks to", async () => {
    const packed = gzipSync(Buffer.alloc(longestReply + 1, " "), { level: 1 });
    const [client] = await against(200, { "Content-Encoding": "gzip" }, (response) => response.end(packed));
    await assert.rejects(client.sanitizeArtefact(shot), tooLong);
    const reply = gzipSync('{ "findings": [] }');
    const [other] = await against(200, { "Content-Encoding": "gzip" }, (response) => response.end(reply));
    assert.deepEqual(await other.check(shot), { findings: [] });
});

test("a reply that comes in pieces, or not to its end, is told from one of another server", async () => {
    const reply = Buffer.from(JSON.stringify({ findings: [], note: "\u00e9".repeat(50_000) }));
    const [client] = await against(200, {}, async (response) => {
        for (let at = 0; at < reply.length; at += 7001) {
            await new Promise((done) => response.write(reply.subarray(at, at + 7001), done));
        }
        response.end();
    });
    assert.deepEqual(await client.check(shot), JSON.parse(reply));
    const [cut] = await against(200, {}, (response) => response.write(reply.subarray(0, 5000), () => response.destroy()));
    await assert.rejects(cut.check(shot), { code: "unreachable" });
    const [slow] = await against(200, {}, (response) => response.write(reply.subarray(0, 5000)), { deadline: 300 });
    await assert.rejects(slow.check(shot), { code: "timeout" });
});

test("a picture and a key go along no redirect", async () => {
    let sent = 0;
    const other = await answer((request, response) => {
        sent += 1;
        request.resume().on("end", () => json(response, { image: { type: "image/png", data: "" }, receipt: { covered: [] } }));
    });
    for (const status of [301, 302, 303, 307, 308]) {
        const redirecting = await answer((request, response) => {
            request.resume().on("end", () => response.writeHead(status, { Location: other }).end());
        });
        await assert.rejects(new Snapveil({ url: redirecting, key: "k" }).sanitize(shot), { code: "no-snapveil", status });
        await assert.rejects(new Snapveil({ url: redirecting }).check(shot), { code: "no-snapveil", status });
    }
    assert.equal(sent, 0);
});

test("a key that no header carries is in no error", () => {
    for (const key of ["correct-horse\r\nX-Battery: staple", "correct-horse-\u0142"]) {
        assert.throws(() => new Snapveil({ key }), (error) => error.code === "key-unusable" && !error.message.includes("horse"));
    }
    // As it is in a file.
    assert.equal(new Snapveil({ key: "correct-horse-battery\n" }).key, "correct-horse-battery");
});

test("connections are kept", async () => {
    const ports = new Set();
    const relay = await answer((request, response) => {
        ports.add(request.socket.remotePort);
        request.resume().on("end", () => json(response, { image: { type: "image/png", data: "" }, receipt: { covered: [] } }));
    });
    const client = new Snapveil({ url: relay });
    for (let count = 0; count < 10; count += 1) await client.sanitize(shot);
    assert.ok(ports.size <= 2, `${ports.size} connections`);
});

test("what the types declare is what there is", async () => {
    const kit = new URL("node_modules/snapveil/", import.meta.url);
    const { exports } = JSON.parse(await readFile(new URL("package.json", kit)));
    for (const [name, { types, default: module }] of Object.entries(exports).filter(([, value]) => value.types)) {
        const declared = await readFile(new URL(types, kit), "utf8");
        const names = [...declared.matchAll(/^export (?:(default)|function (\w+)|class (\w+)|const (\w+)|\{ (\w+) \})/gm)].map(([, ...parts]) => parts.find(Boolean));
        assert.deepEqual(names.sort(), Object.keys(await import(new URL(module, kit))).sort(), name);
    }
});
