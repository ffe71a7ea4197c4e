// As much of Playwright Test as a fixture meets: fixtures of tests and of workers, options, and what the runner writes when a
// test fails. Browsers and pages are those of the real playwright-core.

import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

const playwright = createRequire(import.meta.url)(process.env.PLAYWRIGHT);
let current;

/** The names in the first parameter of a fixture: `{ a, b: c, d: { e } }`. */
const wants = (fixture) => (/^[^(]*\(\s*\{((?:[^{}]|\{[^}]*\})*)\}/.exec(fixture)?.[1] ?? "")
    .replace(/\{[^}]*\}/g, "").split(",").map((name) => name.split(":")[0].trim()).filter(Boolean);

/** One level of fixtures over another. */
class Fixtures {
    constructor(own, base) {
        this.base = base;
        this.own = new Map(Object.entries(own).map(([name, value]) => {
            const [fixture, options = {}] = Array.isArray(value) ? value : [value, {}];
            return [name, { fixture, ...options, scope: options.scope ?? base?.find(name)?.found.scope ?? "test" }];
        }));
    }

    /** What defines a fixture, and the level below it. */
    find(name) {
        const found = this.own.get(name);
        return found ? { found, level: this } : this.base?.find(name);
    }

    names() {
        return [...new Set([...(this.base?.names() ?? []), ...this.own.keys()])];
    }
}

/** Fixtures that were set up, to be taken down in the opposite order. */
class Setup {
    constructor(fixtures, given, outer, info) {
        Object.assign(this, { fixtures, given, outer, info, values: new Map(), ends: [] });
    }

    async value(name, from = this.fixtures, testInfo = undefined) {
        if (name in this.given) return this.given[name];
        const { found, level } = from.find(name) ?? {};
        if (!found) throw new Error(`There is no fixture ${name}`);
        if (found.scope === "worker" && this.outer) return this.outer.value(name, from);
        if (!this.values.has(found)) this.values.set(found, await this.start(name, found, level, testInfo));
        return this.values.get(found);
    }

    async start(name, { fixture }, level, testInfo) {
        if (typeof fixture !== "function") return fixture;
        const parts = {};
        for (const want of wants(fixture)) parts[want] = await this.value(want, want === name ? level.base : this.fixtures, testInfo);
        return new Promise((ready, fail) => {
            const done = fixture(parts, (value) => new Promise((end) => {
                this.ends.push(async () => { end(); await done; });
                ready(value);
            }), testInfo ?? this.info);
            done.catch(fail);
        });
    }

    async end() {
        for (const end of this.ends.splice(0).reverse()) await end();
    }
}

const builtIn = {
    video: ["off", { option: true, scope: "worker" }],
    trace: ["off", { option: true, scope: "worker" }],
    browser: [async ({}, use) => {
        const browser = await playwright.chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
        await use(browser);
        await browser.close();
    }, { scope: "worker" }],
    context: async ({ browser, video }, use, testInfo) => {
        const recordVideo = video === "off" ? undefined : { dir: join(testInfo.outputDir, ".playwright-artifacts-0") };
        const context = await browser.newContext({ recordVideo });
        const pages = [];
        context.on("page", (page) => pages.push(page));
        await use(context);
        await context.close();
        const isKept = video === "on" || video === "retain-on-failure" && testInfo.errors.length > 0;
        const videos = isKept ? pages.map((page) => page.video()) : [];
        await Promise.all(videos.map(async (each, index) => {
            try {
                const path = join(testInfo.outputDir, `video${index ? `-${index}` : ""}.webm`);
                await each.saveAs(path);
                testInfo.attachments.push({ name: "video", path, contentType: "video/webm" });
            } catch {
            }
        }));
    },
    page: async ({ context }, use) => use(await context.newPage()),
};

/** The bodies of all tests that were declared. */
export const registered = [];

function make(fixtures) {
    return Object.assign((title, body) => void registered.push(body), {
        extend: (own) => make(new Fixtures(own, fixtures)),
        info() {
            if (!current) throw new Error("test.info() can only be called while test is running");
            return current;
        },
        /** Runs tests as a worker does: what each wrote, attached and failed with. `use` are options of the configuration. */
        async run(use, tests, config = { reporter: [["html"]] }) {
            const given = Object.fromEntries(Object.entries(use));
            const worker = new Setup(fixtures, given, undefined, { config });
            const results = [];
            for (const body of tests) results.push(await one(fixtures, worker, given, body));
            await worker.end();
            return results;
        },
    });
}

async function one(fixtures, worker, given, body) {
    const directory = await mkdtemp(join(process.env.WORK, "results-"));
    const info = {
        attachments: [], annotations: [], errors: [], outputDir: directory, timeout: 30_000, timeouts: [],
        setTimeout(timeout) {
            info.timeout = timeout;
            info.timeouts.push(timeout);
        },
        async attach(name, { path, body, contentType }) {
            const content = body ?? await readFile(path);
            await mkdir(join(directory, "attachments"), { recursive: true });
            const copy = join(directory, "attachments", `${info.attachments.length}-${name}`);
            await writeFile(copy, content);
            info.attachments.push({ name, path: copy, contentType });
        },
    };
    current = info;
    const setup = new Setup(fixtures, given, worker);
    try {
        for (const name of fixtures.names()) if (fixtures.find(name).found.auto) await setup.value(name, fixtures, info);
        const parts = {};
        for (const want of wants(body)) parts[want] = await setup.value(want, fixtures, info);
        await body(parts, info);
    } catch (error) {
        info.errors.push(error);
        const context = [...setup.values.values()].find((value) => typeof value?.pages === "function");
        for (const page of context?.pages() ?? []) {
            // As the runner does it with `screenshot: "only-on-failure"`.
            const path = join(directory, `test-failed-${info.attachments.length + 1}.png`);
            try {
                await page.screenshot({ timeout: 5000, path, caret: "initial" });
                info.attachments.push({ name: "screenshot", path, contentType: "image/png" });
            } catch {
            }
        }
    }
    await setup.end();
    current = undefined;
    return info;
}

export const test = make(new Fixtures(builtIn));
export const defineConfig = (config) => config;
export const expect = (value) => ({ toBe(other) { if (value !== other) throw new Error(`${value} is not ${other}`); } });
