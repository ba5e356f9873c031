"""The staff officer of The Last Crusade: orders that pass the same check as a player's, from the side's own view alone."""

from __future__ import annotations

import pytest

from pbem.games.autoplay import Score, play_game
from pbem.orders import check_orders
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.staff import orders
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, FREE, placed

FRONT = "no cards\npool US 12\npool German 12\ncontrol D2 German\ncontrol C2 US\ncontrol B2 US\ncontrol A2 US\n"


def before(lines: str, side: str, turn: int = 5, scenario: str = ARRACOURT) -> State:
    s = placed(lines, scenario, turn)
    s.step = position.begin(s, side, "reinforcement")
    s.active = side
    return s


def written(s: State) -> list[str]:
    """The orders, none of them refused."""
    found = orders(RULES.view(s, s.active), s.active)
    checked = check_orders(RULES, s, s.active, "\n".join(found), [], "en")
    assert not checked.open, [f"{line.text}: {line.message}" for line in checked.open]
    return found


def verbs(lines: list[str]) -> list[str]:
    return [verb for verb in RULES.verbs if any(line == verb or line.startswith(f"{verb} ") for line in lines)]


@pytest.mark.parametrize(("scenario", "options"), [(ARRACOURT, {}), (FREE, {}), (ARRACOURT, {"files": "two"})])
def test_the_first_turns_of_a_game_without_a_line_refused(scenario: str, options: dict[str, str]) -> None:
    score = Score()
    play_game(RULES, scenario, "11", 3, score, options)
    assert (score.refused, score.violations, score.faults) == (0, 0, [])
    assert score.verbs["DEPLOY"] and score.verbs["MOVE"] and score.verbs["RECON"] and score.orders > 30


def test_six_units_are_placed_on_the_own_edge_where_they_may_be_chosen() -> None:
    s = RULES.begin(FREE)
    for side, edge in (("us", "A"), ("german", "C")):
        lines = orders(RULES.view(s, side), side)
        assert len(lines) == 6 and all(line.startswith("PLACE") and f"AT {edge}" in line for line in lines)


def test_with_two_files_the_battle_is_ordered_in_the_second() -> None:
    s = before(FRONT + "Sherman 1 at C2\nSherman 2 at C2\nArm Inf 1 at C2\nVolksgrenadier 1 at D2\nRifle 1 in hand", "us")
    s.files = "two"
    assert set(verbs(written(s))) <= {"DEPLOY", "DIG IN", "RECON", "REFIT", "USE"}
    s.step = position.begin(s, "us", "air")
    assert "ASSAULT" in verbs(written(s))


# what it does


def test_good_odds_are_taken() -> None:
    s = before(FRONT + "Sherman 1 at C2\nSherman 2 at C2\nArm Inf 1 at C2\nM7 1 at B2\nVolksgrenadier 1 at D2, spotted", "us")
    assert any(line.startswith("ASSAULT D2 WITH") for line in written(s))


def test_bad_odds_are_not() -> None:
    three = "Panther 1 at D2, spotted\nPanther 2 at D2, spotted\nPanther 3 at D2, spotted\n"
    assert "ASSAULT" not in verbs(written(before(FRONT + three + "Stuart 1 at C2\nRifle 1 at C2", "us")))


def test_guns_and_aircraft_fire_at_what_is_seen() -> None:
    seen = "Panzergrenadier 1 at D2, spotted\nPanzergrenadier 2 at D2, spotted\nPanther 1 at D2, spotted\n"
    lines = written(before(FRONT + seen + "155mm at B2\nRifle 1 at C2\nP-47 1 on airfield", "us"))
    assert {"STRIKE", "BOMBARD"} <= set(verbs(lines))


def test_companies_are_used_before_anything_is_paid() -> None:
    lines = written(before(FRONT + "US Supply 1 at HQ-US\nOrdnance at HQ-US\nSherman 1 at A2, 2 hits\nRifle 1 in hand", "us"))
    assert {"USE US Supply 1", "USE Ordnance ON Sherman 1"} <= set(lines) and "DEPLOY Rifle 1" in lines


def test_walls_are_entered_before_the_enemy_and_left_behind_the_front() -> None:
    near = before(FRONT + "Pillbox at D2\nPioneers 1 at D2\nSherman 1 at C2", "german")
    assert any(line.startswith("OCCUPY Pillbox WITH Pioneers 1") for line in written(near))
    far = before(FRONT + "control E2 German\nPillbox at E2\nPioneers 1 at E2 in Pillbox\nSherman 1 at A2", "german")
    assert "VACATE Pioneers 1" in written(far)


def test_soldiers_are_driven_up_and_climb_down_before_the_enemy() -> None:
    behind = before(FRONT + "US Halftrack 1 at HQ-US\nArm Inf 1 at HQ-US\nPanther 1 at E2", "us")
    lines = written(behind)
    assert "MOUNT Arm Inf 1 ON US Halftrack 1" in lines and any(line.startswith("MOVE US Halftrack 1 HQ-US") for line in lines)
    front = before(FRONT + "US Halftrack 1 at C2\nArm Inf 1 at C2 on US Halftrack 1\nPanther 1 at D2, spotted", "us")
    assert "DISMOUNT Arm Inf 1" in written(front)


def test_a_full_hand_loses_what_can_do_nothing_any_more() -> None:
    tanks, carts = [f"Sherman {n}" for n in range(1, 7)], [f"US Halftrack {n}" for n in range(1, 5)]
    cards = ["Patton", *carts, *tanks, "155mm"]
    lines = written(before("no cards\npool US 0\n" + "\n".join(f"{name} in hand" for name in cards), "us"))
    assert "DISCARD" in verbs(lines)


def test_the_end_is_offered_where_the_piles_say_more_than_the_ground_and_no_longer_where_they_do_not() -> None:
    ahead = FRONT + "control C1 German\ncontrol C2 German\ncontrol B3 German\nVolksgrenadier 1 in pile US\nSherman 1 at A1\nPuma at D2"
    assert "OFFER END" in written(before(ahead, "us"))
    behind = before(FRONT + "offer US\nSherman 2 in pile German\nSherman 1 at A1\nPuma at D2", "us")
    assert "WITHDRAW OFFER" in written(behind)


def test_a_lost_game_is_given_up() -> None:
    piles = "\n".join(f"Panther {n} in pile US" for n in range(1, 5)) + "\nPz IV 1 in pile US\nPz IV 2 in pile US\n"
    lines = "no cards\ncontrol E2 US\nSherman 1 at E2, spotted\nSherman 2 at E2, spotted\n" + piles
    assert written(before(lines, "german", turn=10)) == ["CAPITULATE"]


def test_nothing_to_do_is_a_pass() -> None:
    assert written(before("no cards\npool US 0", "us")) == ["PASS"]


def test_it_thinks_on_its_own_view_alone() -> None:
    """What lies face down, what the enemy holds in hand and what he has saved up change no word of the orders."""
    mine = "Sherman 1 at B2\nSherman 2 at B2\nArm Inf 1 at B2\nM7 1 at A2\nRifle 1 in hand\n"
    one = before(FRONT + mine + "control D2 German\nPanther 1 at D2\nFlak at E2\nPanther 2 in hand\nDE Minefield at D2", "us")
    two = before(FRONT + mine + "control D2 German\nTruck 1 at D2\n105mm 1 at E2\nPanther 2 in deck\npool German 0", "us")
    assert orders(RULES.view(one, "us"), "us") == orders(RULES.view(two, "us"), "us")
