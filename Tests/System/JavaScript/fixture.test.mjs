// The fixture and the reporter of Playwright Test, in a stand-in of its runner, with pages of a real Chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { Snapveil } from "snapveil";
import { expect, safeScreenshot, sanitized, test as playwright } from "snapveil/playwright";
import Reporter from "snapveil/playwright-reporter";
import { launch, nowhere, Pictures, scratch, screens, secret, startServer } from "./support.mjs";

const url = await startServer();
const pictures = await Pictures.in(await launch());
const html = await readFile(new URL("page.html", import.meta.url), "utf8");
const snapveil = { url, mask: ["input, textarea, select, [contenteditable], iframe, .card"] };
const shot = fileURLToPath(new URL("ios-login.png", screens));

/** All files below a directory. */
async function files(directory) {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

const secrets = async (bytes) => (await pictures.measure(bytes, secret)).counts[0];

test("pictures of a test, of its elements and of its failure are sanitised before they are written", async () => {
    const [result] = await playwright.run({ snapveil }, [async ({ page }, testInfo) => {
        await page.setContent(html);
        assert.equal(await secrets(await page.screenshot({ path: join(testInfo.outputDir, "mine.png") })), 0);
        assert.equal(await secrets(await page.locator("section").first().screenshot()), 0);
        assert.equal(await secrets(await (await page.$("section")).screenshot()), 0);
        await testInfo.attach("mine", { body: await page.screenshot(), contentType: "image/png" });
        expect(1).toBe(2);
    }]);
    assert.deepEqual(result.errors.map(({ message }) => message), ["1 is not 2"]);
    const written = await files(result.outputDir);
    assert.equal(written.length, 3);
    for (const path of written) assert.equal(await secrets(await readFile(path)), 0, path);
    assert.equal(result.attachments.find(({ name }) => name === "screenshot").path.endsWith("test-failed-2.png"), true);
    assert.ok(result.annotations.length >= 5);
    for (const { type, description } of result.annotations) assert.match(`${type}: ${description}`, /^snapveil: erased, \d+ covered, [0-9a-f]{32}$/);
});

test("a second page, and one of a context of the test's own, are sanitised, too", async () => {
    const [result] = await playwright.run({ snapveil }, [async ({ browser, context }) => {
        const pages = [await context.newPage(), await browser.newPage(), await (await browser.newContext()).newPage()];
        for (const page of pages) {
            await page.setContent(html);
            assert.equal(await secrets(await page.screenshot()), 0);
        }
        const popup = context.waitForEvent("page");
        await pages[0].evaluate((html) => open("about:blank").document.write(html), html);
        assert.equal(await secrets(await (await popup).screenshot()), 0);
    }]);
    assert.deepEqual(result.errors, []);
});

test("where there is no server, nothing is written, and the test says why", async () => {
    const [result] = await playwright.run({ snapveil: { url: await nowhere() } }, [async ({ page }, testInfo) => {
        await page.setContent(html);
        await page.screenshot({ path: join(testInfo.outputDir, "mine.png") });
    }, async ({}, testInfo) => testInfo.attach("raw", { path: shot, contentType: "image/png" })]);
    assert.equal(result.errors[0].code, "unreachable");
    assert.deepEqual(await files(result.outputDir), []);
    assert.deepEqual(result.attachments, []);
});

test("a picture from elsewhere that is attached is erased as a whole, and what is no picture is left alone", async () => {
    const [result] = await playwright.run({ snapveil }, [async ({}, testInfo) => {
        await testInfo.attach("raw", { path: shot, contentType: "image/png" });
        await testInfo.attach("unnamed", { body: await readFile(shot) });
        await testInfo.attach("log", { body: "text", contentType: "text/plain" });
    }]);
    assert.deepEqual(result.errors, []);
    const [raw, unnamed, log] = await Promise.all(result.attachments.map(({ path }) => readFile(path)));
    for (const picture of [raw, unnamed]) {
        const { width, height, counts } = await pictures.measure(picture, [0, 0, 0]);
        assert.equal(counts[0], width * height);
    }
    assert.equal(log.toString(), "text");
});

test("videos and traces with pictures are refused, and traces without are not", async () => {
    const one = async (use) => (await playwright.run({ snapveil, ...use }, [async ({ page }) => page.screenshot()]))[0].errors.map(({ code }) => code);
    assert.deepEqual(await one({ video: "retain-on-failure" }), ["raw-video"]);
    assert.deepEqual(await one({ trace: "on-first-retry" }), ["raw-trace"]);
    assert.deepEqual(await one({ trace: { mode: "on", screenshots: false } }), []);
    const reporter = [["html"], ["/somewhere/node_modules/snapveil/src/playwright-reporter.js", {}]];
    const [{ errors }] = await playwright.run({ snapveil, trace: "on" }, [async ({ page }) => page.screenshot()], { reporter });
    assert.deepEqual(errors, []);
});

test("toHaveScreenshot, which writes raw pictures, is refused", async () => {
    const [result] = await playwright.run({ snapveil }, [async ({ page }) => page._expectScreenshot({})]);
    assert.equal(result.errors[0].code, "raw-comparison");
});

test("any test can be made one whose pictures are safe, and safeScreenshot works in it", async () => {
    const mine = sanitized(base.extend({ greeting: async ({ page }, use) => use(await page.title()) }));
    const [result] = await mine.run({ snapveil }, [async ({ page, greeting }) => {
        assert.equal(greeting, "");
        await page.setContent(html);
        const { receipt } = await safeScreenshot(page, { mask: [page.locator(".card")], client: new Snapveil({ url }) });
        assert.equal(receipt.covered.length, 1);
    }]);
    assert.deepEqual(result.errors, []);
});

test("the reporter makes traces and texts safe, by what they tell, and leaves out what it cannot", async () => {
    const browser = await launch();
    const directory = await scratch();
    const path = join(directory, "trace.zip"), broken = join(directory, "broken.zip");
    const context = await browser.newContext();
    await context.tracing.start({ screenshots: true, snapshots: true });
    const page = await context.newPage();
    await page.setContent("<input id=password type=password><p>Hello</p>");
    await page.fill("#password", "flaming9z");
    await context.tracing.stop({ path });
    await context.close();
    const raw = await readFile(path);
    await writeFile(broken, raw.subarray(0, raw.length - 40));
    const attachments = [
        { name: "trace", path, contentType: "application/zip" },
        { name: "error-context", body: Buffer.from("- textbox \"Password\": flaming9z\n- mail b@mail.example\n"), contentType: "text/markdown" },
        { name: "form", body: Buffer.from('{"password":"flaming9z"}'), contentType: "application/json" },
        { name: "empty", body: Buffer.alloc(0), contentType: "text/plain" },
        { name: "broken", path: broken, contentType: "application/zip" },
    ];
    const reporter = new Reporter({ url });
    reporter.onTestEnd({}, { attachments });
    assert.deepEqual(await reporter.onEnd(), { status: "failed" });
    const [, context_, form, empty, left] = attachments;
    const unzip = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); sys.stdout.buffer.write(b''.join(map(z.read, z.namelist())))";
    const list = execFileSync("python3", ["-c", unzip, path], { maxBuffer: 1 << 28 }).toString("latin1");
    assert.match(list, /"\[password\]"/);
    assert.ok(!list.includes("flaming9z") && list.length > 10_000);
    assert.ok(!context_.body.includes("b@mail") && !context_.body.includes("flaming9z"), `${context_.body}`);
    assert.equal(form.body.toString(), '{"password":"[password]"}');
    assert.equal(empty.body.length, 0);
    assert.match(left.body.toString(), /was not sanitised.*artefact-refused/s);
    assert.equal(left.path, undefined);
});

test("the reporter erases what was attached without the fixture, and leaves what is safe", async () => {
    const directory = await scratch();
    const raw = join(directory, "raw.png"), safe = join(directory, "safe.png"), gone = join(directory, "gone.png");
    const [{ annotations }] = await playwright.run({ snapveil }, [async ({ page }) => {
        await page.setContent(html);
        await writeFile(safe, await page.screenshot());
    }]);
    await copyFile(shot, raw);
    // Another process made it.
    const script = `import(${JSON.stringify(new URL("node_modules/snapveil/src/playwright-reporter.js", import.meta.url).href)}).then(async ({ default: Reporter }) => {
        const [directory, url, annotations] = ${JSON.stringify([directory, url, annotations])};
        const fs = require("node:fs");
        const contentType = "image/png";
        const result = { annotations, attachments: [
            { name: "raw", path: directory + "/raw.png", contentType },
            { name: "safe", path: directory + "/safe.png", contentType },
            { name: "body", body: fs.readFileSync(${JSON.stringify(shot)}), contentType },
            { name: "log", body: Buffer.from("text"), contentType: "text/plain" },
            { name: "video", body: Buffer.from("text"), contentType: "video/webm" },
        ] };
        const reporter = new Reporter({ url });
        reporter.onTestEnd({ annotations: [] }, result);
        const ended = await reporter.onEnd();
        console.log(JSON.stringify({ ended, body: result.attachments[2].body.toString("base64"), log: result.attachments[3].body.toString() }));
    })`;
    const before = await readFile(safe);
    const said = JSON.parse(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
    assert.equal(said.ended, undefined);
    assert.equal(said.log, "text");
    assert.deepEqual(await readFile(safe), before);
    for (const picture of [await readFile(raw), Buffer.from(said.body, "base64")]) {
        const { width, height, counts } = await pictures.measure(picture, [0, 0, 0]);
        assert.equal(counts[0], width * height);
    }
    await copyFile(shot, gone);
    const reporter = new Reporter({ url: await nowhere() });
    const attachments = [
        { name: "gone", path: gone, contentType: "image/png" }, { name: "body", body: await readFile(shot), contentType: "image/png" },
    ];
    reporter.onTestEnd({ annotations: [] }, { attachments });
    assert.deepEqual(await reporter.onEnd(), { status: "failed" });
    for (const { body, contentType, path } of attachments) {
        assert.equal(path, undefined);
        assert.equal(contentType, "text/plain");
        assert.match(body.toString(), /was not sanitised.*unreachable/s);
    }
    await assert.rejects(readFile(gone), { code: "ENOENT" });
});
