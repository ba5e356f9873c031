"""The German engineers where Arnhem is fought for alone: over the Pannerden ferry to the south end of the bridge, to blow it there."""

from __future__ import annotations

from pbem.rulesets.air_bridge import demolition, engineers, field
from pbem.rulesets.air_bridge.staff_airborne import alone
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import ALLIED, GERMAN, Unit, ends, hexside

NORTH_END, SOUTH_END = "B4315", "B4215"
BRIDGE = hexside(SOUTH_END, NORTH_END)
AHEAD = 1  # turns before the bridge may be blown that they go there
COMPANY = "10 SS"


def crew(k: Sketch) -> list[Unit]:
    """The engineers who come from the east and are not needed for the storm."""
    return [u for u in k.s.units.values() if u.side == GERMAN and u.engineer and u.formation == COMPANY and k.free(u)] if alone(k) else []


def landing(k: Sketch) -> tuple[str, str]:
    """The banks of the ferry: where they get on, and the island where they get off."""
    island = field.bank(k.s.scenario, SOUTH_END)
    here, there = sorted(ends(str(field.settings(k.s.scenario)["ferry"]["hexside"])), key=lambda hex: hex in island)
    return here, there


def ferries(k: Sketch) -> list[str]:
    """Whoever waits at the ferry goes over [7.1]."""
    lines = []
    for u in crew(k):
        here, there = landing(k)
        if u.at == here and engineers.why_not_cross(k.s, [u], hexside(here, there)) is None:
            k.s.place(u.id, there)
            k.s.ferried += u.sp
            k.moved.add(u.id)
            lines.append(f"FERRY {u.id} {hexside(here, there)}")
    return lines


def to_the_far_end(k: Sketch) -> None:
    """While the British bar the bridge by the ferry, else over it in time to blow it."""
    for u in crew(k):
        over = u.at in field.bank(k.s.scenario, SOUTH_END)
        barred = bool(k.s.at(NORTH_END, ALLIED))
        if over or (not barred and k.s.turn >= demolition.kept_until(k.s, BRIDGE) - AHEAD):
            goal = SOUTH_END
        elif barred and (not u.at or u.at == landing(k)[0] or waits(k, u)):
            goal = landing(k)[0]
        else:
            continue
        k.march(u, (goal,))
        k.moved.add(u.id)
        k.pinned.add(u.id)


def waits(k: Sketch, u: Unit) -> bool:
    """On its way to the ferry, not yet over the Rhine."""
    return u.at in field.bank(k.s.scenario, landing(k)[0])


def is_no_more_use(k: Sketch, bridge: str) -> bool:
    """Nobody comes up the road: once Germans have both ends, the Poles alone could still want the bridge."""
    return alone(k) and bridge == BRIDGE
