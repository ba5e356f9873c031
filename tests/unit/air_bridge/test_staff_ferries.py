"""The staff and its ferries: only over water that needs one, and a gun put across has moved."""

from __future__ import annotations

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.staff_airborne import crossings
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import ALLIED, State
from pbem.rulesets.air_bridge.units import start
from tests.unit.air_bridge.test_staff import position, refused, staff


def test_nobody_is_ferried_over_a_stream_that_can_be_forded() -> None:
    s = position("II.B", {"1 Brg": "A1907", "2 Devon": "A1907"})
    s.bridges["A1907/A2007"] = "blown"
    assert not [line for line in staff(s) if line.startswith("FERRY")]
    assert refused(s) == []


def lost_bridge(turn: int) -> State:
    """The campaign when Arnhem bridge is lost: of the 1st Airborne a gun and an engineer by the river, Germans in range of the gun."""
    s = start("air-bridge/market-garden")
    s.turn, s.step, s.active = turn, "II.B", ALLIED
    for unit in s.units.values():
        unit.at = ""
    near = min((a for a, _ in crossings(Sketch(s, ALLIED))), key=lambda a: (field.distance(s, a, "B4409"), a))
    places = {"1 AL Light": near, "9 Fd Eng": near, "Krafft": "B4409"}
    for name, hex in places.items():
        s.place(name, hex)
    s.due = {}
    s.units["1 AL Light"].unsupplied = s.units["9 Fd Eng"].unsupplied = True
    return s


def test_a_gun_without_supply_that_was_ferried_over_does_not_fire_too() -> None:
    s = lost_bridge(turn=10)
    lines = staff(s)
    assert [line for line in lines if line.startswith("FERRY 1 AL Light")]
    assert not [line for line in lines if "1 AL Light" in line and not line.startswith("FERRY")]
    assert refused(s) == []
