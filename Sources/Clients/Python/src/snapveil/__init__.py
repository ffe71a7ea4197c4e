"""Snapveil makes screenshots safe to keep. The wheel carries the program itself."""

from snapveil.client import AsyncClient, Client, Result
from snapveil.errors import CaptureError, Overloaded, Problem, SnapveilError, Unreachable
from snapveil.schema import Check, Policy, Receipt
from snapveil.screenshots import assert_nothing_sensitive, safe_screenshot
from snapveil.server import Server, environment, program

__all__ = [
    "AsyncClient", "CaptureError", "Check", "Client", "Overloaded", "Policy", "Problem", "Receipt", "Result", "Server",
    "SnapveilError", "Unreachable", "assert_nothing_sensitive", "environment", "program", "safe_screenshot",
]
