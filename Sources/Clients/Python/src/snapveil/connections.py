"""Exchanges of HTTP/1.1 with one server, over connections that are kept."""

import collections
import functools
import http.client
import io
import os
import socket
import time
import urllib.parse
from typing import Any, Deque, Iterable, Iterator, Mapping, NamedTuple, Optional, Union

from snapveil.errors import Unreachable

__all__ = ["Body", "Connections", "Reply"]

#: The longest body of a reply, in bytes: a server has no more for all of its replies together, unless its operator says so.
LONGEST_REPLY = 256 << 20

#: What a request carries; what is not bytes is gone through each time that it is sent, and its length is in the headers.
Body = Union[bytes, Iterable[bytes], None]


class Reply(NamedTuple):
    """A reply, read to its end."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def content_type(self) -> str:
        return self.headers.get("Content-Type") or ""

    @property
    def retry_after(self) -> Optional[float]:
        """The seconds that the server names; None if it names none."""
        text = self.headers.get("Retry-After") or ""
        return float(text) if text.isascii() and text.isdigit() else None


class Connections:
    """Connections to the server at a URL, as many as are used at a time. May be used by several threads."""

    def __init__(self, url: str):
        self._open = _opener(url)
        self._url = url
        self._prefix = "" if url.startswith("unix:") else urllib.parse.urlsplit(url).path.rstrip("/")
        self._idle: Deque[http.client.HTTPConnection] = collections.deque()
        self._process = os.getpid()

    def exchange(self, method: str, target: str, body: Body, headers: Mapping[str, str], timeout: float) -> Reply:
        """The reply to a request; to a 503 only if `timeout` seconds leave no room for the wait that the server asks for."""
        deadline = time.monotonic() + timeout
        while True:
            try:
                reply = self._send(method, self._prefix + target, body, headers, deadline)
            except (OSError, http.client.HTTPException) as error:
                # A status line may quote what another server sent; its class is enough.
                reason = error if isinstance(error, OSError) else f"the server does not speak HTTP ({type(error).__name__})"
                raise Unreachable(f"no Snapveil answers at {self._url}: {reason}") from error
            pause = reply.retry_after or 1
            if reply.status != 503 or time.monotonic() + pause >= deadline:
                return reply
            time.sleep(pause)

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()

    def _send(self, method: str, target: str, body: Body, headers: Mapping[str, str], deadline: float) -> Reply:
        if self._process != os.getpid():
            # These are the parent's, whose replies they carry.
            self._idle, self._process = collections.deque(), os.getpid()
        while True:
            kept = None
            try:
                kept = self._idle.pop()
            except IndexError:
                pass
            connection = kept or self._open()
            try:
                return self._ask(connection, method, target, body, headers, deadline)
            except (ConnectionError, http.client.BadStatusLine):
                connection.close()
                # The server may have closed it in the meantime; to sanitise twice does no harm.
                if kept is None:
                    raise
            except BaseException:
                connection.close()
                raise

    def _ask(self, connection: http.client.HTTPConnection, method: str, target: str, body: Body,
             headers: Mapping[str, str], deadline: float) -> Reply:
        connection.timeout = _left(deadline)
        if connection.sock:
            connection.sock.settimeout(connection.timeout)
        connection.response_class = functools.partial(_response, deadline)  # type: ignore[assignment]
        try:
            pieces = body if body is None or isinstance(body, bytes) else _in_time(connection, body, deadline)
            connection.request(method, target, pieces, dict(headers))
        except (BrokenPipeError, ConnectionResetError):
            # A server that refuses need not read to the end, and its reply may be there.
            if not connection.sock:
                raise
        # A connection that is not kept belongs to the response.
        with connection.getresponse() as response:
            reply = Reply(response.status, {name.title(): value for name, value in response.headers.items()}, self._body(response))
        if not response.will_close:
            self._idle.append(connection)
        else:
            connection.close()
        return reply

    def _body(self, response: http.client.HTTPResponse) -> bytes:
        """The body of a response; raises `Unreachable` if it has more than `LONGEST_REPLY` bytes."""
        if response.length is None:
            # How long it is shows at its end.
            body = io.BytesIO()
            while body.tell() <= LONGEST_REPLY:
                piece = response.read(1 << 16)
                if not piece:
                    return body.getvalue()
                body.write(piece)
        elif response.length <= LONGEST_REPLY:
            return response.read()
        raise Unreachable(f"the server at {self._url} is not Snapveil: its reply has more than {LONGEST_REPLY} bytes")


def _left(deadline: float) -> float:
    """The seconds until a deadline; raises `TimeoutError` if it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left


def _in_time(connection: http.client.HTTPConnection, pieces: Iterable[bytes], deadline: float) -> Iterator[bytes]:
    """The pieces of a body, of which none is sent after a deadline."""
    for piece in pieces:
        connection.sock.settimeout(_left(deadline))
        yield piece


class _InTime(io.RawIOBase):
    """What comes over a connection until a deadline: the timeout of a socket alone starts anew with each byte."""

    def __init__(self, connection: socket.socket, deadline: float):
        self._connection, self._deadline = connection, deadline
        self._stream: Any = connection.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._connection.settimeout(_left(self._deadline))
        return self._stream.readinto(buffer)

    def close(self) -> None:
        self._stream.close()
        super().close()

    def makefile(self, *_: Any) -> io.BufferedReader:
        """Itself, as a reply asks a socket for it."""
        return io.BufferedReader(self)


def _response(deadline: float, connection: socket.socket, *options: Any, **named: Any) -> http.client.HTTPResponse:
    """A reply that is read until a deadline."""
    return http.client.HTTPResponse(_InTime(connection, deadline), *options, **named)  # type: ignore[arg-type]


class _UnixConnection(http.client.HTTPConnection):
    """A connection to a socket in the file system."""

    def __init__(self, path: str):
        super().__init__("localhost")
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


def _opener(url: str):
    """What makes a connection to the server at `url`, which is not opened until it is used."""
    if url.startswith("unix:"):
        path = url[len("unix:"):]
        return lambda: _UnixConnection(path)
    parts = urllib.parse.urlsplit(url)
    kind = {"http": http.client.HTTPConnection, "https": http.client.HTTPSConnection}.get(parts.scheme)
    if kind is None or not parts.hostname or parts.query or parts.fragment or parts.username is not None:
        raise ValueError(f"{url!r} is not the URL of a server, such as http://127.0.0.1:8080 or unix:/run/snapveil/api")
    host, port = parts.hostname, parts.port
    return lambda: kind(host, port)
