"""The client and the server that it starts: replies, refusals, waits, and how they end."""

import asyncio
import http.client
import http.server
import io
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import tracemalloc
import typing

import pytest
import snapveil as package
from snapveil import schema

BLACK = {"style": "fill", "color": "#000"}
#: What is found without looking at pixels, as there need be no models to look with.
SENSITIVE = {"rules": [{"target": {"elements": "sensitive"}, "style": {"veil": {}}}]}


def test_a_picture_comes_back_with_its_receipt(snapveil, screen):
    regions = [(16, 109, 361, 46), (16, 221, 361, 46)]
    result = snapveil.sanitize(screen, **BLACK, region=regions, scale=3, minimum_assurance="erased")
    assert result.image.startswith(b"\x89PNG") and result.image != screen
    rect = {"x": 48, "y": 327, "width": 1083, "height": 138}
    assert result.receipt["covered"][0]["rect"] == rect and len(result.receipt["covered"]) == 2
    assert result.hierarchy is None


def test_policies_hierarchies_and_pictures_go_along(snapveil, screen, source):
    assert "[redacted]" in snapveil.sanitize(screen, policy=SENSITIVE, hierarchy=source).hierarchy
    splash = snapveil.sanitize(screen, policy="splash", assets={"splash": screen}, format="jpeg", quality=50)
    assert splash.image.startswith(b"\xff\xd8") and splash.receipt["policy"] == "splash"
    box = {"locator": "a", "boundingBox": {"x": 1, "y": 1, "width": 9, "height": 9}}
    boxes = {"viewport": {"width": 393, "height": 852}, "boxes": [box]}
    named = snapveil.sanitize(screen, policy={"rules": [{"target": {"element": "//box"}, "style": {"veil": {}}}]}, hierarchy=boxes)
    assert named.receipt["matches"] == [{"rule": 0, "count": 1}]


def test_a_check_tells_what_would_be_covered(snapveil, screen, source):
    check = snapveil.check(screen, policy=SENSITIVE, hierarchy=source, scale=3)
    covered = snapveil.sanitize(screen, policy=SENSITIVE, hierarchy=source, scale=3).receipt["covered"]
    assert [(found["rule"], found["rect"], found["matched"]) for found in check["findings"]] == [
        (area["rule"], area["rect"], area["matched"]) for area in covered
    ]
    assert {found["kind"] for found in check["findings"]} == {"element"} and len(covered) > 3
    assert check["snapshot"] == {"width": 1179, "height": 2556, "format": "png"}
    # What it says is in the page source, and not in what comes back.
    assert "pa55-Phrase!" in source and "pa55-Phrase!" not in json.dumps(check)


def test_a_check_that_finds_nothing_is_no_error(snapveil, screen):
    boxes = {"viewport": {"width": 393, "height": 852}, "boxes": []}
    assert snapveil.check(screen, policy=SENSITIVE, hierarchy=boxes)["findings"] == []


def test_a_check_that_cannot_tell_is_an_error(snapveil, screen, source):
    problems = [
        ("nothing-looked-for", {"policy": "blackout"}), ("hierarchy-missing", {"policy": SENSITIVE}),
        ("policy-unknown", {"policy": "glitter"}), ("hierarchy-misplaced", {"policy": SENSITIVE, "hierarchy": source, "scale": 2}),
        # The server of these tests has no models.
        ("detector-missing", {}),
    ]
    for code, options in problems:
        with pytest.raises(package.Problem) as caught:
            snapveil.check(screen, **options)
        assert caught.value.code == code
    with pytest.raises(TypeError):
        snapveil.check(screen, style="fill")


def test_files_are_sent_as_they_are_read(snapveil, screen, tmp_path):
    expected = snapveil.sanitize(screen, policy="blackout").image
    path = tmp_path / "shot.png"
    path.write_bytes(b"before " + screen)
    with path.open("rb") as file:
        file.seek(len(b"before "))
        # From where it stands, each time.
        assert snapveil.sanitize(file, policy="blackout").image == expected
        file.seek(len(b"before "))
        splash = snapveil.sanitize(file, policy="splash", assets={"splash": io.BytesIO(screen)}, format="jpeg")
        assert splash.image.startswith(b"\xff\xd8")
    path.write_bytes(screen)
    assert snapveil.sanitize(path, policy="blackout").image == expected
    read, write = os.pipe()
    threading.Thread(target=lambda: os.fdopen(write, "wb").write(screen)).start()
    with os.fdopen(read, "rb") as pipe:
        assert snapveil.sanitize(pipe, policy="blackout").image == expected


def test_a_file_is_never_held_as_a_whole(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(64 << 20)

    def take(listener):
        connection, _ = listener.accept()
        with connection:
            left = 64 << 20
            while left > 0:
                left -= len(connection.recv(1 << 16))
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            connection.recv(1 << 16)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=take, args=[listener]).start()
        tracemalloc.start()
        with pytest.raises(package.Unreachable, match="is not Snapveil"):
            package.Client(f"http://127.0.0.1:{listener.getsockname()[1]}").sanitize(path)
        assert tracemalloc.get_traced_memory()[1] < 8 << 20
        tracemalloc.stop()


def test_a_file_that_cannot_be_read_is_no_fault_of_the_server(snapveil, screen, tmp_path):
    with pytest.raises(FileNotFoundError):
        snapveil.sanitize(tmp_path / "nothing.png", policy="blackout")

    class Shrinking(io.BytesIO):
        def read(self, count=-1):
            return b""

    with pytest.raises(ValueError, match="became shorter"):
        snapveil.sanitize(Shrinking(screen), policy="blackout")
    assert snapveil.sanitize(screen, policy="blackout").receipt["assurance"] == "erased"


def test_the_servers_policies_are_known(snapveil):
    assert "blackout" in [policy["name"] for policy in snapveil.policies()]
    assert snapveil.policy("mask")["rules"][0]["target"] == "regions"


def test_a_refusal_says_what_and_where(snapveil, screen):
    with pytest.raises(package.Problem) as caught:
        snapveil.sanitize(screen, policy={"rules": [{"target": "screen", "style": {"fill": {"color": "blue"}}}]})
    problem = caught.value
    assert (problem.code, problem.status, problem.pointer) == ("policy-invalid", 422, "/rules/0/style/fill/color")
    assert problem.title in str(problem) and problem.detail in str(problem) and problem.help == "/v1/problems#policy-invalid"
    with pytest.raises(package.Problem) as caught:
        snapveil.sanitize(screen, policy="glitter")
    assert (caught.value.code, caught.value.parameter) == ("policy-unknown", "policy")
    with pytest.raises(package.Problem, match="/v1/policies"):
        snapveil.policy("../glitter")


def test_calls_can_be_awaited(snapveil, screen, source):
    expected = snapveil.check(screen, policy=SENSITIVE, hierarchy=source)

    async def calls():
        async with package.AsyncClient(snapveil.url) as client:
            results = await asyncio.gather(*(client.sanitize(screen, policy="blackout") for _ in range(4)))
            assert await client.check(screen, policy=SENSITIVE, hierarchy=source) == expected
            with pytest.raises(package.Problem):
                await client.policy("glitter")
            return {result.image for result in results}

    thread = threading.Thread(target=lambda: found.update(asyncio.run(calls())))
    found = set()
    thread.start()
    thread.join()
    assert found == {snapveil.sanitize(screen, policy="blackout").image}


def test_connections_are_kept_and_opened_again(screen, tmp_path):
    # No test beside this one can take the path, as it could a port.
    path = str(tmp_path / "api")
    with package.Server(unix_socket=path) as server:
        client = package.Client(server.url)
        first = client.sanitize(screen, policy="blackout")
        kept = client._connections._idle[0].sock
        assert client.sanitize(screen, policy="blackout") == first and client._connections._idle[0].sock is kept
    # Of a server that takes its place, the old connection is of no use.
    with package.Server(unix_socket=path):
        assert client.sanitize(screen, policy="blackout") == first
        assert client._connections._idle[0].sock is not kept


def test_a_key_is_sent(screen, tmp_path):
    keys = tmp_path / "keys"
    keys.write_text("tests:a-key-of-the-tests-alone\n")
    with package.Server("--key-file", str(keys)) as server:
        assert package.Client(server.url, "a-key-of-the-tests-alone").sanitize(screen, policy="blackout").image
        with pytest.raises(package.Problem) as caught:
            package.Client(server.url, "another-key-of-16-or-more").sanitize(screen, policy="blackout")
        assert (caught.value.code, caught.value.status) == ("unauthorized", 401)


def test_a_socket_in_the_file_system_serves_as_well(screen, tmp_path):
    with package.Server(unix_socket=str(tmp_path / "api")) as server, package.Client(server.url) as client:
        assert server.url == f"unix:{tmp_path}/api"
        assert client.sanitize(screen, policy="blackout").receipt["assurance"] == "erased"


class Scripted(http.server.BaseHTTPRequestHandler):
    """Replies what a test says, one a request, the last one for ever."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.server.times.append(time.monotonic())
        replies = self.server.replies
        status, headers, body = replies.pop(0) if len(replies) > 1 else replies[0]
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def scripted():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted) as server:
        server.times = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        server.url = f"http://127.0.0.1:{server.server_port}"
        yield server
        server.shutdown()


def busy(seconds):
    document = {"type": "urn:snapveil:problem:overloaded", "title": "Busy", "status": 503, "detail": "Try again.", "help": "/"}
    return 503, {"Content-Type": "application/problem+json", "Retry-After": str(seconds)}, json.dumps(document).encode()


DONE = (
    200, {"Content-Type": "multipart/mixed; boundary=b"},
    b'--b\r\nContent-Disposition: attachment; name="image"\r\n\r\nPNG\r\n\x00\r\n'
    b'--b\r\nContent-Disposition: attachment; name="receipt"\r\n\r\n{"covered":[]}\r\n--b--\r\n',
)


def test_a_busy_server_is_asked_again_when_it_says(scripted):
    scripted.replies = [busy(1), DONE]
    assert package.Client(scripted.url).sanitize(b"x", policy="a").image == b"PNG\r\n\x00"
    assert 1 <= scripted.times[1] - scripted.times[0] < 1.5


def test_a_server_that_stays_busy_is_not_waited_for(scripted):
    scripted.replies = [busy(1)]
    started = time.monotonic()
    with pytest.raises(package.Overloaded) as caught:
        package.Client(scripted.url, timeout=1.5).sanitize(b"x", policy="a")
    assert time.monotonic() - started < 1.5 and caught.value.retry_after == 1
    scripted.replies = [busy(3600)]
    with pytest.raises(package.Overloaded):
        package.Client(scripted.url).sanitize(b"x", policy="a")
    assert time.monotonic() - started < 2


@pytest.mark.parametrize(
    "reply",
    [
        (200, {"Content-Type": "text/html"}, b"<p>Hello"),
        (200, {"Content-Type": "image/png"}, b"raw"),
        (200, {"Content-Type": "multipart/mixed; boundary=b"}, b"--b--\r\n"),
        (500, *DONE[1:]),
        (302, {"Location": "/login"}, b""),
        (500, {"Content-Type": "application/problem+json"}, b"[]"),
    ],
)
def test_what_is_no_snapveil_gives_no_picture(scripted, reply):
    scripted.replies = [reply]
    with pytest.raises(package.Unreachable, match="is not Snapveil"):
        package.Client(scripted.url).sanitize(b"x", policy="a")


@pytest.mark.parametrize(
    "reply",
    [
        (200, {"Content-Type": "text/html"}, b'{"findings":[]}'),
        (200, {"Content-Type": "application/json"}, b"{}"),
        (200, {"Content-Type": "application/json"}, b'{"findings":{}}'),
        (200, {"Content-Type": "application/json"}, b"[]"),
        (200, {"Content-Type": "application/json"}, b'{"findings":[]'),
        (500, {"Content-Type": "application/json"}, b'{"findings":[]}'),
    ],
)
def test_what_is_no_snapveil_finds_nothing_out(scripted, reply):
    scripted.replies = [reply]
    with pytest.raises(package.Unreachable, match="is not Snapveil"):
        package.Client(scripted.url).check(b"x")


def test_a_busy_server_is_asked_again_to_check(scripted):
    found = {"snapshot": {"width": 1, "height": 1, "format": "png"}, "findings": []}
    scripted.replies = [busy(1), (200, {"Content-Type": "application/json"}, json.dumps(found).encode())]
    assert package.Client(scripted.url).check(b"x") == found and len(scripted.times) == 2


def test_a_server_that_is_not_there_is_said_at_once(screen):
    started = time.monotonic()
    for url in ("http://127.0.0.1:1", "unix:/nowhere/api"):
        with pytest.raises(package.Unreachable, match=url):
            package.Client(url).sanitize(screen, policy="blackout")
    assert time.monotonic() - started < 1
    for url in ("", "127.0.0.1:8080", "ftp://a", "http://user@a", "http://a/?b"):
        with pytest.raises(ValueError):
            package.Client(url)


def test_a_server_that_cannot_start_says_why():
    with pytest.raises(package.Unreachable, match="--glitter"):
        package.Server("--glitter")


def alive(group):
    """The processes of a session that are not zombies."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == group and fields[0] != "Z":
            found.append(int(status.parent.name))
    return found


def ends(group):
    """Whether nothing of a session is left, soon: in far less time than what should not keep it lives."""
    deadline = time.monotonic() + 10
    while alive(group) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not alive(group)


def test_the_server_starts_within_half_a_second_and_ends():
    def start():
        started = time.monotonic()
        with package.Server():
            return time.monotonic() - started

    # As much longer as the machine has more to do than it has cores for.
    crowd = max(1, os.getloadavg()[0] / len(os.sched_getaffinity(0)))
    assert min(start() for _ in range(5)) < 0.5 * crowd
    server = package.Server()
    group = server._process.pid
    # The watch, the server, what starts workers, and those.
    assert len(alive(group)) >= 4
    server.stop()
    assert ends(group)


@pytest.mark.parametrize("end", ["sys.exit()", "os.kill(os.getpid(), 9)", "threading.Event().wait()"])
def test_the_server_ends_with_its_process_however_that_ends(end):
    script = f"import os, sys, threading, snapveil; s = snapveil.Server(); print(s._process.pid, flush=True); {end}"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        group = int(process.stdout.readline())
        if "Event" in end:
            assert alive(group)
            process.send_signal(signal.SIGTERM)
        process.wait()
        assert ends(group)


def test_a_process_that_is_forked_off_does_not_keep_the_server():
    script = (
        "import os, time, snapveil; s = snapveil.Server(); print(s._process.pid, flush=True)\n"
        "if os.fork() == 0: time.sleep(60); os._exit(0)\nos._exit(0)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert ends(int(process.stdout.readline()))


def test_settings_of_other_servers_are_not_taken(monkeypatch, screen):
    monkeypatch.setenv("SNAPVEIL_POLICY_ONLY", "true")
    with package.Server() as server:
        assert package.Client(server.url).sanitize(screen, **BLACK).image


@pytest.mark.parametrize(
    "kind, path",
    [
        (schema.Receipt, "Receipt"), (schema.Policy, "Policy"), (schema.Rule, "Rule"),
        (schema.Texts, "Policy/properties/texts"), (schema.Snapshot, "Receipt/properties/snapshot"), (schema.Covered, "Receipt/properties/covered/items"),
        (schema.Rect, "Receipt/properties/covered/items/properties/rect"),
        (schema.Element, "Receipt/properties/covered/items/properties/matched"),
        (schema.Matches, "Receipt/properties/matches/items"), (schema.Sealed, "Receipt/properties/sealed"),
        (schema.Check, "CheckReport"), (schema.Finding, "CheckReport/properties/findings/items"),
    ],
)
def test_the_types_are_those_of_the_api(snapveil, kind, path):
    shape = snapveil._document("/openapi.json")["components"]["schemas"]
    for step in path.split("/"):
        shape = shape[step]
    assert set(typing.get_type_hints(kind)) == set(shape["properties"])
    assert kind.__required_keys__ == set(shape.get("required", []))
    for name, hint in typing.get_type_hints(kind).items():
        if typing.get_origin(hint) is typing.Literal:
            assert list(typing.get_args(hint)) == shape["properties"][name]["enum"]


def find_ffmpeg(folder, code, **variables):
    """Runs code where no `ffmpeg` is in the PATH and imageio-ffmpeg is a module of test with this code."""
    (folder / "imageio_ffmpeg.py").write_text(f"def get_ffmpeg_exe():\n    {code}\n")
    settings = {name: value for name, value in os.environ.items() if name != "SNAPVEIL_FFMPEG"}
    settings |= {"PATH": str(folder), "PYTHONPATH": f"{folder}:{os.environ['PYTHONPATH']}", **variables}
    script = "import snapveil; print(snapveil.environment().get('SNAPVEIL_FFMPEG'))"
    return subprocess.run([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, check=True, env=settings).stdout.strip()


def test_an_ffmpeg_of_imageio_is_taken_where_there_is_no_other(tmp_path):
    assert find_ffmpeg(tmp_path, "return '/of/imageio'") == "/of/imageio"
    assert find_ffmpeg(tmp_path, "return '/of/imageio'", SNAPVEIL_FFMPEG="/named") == "/named"
    assert find_ffmpeg(tmp_path, "raise RuntimeError('none for this machine')") == "None"
    assert find_ffmpeg(tmp_path, "import nothing_of_this_name") == "None"
    (tmp_path / "ffmpeg").symlink_to("/bin/true")
    assert find_ffmpeg(tmp_path, "return '/of/imageio'") == "None"


def test_the_program_redacts_a_recording_with_the_ffmpeg_of_imageio(tmp_path):
    tool, source, result = shutil.which("ffmpeg"), tmp_path / "session.webm", tmp_path / "safe.webm"
    frames = ["-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=1", "-c:v", "libvpx"]
    subprocess.run([tool, "-loglevel", "error", *frames, source], check=True)
    (tmp_path / "imageio_ffmpeg.py").write_text(f"def get_ffmpeg_exe():\n    return {tool!r}\n")
    settings = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": f"{tmp_path}:{os.environ['PYTHONPATH']}"}
    settings.pop("SNAPVEIL_FFMPEG", None)
    command = [sys.executable, "-m", "snapveil", "redact", source, "--style", "fill", "--color", "#000", "-o", result]
    subprocess.run(command, check=True, env=settings)
    assert result.read_bytes().startswith(b"\x1aE\xdf\xa3") and result.read_bytes() != source.read_bytes()


def test_the_package_and_its_users_are_typed(tmp_path):
    user = tmp_path / "user.py"
    user.write_text(
        "import snapveil\n"
        "client = snapveil.Client('http://127.0.0.1:8080')\n"
        "width: int = client.sanitize(b'', policy='a').receipt['snapshot']['width']\n"
        "policy: snapveil.Policy = {'rules': [{'target': 'screen', 'style': {'veil': {}}}]}\n"
        "left: int = client.check(b'', scale=3)['findings'][0]['rect']['x']\n"
    )
    folder = pathlib.Path(package.__file__).resolve().parent
    options = ["--cache-dir", tmp_path / "cache", "--no-site-packages", "--ignore-missing-imports"]
    command = [sys.executable, "-m", "mypy", *options, user, folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "MYPYPATH": str(folder.parent)})
    assert done.returncode == 0, done.stdout
    user.write_text(user.read_text().replace("width: int", "width: str"))
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "MYPYPATH": str(folder.parent)})
    assert done.returncode == 1 and "user.py:3" in done.stdout, done.stdout
