// WebdriverIO, Appium and Cypress: stand-ins for their documented interfaces, and for the browser a real WebDriver session.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFile, readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { sanitizeScreenshots } from "snapveil/cypress";
import Service from "snapveil/webdriverio";
import { launch, nowhere, open, Pictures, scratch, screens, secret, startServer } from "./support.mjs";

const url = await startServer();
const pictures = await Pictures.in(await launch());
const html = await readFile(new URL("page.html", import.meta.url), "utf8");
const shot = await readFile(new URL("ios-login.png", screens));
const source = await readFile(new URL("ios-login.xml", screens), "utf8");
const sensitive = { rules: [{ target: { elements: "sensitive" }, style: { fill: { color: "#ff00c8" } }, atLeast: 1 }] };

/** A session of a real browser, with commands that can be overwritten, as those of WebdriverIO. */
async function session() {
    const driver = spawn("setpriv", ["--pdeathsig", "KILL", "chromedriver", "--port=0"], { stdio: ["ignore", "pipe", "ignore"] });
    const lines = createInterface(driver.stdout);
    const port = await new Promise((found) => lines.on("line", (line) => /successfully on port (\d+)/.exec(line) && found(RegExp.$1)));
    const call = async (method, path, body) => {
        const response = await fetch(`http://127.0.0.1:${port}/session${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
        const { value } = await response.json();
        if (!response.ok) throw new Error(value.message);
        return value;
    };
    const options = { args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=700,500", "--force-device-scale-factor=2"] };
    const { sessionId } = await call("POST", "", { capabilities: { alwaysMatch: { "goog:chromeOptions": options } } });
    after(async () => {
        await call("DELETE", `/${sessionId}`);
        driver.kill("SIGKILL");
    });
    return overwritable({
        isBidi: false,
        url: (to) => call("POST", `/${sessionId}/url`, { url: to }),
        execute: (script, ...args) => call("POST", `/${sessionId}/execute/sync`, { script, args }),
        find: async (value) => Object.values(await call("POST", `/${sessionId}/element`, { using: "css selector", value }))[0],
        takeScreenshot: () => call("GET", `/${sessionId}/screenshot`),
        takeElementScreenshot: (id) => call("GET", `/${sessionId}/element/${id}/screenshot`),
    });
}

/** Adds what WebdriverIO has to overwrite a command: the new one is given the old one, then the arguments. */
function overwritable(browser) {
    return Object.assign(browser, {
        async overwriteCommand(name, command, ofElements = false) {
            if (ofElements) return;
            const original = browser[name];
            assert.ok(original, name);
            browser[name] = (...args) => command(original, ...args);
        },
    });
}

test("WebdriverIO: screenshots of a browser are sanitised, also scrolled", async () => {
    const browser = await session();
    await browser.url(`data:text/html;base64,${Buffer.from(html).toString("base64")}`);
    const raw = await pictures.measure(Buffer.from(await browser.takeScreenshot(), "base64"), secret, open);
    await new Service({ url, mask: ["input, textarea, select, [contenteditable], iframe, .card"] }).before({}, [], browser);
    for (const y of [0, 111.5]) {
        await browser.execute("scrollTo(0, arguments[0])", y);
        const safe = await pictures.measure(Buffer.from(await browser.takeScreenshot(), "base64"), secret, open);
        assert.deepEqual([safe.width, safe.height, safe.counts[0]], [raw.width, raw.height, 0]);
        if (y === 0) assert.ok(raw.counts[0] > 0 && safe.counts[1] > 0.97 * raw.counts[1]);
    }
    // Where nothing tells what is where, a policy that names elements is refused.
    await assert.rejects(browser.takeElementScreenshot(await browser.find("section")), { code: "hierarchy-missing" });
});

test("WebdriverIO: an element, over a policy for all of a picture", async () => {
    const browser = overwritable({ takeScreenshot() {}, takeElementScreenshot: async () => shot.toString("base64") });
    await new Service({ url, policy: "blackout" }).before({}, [], browser);
    const { width, height, counts } = await pictures.measure(Buffer.from(await browser.takeElementScreenshot("1"), "base64"), [0, 0, 0]);
    assert.equal(counts[0], width * height);
});

test("WebdriverIO: an app, and WebDriver BiDi", async () => {
    let sources = 0;
    const app = overwritable({
        isMobile: true, getContext: async () => "NATIVE_APP", getPageSource: async () => (sources += 1, source),
        takeScreenshot: async () => shot.toString("base64"), takeElementScreenshot() {},
    });
    await new Service({ url, policy: sensitive }).before({}, [], app);
    assert.ok((await pictures.measure(Buffer.from(await app.takeScreenshot(), "base64"), secret)).counts[0] > 10_000);
    assert.equal(sources, 2);

    const facts = {
        viewport: { width: 393, height: 852, scale: 3 }, ratio: 3, scroll: { x: 0, y: 0 }, page: { width: 393, height: 852 },
        boxes: [{ locator: "input", boundingBox: { x: 10, y: 10, width: 100, height: 100 } }],
    };
    const bidi = overwritable({
        isBidi: true, execute: async () => facts, takeScreenshot() {}, takeElementScreenshot() {},
        browsingContextCaptureScreenshot: async () => ({ data: shot.toString("base64") }),
    });
    await new Service({ url }).before({}, [], bidi);
    const { data } = await bidi.browsingContextCaptureScreenshot({ context: "1" });
    assert.notEqual(data, shot.toString("base64"));
    await assert.rejects(bidi.browsingContextCaptureScreenshot({ context: "1", clip: { type: "element" } }), { code: "hierarchy-missing" });
});

test("WebdriverIO: without a server there is no screenshot", async () => {
    const page = { viewport: { width: 390, height: 844, scale: 3 }, ratio: 3, boxes: [] };
    const commands = { execute: async () => page, takeScreenshot: async () => shot.toString("base64"), takeElementScreenshot() {} };
    const browser = overwritable(commands);
    await new Service({ url: await nowhere() }).before({}, [], browser);
    await assert.rejects(browser.takeScreenshot(), { code: "unreachable" });
});

/** The plugin as an Appium server makes it, with its settings in the environment. */
async function plugin(policy, server = url) {
    Object.assign(process.env, { SNAPVEIL_URL: server, SNAPVEIL_POLICY: policy });
    const manifest = JSON.parse(await readFile(new URL("node_modules/snapveil/appium/package.json", import.meta.url)));
    const loaded = await import(new URL(join("node_modules/snapveil/appium", manifest.main), import.meta.url));
    const Plugin = loaded[manifest.appium.mainClass];
    const made = new Plugin(manifest.appium.pluginName, {}, "driver");
    delete process.env.SNAPVEIL_URL;
    delete process.env.SNAPVEIL_POLICY;
    return made;
}

test("Appium: a client of any language gets what the policy leaves of the screen", async () => {
    const made = await plugin(JSON.stringify(sensitive));
    assert.equal(made.name, "snapveil");
    const safe = await made.getScreenshot(async () => shot.toString("base64"), { getPageSource: async () => source });
    assert.ok((await pictures.measure(Buffer.from(safe, "base64"), secret)).counts[0] > 10_000);
});

test("Appium: a screen that changed is pictured again, until it rests", async () => {
    const made = await plugin(JSON.stringify(sensitive));
    const sources = ["<hierarchy/>", source, source];
    let taken = 0;
    await made.getScreenshot(async () => (taken += 1, shot.toString("base64")), { getPageSource: async () => sources.shift() });
    assert.equal(taken, 2);
    let count = 0;
    await assert.rejects(made.getScreenshot(async () => "", { getPageSource: async () => `${count += 1}` }), { code: "page-moved" });
});

test("Appium: what cannot be sanitised is refused", async () => {
    const made = await plugin(JSON.stringify(sensitive));
    await assert.rejects(made.getElementScreenshot(async () => shot.toString("base64")), { code: "hierarchy-missing" });
    await assert.rejects(made.execute(async () => assert.fail(), {}, "mobile: viewportScreenshot", []), { code: "raw-command" });
    await assert.rejects(made.startRecordingScreen(), { code: "raw-command" });
    assert.equal(await made.execute(async () => "done", {}, "mobile: swipe", []), "done");
    const alone = await plugin("blackout", await nowhere());
    await assert.rejects(alone.getScreenshot(async () => shot.toString("base64"), { getPageSource: async () => source }), { code: "unreachable" });
});

test("Cypress: a screenshot is replaced, or it is removed", async () => {
    const directory = await scratch();
    const path = join(directory, "failed.png");
    const handlers = {};
    const on = (event, handler) => (handlers[event] = handler);
    await copyFile(fileURLToPath(new URL("ios-login.png", screens)), path);
    sanitizeScreenshots(on, { url });
    const details = await handlers["after:screenshot"]({ path, size: shot.length });
    const written = await readFile(path);
    assert.deepEqual(details, { path, size: written.length });
    const { width, height, counts } = await pictures.measure(written, [0, 0, 0]);
    assert.equal(counts[0], width * height);
    sanitizeScreenshots(on, { url: await nowhere() });
    await assert.rejects(handlers["after:screenshot"]({ path }), { code: "unreachable" });
    assert.deepEqual(await readdir(directory), []);
});
