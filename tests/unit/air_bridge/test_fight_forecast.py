"""The forecast in the reply to orders: its figures, its ideas, and that both languages can say all of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.verbs import Line, Path
from pbem.games.forecasting import phrases, said
from pbem.reports.text import environment
from pbem.rulesets.air_bridge import RULES, position
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
    return next(note for note in found if note["key"] == f"forecast.{key}")


def per_cent(chance: str) -> int:
    return round(Fraction(chance) * 100)


def test_a_fight_with_its_bombardment_and_support() -> None:
    """22:4 over a bridge with -2 for armour, 8 points before and 20 points of support: worked out by hand from the tables."""
    fight = of(notes(FIGHT), "maneuver")
    assert (fight["odds"], fight["ours"], fight["theirs"], fight["shift"], fight["column"]) == ("5:1", "7", "5", 1, "6:1")
    assert [(row["reason"], row["amount"]) for row in fight["drm"]] == [("bridge", 2), ("armour", -2)]
    assert fight["support"] == {"points": 20, "low": 0, "high": 5} and fight["shelled"] == 8
    chances = fight["chances"]
    assert [(lost, per_cent(chance)) for lost, chance in chances["steps"]] == [(1, 23), (0, 4)]
    assert per_cent(chances["all"]) == 74 and chances["back"] == "0" and chances["stays"] == "0" and chances["ground"] == "1"


def test_the_unit_that_may_join_and_the_engineer_that_would_help() -> None:
    fight = of(notes(FIGHT), "maneuver")
    joins = fight["joins"]
    assert (joins["unit"], joins["chance"], joins["odds"], joins["column"]) == ("Roestel", "3/5", "2:1", "3:1")
    assert [per_cent(joins["chances"][name]) for name in ("ground", "stays", "back")] == [89, 9, 2]
    (idea,) = fight["ideas"]
    assert (idea["unit"], idea["counts"], idea["why"], idea["full"], idea["sp"]) == ("1 Brg", 1, "full", "A1007", 8)


def test_an_engineer_that_has_a_way_is_offered_with_its_order() -> None:
    two = [attack("A1108", "2 Irish", "2 Gren")]
    (idea, *_) = of(notes(two, "\n3 Irish at A0707"), "maneuver")["ideas"]
    assert (idea["why"], idea["order"]) == ("move", "MOVE 1 Brg ROAD TO A1007")


def test_a_unit_that_stands_idle_beside_the_fight_is_named_with_what_it_would_bring() -> None:
    ideas = of(notes([attack("A1108", "3 Irish")]), "maneuver")["ideas"]
    idle = next(idea for idea in ideas if idea["what"] == "idle")
    assert (idle["units"], idle["at"], idle["attack"], idle["odds"]) == (["2 Gren"], "A1007", 14, "3:1")


def test_his_support_may_reach_and_a_gun_that_is_attacked_does_not() -> None:
    gun = "\nGerman G1 at A1309: attack 0, defence 1, move 4, er 4, sp 1, bombard 5, range 8, artillery"
    answer = of(notes(FIGHT, gun), "maneuver")["answer"]
    assert (answer["guns"], answer["air"], answer["points"], answer["low"], answer["high"]) == ({"G1": 5}, 3, 8, 0, 4)
    assert Fraction(answer["chances"]["ground"]) < 1
    assert of(notes(FIGHT), "maneuver")["answer"]["guns"] == {}


def test_a_move_that_opens_the_road_behind_it_is_told_with_its_cure() -> None:
    leaves = Line("4", "MOVE", {"units": ["5 Cold"], "path": Path([], ["A0707"], True)})
    stays = notes([], "\n1 Welsh at A0507")
    assert of(stays, "supply")["good"]
    cut = of(notes([*FIGHT, leaves], "\n1 Welsh at A0507\n2 Welsh at A0606"), "road-cut")
    assert (cut["hex"], cut["line"], cut["cure"]) == ("A0607", "4", "MOVE 2 Welsh A0607") and "55 Fd" in cut["units"]


def test_who_keeps_the_road_open_is_said() -> None:
    comes = Line("4", "MOVE", {"units": ["2 Devon"], "path": Path([], ["A0507"])})
    found = notes([comes], "\n5 Cold at A0807\nHeinke 1 at A0408\n1 Hamps at A0407\nPenal 6 off map")
    assert of(found, "supply")["good"]
    assert of(found, "keeper") == {"key": "forecast.keeper", "units": ["2 Devon"], "hex": "A0507"}


def test_what_no_line_names() -> None:
    found = of(notes(FIGHT), "not-ordered")
    assert found["air"] == {"left": 4, "of": 12} and "1 Hamps" in found["units"]


def test_nothing_is_forecast_for_the_other_side_or_for_mechanized_orders() -> None:
    s = placed(ROAD)
    position.begin(s, "allied", "airborne")
    assert RULES.forecast is not None and RULES.forecast(RULES.view(s, "german"), "german", []) == []
    position.begin(s, "allied", "mechanized")
    assert RULES.forecast(RULES.view(s, "allied"), "allied", []) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_note_has_words_and_fits_the_page(language: str) -> None:
    leaves = Line("4", "MOVE", {"units": ["5 Cold"], "path": Path([], ["A0707"], True)})
    module = phrases("air-bridge", language)
    assert module is not None
    told = [(note, said(module, note["key"], note)) for note in notes([*FIGHT, leaves], "\n1 Welsh at A0507\n2 Welsh at A0606")]
    assert len(told) >= 5 and all(words or note["key"].startswith("line.") for note, words in told)
    assert [line for _, words in told for text in words for line in text.split("\n") if len(line) > 72] == []


ROUNDED = {
    "0": "0 %", "1/100000": "0.1 %", "1/250": "0.4 %", "1/100": "1 %", "149/200": "75 %", "249/250": "99.6 %", "99999/100000": "99.9 %",
    "1": "100 %",
}  # fmt: skip


@pytest.mark.parametrize(("chance", "words"), ROUNDED.items())
def test_percentages_never_round_to_certainty(chance: str, words: str) -> None:
    template = environment().from_string("{{ chance | percent }}")
    assert template.render(chance=chance, language="en") == words
    assert template.render(chance=chance, language="fr") == words.replace(".", ",")
