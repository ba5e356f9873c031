"""An assault being fought: who takes part, and who is left. It lives for one line of orders only."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.attack import crew, head, may_be_hit
from pbem.rulesets.last_crusade.state import OTHER, Card, State


class Fight(msgspec.Struct):
    """Cards are named one by one: who loses his transport fights on alone, from the same origin and with the same bonus."""

    at: str
    side: str  # who assaults
    origins: dict[str, list[str]]  # zone -> its cards, passengers too
    guns: list[str]  # of the attacker, from a distance
    armor_only: bool = False  # the whole force, at the start (SR-6), and not in clear terrain (SR-3)
    walkover: bool = False  # a headquarters without combat units: only guns from outside fire (P13.9)
    defence_guns: list[str] = []
    main: str = ""  # the origin that is no flank (AS-22)
    supplied: list[str] = []  # defending cards that were paid for (AS-16)
    clearing: list[str] = []  # engineers who give up their fire of phase 1 (AC-4)
    slowed: dict[str, int] = {}  # what a ditch takes off in phase 1 (SG-8)
    back: list[str] = []  # withdrawn (AC-9)
    phase: int = 1

    @property
    def passive(self) -> str:
        return OTHER[self.side]

    @property
    def headquarters(self) -> bool:
        return bool(field.headquarters(self.at))

    def origin(self, name: str) -> str:
        return next((at for at, names in self.origins.items() if name in names), "")

    def flank(self, name: str) -> bool:
        """Of a flank attack [AS-23], whatever has become of the main force [AS-24]; never a gun from a distance [P12.6]."""
        return bool(self.main) and self.origin(name) not in ("", self.main)


def assaulters(s: State, f: Fight) -> list[Card]:
    """Assaulting units still there, a pair as its transport; guns from a distance are none [P12.6]."""
    cards = s.named([name for names in f.origins.values() for name in names if name not in f.back])
    return [card for card in cards if not card.rides]


def defenders(s: State, f: Fight) -> list[Card]:
    """Combat units in the zone, a pair as its transport; an occupant by itself."""
    return [card for card in s.units(f.at, f.passive) if not card.rides]


def targets(s: State, f: Fight) -> list[Card]:
    """What the attacker may fire at: units, fortifications with who is inside, headquarters troops [P12.5, SE-14]."""
    return [card for card in s.there(f.at, f.passive) if may_be_hit(card)]


def guns(s: State, f: Fight, side: str) -> list[Card]:
    return s.named(f.guns if side == f.side else f.defence_guns)


def facts(s: State, f: Fight, **more: Any) -> dict[str, Any]:
    """Of every question of an assault: all who fight in it have been spotted [AS-9, AS-15]."""
    told = {"place": f.at, "terrain": field.terrain(s, f.at), "flank": len(f.origins) > 1}
    return {**told, "attackers": len(assaulters(s, f)), "defenders": len(defenders(s, f)), **more}


def about(s: State, name: str, **more: Any) -> dict[str, Any]:
    """Of a unit that is an option: a pair is both its cards."""
    parts = crew(s, name)
    card = head(s, name)
    fp = max(sum(part.arm for part in parts), sum(part.inf for part in parts))
    return {
        "kinds": kinds(s, name), "cost": sum(part.cost for part in parts), "fp": fp, "attack": fp, "hits": card.hits,
        "left": card.defence - card.hits, "soldier": any(part.soldier for part in parts), "armor": card.cls == "armor", **more,
    }  # fmt: skip


def kinds(s: State, name: str) -> list[str]:
    """What a preference may call it: its class, and what else it is."""
    words = [word for part in crew(s, name) for word in (part.cls, part.kind, *part.flags) if word and word != "unit"]
    return list(dict.fromkeys(words))
