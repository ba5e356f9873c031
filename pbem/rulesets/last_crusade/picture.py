"""What a report draws and lists of a position as one side sees it: cards in their zones, its own hand, pools and piles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from pbem.engine.ruleset import CounterPicture, Picture
from pbem.rulesets.last_crusade import field, victory
from pbem.rulesets.last_crusade.marks import in_supply
from pbem.rulesets.last_crusade.setup import chosen
from pbem.rulesets.last_crusade.special import fog
from pbem.rulesets.last_crusade.state import DECK, GERMAN, HAND, HQ, MAP, OTHER, SIDES, US, Card, State
from pbem.rulesets.last_crusade.view import view

COLOURS = {US: "#b3bf86", GERMAN: "#aab6c0"}
SYMBOLS = {"armor": "armour", "infantry": "infantry", "artillery": "artillery", "transport": "transport", "air": "aircraft"}
BRANCHES = (("recon", "recon"), ("antitank", "antitank"), ("engineer", "engineer"))


def picture(s: State, side: str) -> Picture:
    seen = view(s, side)
    cards = [card for _, card in sorted(seen.cards.items()) if card.place == MAP]
    return Picture(
        [counter(seen, card, side) for card in cards],
        list(field.board(s.scenario).ids),
        control=control(seen),
        tracks=tracks(seen, side),
        notes=notes(seen, side),
        ground=ground(seen),
        hand=[counter(seen, card, side) for card in seen.hand(side)] if side in SIDES else [],
        terrain=terrains(s),
    )


def control(s: State) -> dict[str, str]:
    """Of zones that are somebody's; a headquarters is its side's until it is captured."""
    own = {HQ[one]: OTHER[one] if s.captor == OTHER[one] else one for one in SIDES}
    return own | {at: owner for at, owner in s.control.items() if owner}


def counter(s: State, card: Card, side: str) -> CounterPicture:
    colour = COLOURS[card.side]
    if card.unknown:
        return CounterPicture(card.id, card.side, card.at, colour, "", "", steps=1, unknown=True)
    left = max(0, card.defence - card.hits)
    fights = card.kind in ("unit", "fortification") or card.fights
    return CounterPicture(
        card.id, card.side, card.at, colour, symbol(card), "", factors(card) if fights else "", str(card.mp or ""), str(card.cost),
        left, card.defence, badges(s, card, side), card.cls or card.kind, figures=figures(card), on=card.rides or card.inside or card.on,
    )  # fmt: skip


def symbol(card: Card) -> str:
    """NATO's sign of its branch; the other kinds of card have their own."""
    if card.kind != "unit" and not card.cls:
        return card.kind if card.kind != "obstacle" else "mines" if card.effects.get("mines") else "ditch"
    base = SYMBOLS[card.cls]
    found = [sign for flag, sign in BRANCHES if flag in card.flags]
    if card.effects.get("aa"):
        found.append("flak")
    if "antitank" in found or ("flak" in found and not card.soldier):
        return " ".join(found)
    if card.soldier and card.motorized:
        return " ".join(["mechanized", *found])
    return " ".join([base, *found])


def factors(card: Card) -> str:
    """arm FP, inf FP and defence; of a gun its range too."""
    numbers = f"{card.arm}-{card.inf}-{card.defence}"
    return f"{numbers}, {card.range}" if card.range else numbers


def figures(card: Card) -> dict[str, str]:
    """What is printed on the card, empty where it has none."""
    adds = card.kind in ("leader", "attachment")
    fires = card.kind == "unit" or card.fights
    sign = "+" if adds else ""
    return {
        "arm": f"{sign}{card.arm}" if fires or adds else "",
        "inf": f"{sign}{card.inf}" if fires or adds else "",
        "defence": str(card.defence or ""),
        "mp": str(card.mp or ""),
        "range": str(card.range or ""),
        "aa": str(card.effects.get("aa", "")),
        "cost": str(card.cost),
    }


def badges(s: State, card: Card, side: str) -> list[str]:
    """Of an own card also whether the enemy sees it."""
    if card.place != MAP:
        return []
    marks = {"engaged": card.engaged, "dug-in": card.dug_in, "spotted": card.spotted and card.side != OTHER.get(side, "")}
    loose = card.kind == "unit" and card.cls != "air" and not in_supply(s, card)
    return [name for name, holds in (*marks.items(), ("unsupplied", loose)) if holds]


def ground(s: State) -> dict[str, list[str]]:
    """Zones joined to their side's headquarters, and zones cut off [P6.2]. Control is public."""
    joined = {at for side in SIDES for at in field.supplied_zones(s, side)}
    held = [at for at in field.zones(s.scenario) if s.control.get(at)]
    return {"supplied": [at for at in held if at in joined], "unsupplied": [at for at in held if at not in joined]}


def terrains(s: State) -> dict[str, dict[str, Any]]:
    """What terrain takes off, for the legend."""
    table = field.terrain_table()
    there = sorted({space.terrain for space in field.board(s.scenario).spaces.values()} & set(table))
    rough = [name for name in there if table[name]["clear"] != "yes"]
    return {name: {column: int(table[name][column]) for column in ("armor", "other", "recon")} for name in rough}


def tracks(s: State, side: str) -> dict[str, Any]:
    """Pools and hands as the side knows them, and the victory piles, which lie open."""
    own = [one for one in SIDES if side in ("", one) or s.over]
    counts = s.counts or {one: {place: len(s.of(one, place)) for place in (HAND, DECK)} for one in SIDES}
    return {
        "pool": {one: s.pool[one] for one in own},
        "hand": {one: counts[one][HAND] for one in SIDES},
        "deck": {one: counts[one][DECK] for one in SIDES},
        "pile": {one: victory.pile(s, one) for one in SIDES},
    }


def to_choose(s: State, side: str) -> list[str]:
    """What the side may begin with, copies together: `Sherman 1-5`."""
    copies = Counter(card.type for card in sorted(s.of(side, DECK), key=lambda card: card.id) if card.kind == "unit" and card.cls != "air")
    return [f"{name} 1-{number}" if number > 1 else name for name, number in copies.items()]


def notes(s: State, side: str) -> list[dict[str, Any]]:
    """For the paragraph on the situation; what is counted stands among the tracks."""
    found: list[dict[str, Any]] = []
    if side in SIDES and not s.ready and (number := chosen(s)):
        return [{"key": "note.choose", "number": number, "zones": field.edge(s, side), "units": to_choose(s, side)}]
    if side in SIDES:
        hand = [card.id for card in s.hand(side)]
        found.append({"key": "note.hand", "cards": hand} if hand else {"key": "note.hand.empty"})
    if fog(s):
        found.append({"key": "note.fog", "turn": field.settings(s.scenario)["fog"]["until"]})
    if side in SIDES and not s.over:
        found += [{"key": "note.offer.own" if one == side else "note.offer.enemy"} for one in s.offers]
    return found
