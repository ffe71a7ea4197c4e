"""The address of a web socket becomes one at the guard, which opens it at the host of the upstream and nowhere else."""

import json
import os
import signal
import time

from authorities import Authority, Secure
from bidi_messages import FINE
from bidi_upstream import SESSION, BiDiServer
from request_tests import SOCKETS, check_sockets
from sockets import connect, refusal
from support import Guard, named, temporary_directory

#: Where servers say that their web sockets are, in which PORT is their own and OTHER that of another server of the same host, and
#: whether it is the other one that the guard turns to.
TOLD = [
    ("ws://127.0.0.1:PORT/session/x", False), ("ws://localhost:PORT/session/x", False), ("ws://[::1]:PORT/session/x", False),
    ("ws://127.0.0.1:OTHER/session/x", True), ("ws://127.0.0.1:PORT/bidi/x", False), ("ws://127.0.0.1:PORT/session/x/se/bidi", False),
    ("ws://10.255.255.1:1/session/x", False), ("ws://elsewhere.example/session/x", False), ("wss://elsewhere.example:1/a/b%20c", False),
    ("ws://user:word@elsewhere.example/session/x", False), ("ws://127.0.0.1:PORT/session/x?token=a%2Fb&c", False),
    ("ws://127.0.0.1:OTHER/devtools/page/1", True),
]
KEY = "a-key-of-the-check-alone"


class SecureServer(Secure, BiDiServer):
    answer = BiDiServer.answer
    told = f"wss://localhost:PORT{SESSION}"


def address(reply):
    return reply.value["capabilities"]["webSocketUrl"]


def passes(guard, upstream, url, **fields):
    """The path at which the upstream has the web socket of an address at the guard; None if none is opened, or nothing passes."""
    path = url.partition("://")[2].partition("/")[2]
    while upstream.opened(0):
        pass
    with connect(guard.url, f"/{path}", **fields) as harness:
        server = upstream.opened(2)
        if not server:
            return None
        harness.say(FINE)
        heard = server.message(2)
        server.say(FINE)
        return server.request.path if heard == harness.message(2) == FINE else None


def check_told(claim, program):
    with BiDiServer() as upstream, BiDiServer() as other, Guard(program, upstream.url, "blackout") as guard:
        host = guard.url.removeprefix("http://")
        for told, is_other in TOLD:
            upstream.told = told.replace("OTHER", str(other.server_port))
            path = "/" + told.partition("://")[2].partition("/")[2]
            reply = guard.ask("POST", "/session", {})
            claim(address(reply) == f"ws://{host}{path}", f"{told} becomes an address at the guard", address(reply))
            found = passes(guard, other if is_other else upstream, address(reply))
            claim(found == path, f"and leads to {'the other' if is_other else 'that'} server of the host of the upstream", found)
        upstream.told = BiDiServer.told
        own = address(guard.ask("POST", "/session", {}))
        upstream.told = f"ws://127.0.0.1:{other.server_port}{SESSION}"
        guard.ask("GET", f"{SESSION}/log")
        claim(passes(guard, upstream, own) == SESSION, "an address in a log, which a page may have written, changes nothing of that")
        for told in ("http://127.0.0.1/session/x", "", 'ws://a\\"b/session/x', "ws://a b/"):
            upstream.told = told
            found = address(guard.ask("POST", "/session", {}))
            claim(found is None, f"{told!r}, which is no address, becomes null", found)


def check_replies(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        own = f"ws://{guard.url.removeprefix('http://')}{SESSION}"
        for method, path in [("POST", "/session"), ("GET", SESSION), ("GET", "/sessions"), ("GET", f"{SESSION}/log")]:
            text = guard.ask(method, path, {} if method == "POST" else None).body.decode()
            holds = own in text and str(upstream.server_port) not in text
            claim(holds, f"the reply to {method} {path} has the address at the guard, and not that at the server", text[:300])
        for fields, expected in [
            ({"Host": "guard.example:4444"}, "ws://guard.example:4444"), ({"Host": "guard.example"}, "ws://guard.example"),
            ({"Host": "guard.example", "X_Forwarded_Proto": "https"}, "wss://guard.example"), ({"Host": "[::1]:80"}, "ws://[::1]:80"),
        ]:
            found = address(guard.ask("POST", "/session", {}, **fields))
            claim(found == expected + SESSION, f"for {fields}, it is {expected}", found)
        for host in ('a"b', "a/b", "a b", "a\\b"):
            reply = guard.ask("POST", "/session", {}, Host=host)
            claim(reply.status == 400 or reply.json and not address(reply), f"a host {host} is in no address", f"{reply}")
        for path in ("/session/y", "/session/y/", "/bidi", "/bidi/y", "/session/y/se/bidi", "/SESSION/y", "/session"):
            claim(passes(guard, upstream, f"ws://x{path}") == path, f"at {path}, of which nothing was told, a web socket opens, too")
    with BiDiServer("/wd/hub") as upstream:
        upstream.told = f"ws://127.0.0.1:PORT/wd/hub{SESSION}"
        for url, path in [(upstream.url, "/session"), (upstream.url.removesuffix("/wd/hub"), "/wd/hub/session")]:
            with Guard(program, url, "blackout") as guard:
                own = address(guard.ask("POST", path, {}))
                claim(passes(guard, upstream, own) == SESSION, f"with {url[22:] or 'no path'} in --upstream, {own[5:]} leads below /wd/hub", own)
            with Guard(program, url, "blackout") as guard:
                claim(passes(guard, upstream, own) == SESSION, "also after the guard was started again")


def check_refusals(claim, program):
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout") as guard:
        check_sockets(claim, guard, upstream, SOCKETS)
        for name, fields, statuses in [
            ("of another origin", {"Origin": "http://elsewhere.example"}, {403}), ("of no origin", {"Origin": "null"}, {403}),
            ("of another host on this machine", {"Origin": "http://localhost:1"}, {403}), ("that is of another site", {"Sec_Fetch_Site": "cross-site"}, {403}),
        ]:
            found = refusal(guard.url, SESSION, **fields)
            claim(found and found.status in statuses and not upstream.opened(0.05), f"a page {name} gets no web socket", found)
        for name, fields, statuses in [
            ("with another version", {"Sec_WebSocket_Version": "8"}, {426}), ("without a version", {"Sec_WebSocket_Version": None}, {426, 400}),
            ("without a key", {"Sec_WebSocket_Key": None}, {400}), ("with a key of 15 bytes", {"Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAA"}, {400}),
            ("without Connection: Upgrade", {"Connection": "keep-alive"}, {400}), ("by POST", {"method": "POST", "Content_Length": "0"}, {405}),
        ]:
            found = refusal(guard.url, SESSION, **fields)
            claim(found and found.status in statuses and not upstream.opened(0.05), f"one who asks {name} gets no web socket", found)
            if found and found.status == 426:
                claim(b"sec-websocket-version: 13" in found.reply.lower(), "and is told the version (RFC 6455, section 4.4)", found)
        fields = {"Connection": "keep-alive, UPGRADE", "Upgrade": "WebSocket", "Sec_WebSocket_Protocol": "a", "Sec_WebSocket_Extensions": "permessage-deflate"}
        claim(passes(guard, upstream, f"ws://x{SESSION}", **fields) == SESSION, "capitals, a protocol and an extension do no harm")
        claim(passes(guard, upstream, f"ws://x{SESSION}", Origin="file://") == SESSION, "nor does the origin of a program")
    with BiDiServer() as upstream, Guard(program, upstream.url, "blackout", "--allow", "bidi") as guard:
        found = guard.ask("POST", "/session", {}).value["capabilities"]
        holds = found["webSocketUrl"] == found["se:bidi"] == upstream.address
        claim(holds, "--allow bidi leaves the address of the server", found)


def check_secure(claim, program):
    authority = Authority("a private authority")
    with temporary_directory() as directory:
        path = f"{directory}/ca.pem"
        with open(path, "wb") as file:
            file.write(authority.pem)
        certificate = authority.certify(directory, "localhost", "127.0.0.1")
        with SecureServer(certificate) as upstream, BiDiServer() as plain:
            url = upstream.at("localhost").replace("://", "://user:word@")
            with Guard(program, url, "blackout", "--upstream-ca", path) as guard:
                own = address(guard.ask("POST", "/session", {}))
                claim(own.startswith("ws://") and passes(guard, upstream, own) == SESSION, "an upstream over TLS has its web sockets over TLS", own)
                upstream.told = f"ws://localhost:{plain.server_port}{SESSION}"
                own = address(guard.ask("POST", "/session", {}))
                with connect(guard.url, SESSION) as harness:
                    harness.ended(1)
                sent = [request.fields["Authorization"] for request in plain.requests]
                claim(not sent, "and none without, whatever it tells: its credentials would be read by all", sent)
            upstream.told = SecureServer.told
            with Guard(program, upstream.at("localhost"), "blackout") as guard, connect(guard.url, SESSION) as harness:
                claim(harness.ended(3) and harness.code == 1011, "a certificate that is not trusted opens none", harness.code)
                claim(not upstream.opened(0.1), "and nothing is sent to it")


def check_keys(claim, program):
    with temporary_directory() as directory, BiDiServer() as upstream:
        keys = f"{directory}/keys"
        write(keys, f"check:{KEY}", f"other:{KEY}-2")
        url = upstream.url.replace("://", "://user:word@")
        with Guard(program, url, "blackout", "--key-file", keys, "--log-level", "debug") as guard:
            found = refusal(guard.url, SESSION)
            claim(found and found.status == 401 and not upstream.opened(0.05), "with keys, a web socket without one gets 401", found)
            own, other = (address(guard.ask("POST", "/session", {}, API_Key=key)) for key in (KEY, f"{KEY}-2"))
            word = own.split("/")[3]
            holds = own.endswith(f"/{word}{SESSION}") and len(word) == 39 and word != other.split("/")[3]
            claim(holds, "its address has a word in front, which is another one for another key", own)
            claim(address(guard.ask("POST", "/session", {}, API_Key=KEY)) == own, "and stays the same one for the same key")
            claim(passes(guard, upstream, own) == SESSION, "the word admits, and is not passed on")
            sent = upstream.requests[-1]
            claim(sent.fields["Authorization"] == "Basic dXNlcjp3b3Jk", "the credentials of the upstream are", sent.fields["Authorization"])
            for field, text in [("API_Key", KEY), ("Authorization", f"Bearer {KEY}")]:
                claim(passes(guard, upstream, f"ws://x{SESSION}", **{field: text}) == SESSION, f"{field} admits")
                claim(KEY not in str(upstream.requests[-1].fields), "and is not passed on", upstream.requests[-1].fields)
            for name, path in [
                ("that nobody was told", f"/socket-{'0' * 32}{SESSION}"), ("that is empty", f"/socket-{SESSION}"),
                ("that is cut", f"/{word[:-1]}{SESSION}"), ("with more behind it", f"/{word}0{SESSION}"), ("in front of another one", f"/socket-x/{word}{SESSION}"),
            ]:
                found = refusal(guard.url, path)
                claim(found and found.status == 401, f"a word {name} admits nobody", found)
            reply = guard.ask("GET", f"/{word}{SESSION}/title")
            claim(reply.status == 401, "the word is for web sockets alone", f"{reply}")
            refusal(guard.url, f"/{word}/devtools/page/1")
            time.sleep(0.2)
            claim(word not in guard.log and KEY not in guard.log, "neither word nor key is in the log", [line for line in guard.log.split("\n") if word in line][:1])
            with connect(guard.url, own.split("/", 3)[3].join(["/", ""])) as harness:
                server = upstream.opened()
                write(keys, f"check:{KEY}-3", f"other:{KEY}-2")
                reload(guard)
                found = refusal(guard.url, "/" + own.split("/", 3)[3])
                claim(found and found.status == 401, "the word of a key that has another value now admits nobody", found)
                write(keys, f"other:{KEY}-2")
                reload(guard)
                found = refusal(guard.url, "/" + own.split("/", 3)[3])
                claim(found and found.status == 401, "nor does that of a key that is gone", found)
                claim(passes(guard, upstream, other) == SESSION, "and that of the other key does")
                harness.say(FINE)
                claim(server.message(2) == FINE, "a web socket that is open stays open")


def write(path, *lines):
    with open(path, "w") as file:
        file.write("\n".join([*lines, ""]))


def reload(guard):
    os.kill(guard.process.pid, signal.SIGHUP)
    time.sleep(0.5)


CHECKS = named(check_told, check_replies, check_refusals, check_secure, check_keys)
