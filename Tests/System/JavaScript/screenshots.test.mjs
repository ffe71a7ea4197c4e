// Pictures of a real Chromium: what is secret on a page is not in them, and what is not, is as it was.

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fields, safeScreenshot, sanitizeScreenshots, Snapveil } from "snapveil";
import { launch, nowhere, open, Pictures, scratch, secret, startServer } from "./support.mjs";

const url = await startServer();
const client = new Snapveil({ url });
const browser = await launch();
const pictures = await Pictures.in(browser);
const html = await readFile(new URL("page.html", import.meta.url), "utf8");

/** A page, with what a device is like. */
async function show(settings = {}, content = html) {
    const context = await browser.newContext({ viewport: { width: 480, height: 400 }, ...settings });
    const page = await context.newPage();
    await page.setContent(content);
    return page;
}

const phone = { viewport: { width: 412, height: 700 }, deviceScaleFactor: 2.625, isMobile: true, hasTouch: true };
const devices = {
    "scale 1": {}, "scale 1.5": { deviceScaleFactor: 1.5 }, "scale 2": { deviceScaleFactor: 2 }, "scale 3": { deviceScaleFactor: 3 },
    "a phone": phone,
};
const everything = [fields, ".card"];

const ways = {
    "of the viewport": [{}, 0], "of the viewport, scrolled": [{}, 301.5], "of all of the page": [{ fullPage: true }, 0],
    "of all of the page, scrolled": [{ fullPage: true }, 301.5],
    "of a part": [{ clip: { x: 5, y: 20.5, width: 290, height: 200 } }, 40],
    "of a part of the page": [{ fullPage: true, clip: { x: 5, y: 100, width: 290, height: 250 } }, 40],
    "in CSS pixels": [{ scale: "css" }, 0],
};

for (const [name, settings] of Object.entries(devices)) {
    test(`nothing secret is in a picture at ${name}`, async () => {
        const page = await show(settings);
        for (const [way, [options, scroll]] of Object.entries(ways)) {
            await page.evaluate((y) => scrollTo(0, y), scroll);
            const raw = await pictures.measure(await page.screenshot(options), secret, open);
            const { image, receipt } = await safeScreenshot(page, { ...options, client, mask: everything });
            const safe = await pictures.measure(image, secret, open);
            assert.ok(raw.counts[0] > 0, `${way}: the page shows secrets`);
            assert.deepEqual([safe.width, safe.height, safe.counts[0]], [raw.width, raw.height, 0], way);
            // A cover goes a CSS pixel beyond its box, which is much of what a phone shows small.
            assert.ok(safe.counts[1] >= (settings === phone ? 0.9 : 0.95) * raw.counts[1], `${way}: ${safe.counts} of ${raw.counts}`);
            assert.equal(receipt.assurance, "erased");
        }
        await page.context().close();
    });
}

test("a phone whose page has a viewport of its own, and one that shows a wide page, small", async () => {
    for (const meta of ["<meta name=viewport content='width=device-width'>", "<meta name=viewport content='width=1200'>"]) {
        const page = await show(phone, html.replace("<title>", `${meta}<title>`));
        const raw = await pictures.measure(await page.screenshot(), secret);
        const safe = await pictures.measure((await safeScreenshot(page, { client, mask: everything })).image, secret);
        assert.ok(raw.counts[0] > 0);
        assert.equal(safe.counts[0], 0, meta);
        await page.context().close();
    }
});

test("a page that is zoomed in and moved is not pictured", async () => {
    const page = await show(phone, html.replace("<title>", "<meta name=viewport content='width=device-width'><title>"));
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setPageScaleFactor", { pageScaleFactor: 2 });
    await safeScreenshot(page, { client, mask: everything });
    await session.send("Input.synthesizeScrollGesture", { x: 100, y: 300, xDistance: -90, yDistance: -90 });
    await assert.rejects(safeScreenshot(page, { client, mask: everything }), { code: "page-panned" });
});

test("locators are covered in frames and shadow trees, and what is hidden or not there is no error", async () => {
    const page = await show();
    const mask = [
        page.locator("input"), page.locator("textarea, select, [contenteditable], .card"), page.frameLocator("#same").locator("input"),
        page.locator("iframe"), page.getByText("nowhere"), page.locator("input[type=hidden]"),
    ];
    const { image, receipt } = await safeScreenshot(page, { client, mask });
    assert.equal((await pictures.measure(image, secret)).counts[0], 0);
    assert.ok(receipt.covered.length >= 9);
});

test("the text of an editable is covered beyond its box", async () => {
    const page = await show({}, "<p contenteditable style='width: 90px; white-space: nowrap; color: rgb(255, 0, 200)'>wider than its box it is");
    const { image } = await safeScreenshot(page, { client });
    assert.ok((await pictures.measure(await page.screenshot(), secret)).counts[0] > 0);
    assert.equal((await pictures.measure(image, secret)).counts[0], 0);
});

for (const [name, settings] of Object.entries({ "at scale 2": { deviceScaleFactor: 2 }, "that a phone shows small": phone })) {
    test(`a picture of an element of a page ${name} covers what is in it`, async () => {
        const page = await show(settings);
        const section = page.locator("section").first();
        const raw = await pictures.measure(await section.screenshot(), secret, open);
        assert.ok(raw.counts[0] > 0);
        for (const target of [section, await section.elementHandle()]) {
            const { image } = await safeScreenshot(target, { client });
            const { width, height, counts } = await pictures.measure(image, secret, open);
            assert.deepEqual([width, height, counts[0]], [raw.width, raw.height, 0]);
            assert.ok(counts[1] >= 0.95 * raw.counts[1]);
        }
    });
}

test("without a mask, fields are covered, and what is none stays", async () => {
    const page = await show();
    const { image, receipt } = await safeScreenshot(page, { client });
    const card = await page.locator(".card").boundingBox();
    const inside = Math.floor(card.width - 2) * Math.floor(card.height - 2);
    const { counts: [left] } = await pictures.measure(image, secret);
    assert.ok(left > 0 && left <= card.width * card.height && left > inside / 2, `${left} of ${inside}`);
    assert.equal(receipt.covered.every(({ style }) => style === "veil"), true);
});

test("a page without anything to cover comes back as it is, and its receipt says so", async () => {
    const page = await show({}, "<p>nothing to hide");
    const { image, receipt } = await safeScreenshot(page, { client });
    assert.equal(receipt.assurance, "untouched");
    assert.deepEqual(receipt.covered, []);
    assert.deepEqual([...image.subarray(1, 4)], [...Buffer.from("PNG")]);
});

test("a policy of one's own finds fields by what they are", async () => {
    const page = await show();
    const policy = { rules: [{ target: { elements: "sensitive" }, style: { fill: { color: "#000" } } }] };
    const { receipt } = await safeScreenshot(page, { client, policy });
    const matched = receipt.covered.map(({ matched }) => matched.identifier).join();
    assert.match(matched, /type="password"/);
    assert.match(matched, /Card number/);
    assert.doesNotMatch(matched, /textarea/);
});

test("a page that moves is not pictured", async () => {
    const moves = "@keyframes away { to { margin-left: 500px } } input { animation: away 3s linear infinite }";
    const page = await show({}, `<style>${moves}</style><input value=secret>`);
    await assert.rejects(safeScreenshot(page, { client }), { code: "page-moved" });
});

test("a style would move what is covered, so it is refused; and so is a file of another kind", async () => {
    const page = await show();
    await assert.rejects(safeScreenshot(page, { client, style: "input { margin-left: 300px }" }), { code: "style-unsupported" });
    await assert.rejects(safeScreenshot(page, { client, path: join(await scratch(), "shot.webp") }), { code: "path-unsupported" });
});

test("a file is written once it is safe, and none where there is no server", async () => {
    const page = await show();
    const directory = await scratch();
    const { image } = await safeScreenshot(page, { client, mask: everything, path: join(directory, "new", "shot.jpg") });
    assert.deepEqual(await readFile(join(directory, "new", "shot.jpg")), image);
    assert.equal(image[0], 0xff);
    await assert.rejects(safeScreenshot(page, { client: new Snapveil({ url: await nowhere() }), path: join(directory, "raw.png") }), { code: "unreachable" });
    assert.deepEqual(await readdir(directory), ["new"]);
});

test("every way to a screenshot is wrapped, until it is ended", async () => {
    const page = await show();
    const end = await sanitizeScreenshots(page, { client, mask: everything });
    const other = await show();
    const section = other.locator("section").first();
    const handle = await other.$("section");
    const more = { mask: [other.locator(".card")] };
    for (const picture of [await other.screenshot(), await section.screenshot(), await handle.screenshot(), await other.screenshot(more)]) {
        assert.equal((await pictures.measure(picture, secret)).counts[0], 0);
    }
    await assert.rejects(other._expectScreenshot({}), { code: "raw-comparison" });
    end();
    assert.ok((await pictures.measure(await other.screenshot(), secret)).counts[0] > 0);
});
