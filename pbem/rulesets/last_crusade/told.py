"""What a side is told of an event: all of its own, of the enemy's what lies open on the table.

Cards face down go by their place (`?B2`), each place once; `hidden` counts them. Nothing the enemy is told joins one face-down
card to another: where a card came from is not said, so that it cannot be followed from zone to zone.
An event of a kind that is not named here is its side's own.
"""

from __future__ import annotations

from typing import Any

from pbem.rulesets.last_crusade.state import SIDES, State
from pbem.rulesets.last_crusade.view import alias

Facts = dict[str, Any]
Names = dict[str, str]

OPEN = (  # everybody sees it; cards that still lie face down go by their place
    "turn", "game over", "control", "offer", "spotted", "hidden again", "destroyed", "works taken", "captured", "hq captured",
    "aa", "strike", "bombardment", "shot", "mines", "ditch", "obstacle found", "assault", "defence supplied", "defence guns",
    "main attack", "engineers", "withdrawn", "phase 2 skipped", "assault over", "advanced", "returned",
)  # fmt: skip
SEEN = ("general left", "attached", "refit", "dug in", "mounted", "dismounted", "engaged", "occupied", "vacated")  # if the cards lie open
PARTS = {  # what the enemy is told of the rest: these facts of it
    "hands drawn": ("side", "count"),
    "drawn": ("side", "count"),
    "discarded": ("side", "count"),
    "deployed": ("side", "at", "units"),
    "ability": ("side", "at", "card", "effect", "units"),  # shown for the use [SE-15]
    "recon": ("side", "at", "units", "die", "label", "need", "spotted"),
    "moved": ("side", "at", "units"),
}
OF_A_SCOUT = ("drm", "total")  # of a reconnaissance: what was added to the die tells who looked
OF_A_MOVE = ("path", "start", "mp")  # of a move: only of one that lies open
UNCOVERED = ("mines", "ditch", "obstacle found")  # an obstacle that is crossed is hidden no longer [P4.4]
OWN = ("pool", "points", "line", "why")  # what an event says of its side alone


def told(s: State, side: str, kind: str, facts: Facts) -> Facts | None:
    """None if nothing."""
    names = aliases(s, side)
    if kind in UNCOVERED:
        names = {id: name for id, name in names.items() if s.cards[id].kind != "obstacle"}
    if side not in SIDES or s.over or whose(s, facts) == side:
        return masked(facts, names)
    if kind in OPEN:
        return counted(s, without(facts, OWN), names)
    if not facts.get("side"):
        return None
    if kind in SEEN:
        return None if unseen(facts, names) else masked(without(facts, OWN), names)
    if kind not in PARTS:
        return None
    known = counted(s, {name: value for name, value in facts.items() if name in parts(kind, facts, names)}, names)
    return known | ({"card": facts["card"]} if kind == "ability" else {})  # a type: of single cards it is the card's name too


def whose(s: State, facts: Facts) -> str:
    """An event that names no side tells of the active side's orders."""
    return str(facts.get("side") or s.active)


def parts(kind: str, facts: Facts, names: Names) -> tuple[str, ...]:
    """Of what lies open more is known."""
    if kind == "ability":
        return PARTS[kind] if facts.get("on") in names else (*PARTS[kind], "on", "amount")
    return PARTS[kind] if unseen(facts, names) else (*PARTS[kind], *{"recon": OF_A_SCOUT, "moved": OF_A_MOVE}.get(kind, ()))


def without(facts: Facts, names: tuple[str, ...]) -> Facts:
    return {name: value for name, value in facts.items() if name not in names}


def aliases(s: State, side: str) -> Names:
    """Another name for each card the side does not see."""
    found = ((id, alias(s, side, id)) for id, card in s.cards.items() if card.side != side)
    return {id: name for id, name in found if name != id}


def unseen(facts: Facts, names: Names) -> list[str]:
    """The cards an event is about that the side does not see."""
    about = [*facts.get("units", []), facts.get("on", ""), facts.get("target", "")]
    return [name for name in about if name in names]


def counted(s: State, facts: Facts, names: Names) -> Facts:
    """With the number of cards face down among those it is about; who rides on one lies under it."""
    hidden = sum(name in names and not (s.cards[name].rides or s.cards[name].inside or s.cards[name].on) for name in facts.get("units", []))
    return masked(facts, names) | ({"hidden": hidden} if hidden else {})


def masked(facts: Facts, names: Names) -> Facts:
    """Cards under their other names, in a list each name once."""
    return {names.get(key, key): _masked(part, names) for key, part in facts.items()}


def _masked(value: Any, names: Names) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, dict):
        return masked(value, names)
    if not isinstance(value, list):
        return value
    found: list[Any] = []
    for item in value:
        known = _masked(item, names)
        found += [] if known != item and known in found else [known]
    return found
