#!/usr/bin/env python3
"""Servers that are made with the official package: pictures, and what is none, in each way that the protocol has.

    mcp_package_server.py high|low stdio|http|json|sse

Prints its URL if it has one: `http` answers with streams, `json` with messages, and `sse` as servers did in 2024.
"""

import io
import socket
import sys
import wave

import anyio
import mcp_types as types
import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.mcpserver import Audio, Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.sse import SseServerTransport
from mcp.server.stdio import stdio_server
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount, Route

from screens import base64_of, encoded, pdf, small

PNG, JPEG, PDF = encoded(small()), encoded(small(), "JPEG", quality=90), pdf(small())
DATA = "data:image/png;base64," + base64_of(PNG)
PAGE = f'<html><body><img src="{DATA}"><p>a page</p></body></html>'
ICON = types.Icon(src=DATA, mime_type="image/png", sizes=["96x80"])


def sound():
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(range(256)) * 20)
    return buffer.getvalue()


def sampled(*content):
    return [types.SamplingMessage(role="user", content=list(content) if len(content) > 1 else content[0])]


def image(content=PNG, kind="image/png"):
    return types.ImageContent(type="image", data=base64_of(content), mime_type=kind)


def text(content):
    return types.TextContent(type="text", text=content)


def blob(content, kind):
    return types.EmbeddedResource(
        type="resource", resource=types.BlobResourceContents(uri="file:///x", mime_type=kind, blob=base64_of(content)),
    )


def page():
    return types.EmbeddedResource(
        type="resource", resource=types.TextResourceContents(uri="ui://x", mime_type="text/html;profile=mcp-app", text=PAGE),
    )


async def told(session, content):
    """What a client says to a request of sampling, in words."""
    try:
        result = await session.create_message(sampled(content), max_tokens=9)
    except Exception as error:
        return f"it was refused: {error}"
    return f"it was answered: {result.content.text}"


HIGH = MCPServer("pictures", icons=[ICON], instructions=f"See ![]({DATA}).", log_level="ERROR")


@HIGH.tool(icons=[ICON])
def picture() -> Image:
    return Image(data=PNG, format="png")


@HIGH.tool()
def several() -> list:
    return ["a text", Image(data=JPEG, format="jpeg"), page(), {"shot": base64_of(PNG)}]


@HIGH.tool()
def structured() -> dict[str, str]:
    return {"data": base64_of(PNG), "mimeType": "image/png", "path": "/tmp/x.png"}


@HIGH.tool()
def structured_document() -> dict[str, str]:
    return {"data": base64_of(PDF), "mimeType": "application/pdf"}


@HIGH.tool()
def hear() -> Audio:
    return Audio(data=sound(), format="wav")


@HIGH.tool()
def fail() -> str:
    raise ToolError(f"failed at ![]({DATA})")


@HIGH.tool()
async def report(ctx: Context) -> str:
    await ctx.log("info", {"shot": base64_of(PNG)})
    await ctx.log("info", {"document": base64_of(PDF)})
    await ctx.log("info", "a word")
    await ctx.report_progress(1, 2, f"see {DATA}")
    await ctx.report_progress(2, 2, base64_of(PDF))
    return "done"


@HIGH.tool()
async def sample(ctx: Context) -> str:
    return await told(ctx.session, image())


@HIGH.tool()
async def sample_document(ctx: Context) -> str:
    return await told(ctx.session, image(PDF, "application/pdf"))


@HIGH.prompt()
def describe() -> list:
    return [{"role": "user", "content": image()}, {"role": "user", "content": page()}]


@HIGH.prompt()
def describe_document() -> list:
    return [{"role": "user", "content": blob(PDF, "application/pdf")}]


@HIGH.resource("file:///shot.png", mime_type="image/png", icons=[ICON])
def shot() -> bytes:
    return PNG


@HIGH.resource("file:///page.html", mime_type="text/html")
def html() -> str:
    return PAGE


@HIGH.resource("file:///document.pdf", mime_type="application/pdf")
def document() -> bytes:
    return PDF


LOW_TOOLS = {
    "blob": lambda: types.CallToolResult(content=[blob(PNG, "image/png"), text("a text")]),
    "document": lambda: types.CallToolResult(content=[text("a text"), blob(PDF, "application/pdf")]),
    "structured": lambda: types.CallToolResult(content=[], structured_content={"screenshot": {"data": base64_of(PNG)}}),
    "link": lambda: types.CallToolResult(content=[types.ResourceLink(type="resource_link", name="x", uri="file:///x.png", icons=[ICON])]),
    "sound": lambda: types.CallToolResult(content=[types.AudioContent(type="audio", data=base64_of(sound()), mime_type="audio/wav")]),
    "recording": lambda: types.CallToolResult(
        content=[types.AudioContent(type="audio", data=base64_of(b"OggS\0\2" + bytes(60)), mime_type="audio/ogg")],
    ),
    "meta": lambda: types.CallToolResult(content=[text("a text")], _meta={"x/shot": [base64_of(PNG)]}),
    "error": lambda: types.CallToolResult(content=[text(f"failed: {DATA}"), image(JPEG, "image/jpeg")], is_error=True),
}


async def list_tools(_, __):
    return types.ListToolsResult(tools=[
        types.Tool(name=name, description=f"![]({DATA})", input_schema={"type": "object"}, icons=[ICON]) for name in [*LOW_TOOLS, "ask"]
    ])


async def call_tool(ctx, params):
    if params.name != "ask":
        return LOW_TOOLS[params.name]()
    # The request within a result, of the revision that has no other.
    if params.input_responses:
        return types.CallToolResult(content=[text(f"state {params.request_state}")])
    content = image(PDF, "application/pdf") if (params.arguments or {}).get("document") else image()
    request = types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=sampled(content), max_tokens=9))
    return types.InputRequiredResult(input_requests={"k": request}, request_state="kept")


async def read_resource(_, params):
    uri = str(params.uri)
    return types.ReadResourceResult(contents=[
        types.BlobResourceContents(uri=uri, mime_type="image/png", blob=base64_of(PDF if "document" in uri else PNG)),
        types.TextResourceContents(uri=uri, mime_type="text/html", text=PAGE),
    ])


async def get_prompt(_, __):
    return types.GetPromptResult(description=DATA, messages=[types.PromptMessage(role="user", content=image())])


LOW = Server(
    "low", version="1", icons=[ICON], on_list_tools=list_tools, on_call_tool=call_tool, on_read_resource=read_resource,
    on_get_prompt=get_prompt,
)


async def serve_low():
    async with stdio_server() as streams:
        await LOW.run(*streams, LOW.create_initialization_options())


def sse_of_low():
    transport = SseServerTransport("/messages/")

    async def open_stream(request):
        # The package has no public way to what it sends by.
        async with transport.connect_sse(request.scope, request.receive, request._send) as streams:
            await LOW.run(*streams, LOW.create_initialization_options())
        return Response()

    return Starlette(routes=[Route("/sse", open_stream), Mount("/messages/", app=transport.handle_post_message)])


def serve(app, path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        print(f"http://127.0.0.1:{listener.getsockname()[1]}{path}", flush=True)
        uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1)).run([listener])


if __name__ == "__main__":
    style, way = sys.argv[1:]
    server = HIGH if style == "high" else LOW
    if way == "sse":
        serve(HIGH.sse_app() if style == "high" else sse_of_low(), "/sse")
    elif way != "stdio":
        serve(server.streamable_http_app(json_response=way == "json"), "/mcp")
    elif style == "high":
        HIGH.run("stdio")
    else:
        anyio.run(serve_low)
