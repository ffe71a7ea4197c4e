"""An Appium server of many sessions that fails in the way that it is told: soak_upstream.py PORT SESSIONS

`POST /mode/NAME` says how, until it is told otherwise. It is a process of its own, so that it can be killed.
"""

import base64
import collections
import json
import random
import socket
import struct
import sys
import time

from appium import Appium
from screens import Screen
from upstreams import Answer, value

#: Seconds that a stall lasts.
STALL = 1.5
#: The share of the replies that fail, in a mode of failures.
SHARE = 0.6


def screens(count):
    return {f"s{number}": Screen("Android" if number % 2 else "iOS") for number in range(count)}


class Failing(Appium):
    """Answers as an Appium server does, or fails."""

    request_queue_size = 256

    def __init__(self, port, sessions):
        self.wanted_port = port
        super().__init__()
        self.screens = screens(sessions)
        self.state = {name: {"context": "NATIVE_APP", "is_recording": False, "settings": {}, "timeouts": {}} for name in self.screens}
        # None of them is asked for later.
        self.requests = collections.deque(maxlen=1)
        self.mode, self.chance = "well", random.Random(7)
        self.failures = {
            "cut": self._cut, "stalled": self._stalled, "late": self._late, "garbage": self._garbage, "damaged": self._damaged,
            "reset": self._reset, "slow": self._slow, "large": self._large, "errors": self._errors,
        }

    def server_bind(self):
        self.server_address = ("127.0.0.1", self.wanted_port)
        super().server_bind()

    @staticmethod
    def _capabilities(session):
        return {"platformName": "Android" if int(session[1:]) % 2 else "iOS"}

    def answer(self, request):
        if request.path.startswith("/mode/"):
            self.mode = request.path.removeprefix("/mode/")
            return value(self.mode)
        answer = super().answer(request)
        fail = self.failures.get(self.mode)
        return fail(answer) if fail and self.chance.random() < SHARE else answer

    @staticmethod
    def _whole(answer):
        head = f"HTTP/1.1 {answer.status} OK\r\nContent-Type: {answer.kind}\r\nContent-Length: {len(answer.body)}\r\n\r\n"
        return head.encode() + answer.body

    def _cut(self, answer):
        """Ends the connection somewhere within the reply."""
        whole = self._whole(answer)
        return Answer(pieces=[whole[:self.chance.randrange(len(whole))]])

    def _stalled(self, answer):
        """Stops in the midst of the reply, and then ends the connection, or goes on."""
        whole, goes_on = self._whole(answer), self.chance.random() < 0.5
        return Answer(pieces=self._pieces(whole[:len(whole) // 2], whole[len(whole) // 2:] if goes_on else b""))

    @staticmethod
    def _pieces(first, second):
        yield first
        time.sleep(STALL)
        yield second

    @staticmethod
    def _late(answer):
        time.sleep(STALL)
        return answer

    def _slow(self, answer):
        """Sends the reply in small pieces."""
        return Answer(pieces=self._slowly(self._whole(answer)))

    @staticmethod
    def _slowly(whole):
        step = len(whole) // 10 + 1
        for start in range(0, len(whole), step):
            time.sleep(STALL / 20)
            yield whole[start:start + step]

    def _garbage(self, answer):
        """Sends what is no HTTP, or HTTP that contradicts itself, around the reply."""
        whole = self._whole(answer)
        return Answer(pieces=[self.chance.choice([
            self.chance.randbytes(2000), b"220 mail.example ESMTP\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + answer.body,
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + answer.body, b"\0" * 100 + whole, whole.replace(b"200 OK", b"abc"),
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" + whole, whole[::-1],
        ])])

    def _damaged(self, answer):
        """Damages the bytes of the reply: of its JSON, or of the picture in it."""
        body = bytearray(answer.body)
        content = json.loads(answer.body).get("value")
        if isinstance(content, str) and len(content) > 1000 and self.chance.random() < 0.7:
            try:
                picture = bytearray(base64.b64decode(content, validate=True))
            except ValueError:
                picture = bytearray(content.encode())
            for _ in range(self.chance.randint(1, 9)):
                picture[self.chance.randrange(len(picture))] = self.chance.randrange(256)
            return value(base64.b64encode(picture).decode())
        for _ in range(3):
            body[self.chance.randrange(len(body))] = self.chance.randrange(256)
        return Answer(bytes(body), answer.status)

    def _large(self, answer):
        """Sends megabytes besides."""
        content = json.loads(answer.body).get("value")
        return value({"logs": ["a line of a log, of some length"] * (1 << 14), "value": content})

    @staticmethod
    def _errors(answer):
        """An error that shows the screen."""
        content = json.loads(answer.body).get("value")
        return value({"error": "unknown error", "message": "it failed", "stacktrace": "", "data": {"screen": content}}, 500)

    def _reset(self, answer):
        whole = self._whole(answer)
        return Answer(pieces=self._resetting(whole[:self.chance.randrange(len(whole))]))

    def _resetting(self, part):
        """Ends its connection, and others, with a reset."""
        yield part
        for connection in self.chance.sample(sorted(self._open, key=id), min(len(self._open), 4)):
            try:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def main():
    upstream = Failing(int(sys.argv[1]), int(sys.argv[2]))
    print("listening", flush=True)
    upstream.serve_forever(0.02)


if __name__ == "__main__":
    main()
