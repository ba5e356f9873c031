"""What the words of a line may mean, before the verb has said which of it can be meant."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Who:
    """A unit, or a formation, as mentioned: every unit of either side it may name."""

    ids: tuple[str, ...]
    text: str
    column: int
    exact: bool = False
    formation: str = ""
    told: str = ""
    near: tuple[str, ...] = ()  # no such unit: the most similar
    count: int = 0  # so many of them, as it seems: `2 Shermans`


@dataclass(frozen=True)
class Where:
    """A place as mentioned: one group of hexes, or several between which the line has to choose."""

    groups: tuple[tuple[str, ...], ...]
    text: str
    column: int
    name: str = ""
    told: str = ""
    off: str = ""  # known, but not in play: the reason's key
    bad: bool = False  # looks like a place, and is none


@dataclass(frozen=True)
class Side:
    """A hexside, or bridges of the same name."""

    sides: tuple[str, ...]
    text: str
    column: int
    names: tuple[str, ...] = ()
    off: str = ""


@dataclass
class Group:
    """All there, the rest of them, those of a kind; spelt out when the verb is known."""

    how: str  # all, rest, kind
    column: int
    who: list[Who] = field(default_factory=list)
    kind: str = ""
    at: Where | None = None
    but: list[Who] = field(default_factory=list)
    reach: bool = False  # guns that reach the target


Mention = Who | Where | Side | Group


def copies(ids: tuple[str, ...] | list[str]) -> str:
    """The name that units with running numbers share, if they are nothing else."""
    bases = {id.rpartition(" ")[0] for id in ids if id.rpartition(" ")[2].isdigit()}
    return bases.pop() if len(ids) > 1 and len(bases) == 1 and all(id.rpartition(" ")[2].isdigit() for id in ids) else ""


def hexside(a: str, b: str) -> str:
    return f"{a}/{b}" if a <= b else f"{b}/{a}"
