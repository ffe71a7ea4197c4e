"""A server on a free port of this machine that records what it is asked, as a base of those that stand in for drivers."""

import contextlib
import http.server
import json
import re
import socket
import threading
import urllib.parse
from dataclasses import dataclass, field

JSON = "application/json; charset=utf-8"


@dataclass
class Request:
    """A request as it came."""

    method: str
    path: str
    fields: object
    body: bytes
    #: The socket that it came by.
    connection: object = None

    @property
    def json(self):
        """The body; of a form with names like `options[path]`, the value that it stands for."""
        if "form" not in (self.fields["Content-Type"] or ""):
            return json.loads(self.body or b"{}")
        content = {}
        for name, text in urllib.parse.parse_qsl(self.body.decode()):
            outer, inner = re.fullmatch(r"(\w+)\[(\w+)\]", name).groups()
            content.setdefault(outer, {})[inner] = text
        return content


@dataclass
class Answer:
    """A reply to send; of one with `pieces`, they are all of its bytes, head and all, and the connection ends behind them."""

    body: bytes = b""
    status: int = 200
    kind: str = JSON
    fields: list = field(default_factory=list)
    pieces: object = None


def value(content, status=200):
    """A reply of WebDriver."""
    return Answer(json.dumps({"value": content}, ensure_ascii=False).encode(), status)


def error(word, status, message=""):
    return value({"error": word, "message": message or word, "stacktrace": ""}, status)


class Upstream(http.server.ThreadingHTTPServer):
    """A server that answers with what `answer` returns, listening while in a `with`; `base` is the path below which it does."""

    request_queue_size = 64

    def __init__(self, base=""):
        super().__init__(("127.0.0.1", 0), Connection)
        self.base = base
        self.url = f"http://127.0.0.1:{self.server_port}{base}"
        self.requests, self._open = [], set()

    def answer(self, request):
        raise NotImplementedError

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Listens no longer, and closes all connections."""
        self.shutdown()
        self.server_close()
        for connection in list(self._open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def asked(self, pattern, since=0):
        """The requests from a place of the record on whose method and path match."""
        return [request for request in self.requests[since:] if re.search(pattern, f"{request.method} {request.path}")]

    def process_request(self, request, client_address):
        self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request):
        self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, *_):
        # The other end has hung up, as it may.
        pass


class Connection(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def reply(self):
        request = Request(self.command, self.path.removeprefix(self.server.base), self.headers, self._body(), self.connection)
        self.server.requests.append(request)
        if self.path.startswith(self.server.base):
            answer = self.server.answer(request)
        else:
            answer = error("unknown command", 404, "a path outside of the base")
        if answer.pieces is not None:
            self.close_connection = True
            for piece in answer.pieces:
                self.wfile.write(piece)
                self.wfile.flush()
            return
        self.send_response(answer.status)
        for name, content in [("Content-Type", answer.kind), ("Content-Length", str(len(answer.body))), *answer.fields]:
            self.send_header(name, content)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = do_PATCH = reply

    def _body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return body

    def log_message(self, *_):
        pass
