"""Recordings in the replies of an Appium server: covered in every frame by FFmpeg and the guard, or refused without a byte of them."""

import base64
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time
import urllib.parse

from appium import Appium
from screens import base64_of
from soak_measures import tree
from support import Guard, eventually, policies, temporary_directory
from upstreams import value
from videos import flaws, long_video, policy, video
from watching import Samples

STOP = "/session/android/appium/stop_recording_screen"
METRICS = ["--metrics-port", "0"]
#: Seconds that the work on a recording may go on when nobody waits for it any more.
GRACE = 4


class Recorder(Appium):
    """Has recorded `movie`, and replies it in each way that Appium has; or `reply`, whatever it is."""

    movie, reply = b"", None

    def _recording(self, state, screen, is_start, options):
        return self.reply or value(base64_of(self.movie))

    def _script(self, session, script, options):
        match script:
            case "mobile: stopXCTestScreenRecording":
                return value({"uuid": "0C7A", "fps": 24, "codec": 0, "payload": base64_of(self.movie)})
            case "mobile: stopMediaProjectionRecording":
                return value(base64_of(self.movie))
        return super()._script(session, script, options)

    def _file(self, screen, path):
        return base64_of(self.movie) if path.endswith("mp4") else super()._file(screen, path)


def check(claim, program):
    with temporary_directory() as directory, Recorder() as upstream:
        file = pathlib.Path(directory) / "regions.json"
        file.write_text(json.dumps(policy()))
        check_containers(claim, program, upstream, file)
        check_places(claim, program, upstream, file)
        check_refusals(claim, program, upstream, file, directory)
        check_bounds(claim, program, upstream, file)
        check_isolation(claim, program, upstream, file)
        upstream.movie = long_video()
        check_leaving(claim, program, upstream)
        check_ends(claim, program, upstream)


def stop(guard, client=None):
    return (client or guard).ask("POST", STOP, {"options": {}})


def decoded(reply):
    """The file in a reply; nothing where it has none."""
    text = reply.value["payload"] if isinstance(reply.value, dict) and "payload" in reply.value else reply.value
    try:
        return base64.b64decode(text, validate=True)
    except (ValueError, TypeError):
        return b""


def programs(guard):
    """The processes of FFmpeg that work for a guard."""
    found = []
    for pid in tree(guard.process.pid):
        try:
            name = pathlib.Path(f"/proc/{pid}/comm").read_text().strip()
        except OSError:
            continue
        if name == "ffmpeg":
            found.append(pid)
    return found


def has_no_byte(reply, movie):
    """Whether nothing of a recording is in a reply: no part of its base64, whatever its beginning is in base64 of."""
    texts = [base64_of(movie[shift:]) for shift in range(3)]
    whole = b"".join(reply.contents)
    return not any(text[start:start + 24].encode() in whole for text in texts for start in range(0, len(text) - 24, 24))


def check_containers(claim, program, upstream, file):
    with Guard(program, upstream.url, file, *METRICS, "--isolation", "required") as guard:
        claim("recordings=redacted" in guard.log, "the log says that recordings are redacted", guard.log[-300:])
        before = Samples(guard)
        for container in ("mp4", "mov", "webm", "mkv"):
            upstream.movie = video(container)
            reply = stop(guard)
            found = flaws(decoded(reply), upstream.movie, container)
            claim(reply.status == 200 and not found, f"{container}: what is sensitive is black in all frames, and the rest as it was", found or f"{reply}")
        changes = Samples(guard).since(before)
        ends = {name: count for name, count in changes.items() if name.startswith(("snapveil_guard_requests", "snapveil_guard_recordings"))}
        wanted = {"snapveil_guard_requests_total,command=recording,outcome=redacted": 4, "snapveil_guard_recordings_total": 4}
        claim(ends == wanted, "recordings are counted", ends)
        lines = [line for line in guard.log.splitlines() if "recordings=1" in line]
        claim(len(lines) == 4 and all("ms=" in line and "status=200" in line for line in lines), "the log has a line for each", guard.log[-400:])
        claim(base64_of(upstream.movie)[:24] not in guard.log and "pictures=" not in guard.log, "and nothing of them")
        claim(not programs(guard), "no process of FFmpeg is left", programs(guard))


def check_places(claim, program, upstream, file):
    """Whatever command a recording is the reply to, and whatever is beside it."""
    upstream.movie = movie = video("mp4")
    with Guard(program, upstream.url, file, "--workers", "1") as guard:
        for name, path, content in [
            ("mobile: stopXCTestScreenRecording", "/execute/sync", {"script": "mobile: stopXCTestScreenRecording", "args": [{}]}),
            ("mobile: stopMediaProjectionRecording", "/execute/sync", {"script": "mobile: stopMediaProjectionRecording", "args": []}),
            ("mobile: stopScreenRecording", "/execute/sync", {"script": "mobile: stopScreenRecording", "args": [{}]}),
            ("the recording before, when another begins", "/appium/start_recording_screen", {"options": {}}),
            ("a pulled file", "/appium/device/pull_file", {"path": "/sdcard/x.mp4"}),
        ]:
            reply = guard.ask("POST", f"/session/android{path}", content)
            found = flaws(decoded(reply), movie, "mp4")
            claim(reply.status == 200 and not found, f"{name} is made safe", found or f"{reply}")
        text, shot = base64_of(movie), base64_of(upstream.screens["android"].png())
        lines = "\\n".join(text[start:start + 76] for start in range(0, len(text), 76))
        for name, body in {
            "broken into lines": f'{{"value":"{lines}"}}', "in a data: URL": f'{{"value":"data:video/mp4;base64,{text}"}}',
            "of the alphabet for URLs": f'{{"value":"{text.replace("+", "-").replace("/", "_").rstrip("=")}"}}',
            "with escapes": '{{"value":"{}"}}'.format(text.replace("/", "\\/").replace("+", "\\u002b")),
        }.items():
            upstream.reply = value(None)
            upstream.reply.body = body.encode()
            reply = stop(guard)
            content = reply.value.rpartition(",")[2] if isinstance(reply.value, str) else ""
            found = flaws(base64.b64decode(content or ""), movie, "mp4")
            claim(not found and reply.value.startswith("data:") == ("data:" in name), f"base64 {name} is made safe", found or f"{reply}")
        upstream.reply = value({"shot": shot, "payload": text, "note": "ä", "again": shot})
        reply = stop(guard)
        rest = reply.value if isinstance(reply.value, dict) else {}
        pictures = [base64.b64decode(rest.get(name, "")) for name in ("shot", "again")]
        is_safe = all(picture.startswith(b"\x89PNG") for picture in pictures) and pictures[0] != base64.b64decode(shot)
        claim(is_safe and not flaws(decoded(reply), movie, "mp4") and rest.get("note") == "ä", "pictures beside a recording are covered, too", f"{reply}")
        upstream.reply = value([text, text])
        reply = stop(guard)
        holds = reply.is_error and "several recordings" in reply.value["message"] and has_no_byte(reply, movie)
        claim(holds, "several recordings in a reply are refused", f"{reply}")
        for name, content in {"base64 twice": base64_of(text.encode()), "a part of a sentence": f"here: {text} is it"}.items():
            upstream.reply = value(content)
            reply = stop(guard)
            claim(has_no_byte(reply, movie) and text[400:440] not in reply.body.decode(), f"a recording in {name} is not in the reply", f"{reply}")
    upstream.reply = None


def check_refusals(claim, program, upstream, file, directory):
    upstream.movie = movie = video("mp4")
    empty = pathlib.Path(directory) / "empty"
    empty.mkdir()

    def refused(guard, words, name, content=None):
        reply = stop(guard)
        holds = reply.is_error and words in reply.value["message"] and has_no_byte(reply, content or upstream.movie)
        claim(holds, f"{name}: the reply is an error that says so, and has no byte of the recording", f"{reply}")
        claim(not programs(guard), f"{name}: no process is left", programs(guard))

    with Guard(program, upstream.url, file, PATH=str(empty), SNAPVEIL_FFMPEG="") as guard:
        refused(guard, "install it (apt-get install ffmpeg), or name it with --ffmpeg or SNAPVEIL_FFMPEG", "no FFmpeg")
        claim("recordings=recordings are decoded" in guard.log, "the log says so at the start", guard.log[-400:])
        claim(guard.ask("GET", "/session/android/screenshot").status == 200, "no FFmpeg: pictures are covered as ever")
    with Guard(program, upstream.url, policies(directory)["all"]) as guard:
        refused(guard, "the policy names elements, and a recording has no page source", "a policy for elements")
    strict = pathlib.Path(directory) / "strict.json"
    strict.write_text(json.dumps({**policy(), "minimumCoverage": 0.9}))
    with Guard(program, upstream.url, strict) as guard:
        refused(guard, "the policy demands at least", "a policy that is not met")
    with Guard(program, upstream.url, file) as guard:
        upstream.movie = movie[:len(movie) // 2]
        refused(guard, "there is no video in it", "a recording that is cut off")
        upstream.movie = movie.replace(b"mdat", b"mdat" + b"\xff" * 4000, 1)
        reply = stop(guard)
        claim(has_no_byte(reply, upstream.movie), "a damaged recording: no byte of it is in the reply", f"{reply}")
        title = "Zq84LmXv27"
        upstream.movie = video("mp4", 12, "-metadata", f"title={title}", "-c:v", "mpeg4")
        reply = stop(guard)
        holds = reply.is_error and "its codec is not read" in reply.value["message"] and "mpeg4" not in reply.body.decode()
        claim(holds and title not in guard.log, "another codec: the error repeats nothing of the recording", f"{reply}")
        upstream.movie = movie
        claim(not flaws(decoded(stop(guard)), movie, "mp4"), "the next recording is covered again")
    for options, variables in ((["--ffmpeg", "/no/such/ffmpeg"], {}), ([], {"SNAPVEIL_FFMPEG": "/etc/hostname"})):
        status, words = run(program, upstream, file, *options, **variables)
        claim(status == 78 and "cannot be started" in words, f"{options or variables} ends the start", f"{status} {words}")
    for options, variables, wanted in ((["--linger", "11"], {}, 64), ([], {"SNAPVEIL_LINGER": "-1"}, 78), ([], {"SNAPVEIL_RECORDING_TIMEOUT": "0"}, 78)):
        status, words = run(program, upstream, file, *options, **variables)
        claim(status == wanted, f"{options or variables} is refused", f"{status} {words}")


def run(program, upstream, file, *options, **variables):
    """The status of a guard that does not start, and its words."""
    command = [program, "guard", "webdriver", "--upstream", upstream.url, "--policy", str(file), "--listen", "127.0.0.1:0", *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, env={**os.environ, **variables})
        return done.returncode, done.stderr
    except subprocess.TimeoutExpired:
        return None, "it starts"


def check_bounds(claim, program, upstream, file):
    upstream.movie = movie = video("mp4", 40)
    size = len(base64_of(movie)) + len('{"value": ""}')
    with Guard(program, upstream.url, file, "--max-upstream-bytes", str(size - 1)) as guard:
        reply = stop(guard)
        claim(f"has more than {size - 1} bytes" in f"{reply.body}", "a reply that is too large is an error with the bound", f"{reply}")
    # Encoded badly, so that the result is larger.
    upstream.movie = movie = video("mp4", 40, "-crf", "51")
    size = len(base64_of(movie)) + 100
    with Guard(program, upstream.url, file, "--max-upstream-bytes", str(size)) as guard:
        reply = stop(guard)
        holds = reply.is_error and f"the redacted recording has more than {size // 4 * 3} bytes" in reply.value["message"]
        claim(holds and has_no_byte(reply, movie), "a result that is too large is an error with the bound", f"{reply}")


def check_isolation(claim, program, upstream, file):
    upstream.movie = movie = video("mp4")
    with Guard(program, upstream.url, file, "--isolation", "none") as guard:
        found = flaws(decoded(stop(guard)), movie, "mp4")
        claim(not found, "--isolation none covers recordings, too", found)


def begin(guard):
    """Asks for a recording on a connection that is left, and waits until FFmpeg works on it."""
    parts = urllib.parse.urlsplit(guard.url)
    connection = socket.create_connection((parts.hostname, parts.port))
    body = b'{"options":{}}'
    head = f"POST {STOP} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    connection.sendall(head.encode() + body)
    return connection, eventually(lambda: len(programs(guard)) >= 2, 10)


def check_leaving(claim, program, upstream):
    with Guard(program, upstream.url, "frosted", "--workers", "1") as guard:
        connection, has_begun = begin(guard)
        claim(has_begun, "FFmpeg works on a long recording", guard.log[-300:])
        start = time.monotonic()
        reply = guard.ask("GET", "/session/android/screenshot")
        seconds = time.monotonic() - start
        claim(reply.status == 200 and seconds < 3 and len(programs(guard)) >= 2, "meanwhile a picture does not wait for it", f"{seconds:.1f} s {reply}")
        other, _ = begin(guard)
        count = len(programs(guard))
        claim(count <= 2, "a second recording waits for the first", count)
        other.close()
        connection.close()
        claim(eventually(lambda: not programs(guard), GRACE), "a client that goes away ends the work on its recording", programs(guard))
        claim(guard.logs("nobody waits for the reply any more") or guard.logs("a worker was ended"), "and the log says so", guard.log[-500:])
    with Guard(program, upstream.url, "frosted", "--recording-timeout", "2") as guard:
        reply = stop(guard)
        holds = reply.is_error and "it took longer than allowed" in reply.value["message"] and has_no_byte(reply, upstream.movie)
        claim(holds, "a recording that takes longer than --recording-timeout is an error", f"{reply}")
        claim(eventually(lambda: not programs(guard), GRACE), "and its processes end", programs(guard))


def check_ends(claim, program, upstream):
    for name, number in (("SIGTERM", signal.SIGTERM), ("SIGKILL", signal.SIGKILL)):
        guard = Guard(program, upstream.url, "frosted", "--grace-period", "1")
        connection, has_begun = begin(guard)
        processes = tree(guard.process.pid)
        guard.process.send_signal(number)
        try:
            guard.process.wait(15)
        except subprocess.TimeoutExpired:
            guard.process.kill()
        left = lambda: [pid for pid in processes if is_running(pid)]
        claim(has_begun and eventually(lambda: not left(), GRACE), f"{name} ends the guard and all that it started", left())
        connection.close()


def is_running(pid):
    try:
        return not re.search(r"^State:\s+Z", pathlib.Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    except OSError:
        return False
