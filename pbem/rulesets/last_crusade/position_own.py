"""Cards of a rule case's own, and the words that say in what state a card is."""

from __future__ import annotations

import re

from pbem.errors import PbemError
from pbem.rulesets.last_crusade.position_terms import WORDS
from pbem.rulesets.last_crusade.state import Card

CLASSES = ("armor", "infantry", "artillery", "transport", "air")
KINDS = ("fortification", "obstacle", "general", "hq", "leader", "attachment")
NUMBERS = {"cost": "cost", "arm": "arm", "inf": "inf", "defence": "defence", "mp": "mp", "range": "range"}
FLAGS = ("soldier", "motorized", "engineer", "recon", "antitank", "fighter_bomber", "armored")
EFFECTS = ("supply_dice", "supply", "repair", "mines", "ditch", "aa")
MARKS = {"spotted": "spotted", "engaged": "engaged", "dug in": "dug_in", "carried": "carried", "looked": "looked"}
WHOLE_TURN = {"armor": 2, "transport": 2, "air": 0}  # movement points of a card of which none are said; on foot 1 (TR-8)


def own_words(values: str) -> list[str]:
    """`arm 5`, `armor`, `2 hits`: each in the form that is known here."""
    found = [" ".join(part.replace(":", " ").casefold().split()) for part in re.split(r",|\band\b", values) if part.strip()]
    return [_plain(part) for part in found]


def _plain(part: str) -> str:
    if part in WORDS:
        return WORDS[part]
    if found := re.fullmatch(r"(.+?) (\d+)", part):
        return f"{WORDS.get(found[1], found[1]).replace(' ', '_')} {found[2]}"
    return part


def state_of(card: Card, word: str, strict: bool = True) -> None:
    """`2 hits`, `engaged`, `not spotted`, `1 mp` (left), `came turn 2`; not strict: passes over what is none of it."""
    number = re.fullmatch(r"(\d+) (hits?|mp|spent)|came(?:[ _]turn)? (\d+)", word)
    mark = MARKS.get(word.removeprefix("not "))
    if mark:
        setattr(card, mark, not word.startswith("not "))
    elif number and number[3]:
        card.came = int(number[3])
    elif number and number[2].startswith("hit"):
        card.hits = int(number[1])
    elif number:
        card.spent = int(number[1]) if number[2] == "spent" else card.mp - int(number[1])
    elif strict:
        raise PbemError(f'no state "{word}" of a card', f"2 hits, 1 mp, 1 spent, {', '.join(MARKS)}, came turn 2; `not` before a word")


def own_card(name: str, side: str, values: str) -> Card:
    words = own_words(values)
    card = Card(name, side, next((word for word in words if word in KINDS), "unit"), name, cost=1)
    for word in words:
        describe(card, word)
    if card.kind == "unit" and not card.cls:
        card.cls = "infantry"
    if "defence" not in (word.partition(" ")[0] for word in words) and card.kind in ("unit", "hq", "fortification"):
        card.defence = 3  # SE-13 of headquarters troops; of the others a usual value
    if card.kind == "unit" and "mp" not in (word.partition(" ")[0] for word in words):
        card.mp = WHOLE_TURN.get(card.cls, 1)
    if card.cls in ("armor", "transport") and not card.motorized:
        card.flags = [*card.flags, "motorized"]
    if card.kind == "fortification" and not card.takes:
        card.takes = ["soldier", "antitank"]
    return card


def describe(card: Card, word: str) -> None:
    key, _, number = word.partition(" ")
    if word in CLASSES:
        card.cls = word
    elif word in FLAGS:
        card.flags = [*card.flags, word]
    elif key in NUMBERS and number.isdigit():
        setattr(card, NUMBERS[key], int(number))
    elif key in EFFECTS and number.isdigit():
        card.effects = {**card.effects, key: int(number)}
    elif key == "takes" and number:
        card.takes = [*card.takes, WORDS.get(number, number)]
    elif key == "only" and number:
        card.only = number
    elif key == "type" and number:
        card.type = number
    elif word not in KINDS:
        state_of(card, word)
