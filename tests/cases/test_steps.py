"""Whether there is a mechanized step to play at all [3.II.J.1]: the positions are written as in a rule case."""

from pathlib import Path

import pytest

from pbem.cases import position_of
from tests.cases.rulesets import find

ENEMY = "German G1 at A0914: attack 4, defence 4, move 4, er 4, sp 2, infantry"
CASE = "CASE X-1\nTITLE t\nSCENARIO air-bridge/breakout\nTURN 2\nSTART Allied mechanized\nPOSITION\nno units\n{}\nEXPECT\nturn 2\n"


@pytest.mark.parametrize(
    ("lines", "opens"),
    [
        ("2 Irish at A0714", True),
        ("2 Irish at A0714, fatigued", False),
        ("2 Irish at A0714, unsupplied", False),
        ("2 Devon at A0714", False),
        (f"2 Irish at A0913\n{ENEMY}", False),
        (f"2 Irish at A0912\n{ENEMY}", True),
        ("64 Med at A0714, first fire", True),
        ("64 Med at A0714, final fire", False),
        ("153 Fd at A0714, final fire", False),
        ("2 Devon at A0714\n2 Irish at A0713", True),
        (ENEMY, False),
    ],
)
def test_the_mechanized_step_is_asked_for_only_if_some_unit_may_move(tmp_path: Path, lines: str, opens: bool) -> None:
    file = tmp_path / "case.txt"
    file.write_text(CASE.format(lines), encoding="utf-8")
    state, _ = position_of(file, find)
    state.due = {}  # nobody waits off the map
    row = find("air-bridge").row("II.J")
    assert row.orders(state) == (("allied",) if opens else None)


def test_guns_that_found_no_room_may_still_come_in_the_mechanized_step(tmp_path: Path) -> None:
    file = tmp_path / "case.txt"
    file.write_text(CASE.format("2 Devon at A0407").replace("no units\n", ""), encoding="utf-8")
    state, _ = position_of(file, find)
    assert find("air-bridge").row("II.J").orders(state) == ("allied",)
    state.due = {}
    assert find("air-bridge").row("II.J").orders(state) is None
