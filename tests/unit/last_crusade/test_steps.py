"""What the rule cases cannot show of the steps: orders legal in part, what the other side is told, chances, the end."""

from __future__ import annotations

from collections import Counter

from pbem.engine.check import check
from pbem.engine.game import Done
from pbem.rulesets.last_crusade import RULES, phases, victory
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, dice, order, placed, played


def told(done: Done, kind: str, side: str) -> list[dict[str, object]]:
    return [event.seen[side] for event in done.events if event.kind == kind and side in event.seen]


# orders legal in part


def test_a_part_is_played_where_the_policy_lets_it() -> None:
    s = placed("no cards\npool US 4\nSherman 1 in hand\nStuart 1 in hand\nRifle 1 in hand")
    line = order("DEPLOY", "Sherman 1, Stuart 1, Rifle 1")
    done = played(s, "us", "reinforcement", [line], policy="truncate")
    assert [done.state.cards[id].place for id in ("Sherman 1", "Stuart 1", "Rifle 1")] == ["map", "hand", "map"]
    assert done.state.pool["us"] == 0
    assert [event.seen["*"]["why"] for event in done.events if event.kind == "cut short"] == ["card-not-paid"]


def test_strictly_a_line_that_is_wrong_in_part_changes_nothing() -> None:
    s = placed("no cards\npool US 4\nSherman 1 in hand\nStuart 1 in hand")
    done = played(s, "us", "reinforcement", [order("DEPLOY", "Sherman 1, Stuart 1")])
    assert (done.state.pool["us"], done.state.cards["Sherman 1"].place) == (4, "hand")
    refusal = done.verdicts["1"].refusal
    assert refusal is not None and refusal.nearest == "DEPLOY Sherman 1"


def test_the_second_gun_is_not_paid_for_if_there_is_one_point() -> None:
    s = placed("no cards\npool US 1\nM7 1 at A1\nM7 2 at A1\nVolksgrenadier 1 at C1, spotted")
    line = order("BOMBARD", "M7 1, M7 2", target="Volksgrenadier 1")
    assert played(s, "us", "bombardment", [line]).verdicts["1"].status == "refused"
    done = played(s, "us", "bombardment", [line], dice(fire=[1] * 6), policy="truncate")
    assert (done.state.pool["us"], done.state.cards["M7 2"].engaged) == (0, False)


# what the other side is told


def test_supply_dice_and_pool_are_the_own_sides_business() -> None:
    s = placed("no cards\nPatton at HQ-US\nRifle 1 in deck")
    done = played(s, "us", "supply", [], dice(duration=[6], supply=[1, 2, 3, 4], draw=[1]))
    assert told(done, "supply", "us")[0]["dice"] == [1, 2, 3, 4]
    assert told(done, "supply", "german") == []
    assert told(done, "drawn", "us")[0]["cards"] == ["Rifle 1"]
    assert told(done, "drawn", "german") == [{"side": "us", "count": 1}]
    assert [(roll.purpose, roll.sides, roll.hidden) for roll in done.rolls] == [
        ("duration us", 6, True), *[("supply us", 6, True)] * 4, ("draw us", 1, True),
    ]  # fmt: skip


def test_the_enemy_does_not_hear_that_a_general_nobody_saw_has_left() -> None:
    unseen = played(placed("no cards\nPatton at HQ-US"), "us", "supply", [], dice(duration=[1], supply=[1, 1, 1]))
    seen = played(placed("no cards\nPatton at HQ-US, spotted\nPanther 1 at A1"), "us", "supply", [], dice(duration=[1], supply=[1, 1, 1]))
    assert told(unseen, "general left", "german") == []
    assert told(seen, "general left", "german")[0]["units"] == ["Patton"]


def test_obstacles_leaders_and_attachments_come_unseen() -> None:
    s = placed("no cards\npool US 9\nRifle 1 at A1\nUS Minefield 1 in hand\nBazooka 1 in hand\nUS Leader 1 in hand")
    lines = [
        order("DEPLOY", "US Minefield 1", "1", at="A1"), order("DEPLOY", "Bazooka 1", "2", on="Rifle 1"),
        order("DEPLOY", "US Leader 1", "3", on="Rifle 1"),
    ]  # fmt: skip
    done = played(s, "us", "reinforcement", lines)
    assert [event.kind for event in done.events] == ["obstacle laid", "attached", "attached"]
    assert all("german" not in event.seen for event in done.events)


def test_troops_of_the_headquarters_are_shown_for_the_use_alone() -> None:
    """SE-15: by name, and face down again afterwards; also where the card has the name of its kind."""
    s = placed("no cards\nWorkshop at HQ-DE\nPanther 1 at C1, 2 hits, spotted\nSherman 1 at B1")
    done = played(s, "german", "reinforcement", [order("USE", "Workshop", on="Panther 1")])
    shown = told(done, "ability", "us")[0]
    assert (shown["units"], shown["card"], shown["on"], shown["amount"]) == (["Workshop"], "Workshop", "Panther 1", 2)
    assert not done.state.cards["Workshop"].spotted


def test_what_is_not_seen_is_refused_alike_wherever_it_is() -> None:
    """A guess at a name must not be a reconnaissance: on the map face down, in a hand, in a deck, beside a spotted card."""
    answers = []
    for where in ("Panther 2 at C1", "Panther 2 at C2", "Panther 2 in hand", "Panther 2 in deck"):
        s = placed(f"no cards\npool US 2\nM7 1 at A1\nVolksgrenadier 1 at C1, spotted\nPanther 3 at C1\nPanther 3 at C2\n{where}")
        line = order("BOMBARD", "M7 1", target="Panther 2")
        done = played(s, "us", "bombardment", [line])
        answers.append((done.verdicts["1"].refusal, check(RULES, done.state, "us", [line])["1"]))
    assert [answer == answers[0] for answer in answers] == [True] * 4
    assert answers[0][0] is not None and answers[0][0].facts == {}


# chances


def test_every_card_of_the_deck_is_drawn_by_one_number_of_the_die() -> None:
    s = placed("no cards\n" + "\n".join(f"Rifle {n} in deck" for n in (1, 2, 3)))
    drawn = Counter(hand_after(s, number) for number in (1, 2, 3))
    assert drawn == {"Rifle 1": 1, "Rifle 2": 1, "Rifle 3": 1}


def hand_after(s: State, number: int) -> str:
    done = played(s, "us", "supply", [], dice(supply=[1, 1, 1], draw=[number, 1]))
    first = next(event.seen["*"]["cards"][0] for event in done.events if event.kind == "drawn")
    assert isinstance(first, str)
    return first


def test_a_check_of_orders_plays_the_enemys_supply_step_without_his_cards() -> None:
    """The stage goes on to the enemy's orders; the view holds neither his deck nor his pool."""
    s = placed("no cards\npool US 1\nRifle 1 in hand\nTruck 1 in deck\nTruck 2 in deck\nManteuffel at HQ-DE", turn=2)
    s.step, s.active = "III.2", "us"
    assert check(RULES, s, "us", [order("DEPLOY", "Rifle 1")])["1"].status == "ok"


def test_the_hands_are_drawn_once() -> None:
    s = placed("no cards\nRifle 1 in deck")
    done = played(s, "", "setup", [], dice(draw=[1]))
    assert done.state.ready
    assert RULES.row("setup").orders(done.state) is None


def test_open_dice_have_six_sides_and_which_card_is_found_is_a_hidden_one() -> None:
    s = placed("no cards\nSherman 1 at A1\nPanther 1 at C1\nPanther 2 at C1")
    done = played(s, "us", "reconnaissance", [order("RECON", "Sherman 1", place="C1")], dice(recon=[4], draw=[1]))
    assert [(roll.purpose, roll.sides, roll.hidden) for roll in done.rolls] == [("recon C1", 6, False), ("draw C1", 2, True)]


# the end


def test_who_resigns_loses_as_if_his_headquarters_had_fallen() -> None:
    """P15.3: the bonus is the other's, and the winner too, whatever the piles say."""
    s = placed("no cards\nPanther 1, Panther 2 in pile US")
    found = victory.outcome(s, victory.RESIGNED, "us")
    assert (found["winner"], found["level"], found["points"]) == ("german", "resigned", {"german": 5, "us": 10})


def test_a_game_that_goes_on_has_a_standing() -> None:
    s = placed("no cards\nPz IV 1 in pile US\ncontrol C2 German\ncontrol B3 US\ncontrol C1 US", ARRACOURT)
    assert phases.result(s)["points"] == {"german": 3, "us": 9}
    assert phases.result(s)["winner"] == "us"


def test_the_names_of_how_a_game_ends() -> None:
    s = placed("no cards\nPz IV 1 in pile US")
    s.captor = "german"
    assert [victory.outcome(s, why)["level"] for why in ("hq", "agreement", "turns")] == ["headquarters", "agreement", "points"]
    s.piles["us"] = []
    assert [victory.outcome(s, why)["level"] for why in ("hq", "agreement", "turns")] == ["headquarters", "draw", "draw"]
