"""What can go wrong between a test and a picture that is safe to keep."""

from typing import Any, Mapping, Optional

__all__ = ["CaptureError", "Overloaded", "Problem", "SnapveilError", "Unreachable"]


class SnapveilError(Exception):
    """Every error of this package that is not a mistake in how it was called. There is no safe picture."""


class Unreachable(SnapveilError):
    """No server answered in time, or what answered is no Snapveil."""


class CaptureError(SnapveilError):
    """No picture was taken of which it is known where everything is: the page moved, or a locator found nothing."""


class Problem(SnapveilError):
    """The server refused. The members are those of its problem document (RFC 9457)."""

    def __init__(self, status: int, document: Mapping[str, Any], retry_after: Optional[float] = None):
        #: The kind of the problem, which never changes: `urn:snapveil:problem:policy-unknown`.
        self.type = str(document["type"])
        #: The kind in a few words.
        self.title = str(document["title"])
        #: The status of the reply.
        self.status = status
        #: What is wrong this time, and what to do.
        self.detail = str(document["detail"])
        #: Where the server explains the kind.
        self.help = str(document.get("help", ""))
        #: The place in the policy, as a JSON Pointer.
        self.pointer: Optional[str] = document.get("pointer")
        #: The query parameter, form part or member of the body.
        self.parameter: Optional[str] = document.get("parameter")
        #: The seconds after which the server would be asked again; None if it did not say.
        self.retry_after = retry_after
        place = self.pointer or self.parameter
        super().__init__(f"{self.title}: {self.detail}" + (f" ({place})" if place else ""))

    @property
    def code(self) -> str:
        """The last word of the type, as the documentation lists it: `policy-unknown`."""
        return self.type.rpartition(":")[2]


class Overloaded(Problem):
    """The server was too busy, or was ending, for as long as the client may take (503)."""
