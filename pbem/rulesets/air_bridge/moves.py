"""What a stack may do step by step [4.0, 4.2, 6.0]: pure, so that orders are judged, forecast and played by the same lines."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made

from pbem.engine.verbs import Refused
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.drop_zones import held
from pbem.rulesets.air_bridge.overrun import EXTRA, told, why_not_overrun
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, State, Unit, hexside


@dataclass(frozen=True)
class Errand:
    """What an order line says besides who and where."""

    verb: str = "MOVE"
    mech: bool = False
    overrun: list[str] | None = None  # None: no clause; []: any hex on the way; else only these
    if_able: bool = False  # where the stack is too weak it stops before the enemy, and the order is carried out
    leave: dict[str, list[str]] = made(default_factory=dict)
    take: dict[str, list[str]] = made(default_factory=dict)
    barred: dict[str, Refused] = made(default_factory=dict)  # in an enemy zone as the mechanized phase began

    def may_overrun(self, hex: str) -> bool:
        return self.overrun is not None and (not self.overrun or hex in self.overrun)


@dataclass
class Step:
    """Into a hex: who goes, and what each of them pays."""

    hex: str
    units: list[str]
    price: int
    overrun: bool = False


@dataclass
class Plan:
    """The legal part of a way, and why it ends before the order does (nothing if it does not)."""

    start: str
    steps: list[Step] = made(default_factory=list)
    why: Refused | None = None
    whole: int = 0  # steps that all units of the stack take together
    ends: dict[str, str] = made(default_factory=dict)
    spent: dict[str, int] = made(default_factory=dict)

    @property
    def way(self) -> list[str]:
        return [step.hex for step in self.steps]


@dataclass
class Going:
    """One unit on its way."""

    unit: Unit
    spent: int
    stopped: bool
    at: str


def points(half: int) -> str:
    """Half points as people write them."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)


def phase_key(s: State) -> str:
    """What `acted` holds: an artillery unit acts once a phase [9.4a]."""
    return f"{s.turn} {s.step}"


def step_price(s: State, a: str, b: str) -> int | None:
    """Half points from a into b; from off the map ("") into an entry hex."""
    return field.cost(s, a, b) if a else field.entry_cost(s, b)


def zoned(s: State, side: str, hex: str, without: list[str]) -> list[str]:
    """The hexes from which units of `side` have their zone in the hex; those in `without` are left out."""
    if field.city(s, hex):
        return []
    near = field.neighbours(s, hex)
    theirs = {u.at for u in s.units.values() if u.side == side}
    return [n for n in near if n in theirs and n not in without and field.open_side(s, n, hex)]


def why_not_move(s: State, unit: Unit, mech: bool = False) -> Refused | None:
    """Why the unit may not begin or go on to move in this phase."""
    if unit.side != s.active:
        return Refused("4.0a", "not-yours", unit=unit.id)
    if unit.whole:
        return Refused("4.0a", "spent-whole", unit=unit.id)
    if not unit.ma:
        return Refused("4.0d", "no-allowance", unit=unit.id)
    return why_not_gun(s, unit) or (why_not_mech(s, unit) if mech else None)


def why_not_gun(s: State, unit: Unit) -> Refused | None:
    """9.4: two actions a turn, one if unsupplied; a second line in the same phase is the same move."""
    if not unit.artillery or unit.acted == phase_key(s) or unit.actions_left:
        return None
    if unit.actions >= 2:
        return Refused("9.4b" if unit.exempt else "9.4a", "final-fire", unit=unit.id)
    return Refused("9.4d", "unsupplied-gun", unit=unit.id)


def why_not_mech(s: State, unit: Unit) -> Refused | None:
    """4.1a; an enemy zone is looked at as the phase begins, see `mechanized`."""
    if not unit.cm:
        return Refused("4.1a", "on-foot", unit=unit.id)
    if unit.fatigued:
        return Refused("4.1a", "mech-fatigued", unit=unit.id)
    if unit.at and field.muddy(s, unit.at):
        return Refused("4.1b", "mech-mud", unit=unit.id, hex=unit.at)
    return Refused("16.0h", "mech-unsupplied", unit=unit.id) if unit.unsupplied else None


def why_not_mech_zone(s: State, unit: Unit) -> Refused | None:
    if not field.in_enemy_zone(s, unit):
        return None
    return Refused("4.1a", "mech-zone", unit=unit.id, hex=unit.at, enemies=_zone_of(s, unit, unit.at, []))


def _zone_of(s: State, unit: Unit, hex: str, cleared: list[str]) -> list[str]:
    enemy = OTHER[unit.side]
    return [u.id for near in zoned(s, enemy, hex, cleared) for u in s.at(near, enemy)]


def plan(s: State, names: list[str], start: str, way: list[str], errand: Errand) -> Plan:
    """How far the stack gets on the way. Where some cannot go on the others do [4.0f, G-47]; `why` is the first reason."""
    made_plan = Plan(start)
    party = [_begin(s, name) for name in names]
    cleared: list[str] = []
    here = start
    for hex in way:
        party = _change(s, made_plan, party, here, errand)
        party = _advance(s, made_plan, party, here, hex, errand, cleared)
        if not party:
            break
        here = hex
    made_plan.why = made_plan.why or _unused(s, names, way, start, errand)
    return made_plan


def _begin(s: State, name: str) -> Going:
    unit = s.units[name]
    return Going(unit, unit.spent, unit.stopped, unit.at)


def _note(p: Plan, why: Refused | None) -> None:
    """Keeps the first reason, and how far all came."""
    if why is not None and p.why is None:
        p.why, p.whole = why, len(p.steps)


def _change(s: State, p: Plan, party: list[Going], here: str, errand: Errand) -> list[Going]:
    """LEAVE and TAKE in the hex where the stack is [4.0f]."""
    staying = errand.leave.get(here, [])
    party = [one for one in party if one.unit.id not in staying]
    for name in errand.take.get(here, []):
        unit = s.units.get(name)
        if unit is None or unit.at != here:
            _note(p, Refused("4.0f", "not-there-to-take", unit=name, hex=here))
        elif why := why_not_move(s, unit, errand.mech) or errand.barred.get(name):
            _note(p, why)
        else:
            party.append(_begin(s, name))
    if (weight := sum(one.unit.sp for one in party)) > STACK_LIMIT:
        _note(p, Refused("4.0e", "stack-too-big", units=[one.unit.id for one in party], sp=weight, limit=STACK_LIMIT))
    return party


def _unused(s: State, names: list[str], way: list[str], start: str, errand: Errand) -> Refused | None:
    for clause in (errand.leave, errand.take):
        for hex, units in sorted(clause.items()):
            if hex not in (start, *way) and (clause is errand.take or set(units) & set(names)):
                return Refused("4.0f", "not-on-the-way", hex=hex, units=units)
    return None


def _advance(s: State, p: Plan, party: list[Going], here: str, hex: str, errand: Errand, cleared: list[str]) -> list[Going]:
    """One step of the plan; those who can take it."""
    if not party:
        return []
    enemies = hex not in cleared and held(s, hex, OTHER[s.active])
    if errand.mech and field.muddy(s, hex):
        _note(p, Refused("4.1b", "mud-ahead", units=[one.unit.id for one in party], hex=hex))
        return []
    price = step_price(s, here, hex)
    if price is None:
        _note(p, closed(s, here, hex))
        return []
    if enemies:
        return _overrun(s, p, party, here, hex, price + EXTRA, errand, cleared)
    able: list[Going] = []
    for one in party:
        why = _why_not_step(s, one, here, hex, price, errand, cleared)
        _note(p, why)
        able += [] if why else [one]
    _take_step(s, p, able, hex, price, cleared)
    return able


def _take_step(s: State, p: Plan, able: list[Going], hex: str, price: int, cleared: list[str], overrun: bool = False) -> None:
    if not able:
        return
    p.steps.append(Step(hex, [one.unit.id for one in able], price, overrun))
    zone = bool(zoned(s, OTHER[able[0].unit.side], hex, cleared))
    for one in able:
        one.spent, one.at = one.spent + price, hex
        one.stopped = zone and not field.ignores_zones(s, one.unit)
        p.ends[one.unit.id], p.spent[one.unit.id] = hex, one.spent
    if p.why is None:
        p.whole = len(p.steps)


def _why_not_step(s: State, one: Going, here: str, hex: str, price: int, errand: Errand, cleared: list[str]) -> Refused | None:
    unit = one.unit
    if one.stopped:
        return Refused("6.0c", "zone-stops", unit=unit.id, hex=here, next=hex, enemies=_zone_of(s, unit, here, cleared))
    if one.spent + price <= unit.allowance or least_move(one.spent, unit, errand.mech):
        return None
    facts = {"needs": points(price), "mp": points(max(0, unit.allowance - one.spent)), "of": points(unit.allowance)}
    if unit.unsupplied:
        return Refused("4.0c", "too-far-unsupplied", unit=unit.id, hex=hex, full=unit.ma, **facts)
    return Refused("4.0c", "too-far", unit=unit.id, hex=hex, **facts)


def enemy_there(s: State, side: str, hex: str) -> Refused:
    """4.0h: units, or a drop zone marker lying alone."""
    return Refused("4.0h", "enemy-there", hex=hex, enemies=told(s, s.at(hex, OTHER[side]), hex))


def least_move(spent: int, unit: Unit, mech: bool) -> bool:
    """One hex a turn whatever it costs, in the movement phase [4.0d]; the printed allowance counts [G-48]."""
    return not mech and spent == 0 and unit.ma > 0 and not unit.whole


def closed(s: State, a: str, b: str) -> Refused:
    """Why the hexside cannot be crossed."""
    side, state = hexside(a, b), field.bridge(s, a, b)
    if state:
        return Refused("7.2a", "bridge-blown", hexside=side, name=field.bridge_name(s, side))
    return Refused("7.2a", "no-bridge", hexside=side, water=field.board(s.scenario).side(a, b).get("name", ""))


def _overrun(
    s: State, p: Plan, party: list[Going], here: str, hex: str, price: int, errand: Errand, cleared: list[str]
) -> list[Going]:
    """An enemy hex: by overrun or not at all [4.0h]. With OVERRUN IF ABLE a stack on its way stops before what it cannot overrun."""
    why = _why_not_overrun(s, party, here, hex, price, errand, cleared)
    if why is None:
        cleared.append(hex)
        _take_step(s, p, party, hex, price, cleared, overrun=True)
        return party
    if errand.overrun is None or not errand.if_able or not p.steps:
        _note(p, why)
    return []


def _why_not_overrun(
    s: State, party: list[Going], here: str, hex: str, price: int, errand: Errand, cleared: list[str]
) -> Refused | None:
    if not errand.may_overrun(hex) or not here:
        return enemy_there(s, s.active, hex)
    if why := why_not_overrun(s, [one.unit for one in party], hex):
        return why
    for one in party:
        if one.stopped and zoned(s, OTHER[s.active], here, [*cleared, hex]):  # G-14
            return Refused("6.0c", "zone-stops", unit=one.unit.id, hex=here, next=hex, enemies=_zone_of(s, one.unit, here, [*cleared, hex]))
        if one.spent + price > one.unit.allowance:
            return Refused(
                "4.2c", "overrun-too-far", unit=one.unit.id, hex=hex, needs=points(price),
                mp=points(max(0, one.unit.allowance - one.spent)), of=points(one.unit.allowance),
            )  # fmt: skip
    return None
