"""A server of WebDriver BiDi of this process, which says what it is to say, and the sessions that it tells of."""

import json
import queue

from bidi_messages import FINE
from sockets import WebSocket, accept, connect
from upstreams import Answer, Upstream, error, value

#: The session, whose web sockets are at the same path.
SESSION = "/session/x"


class BiDiServer(Upstream):
    """Opens a web socket to whoever asks for one. Its sessions have them at `told`, in which PORT is its own."""

    told = f"ws://127.0.0.1:PORT{SESSION}"
    #: The status line and the fields of the reply that opens a web socket, in which PROOF is that of its key; or bytes that it is.
    handshake = ("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: PROOF")
    #: Bytes that come with that reply.
    greeting = b""

    def __init__(self, base=""):
        super().__init__(base)
        self._opened = queue.Queue()

    @property
    def address(self):
        return self.told.replace("PORT", str(self.server_port))

    def answer(self, request):
        if (request.fields["Upgrade"] or "").lower() == "websocket":
            return Answer(pieces=self._socket(request))
        begun = {"capabilities": {"browserName": "chrome", "webSocketUrl": self.address, "se:bidi": self.address}, "sessionId": "x"}
        match f"{request.method} {request.path}":
            case "POST /session":
                return value(begun)
            case "GET /session/x":
                return value(begun["capabilities"])
            case "GET /sessions":
                return value([{"id": f"x{number}", "capabilities": begun["capabilities"]} for number in range(3)])
            case "GET /session/x/log":
                return value([{"message": json.dumps({"message": json.dumps({"value": begun})})}])
            case "GET /session/x/title":
                return value("a title of some length")
        return error("unknown command", 404)

    def _socket(self, request):
        if isinstance(self.handshake, bytes):
            yield self.handshake
            return
        proof = accept(request.fields["Sec-WebSocket-Key"])
        yield "\r\n".join([*self.handshake, "", ""]).replace("PROOF", proof).encode() + self.greeting
        opened = WebSocket(request.connection, False, request)
        self._opened.put(opened)
        opened.is_over.wait()

    def open(self, guard, path=SESSION, **fields):
        """Both ends of a web socket through a guard, by which a message has passed."""
        harness = connect(guard.url, path, **fields)
        server = self.opened()
        harness.say(FINE)
        if server is None or server.message() != FINE:
            raise RuntimeError("no message passes on a web socket")
        return harness, server

    def opened(self, patience=5):
        """The web socket that was opened next, as the server has it; None if there is none in time."""
        try:
            return self._opened.get(timeout=patience)
        except queue.Empty:
            return None
