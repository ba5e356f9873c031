"""The soundness checks of the campaign fire on what breaks a rule, and on nothing that the rules themselves do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbem.engine.events import Event
from pbem.rulesets.air_bridge import sound_campaign as sound
from pbem.rulesets.air_bridge.state import DropZone, State
from pbem.rulesets.air_bridge.units import start

Check = Callable[[State, list[Event]], Iterator[str]]


def event(kind: str, rule: str = "", units: list[str] | None = None, **facts: Any) -> Event:
    return Event(kind, rule, {"*": {"units": units or [], **facts}})


def campaign() -> State:
    return start("air-bridge/market-garden")


BROKEN_STATES: list[tuple[Check, DropZone, str]] = [
    (sound.drop_zones, DropZone("A2805"), "shares A2805 with Son HG"),
    (sound.drop_zones, DropZone("C0101"), "off the map"),
    (sound.drop_zones, DropZone("A3004", True, lost=True), "lost and not lost"),
    (sound.drop_zones, DropZone(""), "off the map on its original side"),
]


@pytest.mark.parametrize(("check", "zone", "reason"), BROKEN_STATES, ids=[reason for _, _, reason in BROKEN_STATES])
def test_a_marker_that_cannot_be_is_found(check: Check, zone: DropZone, reason: str) -> None:
    s = campaign()
    s.drop_zones["101"] = zone
    assert reason in "; ".join(check(s, []))


DROP: dict[str, Any] = {"units": ["1/501"], "side": "allied", "hex": "A2904"}
FERRY: dict[str, Any] = {"engineer": "", "phase": "3 III.C"}
DICE = {"allied": 4, "german": 6}
BROKEN: list[tuple[Check, list[Event], str]] = [
    (sound.placed, [event("dz placed", division="101", hex="A2803")], "A2803, forest"),
    (sound.placed, [event("dz placed", division="101", hex="A2904")], "shows its original side"),
    (sound.dropped, [event("drop", **{**DROP, "hex": "A2803"})], "dropped at A2803"),
    (sound.dropped, [event("drop", **{**DROP, "side": "german"})], "dropped at A2904"),
    (sound.dropped, [event("drop", **{**DROP, "hex": "B4114"})], "dropped at B4114"),
    (sound.dropped, [event("drop", **DROP)], "still to come"),
    (sound.landings, [event("landing", units=["1/501"], die=5, result="safe")], "rolled 5"),
    (sound.landings, [event("landing", units=["1/501"], die=9, result="scattered")], "rolled 9"),
    (sound.weathered, [event("weather", die=8, weather="clear")], "a 8 and clear"),
    (sound.weathered, [event("weather", die=8, weather="bad")], "no mud"),
    (sound.in_the_air, [event("air points", points={"allied": 19, "german": 0})], "allied has 20 air points of 19"),
    (sound.initiatives, [event("initiative", dice=DICE, winner="german")], "german has the initiative"),
    (sound.initiatives, [event("initiative", dice={"allied": 4, "german": 4}, winner="german")], "german has the initiative"),
    (sound.own_ferry, [event("ferry", units=["1/21 SS"], **FERRY), event("ferry", units=["10 SS Rec"], **FERRY)], "3 stacking points"),
    (sound.spared, [event("bridge", hexside="B2212/B2313")], "rolled for at a contact"),
    (sound.spared, [event("bridge", units=["10 SS Eng"], hexside="B3117/B3216")], "on turn 1"),
]


@pytest.mark.parametrize(("check", "events", "reason"), BROKEN, ids=[f"{c.__name__}-{n}" for n, (c, _, _) in enumerate(BROKEN)])
def test_a_broken_rule_is_found(check: Check, events: list[Event], reason: str) -> None:
    assert reason in "; ".join(check(campaign(), events))


def test_air_points_in_bad_weather_are_found() -> None:
    s = campaign()
    s.weather = "bad"
    assert "in bad weather" in "; ".join(sound.in_the_air(s, [event("air points", points={"allied": 20, "german": 0})]))


def test_a_drive_through_the_mud_is_found() -> None:
    s, drive = campaign(), event("move", units=["1/21 SS"], path=["B3718", "B3717"], phase="9 III.J")
    assert not list(sound.in_the_mud(s, [drive]))
    s.mud = True
    assert "through the mud at B3717" in "; ".join(sound.in_the_mud(s, [drive]))


def test_a_reinforcement_without_a_way_in_is_found() -> None:
    s = campaign()
    del s.entry["2 Irish"]
    s.areas["Tettau 1"] = ["B4501", "Z0101"]
    found = "; ".join(sound.arrivals(s, []))
    assert "2 Irish is to come, nobody knows how" in found and "Tettau 1 is to enter" in found


def test_every_check_has_a_run_that_breaks_it() -> None:
    tried = {check.__name__ for check, _, _ in [*BROKEN, *BROKEN_STATES]} | {"arrivals", "in_the_mud"}
    assert tried == {check.__name__ for check in sound.SOUND}


def test_nothing_is_wrong_at_the_start_of_a_game() -> None:
    for scenario in ("market-garden", "a-bridge-too-far", "breakout"):
        s = start(f"air-bridge/{scenario}")
        assert [reason for check in sound.SOUND for reason in check(s, [])] == []
