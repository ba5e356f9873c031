"""Names: of own cards wherever they are, of enemy cards seen and unseen, of zones and headquarters, in both languages."""

from __future__ import annotations

import pytest

from pbem.engine.ruleset import UnitName
from pbem.orders import read_orders
from pbem.orders.model import ReadLine
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.cards import every_card
from pbem.rulesets.last_crusade.state import State

CARDS = (
    "Sherman 1, Sherman 2 at C1", "Hellcat 1 at C2", "Sherman 3 in hand", "Sherman 4 in deck", "Sherman 5 in pile German",
    "US Halftrack 1 at C1", "Arm Inf 1 at C1", "M7 1 at B1", "P-47 1 on airfield", "Panther 1 at D2, spotted", "Panther 2 at D2",
    "Panther 3 in hand", "Panther 4 in deck", "DE Halftrack 1 at E1",
)  # fmt: skip


def placed() -> State:
    s: State = RULES.start("last-crusade/arracourt")
    for line in ("no cards", *CARDS):
        position.apply(s, line)
    s.ready = True
    return s


def names(side: str = "us") -> dict[str, UnitName]:
    return {unit.id: unit for unit in RULES.lexicon(RULES.view(placed(), side), side).units}


def read(text: str, side: str = "us") -> ReadLine:
    return read_orders(RULES, RULES.lexicon(RULES.view(placed(), side), side), text, "en").lines[0]


def test_every_card_of_both_lists_has_a_name_and_no_stand_in_has() -> None:
    assert set(names()) == set(names("german")) == set(every_card())


@pytest.mark.parametrize(
    ("card", "at", "status", "verbs"),
    [
        ("Sherman 1", "C1", "on map", {"MOVE", "ASSAULT", "RECON", "REFIT"}),
        ("Sherman 3", "", "off map", {"DEPLOY", "DISCARD"}),
        ("Sherman 4", "", "off map", set()),
        ("Sherman 5", "", "eliminated", set()),
        ("M7 1", "B1", "on map", {"MOVE", "ASSAULT", "REFIT", "BOMBARD", "SUPPORT", "DIG IN"}),
        ("P-47 1", "AIR-US", "on map", {"STRIKE", "REFIT"}),
        ("Panther 1", "D2", "on map", set()),
    ],
)
def test_where_a_card_is_and_what_it_may_be_told(card: str, at: str, status: str, verbs: set[str]) -> None:
    unit = names()[card]
    assert (unit.at, unit.status, set(unit.verbs)) == (at, status, verbs)


def test_an_unseen_card_of_the_enemy_is_named_alike_wherever_it_is() -> None:
    """On the map face down, in a hand, in a deck, or out of the game."""
    found = names()
    alike = [(unit.at, unit.status, unit.verbs, unit.kinds, unit.facts) for unit in (found[f"Panther {n}"] for n in (2, 3, 4))]
    assert alike[0] == alike[1] == alike[2] == ("", "unseen", [], ["armor"], {})
    assert found["StuG 1"].status == "unseen"


@pytest.mark.parametrize("verb", ["STRIKE {} WITH P-47 1", "MOVE {} C2", "IF {} ALIVE: MOVE Sherman 1 C2", "BOMBARD {} WITH M7 1"])
def test_an_order_that_names_an_unseen_card_is_answered_alike(verb: str) -> None:
    answers = [read(verb.format(f"Panther {n}")) for n in (2, 3, 4)]
    told = {(line.status, line.message.replace(f"Panther {n}", "X")) for n, line in zip((2, 3, 4), answers, strict=True)}
    assert len(told) == 1


@pytest.mark.parametrize(
    ("text", "side", "units"),
    [
        ("MOVE Sherman 1 C2", "us", ["Sherman 1"]),
        ("BOUGER M4 2 C2", "us", ["Sherman 2"]),
        ("MOVE Hellcat C3", "us", ["Hellcat 1"]),
        ("MOVE Halftrack 1 C2", "us", ["US Halftrack 1"]),
        ("MOVE Halftrack 1 E2", "german", ["DE Halftrack 1"]),
        ("MOVE Semi-chenillé 1 C2", "us", ["US Halftrack 1"]),
        ("MOVE Infanterie blindée 1 C2", "us", ["Arm Inf 1"]),
        ("DEPLOY Sherman", "us", ["Sherman 3"]),  # the one in hand
        ("DEPLOY Sherman 4", "us", ["Sherman 4"]),  # named in full: the rules say why not
    ],
)
def test_a_card_by_any_of_its_names(text: str, side: str, units: list[str]) -> None:
    line = read(text, side)
    assert line.line is not None and line.line.units() == units, line.message


@pytest.mark.parametrize(
    ("words", "side", "zone"),
    [
        ("Lezey", "us", "C1"), ("Réchicourt-la-Petite", "us", "B3"), ("bezange ridge", "us", "B2"), ("HQ", "us", "HQ-US"),
        ("HQ", "german", "HQ-DE"), ("own headquarters", "german", "HQ-DE"), ("enemy HQ", "us", "HQ-DE"), ("QG ennemi", "german", "HQ-US"),
        ("QG", "us", "HQ-US"), ("German headquarters", "us", "HQ-DE"), ("quartier général américain", "german", "HQ-US"),
        ("HQ-DE", "us", "HQ-DE"), ("Bourdonnay", "us", "HQ-DE"), ("c2", "us", "C2"),
    ],
)  # fmt: skip
def test_a_place_by_any_of_its_names(words: str, side: str, zone: str) -> None:
    who = "Sherman 1" if side == "us" else "DE Halftrack 1"
    line = read(f"RECON {words} WITH {who}", side)
    assert line.line is not None and line.line.args["place"] == [zone], line.message


def test_before_the_set_up_a_card_of_the_deck_may_yet_be_anywhere() -> None:
    """What HELP ORDERS lists is taken from there."""
    s = RULES.start("last-crusade/arracourt")
    verbs = {verb for unit in RULES.lexicon(RULES.view(s, "german"), "german").units for verb in unit.verbs}
    assert {"PLACE", "DEPLOY", "USE", "OCCUPY", "STRIKE", "MOUNT", "BOMBARD", "RECON"} <= verbs
