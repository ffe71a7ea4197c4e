// The fixture of Playwright Test, in a stand-in of its runner, with pages of a real Chromium.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { test as base } from "@playwright/test";
import { Snapveil } from "snapveil";
import { expect, safeScreenshot, sanitized, test as playwright } from "snapveil/playwright";
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

test("traces with pictures, and videos without a policy, are refused, and traces without pictures are not", async () => {
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
