"""Whatever an MCP server that speaks HTTP shows, and however it goes about it, `snapveil guard mcp` lets an agent see what is safe."""

import fault_tests
import hostile_tests
import mcp_http_event_tests
import mcp_http_request_tests
import mcp_http_stream_tests
import mcp_message_tests
import mcp_package_tests
import mcp_stream_tests
import mcp_text_tests
from http_agent import HTTPAgent, ReplyAgent
from support import MCP


def check(claim, program):
    for check in (mcp_stream_tests.check_bytes, mcp_stream_tests.check_agent_that_waits, mcp_stream_tests.check_time):
        claim.group(check.__name__.removeprefix("check_"), check, program, HTTPAgent)
    checks = mcp_http_stream_tests.CHECKS | {"events": mcp_http_event_tests.check, "requests": mcp_http_request_tests.check}
    for name, transport in [("events", HTTPAgent), ("replies", ReplyAgent)]:
        checks[f"messages as {name}"] = _with(mcp_message_tests, transport)
        checks[f"texts in {name}"] = _with(mcp_text_tests, transport)
    for way in ("http", "json", "sse"):
        checks[f"the official package, {way}"] = _with(mcp_package_tests, way)
    claim.at_once(checks | {"ways": _with(hostile_tests, MCP), "faults": _with(fault_tests, MCP)}, program)


def _with(tests, argument):
    return lambda claim, program: tests.check(claim, program, argument)
