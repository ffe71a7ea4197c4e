"""The memory of a server after it has sealed: nothing of what was covered is in that of any of its processes."""

import io
import os
import time
import zipfile

import numpy

import pictures
import sealed
from memory_search import found
from server import Server

BLACK = {"style": "fill", "color": "#000"}
REGION = (20, 10, 200, 60)


def check(claim, bench):
    if os.geteuid():
        claim(False, "memory can be searched", "this group needs root")
        return
    groups = bench.folder()
    (groups / "team").write_text(bench.team.recipient)
    for isolation in ("none", "auto"):
        with Server(bench.program, "--recipients", groups, "--isolation", isolation, "--allow-memory-inspection") as server:
            check_search(claim, server, isolation)
            check_pictures(claim, bench, server, isolation)
            check_artefacts(claim, bench, server, isolation)
            check_texts(claim, server, isolation)


def check_search(claim, server, isolation):
    """Holds half of an upload back, which the search has to find."""
    marker = os.urandom(64)
    connection = server.connection()
    connection.putrequest("POST", "/v1/sanitize?style=fill&color=%23000&seal=team")
    connection.putheader("Content-Length", "100000")
    connection.endheaders(pictures.encoded(pictures.picture(9, 9), "PNG") + marker * 4)
    time.sleep(0.3)
    claim(found(server, {"the upload": marker}), f"isolation {isolation}: the search finds an upload that is held")
    connection.close()


def check_pictures(claim, bench, server, isolation):
    samples = pictures.noise(240, 90, seed=bench.random.getrandbits(30))
    opaque = numpy.dstack([samples, numpy.full(samples.shape[:2], 255, numpy.uint8)])
    x, y, width, height = REGION
    secrets = {}
    for row in (y, y + height // 2, y + height - 1):
        part = slice(x + 30, x + 62)
        secrets |= {f"RGB of row {row}": samples[row, part].tobytes(), f"RGBA of row {row}": opaque[row, part].tobytes()}
    wrong = []
    files = {
        "PNG": pictures.encoded(pictures.Image.fromarray(samples), "PNG"),
        "PNG that is not compressed": sealed.stored_png(opaque),
        "WebP": pictures.encoded(pictures.Image.fromarray(samples), "WEBP", lossless=True),
    }
    for kind, file in files.items():
        for accept in ("application/json", "multipart/mixed"):
            reply = server.ask(file, accept=accept, **BLACK, region=",".join(map(str, REGION)), seal="team")
            plain = bench.team.open(reply.sealed)
            if secrets[f"RGBA of row {y}"] not in plain:
                wrong.append(f"{kind}: the secrets are not what was sealed")
            time.sleep(0.05)
            wrong += [f"{kind} as {accept}: {name}" for name in found(server, secrets)]
    time.sleep(bench.few_or_many(1, 20))
    wrong += [f"while it idles: {name}" for name in found(server, secrets)]
    claim(not wrong, f"isolation {isolation}: nothing below a cover is in memory once the reply was taken", wrong[:4])


def check_artefacts(claim, bench, server, isolation):
    """An archive with a picture, neither of which is compressed."""
    samples = numpy.dstack([pictures.noise(90, 90, seed=bench.random.getrandbits(30)), numpy.full((90, 90), 255, numpy.uint8)])
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("screen.png", sealed.stored_png(samples))
    reply = server.ask(archive.getvalue(), kind="application/zip", **BLACK, seal="team")
    secrets = {f"RGBA of row {row}": samples[row, 30:60].tobytes() for row in (1, 45, 89)}
    is_sealed = reply.sealed and all(secret in bench.team.open(reply.sealed) for secret in secrets.values())
    time.sleep(0.1)
    left = found(server, secrets)
    claim(is_sealed and not left, f"isolation {isolation}: nothing of a sealed archive is in memory once the reply was taken", left)


def check_texts(claim, server, isolation):
    """A text whose secrets are ASCII, so that they are texts of Swift and of the libraries, too."""
    user, token = os.urandom(8).hex(), os.urandom(16).hex()
    line = f"2026 INFO user {user}@example.org logged in, said {token}\n"
    for count in (1, 20, 2000):
        reply = server.ask(line.encode() * count, kind="text/plain", accept="*/*", **BLACK)
        is_covered = reply.status == 200 and user.encode() not in reply.body
        secrets = {"a covered word": user.encode(), "another word": token.encode()}
        # A worker may be busy with the end of its work.
        for _ in range(5):
            time.sleep(0.2)
            if not (left := found(server, secrets)):
                break
        claim(is_covered and not left, f"isolation {isolation}: nothing of a text of {count} lines is in memory once it is redacted", left)
