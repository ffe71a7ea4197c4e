"""Redacts what lies in an object store as Deploy/bulk-s3 does, here that of `rclone serve s3`.

Usage: s3.py SNAPVEIL RCLONE

The shards together redact every picture once. A run that is killed goes on where it was. What is new, has changed or is
gone is done again, and nothing else; a picture that fails leaves no result.
"""

import json
import os
import pathlib
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "Deploy" / "bulk-s3" / "redact-shard"
SHARDS = 2
COVER = ["--style", "pixelate", "--block", "8"]


def png(seed, width=48, height=40):
    """A picture of noise."""
    noise = random.Random(seed)
    rows = b"".join(b"\0" + noise.randbytes(3 * width) for _ in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def check(condition, claim):
    if not condition:
        raise SystemExit(f"FAILED: {claim}")


class Store:
    """A store with two buckets, as directories, and the runs over it."""

    def __init__(self, program, rclone, directory):
        self.directory = directory
        self.snapshots, self.redacted = directory / "store" / "screenshots", directory / "store" / "redacted"
        for bucket in (self.snapshots, self.redacted):
            bucket.mkdir(parents=True)
        (directory / "scratch").mkdir()
        # Under the names that the script calls them by.
        programs = directory / "programs"
        programs.mkdir()
        for name, path in (("snapveil", program), ("rclone", rclone)):
            (programs / name).symlink_to(pathlib.Path(path).resolve())
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "SCRATCH": str(directory / "scratch"),
            "BATCH": "5",
            "RCLONE_CONFIG_STORE_TYPE": "s3",
            "RCLONE_CONFIG_STORE_PROVIDER": "Rclone",
            "RCLONE_CONFIG_STORE_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "RCLONE_CONFIG_STORE_ACCESS_KEY_ID": "key",
            "RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY": "secret",
        }
        serve = [rclone, "--config", "/dev/null", "serve", "s3", "--auth-key", "key,secret"]
        address = ["--addr", f"127.0.0.1:{self.port}", "--vfs-cache-mode", "off", "--dir-cache-time", "100ms"]
        self.log = open(directory / "store.log", "wb")
        self.server = subprocess.Popen([*serve, *address, str(directory / "store")], stderr=self.log)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("the store does not start")

    def command(self, shard, cover=None):
        return [str(SCRIPT), "store:screenshots", "store:redacted/safe", f"{shard}/{SHARDS}", *(cover or COVER)]

    def run(self, shard, cover=None):
        """The status of a run, and how many pictures it has redacted."""
        run = subprocess.run(
            self.command(shard, cover), env=self.environment, stderr=subprocess.PIPE, text=True, timeout=120
        )
        redacted = sum(
            int(line.split(": ")[2].split()[0]) for line in run.stderr.splitlines() if line.startswith("snapveil: shard")
        )
        return run.returncode, redacted

    def run_all(self, cover=None):
        results = [self.run(shard, cover) for shard in range(SHARDS)]
        return max(status for status, _ in results), sum(redacted for _, redacted in results)

    def results(self):
        """The results by their paths, without what rclone still writes under another name."""
        root = self.redacted / "safe"
        paths = [path for path in root.rglob("*") if not path.name.startswith(".rclone_temp") and ".snapveil" not in path.parts and path.is_file()]
        return {str(path.relative_to(root)): path.read_bytes() for path in paths}

    def manifest(self):
        lines = []
        for path in (self.redacted / "safe" / ".snapveil").glob("*.jsonl"):
            lines += [json.loads(line) for line in path.read_text().splitlines()]
        return {line["input"]: line["status"] for line in lines}

    def kill_in_the_middle(self, shard):
        """Ends a run, with all that it has started, once it has some results."""
        count = len(self.results())
        run = subprocess.Popen(
            self.command(shard), env=self.environment, stderr=subprocess.DEVNULL, start_new_session=True
        )
        while run.poll() is None and len(self.results()) <= count:
            time.sleep(0.01)
        check(run.poll() is None, "a run takes longer than its first results")
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()


def check_store(store, program):
    names = [f"{index % 3}/shot {index};é.{'PNG' if index % 2 else 'png'}" for index in range(24)]
    for index, name in enumerate(names):
        path = store.snapshots / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(png(index))
    (store.snapshots / "notes.txt").write_text("no picture")
    safe = store.directory / "expected"
    whole = [program, "redact", str(store.snapshots), "--shard", "0/1", "--output-directory", str(safe), *COVER]
    subprocess.run(whole, check=True, stderr=subprocess.DEVNULL)
    expected = {name: (safe / name).read_bytes() for name in names}

    store.kill_in_the_middle(0)
    check(0 < len(store.results()) < 24, "a run is killed in the middle")
    check(store.run_all()[0] == 0, "a run that was killed goes on")
    check(store.results() == expected, "the shards together redact every picture")
    check(store.manifest() == {name: "done" for name in names}, "the manifests name every picture once")
    check(store.run_all() == (0, 0), "what is done is not done again")

    old = (store.snapshots / names[0]).stat()
    (store.snapshots / names[0]).write_bytes(png(100))
    os.utime(store.snapshots / names[0], ns=(old.st_atime_ns, old.st_mtime_ns))
    (store.redacted / "safe" / names[1]).write_bytes(b"damaged")
    (store.redacted / "safe" / names[2]).unlink()
    (store.snapshots / names[3]).write_bytes(b"no picture")
    status, redacted = store.run_all()
    check((status, redacted) == (1, 3), f"what has changed is done again: {status}, {redacted}")
    results = store.results()
    check(names[3] not in results and store.manifest()[names[3]] == "failed", "what fails leaves no result")
    check(all(results[name] == expected[name] for name in names[1:3]), "results that were damaged or gone are whole")
    check(results[names[0]] != expected[names[0]], "a picture that has changed has another result")
    (store.snapshots / names[3]).write_bytes(png(3))
    check(store.run_all() == (0, 1), "what has failed is tried again")
    check(store.run_all(["--style", "pixelate", "--block", "9"]) == (0, 24), "another policy does all again")
    check(not any((store.directory / "scratch").iterdir()), "nothing is left behind")
    print("24 pictures of an object store in 2 shards, killed in the middle, changed and damaged: as they should be")


def main():
    program, rclone = sys.argv[1:]
    with tempfile.TemporaryDirectory() as directory:
        store = Store(program, rclone, pathlib.Path(directory))
        try:
            check_store(store, program)
        finally:
            store.server.kill()
            store.server.wait()


main()
