"""pbem calc last-crusade shot, bombardment and strike: dice, hits, and the chance to destroy [P12, P10, P9]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbem.engine.calc import Calculation, Option
from pbem.errors import PbemError
from pbem.rulesets.last_crusade.attack import Shot, behind, firepower, head, struck
from pbem.rulesets.last_crusade.calc_cards import FORM, add, grounds, nobody, opposed, zone
from pbem.rulesets.last_crusade.calc_volley import chances
from pbem.rulesets.last_crusade.calc_words import percent, plain, rows, spread
from pbem.rulesets.last_crusade.state import AIRFIELD, Card, State

Hits = dict[int, Fraction]
TARGET = Option("target", "text", "one card: Panther, Sherman 2 hits, Pioneers in Pillbox, Arm Inf on US Halftrack", required=True)
TERRAIN = Option("terrain", "choice", "of the target's zone", tuple(grounds()), required=True)
DUG_IN = Option("dug_in", "flag", "the target has dug in")
MOST_DICE = 60


def both(firers: str, target: str, terrain: str, dug_in: bool) -> tuple[State, list[Card], Card]:
    s = nobody()
    theirs, ours = add(s, target, "HQ-US"), add(s, firers, "HQ-US")
    if len(theirs) != 1 or not ours:
        raise PbemError("one target, and somebody who fires", FORM)
    side, other = opposed(ours, theirs)
    foe = theirs[0]
    for card in s.cards.values():
        card.at = zone(terrain, other) if card.side == other else AIRFIELD[side]
    struck(s, foe.id).dug_in = dug_in
    return s, ours, foe


def hit(before: Hits, dice: int, chance: Fraction = Fraction(1)) -> Hits:
    """Hits after a shot that is fired with that chance."""
    found: Hits = {}
    for had, part in before.items():
        for n, one in enumerate(chances(dice)):
            found[had + n] = found.get(had + n, Fraction(0)) + part * one * chance
        found[had] = found.get(had, Fraction(0)) + part * (1 - chance)
    return found


def stands(s: State, foe: Card) -> list[tuple[str, int]]:
    """Each card that takes hits, and the hits from the first shot on that destroy it [P12.4]."""
    first = struck(s, foe.id)
    second = behind(s, first)
    left = first.defence - first.hits
    return [(first.id, left), *([(second.id, left + second.defence - second.hits)] if second is not None else [])]


def answer(s: State, foe: Card, hits: Hits) -> dict[str, Any]:
    found = {name: sum((chance for n, chance in hits.items() if n >= need), Fraction(0)) for name, need in stands(s, foe)}
    mean = sum((n * chance for n, chance in hits.items()), Fraction(0))
    return {
        "hits": {str(n): str(chance) for n, chance in sorted(hits.items())}, "mean": str(mean),
        "destroyed": {s.cards[name].type: str(chance) for name, chance in found.items()},
    }  # fmt: skip


def shot(
    firer: str, target: str, terrain: str, flank: bool = False, doubled: bool = False, unsupplied: bool = False, dug_in: bool = False
) -> dict[str, Any]:
    """One shot with all that an assault may do to it."""
    s, ours, foe = both(firer, target, terrain, dug_in)
    if len(ours) > 1:
        raise PbemError(f"{len(ours)} firers", "one shot has one firer; for guns and aircraft together see bombardment and strike")
    tally = firepower(s, Shot(head(s, ours[0].id).id, foe.id, doubled=doubled, unsupplied=unsupplied, flank=flank))
    return {
        "shots": [{"firer": ours[0].type, "fp": tally.total, "value": plain(tally.rows)}],
        **answer(s, foe, hit({0: Fraction(1)}, tally.total)),
    }


def bombardment(guns: str, target: str, terrain: str, dug_in: bool = False) -> dict[str, Any]:
    return fired_one_by_one(guns, target, terrain, "artillery", dug_in, Fraction(1))


def strike(planes: str, target: str, terrain: str, flak: int = 0, dug_in: bool = False) -> dict[str, Any]:
    if not 0 <= flak <= MOST_DICE:
        raise PbemError(f"{flak} dice of anti-aircraft fire", f"give 0 to {MOST_DICE}")
    through = {
        name: sum((chance for n, chance in enumerate(chances(flak)) if n < left), Fraction(0)) for name, left in left_of(planes).items()
    }
    return {**fired_one_by_one(planes, target, terrain, "air", dug_in, through), "flak": flak}


def left_of(planes: str) -> dict[str, int]:
    s = nobody()
    return {card.id: card.defence - card.hits for card in add(s, planes, "AIR-US")}


def fired_one_by_one(
    firers: str, target: str, terrain: str, cls: str, dug_in: bool, through: Fraction | dict[str, Fraction]
) -> dict[str, Any]:
    """All at one target, the next after the last; those that come too late are spared their shot by the player, not here."""
    s, ours, foe = both(firers, target, terrain, dug_in)
    hits: Hits = {0: Fraction(1)}
    told: list[dict[str, Any]] = []
    for card in ours:
        if card.cls != cls:
            raise PbemError(f"{card.type} is not {'an aircraft' if cls == 'air' else 'artillery'}", FORM)
        tally = firepower(s, Shot(card.id, foe.id))
        chance = through if isinstance(through, Fraction) else through[card.id]
        hits = hit(hits, tally.total, chance)
        told.append({"firer": card.type, "fp": tally.total, "value": plain(tally.rows), "through": str(chance)})
    return {"shots": told, **answer(s, foe, hits)}


def lines(found: dict[str, Any]) -> list[str]:
    told = []
    for one in found["shots"]:
        through = f"; comes through {percent(one['through'])}" if found.get("flak") else ""
        told.append(f"{one['firer']}: {rows(one['value'])} = {one['fp']} dice [P12]{through}")
    destroyed = ", ".join(f"{name} {percent(chance)}" for name, chance in found["destroyed"].items())
    return [*told, f"hits: {spread(found['hits'])}", f"destroyed: {destroyed}"]


SHOT = Calculation(
    "One shot [P12]: its value, its dice, its hits, and the chance that it destroys.",
    (
        Option("firer", "text", "one card, as Rifle with Bazooka", required=True), TARGET, TERRAIN,
        Option("flank", "flag", "of a flank attack"), Option("doubled", "flag", "at armor without infantry, not in clear terrain"),
        Option("unsupplied", "flag", "a defender nobody pays for"), DUG_IN,
    ),
    shot, lines,
)  # fmt: skip
BOMBARDMENT = Calculation(
    "Guns at one target [P10], one after the other.",
    (Option("guns", "text", "artillery: M7, 155mm", required=True), TARGET, TERRAIN, DUG_IN), bombardment, lines,
)  # fmt: skip
STRIKE = Calculation(
    "Aircraft at one target [P9], each through the anti-aircraft fire of its corridor.",
    (
        Option("planes", "text", "aircraft: 2 P-47", required=True), TARGET, TERRAIN,
        Option("flak", "number", "dice of all anti-aircraft units of the corridor", default=0), DUG_IN,
    ),
    strike, lines,
)  # fmt: skip
