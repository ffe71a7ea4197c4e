"""What answers in place of a server: it gets no more than was meant for it, and nothing of it passes for a picture."""

import contextlib
import os
import pathlib
import socket
import stat
import subprocess
import sys
import threading
import time
import tracemalloc

import pytest

import snapveil as package
from client_tests import DONE, scripted
from snapveil import connections

MIXED = {"Content-Type": "multipart/mixed; boundary=b"}
PROBLEM = {"Content-Type": "application/problem+json"}
DEEP = b"[" * 200_000


def parts(**contents):
    """A body of parts, by their names."""
    part = b'--b\r\nContent-Disposition: attachment; name="%s"\r\n\r\n%s\r\n'
    return b"".join(part % (name.encode(), content) for name, content in contents.items()) + b"--b--\r\n"


@pytest.mark.parametrize(
    "reply",
    [
        (200, MIXED, parts(image=b"x", receipt=b"{")),
        (200, MIXED, parts(image=b"x", receipt=b"[]")),
        (200, MIXED, parts(image=b"x", receipt=DEEP)),
        (200, MIXED, parts(image=b"x", receipt=b"\xff")),
        (200, MIXED, parts(image=b"x", receipt=b"{}", hierarchy=b"\xff")),
        (200, MIXED, parts(image=b"x", receipt=b"{}").replace(b'"image"', b'"\xff"')),
        (400, PROBLEM, DEEP),
        (503, {**PROBLEM, "Retry-After": "\xb2"}, b"{}"),
    ],
)
def test_a_malformed_reply_is_an_error_of_the_package(scripted, reply):
    scripted.replies = [reply]
    with pytest.raises(package.Unreachable, match="is not Snapveil"):
        package.Client(scripted.url, timeout=0.5).sanitize(b"x", policy="a")


def test_a_check_and_a_list_of_policies_that_are_too_deep_are_errors_of_the_package(scripted):
    scripted.replies = [(200, {"Content-Type": "application/json"}, DEEP)]
    with pytest.raises(package.Unreachable, match="is not Snapveil"):
        package.Client(scripted.url).check(b"x")


@contextlib.contextmanager
def answering(converse):
    """The URL of what answers by a conversation over one connection."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve():
            # The other end may leave at any time.
            with contextlib.suppress(OSError), listener.accept()[0] as connection:
                converse(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 1000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n",
    ],
)
def test_the_timeout_is_for_all_of_a_reply_however_slowly_it_comes(begun):
    """Each byte comes in time, and all of them do not."""

    def converse(connection):
        connection.sendall(begun)
        while time.monotonic() < started + 20:
            connection.sendall(b"X")
            time.sleep(0.1)

    started = time.monotonic()
    with answering(converse) as url, pytest.raises(package.Unreachable, match="timed out"):
        package.Client(url, timeout=1).sanitize(b"x", policy="a")
    assert time.monotonic() - started < 3


def take_request(connection):
    """Takes all of a request, whose form ends with a boundary."""
    taken = piece = connection.recv(1 << 16)
    while piece and not taken.endswith(b"--\r\n"):
        piece = connection.recv(1 << 16)
        taken += piece


OK = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"
BAD = b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/problem+json\r\n"


@pytest.mark.parametrize("head", [OK, BAD, OK.replace(b"200", b"503")])
@pytest.mark.parametrize("framing", [b"", b"Connection: close\r\n", b"Transfer-Encoding: chunked\r\n"])
def test_a_reply_without_an_end_is_left_at_the_bound(monkeypatch, head, framing):
    """The connection is closed, and the memory that it took is in proportion to the bound."""
    monkeypatch.setattr(connections, "LONGEST_REPLY", 1 << 20)
    piece = b"4000\r\n" + bytes(0x4000) + b"\r\n" if b"chunked" in framing else bytes(0x4000)
    left = threading.Event()

    def converse(connection):
        take_request(connection)
        connection.sendall(head + framing + b"\r\n")
        try:
            while time.monotonic() < started + 20:
                connection.sendall(piece)
        except OSError:
            left.set()

    started = time.monotonic()
    tracemalloc.start()
    try:
        with answering(converse) as url, package.Client(url, timeout=10) as client:
            with pytest.raises(package.Unreachable, match="is not Snapveil: its reply has more than 1048576 bytes") as caught:
                client.check(b"x", policy="a")
            assert left.wait(5), "the connection stays open"
        assert tracemalloc.get_traced_memory()[1] < 5 << 20
    finally:
        tracemalloc.stop()
    assert caught.value.__cause__ is None


@pytest.mark.parametrize("head", [OK, BAD])
@pytest.mark.parametrize("length", [connections.LONGEST_REPLY + 1, 10**18])
def test_a_reply_that_says_that_it_is_too_long_is_not_read(head, length):
    left = threading.Event()

    def converse(connection):
        take_request(connection)
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % length)
        # Of a connection that is closed, this is the end.
        while connection.recv(1 << 16):
            pass
        left.set()

    started = time.monotonic()
    with answering(converse) as url, package.Client(url, timeout=10) as client:
        with pytest.raises(package.Unreachable, match="is not Snapveil: its reply has more than 268435456 bytes"):
            client.sanitize(b"x", policy="a")
        assert left.wait(5), "the connection stays open"
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("framing", [b"", b"Transfer-Encoding: chunked\r\n", b"Content-Length: %d\r\n"])
def test_a_reply_as_long_as_the_bound_is_read(monkeypatch, framing):
    body = DONE[2]
    monkeypatch.setattr(connections, "LONGEST_REPLY", len(body))
    text = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body) if b"chunked" in framing else body

    def converse(connection):
        take_request(connection)
        head = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/mixed; boundary=b\r\n"
        connection.sendall(head + framing.replace(b"%d", b"%d" % len(body)) + b"\r\n" + text)

    with answering(converse) as url:
        assert package.Client(url, timeout=5).sanitize(b"x", policy="a").image == b"PNG\r\n\x00"


def test_a_reply_in_parts_without_number_takes_no_more_memory_than_it_has_bytes(scripted):
    scripted.replies = [(200, MIXED, b"--bxx" * (1 << 20))]
    tracemalloc.start()
    try:
        with pytest.raises(package.Unreachable, match="is not Snapveil"):
            package.Client(scripted.url).sanitize(b"x", policy="a")
        # The bytes of the reply, those that the server of this test holds, and a copy of each.
        assert tracemalloc.get_traced_memory()[1] < 25 << 20
    finally:
        tracemalloc.stop()


def test_the_timeout_is_for_all_of_a_request_however_slowly_it_is_taken(tmp_path):
    """Each piece of a file goes out in time, and all of them do not."""
    picture = tmp_path / "picture"
    picture.write_bytes(bytes(64 << 20))

    def converse(connection):
        while connection.recv(1 << 16):
            time.sleep(0.05)

    started = time.monotonic()
    with answering(converse) as url, pytest.raises(package.Unreachable, match="timed out"):
        package.Client(url, timeout=1).sanitize(picture, policy="a")
    assert time.monotonic() - started < 3


@pytest.mark.parametrize("key", ["correct-horse-battery\n", "correct-horse\r\nX-Battery: staple", "correct-horse-\u0142"])
def test_a_key_that_no_header_carries_is_in_no_error(key):
    with pytest.raises(ValueError, match="the key") as caught:
        package.Client("http://127.0.0.1:1", key=key)
    assert "horse" not in str(caught.value)


def test_a_picture_goes_along_no_redirect(scripted):
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(0)
        for status in (301, 302, 303, 307, 308):
            scripted.replies = [(status, {"Location": f"http://127.0.0.1:{other.getsockname()[1]}/v1/sanitize"}, b"")]
            with pytest.raises(package.Unreachable, match=str(status)):
                package.Client(scripted.url).sanitize(b"x", policy="a")
        with pytest.raises(BlockingIOError):
            other.accept()


def test_a_picture_for_this_machine_goes_to_no_proxy(scripted, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    scripted.replies = [DONE]
    assert package.Client(scripted.url).sanitize(b"x", policy="a").image


def test_nobody_takes_the_place_of_a_server_that_was_started_for_a_run():
    """A port would be free again for any user of the machine when the server is killed."""
    script = (
        "import os, signal, snapveil\nfrom snapveil.server import default_client\n"
        "client = default_client(); print(client.url, flush=True); input()\n"
        "try: client.policies()\nexcept snapveil.Unreachable as error: print(error)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        url = process.stdout.readline().strip()
        assert url.startswith("unix:")
        folder = pathlib.Path(url[len("unix:"):]).parent
        mode = folder.stat()
        assert stat.S_IMODE(mode.st_mode) == 0o700 and mode.st_uid == os.getuid()
        assert "no Snapveil answers" not in process.communicate("\n")[0]
    deadline = time.monotonic() + 10
    while folder.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not folder.exists()
