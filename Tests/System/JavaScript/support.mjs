// A server, a browser and pages for the tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after } from "node:test";

const { SNAPVEIL, PLAYWRIGHT, CHROMIUM = "/usr/bin/chromium", WORK, KITS_SERVER } = process.env;
export const program = SNAPVEIL;
export const screens = new URL("../Support/Samples/Screens/", import.meta.url);
export const { chromium } = createRequire(import.meta.url)(PLAYWRIGHT);

/**
 * Starts `snapveil serve` without models on a free port, until the tests of a file are over; where it is. Without options,
 * it is the server in `KITS_SERVER` if that is set.
 */
export async function startServer(...options) {
    if (KITS_SERVER && !options.length) return KITS_SERVER;
    const command = ["--pdeathsig", "KILL", program, "serve", "--port", "0", "--print-url", "--log-level", "warning"];
    const env = { ...process.env, SNAPVEIL_MODELS: "" };
    const server = spawn("setpriv", [...command, ...options], { env, stdio: ["ignore", "pipe", "inherit"] });
    after(() => server.kill("SIGKILL"));
    const [url] = await once(createInterface(server.stdout), "line");
    return url;
}

/** Starts a server of the test's own; where it is. */
export async function answer(handle) {
    const server = createServer(handle).listen(0, "127.0.0.1");
    await once(server, "listening");
    after(() => server.close());
    server.unref();
    return `http://127.0.0.1:${server.address().port}`;
}

/** Where nothing listens. */
export async function nowhere() {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    return `http://127.0.0.1:${port}`;
}

/** A browser, until the tests of a file are over. */
export async function launch() {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
    after(() => browser.close());
    return browser;
}

/** A directory, until the tests of a file are over. */
export async function scratch() {
    const directory = await mkdtemp(join(WORK, "test-"));
    after(() => rm(directory, { recursive: true }));
    return directory;
}

/** Looks into pictures by a browser. */
export class Pictures {
    #page;

    static async in(browser) {
        const pictures = new Pictures();
        pictures.#page = await (await browser.newContext()).newPage();
        return pictures;
    }

    /** Size of a picture, and how many pixels of a colour it has: `{ width, height, counts }`. */
    async measure(bytes, ...colours) {
        return this.#page.evaluate(async ([base64, colours]) => {
            const picture = await createImageBitmap(await (await fetch(`data:;base64,${base64}`)).blob());
            const { width, height } = picture;
            const context = new OffscreenCanvas(width, height).getContext("2d");
            context.drawImage(picture, 0, 0);
            const { data } = context.getImageData(0, 0, width, height);
            const counts = colours.map(([red, green, blue]) => {
                let count = 0;
                for (let at = 0; at < data.length; at += 4) {
                    const far = Math.abs(data[at] - red) + Math.abs(data[at + 1] - green) + Math.abs(data[at + 2] - blue);
                    if (far < 30) count += 1;
                }
                return count;
            });
            return { width, height, counts };
        }, [Buffer.from(bytes).toString("base64"), colours]);
    }

    /** Whether two pictures have the same pixels. */
    async areSame(one, other) {
        return this.#page.evaluate(async (files) => {
            const [first, second] = await Promise.all(files.map(async (base64) => {
                const picture = await createImageBitmap(await (await fetch(`data:;base64,${base64}`)).blob());
                const { width, height } = picture;
                const context = new OffscreenCanvas(width, height).getContext("2d");
                context.drawImage(picture, 0, 0);
                return { width, data: context.getImageData(0, 0, width, height).data };
            }));
            return first.width === second.width && first.data.length === second.data.length
                && first.data.every((level, at) => level === second.data[at]);
        }, [one, other].map((bytes) => Buffer.from(bytes).toString("base64")));
    }
}

/** What is secret on the pages of the tests is of this colour, and nothing else is. */
export const secret = [255, 0, 200];
/** What stays as it is has this colour. */
export const open = [0, 160, 60];
