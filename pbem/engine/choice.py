"""A question to one side, and the shapes its options take. Options are described, not listed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from pbem.engine.state import digest


class Why(msgspec.Struct, frozen=True):
    """A reason as data: the words are made in the catalogues."""

    key: str
    facts: dict[str, Any] = {}


class OneOf(msgspec.Struct, tag=True):
    """One option of a list: yes or no, a unit, a hex."""

    of: list[Any]

    def why_not(self, value: Any) -> Why | None:
        found = any(type(value) is type(option) and value == option for option in self.of)  # 1 is not True
        return None if found else Why("not-among", {"value": value, "options": self.of})

    def only(self) -> list[Any]:
        return self.of if len(self.of) == 1 else []

    def some(self) -> Iterator[Any]:
        yield from self.of


class Some(msgspec.Struct, tag=True):
    """A subset whose weights stay within a limit: an advance within stacking, cards within pay."""

    of: dict[str, int]
    limit: int
    least: int = 0

    def why_not(self, value: Any) -> Why | None:
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value) or len(set(value)) != len(value):
            return Why("not-a-list", {"value": value})
        if unknown := [name for name in value if name not in self.of]:
            return Why("not-among", {"value": unknown[0], "options": sorted(self.of)})
        weight = sum(self.of[name] for name in value)
        if weight > self.limit:
            return Why("too-much", {"weight": weight, "limit": self.limit})
        return Why("too-few", {"least": self.least}) if len(value) < self.least else None

    def only(self) -> list[Any]:
        found = list(islice(self._legal(), 2))
        return found if len(found) == 1 else []

    def some(self) -> Iterator[Any]:
        """From none at all to as much as fits, the heaviest first."""
        chosen: list[str] = []
        if not self.least:
            yield []
        for name in sorted(self.of, key=lambda name: (-self.of[name], name)):
            if sum(self.of[n] for n in [*chosen, name]) <= self.limit:
                chosen.append(name)
                if len(chosen) >= self.least:
                    yield list(chosen)
        if len(chosen) < self.least:  # the heavy ones left no room for enough
            yield from self._legal()

    def _legal(self) -> Iterator[list[str]]:
        """Every legal subset, lightest first; a branch that cannot reach `least` is cut."""
        names = sorted(self.of, key=lambda name: (self.of[name], name))

        def grow(chosen: list[str], at: int, weight: int) -> Iterator[list[str]]:
            if len(chosen) >= self.least:
                yield chosen
            for i in range(at, len(names)):
                missing = max(1, self.least - len(chosen))
                if weight + sum(self.of[name] for name in names[i : i + missing]) > self.limit or i + missing > len(names):
                    return  # those after it weigh no less
                yield from grow([*chosen, names[i]], i + 1, weight + self.of[names[i]])

        yield from grow([], 0, 0)


class Allot(msgspec.Struct, tag=True):
    """An amount spread over names with caps; those of `first` fill up before any other."""

    amount: int
    caps: dict[str, int]
    first: list[str] = []

    @property
    def due(self) -> int:
        return min(self.amount, sum(self.caps.values()))

    def why_not(self, value: Any) -> Why | None:
        if not isinstance(value, dict):
            return Why("not-shares", {"value": value})
        for name, share in value.items():
            if name not in self.caps:
                return Why("not-among", {"value": name, "options": sorted(self.caps)})
            if not whole(share) or not 0 < share <= self.caps[name]:
                return Why("share", {"name": name, "cap": self.caps[name]})
        if sum(value.values()) != self.due:
            return Why("sum", {"due": self.due, "sum": sum(value.values())})
        return self._why_not_first(value)

    def _why_not_first(self, value: dict[str, int]) -> Why | None:
        first = [name for name in dict.fromkeys(self.first) if name in self.caps]
        owed = min(self.due, sum(self.caps[name] for name in first))
        paid = sum(value.get(name, 0) for name in first)
        return Why("first", {"names": first}) if paid < owed else None

    def in_order(self, names: list[str]) -> dict[str, int]:
        """Shares filled up in the order given, those of `first` before all."""
        left, shares = self.due, {}
        for name in [n for n in names if n in self.first] + [n for n in names if n not in self.first]:
            if take := min(left, self.caps[name]):
                shares[name] = take
                left -= take
        return shares

    def only(self) -> list[Any]:
        """Forced if nobody within `first`, and nobody outside it, has a choice."""
        early = {name: cap for name, cap in self.caps.items() if cap and name in self.first}
        late = {name: cap for name, cap in self.caps.items() if cap and name not in self.first}
        owed = min(self.due, sum(early.values()))
        if self._free(early, owed) or self._free(late, self.due - owed):
            return []
        return [self.in_order(sorted(self.caps))]

    @staticmethod
    def _free(caps: dict[str, int], due: int) -> bool:
        return len(caps) > 1 and 0 < due < sum(caps.values())

    def some(self) -> Iterator[Any]:
        names = sorted(self.caps)
        seen: list[dict[str, int]] = []
        for turn in range(max(1, len(names))):
            shares = self.in_order(names[turn:] + names[:turn])
            if shares not in seen:
                seen.append(shares)
                yield shares


class Way(msgspec.Struct, tag=True):
    """A path of fixed length through a graph; the start is not part of the answer."""

    start: str
    length: int
    nexts: dict[str, list[str]]

    def why_not(self, value: Any) -> Why | None:
        if not isinstance(value, list) or len(value) != self.length:
            return Why("length", {"length": self.length})
        here = self.start
        for there in value:
            if there not in self.nexts.get(here, []):
                return Why("no-way", {"here": here, "there": there, "options": self.nexts.get(here, [])})
            here = there
        return None

    def only(self) -> list[Any]:
        found = list(islice(self.some(), 2))
        return found if len(found) == 1 else []

    def some(self) -> Iterator[Any]:
        yield from self._from(self.start, self.length)

    def _from(self, here: str, left: int) -> Iterator[list[str]]:
        if left == 0:
            yield []
            return
        for there in self.nexts.get(here, []):
            for rest in self._from(there, left - 1):
                yield [there, *rest]


class Share(msgspec.Struct, tag=True):
    """One pool over several places: whole guns to a place each, points in parts. One pool, one choice."""

    guns: dict[str, list[str]]
    points: int
    places: list[str]

    def why_not(self, value: Any) -> Why | None:
        if not isinstance(value, dict) or set(value) - {"guns", "points"} or not all(isinstance(part, dict) for part in value.values()):
            return Why("not-a-plan", {"value": value})
        for gun, place in value.get("guns", {}).items():
            if place not in self.guns.get(gun, []):
                return Why("out-of-reach", {"gun": gun, "place": place, "options": self.guns.get(gun, [])})
        return self._why_not_points(value.get("points", {}))

    def _why_not_points(self, spent: dict[str, Any]) -> Why | None:
        for place, points in spent.items():
            if place not in self.places:
                return Why("no-points-there", {"place": place, "options": self.places})
            if not whole(points) or points < 1:
                return Why("share", {"name": place, "cap": self.points})
        return Why("too-much", {"weight": sum(spent.values()), "limit": self.points}) if sum(spent.values()) > self.points else None

    def only(self) -> list[Any]:
        return [{}] if not any(self.guns.values()) and not (self.points and self.places) else []

    def some(self) -> Iterator[Any]:
        yield {}
        guns = {gun: places[0] for gun, places in sorted(self.guns.items()) if places}
        if guns:
            yield {"guns": guns}
        if self.points and self.places:
            full: dict[str, Any] = {"points": {self.places[0]: self.points}}
            yield {"guns": guns, **full} if guns else full


def whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


Options = OneOf | Some | Allot | Way | Share


class Choice(msgspec.Struct):
    side: str
    kind: str
    subject: str
    options: Options
    rule: str = ""
    facts: dict[str, Any] = {}  # of the case: what a doctrine line may test
    about: dict[str, dict[str, Any]] = {}  # of each option: what a policy may rank by
    case: Any = {}  # for the reader of the mail alone, nothing tests it; data, or a function that makes it if the question is sent
    secret: bool = False  # its mere existence would tell: it never answers itself
    nth: int = 1

    @property
    def key(self) -> str:
        return f"{self.side}/{self.kind}/{self.subject}#{self.nth}"

    @property
    def asked(self) -> str:
        """Digest of key and options; facts are left out, or a new fact would block every open stage."""
        return digest([self.key, self.options])


def yes_no(side: str, kind: str, subject: str, rule: str, **facts: Any) -> Choice:
    return Choice(side, kind, subject, OneOf([True, False]), rule, facts)
