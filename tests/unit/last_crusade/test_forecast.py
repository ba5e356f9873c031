"""The forecast in the reply to orders: points, assaults as far as the side sees, supply, what was left out; in both languages."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pbem.engine.verbs import Line, Path
from pbem.games.forecasting import phrases, said
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.calc import CALC
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, order, placed

FRONT = """no cards
pool US 12
control D2 German
control C2 US
control B2 US
control A2 US
Sherman 1 at C2
Sherman 2 at C2
Arm Inf 1 at C2
M7 1 at B2
81mm 1 at B2
Volksgrenadier 1 at D2, spotted
Volksgrenadier 2 at D2, spotted
"""


def begun(lines: str, side: str = "us", turn: int = 5) -> State:
    s = placed(lines, ARRACOURT, turn)
    s.step = position.begin(s, side, "reinforcement")
    s.active = side
    return s


def notes(lines: str, *orders: Line) -> list[dict[str, Any]]:
    s = begun(lines)
    found: list[dict[str, Any]] = RULES.forecast(RULES.view(s, "us"), "us", list(orders))  # type: ignore[misc]
    return found


def of(found: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return next(note for note in found if note["key"] == f"forecast.{key}")


def assault(n: str = "1", guns: str = "", at: str = "D2", units: str = "Sherman 1, Sherman 2, Arm Inf 1") -> Line:
    support = {"support": [{"units": [guns]}]} if guns else {}
    return Line(n, "ASSAULT", {"place": [at], "units": units.split(", ")}, support)


def bombard(n: str = "2") -> Line:
    return Line(n, "BOMBARD", {"units": ["M7 1"], "target": ["Volksgrenadier 1"]})


def test_an_assault_is_reckoned_as_the_calculator_does() -> None:
    fight = of(notes(FRONT, assault(guns="M7 1")), "assault")
    exact = CALC["assault"].work(attack="2 Sherman, Arm Inf", guns="M7", defence="2 Volksgrenadier", terrain="clear")
    assert {name: fight[name] for name in ("captured", "repulsed", "withdrawn", "loses", "held")} == {
        name: exact[name] for name in ("captured", "repulsed", "withdrawn", "loses", "held")
    }
    assert (fight["cost"], fight["main"], fight["line"]) == (6, "", "1")


def test_a_bombardment_before_it_is_counted_in() -> None:
    """All cases of its hits put together: likelier than without it, and the chances still make up one."""
    without, with_it = of(notes(FRONT, assault()), "assault"), of(notes(FRONT, assault(), bombard()), "assault")
    assert with_it["shelled"] and not without["shelled"]
    assert Fraction(with_it["captured"]) > Fraction(without["captured"])
    assert Fraction(with_it["captured"]) + Fraction(with_it["repulsed"]) + Fraction(with_it["withdrawn"]) == 1


def test_moves_before_it_are_carried_out() -> None:
    """A Hellcat that comes round by the other zone makes a flank attack of it."""
    lines = FRONT + "Hellcat 1 at B1\ncontrol B1 US\ncontrol A1 US\ncontrol C1 US\ncontrol D1 US\n"
    move = Line("1", "MOVE", {"units": ["Hellcat 1"], "path": Path(["C1", "D1"])})
    fight = of(notes(lines, move, assault("2", units="Sherman 1, Sherman 2, Arm Inf 1, Hellcat 1")), "assault")
    assert (fight["main"], fight["flank"]) == ("C2", ["D1"])


def test_nothing_is_promised_against_cards_face_down() -> None:
    down = FRONT.replace("Volksgrenadier 1 at D2, spotted", "Volksgrenadier 1 at D2").replace("Volksgrenadier 2 at D2, spotted\n", "")
    fight = of(notes(down, assault()), "assault")
    assert fight["face_down"] == 1 and fight["defenders"] == [] and "captured" not in fight


@pytest.mark.parametrize(
    "hidden", ["Flak at D2\nNebelwerfer at E2\nDE Minefield at D2", "Truck 1 at D2\nPuma at E2\npool German 0\nFlak in hand"]
)
def test_what_lies_face_down_does_not_change_a_word(hidden: str) -> None:
    plain = FRONT.replace("Volksgrenadier 2 at D2, spotted\n", "")
    found = notes(plain + hidden, assault(guns="M7 1"))
    assert found == notes(plain + "Panther 1 at D2\nPanther 2 at E2", assault(guns="M7 1"))


def test_points_spent_brought_in_and_left() -> None:
    lines = FRONT + "US Supply 1 at HQ-US\nRifle 1 in hand\n"
    points = of(notes(lines, order("USE", "US Supply 1", "1"), order("DEPLOY", "Rifle 1", "2"), assault("3")), "points")
    assert (points["had"], points["spent"], points["gained"], points["left"]) == (12, 6, 2, 8)
    assert points["defence"] == 3


def test_supply_and_the_dice_of_the_next_turn() -> None:
    cut = of(notes(FRONT + "control B2 none\ncontrol C1 none\n"), "supply")
    assert cut["zones"] == ["B2", "C2"] and not cut["good"]
    fed = of(notes(FRONT + "Patton at HQ-US\n"), "supply")
    assert fed["good"] and (fed["low"], fed["high"], fed["mean"]) == (3, 24, "28/2")


def test_cards_over_the_hand_limit() -> None:
    hand = "\n".join(
        f"{name} in hand"
        for name in ("155mm", "M16", "Patton", *(f"Hellcat {n}" for n in (1, 2, 3)), *(f"Rifle {n}" for n in (1, 2, 3, 4)))
    )
    full = FRONT + hand + "\nM7 2 in hand\nM7 3 in hand\n"
    assert of(notes(full), "hand")["over"] == 2
    kept = notes(full, order("DEPLOY", "Rifle 1", "1"), order("DISCARD", "Rifle 2", "2"))
    assert all(note["key"] != "forecast.hand" for note in kept)


def test_what_stands_idle_is_named() -> None:
    found = notes(FRONT, assault(units="Sherman 1, Arm Inf 1"))
    assert of(found, "assault")["idle"] == ["Sherman 2", "M7 1"]
    assert of(found, "idle")["guns"] == ["M7 1"] and of(found, "not-ordered")["units"] == ["Sherman 2"]


def test_nothing_is_forecast_for_the_other_side() -> None:
    s = begun(FRONT)
    assert RULES.forecast is not None and RULES.forecast(RULES.view(s, "german"), "german", []) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_both_languages_say_all_of_it(language: str) -> None:
    """No note without words, no key shown in place of words."""
    module = phrases("last-crusade", language)
    assert module is not None
    down = FRONT.replace("Volksgrenadier 1 at D2, spotted", "Volksgrenadier 1 at D2")
    cases = (
        notes(FRONT + "P-47 1 on airfield\nPatton at HQ-US", assault(units="Sherman 1, Arm Inf 1"), bombard()),
        notes(down, assault(units="Sherman 1, Sherman 2")),
        notes(FRONT + "control B2 none\ncontrol C1 none\n", assault(at="E2")),
    )
    for note in (note for found in cases for note in found):
        told = said(module, note["key"], note)
        assert told and "fc." not in told[0] and all(len(line) <= 72 for line in told[0].splitlines()), (note, told)
