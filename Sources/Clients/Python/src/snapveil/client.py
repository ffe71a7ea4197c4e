"""Asks a server to make pictures safe, and what they show."""

import asyncio
import contextlib
import dataclasses
import functools
import json
import pathlib
import urllib.parse
from typing import Any, Dict, List, Literal, Mapping, Optional, Union, cast

from snapveil.connections import Body, Connections, Reply
from snapveil.errors import Overloaded, Problem, Unreachable
from snapveil.forms import Form, Hierarchy, Picture, text
from snapveil.schema import Check, Policy, Receipt

__all__ = ["AsyncClient", "Client", "Hierarchy", "Picture", "Result"]

#: The parts of a reply that are looked at: it has few, and millions of small ones would take ten times the memory of their bytes.
_MOST_PARTS = 16

#: What comes of reading a reply that is no text, or no JSON, or too deep.
_MALFORMED = (ValueError, RecursionError)


@dataclasses.dataclass(frozen=True)
class Result:
    """A picture that is safe to keep, and what was done to it."""

    #: The file: a PNG, or a JPEG.
    image: bytes
    #: What was covered, and what the cover is worth.
    receipt: Receipt
    #: The page source without what covered elements say, if one was sent.
    hierarchy: Optional[str] = None
    #: A file of age with what was covered, encrypted to the recipients of `seal`; None if nothing was sealed.
    sealed: Optional[bytes] = None

    def save(self, path: "Union[str, pathlib.Path]") -> None:
        """Writes the picture, and what was sealed beside it as `NAME.age`; makes the folders for them."""
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        # The sealed file comes first, so that no picture is there without it.
        if self.sealed is not None:
            path.with_name(path.name + ".age").write_bytes(self.sealed)
        path.write_bytes(self.image)


class Client:
    """A server at a URL, `http://127.0.0.1:8080` or `unix:/run/snapveil/api`. May be used by several threads.

        with snapveil.Client("http://127.0.0.1:8080") as client:
            client.sanitize(png, policy="blackout").save("safe.png")

    `key` is sent with every request. `timeout`, in seconds, is for a whole call, with the waits that a busy server asks for.
    """

    def __init__(self, url: str, key: Optional[str] = None, *, timeout: float = 60.0):
        if key and not (key.isascii() and key.isprintable()):
            # What http.client says of such a header has the key in it, and would be in reports.
            raise ValueError("the key has a character that no header carries, such as the end of a line")
        self.url = url
        self._connections = Connections(url)
        self._timeout = timeout
        self._key = {"Authorization": f"Bearer {key}"} if key else {}
        self._policies: Dict[str, Policy] = {}

    def sanitize(
        self,
        image: Picture,
        *,
        policy: Union[str, Policy, None] = None,
        hierarchy: Optional[Hierarchy] = None,
        assets: Optional[Mapping[str, Picture]] = None,
        **parameters: Any,
    ) -> Result:
        """The picture, a PNG or JPEG, sanitised.

        `policy` is one, or the name of one of the server's. `parameters` are those of the API, in words of Python: `style`,
        `color`, `scale`, `minimum_assurance`, `format` …, and `region` as a list of `(x, y, width, height)`. `seal` is the name of
        a group of the server's recipients, who can open `sealed` of the result. `assets` are pictures that styles name.

        Raises `Problem` if the server refuses, `Overloaded` if it stays too busy, `Unreachable` if none answers, `OSError` if
        a file cannot be read, and `ValueError` if that comes out while it is sent.
        """
        parts = {**(assets or {}), "image": image}
        reply = self._post("/v1/sanitize", parts, policy, hierarchy, parameters, "multipart/mixed")
        with contextlib.suppress(*_MALFORMED):
            if result := _result(reply):
                return result
        return self._refuse(reply)

    def check(
        self,
        image: Picture,
        *,
        policy: Union[str, Policy, None] = None,
        hierarchy: Optional[Hierarchy] = None,
        units: Optional[Literal["pixels", "points", "ratio"]] = None,
        scale: Optional[float] = None,
    ) -> Check:
        """What the picture shows that is sensitive: where it is and of what kind, never what it says.

        What counts is what the rules of `policy` would cover, which is a policy, or the name of one of the server's. Without one
        it is all sensitive text, faces and codes, and the sensitive elements of a hierarchy. That there are no findings says
        that nothing was found, and not that nothing is there. `scale` is how many pixels a point has.

        Raises what `sanitize` raises.
        """
        parameters = {"units": units, "scale": scale}
        reply = self._post("/v1/check", {"image": image}, policy, hierarchy, parameters, "application/json")
        check = self._read(reply)
        # What another server says must not pass for a picture that shows nothing.
        if not isinstance(check, dict) or not isinstance(check.get("findings"), list):
            self._refuse(reply)
        return cast(Check, check)

    def policy(self, name: str) -> Policy:
        """The server's policy of this name, asked for once."""
        if name not in self._policies:
            self._policies[name] = self._document("/v1/policies/" + urllib.parse.quote(name, safe=""))
        return self._policies[name]

    def policies(self) -> List[Dict[str, str]]:
        """The name, the summary and the assurance of each policy of the server."""
        document = self._document("/v1/policies")
        if not isinstance(document, dict) or not isinstance(document.get("policies"), list):
            raise Unreachable(f"the server at {self.url} is not Snapveil: it has no policies")
        return document["policies"]

    def close(self) -> None:
        """Closes the connections that are kept; a later call opens new ones."""
        self._connections.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _document(self, target: str) -> Any:
        return self._read(self._exchange("GET", target, None, {"Accept": "application/json"}))

    def _read(self, reply: Reply) -> Any:
        """What a reply in JSON says."""
        if reply.status == 200 and reply.content_type.partition(";")[0] == "application/json":
            with contextlib.suppress(*_MALFORMED):
                return json.loads(reply.body)
        self._refuse(reply)

    def _post(
        self,
        path: str,
        parts: Mapping[str, Picture],
        policy: Union[str, Policy, None],
        hierarchy: Optional[Hierarchy],
        parameters: Mapping[str, Any],
        accept: str,
    ) -> Reply:
        """The reply to a form, with what is not a picture beside those that are."""
        texts = {name: text(value) for name, value in (("policy", policy), ("hierarchy", hierarchy)) if value is not None}
        form = Form({**parts, **texts})
        query = urllib.parse.urlencode(list(_query(parameters)))
        headers = {"Content-Type": form.type, "Content-Length": str(form.length), "Accept": accept}
        return self._exchange("POST", path + ("?" + query if query else ""), form, headers)

    def _exchange(self, method: str, target: str, body: Body, headers: Mapping[str, str]) -> Reply:
        reply = self._connections.exchange(method, target, body, {**headers, **self._key}, self._timeout)
        if reply.content_type.partition(";")[0] != "application/problem+json":
            return reply
        try:
            problem = (Overloaded if reply.status == 503 else Problem)(reply.status, json.loads(reply.body), reply.retry_after)
        except (KeyError, TypeError, *_MALFORMED):
            self._refuse(reply)
        raise problem

    def _refuse(self, reply: Reply) -> Any:
        raise Unreachable(f"the server at {self.url} is not Snapveil: status {reply.status}, {reply.content_type or 'no type'}")


class AsyncClient:
    """`Client` for asyncio: the same calls, to be awaited.

    They run in threads of the event loop, as the work is the server's: a second way through HTTP would only be more to trust.
    """

    def __init__(self, url: str, key: Optional[str] = None, *, timeout: float = 60.0):
        self.sync = Client(url, key, timeout=timeout)

    async def sanitize(self, image: Picture, **options: Any) -> Result:
        """See `Client.sanitize`."""
        return await in_thread(self.sync.sanitize, image, **options)

    async def check(self, image: Picture, **options: Any) -> Check:
        """See `Client.check`."""
        return await in_thread(self.sync.check, image, **options)

    async def policy(self, name: str) -> Policy:
        """See `Client.policy`."""
        return await in_thread(self.sync.policy, name)

    async def policies(self) -> List[Dict[str, str]]:
        """See `Client.policies`."""
        return await in_thread(self.sync.policies)

    async def close(self) -> None:
        """See `Client.close`."""
        self.sync.close()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


async def in_thread(function: Any, *arguments: Any, **options: Any) -> Any:
    """What a function returns that waits, without the event loop waiting."""
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(function, *arguments, **options))


def _query(parameters: Mapping[str, Any]):
    """The parameters as the API spells them: minimum_assurance is minimumAssurance."""
    for name, value in parameters.items():
        first, *others = name.split("_")
        name = first + "".join(map(str.capitalize, others))
        if name == "region":
            for rectangle in value:
                yield name, ",".join(f"{number:.10g}" for number in rectangle)
        elif isinstance(value, bool):
            yield name, str(value).lower()
        elif value is not None:
            yield name, str(value)


def _result(reply: Reply) -> Optional[Result]:
    """What a reply in parts holds; None if it is no such reply."""
    kind, _, boundary = reply.content_type.partition("; boundary=")
    if reply.status != 200 or kind != "multipart/mixed" or not boundary:
        return None
    parts = {}
    for part in reply.body.split(b"--" + boundary.encode(), _MOST_PARTS + 1)[1:-1]:
        head, _, content = part.partition(b"\r\n\r\n")
        name = head.partition(b'name="')[2].partition(b'"')[0].decode()
        parts[name] = content[: -len(b"\r\n")]
    if not parts.get("image") or "receipt" not in parts:
        return None
    source = parts.get("hierarchy")
    hierarchy = None if source is None else source.decode()
    receipt = json.loads(parts["receipt"])
    if not isinstance(receipt, dict):
        return None
    return Result(parts["image"], cast(Receipt, receipt), hierarchy, parts.get("sealed"))
