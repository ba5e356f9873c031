"""Step 6, movement and assault [P11, VII*]: the lines as they are written, moves and assaults mixed."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Path, Refusal, Refused, Verdict
from pbem.rulesets.last_crusade import assault, forts, obstacles, transport
from pbem.rulesets.last_crusade.assault_options import order_text, sorted_out
from pbem.rulesets.last_crusade.attack import head
from pbem.rulesets.last_crusade.field import headquarters, neighbours
from pbem.rulesets.last_crusade.march import March, lapse, leave_out
from pbem.rulesets.last_crusade.marks import spot
from pbem.rulesets.last_crusade.reach import (
    ambush,
    legal_part,
    move_text,
    nearest_move,
    route,
    seems_held,
    unsupplied_move,
    why_no_room,
    why_not_move,
)
from pbem.rulesets.last_crusade.state import Card, State


def movement(g: Game) -> None:
    """II.6, III.6. Lines carried out in step 2 are not played again; one whose IF did not hold then has its turn now."""
    for line in g.lines(g.state.active):
        if line.n in g.verdicts and g.verdicts[line.n].status == "lapsed":
            del g.verdicts[line.n]
    judged, march = list(g.verdicts), March()

    def play(g: Game, line: Line) -> None:
        if line.n in judged:
            return
        if g.state.over:
            g.verdicts[line.n] = Verdict("lapsed")
            return
        play_order(g, line, march)

    g.play_lines(g.state.active, play)


def play_order(g: Game, line: Line, march: March) -> None:
    if line.verb == "MOVE":
        move(g, line, march)
    elif line.verb == "ASSAULT":
        assault.assault(g, line, march)
    elif line.verb in FREE:
        FREE[line.verb](g, line)
    else:
        raise Refused("P11.1", "other-step", verb=line.verb)


FREE = {"MOUNT": transport.mount, "DISMOUNT": transport.dismount, "OCCUPY": forts.occupy, "VACATE": forts.vacate}


def heads(s: State, names: list[str]) -> list[str]:
    """A mounted pair is one unit, whichever of its cards is named [TR-2]."""
    return list(dict.fromkeys(head(s, name).id for name in names))


def move(g: Game, line: Line, march: March) -> None:
    """Everything is judged before anything moves."""
    s: State = g.state
    path: Path = line.args["path"]
    names = heads(s, line.units())
    lost = [name for name in names if march.lost(s, name) or (name in march.stopped and why_not_move(s, s.cards[name]))]
    alive = [name for name in names if name not in lost]
    if not alive:
        return lapse(g, line, why_not_move(s, s.cards[lost[0]]) or Refused("P11.1", "card-not-on-map", unit=lost[0]))
    stacks: dict[str, list[str]] = {}
    for name in alive:
        card = s.cards[name]
        if why := why_not_move(s, card) or why_halted(card, march):
            raise with_nearest(s, [other for other in alive if other != name], path, why)
        stacks.setdefault(card.at, []).append(name)
    plans = [(stack, way_of(g, stack, path)) for stack in stacks.values()]
    if crowded := why_crowded(s, plans):
        raise crowded
    if lost:
        leave_out(g, line, lost, Refusal("P13.10", "card-not-on-map", facts={"unit": lost}))
    for stack, way in plans:
        march.halted += [name for name in stack if unsupplied_move(s, s.cards[name])]
        walk(g, stack, way, march)


def why_crowded(s: State, plans: list[tuple[list[str], list[str]]]) -> Refused | None:
    """P3.9: stacks from several zones that end in one find room for all, or none moves."""
    for _, way in plans:
        coming = [name for stack, other in plans if other[-1] == way[-1] for name in stack]
        if full := why_no_room(s, s.named(coming), way[-1]):
            stack, alone = plans[0]
            full.refusal.nearest = move_text(stack, [s.cards[stack[0]].at, *alone])
            return full
    return None


def why_halted(card: Card, march: March) -> Refused | None:
    return Refused("P11.3", "unsupplied-moved", unit=card.id, at=card.at) if card.id in march.halted else None


def with_nearest(s: State, rest: list[str], path: Path, why: Refused) -> Refused:
    """The same order without the unit that may not move."""
    able = [name for name in rest if why_not_move(s, s.cards[name]) is None]
    if able:
        try:
            way, _ = legal_part(s, able, route(s, s.cards[able[0]], path))
        except Refused:
            return why
        if way:
            why.refusal.nearest = move_text(able, [s.cards[able[0]].at, *way])
    return why


def way_of(g: Game, stack: list[str], path: Path) -> list[str]:
    s: State = g.state
    first = s.cards[stack[0]]
    whole = route(s, first, path)
    way, why = legal_part(s, stack, whole)
    if why is not None and not why.refusal.nearest:
        why.refusal.nearest = instead(s, stack, way, whole)
    g.stop(why, bool(way))
    return way


def instead(s: State, stack: list[str], way: list[str], whole: list[str]) -> str:
    """An assault where the way leads into the enemy, else as far as it goes."""
    first = s.cards[stack[0]]
    target = whole[len(way)] if len(way) < len(whole) else whole[-1]
    if not way and target in neighbours(s, first.at) and seems_held(s, target, first.side):
        able = sorted_out(s, target, stack)[0]
        if able:
            return order_text(target, able)
    return move_text(stack, [first.at, *way]) if way else nearest_move(s, first, whole[-1])


# on the way


def walk(g: Game, stack: list[str], way: list[str], march: March) -> None:
    """Zone by zone, all together; whom an obstacle stops stays behind."""
    s: State = g.state
    going, gone = list(stack), [s.cards[stack[0]].at]
    way, hidden = up_to_ambush(s, stack, way)
    for at in way:
        for card in s.named(going):
            step(s, card, at)
        gone.append(at)
        if s.obstacles(at, s.passive) or at == way[-1]:
            g.log("moved", units=carried(s, going), side=s.active, path=gone, at=at, rule="P11.1")
            gone = [at]
        if s.obstacles(at, s.passive):
            march.stopped += obstacles.cross_moving(g, at, going)
        entered(g, at, s.active)
        going = [card.id for card in s.named(going) if card.left or at == way[-1]]
        if not going:
            return
    if hidden:
        march.stopped += stack
        found = spot(hidden)
        g.log("spotted", units=found, side=s.active, at=hidden[0].at, rule="P3.7")


def up_to_ambush(s: State, stack: list[str], way: list[str]) -> tuple[list[str], list[Card]]:
    """The way as far as it is free, and who bars it unseen; the stack stops where there is room for it [P3.9]."""
    for n, at in enumerate(way):
        if hidden := ambush(s, at, s.active):
            free = way[:n]
            while free and why_no_room(s, s.named(stack), free[-1]):
                free = free[:-1]
            return free, hidden
    return way, []


def step(s: State, card: Card, at: str) -> None:
    """P11.1, P7.6; a fortification is left behind."""
    card.inside, card.dug_in = "", False
    transport.put(s, card, at)
    passenger = s.passenger(card.id)
    if passenger:
        passenger.carried = True
    transport.spend(s, card)


def carried(s: State, names: list[str]) -> list[str]:
    """The cards that moved: units and who rides on them."""
    riders = [s.passenger(name) for name in names]
    return names + [one.id for one in riders if one is not None]


def entered(g: Game, at: str, side: str) -> None:
    """An empty zone becomes friendly to who enters it, with what is built there [P3.5, P3.7]; not if the mines spared nobody."""
    s: State = g.state
    if headquarters(at) or not s.there(at, side):
        return
    take_control(g, at, side, "P3.5")
    obstacles.take_works(g, at, side, "P3.7")


def take_control(g: Game, at: str, side: str, rule: str) -> None:
    s: State = g.state
    if s.control[at] != side:
        g.log("control", side=side, at=at, before=s.control[at], owner=side, rule=rule)
        s.control[at] = side
