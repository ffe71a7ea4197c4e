// Writes the YAML that policies are read from: block style, texts in double quotes, as JSON writes them.

/** A value as YAML. */
export function yaml(value) {
    return `${block(value, "")}\n`;
}

function block(value, indent) {
    if (Array.isArray(value) && value.length) {
        return value.map((item) => `${indent}- ${block(item, `${indent}  `).trimStart()}`).join("\n");
    }
    if (isObject(value) && Object.keys(value).length) {
        return Object.entries(value).map(([name, item]) => `${indent}${member(name, item, indent)}`).join("\n");
    }
    return `${indent}${JSON.stringify(value)}`;
}

function member(name, value, indent) {
    // What has no more than plain values reads best on one line.
    if (isFlat(value)) return `${name}: ${flow(value)}`;
    return `${name}:\n${block(value, Array.isArray(value) ? indent : `${indent}  `)}`;
}

function flow(value) {
    if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
    if (!isObject(value)) return JSON.stringify(value);
    const members = Object.entries(value).map(([name, member]) => `${name}: ${flow(member)}`);
    return members.length ? `{ ${members.join(", ")} }` : "{}";
}

/** Whether a value is plain, or holds plain values, or such an object as its only member: a style, a region. */
function isFlat(value) {
    if (Array.isArray(value)) return value.every((item) => !isObject(item));
    if (!isObject(value)) return true;
    const members = Object.values(value);
    return members.every((member) => !isObject(member) || (members.length === 1 && isFlat(member)));
}

function isObject(value) {
    return typeof value === "object" && value !== null;
}
