// The texts of a result of Playwright Test that reporters read: files of them for a server, and the way back.

/** Members of results, steps, errors, annotations and attachments that hold texts, or objects with texts. */
const members = [
    "annotations", "attachments", "cause", "description", "error", "errors", "message", "name", "params", "snippet", "stack", "steps",
    "title", "type", "value",
];

/** Colours and other controls of a terminal, which would part words. */
const controls = /\x1b\[[0-?]*[ -/]*[@-~]/g;

/** The sentence in place of a text that could not be made safe. */
const leftOut = (error) => `This text was left out, because it was not sanitised: ${error.message}`;

/**
 * The texts of a result, and the annotations of its test, as one file. A text that the server leaves as it is keeps its colours.
 *
 * @param {object} result a result of Playwright Test
 * @param {object[]} [annotations] those of its test
 * @returns {{ name: string, bytes: Buffer, settle: (contents: Promise<Buffer>) => Promise<void> }} `settle` puts the safe texts
 *   back. Without contents a sentence takes the place of each text, and the promise is rejected
 */
export function textsOfResult(result, annotations) {
    const places = [result, { annotations }];
    const texts = textsIn(places) ?? [];
    return {
        name: "result.json",
        bytes: Buffer.from(texts.length ? JSON.stringify(texts) : ""),
        async settle(contents) {
            try {
                const safe = JSON.parse(await contents);
                if (!isAlike(texts, safe)) throw new Error("The reply has other texts");
                replace(places, texts, safe);
            } catch (error) {
                const sentence = (key, value) => (typeof value === "string" ? leftOut(error) : value);
                replace(places, texts, JSON.parse(JSON.stringify(texts, sentence)));
                throw error;
            }
        },
    };
}

/** The chunks of `stdout` or `stderr` as one file, because a word may be in two of them; see `textsOfResult`. */
export function textsOfOutput(result, stream) {
    const chunks = result[stream] ?? [];
    const text = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString().replace(controls, "");
    const put = (safe) => safe === text || assign(result, stream, [safe]);
    return {
        name: stream,
        bytes: Buffer.from(text),
        async settle(contents) {
            try {
                put((await contents).toString());
            } catch (error) {
                put(leftOut(error));
                throw error;
            }
        },
    };
}

/** The texts in a value, in objects and arrays of its shape; undefined if there are none. */
function textsIn(value, isParams = false) {
    if (typeof value === "string") return value.replace(controls, "") || undefined;
    if (typeof value !== "object" || value === null) return undefined;
    // Some members are getters of a class, which are no keys.
    const keys = Array.isArray(value) || isParams ? Object.keys(value) : members.filter((key) => key in value);
    const texts = keys.map((key) => [key, textsIn(value[key], isParams || key === "params")]).filter(([, text]) => text !== undefined);
    return texts.length ? Object.assign(Array.isArray(value) ? [] : {}, Object.fromEntries(texts)) : undefined;
}

/** Whether there is a text in `others` in the place of each in `texts`. */
function isAlike(texts, others) {
    if (typeof texts === "string") return typeof others === "string";
    return typeof others === "object" && others !== null && Object.entries(texts).every(([key, text]) => isAlike(text, others[key]));
}

/** Puts the texts of `safe` into a value in place of those of `texts`. An object that cannot be changed is taken out of the one around it. */
function replace(value, texts, safe) {
    for (const [key, text] of Object.entries(texts)) {
        if (typeof text === "string") {
            if (safe[key] !== text) assign(value, key, safe[key]);
            continue;
        }
        try {
            replace(value[key], text, safe[key]);
        } catch (error) {
            // An element goes with its array.
            if (Array.isArray(texts)) throw error;
            assign(value, key, Array.isArray(text) ? [] : undefined);
        }
    }
}

/** Gives a member a value, also in place of a getter. */
function assign(object, key, value) {
    const define = (name, value) => Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
    define(key, value);
    // The function of a step returns its first title.
    if (key === "title" && object.titlePath) define("titlePath", () => [...(object.parent?.titlePath() ?? []), object.title]);
}
