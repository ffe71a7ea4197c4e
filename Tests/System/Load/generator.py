"""Sends requests from one thread, so that little of a core goes to it: as soon as replies come, or at times of their own.

A rate of its own is what tells how long clients wait: one that sends its next request when it has a reply sends the fewest
just when the server is slowest.
"""

import errno
import heapq
import random
import re
import selectors
import socket
import time

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
PIECE = 1 << 18
# Of what still runs at the end.
PATIENCE = 60


class Request:
    """The bytes of a request, and how long the reply to it is."""

    def __init__(self, query, body, kind="application/octet-stream"):
        head = f"POST /v1/sanitize?{query} HTTP/1.1\r\nHost: x\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.data, self.length = head.encode() + body, None


class Reply:
    """What came of a request: its status, None if the connection was lost, when it was due, sent and answered."""

    def __init__(self, due):
        self.due, self.sent, self.ended, self.status, self.length = due, time.monotonic(), None, None, None
        self.says_when = False

    def seconds(self):
        """From when it was due, and not from when it could be sent."""
        return self.ended - self.due


class Connection:
    """A connection with one request at a time."""

    def __init__(self, port):
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self.socket.connect_ex(("127.0.0.1", port)) not in (0, errno.EINPROGRESS):
            raise SystemExit("FAILED: no connection can be made")

    def start(self, request, due):
        self.request, self.reply = request, Reply(due)
        self.unsent, self.head, self.left = memoryview(request.data), b"", None

    def send(self):
        """Whether all has been sent."""
        try:
            while self.unsent:
                self.unsent = self.unsent[self.socket.send(self.unsent[:PIECE]) :]
        except BlockingIOError:
            pass
        return not self.unsent

    def receive(self):
        """Whether the reply is complete."""
        data = self.socket.recv(PIECE)
        if not data:
            raise ConnectionResetError
        if self.left is None:
            self.head += data
            end = self.head.find(b"\r\n\r\n")
            if end < 0:
                return False
            head, data = self.head[: end + 2], self.head[end + 4 :]
            self.reply.length = self.left = int(LENGTH.search(head)[1])
            self.reply.status = int(head[9:12])
            self.reply.says_when = b"\r\nretry-after:" in head.lower()
            self.is_last = b"\r\nconnection: close" in head.lower()
        self.left -= len(data)
        return self.left <= 0


class Generator:
    """A client with as many connections as it takes."""

    def __init__(self, port):
        self.port, self.idle, self.running, self.selector = port, [], 0, selectors.DefaultSelector()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.selector.close()
        for connection in self.idle:
            connection.socket.close()

    def start(self, request, due):
        connection = self.idle.pop() if self.idle else Connection(self.port)
        connection.start(request, due)
        self.selector.register(connection.socket, selectors.EVENT_READ | selectors.EVENT_WRITE, connection)
        self.running += 1

    def replies(self, timeout):
        """What was answered, once something can be read or written."""
        for key, events in self.selector.select(max(timeout, 0)):
            connection, is_complete = key.data, False
            try:
                if events & selectors.EVENT_WRITE and connection.send():
                    self.selector.modify(connection.socket, selectors.EVENT_READ, connection)
                is_complete = events & selectors.EVENT_READ and connection.receive()
            except BlockingIOError:
                pass
            except OSError:
                # A refusal that came before all was sent may still be there to read.
                if not self.is_answered(connection):
                    connection.reply.status = None
                is_complete = connection.is_last = True
            if is_complete:
                yield self.end(connection)

    @staticmethod
    def is_answered(connection):
        try:
            while not connection.receive():
                pass
            return True
        except OSError:
            return False

    def end(self, connection):
        self.selector.unregister(connection.socket)
        self.running -= 1
        if connection.is_last or connection.unsent:
            connection.socket.close()
        else:
            self.idle.append(connection)
        request, reply = connection.request, connection.reply
        reply.ended = time.monotonic()
        if reply.status == 200:
            # The same request has the same answer, but for some bytes where a PNG was shared out among threads.
            request.length = request.length or reply.length
            if abs(reply.length - request.length) > request.length // 1000:
                reply.status = None
        return reply

    def rest(self):
        """What still runs, once it is answered."""
        until, ended = time.monotonic() + PATIENCE, []
        while self.running and time.monotonic() < until:
            ended += self.replies(1)
        if self.running:
            raise SystemExit(f"FAILED: {self.running} requests were never answered")
        return ended

    def at_rate(self, requests, rate, seconds, seed=1):
        """All replies to requests that come by chance, so many a second on average (a Poisson process)."""
        chance, ended = random.Random(seed), []
        due = time.monotonic()
        end = due + seconds
        while due < end:
            if due <= time.monotonic():
                self.start(chance.choice(requests), due)
                due += chance.expovariate(rate)
            # Looked at after each request, or those that came meanwhile would seem to have taken longer.
            ended += self.replies(min(due, end) - time.monotonic())
        return ended + self.rest()

    def in_turn(self, requests, clients, seconds, pause=0, seed=1):
        """All replies to so many clients, each with a request every `pause` seconds, or when its last one is answered."""
        chance, ended, began = random.Random(seed), [], time.monotonic()
        end = began + seconds
        waiting = sorted(began + chance.random() * pause for _ in range(clients))
        while (now := time.monotonic()) < end:
            while waiting and waiting[0] <= now:
                self.start(chance.choice(requests), heapq.heappop(waiting))
            for reply in self.replies(min([end, *waiting[:1]]) - now):
                ended.append(reply)
                heapq.heappush(waiting, max(reply.ended, reply.due + pause))
        return ended + self.rest()
