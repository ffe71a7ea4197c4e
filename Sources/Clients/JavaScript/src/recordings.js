// Recordings of Playwright, and of others, that the program `snapveil` covers: a server takes none.

import { execFile, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { SnapveilError } from "./client.js";

/** Milliseconds for one recording. The program is ended then, and the recording left out. */
export const longest = 300_000;

/** Where files lie in memory, and the bytes that have to be free there. */
const memory = "/dev/shm", leastFree = 2 ** 30;

// A shell that removes the directory when the other end of its standard input is closed, as the end of this process does, even by a
// signal that cannot be caught. Programs that were started may write into it for a while: it is removed until it stays away.
const watch = 'PATH=$PATH:/usr/bin:/bin; read -r _; n=0; '
    + 'while [ $n -lt 20 ]; do n=$((n + 1)); if [ -e "$1" ]; then n=0; rm -rf -- "$1"; fi; sleep 0.1; done';

/** The recordings of a process: they lie in a private directory until they are covered, one after the other. */
export class Recordings {
    #policy;
    #directory;
    #watch;
    #started;
    #work = Promise.resolve();
    #closed = [];

    /** @param {object|string} policy what to cover: a policy, or the name of one that is built in */
    constructor(policy) {
        this.#policy = policy;
    }

    /** @throws {SnapveilError} where no recording can be covered by the policy on this machine */
    start() {
        return this.#started ??= this.#start(this.#policy).catch(async (error) => {
            await this.end();
            throw error;
        });
    }

    async #start(policy) {
        const meant = typeof policy === "string" ? JSON.parse(await run("policies", "show", policy)) : policy;
        if (namesElements(meant)) refuse("the policy names elements, and a video has no page sources: name text, codes or places instead");
        this.#directory = mkdtempSync(join(hasMemory() ? memory : tmpdir(), "snapveil-"));
        this.#watch = spawn("/bin/sh", ["-c", watch, "snapveil", this.#directory], { stdio: ["pipe", "ignore", "ignore"], detached: true });
        for (const part of [this.#watch, this.#watch.stdin]) part.on("error", () => { }).unref();
        if (typeof policy !== "string") await writeFile(this.#policy = join(this.#directory, "policy.json"), JSON.stringify(policy));
        // Of nothing, the program says what it lacks.
        const nothing = join(this.#directory, "nothing");
        await mkdir(nothing);
        await run("redact", nothing, "--everything", "--video", "redact", "--policy", this.#policy, "--output-directory", `${nothing}-safe`);
    }

    /** The options of a context with a private directory for its recordings, if it has any. */
    async privately(options) {
        if (!options.recordVideo) return options;
        await this.start();
        return { ...options, recordVideo: { ...options.recordVideo, dir: await mkdtemp(join(this.#directory, "context-")) } };
    }

    /**
     * Has the recordings of a context covered when they are saved.
     *
     * @param {object} options those of the context, with the private directory
     * @param {{ wait: () => () => void, fail: (error: Error) => void }} told when the work begins, and by the result of that when it is
     *   done; and why a recording is left out
     */
    watch(context, { recordVideo }, told) {
        if (!recordVideo) return;
        context.on("page", (page) => {
            const video = page.video();
            if (video) this.#guard(video, recordVideo.dir, told);
        });
        context.on("close", () => this.#closed.push(recordVideo.dir));
    }

    #guard(video, directory, told) {
        const { saveAs } = video;
        video.saveAs = (path) => this.#next(async () => {
            const done = told.wait();
            try {
                await this.#cover((raw) => saveAs.call(video, raw), directory, resolve(path));
            } catch (error) {
                told.fail(error);
                throw error;
            } finally {
                done();
            }
        });
        video.path = async () => refuse("the file at its path is raw: take the covered one by saveAs");
    }

    async #cover(save, directory, path) {
        const raw = join(directory, "raw.webm");
        try {
            await save(raw);
            await mkdir(dirname(path), { recursive: true });
            await run("redact", raw, "--policy", this.#policy, "-o", path);
        } finally {
            await rm(raw, { force: true });
        }
    }

    /** Covers a recording in its place; if that fails, there is none. */
    async replace(path) {
        try {
            await this.start();
            await this.#next(() => run("redact", path, "--in-place", "--policy", this.#policy));
        } catch (error) {
            await rm(path, { force: true });
            throw error;
        }
    }

    #next(step) {
        const done = this.#work.then(step);
        this.#work = done.catch(() => { });
        return done;
    }

    /** Removes the raw recordings of contexts that are closed. */
    async clear() {
        await this.#work;
        await Promise.all(this.#closed.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
    }

    /** Removes all that is private; what is written afterwards is removed within some seconds. */
    async end() {
        await this.#work;
        if (this.#directory) await rm(this.#directory, { recursive: true, force: true });
        this.#watch?.stdin.end();
    }
}

/** Runs the program on the `PATH`; what it writes. */
function run(...parameters) {
    return new Promise((done) => {
        execFile("snapveil", parameters, { timeout: longest, killSignal: "SIGKILL" }, (error, output, said) => {
            done(error ? Promise.reject(failure(error, said)) : output);
        });
    });
}

function failure(error, said) {
    const { code, killed, signal } = error;
    if (code === "ENOENT") return unsafe("the program snapveil is not in the PATH: install it, as by pip");
    if (killed) return unsafe(`it took longer than ${longest / 1000} seconds`);
    return unsafe(said.trim().replace(/^snapveil: /, "") || `snapveil ended with ${code ?? signal}`);
}

const unsafe = (reason) => new SnapveilError("raw-video", `The video cannot be covered: ${reason}`);

function refuse(reason) {
    throw unsafe(reason);
}

/** Whether a policy has a target that only a page source can place. */
function namesElements({ rules = [], keep = [] }) {
    return [...rules.map(({ target }) => target), ...keep].some((target) => target?.element !== undefined || target?.elements !== undefined);
}

function hasMemory() {
    try {
        const { bavail, bsize } = statfsSync(memory);
        accessSync(memory, constants.W_OK | constants.X_OK);
        return bavail * bsize >= leastFree;
    } catch {
        return false;
    }
}
