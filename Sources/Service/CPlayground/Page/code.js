// Writes a call as code in several languages. Nothing here knows of the document.

import { yaml } from "/playground/yaml.js";
import { formatOf, formatOfCall } from "/playground/formats.js";

/** A file name that a shell, and every language here, takes as it is. */
function fileName(name) {
    return name.replace(/[^\w.-]+/g, "-").replace(/^-+/, "") || "shot.png";
}

/** What the result is called. */
export function resultName(picture, type) {
    const stem = fileName(picture.name).replace(/\.[^.]*$/, "") || "shot";
    return `${stem}-redacted.${formatOf(type).extension}`;
}

/** What all the languages need to know of a call. */
function facts(call, origin, hasKey) {
    const format = formatOfCall(call.query.find(([name]) => name === "format")?.[1], call.picture.name);
    return {
        url: origin + call.target(),
        shot: fileName(call.picture.name),
        source: call.source && fileName(call.source.name),
        cover: call.cover && fileName(call.cover.name),
        safe: `safe.${format.extension}`,
        policy: call.policy,
        hasKey,
    };
}

const shell = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call for curl, in a shell. */
export function curl(call, origin, hasKey) {
    const { url, shot, source, cover, safe, policy } = facts(call, origin, hasKey);
    const words = [`curl --fail-with-body`];
    if (hasKey) words.push(`-H "Authorization: Bearer $SNAPVEIL_KEY"`);
    if (call.isForm) {
        words.push(`-F image=@${shot}`);
        if (source) words.push(`-F hierarchy=@${source}`);
        if (cover) words.push(`-F cover=@${cover}`);
        // As a file name would be, a value that starts with @ or < is taken for one; a policy starts with a brace.
        if (policy) words.push(`--form-string policy=${shell(JSON.stringify(policy))}`);
    } else {
        words.push(`--data-binary @${shot}`);
    }
    words.push(shell(url), `-o ${safe}`);
    return `${words.join(" \\\n  ")}\n`;
}

/** The call for Python, with what its standard library has. */
export function python(call, origin, hasKey) {
    const { url, shot, source, cover, safe, policy } = facts(call, origin, hasKey);
    const imports = [call.isForm && "base64", call.isForm && "json", hasKey && "os"].filter(Boolean);
    const lines = imports.map((name) => `import ${name}`);
    lines.push("from pathlib import Path", "from urllib.request import Request, urlopen", "");
    const headers = [`"Content-Type": "${call.isForm ? "application/json" : "application/octet-stream"}"`];
    if (hasKey) headers.push(`"Authorization": "Bearer " + os.environ["SNAPVEIL_KEY"]`);
    if (call.isForm) {
        const file = (name) => `base64.b64encode(Path(${text(name)}).read_bytes()).decode()`;
        lines.push("body = json.dumps({", `    "image": ${file(shot)},`);
        if (source) lines.push(`    "hierarchy": Path(${text(source)}).read_text(encoding="utf-8"),`);
        if (cover) lines.push(`    "assets": {"cover": ${file(cover)}},`);
        if (policy) lines.push(`    "policy": ${pythonValue(policy, "    ")},`);
        lines.push("}).encode()");
    } else {
        lines.push(`body = Path(${text(shot)}).read_bytes()`);
    }
    lines.push(`request = Request(${text(url)}, body, {${headers.join(", ")}})`);
    lines.push("with urlopen(request) as reply:", `    Path(${text(safe)}).write_bytes(reply.read())`);
    return `${lines.join("\n")}\n`;
}

/** The call for JavaScript, in Node 20 or newer. */
export function javascript(call, origin, hasKey) {
    const { url, shot, source, cover, safe, policy } = facts(call, origin, hasKey);
    const lines = [`import { readFile, writeFile } from "node:fs/promises";`, ""];
    if (call.isForm) {
        const file = (name) => `new Blob([await readFile(${text(name)})])`;
        lines.push("const body = new FormData();", `body.append("image", ${file(shot)});`);
        if (source) lines.push(`body.append("hierarchy", await readFile(${text(source)}, "utf8"));`);
        if (cover) lines.push(`body.append("cover", ${file(cover)});`);
        if (policy) lines.push(`body.append("policy", JSON.stringify(${JSON.stringify(policy, null, 4)}));`);
    } else {
        lines.push(`const body = await readFile(${text(shot)});`);
    }
    const key = hasKey ? ["    headers: { Authorization: `Bearer ${process.env.SNAPVEIL_KEY}` },"] : [];
    lines.push(`const reply = await fetch(${text(url)}, {`, `    method: "POST",`, ...key, "    body,", "});");
    lines.push("if (!reply.ok) throw new Error((await reply.json()).detail);");
    lines.push(`await writeFile(${text(safe)}, Buffer.from(await reply.arrayBuffer()));`);
    return `${lines.join("\n")}\n`;
}

/** The call for Swift, on a Mac or on Linux. */
export function swift(call, origin, hasKey) {
    const { url, shot, source, cover, safe, policy } = facts(call, origin, hasKey);
    const file = (name) => `try Data(contentsOf: URL(fileURLWithPath: ${text(name)}))`;
    const lines = ["import Foundation", "#if canImport(FoundationNetworking)", "import FoundationNetworking", "#endif", ""];
    lines.push(`var request = URLRequest(url: URL(string: ${text(url)})!)`, `request.httpMethod = "POST"`);
    if (hasKey) {
        lines.push(`let key = ProcessInfo.processInfo.environment["SNAPVEIL_KEY"] ?? ""`);
        lines.push(`request.setValue("Bearer \\(key)", forHTTPHeaderField: "Authorization")`);
    }
    if (call.isForm) {
        lines.push(`request.setValue("application/json", forHTTPHeaderField: "Content-Type")`);
        lines.push("var members: [String: Any] = [:]", `members["image"] = (${file(shot)}).base64EncodedString()`);
        if (source) lines.push(`members["hierarchy"] = try String(contentsOfFile: ${text(source)}, encoding: .utf8)`);
        if (cover) lines.push(`members["assets"] = ["cover": (${file(cover)}).base64EncodedString()]`);
        if (policy) lines.push(`members["policy"] = ${rawSwift(JSON.stringify(policy))}`);
        lines.push("let body = try JSONSerialization.data(withJSONObject: members)");
    } else {
        lines.push(`let body = ${file(shot)}`);
    }
    lines.push("let (safe, response) = try await URLSession.shared.upload(for: request, from: body)");
    lines.push("guard (response as? HTTPURLResponse)?.statusCode == 200 else { fatalError(String(decoding: safe, as: UTF8.self)) }");
    lines.push(`try safe.write(to: URL(fileURLWithPath: ${text(safe)}))`);
    return `${lines.join("\n")}\n`;
}

/** A policy as JSON, to keep in a file. */
export function policyJSON(policy) {
    return `${JSON.stringify(policy, null, 2)}\n`;
}

/** A policy as YAML, to keep in a file. */
export function policyYAML(policy) {
    return yaml(policy);
}

/** A text as a literal, which is the same in all of these languages for what URLs and file names hold. */
function text(value) {
    return JSON.stringify(value);
}

/** A literal of Swift in which a backslash is no more than that. */
function rawSwift(value) {
    let fence = "#";
    while (value.includes(`"${fence}`)) fence += "#";
    return `${fence}"${value}"${fence}`;
}

/** A value as a literal of Python, which has other words than JSON for three values. */
function pythonValue(value, indent) {
    const deeper = `${indent}    `;
    if (value === true) return "True";
    if (value === false) return "False";
    if (value === null) return "None";
    if (Array.isArray(value)) {
        return `[\n${value.map((item) => `${deeper}${pythonValue(item, deeper)},\n`).join("")}${indent}]`;
    }
    if (typeof value !== "object") return JSON.stringify(value);
    const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${pythonValue(member, indent)}`);
    return `{${members.join(", ")}}`;
}
