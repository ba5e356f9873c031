"""The movement phase [4.0] and the mechanized movement phase [4.1]: the rows, and MOVE and MECH lines."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Path, Refused
from pbem.rulesets.air_bridge import demolition, engineers, entering, stacking
from pbem.rulesets.air_bridge.moves import Errand, why_not_mech_zone, why_not_move
from pbem.rulesets.air_bridge.moves_lines import errand_of, movers, stacks
from pbem.rulesets.air_bridge.moves_march import Stack, march, nearest_of, note_moved, settle
from pbem.rulesets.air_bridge.moves_ways import route
from pbem.rulesets.air_bridge.state import STACK_LIMIT, State
from pbem.rulesets.air_bridge.view import judged

IN_ORDER = ("FERRY", "BLOW", "HOLD", "ENTER", "MOVE")


def movement(g: Game) -> None:
    """3.II.C: repairs as the phase starts [17.1a], then the other lines from the top; stacking at its end."""
    begin(g.state)
    g.play_lines(g.state.active, engineers.repair, ("REPAIR",))
    g.play_lines(g.state.active, play_order, IN_ORDER)
    end(g.state)
    stacking.enforce(g)


def begin(s: State) -> None:
    """Nothing spent, nobody stopped yet."""
    s.repaired_now, s.ferried = [], 0
    for unit in s.units.values():
        unit.spent, unit.whole, unit.stopped = 0, False, False


def end(s: State) -> None:
    """Who stands beside a blown bridge may repair it as the next movement phase starts [17.1a]."""
    s.repaired_now = []
    for unit in s.of(s.active):
        unit.beside = engineers.blown_beside(s, unit) if unit.bridging else []


def play_order(g: Game, line: Line) -> None:
    ORDERS[line.verb](g, line)


def mechanized(g: Game) -> None:
    """3.II.J: zones are looked at as the phase begins [4.1a]. ENTER lines already judged in the movement phase are not played again."""
    s: State = g.state
    begin(s)
    barred = barred_by_zones(s)
    judged = list(g.verdicts)

    def play(g: Game, line: Line) -> None:
        if line.verb == "ENTER":
            entering.enter(g, line, mech=True)
        else:
            move(g, line, mech=True, barred=barred)

    verbs = tuple(verb for verb in ("MECH", "ENTER") if not any(line.n in judged for line in g.lines(s.active, (verb,))))
    g.play_lines(s.active, play, verbs)
    stacking.enforce(g)


def barred_by_zones(s: State) -> dict[str, Refused]:
    return {unit.id: why for unit in s.of(s.active) if (why := why_not_mech_zone(s, unit))}


def move(g: Game, line: Line, mech: bool = False, barred: dict[str, Refused] | None = None) -> None:
    """MOVE and MECH: everything is judged before anything moves."""
    s: State = g.state
    names, errand = movers(s, line), errand_of(line, mech, barred)
    path: Path = line.args["path"]
    if why := why_not_all(s, names, errand):
        able = [name for name in names if why_not_one(s, name, errand) is None]
        why = entering.instead(s, names, path, errand, why) or with_the_rest(s, names, path, errand, why)
        g.stop(why, mech and line.when is not None and bool(able), content=True)
        names = able
    groups, errand = gathered(s, on_their_way(judged(s), names, path, errand), errand)
    groups = settle(g, groups, errand, line)
    for stack in groups:
        march(g, line, stack, errand)
    note_moved(g, line, groups, names)


def why_not_all(s: State, names: list[str], errand: Errand) -> Refused | None:
    """The first reason why a unit of the line may not move at all."""
    return next((why for name in names if (why := why_not_one(s, name, errand))), None)


def why_not_one(s: State, name: str, errand: Errand) -> Refused | None:
    unit = s.units[name]
    if not unit.at:
        return entering.off_map(s, unit, errand.mech)
    return why_not_move(s, unit, errand.mech) or errand.barred.get(name)


def on_their_way(s: State, names: list[str], path: Path, errand: Errand) -> list[Stack]:
    return [Stack(hex, units, route(s, units, hex, path, errand), list(path.to)) for hex, units in stacks(s, names).items()]


def gathered(s: State, stacks: list[Stack], errand: Errand) -> tuple[list[Stack], Errand]:
    """For an overrun the stacks of a line go together: the rear one picks the others up where it passes them [4.0f, 4.2]."""
    rear = max(stacks, key=lambda one: len(one.way))
    ahead = [one for one in stacks if one is not rear and rear.way[-len(one.way) - 1 :] == [one.start, *one.way]]
    names = [name for one in [rear, *ahead] for name in one.units]
    if errand.overrun is None or not ahead or sum(s.units[name].sp for name in names) > STACK_LIMIT:
        return stacks, errand
    take = {hex: list(units) for hex, units in errand.take.items()}
    for one in ahead:
        take.setdefault(one.start, []).extend(one.units)
    return [one for one in stacks if one not in ahead], replace(errand, take=take)


def with_the_rest(s: State, names: list[str], path: Path, errand: Errand, why: Refused) -> Refused:
    """The nearest legal order: the line without the units that may not move."""
    rest = [name for name in names if why_not_one(s, name, errand) is None]
    if rest and not why.refusal.nearest:
        with suppress(Refused):
            why.refusal.nearest = nearest_of(s, on_their_way(s, rest, path, errand), errand)
    return why


ORDERS = {
    "FERRY": engineers.ferry,
    "BLOW": demolition.blow,
    "HOLD": entering.hold,
    "ENTER": entering.enter,
    "MOVE": move,
}
