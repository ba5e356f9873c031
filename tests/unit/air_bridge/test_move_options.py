"""What the lists of legal moves offer can be ordered, at the price they name; and nothing legal is missing from them."""

from __future__ import annotations

import pytest

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.demolition import blowable
from pbem.rulesets.air_bridge.engineers import repairs
from pbem.rulesets.air_bridge.entering import due_now, entries
from pbem.rulesets.air_bridge.moves import points
from pbem.rulesets.air_bridge.moves_options import movers_now, overruns, reachable
from pbem.rulesets.air_bridge.moves_text import order_text
from tests.unit.air_bridge.moving import SCENARIO, lucky, placed, play

BESIDE_ENEMIES = ("no units", "2 Irish at A0807", "1 Brg at A0807", "2 Devon at A0407", "1/6 FJR at A0606", "2 Hoff at A1208")


@pytest.mark.parametrize("names", [["2 Devon"], ["2 Irish", "1 Brg"]])
def test_every_hex_offered_can_be_ordered_at_its_price(names: list[str]) -> None:
    s = placed(*BESIDE_ENEMIES)
    options = list(reachable(s, names).values())
    assert len(options) > 30
    for option in options[::7]:
        order = order_text(s, "MOVE", names, s.units[names[0]].at, option.way)
        done = play(s, order, luck=lucky())
        assert done.verdicts["1"].status == "ok", order
        assert done.state.units[names[0]].at == option.hex
        assert done.verdicts["1"].notes["used"] == points(option.cost)


def test_a_hex_not_offered_is_refused() -> None:
    s = placed(*BESIDE_ENEMIES)
    offered = reachable(s, ["2 Devon"])
    others = [hex for hex in field.board(SCENARIO).within("A0407", 6) if hex not in offered and hex != "A0407"]
    assert len(others) > 20
    for hex in others[::9]:
        assert play(s, f"MOVE 2 Devon {hex}", luck=lucky()).verdicts["1"].status == "refused", hex


def test_options_say_where_the_move_ends_in_a_zone_and_which_bridges_it_touches() -> None:
    s = placed(*BESIDE_ENEMIES)
    found = reachable(s, ["2 Irish"])
    assert found["A1108"].zone and not found["A0908"].zone
    assert found["A1108"].touches == ["A1007/A1108"] and found["A0908"].touches == []


def test_full_hexes_are_not_offered() -> None:
    s = placed("no units", "2 Irish at A0707", "2 Gren at A0707", "1 Gren at A0707", "5 Cold at A0407")
    assert "A0707" not in reachable(s, ["5 Cold"]) and "A0807" in reachable(s, ["5 Cold"])


def test_a_slow_unit_is_offered_its_one_hex() -> None:
    s = placed("no units", "German Slow at A0403: attack 1, defence 1, move 1, er 3, sp 1, infantry", side="german")
    assert "A0404" in reachable(s, ["Slow"]) and "A0405" not in reachable(s, ["Slow"])


def test_overruns_offered_succeed() -> None:
    s = placed("no units", "2 Irish at A0307", "2 Gren at A0307", "1 Gren at A0307", "Penal 6 at A0508", "1 Hoff at A0710")
    stack = ["2 Irish", "2 Gren", "1 Gren"]
    found = overruns(s, stack)
    assert [option.hex for option in found] == ["A0508"]
    done = play(s, f"{order_text(s, 'MOVE', stack, 'A0307', found[0].way)} OVERRUN A0508", luck=lucky())
    assert "Penal 6" in done.state.gone and done.state.units["2 Irish"].at == "A0508"


def test_movers_repairs_demolitions_and_entries() -> None:
    s = placed("no units", "1 Brg at A1007, beside A1007/A1108", "55 Fd at A0107, final fire", "bridge A1007/A1108 blown")
    assert movers_now(s, "allied") == ["1 Brg"]
    assert repairs(s) == [("1 Brg", "A1007/A1108")]
    factors = "attack 1, defence 1, move 4, er 3, sp 1, infantry, engineer"
    s = placed("no units", f"German P at A1907: {factors}", f"German Q at A2007: {factors}", side="german")
    assert blowable(s) == ["A1907/A2007"]
    s = placed(turn=1)
    assert "2 Irish" in due_now(s, "allied") and "4/7 DG" not in due_now(s, "allied") and "2 Devon" not in due_now(s, "allied", mech=True)
    assert entries(s, s.units["2 Irish"]) == ["A0107"]
