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

import pytest

import snapveil as package
from client_tests import DONE, scripted

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
