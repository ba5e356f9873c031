"""The column and the die-roll modifiers of one maneuver combat. Pure: the reply, `pbem calc` and the fight all use it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from pbem.engine.tally import Tally
from pbem.rulesets.air_bridge import drop_zones, field
from pbem.rulesets.air_bridge.figures import at_least_half, efficiency_shift, mean, odds_column, odds_text
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit
from pbem.rulesets.air_bridge.tables import armour_drm, composition

BRIDGE, UP_SLOPE, UNSUPPLIED = 2, 1, 3  # 4.1.5; up-slope is reconstructed
PREFERRED = ("at", "armour", "inf")  # of a dual unit whose classes come to the same


def attackers(s: State, d: Declared) -> list[Unit]:
    return s.named(d.units)


def defenders(s: State, d: Declared, guests: list[str] | None = None) -> list[Unit]:
    """All enemy units in the hex, but for those that fell back into it during this phase [G-64]."""
    return [u for u in s.at(d.hex, foe(s, d)) if u.id not in (guests or [])]


def foe(s: State, d: Declared) -> str:
    ours = attackers(s, d)
    return OTHER[ours[0].side if ours else s.active]


def marker(s: State, d: Declared) -> int:
    """What a drop zone marker adds to the defence [7.3c, G-66]."""
    return drop_zones.marker_defence(s, d.hex, foe(s, d))


def engineers(s: State, d: Declared) -> list[str]:
    return [u.id for u in attackers(s, d) if u.engineer]


def terrain_value(s: State, d: Declared) -> int:
    """Divides the defender's losses; an attacking engineer takes one off, never below 1 [17.2b]."""
    value = field.value(s, d.hex)
    return max(1, value - 1) if engineers(s, d) else value


def odds_and_modifiers(
    s: State, d: Declared, classes: dict[str, str] | None = None, guests: list[str] | None = None
) -> tuple[Tally, Tally]:
    """`classes`: what each dual unit counts as; those left out take what is best for their owner [D-11]."""
    ours, theirs = attackers(s, d), defenders(s, d, guests)
    return columns(ours, theirs, marker(s, d)), modifiers(s, d, ours, theirs, classes or {})


def columns(ours: list[Unit], theirs: list[Unit], marker: int = 0) -> Tally:
    """The marker counts in the odds, not in the mean efficiency [G-67]."""
    column = Tally("column")
    attack, defence = sum(u.attack for u in ours), sum(u.defence for u in theirs) + marker
    column.add(odds_column(attack, defence), "12.1a", "odds", attack=attack, defence=defence, odds=odds_text(attack, defence))
    our_er, their_er = mean([u.er for u in ours]), mean([u.er for u in theirs])
    column.add(efficiency_shift(our_er, their_er), "8.0b", "efficiency", ours=str(our_er), theirs=str(their_er))
    return column


def modifiers(s: State, d: Declared, ours: list[Unit], theirs: list[Unit], classes: dict[str, str]) -> Tally:
    drm = Tally("drm")
    if _half(ours, lambda u: field.over_bridge(s, u.at, d.hex)):
        if engineers(s, d):
            drm.add(0, "17.2a", "bridge, engineer")
        else:
            drm.add(BRIDGE, "12.2", "bridge")
    if _half(ours, lambda u: field.uphill(s, u.at, d.hex)):
        drm.add(UP_SLOPE, "12.2", "up-slope")
    if _half(ours, lambda u: u.unsupplied):
        drm.add(UNSUPPLIED, "16.0c", "unsupplied")
    if tired := sum(u.steps for u in theirs if u.fatigued):
        drm.add(-2 if at_least_half(tired, _steps(theirs)) else -1, "14.0d", "fatigue", steps=tired, of=_steps(theirs))
    _armour(drm, ours, theirs, classes)
    return drm


def _steps(units: list[Unit]) -> int:
    return sum(u.steps for u in units)


def _half(ours: list[Unit], test: Callable[[Unit], bool]) -> bool:
    """At least half of the attacking steps meet the condition [12.2]."""
    return bool(ours) and at_least_half(_steps([u for u in ours if test(u)]), _steps(ours))


def _armour(drm: Tally, ours: list[Unit], theirs: list[Unit], classes: dict[str, str]) -> None:
    if not any("armour" in u.classes or "at" in u.classes for u in [*ours, *theirs]) or not ours or not theirs:
        return
    chosen = resolve_classes(ours, theirs, classes)
    mine, his = composition_of(ours, chosen), composition_of(theirs, chosen)
    duals = {u.id: chosen[u.id] for u in [*ours, *theirs] if len(u.classes) > 1}
    if "armour" in f"{mine} {his}" or armour_drm(mine, his):
        drm.add(armour_drm(mine, his), "19.1", "armour", ours=mine, theirs=his, classes=duals)


def composition_of(units: list[Unit], chosen: dict[str, str]) -> str:
    return composition([chosen[u.id] for u in units])


def resolve_classes(ours: list[Unit], theirs: list[Unit], classes: dict[str, str]) -> dict[str, str]:
    """Every unit's class. Open duals: the attacker's that serve him best whatever the defender does, then the defender's."""
    def drm(mine: dict[str, str], his: dict[str, str]) -> int:
        return armour_drm(composition_of(ours, mine), composition_of(theirs, his))

    replies = assignments(theirs, classes)
    mine = min(assignments(ours, classes), key=lambda a: max(drm(a, reply) for reply in replies))
    his = max(replies, key=lambda reply: drm(mine, reply))
    return {**mine, **his}


def assignments(units: list[Unit], classes: dict[str, str]) -> list[dict[str, str]]:
    """All ways to class the units; the first of equals is kept, so the preferred classes come first."""
    choices = [[classes[u.id]] if classes.get(u.id) in u.classes else sorted(u.classes, key=PREFERRED.index) for u in units]
    return [dict(zip([u.id for u in units], way, strict=True)) for way in product(*choices)]


def class_matters(s: State, d: Declared, unit: Unit, guests: list[str] | None = None) -> bool:
    """Whether the class of a dual unit can change the modifier."""
    ours, theirs = attackers(s, d), defenders(s, d, guests)
    if len(unit.classes) < 2 or not ours or not theirs:
        return False
    seen = [
        armour_drm(composition_of(ours, mine), composition_of(theirs, his))
        for name in unit.classes
        for mine in assignments(ours, {unit.id: name})
        for his in assignments(theirs, {unit.id: name})
    ]
    return min(seen) != max(seen)
