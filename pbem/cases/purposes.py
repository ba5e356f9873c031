"""What a die is rolled for, in the words of those who write cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from pbem.cases.model import term
from pbem.engine.dice import same_purpose

UNIT = re.compile(r"[a-z]\d{1,2}")  # as those who write cases call theirs: T1


@dataclass
class Purposes:
    """`others`: further words of the game; `known`: the words of its purposes. `roles`: who is attacker and who defender.

    `places`: the spaces of the map. `readings`: a purpose as it is written, in the words in which the game rolls for it.
    """

    others: dict[str, str] = field(default_factory=dict)
    known: tuple[str, ...] = ()
    roles: dict[str, str] = field(default_factory=dict)
    places: frozenset[str] = frozenset()
    readings: Callable[[str], list[str]] = field(default=lambda text: [])

    def begins(self, wanted: str, purpose: str) -> bool:
        """As it is written, or as the game reads it."""
        return any(same_purpose(one, purpose) for one in (wanted, *self.readings(wanted)))

    def fits(self, wanted: str, purpose: str) -> bool:
        return self.begins(wanted, purpose) or self.loosely(wanted, purpose)

    def loosely(self, wanted: str, purpose: str) -> bool:
        """All words that mean something stand in the purpose, in whatever order; what is not understood does no harm."""
        if self.readings(wanted):
            return False
        said, meant = self._words(wanted), self._words(purpose)
        wide = meant | {self.roles[word] for word in meant if word in self.roles}
        need = {word for word in said if self._means(word)}
        names, theirs = said - need, {word for word in meant if not self._means(word)}
        return bool(need or names & theirs) and need <= wide and (not theirs or names <= theirs)

    def _words(self, text: str) -> set[str]:
        found = [word.removesuffix("'s") for word in re.findall(r"[\w/.'-]+", text.casefold())]
        plain = set(filter(None, (self.others.get(word, word) for word in found)))
        return plain or {self.others.get(f"{word} alone", word) for word in found}

    def _means(self, word: str) -> bool:
        return not self.known or word in self.known or bool(UNIT.fullmatch(word)) or all(part in self.places for part in word.split("/"))


def purposes(
    position: Any, sides: tuple[str, ...], active: str, places: Iterable[str], readings: Callable[[str], list[str]] = lambda text: []
) -> Purposes:
    """Those of a game; `active` is the side whose step a case begins with, if it has one."""
    roles: dict[str, str] = {}
    if active and len(sides) == 2:
        passive = next(side for side in sides if side != active)
        roles = {active: "attacker", passive: "defender", "attacker": active, "defender": passive}
    spaces = frozenset(place.casefold() for place in places)
    return Purposes(term(position, "PURPOSES", {}), term(position, "PURPOSE_WORDS", ()), roles, spaces, readings)
