// Screenshots of Playwright that are sanitised before anybody gets them. Nothing of Playwright is loaded: what is needed is
// found at the page.

import { AsyncLocalStorage } from "node:async_hooks";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { Snapveil, SnapveilError } from "./client.js";
import { capture, coverBoxes, fields, hierarchyOf, look } from "./page.js";
import { writeSealed } from "./pictures.js";

/** Set while the kit itself takes a picture. */
const raw = new AsyncLocalStorage();

const types = { ".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg" };

/** Which page a page, a locator or an element handle is of. */
async function pageOf(target) {
    if (typeof target.goto === "function") return target;
    if (typeof target.page === "function") return target.page();
    return (await target.ownerFrame()).page();
}

/** The boxes of the elements that locators find and that are shown. */
async function boxesOf(locators) {
    const found = await Promise.all(locators.map(async (locator) => {
        const handles = await locator.elementHandles();
        const boxes = await Promise.all(handles.map((handle) => handle.boundingBox()));
        await Promise.all(handles.map((handle) => handle.dispose()));
        return boxes.filter(Boolean).map((boundingBox) => ({ locator: String(locator), boundingBox }));
    }));
    return found.flat();
}

/**
 * Takes a picture of a page, or of one element, and has it sanitised.
 *
 * @param {object} target a page, a locator or an element handle of Playwright
 * @param {object} [options] those of Playwright's `screenshot`, and:
 * @param {Array<object|string>} [options.mask] locators and CSS selectors of what to cover; by default every field of the page
 * @param {object|string} [options.policy] the policy; by default every box of `mask` is covered
 * @param {Snapveil} [options.client] the server; by default the one that the environment names
 * @param {string} [options.seal] the name of a group of the server's recipients, to whom what is covered is encrypted
 * @returns {Promise<{ image: Buffer, type: string, receipt: object, sealed?: Buffer }>} the picture, which is at `path`, too, if there is
 *   one, and what was sealed, which is beside it as `NAME.age`
 * @throws {SnapveilError} then nothing was written
 */
export async function safeScreenshot(target, options = {}) {
    const { mask = [fields], client = new Snapveil(), policy = client.policy ?? coverBoxes, path, seal, ...rest } = options;
    if (rest.style !== undefined) throw new SnapveilError("style-unsupported", "A style may move the elements to cover: set it in the page");
    if (path !== undefined) rest.type ??= types[extname(path).toLowerCase()];
    if (path !== undefined && !rest.type) throw new SnapveilError("path-unsupported", "A path has to end with .png, .jpg or .jpeg");
    const page = await pageOf(target);
    const selector = mask.filter((part) => typeof part === "string").join(", ");
    const locators = mask.filter((part) => typeof part !== "string");
    if (target !== page) await target.scrollIntoViewIfNeeded({ timeout: rest.timeout });
    const seen = async () => {
        const [said, more, box] = await Promise.all([
            page.evaluate(look, selector), boxesOf(locators), target === page ? undefined : target.boundingBox(),
        ]);
        return hierarchyOf({ ...said, boxes: [...said.boxes, ...more] }, box, rest);
    };
    const { image, seen: hierarchy } = await capture(seen, () => raw.run(true, () => target.screenshot(rest)));
    const result = await client.sanitize(image, { policy, hierarchy, seal });
    if (path !== undefined) {
        await mkdir(dirname(path), { recursive: true });
        await writeSealed(path, result.sealed);
        await writeFile(path, result.image);
    }
    return result;
}

/**
 * Has every `screenshot` of pages, locators and element handles sanitised, of all of Playwright in this process.
 *
 * @param {object} page any page
 * @param {object} [settings] what `safeScreenshot` takes, and `onResult`, which is told each result
 * @returns {Promise<() => void>} what ends it
 */
export async function sanitizeScreenshots(page, settings = {}) {
    const { onResult, ...defaults } = settings;
    const undo = [];
    const replace = (object, name, make) => {
        const owner = Object.getPrototypeOf(object), original = owner[name];
        if (typeof original !== "function") return;
        owner[name] = make(original);
        undo.push(() => (owner[name] = original));
    };
    const safe = (original) => async function screenshot(options = {}) {
        if (raw.getStore()) return original.call(this, options);
        const mask = options.mask ? [...(defaults.mask ?? [fields]), ...options.mask] : defaults.mask;
        try {
            const result = await safeScreenshot(this, { ...defaults, ...options, mask });
            onResult?.(result);
            return result.image;
        } catch (error) {
            if (error instanceof SnapveilError) complain(error);
            throw error;
        }
    };
    replace(page, "screenshot", safe);
    replace(page.locator("html"), "screenshot", safe);
    // It compares and writes pictures as they are.
    replace(page, "_expectScreenshot", () => async () => {
        throw new SnapveilError(
            "raw-comparison",
            "toHaveScreenshot writes pictures that nobody sanitised; use expect(await page.screenshot()).toMatchSnapshot(name)",
        );
    });
    const handle = await page.mainFrame().evaluateHandle(() => document.documentElement);
    replace(handle.asElement(), "screenshot", safe);
    await handle.dispose();
    return () => undo.splice(0).forEach((step) => step());
}

const said = new Set();

/** Says what is wrong once, as a runner may pass over the error of a picture that it takes itself. */
export function complain(error, thing = "screenshot") {
    const message = `snapveil: the ${thing} is not written: ${error.message}`;
    if (!said.has(message)) console.error(message);
    said.add(message);
}
