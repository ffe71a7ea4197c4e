"""Web sockets by hand, from either end (RFC 6455): also what no library would send."""

import base64
import contextlib
import hashlib
import os
import pathlib
import socket
import struct
import threading
import time
import urllib.parse
from dataclasses import dataclass

from support import PATIENCE

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
#: The bit of the last frame of a message.
FINAL = 0x80
#: Bytes that a guard may hold on their way.
_HELD = 8_000_000
_MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def accept(key):
    """The proof that a key was read."""
    return base64.b64encode(hashlib.sha1((key + _MAGIC).encode()).digest()).decode()


def frame(content, opcode=TEXT, flags=FINAL, is_masked=False, length=None, form=None):
    """A frame; `length` is one that is stated in place of the right one, and `form` the bytes that state it: 0, 2 or 8."""
    length = len(content) if length is None else length
    form = (0 if length < 126 else 2 if length < 1 << 16 else 8) if form is None else form
    stated = length if form == 0 else 126 if form == 2 else 127
    head = bytes([flags | opcode, stated | (0x80 if is_masked else 0)]) + (length.to_bytes(form, "big") if form else b"")
    if not is_masked:
        return head + content
    mask = os.urandom(4)
    return head + mask + masked(content, mask)


def masked(content, mask):
    count = len(content)
    pattern = (mask * (count // 4 + 1))[:count]
    return (int.from_bytes(content, "big") ^ int.from_bytes(pattern, "big")).to_bytes(count, "big")


def buffered():
    """Bytes that may be on their way through a guard: the system holds those of two sockets that send and of two that receive, and the
    guard some."""
    most = [int(pathlib.Path(f"/proc/sys/net/ipv4/tcp_{way}mem").read_text().split()[2]) for way in "rw"]
    return 2 * sum(most) + _HELD


@dataclass
class Frame:
    """A frame as it came."""

    opcode: int
    content: bytes
    is_final: bool = True
    is_masked: bool = False

    @property
    def code(self):
        """The code of a frame that closes a web socket; None if it has none."""
        return int.from_bytes(self.content[:2], "big") if self.opcode == CLOSE and len(self.content) >= 2 else None


#: What there is behind the last frame.
END = Frame(-1, b"")


class WebSocket:
    """One end of a web socket: that of a client masks what it sends.

    One thread may read while another one sends. `said` are all bytes of frames that were sent so far.
    """

    def __init__(self, connection, is_client, request=None, ahead=b""):
        self.connection, self.is_client, self.request = connection, is_client, request
        self._received, self.said, self.is_over = bytearray(ahead), 0, threading.Event()
        self.close_frame = None

    def send(self, content, opcode=TEXT, flags=FINAL):
        self.write(frame(content, opcode, flags, self.is_client))

    def say(self, *messages):
        """Sends messages, each in a frame."""
        for message in messages:
            self.send(message)

    def write(self, content):
        """Sends bytes, for as long as somebody takes them."""
        content = memoryview(content)
        with contextlib.suppress(OSError, ValueError):
            while content:
                count = self.connection.send(content[:1 << 16])
                self.said += count
                content = content[count:]

    def next(self, patience=PATIENCE):
        """The next frame; `END` behind the last one, None if there is none in time."""
        deadline = time.monotonic() + patience
        try:
            head = self._read(2, deadline)
            length = head[1] & 0x7F
            form = {126: 2, 127: 8}.get(length, 0)
            rest = self._read(2 + form + (4 if head[1] & 0x80 else 0), deadline)[2:]
            length = int.from_bytes(rest[:form], "big") if form else length
            whole = self._read(2 + len(rest) + length, deadline)
        except TimeoutError:
            return None
        except OSError:
            self.is_over.set()
            return END
        del self._received[:len(whole)]
        content = whole[2 + len(rest):]
        if head[1] & 0x80:
            content = masked(content, rest[form:])
        found = Frame(head[0] & 0x0F, content, bool(head[0] & FINAL), bool(head[1] & 0x80))
        if found.opcode == CLOSE:
            self.close_frame = found
        return found

    def _read(self, count, deadline):
        """So many bytes, which are not taken yet."""
        while len(self._received) < count:
            self.connection.settimeout(max(deadline - time.monotonic(), 0.001))
            if not (part := self.connection.recv(1 << 18)):
                raise ConnectionResetError
            self._received += part
        return bytes(self._received[:count])

    def message(self, patience=PATIENCE):
        """The text of the next message, put together of its frames; None if there is none in time, or another end."""
        content = b""
        while (found := self.next(patience)) not in (None, END):
            if found.opcode == PING:
                self.send(found.content, PONG)
            elif found.opcode in (TEXT, CONTINUATION):
                content += found.content
                if found.is_final:
                    return content
            elif found.opcode != PONG:
                return None
        return None

    def ended(self, patience=PATIENCE):
        """Whether the other side ends the connection in time; all that it says before is read."""
        deadline = time.monotonic() + patience
        while (found := self.next(max(deadline - time.monotonic(), 0.01))) is not END:
            if found is None and time.monotonic() > deadline:
                return False
        return True

    @property
    def code(self):
        """The code that the other side has closed with; None for none."""
        return self.close_frame and self.close_frame.code

    def close(self, code=1000, reason=b""):
        """Closes it with a code, or with none."""
        self.send(b"" if code is None else code.to_bytes(2, "big") + reason, CLOSE)

    def cut(self, resets=False):
        """Ends the connection without a word."""
        if resets:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
        else:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)
            self.connection.close()
        self.is_over.set()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()


class NoSocket(Exception):
    """A server opens no web socket; `reply` is what it says."""

    def __init__(self, reply):
        super().__init__(reply[:200])
        self.reply, self.status = reply, int((reply.split(b" ") + [b"0"])[1] or 0)


#: The fields by which a client asks for a web socket.
ASKED = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
}


def connect(url, path, method="GET", **fields):
    """A web socket at a server, as a client has it. Underscores in the names of fields are hyphens; None is a field that is left out."""
    parts = urllib.parse.urlsplit(url)
    sent = {"Host": parts.netloc, **ASKED, **{name.replace("_", "-"): text for name, text in fields.items()}}
    connection = socket.create_connection((parts.hostname, parts.port), PATIENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {text}" for name, text in sent.items() if text is not None)]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    reply = b""
    while b"\r\n\r\n" not in reply and (part := connection.recv(1 << 12)):
        reply += part
    head, _, ahead = reply.partition(b"\r\n\r\n")
    proof = f"sec-websocket-accept: {accept(ASKED['Sec-WebSocket-Key'])}".encode()
    if not head.startswith(b"HTTP/1.1 101 ") or proof.lower() not in head.lower():
        connection.close()
        raise NoSocket(reply)
    return WebSocket(connection, True, ahead=ahead)


def refusal(url, path, method="GET", **fields):
    """What a server says that opens no web socket; None if it opens one."""
    try:
        connect(url, path, method, **fields).cut()
    except NoSocket as error:
        return error
    return None
