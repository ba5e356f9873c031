"""State is plain data: msgspec structs, one canonical JSON form, nothing else remembers anything."""

from __future__ import annotations

import hashlib
from typing import Any, Protocol, TypeVar

import msgspec

T = TypeVar("T")

_encode = msgspec.json.Encoder(order="sorted").encode


class State(Protocol):
    """What the engine needs to know of any game's state."""

    scenario: str
    turn: int
    step: str
    over: str


def canonical(value: Any) -> bytes:
    """The one byte form of a value: keys sorted, so that equal values have equal bytes."""
    return _encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    return msgspec.json.decode(data, type=kind)


def plain(value: Any) -> Any:
    """The value as it comes back from storage: what a rule sees never depends on where an answer came from."""
    return msgspec.json.decode(canonical(value))


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()[:12]
