"""The forecast in the reply to orders: its figures, its ideas, and that both languages can say all of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.verbs import Line, Path
from pbem.reports.narrate import Narrator
from pbem.rulesets.air_bridge import RULES, position
from pbem.rulesets.air_bridge.forecast import decimal, percent
from tests.unit.air_bridge.fights import attack, fire, placed

ROAD = """no units
2 Irish at A1007
2 Gren at A1007
3 Irish at A1007
1 Brg at A0908
5 Cold at A0607
1/6 FJR at A0506
Penal 6 at A0508
Heinke 1 at A0709
2 Hoff at A1108
Roestel at A1208
153 Fd at A0807
55 Fd at A0807
64 Med at A0706
84 Med at A0706
2 Devon at A0407
bridge A1007/A1108 intact
air Allied 12
air German 3"""

FIGHT = [
    attack("A1108", "2 Irish", "2 Gren", "3 Irish"),
    fire("SUPPORT", "A1108", "153 Fd", "55 Fd", air=8),
    fire("BOMBARD", "A1108", "64 Med", "84 Med", n="3"),
]


def notes(lines: list[Line], more: str = "") -> list[dict[str, Any]]:
    s = placed(ROAD + more)
    position.begin(s, "allied", "airborne")
    found: list[dict[str, Any]] = RULES.forecast(RULES.view(s, "allied"), "allied", lines)  # type: ignore[misc]
    return found


def of(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return next(note for note in found if note["key"] == key)


def test_a_fight_with_its_bombardment_and_support() -> None:
    """22:4 over a bridge with -2 for armour, 8 points before and 20 points of support: worked out by hand from the tables."""
    found = notes(FIGHT)
    fight = of(found, "forecast.fight")
    assert (fight["odds"], fight["ours"], fight["theirs"], fight["shift"], fight["column"]) == ("5:1", "7", "5", "+1", "6:1")
    assert of(found, "forecast.drm.bridge")["amount"] == "+2" and of(found, "forecast.drm.armour")["amount"] == "-2"
    assert (of(found, "forecast.support")["low"], of(found, "forecast.support")["high"]) == (0, 5)
    chances = of(found, "forecast.chances")
    assert (chances["all"], chances["one"], chances["back"]) == ("74", "23", "0")


def test_the_unit_that_may_join_and_the_engineer_that_would_help() -> None:
    found = notes(FIGHT)
    joins = of(found, "forecast.joins")
    assert (joins["unit"], joins["percent"], joins["odds"], joins["column"]) == ("Roestel", "60", "2:1", "3:1")
    assert (of(found, "forecast.idea")["unit"], of(found, "forecast.idea")["value"]) == ("1 Brg", 1)


def test_a_move_that_opens_the_road_behind_it_is_told_with_its_cure() -> None:
    leaves = Line("4", "MOVE", {"units": ["5 Cold"], "path": Path([], ["A0707"], True)})
    stays = notes([], "\n1 Welsh at A0507")
    assert of(stays, "forecast.supply-good")
    gone = notes([*FIGHT, leaves], "\n1 Welsh at A0507\n2 Welsh at A0606")
    assert of(gone, "forecast.supply-cut")["n"] > 0
    assert of(gone, "forecast.road-cut")["hex"] == "A0607"
    assert of(gone, "forecast.cure") == {"key": "forecast.cure", "unit": "2 Welsh", "hex": "A0607"}


def test_nothing_is_forecast_for_the_other_side_or_for_mechanized_orders() -> None:
    s = placed(ROAD)
    position.begin(s, "allied", "airborne")
    assert RULES.forecast is not None and RULES.forecast(RULES.view(s, "german"), "german", []) == []
    position.begin(s, "allied", "mechanized")
    assert RULES.forecast(RULES.view(s, "allied"), "allied", []) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_note_has_words_and_fits_the_page(language: str) -> None:
    leaves = Line("4", "MOVE", {"units": ["5 Cold"], "path": Path([], ["A0707"], True)})
    narrator = Narrator("air-bridge", "allied", language)
    told = [narrator.note(note) for note in notes([*FIGHT, leaves], "\n1 Welsh at A0507\n2 Welsh at A0606")]
    assert len(told) > 10
    assert [line for text in told for line in text.split("\n") if len(line) > 78 and "16.0i" not in line] == []


def test_percentages_never_round_to_certainty() -> None:
    assert [percent(Fraction(n, 1000)) for n in (0, 4, 9, 10, 745, 996, 1000)] == ["0", "0.4", "0.9", "1", "75", "99.6", "100"]
    assert [decimal(text) for text in ("25/4", "7", "17/3")] == ["6.25", "7", "5.67"]
