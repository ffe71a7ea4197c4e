"""A request of the record, and the bodies that requests have."""

import base64
import dataclasses
import json

BOUNDARY = "golden-0123456789"


@dataclasses.dataclass
class Case:
    """`server` names one of those of `servers.py`. `raw` are the bytes of a whole request that no client would write."""

    name: str
    target: str = "/v1/sanitize"
    body: bytes | None = None
    method: str = "POST"
    headers: dict = dataclasses.field(default_factory=dict)
    server: str = "plain"
    raw: bytes | None = None
    # Words are drawn with the fonts of the machine, so that their pixels are recorded for that alone.
    words: bool = False
    # What is found by looking may differ by a pixel between machines.
    looked: bool = False
    # Bodies that change with every word of the program's documentation; only status and fields are recorded.
    bare: bool = False


def form(name, parts, query="", **more):
    """A case with a form of `parts`: bytes are files, all else is text or JSON."""
    body = b""
    for part, value in parts.items():
        disposition = f'form-data; name="{part}"'
        if isinstance(value, bytes):
            disposition += f'; filename="{part}"\r\nContent-Type: application/octet-stream'
        else:
            value = (value if isinstance(value, str) else json.dumps(value)).encode()
        body += f"--{BOUNDARY}\r\nContent-Disposition: {disposition}\r\n\r\n".encode() + value + b"\r\n"
    headers = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}", **more.pop("headers", {})}
    return Case(name, path(query, more.pop("to", "/v1/sanitize")), body + f"--{BOUNDARY}--\r\n".encode(), headers=headers, **more)


def document(name, members, query="", **more):
    """A case with a body in JSON; bytes become base64."""
    body = members if isinstance(members, bytes) else json.dumps(members, default=lambda data: base64.b64encode(data).decode()).encode()
    headers = {"Content-Type": "application/json", **more.pop("headers", {})}
    return Case(name, path(query, more.pop("to", "/v1/sanitize")), body, headers=headers, **more)


def sent(name, body, query="", **more):
    """A case whose body is the picture."""
    return Case(name, path(query, more.pop("to", "/v1/sanitize")), body, **more)


def path(query, to):
    return f"{to}?{query}" if query else to


def rule(target, style=None, **members):
    return {"target": target, "style": style or {"fill": {"color": "#102030"}}, **members}


def rules(*all_rules, **members):
    return {"rules": list(all_rules), **members}
