"""Moving: what lies on a card goes with it, where a unit may go, and that the side's own view is told the same as the truth."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.engine.check import check
from pbem.engine.verbs import Line, Path, Refused
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.reach import legal_part, reach, route, seems_held, steps_left
from pbem.rulesets.last_crusade.state import State
from pbem.rulesets.last_crusade.transport import put
from tests.unit.last_crusade.table import ARRACOURT, dice, order, placed, played


def move(units: str, way: str, n: str = "1") -> Line:
    return Line(n, "MOVE", {"units": units.split(", "), "path": Path(way.split())})


def test_a_card_takes_along_all_that_is_on_it() -> None:
    s = placed(
        """no cards
        US Halftrack 1 at A2
        Rifle 1 at A2 on US Halftrack 1
        Bazooka 1 on Rifle 1
        Pillbox at C2
        Pioneers 1 at C2 in Pillbox
        DE Leader 1 on Pioneers 1"""
    )
    put(s, s.cards["US Halftrack 1"], "B2")
    put(s, s.cards["Pillbox"], "C3")
    assert [s.cards[id].at for id in ("US Halftrack 1", "Rifle 1", "Bazooka 1")] == ["B2"] * 3
    assert [s.cards[id].at for id in ("Pillbox", "Pioneers 1", "DE Leader 1")] == ["C3"] * 3
    assert s.cards["Rifle 1"].rides == "US Halftrack 1"
    assert s.cards["Pioneers 1"].inside == "Pillbox"


def test_reach_is_every_zone_a_move_may_end_in_with_the_shortest_way() -> None:
    s = placed(
        """no cards
        Sherman 1 at B2
        Rifle 1, Rifle 2, Rifle 3 at B1
        Volksgrenadier 1 at C2""",
        ARRACOURT,
    )
    found = reach(s, "Sherman 1")
    assert sorted(found) == ["A1", "A2", "A3", "B3", "C1", "C3", "HQ-US"]  # B1 is full, C2 the enemy's
    assert found["C1"] == ["B1", "C1"]  # through the full zone
    assert found["C3"] == ["B3", "C3"]
    assert found["HQ-US"] == ["A2", "HQ-US"]


def test_every_move_that_reach_names_is_legal_and_no_other() -> None:
    """Whoever offers moves from the list offers no refusals, and leaves out nothing."""
    s = placed(
        """no cards
        Hellcat 1 at C1
        US Halftrack 1 at B2
        Rifle 1 at B2 on US Halftrack 1
        Rifle 2 at C3, engaged
        155mm at A1
        Volksgrenadier 1 at D1
        Puma at D3, spotted
        Pillbox at C2, spotted
        control C3 none""",
        ARRACOURT,
    )
    for name in ("Hellcat 1", "Rifle 1", "Rifle 2", "155mm"):
        able = reach(s, name)
        for at in RULES.board(ARRACOURT).ids:
            line = Line("1", "MOVE", {"units": [name], "path": Path([], [at])})
            verdict = check(RULES, ready(s), "us", [line])["1"]
            assert (verdict.status != "illegal") == (at in able), (name, at, verdict)


def ready(s: State) -> State:
    position.begin(s, "us", "movement")
    s.step, s.active = "III.6", "us"
    return s


def test_a_way_with_gaps_is_closed_by_the_shortest_and_a_way_back_is_a_way() -> None:
    s = placed("no cards\nHellcat 1 at A1", ARRACOURT)
    card = s.cards["Hellcat 1"]
    assert route(s, card, Path(["B2"], ["C3"])) == ["A2", "B2", "B3", "C3"]
    assert route(s, card, Path(["A2"], ["A1"])) == ["A2", "A1"]
    with pytest.raises(Refused) as stop:
        route(s, card, Path([], ["A1"]))
    assert stop.value.refusal.why == "there-already"


def test_a_stack_goes_as_far_as_all_of_it_may() -> None:
    s = placed("no cards\nHellcat 1, Rifle 1 at A2\nSherman 1 at A2, 1 spent", ARRACOURT)
    way, why = legal_part(s, ["Hellcat 1", "Rifle 1"], ["B2", "C2"])
    assert way == ["B2"] and why is not None and why.refusal.rule == "TR-8"
    assert steps_left(s, s.cards["Sherman 1"]) == 1


HELD = [
    ("Volksgrenadier 1 at C2", True), ("Volksgrenadier 1 at C2, spotted", True), ("Pillbox at C2", True), ("Pillbox at C2, spotted", False),
    ("AT Ditch at C2", False), ("Pillbox at C2\nPioneers 1 at C2 in Pillbox", True),
    ("Pillbox at C2, spotted\nPioneers 1 at C2 in Pillbox", False), ("Pillbox at C2, spotted\nPioneers 1 at C2 in Pillbox, spotted", True),
    ("DE Halftrack 1 at C2, spotted\nVolksgrenadier 1 at C2 on DE Halftrack 1", True),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "held"), HELD)
def test_whether_a_zone_is_held_is_the_same_question_on_the_truth_and_on_the_view(cards: str, held: bool) -> None:
    """Else a refusal in play would tell what the reply to orders did not know."""
    s = placed(f"no cards\n{cards}", ARRACOURT)
    assert seems_held(s, "C2", "us") is held
    assert seems_held(RULES.view(s, "us"), "C2", "us") is held


def test_who_hides_behind_open_walls_stops_the_move_and_comes_to_light() -> None:
    s = placed("no cards\nHellcat 1 at B1\nPillbox at C2, spotted\nPioneers 1 at C2 in Pillbox", ARRACOURT)
    done = played(s, "us", "movement", [move("Hellcat 1", "B2 C2")])
    after = done.state.cards
    assert after["Hellcat 1"].at == "B2" and after["Hellcat 1"].left == 2
    assert after["Pioneers 1"].spotted
    assert done.verdicts["1"].status == "ok"


def test_a_move_cut_short_by_what_was_not_seen_ends_where_there_is_room() -> None:
    s = placed(
        """no cards
        Hellcat 1 at A2
        Rifle 1, Rifle 2, Rifle 3 at B2
        Pillbox at C2, spotted
        Pioneers 1 at C2 in Pillbox""",
        ARRACOURT,
    )
    assert played(s, "us", "movement", [move("Hellcat 1", "B2 C2")]).state.cards["Hellcat 1"].at == "A2"


def test_engineers_in_the_walls_walk_out_of_them_and_dug_in_is_lost_by_moving() -> None:
    s = placed("no cards\nPillbox at D2\nPioneers 1 at D2 in Pillbox\nPanther 1 at D2, dug in", ARRACOURT)
    after = played(s, "german", "movement", [move("Pioneers 1, Panther 1", "D1")]).state.cards
    assert after["Pioneers 1"].inside == "" and after["Pioneers 1"].at == "D1"
    assert not after["Panther 1"].dug_in
    assert after["Pillbox"].at == "D2"


def test_an_order_to_occupy_waits_for_the_move_before_it_but_not_into_another_filing() -> None:
    lines = [move("Pioneers 1", "D2"), order("OCCUPY", "Pioneers 1", "2", fort="Pillbox")]
    s = placed("no cards\nPillbox at D2\nPioneers 1 at E2", ARRACOURT, 2)
    done = played(s, "german", "reinforcement", lines, last="movement")
    assert done.state.cards["Pioneers 1"].inside == "Pillbox" and done.verdicts["2"].status == "ok"
    s = placed("no cards\nfiles two\nPillbox at D2\nPioneers 1 at E2", ARRACOURT, 2)
    done = played(s, "german", "reinforcement", lines[1:])
    assert done.verdicts["2"].status == "refused"


def hidden_things() -> Iterator[str]:
    yield ""
    yield "DE Minefield at D2"
    yield "AT Ditch at D2\nDE Minefield at D2"


def test_the_reply_to_orders_does_not_know_of_obstacles() -> None:
    lines = [move("Sherman 1", "D2"), move("Sherman 1", "D1", "2")]
    told = []
    for works in hidden_things():
        s = placed(f"no cards\ncontrol C2 US\nSherman 1 at C2\n{works}".rstrip(), ARRACOURT)
        told.append(check(RULES, ready(s), "us", lines))
    assert told[0] == told[1] == told[2]
    assert {one.status for one in told[0].values()} == {"ok"}


def test_mines_meet_each_unit_of_a_stack_and_one_passenger_less() -> None:
    """Two units, one of them a pair: two times two dice."""
    s = placed(
        """no cards
        control C2 US
        Sherman 1 at C2
        US Halftrack 1 at C2
        Rifle 1 at C2 on US Halftrack 1
        DE Minefield at D2""",
        ARRACOURT,
    )
    done = played(s, "us", "movement", [move("Sherman 1, US Halftrack 1", "D2")], dice(mines=[5, 1, 6, 1]))
    hits = {id: done.state.cards[id].hits for id in ("Sherman 1", "US Halftrack 1", "Rifle 1")}
    assert hits == {"Sherman 1": 1, "US Halftrack 1": 1, "Rifle 1": 0}
    assert len(done.rolls) == 4


def test_an_assault_after_the_end_of_the_game_lapses() -> None:
    s = placed("no cards\npool US 9\ncontrol E2 US\ncontrol D2 US\ncontrol C2 US\nRifle 1, Rifle 2 at E2\nDE Supply 1 at HQ-DE", ARRACOURT)
    lines = [Line(n, "ASSAULT", {"place": ["HQ-DE"], "units": [unit]}) for n, unit in (("1", "Rifle 1"), ("2", "Rifle 2"))]
    done = played(s, "us", "movement", lines)
    assert done.verdicts["1"].status == "ok" and done.verdicts["2"].status == "lapsed"
    assert done.state.outcome["winner"] == "us"
    assert done.state.pool["us"] == 8


def test_two_stacks_that_meet_find_room_for_both_or_none_moves() -> None:
    s = placed("no cards\nRifle 1, Rifle 2 at B2\nSherman 1 at A2\nSherman 2 at B1", ARRACOURT)
    line = Line("1", "MOVE", {"units": ["Sherman 1", "Sherman 2"], "path": Path([], ["B2"])})
    done = played(s, "us", "movement", [line])
    refusal = done.verdicts["1"].refusal
    assert refusal is not None and refusal.rule == "P3.9" and refusal.nearest == "MOVE Sherman 1 A2 - B2"
    assert done.state.cards["Sherman 1"].at == "A2" and done.state.cards["Sherman 2"].at == "B1"
    s.cards["Rifle 2"].at = "A1"
    done = played(s, "us", "movement", [line])
    assert {done.state.cards[id].at for id in ("Sherman 1", "Sherman 2")} == {"B2"}


def test_a_move_of_a_tank_that_a_ditch_has_stopped_lapses() -> None:
    s = placed("no cards\ncontrol C2 US\nHellcat 1 at C2\nAT Ditch at D2", ARRACOURT)
    done = played(s, "us", "movement", [move("Hellcat 1", "D2"), move("Hellcat 1", "D1", "2")])
    assert done.verdicts["2"].status == "lapsed"
    assert done.state.cards["Hellcat 1"].at == "D2" and done.state.cards["Hellcat 1"].engaged


def test_two_that_come_out_of_two_walls_need_two_places() -> None:
    s = placed(
        """no cards
        Pillbox, Fortified Building at E2
        Pioneers 1 at E2 in Pillbox
        Pioneers 2 at E2 in Fortified Building""",
        ARRACOURT,
    )
    done = played(s, "german", "movement", [order("VACATE", "Pioneers 1, Pioneers 2"), order("VACATE", "Pioneers 2", "2")])
    assert [done.verdicts[n].status for n in ("1", "2")] == ["refused", "ok"]
    assert done.state.cards["Pioneers 1"].inside == "Pillbox" and not done.state.cards["Pioneers 2"].inside


def test_one_order_puts_one_passenger_on_a_transport() -> None:
    s = placed("no cards\nRifle 1, Rifle 2, US Halftrack 1 at A2", ARRACOURT)
    for on in ("US Halftrack 1", "US Halftrack 1, US Halftrack 1"):
        done = played(s, "us", "movement", [order("MOUNT", "Rifle 1, Rifle 2", on=on)])
        refusal = done.verdicts["1"].refusal
        assert refusal is not None and refusal.rule == "P11.6" and refusal.nearest == "MOUNT Rifle 1 ON US Halftrack 1"
        assert not done.state.cards["Rifle 1"].rides
