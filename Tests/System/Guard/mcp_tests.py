"""Whatever an MCP server shows, and however it goes about it, `snapveil guard mcp` lets an agent see what is safe, and no more."""

import mcp_end_tests
import mcp_message_tests
import mcp_package_tests
import mcp_stream_tests
import mcp_text_tests


def check(claim, program):
    claim.group("messages", mcp_message_tests.check, program)
    claim.group("texts", mcp_text_tests.check, program)
    claim.group("streams", mcp_stream_tests.check, program)
    claim.group("ends", mcp_end_tests.check, program)
    claim.group("the official package", mcp_package_tests.check, program)
