#!/usr/bin/env python3
"""Gives every command, report, log and reply names that steer terminals, begin lines of their own and hold markup.

    Tests/System/Names/check.py SNAPVEIL [GROUP...]

    commands   each command with files, policies, keys and settings of such names: what it prints
    reports    a check of them in every format, and receipts
    logs       policies of such names that a running server reads again, in both formats of the log
    replies    queries, fields, forms, policies and page sources: the reply's head and body, and the log

Prints a line for each claim; the status is 1 if one does not hold. Needs Python alone.
"""

import html.parser
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import time
import unicodedata
import urllib.parse
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Guard"))

from commands import COMMANDS, FORGED, NAME, REPORTS, Bench, parted  # noqa: E402
from support import run_groups  # noqa: E402

#: Categories of Unicode for characters that do not print as themselves.
UNSEEN = {"Cc", "Cf", "Zl", "Zp", "Co", "Cn", "Cs"}
#: The elements of a report.
ELEMENTS = set("html head meta title style body main header h1 h2 h3 p section small article div bdi form fieldset legend label input b button ol li a q span figure svg image rect text img footer".split())


def unseen(data, lines=True):
    """The first character of an output that does not print as itself; "" for none."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return str(error)
    found = (char for char in text if unicodedata.category(char) in UNSEEN and not (lines and char == "\n"))
    return next((f"U+{ord(char):04X} in {text[:300]!r}" for char in found), "")


def fault(run, is_ours=False):
    """What is wrong with the output of a run; "" for nothing. Messages of ArgumentParser have several lines."""
    found = unseen(run.stdout) or unseen(run.stderr)
    is_forged = not is_ours and any(line.startswith(FORGED.encode()) for line in (run.stdout + run.stderr).splitlines())
    return found or (f"a forged line: {run.stderr[:300]!r}" if is_forged else "")


def check_commands(claim, bench):
    named = 0
    for words, arguments in COMMANDS.items():
        run = bench.run(*arguments(bench))
        wrong = fault(run, is_ours=run.stderr.startswith(b"Error: "))
        named += b"owned" in run.stdout + run.stderr
        claim(not wrong, f"{words}: nothing steers the terminal", wrong)
    claim(named > len(COMMANDS) // 2, "most of them say the name", named)


class Page(html.parser.HTMLParser):
    """The names of the elements of a page, the addresses of its pictures, and its attributes that run scripts."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.pictures, self.scripts = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.scripts += [name for name, _ in attrs if name.startswith("on")]
        self.pictures += [content for name, content in attrs if tag == "img" and name == "src"]


def check_reports(claim, bench):
    for words, options in REPORTS.items():
        for form in ("text", "json", "junit", "sarif", "html"):
            run = bench.run("check", bench.folder, *options(bench), "--format", form)
            wrong = fault(run)
            claim(not wrong and b"owned" in run.stdout + run.stderr, f"{words} as {form}: nothing steers the terminal", wrong or run.stderr[:300])
            if form == "sarif":
                json.loads(run.stdout)
            elif form == "json":
                names = {file["file"] for file in json.loads(run.stdout)}
                claim(names >= set(map(str, bench.pictures)), f"{words} as json: the names are as they were", names)
            elif form == "junit":
                names = [test.get("name") for test in xml.etree.ElementTree.fromstring(run.stdout).iter("testcase")]
                claim(any("<img src=x onerror=alert(1)>" in name for name in names), f"{words} as junit: it is XML", names)
            elif form == "html":
                page = Page(run.stdout.decode())
                claim(page.elements <= ELEMENTS and not page.scripts, f"{words} as html: the elements are ours", page.elements - ELEMENTS)
                claim(all(source.startswith("data:image/jpeg;") for source in page.pictures), f"{words} as html: the pictures are ours", page.pictures)
    receipts = bench.place / "receipts.json"
    bench.run("redact", *bench.pictures[:2], "--policy", "blackout", "--output-directory", bench.place / "receipts", "--receipt", receipts)
    inputs = [entry["input"] for entry in json.loads(receipts.read_bytes())]
    claim(inputs == [str(path) for path in bench.pictures[:2]] and not unseen(receipts.read_bytes()), "receipts name files by escapes", inputs)


TEXT_LINE = re.compile(r"^\d{4}-\d\d-\d\dT\S+ (trace|debug|info|notice|warning|error|critical) snapveil")


def log_fault(log, form):
    """What is wrong with a log; "" for nothing."""
    for line in log.splitlines():
        if form == "json":
            json.loads(line)
        elif not TEXT_LINE.match(line.decode()):
            return f"a line of somebody else: {line[:300]!r}"
        if found := unseen(line, lines=False):
            return found
    return ""


class Server:
    """A server with this format of its log, until its end."""

    def __init__(self, bench, form, *options):
        self.file = bench.place / f"log-{form}"
        self.log = self.file.open("wb")
        command = [bench.program, "serve", "--port", "0", "--print-url", "--log-level", "debug", "--log-format", form, *options]
        self.process = subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=self.log)
        self.address = urllib.parse.urlsplit(self.process.stdout.readline().decode().strip()).netloc

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(30)
        self.process.stdout.close()
        self.log.close()

    def waits_for(self, words):
        end = time.monotonic() + 20
        while words not in self.file.read_bytes() and time.monotonic() < end:
            time.sleep(0.05)
        return words in self.file.read_bytes()

    def ask(self, method, target, body=b"", fields=()):
        """The reply to a request whose head goes out as it is."""
        connection = http.client.HTTPConnection(self.address, timeout=20)
        try:
            connection.putrequest(method, "/", skip_accept_encoding=True)
            connection._buffer[0] = method.encode() + b" " + target + b" HTTP/1.1"
            for name, content in fields:
                connection._buffer.append(name + b": " + content)
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            reply = connection.getresponse()
            return reply.status, reply.getheaders(), reply.read()
        except (ConnectionError, http.client.HTTPException) as error:
            return 0, [], repr(error).encode()
        finally:
            connection.close()


def check_logs(claim, bench):
    for form in ("text", "json"):
        policies = bench.place / f"policies-{form}"
        policies.mkdir()
        (policies / "good.json").write_bytes(bench.policy)
        with Server(bench, form, "--policies", policies) as server:
            (policies / f"{NAME}.json").write_bytes(bench.policy)
            server.process.send_signal(signal.SIGHUP)
            claim(server.waits_for(b"are unchanged"), f"{form}: a policy of such a name is refused")
        wrong = log_fault(server.file.read_bytes(), form)
        claim(not wrong and b"owned" in server.file.read_bytes(), f"{form}: the log has one line for each event", wrong)


def reply_fault(reply):
    """What is wrong with a reply; "" for nothing."""
    status, fields, body = reply
    if bad := [field for field in fields if not all(part.isascii() and part.isprintable() for part in field)]:
        return str(bad)
    names = {name.lower(): content for name, content in fields}
    if any(name.startswith("x-owned") for name in names):
        return f"a forged field: {fields}"
    if status and body and names.get("x-content-type-options") != "nosniff":
        return f"a browser may guess the type: {fields}"
    if "json" in names.get("content-type", ""):
        json.loads(body)
    elif status >= 400:
        return f"a refusal is {names.get('content-type')}"
    return ""


def check_replies(claim, bench):
    for form in ("text", "json"):
        count, wrong = 0, []
        with Server(bench, form) as server:
            for words, *request in parted(bench):
                count += 1
                if found := reply_fault(server.ask(*request)):
                    wrong.append(f"{words}: {found}")
        claim(count > 100 and not wrong, f"{form}: {count} replies have fields of ours, and bodies of their type", wrong[:3])
        found = log_fault(server.file.read_bytes(), form)
        claim(not found and server.file.read_bytes().count(b"\n") >= count, f"{form}: the log has one line for each event", found)


GROUPS = {"commands": check_commands, "reports": check_reports, "logs": check_logs, "replies": check_replies}


if __name__ == "__main__":
    sys.exit(run_groups(GROUPS, "snapveil-names-", Bench))
