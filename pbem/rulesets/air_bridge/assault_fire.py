"""The fire of both sides of an assault: points, column and modifiers at the moment of the roll [13.2a]. Pure: the reply uses it too."""

from __future__ import annotations

import msgspec

from pbem.engine.tally import Tally
from pbem.rulesets.air_bridge import assault_tables as tables
from pbem.rulesets.air_bridge import drop_zones, field
from pbem.rulesets.air_bridge.figures import at_least_half
from pbem.rulesets.air_bridge.odds import assignments, composition_of
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit

BRIDGE = 2  # reconstructed
FROM_HEXES = {3: -1, 4: -2}  # 13.2b; from more than four it is no better, reconstructed
HALF_TIRED, SOME_TIRED = 2, 1  # 14.0e
ROUGH, OPEN = 2, 1  # value of the ground under the assaulting units, 9.3b


class Ground(msgspec.Struct, frozen=True):
    """What an assault has to know of the map. `over`: hexes of departure with a bridge in between."""

    hex: str
    over: tuple[str, ...] = ()
    value: int = ROUGH


class Fire(msgspec.Struct):
    """A roll on the assault table, before the die."""

    points: int
    drm: Tally

    @property
    def column(self) -> str:
        return tables.column_name(self.points) if self.points else ""

    def steps(self, die: int) -> int:
        return tables.steps_lost(self.points, die + self.drm.total)


def ground_of(s: State, d: Declared) -> Ground:
    """9.3b, G-60: open only if the target and every hex of departure are clear ground."""
    starts = sorted({u.at for u in attackers(s, d)})
    clear = all(field.value(s, hex) == OPEN for hex in [d.hex, *starts])
    return Ground(d.hex, tuple(hex for hex in starts if field.over_bridge(s, hex, d.hex)), OPEN if clear else ROUGH)


def attackers(s: State, d: Declared) -> list[Unit]:
    return s.named(d.units)


def defenders(s: State, d: Declared) -> list[Unit]:
    return s.at(d.hex, OTHER[s.active])


def marker(s: State, d: Declared) -> bool:
    """A drop zone marker among the defenders: defence 1, one step, lost last [7.3c, G-66]."""
    return drop_zones.marker_defence(s, d.hex, OTHER[s.active]) > 0


def engineers(ours: list[Unit]) -> list[str]:
    """They take the attacker's losses before all others [17.2f]."""
    return [u.id for u in ours if u.engineer]


def defender_fire(ours: list[Unit], theirs: list[Unit], zone: bool, classes: dict[str, str]) -> Fire:
    """13.1.D."""
    drm = Tally("drm")
    if tired := _steps([u for u in theirs if u.fatigued]):
        amount = HALF_TIRED if at_least_half(tired, _steps(theirs)) else SOME_TIRED
        drm.add(amount, "14.0e", "fatigue", steps=tired, of=_steps(theirs))
    _armour(drm, ours, theirs, classes, for_attacker=False)
    return Fire(sum(u.defence for u in theirs) + (drop_zones.DEFENCE if zone else 0), drm)


def attacker_fire(ground: Ground, ours: list[Unit], theirs: list[Unit], classes: dict[str, str]) -> Fire:
    """13.1.E."""
    drm = Tally("drm")
    hexes = len({u.at for u in ours})
    if amount := FROM_HEXES.get(min(hexes, max(FROM_HEXES)), 0):
        drm.add(amount, "13.2b", "hexes", hexes=hexes)
    if ground.over and at_least_half(_steps([u for u in ours if u.at in ground.over]), _steps(ours)):
        told = engineers(ours)
        drm.add(0 if told else BRIDGE, "17.2d", "bridge, engineer" if told else "bridge")
    _armour(drm, ours, theirs, classes, for_attacker=True)
    return Fire(sum(u.attack for u in ours), drm)


def _steps(units: list[Unit]) -> int:
    return sum(u.steps for u in units)


# armour and anti-tank [19.2]


def _armour(drm: Tally, ours: list[Unit], theirs: list[Unit], classes: dict[str, str], for_attacker: bool) -> None:
    if not ours or not theirs:
        return
    chosen = resolve_classes(ours, theirs, classes)
    mine, his = composition_of(ours, chosen), composition_of(theirs, chosen)
    effects = tables.armour_effects(mine, his)
    if "armour" in f"{mine} {his}":
        duals = {u.id: chosen[u.id] for u in [*ours, *theirs] if len(u.classes) > 1}
        drm.add(effects[0 if for_attacker else 1], "19.2a", "armour", ours=mine, theirs=his, classes=duals)


def _gain(ours: list[Unit], theirs: list[Unit], mine: dict[str, str], his: dict[str, str]) -> int:
    """What the effects on both rolls are worth to the defender."""
    attacker, defender = tables.armour_effects(composition_of(ours, mine), composition_of(theirs, his))
    return attacker - defender


def _ways(units: list[Unit], classes: dict[str, str]) -> list[dict[str, str]]:
    """One way to class the units for each composition they can have, the preferred first."""
    found: dict[str, dict[str, str]] = {}
    for way in assignments(units, classes):
        found.setdefault(composition_of(units, way), way)
    return list(found.values())


def resolve_classes(ours: list[Unit], theirs: list[Unit], classes: dict[str, str]) -> dict[str, str]:
    """Every unit's class. Open duals: the attacker's that serve him best whatever the defender does, then the defender's [D-11]."""
    replies = _ways(theirs, classes)
    mine = min(_ways(ours, classes), key=lambda a: max(_gain(ours, theirs, a, reply) for reply in replies))
    his = max(replies, key=lambda reply: _gain(ours, theirs, mine, reply))
    return {**mine, **his}


def class_matters(ours: list[Unit], theirs: list[Unit], unit: Unit) -> bool:
    """Whether the class of a dual unit can change either modifier."""
    if len(unit.classes) < 2 or not ours or not theirs:
        return False
    found = {
        tables.armour_effects(composition_of(ours, mine), composition_of(theirs, his))
        for name in unit.classes
        for mine in _ways(ours, {unit.id: name})
        for his in _ways(theirs, {unit.id: name})
    }
    return len(found) > 1
