// What was covered, sealed to a group: it opens to what it was, and is not there unless somebody asks.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { safeScreenshot, Snapveil } from "snapveil";
import { sanitizeScreenshots } from "snapveil/cypress";
import { test as playwright } from "snapveil/playwright";
import { launch, Pictures, program, scratch, screens, secret, startServer } from "./support.mjs";

const run = promisify(execFile);
const keys = await scratch(), identity = join(keys, "team.key");
await mkdir(join(keys, "recipients"));
await writeFile(join(keys, "recipients", "payments"), (await run(program, ["keys", "new", identity])).stdout);
const url = await startServer("--recipients", join(keys, "recipients"));
const client = new Snapveil({ url });
const browser = await launch();
const pictures = await Pictures.in(browser);
const shot = await readFile(new URL("ios-login.png", screens));
const html = await readFile(new URL("page.html", import.meta.url), "utf8");
const regions = [{ x: 16, y: 109, width: 361, height: 46 }];
const black = { style: "fill", color: "#000", regions, scale: 3 };
const mask = ["input, textarea, select, [contenteditable], iframe, .card"];

/** The original of a file, opened with its sealed file beside it. */
async function opened(path) {
    const output = join(await scratch(), "original");
    await run(program, ["unseal", path, "--identity", identity, "-o", output]);
    return readFile(output);
}

async function show() {
    const page = await browser.newPage({ viewport: { width: 480, height: 400 } });
    await page.setContent(html);
    return page;
}

test("what was covered opens to the pixels as they were, and nothing is sealed unless asked", async () => {
    const plain = await client.sanitize(shot, black);
    const { image, receipt, sealed } = await client.sanitize(shot, { ...black, seal: "payments" });
    assert.deepEqual([plain.sealed, plain.receipt.sealed], [undefined, undefined]);
    assert.ok(Buffer.isBuffer(sealed));
    assert.deepEqual(receipt.sealed, { recipients: 1 });
    assert.deepEqual(image, plain.image);
    const path = join(await scratch(), "safe.png");
    await Promise.all([writeFile(path, image), writeFile(`${path}.age`, sealed)]);
    assert.equal(await pictures.areSame(image, shot), false);
    assert.equal(await pictures.areSame(await opened(path), shot), true);
});

test("an artefact opens to its bytes", async () => {
    const log = Buffer.from("signed in with password=Tr0ub4dor&3x\n");
    assert.equal((await client.sanitizeArtefact(log, { policy: "blackout" })).sealed, undefined);
    const { artefact, sealed } = await client.sanitizeArtefact(log, { policy: "blackout", seal: "payments" });
    assert.doesNotMatch(artefact.toString(), /Tr0ub4dor/);
    const path = join(await scratch(), "run.log");
    await Promise.all([writeFile(path, artefact), writeFile(`${path}.age`, sealed)]);
    assert.deepEqual(await opened(path), log);
});

test("a policy that forbids it seals nothing, and a group that the server does not have is an error", async () => {
    const policy = { seal: "never", rules: [{ target: "screen", style: { veil: {} } }] };
    const { sealed, receipt } = await client.sanitize(shot, { policy, seal: "payments" });
    assert.deepEqual([sealed, receipt.sealed], [undefined, { recipients: 0, forbidden: "policy" }]);
    const unknown = { code: "group-unknown", status: 404, parameter: "seal" };
    await assert.rejects(client.sanitize(shot, { ...black, seal: "nobody" }), unknown);
    // It has no groups at all.
    await assert.rejects(new Snapveil({ url: await startServer() }).sanitize(shot, { ...black, seal: "payments" }), unknown);
});

test("a picture of a page is written with its sealed file, if there is one", async () => {
    const page = await show(), directory = await scratch(), path = join(directory, "safe.png");
    const raw = await page.screenshot();
    await safeScreenshot(page, { client, mask, path: join(directory, "plain.png") });
    const { image, sealed } = await safeScreenshot(page, { client, mask, path, seal: "payments" });
    assert.deepEqual((await readdir(directory)).sort(), ["plain.png", "safe.png", "safe.png.age"]);
    assert.deepEqual(await readFile(`${path}.age`), sealed);
    assert.equal((await pictures.measure(image, secret)).counts[0], 0);
    assert.equal(await pictures.areSame(await opened(path), raw), true);
});

test("the pictures of a test of Playwright, and that of its failure, have sealed files beside them", async () => {
    const [result] = await playwright.run({ snapveil: { url, mask, seal: "payments" } }, [async ({ page }, testInfo) => {
        await page.setContent(html);
        await page.screenshot({ path: join(testInfo.outputDir, "mine.png") });
        throw new Error("failed");
    }]);
    assert.deepEqual(result.errors.map(({ message }) => message), ["failed"]);
    const written = ["mine.png", "mine.png.age", "test-failed-1.png", "test-failed-1.png.age"];
    assert.deepEqual((await readdir(result.outputDir)).sort(), written);
    for (const name of ["mine.png", "test-failed-1.png"]) {
        assert.equal((await pictures.measure(await readFile(join(result.outputDir, name)), secret)).counts[0], 0);
        assert.ok((await pictures.measure(await opened(join(result.outputDir, name)), secret)).counts[0] > 0);
    }
});

test("a screenshot of Cypress is replaced, with its sealed file beside it", async () => {
    const directory = await scratch(), path = join(directory, "failed.png"), handlers = {};
    await copyFile(fileURLToPath(new URL("ios-login.png", screens)), path);
    sanitizeScreenshots((event, handler) => (handlers[event] = handler), { url, seal: "payments" });
    const details = await handlers["after:screenshot"]({ path });
    assert.deepEqual(details, { path, size: (await readFile(path)).length });
    assert.deepEqual((await readdir(directory)).sort(), ["failed.png", "failed.png.age"]);
    assert.equal(await pictures.areSame(await opened(path), shot), true);
});
