// The reporter of Playwright Test, with results as its runner makes them, and traces of a real Chromium.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { test as playwright } from "snapveil/playwright";
import Reporter from "snapveil/playwright-reporter";
import { answer, launch, nowhere, Pictures, scratch, screens, secret, startServer } from "./support.mjs";

const url = await startServer();
const browser = await launch();
const pictures = await Pictures.in(browser);
const html = await readFile(new URL("page.html", import.meta.url), "utf8");
const snapveil = { url, mask: ["input, textarea, select, [contenteditable], iframe, .card"] };
const shot = fileURLToPath(new URL("ios-login.png", screens));
const typed = "flaming9z";

/** A trace of a page into whose password something is typed. */
async function record(path) {
    const context = await browser.newContext();
    await context.tracing.start({ screenshots: true, snapshots: true });
    const page = await context.newPage();
    await page.setContent("<input id=password type=password><p>Hello</p>");
    await page.fill("#password", typed);
    await context.tracing.stop({ path });
    await context.close();
    return { name: "trace", path, contentType: "application/zip" };
}

const text = (body, contentType = "text/plain") => ({ name: "text", body: Buffer.from(body), contentType });

/** The contents of all entries of a zip archive, one after the other. */
function unzip(path) {
    const script = "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); sys.stdout.buffer.write(b''.join(map(z.read, z.namelist())))";
    return execFileSync("python3", ["-c", script, path], { maxBuffer: 1 << 28 }).toString("latin1");
}

/** A step as the runner makes it, which knows its titles. */
const step = (title, parent, members) => ({
    title, parent, category: "pw:api", startTime: new Date(0), duration: 1, steps: [], attachments: [], annotations: [],
    titlePath: () => [...(parent?.titlePath() ?? []), title], ...members,
});

/** What the runner and its reporters know of a test that failed, where `word` was typed. */
function failed(word, attachments = []) {
    const error = {
        message: `Expected: "welcome"\nReceived: "\x1b[31m${word.slice(0, 4)}\x1b[7m${word.slice(4)}\x1b[27m\x1b[39m"`,
        stack: `Error: ${word}\n    at login.spec.js:3:1`, snippet: `> 3 | see("${word}")`,
        location: { file: "login.spec.js", line: 3, column: 1 }, cause: { value: `'${word}'` },
    };
    const outer = step("signs in", undefined, { category: "test.step", annotations: [{ type: "note", description: word }] });
    const params = { locator: "locator('#it')", value: word };
    outer.steps.push(step(`Fill "${word}" locator('#it')`, outer, { params, error: { message: word } }));
    const annotations = [
        { type: "issue", description: `cannot sign in with ${word}` },
        { type: "snapveil", description: "erased, 3 covered, 0d599f0ec05c3bda8c3b8a68c32a1b47" },
    ];
    const result = {
        retry: 0, status: "failed", startTime: new Date(0), errors: [error], error, steps: [outer], annotations, attachments,
        stdout: ["it is ", word.slice(0, 3), Buffer.from(`${word.slice(3)}\n`)], stderr: ["\x1b[33mslow\x1b[39m", Buffer.from(" page\n")],
    };
    return { test: { annotations: [...annotations, { type: "user", description: word }] }, result };
}

/** What reporters can read of a test and a result, without colours. */
function shown({ test, result }) {
    const readable = function (key, value) {
        if (key === "parent") return undefined;
        if (key === "titlePath") return value.call(this);
        return /^std(out|err)$/.test(key) ? value.join("") : this[key] instanceof Uint8Array ? this[key].toString() : value;
    };
    return JSON.stringify([test, result], readable).replace(/\\u001b\[\d+m/g, "");
}

async function report({ test, result }, options) {
    const reporter = new Reporter({ url, ...options });
    reporter.onTestEnd(test, result);
    return reporter.onEnd();
}

test("what a trace says was typed goes from all that is attached, and from the result itself", async () => {
    const trace = await record(join(await scratch(), "trace.zip"));
    const run = failed(typed, [
        text(`- text: Hello ${typed}`, "text/markdown"), trace, text(`saw ${typed}`, "application/octet-stream"),
        text(`{"seen":"${typed}","ok":true}`, "application/json"),
    ]);
    const { result } = run;
    const [error, [outer], stderr, expected] = [result.error, result.steps, [...result.stderr], shown(run).replaceAll(typed, "[secret]")];
    assert.ok(shown(run).split(typed).length > 15);
    assert.equal(await report(run), undefined);
    assert.ok(!shown(run).includes(typed) && !unzip(trace.path).includes(typed));
    assert.equal(result.error, error);
    assert.equal(result.errors[0], error);
    assert.equal(error.message, 'Expected: "welcome"\nReceived: "[secret]"');
    assert.equal(error.stack, "Error: [secret]\n    at login.spec.js:3:1");
    assert.deepEqual(outer.steps[0].titlePath(), ["signs in", "Fill \"[secret]\" locator('#it')"]);
    assert.deepEqual(outer.steps[0].params, { locator: "locator('#it')", value: "[secret]" });
    assert.deepEqual(result.stdout, ["it is [secret]\n"]);
    assert.deepEqual(result.attachments.map(({ body }) => body?.toString()), [
        "- text: Hello [secret]", undefined, "saw [secret]", '{"seen":"[secret]","ok":true}',
    ]);
    assert.equal(shown(run), expected);
    assert.deepEqual(result.stderr, stderr);
});

test("what a step says was typed into a password goes from the result, without any trace", async () => {
    const run = failed(typed, [text(`saw ${typed}`)]);
    run.result.steps[0].steps[0].params.locator = "getByLabel('Password')";
    assert.equal(await report(run), undefined);
    assert.ok(!shown(run).includes(typed), shown(run));
});

test("a result without secrets stays as it is, with its colours", async () => {
    const run = failed("welcomed", [text("saw nothing")]);
    const before = shown(run), { message } = run.result.error, stdout = [...run.result.stdout];
    assert.equal(await report(run), undefined);
    assert.equal(shown(run), before);
    assert.equal(run.result.error.message, message);
    assert.deepEqual(run.result.stdout, stdout);
});

test("texts that only a getter tells are replaced, and what cannot be changed is taken out", async () => {
    class Step {
        #title = `Fill "${typed}"`;
        steps = [];
        get title() { return this.#title; }
        get annotations() { return this.noted ??= [{ description: typed }]; }
    }
    const run = failed(typed, [text(`{"password":"${typed}"}`, "application/json")]);
    const mine = new Step();
    run.result.steps.push(mine);
    run.result.steps[0].steps[0] = Object.freeze(run.result.steps[0].steps[0]);
    run.result.errors[0].cause = Object.freeze(run.result.errors[0].cause);
    assert.equal(await report(run), undefined);
    assert.equal(mine.title, 'Fill "[secret]"');
    assert.equal(mine.annotations[0].description, "[secret]");
    assert.deepEqual(run.result.steps[0].steps, []);
    assert.deepEqual([run.result.error.cause, run.result.error.stack.includes("[secret]")], [undefined, true]);
});

test("of a result that is too large at once, the largest parts are searched by themselves, and the others together", async () => {
    const small = await startServer("--max-body-bytes", "65536");
    const long = (fields, count) => text(JSON.stringify({ ...fields, lines: "a line of a log\n".repeat(count) }));
    const run = failed(typed, [long({ password: typed }, 2_000), long({ mail: "b@mail.example" }, 2_500), long({}, 5_000)]);
    assert.deepEqual(await report(run, { url: small }), { status: "failed" });
    const [first, second, third] = run.result.attachments.map(({ body }) => body.toString());
    assert.match(first, /^\{"password":"\[\w+\]","lines":"a line/);
    assert.match(second, /"mail":"\[email\]","lines":"a line/);
    assert.match(third, /was not sanitised.*body-too-large/);
    assert.ok(!shown(run).includes(typed));
});

test("without a server, or with one that replies something else, no text is left", async () => {
    const archive = (...files) => files.map(([name, contents]) => {
        const block = Buffer.alloc(512 + Math.ceil(contents.length / 512) * 512);
        block.write(name, 0);
        block.write(contents.length.toString(8), 124);
        block.write("ustar", 257);
        block.write(contents, 512);
        return block;
    });
    const replies = [
        "no archive", archive(["result.json", "[]"]), archive(["result.json", "{"]), archive(["other", "text"]),
        archive(["result.json", '[{"errors":[{}]}]'], ["stdout", "safe"]), [archive(["stdout", "safe"])[0].subarray(0, 514)],
    ];
    const servers = replies.map((reply) => answer((request, response) => {
        const data = Buffer.concat([reply].flat().map((part) => Buffer.from(part))).toString("base64");
        const body = JSON.stringify({ artefact: { data, type: "application/x-tar" }, receipt: { entries: [] } });
        request.resume().on("end", () => response.setHeader("Content-Type", "application/json").end(body));
    }));
    for (const url of await Promise.all([nowhere(), ...servers])) {
        const run = failed(typed, [text(typed)]);
        assert.deepEqual(await report(run, { url }), { status: "failed" });
        assert.ok(!shown(run).includes(typed));
        assert.match(run.result.error.message, /^This text was left out, because it was not sanitised: /);
        assert.match(run.result.steps[0].title, /^This text was left out/);
        assert.match(run.result.stdout.join(), /^(This text was left out|safe)/);
        assert.match(run.result.attachments[0].body.toString(), /^This attachment was left out/);
    }
});

test("the reporter makes traces and texts safe, by what they tell, and leaves out what it cannot", async () => {
    const directory = await scratch();
    const { path } = await record(join(directory, "trace.zip")), broken = join(directory, "broken.zip");
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
    const list = unzip(path);
    assert.match(list, /"\[password\]"/);
    assert.ok(!list.includes("flaming9z") && list.length > 10_000);
    assert.ok(!context_.body.includes("b@mail") && !context_.body.includes("flaming9z"), `${context_.body}`);
    assert.equal(form.body.toString(), '{"password":"[password]"}');
    assert.equal(empty.body.length, 0);
    assert.match(left.body.toString(), /was not sanitised.*artefact-refused/s);
    assert.equal(left.path, undefined);
    await assert.rejects(readFile(broken), { code: "ENOENT" });
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
