"""The staff officer: orders as text that pass the same check as a player's, from the side's own view alone."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.engine.state import canonical, decode
from pbem.orders import check_orders
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.staff import orders
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, State
from pbem.rulesets.air_bridge.units import start


def position(step: str, places: dict[str, str], turn: int = 2) -> State:
    """The breakout with these units alone on the map, every bridge known to stand."""
    s = start("air-bridge/breakout")
    s.turn, s.step, s.active = turn, step, GERMAN if step.startswith("III") else ALLIED
    for unit in s.units.values():
        unit.at = ""
    for name, hex in places.items():
        s.place(name, hex)
    s.due, s.air = {}, dict.fromkeys(s.air, 0)
    s.bridges = dict.fromkeys(s.bridges, "intact")
    return s


def staff(s: State) -> list[str]:
    return orders(RULES.view(s, s.active), s.active)


def refused(s: State) -> list[str]:
    checked = check_orders(RULES, s, s.active, "\n".join(staff(s)), [], "en")
    return [f"{line.text}: {line.message}" for line in checked.open]


def opening(side: str) -> State:
    s = start("air-bridge/breakout")
    s.active = side
    s.step = "II.B" if side == ALLIED else "III.B"
    return s


@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_the_first_orders_of_both_sides_pass_the_check(side: str) -> None:
    s = opening(side)
    assert staff(s) and refused(s) == []


def test_xxx_corps_enters_attacks_and_fires_on_turn_1() -> None:
    verbs = [line.split()[0] for line in staff(opening(ALLIED))]
    assert {"ENTER", "ATTACK"} <= set(verbs) and set(verbs) & {"BOMBARD", "SUPPORT"}


def test_the_staff_only_looks() -> None:
    view = RULES.view(opening(ALLIED), ALLIED)
    before = canonical(view)
    first = orders(view, ALLIED)
    assert canonical(view) == before
    assert orders(decode(before, State), ALLIED) == first  # from the stored bytes the same orders


CHILD = """
from tests.unit.air_bridge.test_staff import opening, staff
print(staff(opening("allied")), staff(opening("german")))
"""


def test_orders_do_not_depend_on_the_hash_seed() -> None:
    root = Path(__file__).parents[3]
    said = [
        subprocess.run([sys.executable, "-c", CHILD], cwd=root, env={**os.environ, "PYTHONHASHSEED": n}, capture_output=True, check=True)
        for n in ("0", "77")
    ]
    assert said[0].stdout and said[0].stdout == said[1].stdout


def test_the_german_strikes_a_gun_left_alone_on_the_road() -> None:
    s = position("III.B", {"55 Fd": "A0507", "3/6 FJR": "A0605", "Heinke 1": "A0606", "2 Irish": "A1108"})
    assert any(line.startswith("ATTACK A0507 WITH") for line in staff(s))
    assert refused(s) == []


def test_the_german_leaves_a_strong_stack_alone() -> None:
    s = position("III.B", {"2 Irish": "A0507", "2 Gren": "A0507", "3/6 FJR": "A0605"})
    assert not any(line.startswith("ATTACK") for line in staff(s))


def test_an_engineer_beside_a_blown_bridge_of_the_road_repairs_it() -> None:
    s = position("II.B", {"1 Brg": "A1007", "2 Irish": "A1007"})
    s.bridges["A1007/A1108"] = "blown"
    s.units["1 Brg"].beside = ["A1007/A1108"]
    assert "REPAIR A1007/A1108 WITH 1 Brg" in staff(s)
    assert refused(s) == []


def test_an_engineer_goes_to_the_bridge_that_was_blown() -> None:
    s = position("II.B", {"1 Brg": "A0507"})
    s.bridges["A1007/A1108"] = "blown"
    assert "MOVE 1 Brg ROAD TO A1007" in staff(s)


def test_infantry_is_ferried_where_the_engineer_came_too_late_to_repair() -> None:
    s = position("II.B", {"1 Brg": "A1007", "2 Devon": "A1007"})
    s.bridges["A1007/A1108"] = "blown"
    assert "FERRY 2 Devon A1007/A1108 WITH 1 Brg" in staff(s)
    assert refused(s) == []


def test_a_worn_enemy_is_driven_over() -> None:
    s = position("II.J", {"2 Irish": "A0407", "2 Gren": "A0407", "1 Hoff": "A0607"})
    s.units["1 Hoff"].steps, s.units["1 Hoff"].fatigued = 1, True
    assert any(line.startswith("MECH") and line.endswith("OVERRUN A0607") for line in staff(s))
    assert refused(s) == []


def test_on_the_last_turn_the_road_behind_the_spearhead_is_held_where_it_could_be_cut() -> None:
    places = {"2 Irish": "A1308", "2 Gren": "A1308", "1 Cold": "A1108", "5 Cold": "A1108", "3 Irish": "A1108"}
    rear = dict.fromkeys(["1 Gren", "2 HCR", "55 Fd", "64 Med"], "A0907")
    s = position("II.B", {**places, **rear}, turn=3)
    s.place("3/6 FJR", "A0504")
    moved = " ".join(staff(s))
    assert any(hex in moved for hex in ("A0507", "A0607", "A0407"))


def test_nothing_to_do_is_said_so() -> None:
    assert staff(position("III.J", {"2 Irish": "A0507"})) == ["PASS"]


def test_a_unit_behind_a_comma_is_not_cut_down_to_the_formation_its_name_begins_with() -> None:
    s = start("air-bridge/market-garden")
    s.active, s.step, s.turn = GERMAN, "III.B", 5
    text = "ENTER 1/21 SS, 10 SS Eng B5025 - B5024"  # 10 SS is a formation too
    assert [(line.status, line.printed) for line in check_orders(RULES, s, GERMAN, text, [], "en").lines] == [("ok", text)]
