"""Policies, receipts and checks, as `/openapi.json` of the server describes them.

They are plain dictionaries; the types are for editors and type checkers. The server is who checks them.
"""

from typing import Any, Dict, List, Literal, Sequence, TypedDict, Union

__all__ = [
    "Check", "Covered", "Element", "Finding", "Matches", "Policy", "Receipt", "Rect", "Rule", "Sealed", "Snapshot", "Style", "Target",
]

Assurance = Literal["untouched", "obscured", "erased"]
Phase = Literal["active", "inactive", "background"]
Reason = Literal["caption", "checksum", "form", "lexicon", "surroundings", "look", "pattern", "selector", "source"]
#: `screen`, `regions`, or an object with one member: `region`, `ellipse`, `polygon`, `element`, `elements`, `text`, `faces` or `codes`.
Target = Union[Literal["screen", "regions"], Dict[str, Any]]
#: An object with one member: `fill`, `veil`, `image`, `message`, `label`, `blur` or `pixelate`.
Style = Dict[str, Any]


class _Rule(TypedDict):
    target: Target
    style: Style


class Rule(_Rule, total=False):
    """One target, and the style that covers it."""

    padding: float
    atLeast: int
    minimumHeight: float
    unplaceable: Literal["refuse", "skip"]
    outside: Literal["cover", "keep"]


class Texts(TypedDict, total=False):
    """What to take out of the texts of an artefact."""

    kinds: Union[Literal["sensitive"], Sequence[str]]
    minimumScore: float
    replacement: str


class _Policy(TypedDict):
    rules: Sequence[Rule]


# Its first member is no name of Python.
_Schema = TypedDict("_Schema", {"$schema": str}, total=False)


class Policy(_Policy, _Schema, total=False):
    """What to cover in a screenshot, and how."""

    name: str
    summary: str
    units: Literal["pixels", "points", "ratio"]
    scale: float
    minimumAssurance: Literal["obscured", "erased"]
    keep: Sequence[Target]
    phases: Sequence[Phase]
    minimumCoverage: float
    texts: Texts
    seal: Literal["allowed", "never"]


class Snapshot(TypedDict):
    """What was sent, in pixels."""

    width: int
    height: int
    format: Literal["png", "jpeg", "webp", "heic", "ktx"]


class Rect(TypedDict):
    """A rectangle in pixels of the picture."""

    x: int
    y: int
    width: int
    height: int


class _Element(TypedDict):
    type: str


class Element(_Element, total=False):
    """An element of a page source."""

    identifier: str


class _Covered(TypedDict):
    rule: int
    target: str
    rect: Rect
    style: Literal["fill", "blur", "pixelate", "image", "veil", "message", "label"]
    assurance: Assurance


class Covered(_Covered, total=False):
    """A rectangle that was painted."""

    shape: str
    matched: Element
    found: Literal["text", "face", "code"]
    kind: str
    score: float
    reason: Reason
    outside: bool
    warning: str
    message: Literal["omitted"]


class Matches(TypedDict):
    """How many elements a rule found, or things that were seen."""

    rule: int
    count: int


class _Sealed(TypedDict):
    recipients: int


class Sealed(_Sealed, total=False):
    """How many recipients the covered pixels are sealed to, or who forbids it."""

    forbidden: Literal["policy", "operator"]


class _Receipt(TypedDict):
    snapshot: Snapshot
    assurance: Assurance
    covered: List[Covered]


class Receipt(_Receipt, total=False):
    """What was covered, and what the cover is worth."""

    policy: str
    phase: Phase
    verified: Literal["structure"]
    matches: List[Matches]
    detected: bool
    lookedFor: List[Literal["codes", "faces", "text"]]
    models: List[str]
    warnings: List[str]
    sealed: Sealed


class _Finding(TypedDict):
    rule: int
    target: str
    kind: str
    reason: Reason
    rect: Rect


class Finding(_Finding, total=False):
    """Something that a rule would have covered: where it is and what it is, never what it says."""

    score: float
    matched: Element


class _Check(TypedDict):
    snapshot: Snapshot
    findings: List[Finding]


class Check(_Check, total=False):
    """What a picture shows of what the rules of a policy look for."""

    policy: str
    lookedFor: List[Literal["codes", "faces", "text"]]
    models: List[str]
    warnings: List[str]
