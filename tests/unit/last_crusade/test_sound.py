"""Each check of soundness stays silent on a good game and speaks when that game is tampered with."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.engine.game import Done
from pbem.rulesets.last_crusade import sound, sound_cards, sound_field, sound_shots, victory
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import dice, order, placed, played

Tamper = Callable[[State, list[Event]], None]
POSITION = """no cards
pool US 9
pool German 9
M7 1 at A1
M16 at A1
US Halftrack 1 at A2
Rifle 1 at A2 on US Halftrack 1
Rifle 2 at A2
US Leader 1 on Rifle 2
Bazooka 1 on Rifle 2
US Supply 1 at HQ-US
Patton at HQ-US, came turn 1
P-47 1 on airfield
Sherman 1 at A3
Sherman 2 in hand
US Minefield 1 at A3
Truck 1 at C1, spotted
Pillbox at C2
Pioneers 1 at C2 in Pillbox
Panther 1 at C3
Sherman 3 in pile German
Rifle 3 in deck
Rifle 4 in deck"""


@pytest.fixture(scope="module")
def good() -> Done:
    """A supply step in which two cards are drawn, and a bombardment that destroys a truck."""
    s = placed(POSITION)
    s.ready = True
    lines = [order("BOMBARD", "M7 1", target="Truck 1")]
    return played(s, "us", "supply", lines, dice(supply=[1, 1, 1, 1], draw=[1, 1], fire=[5, 6, 1, 1, 1, 1]), last="bombardment")


def card(known: str, **values: Any) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        for name, value in values.items():
            setattr(s.cards[known], name, value)

    return change


def gone(id: str) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        del s.cards[id]

    return change


def copies(id: str, like: str, **values: Any) -> Tamper:
    """A further card like another."""

    def change(s: State, events: list[Event]) -> None:
        s.cards[id] = deepcopy(s.cards[like])
        s.cards[id].id = id
        for name, value in values.items():
            setattr(s.cards[id], name, value)

    return change


def state(**values: Any) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        for name, value in values.items():
            setattr(s, name, value)

    return change


def into(pile: str, id: str) -> Tamper:
    return lambda s, events: s.piles[pile].append(id)


def fact(kind: str, **values: Any) -> Tamper:
    return lambda s, events: next(e.seen["*"] for e in events if e.kind == kind).update(values)


def both(*parts: Tamper) -> Tamper:
    def change(s: State, events: list[Event]) -> None:
        for part in parts:
            part(s, events)

    return change


def crowd(at: str, number: int) -> Tamper:
    return both(*(copies(f"X{n}", "Sherman 1", at=at) for n in range(number)))


def full_hand(s: State, events: list[Event]) -> None:
    for n in range(11):
        copies(f"H{n}", "Sherman 2")(s, events)


def off(id: str, **values: Any) -> Tamper:
    """In the deck again, but not forgotten what it was."""
    return card(id, place="deck", at="", **values)


BROKEN: list[tuple[Any, Tamper]] = [
    (sound_cards.all_there, gone("Panther 4")),
    (sound_cards.all_there, card("Panther 1", id="Panther 2")),
    (sound_cards.in_one_place, card("Sherman 1", place="pocket")),
    (sound_cards.in_one_place, card("Sherman 1", at="")),
    (sound_cards.in_one_place, card("Sherman 2", at="A1")),
    (sound_cards.in_one_place, into("german", "Sherman 1")),
    (sound_cards.in_one_place, into("german", "Sherman 3")),
    (sound_cards.in_one_place, card("Panther 1", place="pile", at="")),
    (sound_cards.piles_of_enemies, into("us", "Sherman 3")),
    (sound_cards.piles_of_enemies, into("us", "Nobody")),
    (sound_cards.piles_of_enemies, into("german", "Patton")),
    (sound_cards.forgotten, off("Sherman 1", hits=1)),
    (sound_cards.forgotten, off("Sherman 1", spotted=True)),
    (sound_cards.forgotten, off("Rifle 2", rides="US Halftrack 1")),
    (sound_cards.within_values, card("Sherman 1", hits=5)),
    (sound_cards.within_values, card("Sherman 1", hits=-1)),
    (sound_cards.within_values, card("Sherman 1", spent=3)),
    (sound_cards.within_values, card("Sherman 1", dug_in=True)),
    (sound_cards.within_values, card("Rifle 1", dug_in=True)),
    (sound_cards.in_its_place, card("US Supply 1", at="A1")),
    (sound_cards.in_its_place, card("Patton", at="A1")),
    (sound_cards.in_its_place, card("P-47 1", at="A1")),
    (sound_cards.in_its_place, card("Sherman 1", at="AIR-US")),
    (sound_cards.in_its_place, card("Sherman 1", at="D2")),
    (sound_cards.in_its_place, card("Sherman 1", at="HQ-DE")),
    (sound_cards.in_its_place, card("P-47 1", at="AIR-DE")),
    (sound_cards.in_its_place, card("US Minefield 1", at="HQ-US")),
    (sound_cards.riders, card("Rifle 2", rides="Sherman 1")),
    (sound_cards.riders, card("Rifle 2", rides="US Halftrack 1")),
    (sound_cards.riders, card("Rifle 1", at="A1")),
    (sound_cards.riders, card("Rifle 1", engaged=True)),
    (sound_cards.riders, both(card("Rifle 1", rides=""), card("M16", at="A2", rides="US Halftrack 1"))),
    (sound_cards.occupants, card("Pioneers 1", at="C1")),
    (sound_cards.occupants, card("Panther 1", at="C2", inside="Pillbox")),
    (sound_cards.occupants, copies("Pioneers 3", "Pioneers 1")),
    (sound_cards.attached, card("US Leader 1", on="")),
    (sound_cards.attached, card("US Leader 1", at="A1")),
    (sound_cards.attached, card("Sherman 1", on="Rifle 2")),
    (sound_cards.attached, copies("US Leader 3", "US Leader 1")),
    (sound_cards.attached, copies("Bazooka 3", "Bazooka 1")),
    (sound_cards.attached, both(copies("B", "Bazooka 1", type="b"), copies("C", "Bazooka 1", type="c"))),
    (sound_field.stacking, crowd("A3", 3)),
    (sound_field.stacking, crowd("HQ-US", 8)),
    (sound_field.one_side, card("Panther 1", at="A3")),
    (sound_field.control, state(control={"A1": "us"})),
    (sound_field.control, lambda s, events: s.control.update(A1="nobody")),
    (sound_field.pools, state(pool={"us": -1, "german": 0})),
    (sound_field.generals, copies("Hodges", "Patton")),
    (sound_field.obstacles, copies("US Minefield 3", "US Minefield 1")),
    (sound_field.hands, full_hand),
    (sound_field.used, state(used=["US Supply", "US Supply"])),
    (sound_field.ends, state(over="hq")),
    (sound_field.ends, state(outcome={"winner": "us"})),
    (sound_shots.values, fact("bombardment", fp=5)),
    (sound_shots.values, fact("bombardment", dice=[5, 6])),
    (sound_shots.hits, fact("bombardment", hits=3)),
    (sound_shots.hits, fact("bombardment", dice=[5, 6, 1, 1, 1, 7])),
    (sound_shots.damage, fact("bombardment", damage=[{"card": "Truck 1", "hits": 3, "destroyed": True}])),
    (sound_shots.destroyed, fact("destroyed", pile="german")),
    (sound_shots.destroyed, fact("destroyed", units=["Sherman 1"])),
    (sound_shots.destroyed, lambda s, events: events.append(next(e for e in events if e.kind == "destroyed"))),
    (sound_shots.shown, card("M7 1", spotted=False)),
    (sound_shots.drawn, card("Rifle 3", place="deck")),
]


def test_a_good_game_is_sound(good: Done) -> None:
    assert [reason for check in sound.CHECKS for reason in check(good.state, good.events)] == []
    assert {event.kind for event in good.events} >= {"drawn", "bombardment", "destroyed"}


@pytest.mark.parametrize(("check", "tamper"), BROKEN, ids=[f"{check.__name__}-{n}" for n, (check, _) in enumerate(BROKEN)])
def test_a_check_speaks(check: Any, tamper: Tamper, good: Done) -> None:
    s, events = deepcopy(good.state), deepcopy(good.events)
    assert list(check(s, events)) == []
    tamper(s, events)
    assert list(check(s, events)) != []


def test_every_check_is_seen_to_speak() -> None:
    assert {check.__name__ for check, _ in BROKEN} == {check.__name__ for check in sound.CHECKS}


def test_a_view_is_not_asked(good: Done) -> None:
    s = deepcopy(good.state)
    del s.cards["Panther 4"]
    assert [reason for check in sound.SOUND for reason in check(s, [])] != []
    s.seen_by = "us"
    assert [reason for check in sound.SOUND for reason in check(s, [])] == []


def test_combat_units_may_be_used_twice_and_a_hand_may_be_full_before_the_discards(good: Done) -> None:
    s = deepcopy(good.state)
    s.used = ["Railway Gun", "Railway Gun"]
    assert list(sound_field.used(s, [])) == []
    full_hand(s, [])
    s.step, s.active = "III.2", "us"
    assert list(sound_field.hands(s, [])) == []
    s.active = "german"
    assert list(sound_field.hands(s, [])) != []


def test_a_game_that_ended_is_sound(good: Done) -> None:
    s = deepcopy(good.state)
    s.over, s.captor = victory.CAPTURE, "us"
    s.outcome = victory.outcome(s, victory.CAPTURE)
    assert list(sound_field.ends(s, [])) == []
