"""Requests and replies of MCP over HTTP that are no messages: sessions, statuses, addresses, and the options that name a server."""

import json
import queue
import socket
import subprocess

import request_tests
from events import EventStream, ServerStream
from http_agent import PATH
from mcp_messages import ERROR, PLACES
from mcp_message_tests import is_refusal
from screens import base64_of, encoded, pdf, small
from support import MCP, Guard, eventually
from traces import Traces, pictures_of
from upstreams import Answer, Upstream
from ways import learn

_LIST = b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
_RESULT = b'{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}'
_UNKNOWN = b'{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'
#: Where the servers of 2024 open their streams and take messages.
SSE, MESSAGES = "/sse", "/messages/?session_id=a-session"
#: Fields of requests that MCP has, with values of all kinds.
FIELDS = {
    "Mcp-Session-Id": "1868a90c-~!{}", "MCP-Protocol-Version": "2025-11-25", "Mcp-Method": "tools/call", "Mcp-Name": "=?base64?w6Q=?=",
    "Mcp-Param-Region": "eu", "Last-Event-ID": "7_a", "Accept": "application/json, text/event-stream", "Authorization": "Bearer a.token",
}


class Server(Upstream):
    """Answers each method with what it is told to."""

    def __init__(self):
        super().__init__()
        self.answers, self.streams = {}, queue.Queue()

    def answer(self, request):
        return self.answers.get(request.method) or Answer(_RESULT)


class OldServer(Server):
    """Says where it takes messages, as servers did in 2024: at `endpoint`, in which PORT is its own."""

    endpoint = MESSAGES

    def answer(self, request):
        if request.method == "POST":
            return Answer(b"Accepted", 202, "text/plain")
        stream = ServerStream(request.connection)
        stream.send(f"event: endpoint\r\ndata: {self.endpoint.replace('PORT', str(self.server_port))}\r\n\r\n".encode())
        self.streams.put(stream)
        return Answer(pieces=stream.pieces())


def check(claim, program):
    with Server() as server, Guard(program, server.url, "blackout", kind=MCP) as guard:
        check_fields(claim, guard, server)
        check_replies(claim, guard, server)
        check_pictures(claim, guard, server)
        check_locations(claim, guard, server)
        request_tests.check_sockets(claim, guard, server, (PATH, SSE))
        check_upgrade(claim, guard, server)
    check_paths(claim, program)
    check_endpoints(claim, program)
    request_tests.check_passage(claim, program, MCP, "")
    check_options(claim, program)


def check_fields(claim, guard, server):
    for method in ("GET", "POST", "DELETE"):
        reply = guard.ask(method, PATH, _LIST if method == "POST" else None, **FIELDS)
        came = {name: server.requests[-1].fields[name] for name in FIELDS}
        claim(reply.status == 200 and came == FIELDS, f"the fields of MCP pass with a {method}", f"{reply} {came}")
    claim("a-session" not in guard.log and "a.token" not in guard.log, "and none is in the log")
    kept = [
        ("Mcp-Session-Id", "1868a90c-~!{}"), ("WWW-Authenticate", 'Bearer resource_metadata="https://auth.example/.well-known/x"'),
        ("Cache-Control", "no-store"), ("Retry-After", "5"), ("Set-Cookie", "a=b"), ("Allow", "POST"),
    ]
    server.answers = {"POST": Answer(_RESULT, fields=kept)}
    reply = guard.ask("POST", PATH, _LIST)
    found = [(name, reply.header(name)) for name, _ in kept]
    claim(found == kept, "fields that a client of MCP reads pass", found)


def check_replies(claim, guard, server):
    for name, method, answer in [
        ("a notification that is taken", "POST", Answer(b"", 202)),
        ("a session that is ended", "DELETE", Answer(b"", 204)),
        ("a session that is not ended by clients", "DELETE", Answer(b"", 405, fields=[("Allow", "GET, POST")])),
        ("a server without a stream", "GET", Answer(b"Method Not Allowed", 405, "text/plain", [("Allow", "POST")])),
        ("an unknown session", "POST", Answer(_UNKNOWN, 404, "application/json")),
        ("a session that is missing", "POST", Answer(b"Bad Request: No valid session ID provided", 400, "text/plain; charset=utf-8")),
        ("a type that is not accepted", "POST", Answer(b'{"error":"Not Acceptable"}', 406, "application/json")),
        ("a request for credentials", "POST", Answer(b'{"error":"invalid_token"}', 401, "application/json", [("WWW-Authenticate", "Bearer")])),
        ("an error of a proxy", "POST", Answer(b"<html><body><h1>502 Bad Gateway</h1></body></html>", 502, "text/html")),
        ("what OAuth knows of a server", "GET", Answer(b'{"authorization_servers":["https://auth.example"]}', kind="application/json")),
    ]:
        server.answers = {method: Answer(answer.body, answer.status, answer.kind, list(answer.fields))}
        reply = guard.ask(method, PATH, _LIST if method == "POST" else None)
        holds = (reply.status, reply.body, reply.failure) == (answer.status, answer.body, "")
        fields = [(key, reply.header(key)) for key, _ in answer.fields] == answer.fields
        kind = reply.header("Content-Type") == answer.kind or not answer.body
        claim(holds and fields and kind, f"{name}: {answer.status} passes as it is", f"{reply} {reply.fields}")


def check_pictures(claim, guard, server):
    """Replies that are no messages, and show a screen."""
    traces = Traces()
    learn(traces)
    png = encoded(small())
    page = f'<html><body><p>failed</p><img src="data:image/png;base64,{base64_of(png)}"></body></html>'.encode()
    for name, answer, is_kept in [
        ("an error in HTML", Answer(page, 500, "text/html"), True),
        ("an error in plain text", Answer(page, 400, "text/plain"), True),
        ("an error in JSON", Answer(json.dumps({"detail": base64_of(png)}).encode(), 422, "application/json"), True),
        ("a picture", Answer(png, kind="image/png"), True),
        ("a document", Answer(pdf(small()), kind="application/pdf"), False),
        ("a stream that is called a message", Answer(b"data: " + PLACES[0].message("1", json.dumps(base64_of(png))) + b"\n\n"), None),
    ]:
        server.answers = {"POST": answer}
        reply = guard.ask("POST", PATH, _LIST)
        trace = traces.of(*reply.contents)
        comes = not reply.is_error and reply.status == answer.status and pictures_of(reply.body) != []
        claim(not trace and is_kept in (None, comes), f"{name} {'comes covered' if is_kept else 'does not come as it is'}", trace or f"{reply}")
    for coding in ("gzip", "br", "GZIP, identity"):
        server.answers = {"POST": Answer(_RESULT, kind="text/event-stream", fields=[("Content-Encoding", coding)])}
        reply = guard.ask("POST", PATH, _LIST, Accept_Encoding="gzip, br")
        asked = server.requests[-1].fields["Accept-Encoding"]
        claim(reply.status == 502 and reply.is_error and asked == "identity", f"a stream in {coding} is refused, and was not asked for", f"{reply}")
    for name, number in [("a result", "1"), ("a request", "7")]:
        place = next(place for place in PLACES if place.name == ("a blob" if number == "1" else "sampling"))
        server.answers = {"POST": Answer(place.message(number, json.dumps(base64_of(pdf(small())))))}
        reply = guard.ask("POST", PATH, _LIST)
        holds = is_refusal([reply.body], number) if number == "1" else reply.is_error and reply.status == 500
        claim(holds and not traces.of(*reply.contents), f"{name} with a document is refused to the agent", f"{reply}")
    claim(not traces.of(guard.log.encode()), "no line of the log shows a picture")


def check_locations(claim, guard, server):
    port = server.server_port
    for location, allowed in [
        ("/mcp/", "/mcp/"), (f"http://127.0.0.1:{port}/mcp/?a=b", "/mcp/?a=b"), (f"http://localhost:{port}/mcp", "/mcp"),
        (f"http://127.0.0.1:{port + 1}/mcp", None), ("https://elsewhere.example/mcp", None), ("//elsewhere.example/mcp", None),
        (f"http://127.0.0.1:{port}@elsewhere.example/mcp", None), ("/\\elsewhere.example/mcp", None), ("ftp://127.0.0.1/mcp", None),
    ]:
        server.answers = {"POST": Answer(b"", 307, fields=[("Location", location)])}
        start = len(server.requests)
        reply = guard.ask("POST", PATH, _LIST)
        holds = reply.status == 307 and reply.header("Location") == allowed and len(server.requests) == start + 1
        claim(holds, f"the location {location.replace(str(port), 'PORT')} becomes {allowed}", reply.header("Location"))


def check_upgrade(claim, guard, server):
    for status in ("101 Switching Protocols", "102 Processing"):
        head = f"HTTP/1.1 {status}\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"
        server.answers = {"POST": Answer(pieces=[head.encode(), b"data: a stream\n\n" * 9])}
        reply = guard.ask("POST", PATH, _LIST)
        claim(reply.is_error and reply.status == 502, f"a server that says {status}, and goes on with something else, is refused", f"{reply}")
    head = b"HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(_RESULT)
    server.answers = {"POST": Answer(pieces=[head + _RESULT])}
    reply = guard.ask("POST", PATH, _LIST)
    claim(reply.body == _RESULT, "a reply behind 102 passes", f"{reply}")
    server.answers = {}
    claim(guard.ask("POST", PATH, _LIST).body == _RESULT, "after all of them the guard goes on")


def check_paths(claim, program):
    """The URL of a server names the one path that it has; others are beside it."""
    for path in (PATH, PATH + "/", ""):
        with Server() as server, Guard(program, server.url + path, "blackout", kind=MCP) as guard:
            for asked in (PATH, PATH + "/", "/.well-known/oauth-protected-resource/mcp", "/a%2Fb?c=%20d", "/"):
                guard.ask("POST", asked, _LIST)
            found = [request.path for request in server.requests]
            holds = found == [PATH, PATH + "/", "/.well-known/oauth-protected-resource/mcp", "/a%2Fb?c=%20d", "/"]
            claim(holds, f"with --upstream URL{path}, paths are those of the server", found)


def check_endpoints(claim, program):
    document = json.dumps(base64_of(pdf(small())))
    refused = next(place for place in PLACES if place.name == "sampling").message("7", document)
    with OldServer() as server, Guard(program, server.url + SSE, "blackout", kind=MCP) as guard:
        for endpoint, allowed in [
            (MESSAGES, MESSAGES), ("http://127.0.0.1:PORT" + MESSAGES, MESSAGES), ("http://localhost:PORT" + MESSAGES, MESSAGES),
            ("http://[::1]:PORT" + MESSAGES, MESSAGES), ("http://127.0.0.1:1" + MESSAGES, None), ("https://127.0.0.1:PORT" + MESSAGES, None),
            ("http://elsewhere.example" + MESSAGES, None), ("//elsewhere.example" + MESSAGES, None), ("\\\\elsewhere.example/", None),
            ("http://127.0.0.1:PORT@elsewhere.example/", None), ("javascript:alert(1)", None),
        ]:
            server.endpoint = endpoint
            with EventStream(guard.url + SSE) as reading:
                event, stream = reading.next(), server.streams.get(timeout=5)
                if allowed is None:
                    holds = event is None and reading.is_whole is False and stream.is_over.wait(3)
                    claim(holds, f"the endpoint {endpoint} ends the stream", event)
                    continue
                found = event and (event.fields.get("event"), event.data)
                claim(found == (b"endpoint", allowed.encode()), f"the endpoint {endpoint} becomes one of the guard", found)
                start = len(server.requests)
                reply = guard.ask("POST", allowed, _LIST)
                came = [request.path for request in server.requests[start:]]
                claim((reply.status, reply.body, came) == (202, b"Accepted", [allowed]), "and takes messages", f"{reply} {came}")
                stream.say(_RESULT)
                claim(reading.message() == _RESULT, "whose results come by the stream")
                stream.say(refused)
                stream.say(_RESULT)
                came = reading.message() == _RESULT and eventually(lambda: is_refusal([server.requests[-1].body], "7", ERROR))
                claim(came and server.requests[-1].path == allowed, "and a refused request of the server comes back there", server.requests[-1])


def check_options(claim, program):
    def run(*options):
        command = [str(program), "guard", "mcp", "--policy", "blackout", *options]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=20, stdin=subprocess.DEVNULL)
        return ended.returncode, ended.stderr

    for name, options, statuses, words in [
        ("a URL and a command", ["--upstream", "http://127.0.0.1:1/mcp", "--", "true"], [64], ["--upstream", "--"]),
        ("neither a URL nor a command", [], [64], ["--upstream", "--"]),
        ("a URL that is none", ["--upstream", "127.0.0.1:1"], [64, 78], ["http://"]),
        ("a URL with a query", ["--upstream", "http://127.0.0.1:1/mcp?a=b"], [64, 78], ["query"]),
        ("a way of texts that is none", ["--upstream", "http://127.0.0.1:1", "--texts", "x"], [64], ["texts"]),
        ("keys that are not there", ["--upstream", "http://127.0.0.1:1", "--key-file", "/no/such/file"], [64, 66, 78], ["/no/such/file"]),
    ]:
        status, said = run(*options)
        holds = status in statuses and all(word in said for word in words)
        claim(holds, f"{name}: guard mcp does not start, and says why", f"{status}: {said[-300:]}")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        status, said = run("--upstream", "http://127.0.0.1:1", "--listen", place)
        claim(status == 78 and place.split(":")[1] in said, "nor with a port that is taken", f"{status}: {said[-300:]}")
