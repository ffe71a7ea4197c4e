// Videos: real recordings of Chromium, in a stand-in of Playwright Test's runner, and what is left of them.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { test as playwright } from "snapveil/playwright";
import { sanitizeVideos } from "snapveil/cypress";
import { scratch, startServer } from "./support.mjs";

const url = await startServer();
const snapveil = {
    url,
    videoPolicy: {
        units: "ratio",
        rules: [{ target: { region: { x: 0.2, y: 0.2, width: 0.4, height: 0.2 } }, style: { fill: { color: "#123456" } } }],
    },
};
const secret = `<body style="margin: 0"><div style="position: absolute; left: 256px; top: 144px; width: 512px; height: 144px;
    background: rgb(255, 0, 254)"></div>`;

/** Shows something secret for a while, at a place that the policy covers. */
async function show(page) {
    await page.setContent("<p>Sign in");
    await page.waitForTimeout(200);
    await page.setContent(secret);
    await page.waitForTimeout(500);
}

/** The number of frames of a video, and of those that show a trace of the secret, or something that is bright. */
function frames(path) {
    const options = ["-loglevel", "error", "-i", path, "-vf", "scale=160:90", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"];
    const bytes = execFileSync("ffmpeg", options, { maxBuffer: 1 << 28 });
    const said = { count: 0, secret: 0, bright: 0 };
    for (let at = 0; at < bytes.length; at += 160 * 90 * 3) {
        const pixels = bytes.subarray(at, at + 160 * 90 * 3);
        let [isSecret, isBright] = [false, false];
        for (let pixel = 0; pixel < pixels.length; pixel += 3) {
            const [red, green, blue] = pixels.subarray(pixel, pixel + 3);
            isSecret ||= Math.min(red, blue) - green > 30;
            isBright ||= Math.min(red, green, blue) > 230;
        }
        said.count += 1;
        said.secret += isSecret;
        said.bright += isBright;
    }
    return said;
}

/** The directories in which recordings lie until they are covered. */
async function privateOnes() {
    const places = ["/dev/shm", process.env.TMPDIR ?? "/tmp"];
    const all = (await Promise.all(places.map(async (place) => (await readdir(place)).map((name) => join(place, name))))).flat();
    // Other kits have others, which are called alike.
    return all.filter((path) => existsSync(join(path, "nothing")));
}

/** All files below a directory, by their paths in it. */
async function files(directory) {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Runs a test with another `snapveil` or `ffmpeg` in the way. */
async function aside(variables, body) {
    const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
    Object.assign(process.env, variables);
    try {
        return await body();
    } finally {
        for (const [name, value] of Object.entries(before)) if (value === undefined) delete process.env[name]; else process.env[name] = value;
    }
}

test("what a recording shows is what the test hides", async () => {
    const [{ outputDir }] = await playwright.run({ snapveil: { url } }, [async ({ browser }, testInfo) => {
        const context = await browser.newContext({ recordVideo: { dir: testInfo.outputDir } });
        const page = await context.newPage();
        await show(page);
        await context.close();
    }]);
    const [name] = await files(outputDir);
    assert.ok(frames(join(outputDir, name)).secret > 3);
});

test("videos are covered before they are among the results, and nothing raw is left", async () => {
    const during = [];
    const [result] = await playwright.run({ snapveil, video: "on" }, [async ({ page, context }, testInfo) => {
        await show(page);
        await show(await context.newPage());
        during.push(await files(testInfo.outputDir), (await privateOnes()).length);
    }]);
    assert.deepEqual(result.errors, []);
    assert.deepEqual(result.attachments.map(({ name, contentType }) => [name, contentType]), [["video", "video/webm"], ["video", "video/webm"]]);
    assert.deepEqual((await files(result.outputDir)).sort(), ["video-1.webm", "video.webm"]);
    for (const { path } of result.attachments) {
        const { count, secret, bright } = frames(path);
        assert.ok(count > 5 && secret === 0 && bright > 5, JSON.stringify({ count, secret, bright }));
    }
    assert.deepEqual(during, [[], 1]);
    assert.deepEqual(await privateOnes(), []);
    // While videos are covered, the test has the time for it, and no more afterwards.
    const [first, second, third, fourth] = result.timeouts;
    assert.ok(first === 330_000 && second > 30_000 && second < 300_000 && third === second + 300_000 && fourth < 300_000, String(result.timeouts));
});

test("only failures keep their videos where that is asked for, and those of others are gone after each test", async () => {
    let left;
    const results = await playwright.run({ snapveil, video: "retain-on-failure" }, [
        async ({ page }) => show(page),
        async ({ page }) => {
            const [directory] = await privateOnes();
            left = await readdir(directory);
            await show(page);
            throw new Error("no");
        },
    ]);
    assert.deepEqual(await files(results[0].outputDir), []);
    assert.deepEqual(left.filter((name) => name.startsWith("context-")).length, 1);
    const { path } = results[1].attachments.find(({ name }) => name === "video");
    assert.deepEqual((await files(results[1].outputDir)).sort(), ["test-failed-1.png", "video.webm"]);
    assert.equal(frames(path).secret, 0);
});

test("a recording of a context of the test's own is covered when it is saved, and its path is not told", async () => {
    const [result] = await playwright.run({ snapveil }, [async ({ browser }, testInfo) => {
        const context = await browser.newContext({ recordVideo: { dir: join(testInfo.outputDir, "own") } });
        const page = await context.newPage();
        await show(page);
        await context.close();
        await assert.rejects(page.video().path(), { code: "raw-video" });
        await page.video().saveAs(join(testInfo.outputDir, "folder/mine.webm"));
    }]);
    assert.deepEqual(result.errors, []);
    assert.deepEqual(await files(result.outputDir), ["mine.webm"]);
    assert.equal(frames(join(result.outputDir, "folder/mine.webm")).secret, 0);
});

test("a video that cannot be covered is left out, and the test and standard error say why", async () => {
    const directory = await scratch();
    const script = join(directory, "snapveil");
    // At the start it lacks nothing, and then it covers no video.
    const fails = 'case "$*" in *raw.webm*) echo "snapveil: ffmpeg cannot decode it" >&2; exit 1;; esac';
    await writeFile(script, `#!/bin/sh\n${fails}\nexec ${process.env.SNAPVEIL} "$@"\n`);
    await chmod(script, 0o755);
    const run = () => playwright.run({ snapveil, video: "on" }, [async ({ page }) => show(page)]);
    const [result] = await aside({ PATH: `${directory}:${process.env.PATH}` }, run);
    assert.deepEqual(result.attachments, []);
    assert.deepEqual(await files(result.outputDir), []);
    assert.deepEqual(result.annotations.map(({ type, description }) => [type, description]), [
        ["snapveil", "a video is left out: The video cannot be covered: ffmpeg cannot decode it (raw-video)"],
    ]);
    assert.deepEqual(await privateOnes(), []);
});

test("what cannot be covered on this machine is refused before a test runs, with what is missing", async () => {
    const directory = await scratch();
    const elements = { rules: [{ target: { elements: "user-input" }, style: { veil: {} } }] };
    const text = { rules: [{ target: { text: "sensitive" }, style: { veil: {} } }] };
    const cases = [
        [{}, undefined, /name a policy for it/],
        [{}, elements, /the policy names elements/],
        [{}, { rules: [{ target: "screen", style: { veil: {} } }], keep: [{ element: "a" }] }, /the policy names elements/],
        [{}, "glitter", /glitter/],
        [{ SNAPVEIL_MODELS: "" }, text, /no models are loaded/],
        [{ SNAPVEIL_FFMPEG: "/nowhere/ffmpeg" }, "blackout", /\/nowhere\/ffmpeg/],
        [{ PATH: directory }, "blackout", /the program snapveil is not in the PATH/],
        [{ PATH: `${process.env.WORK}/bin` }, "blackout", /apt-get install ffmpeg/],
    ];
    for (const [variables, videoPolicy, reason] of cases) {
        let ran = false;
        const run = () => playwright.run({ snapveil: { ...snapveil, videoPolicy }, video: "on" }, [async () => (ran = true)]);
        const [{ errors: [error] }] = await aside(variables, run);
        assert.equal(error?.code, "raw-video", String(reason));
        assert.match(error.message, reason);
        assert.equal(ran, false);
    }
    assert.deepEqual(await privateOnes(), []);
});

test("a process that is killed leaves no recording", async () => {
    const directory = await scratch();
    const script = `import { Recordings } from ${JSON.stringify(new URL("node_modules/snapveil/src/recordings.js", import.meta.url).href)};
        const recordings = new Recordings("blackout");
        await recordings.start();
        const { recordVideo } = await recordings.privately({ recordVideo: { dir: "here" } });
        (await import("node:fs")).writeFileSync(recordVideo.dir + "/page.webm", "raw");
        console.log(recordVideo.dir);
        setInterval(() => { }, 1000);`;
    const process_ = spawn(process.execPath, ["--input-type=module", "-e", script], { cwd: directory, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(process_, "exit").then(() => assert.fail("it ended"));
    const [place] = await Promise.race([once(createInterface(process_.stdout), "line"), ended]);
    assert.equal((await stat(join(place, ".."))).mode & 0o777, 0o700);
    assert.equal(await readFile(join(place, "page.webm"), "utf8"), "raw");
    process_.kill("SIGKILL");
    await ended.catch(() => { });
    const isThere = () => stat(place).then(() => true, () => false);
    for (let tries = 0; await isThere(); tries += 1) {
        assert.ok(tries < 100);
        await new Promise((done) => setTimeout(done, 100));
    }
    assert.deepEqual(await readdir(directory), []);
});

test("Cypress: the video of a spec is covered in its place, or it is removed", async () => {
    const directory = await scratch();
    const path = join(directory, "login.cy.js.mp4");
    const record = () => execFileSync("ffmpeg", [
        "-y", "-loglevel", "error", "-f", "lavfi", "-i", "color=0xff00fe:size=320x180:rate=10:duration=1", "-pix_fmt", "yuv420p", path,
    ]);
    const handlers = {};
    const on = (event, handler) => (handlers[event] = handler);
    record();
    assert.equal(frames(path).secret, 10);
    await sanitizeVideos(on);
    await handlers["after:spec"]({}, { video: path });
    assert.deepEqual(frames(path), { count: 10, secret: 0, bright: 0 });
    for (const results of [undefined, {}, { video: null }]) await handlers["after:spec"]({}, results);
    record();
    await aside({ SNAPVEIL_FFMPEG: "/nowhere/ffmpeg" }, async () => {
        await assert.rejects(handlers["after:spec"]({}, { video: path }), { code: "raw-video" });
        await assert.rejects(sanitizeVideos(on), { code: "raw-video" });
    });
    assert.deepEqual(await readdir(directory), []);
    record();
    await assert.rejects(handlers["after:spec"]({}, { video: path }), { code: "raw-video" });
    assert.deepEqual(await readdir(directory), []);
});
