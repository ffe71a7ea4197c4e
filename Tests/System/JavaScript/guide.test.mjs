// The code of the guide, as it stands there.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { cp, mkdir, readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { launch, Pictures, screens, scratch, secret, startServer } from "./support.mjs";

process.env.SNAPVEIL_URL = await startServer();
process.env.APP = new URL("page.html", import.meta.url).href;
const pictures = await Pictures.in(await launch());
const guide = await readFile(process.env.GUIDE, "utf8");
const code = Object.fromEntries([...guide.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name, text]) => [name, text]));
const directory = await scratch();
await symlink(join(dirname(new URL(import.meta.url).pathname), "node_modules"), join(directory, "node_modules"));
await writeFile(join(directory, "package.json"), '{ "type": "module" }');
for (const [name, text] of Object.entries(code)) {
    await writeFile(join(directory, name), text.replace("chromium.launch()", 'chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] })'));
}
const load = (name) => import(pathToFileURL(join(directory, name)));
const run = async (name) => (await promisify(execFile)(process.execPath, [name], { cwd: directory })).stdout.trim();
const counts = async (name) => (await pictures.measure(await readFile(join(directory, name)), secret)).counts[0];

test("the guide has a recipe for each runner", () => {
    assert.deepEqual(Object.keys(code), [
        "login.spec.js", "playwright.config.js", "videos.config.js", "shot.mjs", "policy.mjs", "check.mjs", "trace.mjs", "wdio.conf.js",
        "cypress.config.js", "cypress.videos.js",
    ]);
});

test("the test of Playwright writes no secret, with its configuration and without", async () => {
    const { default: { use: { snapveil }, reporter } } = await load("playwright.config.js");
    assert.equal(reporter[0][0], "snapveil/playwright-reporter");
    await load("login.spec.js");
    const { registered, test: base } = await import("@playwright/test");
    const { test } = await import("snapveil/playwright");
    assert.equal(registered.length, 1);
    assert.ok(base);
    process.chdir(directory);
    for (const [settings, left] of [[{}, true], [snapveil, false]]) {
        const [result] = await test.run({ snapveil: settings }, registered);
        assert.deepEqual(result.errors.map(({ message }) => message), ["Every kind of secret is not Another page"]);
        // The card is no field.
        assert.equal(await counts("login.png") > 0, left);
        assert.deepEqual((await readdir(result.outputDir)).map((name) => name.replace(/\d/, "1")), ["test-failed-1.png"]);
        assert.equal(result.annotations.length, 4);
    }
});

test("one screenshot of all of a page", async () => {
    const [assurance, covered] = (await run("shot.mjs")).split(" ");
    assert.equal(assurance, "erased");
    assert.ok(Number(covered) >= 3);
    assert.ok((await readFile(join(directory, "page.png"))).length > 0);
});

test("a policy for the page source of an app", async () => {
    await cp(new URL("ios-login.png", screens), join(directory, "shot.png"));
    await cp(new URL("ios-login.xml", screens), join(directory, "source.xml"));
    assert.equal(await run("policy.mjs"), "erased");
    assert.notDeepEqual(await readFile(join(directory, "safe.png")), await readFile(join(directory, "shot.png")));
});

test("a check of the page source of an app", async () => {
    await cp(new URL("ios-login.png", screens), join(directory, "shot.png"));
    await cp(new URL("ios-login.xml", screens), join(directory, "source.xml"));
    await assert.rejects(run("check.mjs"), ({ code, stdout }) => {
        assert.equal(code, 1);
        assert.match(stdout, /^element at 48,495, rule 0$/m);
        return true;
    });
});

test("a trace, and what is left out of it", async () => {
    const zip = "import sys, zipfile\nwith zipfile.ZipFile('trace.zip', 'w') as z:\n"
        + "    z.writestr('trace.trace', '{\"password\":\"flaming9z\"}')\n    z.writestr('run.webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0]))";
    execFileSync("python3", ["-c", zip], { cwd: directory });
    await run("trace.mjs");
    const entries = "import zipfile; z = zipfile.ZipFile('safe.zip'); print(*[(n, z.read(n).decode()) for n in z.namelist()])";
    const safe = execFileSync("python3", ["-c", entries], { cwd: directory, encoding: "utf8" });
    assert.equal(safe.trim(), `('trace.trace', '{"password":"[password]"}')`);
});

test("the configurations of WebdriverIO and Cypress", async () => {
    const { config: { services: [[Service, options]] } } = await load("wdio.conf.js");
    const overwritten = [];
    await new Service(options).before({}, [], { overwriteCommand: async (name) => void overwritten.push(name) });
    assert.deepEqual([...new Set(overwritten)], ["takeScreenshot", "takeElementScreenshot"]);
    const { default: { e2e } } = await load("cypress.config.js");
    const handlers = {};
    e2e.setupNodeEvents((event, handler) => (handlers[event] = handler));
    await mkdir(join(directory, "cypress"));
    const path = join(directory, "cypress/shot.png");
    await cp(new URL("ios-login.png", screens), path);
    await handlers["after:screenshot"]({ path });
    const { width, height, counts: [black] } = await pictures.measure(await readFile(path), [0, 0, 0]);
    assert.equal(black, width * height);
    const { default: { e2e: { setupNodeEvents } } } = await load("cypress.videos.js");
    await setupNodeEvents((event) => assert.equal(event, "after:spec"));
});

test("the configuration of Playwright for videos", async () => {
    process.env.SNAPVEIL_MODELS = "";
    const { default: { use } } = await load("videos.config.js");
    const { test } = await import("snapveil/playwright");
    const [{ errors }] = await test.run(use, [async () => assert.fail()]);
    assert.match(errors[0].message, /no models are loaded/);
});
