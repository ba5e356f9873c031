"""Stacks on the march: the judged ways are walked hex by hex, and bridges may blow up in front of them [7.2c]."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made
from itertools import pairwise
from typing import Any

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Path, Refusal, Refused
from pbem.rulesets.air_bridge import demolition, field, overrun, stacking
from pbem.rulesets.air_bridge.drop_zones import alone
from pbem.rulesets.air_bridge.moves import Errand, Plan, Step, phase_key, plan, points, why_not_move, zoned
from pbem.rulesets.air_bridge.moves_options import reachable
from pbem.rulesets.air_bridge.moves_text import order_text
from pbem.rulesets.air_bridge.moves_ways import route, toward
from pbem.rulesets.air_bridge.sight import limited
from pbem.rulesets.air_bridge.state import ALLIED, OTHER, STACK_LIMIT, State, Unit, hexside
from pbem.rulesets.air_bridge.view import judged

ENEMIES = ("enemy-there", "zone-stops", "overrun-odds")  # reasons to stop that may have been out of sight


@dataclass
class Stack:
    """Units that go together, from where, and the way they are to take."""

    start: str
    units: list[str]
    way: list[str]
    goals: list[str] = made(default_factory=list)


@dataclass
class Leg:
    """A stretch walked without an interruption: one event of the report."""

    path: list[str]
    units: list[str] = made(default_factory=list)
    prices: list[int] = made(default_factory=list)
    over: str = ""  # hex overrun as its first step


# judging


def settle(g: Game, stacks: list[Stack], errand: Errand, line: Line | None = None) -> list[Stack]:
    """Refuses what is not legal as far as the side can see, or under `truncate` cuts it back to what is. A line of the mechanized
    phase with an IF was written before the fights: it goes as far as it may."""
    s = judged(g.state)
    content = errand.mech and line is not None and line.when is not None
    plans = [plan_of(s, stack, errand) for stack in stacks]
    halted, cut = list[Stack](), list[Stack]()
    for stack, p in zip(stacks, plans, strict=True):
        if found_only_now(g.state, p.why):
            halted.append(stack)
            continue
        if p.why is not None:
            g.stop(dressed(s, stack, p, errand), any(other.steps for other in plans), content)
        cut.append(Stack(stack.start, stack.units, p.way, stack.goals))
    if (why := no_room(s, cut, errand)) is None:
        return [*halted, *cut]
    shorter = with_room(s, cut, errand)
    if not errand.mech and not all(stack.way for stack in shorter):  # who stands beside it cannot stop short
        _make_room(s, why.refusal)
    why.refusal.nearest = why.refusal.nearest or nearest_of(s, shorter, errand)
    g.stop(why, any(stack.way for stack in shorter), content)
    return [*halted, *shorter]


def found_only_now(s: State, why: Refused | None) -> bool:
    """An enemy whom the orders could not know of: one of the lines before has found him. Where nothing is hidden there is none."""
    return why is not None and why.refusal.why in ENEMIES and limited(s, s.active) and not s.seen_by


def plan_of(s: State, stack: Stack, errand: Errand) -> Plan:
    return plan(s, stack.units, stack.start, stack.way, errand)


def no_room(s: State, stacks: list[Stack], errand: Errand) -> Refused | None:
    ends: dict[str, str] = {}
    for stack in stacks:
        ends.update(plan_of(s, stack, errand).ends)
    return stacking.why_no_room(s, ends)


def with_room(s: State, stacks: list[Stack], errand: Errand) -> list[Stack]:
    """The stacks stopped short, one hex at a time, until each finds room where it ends [5.0a]."""
    while (why := no_room(s, stacks, errand)) is not None:
        full = why.refusal.facts["hex"]
        stacks = [Stack(one.start, one.units, _short_of(one.way, full), one.goals) for one in stacks]
    return stacks


def _make_room(s: State, refusal: Refusal) -> None:
    """Where the stack can go nowhere else: who of those in the full hex could leave it, and where to."""
    there = s.named(refusal.facts["units"])
    enough = [u for u in there if u.sp >= refusal.facts["sp"] - STACK_LIMIT and not u.stopped and why_not_move(s, u) is None]
    for unit in sorted(enough, key=lambda u: (u.sp, u.attack, u.id)):
        options = sorted(reachable(s, [unit.id]).values(), key=lambda option: (option.zone, bool(option.touches), option.cost, option.hex))
        if unit.at == refusal.facts["hex"] and options:
            refusal.why, refusal.facts["leaver"] = "no-room-unless", unit.id
            refusal.nearest = order_text(s, "MOVE", [unit.id], unit.at, options[0].way)
            return


def _short_of(way: list[str], full: str) -> list[str]:
    return way[: way.index(full)] if full in way else way


def dressed(s: State, stack: Stack, p: Plan, errand: Errand) -> Refused:
    """The refusal of a plan with its nearest legal order."""
    assert p.why is not None
    if not p.why.refusal.nearest:
        p.why.refusal.nearest = nearest(s, stack, p, errand)
    return p.why


def nearest(s: State, stack: Stack, p: Plan, errand: Errand) -> str:
    """The legal part of the way; where a hexside or a hex is barred, the legal way that leads closest to the goal."""
    assert p.why is not None
    why = p.why.refusal.why
    if why == "stack-too-big":
        return _fewer(s, stack, p, errand)
    if why in ("enemy-there", "overrun-odds") and (text := _fight(s, stack, p, errand)):
        return text
    if why in ("bridge-blown", "no-bridge") or not p.whole:
        goals = stack.goals or stack.way[-1:]
        around = toward(s, s.named(stack.units), stack.start, goals, errand, False) if stack.start else []
        other = _over_the_water(s, _legal(s, Stack(stack.start, stack.units, around), errand), goals)
        if text := nearest_of(s, with_room(s, [other], errand), errand):
            return text
    return _left_behind(s, stack, p, errand) or nearest_of(s, with_room(s, [_legal(s, stack, errand)], errand), errand)


def _over_the_water(s: State, stack: Stack, goals: list[str]) -> Stack:
    """Where the goal is too far for this turn the way round ends on the far bank of its own crossing: the rest is for the player."""
    ways = list(pairwise([stack.start, *stack.way]))
    crossings = [n for n, (a, b) in enumerate(ways, 1) if field.over_bridge(s, a, b)]
    if not crossings or stack.way[-1] in goals:
        return stack
    return Stack(stack.start, stack.units, stack.way[: crossings[-1]], stack.goals)


def _legal(s: State, stack: Stack, errand: Errand) -> Stack:
    """The part of the way that all units of the stack can go together."""
    p = plan_of(s, stack, errand)
    return Stack(stack.start, stack.units, p.way[: p.whole] if p.why else p.way, stack.goals)


def nearest_of(s: State, stacks: list[Stack], errand: Errand) -> str:
    texts = [order_text(s, errand.verb, one.units, one.start, one.way) for one in stacks if one.way]
    return texts[0] if texts else ""


def _left_behind(s: State, stack: Stack, p: Plan, errand: Errand) -> str:
    """Those that cannot go on are dropped where they stand, the others go on [4.0f, G-47]."""
    slow = [name for name in stack.units if p.ends.get(name, stack.start) != stack.way[-1]]
    if not slow or len(slow) == len(stack.units) or p.way != stack.way or errand.leave or errand.take:
        return ""
    hexes = sorted({p.ends.get(name, stack.start) for name in slow})
    if len(hexes) != 1 or stacking.why_no_room(s, p.ends):
        return ""
    return f"{order_text(s, errand.verb, stack.units, stack.start, stack.way)}, LEAVE {', '.join(slow)} AT {hexes[0]}"


def _fight(s: State, stack: Stack, p: Plan, errand: Errand) -> str:
    """Into an enemy hex: the overrun, if they are strong enough for it; from the next hex an attack [4.0h]."""
    assert p.why is not None
    units, hex = s.named(stack.units), str(p.why.refusal.facts["hex"])
    if errand.overrun is None and overrun.why_not_overrun(s, units, hex) is None:
        bold = Errand(errand.verb, errand.mech, [hex], False, errand.leave, errand.take)
        if plan_of(s, stack, bold).why is None:
            return f"{order_text(s, errand.verb, stack.units, stack.start, stack.way)}, OVERRUN {hex}"
    fighters = [u.id for u in units if not u.artillery and not u.fatigued]
    beside = not p.whole and stack.start and field.open_side(s, stack.start, hex)
    verb = "ASSAULT" if alone(s, hex, OTHER[s.active]) else "ATTACK"  # G-66
    return f"{verb} {hex} WITH {', '.join(fighters)}" if beside and fighters and not errand.mech else ""


def _fewer(s: State, stack: Stack, p: Plan, errand: Errand) -> str:
    """As many units, from the front of the order, as may move together [4.0e]."""
    some: list[str] = []
    for name in stack.units:
        if sum(s.units[one].sp for one in [*some, name]) <= STACK_LIMIT:
            some.append(name)
    return nearest_of(s, with_room(s, [_legal(s, Stack(stack.start, some, stack.way), errand)], errand), errand)


# walking


def march(g: Game, line: Line, stack: Stack, errand: Errand) -> None:
    """Walks a settled stack. A bridge blown on the way stops it where it is, or sends it on by the way of its clause; an enemy not seen
    before stops it in the last hex that has room for it."""
    s: State = g.state
    p = plan_of(s, stack, errand)
    if len(p.steps) < len(stack.way) and p.why is not None:
        lapse(g, line, p.why.refusal)
        p = plan_of(s, with_room(s, [Stack(stack.start, stack.units, p.way)], errand)[0], errand)
    if blind := [step.hex for step in p.steps if step.overrun and any(u.unknown for u in s.at(step.hex, OTHER[s.active]))]:
        g.note(line, blind=blind[0])
    steps, leg = p.steps, Leg([stack.start] if stack.start else [])
    while steps:
        step = steps.pop(0)
        leg = follow(g, leg, step)
        blown = arrive(g, leg, step)
        if blown:
            leg = Leg(leg.path[-1:])
            steps = after_blast(g, line, errand, step, blown, steps)
    tell(g, leg)
    found_out(g, line)


def found_out(g: Game, line: Line) -> None:
    """Who stopped the stack, as far as it can be seen from where it stands now."""
    verdict = g.verdicts[line.n]
    if verdict.refusal is not None:
        verdict.refusal = g.in_its_words(g.state.active, verdict.refusal)


def follow(g: Game, leg: Leg, step: Step) -> Leg:
    """One step into a hex, an overrun first."""
    s: State = g.state
    if leg.units and (leg.units != step.units or step.overrun):
        tell(g, leg)
        leg = Leg(leg.path[-1:])
    if step.overrun:
        overrun.drive_over(g, s.named(step.units), step.hex)
        leg.over = step.hex
    zone = bool(zoned(s, OTHER[s.active], step.hex, []))
    for name in step.units:
        pay(s, s.units[name], step, zone)
    leg.units = step.units
    leg.path.append(step.hex)
    leg.prices.append(step.price)
    return leg


def pay(s: State, unit: Unit, step: Step, zone: bool) -> None:
    """The unit is in the hex, has paid for it, stops in an enemy zone, and a gun gets its marker [4.0b, 6.0c, 9.4a]."""
    s.place(unit.id, step.hex)
    s.due.pop(unit.id, None)
    unit.spent += step.price
    unit.stopped = zone and not field.ignores_zones(s, unit)
    mark(s, unit)


def mark(s: State, unit: Unit) -> None:
    """One marker for all its moving in the phase; the self-propelled 8-4-6 gets none [9.4a, 9.4b]."""
    if unit.artillery and not unit.exempt and unit.acted != phase_key(s):
        unit.actions, unit.acted = unit.actions + 1, phase_key(s)


def arrive(g: Game, leg: Leg, step: Step) -> list[str]:
    """First contact with bridges [7.2c]; the walk so far is told before the dice."""
    if not demolition.untouched(g.state, step.hex) or g.state.active != ALLIED:
        return []
    tell(g, leg)
    leg.units, leg.prices, leg.path, leg.over = [], [], leg.path[-1:], ""
    return demolition.contact(g, g.state.active, step.hex)


def after_blast(g: Game, line: Line, errand: Errand, step: Step, blown: list[str], rest: list[Step]) -> list[Step]:
    """D-03: where the way leads over the bridge now gone, the order's VIA path, or the end of the move."""
    hexes = [step.hex, *(one.hex for one in rest)]
    gone = [side for side in (hexside(a, b) for a, b in pairwise(hexes)) if side in blown]
    if not gone:
        return rest
    path: Path | None = line.clauses.get("blown", {}).get("path")
    if path is not None and (other := detour(g.state, step, path, errand)):
        return other
    lapse(g, line, Refusal("7.2c", "bridge-blew", "", {"hexside": gone[0], "name": field.bridge_name(g.state, gone[0]), "hex": step.hex}))
    return []


def detour(s: State, step: Step, path: Path, errand: Errand) -> list[Step]:
    """The legal part of the VIA way."""
    try:
        way = route(judged(s), step.units, step.hex, path, errand)
    except Refused:
        return []
    stack = with_room(s, [Stack(step.hex, step.units, way)], errand)[0]
    return plan_of(s, stack, errand).steps


def lapse(g: Game, line: Line, why: Refusal) -> None:
    """Stopped by dice or by the enemy, through no fault of the order."""
    verdict = g.verdicts[line.n]
    verdict.status, verdict.refusal = "lapsed", why


def tell(g: Game, leg: Leg) -> None:
    """One event for a stretch; each unit's points so far in the phase with it."""
    s: State = g.state
    if not leg.prices:
        return
    entered = len(leg.path) == len(leg.prices)
    units = [s.units[name] for name in leg.units]
    where: dict[str, Any] = {"at" if entered else "start": leg.path[0], "to": leg.path[-1], "side": units[0].side}
    g.log(
        "enter" if entered else "move", units=leg.units, path=leg.path, prices=leg.prices, over=leg.over, phase=phase_key(s), **where,
        mp={u.id: points(u.spent) for u in units}, of={u.id: points(u.allowance) for u in units},
        rule="21.0b" if entered else "4.1a" if g.row.name == "mechanized" else "4.0b",
    )  # fmt: skip


def note_moved(g: Game, line: Line, stacks: list[Stack], names: list[str]) -> None:
    """For the reply: `0.5 of 6 MP`, the way as it was understood, and the room left where the line ends."""
    s: State = g.state
    units = s.named(names)
    each = list(dict.fromkeys((points(u.spent), points(u.allowance)) for u in units))
    ways = [{"units": one.units, "from": one.start, "way": one.way} for one in stacks]
    end = units[0].at
    road = all(len(one.way) > 1 and order_text(s, "", [], one.start, one.way).startswith("ROAD TO") for one in stacks)
    facts = {"hex": end, "sp": s.points(end, units[0].side), "limit": STACK_LIMIT, "ways": ways, "road": road}
    if len(each) == 1:
        g.note(line, used=each[0][0], of=each[0][1], **facts)
    else:
        g.note(line, each=[f"{used}/{of}" for used, of in each], **facts)
