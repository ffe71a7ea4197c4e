// A screen to try: drawn here, of nobody, with the boxes that Playwright reports of the locators of a test.

import { drawCode, drawPortrait } from "/playground/drawings.js";

const width = 390;
const height = 780;
const scale = 2;

const cards = [
    { y: 96, height: 190, color: "#1f4fd8" },
    { y: 310, height: 226, color: "#ffffff" },
    { y: 560, height: 150, color: "#ffffff" },
];

/** What a test of this screen asks for: the name of its locator, what is written there, and where. */
const values = [
    { locator: "title", text: "Accounts", x: 20, y: 44, size: 28, weight: 700, color: "#14181f" },
    { locator: "account-type", text: "Everyday account", x: 40, y: 118, size: 15, weight: 500, color: "#dbe5ff" },
    { locator: "balance", text: "€ 4,218.36", x: 40, y: 146, size: 32, weight: 700, color: "#ffffff" },
    { locator: "card-number", text: "4539 1488 0343 6467", x: 40, y: 216, size: 19, weight: 500, color: "#ffffff" },
    { locator: "card-holder", text: "MARA LINDQVIST", x: 40, y: 250, size: 13, weight: 500, color: "#dbe5ff" },
    { locator: "iban", text: "DE75 5121 0800 1245 1261 99", x: 40, y: 384, size: 17, weight: 500, color: "#14181f" },
    { locator: "email", text: "mara.lindqvist@example.org", x: 40, y: 440, size: 17, weight: 500, color: "#14181f" },
    { locator: "branch", text: "Harbour Street", x: 40, y: 496, size: 17, weight: 500, color: "#14181f" },
    { locator: "one-time-code", text: "482 913", x: 40, y: 642, size: 36, weight: 700, color: "#14181f" },
];

/** What is written beside it, for which a test has no locator. */
const captions = [
    { caption: "details", text: "Details", x: 40, y: 328, size: 17, weight: 700, color: "#14181f" },
    { caption: "iban-caption", text: "IBAN", x: 40, y: 366, size: 13, weight: 400, color: "#5b6472" },
    { caption: "email-caption", text: "E-mail", x: 40, y: 422, size: 13, weight: 400, color: "#5b6472" },
    { caption: "branch-caption", text: "Branch", x: 40, y: 478, size: 13, weight: 400, color: "#5b6472" },
    { caption: "code-title", text: "Confirm a new device", x: 40, y: 580, size: 17, weight: 700, color: "#14181f" },
    { caption: "code-note", text: "Scan it, or enter the code:", x: 40, y: 610, size: 15, weight: 400, color: "#5b6472" },
];

/** Words for what is sensitive here and would not be everywhere: whose card it is, and a picture of a person. */
export const sampleWords = "card holder, portrait";

/** The sample: a file, its name, and its page source. */
export async function drawSample() {
    const canvas = new OffscreenCanvas(width * scale, height * scale);
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.fillStyle = "#eef1f6";
    context.fillRect(0, 0, width, height);
    for (const { y, height: tall, color } of cards) {
        context.fillStyle = color;
        context.beginPath();
        context.roundRect(20, y, width - 40, tall, 18);
        context.fill();
    }
    context.textBaseline = "top";
    for (const caption of captions) write(context, caption);
    const boxes = values.map((value) => ({ locator: value.locator, role: "text", text: value.text, boundingBox: write(context, value) }));
    boxes.push(
        { locator: "portrait", role: "img", text: "", boundingBox: drawPortrait(context, 342, 58, 28) },
        { locator: "device-code", role: "img", text: "", boundingBox: drawCode(context, 272, 620, 3) },
    );
    const file = await canvas.convertToBlob({ type: "image/png" });
    const source = {
        viewport: { width, height, scale }, scroll: { x: 0, y: 0 }, page: { width, height }, fullPage: false, boxes,
    };
    return { file, name: "sample.png", source: { name: "sample.json", text: JSON.stringify(source, null, 1) } };
}

/** Writes a line; tells its box. */
function write(context, { text, x, y, size, weight, color }) {
    context.font = `${weight} ${size}px system-ui, sans-serif`;
    context.fillStyle = color;
    context.fillText(text, x, y, width - 80);
    const wide = Math.min(Math.ceil(context.measureText(text).width), width - 80);
    return { x, y: y - 2, width: wide, height: Math.ceil(size * 1.25) };
}
