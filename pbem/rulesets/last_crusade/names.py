"""All names a side may use: its cards wherever they are, the enemy's as far as it sees them, zones, headquarters.

The card lists of both sides are public: every card has a name, seen or not. Where an unseen one is, or whether it is drawn
at all, its name does not tell.
"""

from __future__ import annotations

from functools import cache

from pbem.engine.ruleset import Lexicon, PlaceName, UnitName
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.cards import every_card, names_of
from pbem.rulesets.last_crusade.state import DECK, HAND, HQ, MAP, OTHER, PILE, SIDES, Card, State
from pbem.rulesets.last_crusade.view import sees

HEADQUARTERS = ("HQ", "headquarters", "QG", "quartier général")
WHOSE = {"us": ("US", "American", "américain"), "german": ("German", "DE", "allemand")}
AT_FIRST = {"unit": ("PLACE",)}
IN_HAND = ("DEPLOY", "DISCARD")
MARCH = ("MOVE", "ASSAULT", "REFIT")
BY_CLASS = {
    "artillery": ("BOMBARD", "SUPPORT", "DIG IN"), "infantry": ("DIG IN", "RECON"), "armor": ("RECON",), "transport": ("MOUNT",),
}  # fmt: skip
TARGETS = ("hq", "fortification")  # who is no unit, and may be fired at
FLAGS = ("soldier", "engineer", "recon", "antitank")


def lexicon(s: State, side: str) -> Lexicon:
    cards = [card for _, card in sorted(s.cards.items()) if not card.unknown]
    seen = [unit_name(s, side, card) for card in cards if card.side == side or sees(s, card)]
    known = {unit.id for unit in seen}
    unseen = [absent_name(side, card) for id, card in sorted(every_card().items()) if id not in known]
    return Lexicon(side, [*seen, *unseen], [*places(s.scenario), *own_places(side)], ids=list(field.board(s.scenario).ids))


def unit_name(s: State, side: str, card: Card) -> UnitName:
    at = card.at if card.place == MAP else ""
    verbs = verbs_of(s, card) if card.side == side else []
    facts = {"sort": sort_of(card), **{name: getattr(card, name) for name in ("arm", "inf", "defence", "mp", "cost", "range")}}
    return UnitName(card.id, card.side, at, names_of(card), [], kinds_of(card), verbs, status(card), facts)


def absent_name(side: str, card: Card) -> UnitName:
    """A card the side does not see. It may lie face down on the map, in a hand or in a deck: the name works alike."""
    status = "not in play" if card.side == side else "unseen"
    return UnitName(card.id, card.side, "", names_of(card), [], kinds_of(card), [], status)


def status(card: Card) -> str:
    if card.place == PILE:
        return "eliminated"
    return {MAP: "on map", HAND: "off map", DECK: "off map"}.get(card.place, "not in play")


def kinds_of(card: Card) -> list[str]:
    """The kinds of card a player may name, the class first."""
    found = [card.cls] if card.cls else []
    found += [card.kind] if card.kind in TARGETS else []
    found += [flag for flag in FLAGS if flag in card.flags]
    return found + (["aa"] if card.effects.get("aa") else [])


def sort_of(card: Card) -> str:
    """The word that tells two cards of one name apart: where they are counts more than what they are."""
    return {HAND: "hand", DECK: "deck"}.get(card.place, card.cls or card.kind)


def verbs_of(s: State, card: Card) -> list[str]:
    """What the card may ever be ordered to do where it is; before the set-up it may yet be anywhere."""
    if card.place == DECK:
        return [] if s.ready else [*AT_FIRST.get(card.kind, ()), *IN_HAND, *on_map(card)]
    return list(IN_HAND) if card.place == HAND else on_map(card) if card.place == MAP else []


def on_map(card: Card) -> list[str]:
    if card.kind == "fortification":
        return ["REFIT", "OCCUPY"]
    if card.kind == "hq":
        return ["USE", "REFIT", *(["BOMBARD", "SUPPORT"] if card.cls == "artillery" else [])]
    if card.kind != "unit":
        return []
    return ["STRIKE", "REFIT"] if card.cls == "air" else [*MARCH, *by_class(card)]


def by_class(card: Card) -> list[str]:
    found = list(BY_CLASS.get(card.cls, ()))
    if card.soldier and not card.motorized:
        found = [*found, "MOUNT", "DISMOUNT"]
    inside = ["OCCUPY", "VACATE"] if card.soldier or "antitank" in card.flags else []
    return [*found, *inside]


@cache
def places(scenario: str) -> tuple[PlaceName, ...]:
    """Zones by the names of their villages, and each headquarters under its side's name."""
    found = [PlaceName(space.name, [space.id]) for space in field.board(scenario).spaces.values() if space.name]
    for side in SIDES:
        pairs = [(word, name) for word in WHOSE[side] for name in HEADQUARTERS]
        names = [f"{word} {name}" for word, name in pairs] + [f"{name} {word}" for word, name in pairs]
        found.append(PlaceName(names[0], [HQ[side]], names[1:]))
    return tuple(found)


@cache
def own_places(side: str) -> tuple[PlaceName, ...]:
    """`HQ` is the own one, as `own headquarters`; the other is the enemy's."""
    if side not in SIDES:
        return ()
    own = [*HEADQUARTERS, *(f"{word} {name}" for word in ("own", "my", "our") for name in HEADQUARTERS[:2]), "mon QG", "notre QG", "QG ami"]
    foe = [f"{word} {name}" for word in ("enemy", "enemy's") for name in HEADQUARTERS[:2]] + ["QG ennemi", "quartier général ennemi"]
    return PlaceName(own[0], [HQ[side]], own[1:]), PlaceName(foe[0], [HQ[OTHER[side]]], foe[1:])
