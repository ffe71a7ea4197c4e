"""The official package for Python, as server and as client: whatever a server shows, a client sees covered, or is told why it does not."""

import contextlib
import importlib.util
import logging
import pathlib
import subprocess
import sys
import threading
import urllib.parse

from agent import guarded
from mcp_messages import TOOL
from support import MCP, Guard
from traces import Traces, pictures_of, shows_noise
from ways import learn

SERVER = pathlib.Path(__file__).with_name("mcp_package_server.py")


def check(claim, program, way="stdio"):
    if not importlib.util.find_spec("mcp"):
        print("not checked: the official package, because there is no mcp beside this Python")
        return
    import anyio

    traces = Traces()
    learn(traces)
    for mode in MODES[way]:
        for style, check_style in STYLES.items():
            with served(program, style, way) as server:
                anyio.run(check_style, claim, server, traces, f"{style}, {way}", mode)


@contextlib.contextmanager
def served(program, style, way):
    """A server behind a guard, as the client takes it."""
    import mcp
    from mcp.client.sse import sse_client

    arguments = [str(SERVER), style, way]
    if way == "stdio":
        command, *arguments = [*guarded(program, "blackout", "--log-level", "error"), sys.executable, *arguments]
        yield mcp.StdioServerParameters(command=command, args=arguments, env={"PYTHONWARNINGS": "ignore"})
        return
    process = subprocess.Popen([sys.executable, "-W", "ignore", *arguments], stdout=subprocess.PIPE, text=True)
    try:
        url = process.stdout.readline().strip()
        with Guard(program, url, "blackout", "--log-level", "error", kind=MCP) as guard:
            url = guard.url + urllib.parse.urlsplit(url).path
            yield sse_client(url) if way == "sse" else url
    finally:
        process.terminate()
        process.communicate()


class Complaints(logging.Handler):
    """What the client of a thread finds wrong with what it reads."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.texts, self._thread = [], threading.get_ident()
        logging.getLogger("mcp").addHandler(self)

    def emit(self, record):
        if record.thread == self._thread:
            self.texts.append(record.getMessage()[:200])

    def end(self):
        logging.getLogger("mcp").removeHandler(self)
        return self.texts


class Client:
    """A client of the package, with all that it has seen."""

    def __init__(self, claim, server, traces, name, mode):
        self.claim, self.traces, self.name, self.seen, self.complaints = claim, traces, f"{name}, {mode}", [], []
        self.sampled, self.logged = [], []
        self.server, self.mode = server, mode

    async def __aenter__(self):
        import mcp

        self.warnings = Complaints()
        self.client = mcp.Client(
            self.server, mode=self.mode, read_timeout_seconds=15,
            sampling_callback=self.sample, logging_callback=self.log, message_handler=self.note, log_level="debug",
        )
        await self.client.__aenter__()
        is_as_asked = (self.client.protocol_version == "2026-07-28") == (self.mode == "auto")
        self.claim(is_as_asked, f"{self.name}: client and server agree on a revision", self.client.protocol_version)
        self.see(self.client.server_info, self.client.instructions, self.client.server_capabilities)
        return self

    async def __aexit__(self, *error):
        await self.client.__aexit__(*error)
        trace = self.traces.of(*self.seen)
        self.claim(not trace, f"{self.name}: nothing of all that it sees shows a picture", trace)
        complaints = self.complaints + self.warnings.end()
        self.claim(not complaints, f"{self.name}: the client has nothing to complain of", complaints)

    def see(self, *values):
        for value in values:
            self.seen.append(value.model_dump_json(by_alias=True).encode() if hasattr(value, "model_dump_json") else str(value).encode())
        return values[0]

    async def sample(self, _, params):
        import mcp

        self.sampled.append(self.see(params))
        return mcp.CreateMessageResult(role="assistant", content=mcp.types.TextContent(type="text", text="fine"), model="m")

    async def log(self, params):
        self.logged.append(self.see(params))

    async def note(self, message):
        if isinstance(message, Exception):
            self.complaints.append(f"{message}"[:200])
        else:
            self.see(message)

    async def progress(self, progress, total, message):
        self.logged.append(self.see(f"{progress} of {total}: {message}"))

    async def shows(self, name, asked, count):
        """Claims that what is asked for comes with so many covered pictures."""
        try:
            value = self.see(await asked)
        except Exception as error:
            self.claim(False, f"{self.name}: {name} comes", f"{type(error).__name__} {error}"[:300])
            return None
        pictures = pictures_of(self.seen[-1])
        sizes = [picture.size for picture in pictures]
        holds = len([size for size in sizes if size == (96, 80)]) >= count and not any(map(shows_noise, pictures))
        self.claim(holds, f"{self.name}: {name} comes with {count} pictures that are covered", f"{sizes} {self.seen[-1][:200]}")
        return value

    async def refuses(self, name, asked, kind):
        """Claims that the agent is told why it does not get what is asked for."""
        import mcp

        try:
            value = self.see(await asked)
            found = " ".join(block.text for block in value.content) if getattr(value, "is_error", False) else f"{value}"[:200]
            found_kind = TOOL
        except mcp.MCPError as error:
            found, found_kind = str(error), "an error"
        holds = found.startswith("snapveil: ") and kind == found_kind
        self.claim(holds, f"{self.name}: {name} is refused, and the reason is said", f"{found_kind}: {found}")


async def check_high(claim, server, traces, name, mode):
    # A server that answers with messages has no other ones for its client.
    tells = "json" not in name
    async with Client(claim, server, traces, name, mode) as client:
        ask = client.client
        # What it knows of the server's beginning is checked with all that it sees.
        await client.shows("the list of tools", ask.list_tools(), 1)
        await client.shows("the list of resources", ask.list_resources(), 1)
        for name, count in [("picture", 1), ("several", 3), ("structured", 1), ("fail", 1)]:
            await client.shows(f"the result of {name}", ask.call_tool(name), count)
        value = await client.shows("a sound", ask.call_tool("hear"), 0)
        claim(value and len(value.content[0].data) > 1000, f"{client.name}: a sound is all there")
        await client.refuses("a document in structured content", ask.call_tool("structured_document"), TOOL)
        await client.shows("the prompt", ask.get_prompt("describe"), 2)
        await client.refuses("a document in a prompt", ask.get_prompt("describe_document"), "an error")
        await client.shows("a resource", ask.read_resource("file:///shot.png"), 1)
        await client.shows("a page", ask.read_resource("file:///page.html"), 1)
        await client.refuses("a document", ask.read_resource("file:///document.pdf"), "an error")
        before = len(client.logged)
        await client.shows("a result behind logs", ask.call_tool("report", progress_callback=client.progress), 0)
        words = [f"{each}" for each in client.logged[before:]]
        claim(any("a word" in each for each in words) == tells, f"{client.name}: logs come, too", words)
        holds = any("1.0 of 2.0" in each for each in words) == tells and not any("2.0 of 2.0" in each for each in words)
        claim(holds, f"{client.name}: progress comes, unless it shows a document", [each[:60] for each in words])
        if mode == "legacy":
            value = await client.shows("a result behind sampling", ask.call_tool("sample"), 0)
            holds = value and "answered: fine" in value.content[0].text and len(client.sampled) == 1
            claim(holds, f"{client.name}: a request of sampling comes and goes", value)
            value = await client.shows("a result behind sampling of a document", ask.call_tool("sample_document"), 0)
            holds = value and "refused: snapveil: " in value.content[0].text and len(client.sampled) == 1
            claim(holds, f"{client.name}: a request with a document does not come, and the server is told why", value)


async def check_low(claim, server, traces, name, mode):
    async with Client(claim, server, traces, name, mode) as client:
        ask = client.client
        await client.shows("the list of tools", ask.list_tools(), 1)
        for name, count in [("blob", 1), ("structured", 1), ("link", 1), ("sound", 0), ("meta", 1), ("error", 2)]:
            await client.shows(f"the result of {name}", ask.call_tool(name), count)
        for name in ("document", "recording"):
            await client.refuses(f"the result of {name}", ask.call_tool(name), TOOL)
        await client.shows("a resource", ask.read_resource("file:///x.png"), 2)
        await client.refuses("a document", ask.read_resource("file:///document"), "an error")
        await client.shows("a prompt", ask.get_prompt("x"), 2)
        if mode != "legacy":
            value = await client.shows("a result that asked for sampling", ask.call_tool("ask"), 0)
            holds = value and value.content[0].text == "state kept" and len(client.sampled) == 1
            claim(holds, f"{client.name}: a request in a result comes, and its state stays", value)
            await client.refuses("a request with a document in a result", ask.call_tool("ask", {"document": True}), "an error")


STYLES = {"high": check_high, "low": check_low}
#: The revisions that a client begins with, for each way of a server to answer.
MODES = {"stdio": ("legacy", "auto"), "http": ("legacy", "auto"), "json": ("auto",), "sse": ("legacy",)}
