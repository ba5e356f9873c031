"""Assaults beside the rule cases: exact chances against the engine's own play, figures of decisions, faults of the tables, soundness."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbem.board.table import read_table
from pbem.engine.choice import Choice
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed, Scripted
from pbem.engine.events import Event
from pbem.engine.game import Done, Waiting, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.errors import DataError
from pbem.rulesets.air_bridge import RULES, assault_tables, position
from pbem.rulesets.air_bridge import sound_assault as sound
from pbem.rulesets.air_bridge.assault_fire import Ground
from pbem.rulesets.air_bridge.assault_odds import assault_odds
from pbem.rulesets.air_bridge.assault_outlook import assault_outlook, on_ground
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.state import Declared, State
from pbem.rulesets.air_bridge.units import start
from tests.unit.air_bridge.fights import fought

CAMPAIGN = "air-bridge/market-garden"
VEGHEL = """no units
1/501 at B0505
2/501 at B0505
3/501 at B0505
326 Eng at B0505
Veghel Sec at B0605, fatigued
bridge B0505/B0605 intact"""
DUEL = """no units
German G1 at A0714: attack 8, defence 4, move 4, er {attacker}, sp 2, infantry
German G2 at A0715: attack 4, defence 4, move 4, er {attacker}, sp 2, infantry
Allied U1 at A0814: attack 4, defence 6, move 4, er {defender}, sp 2, infantry
Allied U2 at A0814: attack 4, defence 2, move 4, er {defender}, sp 2, infantry, fatigued
U1 reduced: er {defender}
U2 reduced: er {defender}
G1 reduced: er {attacker}
G2 reduced: er {attacker}
declared assault A0814 with G1, G2"""


def placed(lines: str, side: str = "allied") -> State:
    s = start(CAMPAIGN)
    s.turn, s.active = 2, side
    for line in lines.splitlines():
        position.apply(s, line)
    return s


def veghel(*units: str) -> tuple[State, Declared]:
    s = placed(VEGHEL)
    s.declared.append(Declared("B0605", list(units), kind="assault"))
    return s, s.declared[0]


def assault(hex: str, *units: str) -> Line:
    return Line("1", "ASSAULT", {"place": [hex], "units": list(units)})


# chances


@pytest.mark.parametrize(
    ("units", "points", "column", "taken", "loses"),
    [
        (("2/501", "3/501", "326 Eng"), 13, "11-14", 60, 21),
        (("1/501", "2/501", "3/501", "326 Eng"), 18, "15-18", 70, 21),
    ],
)
def test_veghel_promises_what_the_reply_says(units: tuple[str, ...], points: int, column: str, taken: int, loses: int) -> None:
    found = assault_outlook(*veghel(*units))
    assert (found.attack, found.defence, found.our_column, found.their_column) == (points, 3, column, "3-6")
    assert (found.their_drm.total, found.our_drm.total, found.engineer) == (2, 0, True)
    assert (round(100 * found.taken), round(100 * found.loses)) == (taken, loses)


def test_chances_add_up_and_a_bombardment_makes_them_worse() -> None:
    s, d = veghel("1/501", "2/501", "3/501")
    calm, shelled = assault_outlook(s, d), assault_outlook(s, d, fire=20)
    for found in (calm, shelled):
        assert sum(found.lost.values()) == sum(found.held.values()) == 1
    assert shelled.taken < calm.taken and shelled.loses > calm.loses


def steps_of(s: State, names: tuple[str, ...]) -> int:
    return sum(s.units[name].steps for name in names if name in s.units)


@pytest.mark.parametrize(("attacker", "defender", "again"), [(0, 0, ""), (10, 0, "assault, attacker"), (0, 10, "assault, defender")])
def test_the_chances_are_those_of_every_run_of_the_dice(attacker: int, defender: int, again: str) -> None:
    """All hundred first rounds, and every second roll where one follows, fought by the rules themselves."""
    s = placed(DUEL.format(attacker=attacker, defender=defender), "german")
    found = assault_outlook(s, s.declared[0])
    position.begin(s, "german", "assault")
    snapshot, desk = canonical(s), OfficeDesk(staff=("allied", "german"))
    taken, lost, runs = 0, 0, list(product(range(1, 11), repeat=3 if again else 2))
    for first, second, *third in runs:
        script = [("assault, defender", first), ("assault, attacker", second), ("efficiency, allied", 10), ("efficiency, german", 10)]
        dice = Scripted([*script, *((again, die) for die in third)])
        done = run(RULES, snapshot, desk, dice, play=lambda g: play_rows(g, g.state.step), sound=False)
        assert isinstance(done, Done)
        taken += steps_of(done.state, ("U1", "U2")) == 0 and steps_of(done.state, ("G1", "G2")) > 0
        lost += steps_of(done.state, ("G1", "G2")) < 4
    assert (found.taken, found.loses) == (Fraction(taken, len(runs)), Fraction(lost, len(runs)))


def test_a_marker_alone_is_a_step_that_tests_nothing() -> None:
    s = placed("no units\nGerman G1 at A0714: attack 4, defence 4, move 4, er 10, sp 2, infantry\nDZ 101 at A0814", "german")
    s.declared.append(Declared("A0814", ["G1"], kind="assault"))
    found = assault_outlook(s, s.declared[0])
    assert found.loses == Fraction(2, 10)  # column 1-2: 1 and 2, in the first round only
    whole = Fraction(4, 10) + Fraction(6, 10) * Fraction(4, 10)
    reduced = Fraction(2, 10) + Fraction(8, 10) * Fraction(9, 10) * Fraction(2, 10)
    assert found.taken == Fraction(8, 10) * whole + Fraction(2, 10) * reduced  # columns 3-6 and 1-2; the test at 10 and at 9


def test_bare_figures_need_no_map() -> None:
    s = placed(DUEL.format(attacker=4, defender=6), "german")
    ours, theirs = s.at("A0714") + s.at("A0715"), s.at("A0814")
    ground = Ground("", over=("A0714", "A0715"))
    assert on_ground(ours, theirs, ground).our_drm.total == 2
    assert assault_odds(ours, theirs, ground).taken < assault_odds(ours, theirs, Ground("")).taken


# decisions


def asked(s: State, lines: list[Line], mailed: dict[str, Any], dice: list[tuple[str, int]]) -> list[Choice]:
    position.begin(s, "allied", "declaration")
    desk = OfficeDesk({"allied": lines}, mailed=mailed)
    out = run(RULES, canonical(s), desk, Scripted(dice), play=lambda g: play_rows(g, "II.I"))
    assert isinstance(out, Waiting)
    return out.choices


def test_the_defender_is_shown_what_each_amount_of_fire_makes_of_the_assault() -> None:
    s = placed(f"{VEGHEL}\n9 SS Art at B0704\nair German 3")
    (choice,) = asked(s, [assault("B0605", "1/501", "2/501", "3/501")], {}, [])
    assert (choice.kind, choice.side, choice.rule) == ("defbombard", "german", "9.3a")
    assert isinstance(choice.case, dict)
    (case,) = choice.case["fights"]
    assert case["kind"] == "assault" and case["ground"] == 2 and case["alone"]["their_column"] == "3-6"
    assert [row["points"] for row in case["chart"]] == [0, 3, 5, 8]
    chances = [Fraction(row["taken"]) for row in case["chart"]]
    assert chances == sorted(chances, reverse=True) and chances[0] > chances[-1]


def test_who_loses_a_step_is_asked_with_what_is_left_to_fire() -> None:
    s = placed("no units\n1/501 at A0714\n2/501 at A0715\n3/501 at A0813\nVeghel Sec at A0814\nair German 0")
    lines = [assault("A0814", "1/501", "2/501", "3/501")]
    (choice,) = asked(s, lines, {}, [("assault, defender", 1)])
    assert (choice.kind, choice.side, choice.rule) == ("losses", "allied", "13.1.D")
    assert isinstance(choice.case, dict)
    after = choice.case["after"]["2/501"]["attacker"]
    assert (after["points"], after["column"], after["drm"], after["hexes"]) == (13, "11-14", -1, 3)


def test_both_owners_are_asked_in_one_mail_where_both_fire_at_once() -> None:
    s = placed(f"{VEGHEL}\n9 SS Eng at B0605\nair German 0")
    lines = [assault("B0605", "1/501", "2/501", "326 Eng")]
    dice = [("assault, defender", 1), ("assault, attacker", 5)]
    s.units["Veghel Sec"].fatigued = False
    s.units["326 Eng"].steps = 1
    choices = asked(s, lines, {}, dice)
    assert [(c.side, c.rule) for c in choices] == [("allied", "13.1.D"), ("german", "13.1.E")]


def test_the_staff_fights_assaults_legally_and_soundly() -> None:
    """Over random dice, an attack and an assault on one hex: all is answered, and no check finds fault."""
    s = placed(f"{VEGHEL}\n9 SS Rec at B0606\n9 SS Art at B0704\nair German 3\nair Allied 6\n1/506 at B0604")
    position.begin(s, "allied", "declaration")
    attack = Line("2", "ATTACK", {"place": ["B0605"], "units": ["1/506"]})
    desk = OfficeDesk({"allied": [assault("B0605", "1/501", "2/501", "326 Eng"), attack]}, staff=("allied", "german"))
    kinds: set[str] = set()
    for seed in range(8):
        done = run(RULES, canonical(s), desk, Assumed(seed), play=lambda g: play_rows(g, "II.I"))
        assert isinstance(done, Done) and not done.state.declared
        kinds |= {choice.kind for choice in done.asked}
        for choice in done.asked:
            assert choice.options.why_not(KINDS[choice.kind].staff(choice)) is None
    assert kinds >= {"support", "defbombard", "losses", "react"}


# tables


@pytest.mark.parametrize(
    ("name", "text", "read", "says"),
    [
        ("assault", "die,1-2,3-6,source\n1,1,x,reconstructed\n", lambda: assault_tables.steps_lost(4, 1), "no number of steps"),
        ("assault", "die,1-2,lots,source\n1,1,2,reconstructed\n", lambda: assault_tables.columns(), "no column of points"),
        ("armour_assault", "attacker,{}\ninf,NE,NE,NE,NE,-2,NE,NE\n", lambda: assault_tables.armour_effects("inf", "inf"), "no effect"),
    ],
)
def test_a_fault_in_a_table_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, text: str, read: Callable[[], Any], says: str
) -> None:
    file = tmp_path / f"{name}.csv"
    file.write_text(text.replace("{}", ",".join(assault_tables.COMPOSITIONS)))
    monkeypatch.setattr(assault_tables, "_rows", lambda _, needed: read_table(file, needed))
    for cached in (assault_tables.columns, assault_tables._limits, assault_tables._steps, assault_tables._armour):
        cached.cache_clear()
    try:
        with pytest.raises(DataError, match=says):
            read()
    finally:
        for cached in (assault_tables.columns, assault_tables._limits, assault_tables._steps, assault_tables._armour):
            cached.cache_clear()


# soundness


@pytest.fixture(scope="module")
def good() -> Done:
    dice = [("defensive bombardment", 4), ("assault, defender", 2), ("assault, attacker", 8), ("efficiency, german", 1)]
    dice += [("efficiency, allied", 1), ("assault, defender", 10), ("assault, attacker", 5)]
    own = "German G1 at A0814: attack 3, defence 3, move 4, er 9, sp 2, infantry"
    s = placed(f"no units\n1/501 at A0714\n2/501 at A0715\n{own}\nair German 3\nair Allied 0")
    lines = {"allied": [assault("A0814", "1/501", "2/501")]}
    return fought(s, lines, [("german", "defbombard", {"points": {"A0814": 3}})], dice, last="assault")


def change(kind: str, **facts: Any) -> Callable[[list[Event]], None]:
    def tamper(events: list[Event]) -> None:
        next(e for e in events if e.kind == kind).seen["*"].update(facts)

    return tamper


def drop(kind: str) -> Callable[[list[Event]], None]:
    return lambda events: events.remove(next(e for e in events if e.kind == kind))


def double(kind: str) -> Callable[[list[Event]], None]:
    return lambda events: events.append(next(e for e in events if e.kind == kind))


def test_nothing_is_said_of_a_good_assault(good: Done) -> None:
    assert [reason for check in RULES.sound for reason in check(good.state, good.events)] == []


@pytest.mark.parametrize(
    ("check", "tamper", "says"),
    [
        (sound.strength, change("assault", sp=9), "9 stacking points assaulted A0814"),
        (sound.by_table, change("assault fire", result=3), "A0814: 3 points, die 2"),
        (sound.by_table, change("assault fire", column="7-10"), "A0814: 3 points are not column 7-10"),
        (sound.defensive_losses, change("defensive bombardment", steps=3), "A0814: result 1 over 1 is not 3 steps"),
        (sound.rounds, double("assault fire"), "A0814: defender fired 2 times in round 1"),
        (sound.rounds, drop("efficiency"), "A0814: defender fired again without passing"),
        (sound.losses_due, change("assault fire", result=0), "A0814: 1 steps lost, 0 hit [13.1.D]"),
        (sound.ended, drop("assault held"), "the assault on A0814 has 0 ends"),
        (sound.ended, change("assault held", units=["1/501"]), "1/501, 2/501 survived at A0814, 1/501 were counted"),
    ],
)
def test_a_tampered_assault_is_found_out(
    good: Done, check: Callable[..., Any], tamper: Callable[[list[Event]], None], says: str
) -> None:
    events = deepcopy(good.events)
    tamper(events)
    found = list(check(good.state, events))
    assert any(reason.startswith(says) for reason in found), found
