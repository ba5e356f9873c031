"""Where a unit may move, and why not [P11, P3.5 to P3.9, AC-17]. Pure: orders, replies and the staff look here.

reach(s, id)              every place it may end its move in, with the cheapest way there
why_not_move(s, card)     why it may not move at all
legal_part(s, ids, way)   how much of a way is legal for a stack, and what ends it
"""

from __future__ import annotations

from heapq import heappop, heappush

from pbem.engine.verbs import Path, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.attack import head
from pbem.rulesets.last_crusade.state import HQ, MAP, OTHER, Card, State

Ways = dict[str, list[str]]


def seems_held(s: State, at: str, side: str) -> bool:
    """Enemy-held as far as the side can tell [P3.7]: a card face down may be a unit; who is inside open walls it does not see."""
    return any(card.side != side and looks_like_unit(card) for card in s.there(at))


def looks_like_unit(card: Card) -> bool:
    if card.inside:
        return card.spotted
    return card.kind in ("unit", "hq") or not card.spotted


def ambush(s: State, at: str, side: str) -> list[Card]:
    """Enemy units in a zone that seemed empty: such a zone is not entered after all [P3.6, P3.7]."""
    return [] if seems_held(s, at, side) else s.units(at, OTHER[side])


def may_enter(s: State, at: str, side: str) -> bool:
    """Friendly or empty [AC-17]; never the enemy's headquarters [P11.4]."""
    return at != HQ[OTHER[side]] and not seems_held(s, at, side)


def unsupplied_move(s: State, card: Card) -> bool:
    """One zone at most [P11.3]."""
    return not field.supplied(s, card.at, card.side)


def steps_left(s: State, card: Card) -> int:
    if why_not_move(s, card):
        return 0
    return min(card.left, 1) if unsupplied_move(s, card) else card.left


def why_not_move(s: State, card: Card) -> Refused | None:
    facts = {"unit": card.id, "at": card.at}
    if card.place != MAP:
        return Refused("P11.1", "card-not-on-map", **facts)
    if card.kind != "unit" or card.cls == "air" or not card.mp:
        return Refused("SE-12" if card.kind in ("hq", "general") else "P11.2", "never-moves", **facts)
    if card.spent and not card.left:
        return Refused("TR-10", "no-mp", **facts, mp=card.mp)
    if card.engaged:
        return Refused("P5.1", "engaged-already", **facts)
    if card.spent and unsupplied_move(s, card):
        return Refused("P11.3", "unsupplied-moved", **facts)
    return None


def allowance(card: Card) -> str:
    """The rule of its movement points: on foot it has one [TR-8]."""
    return "P11.2" if card.motorized else "TR-8"


def why_not_enter(s: State, card: Card, at: str) -> Refused | None:
    facts = {"unit": card.id, "to": at}
    if at == HQ[OTHER[card.side]]:
        return Refused("P11.4", "enemy-headquarters", **facts)
    return Refused("AC-17", "enemy-held", **facts) if seems_held(s, at, card.side) else None


# ways


def ways(s: State, start: str, side: str, steps: int = 99) -> Ways:
    """The shortest way to every place; of equals the one through most friendly zones, then the first by name."""
    found: Ways = {}
    queue: list[tuple[int, int, list[str]]] = [(0, 0, [])]
    while queue:
        length, strange, way = heappop(queue)
        here = way[-1] if way else start
        if here in found:
            continue
        found[here] = way
        for near in field.neighbours(s, here) if length < steps else []:
            if near not in found and may_enter(s, near, side):
                heappush(queue, (length + 1, strange + (not field.friendly(s, near, side)), [*way, near]))
    return {at: way for at, way in found.items() if way}


def reach(s: State, name: str) -> Ways:
    """Every place the unit may end a move in."""
    card = head(s, name)
    steps = steps_left(s, card)
    found = ways(s, card.at, card.side, steps) if steps else {}
    return {at: way for at, way in sorted(found.items()) if field.room(s, at, card.side) >= 1}


def route(s: State, card: Card, path: Path) -> list[str]:
    """The way an order describes, zone by zone; gaps are closed by the shortest way [P3.2]."""
    way: list[str] = []
    here = card.at
    wanted = [*path.steps, *path.to[:1]]
    for goal in wanted[1:] if len(wanted) > 1 and wanted[0] == here else wanted:
        if goal in field.neighbours(s, here):
            way.append(goal)
        else:
            way += leg(s, card, here, goal)
        here = goal
    return way


def leg(s: State, card: Card, here: str, goal: str) -> list[str]:
    if goal == here:
        raise Refused("P11.1", "there-already", unit=card.id, to=goal)
    if why := why_not_enter(s, card, goal):
        raise why
    found = ways(s, here, card.side).get(goal)
    if found is None:
        raise Refused("P3.2", "no-way", nearest_move(s, card, goal), unit=card.id, at=here, to=goal)
    return found


def legal_part(s: State, names: list[str], way: list[str]) -> tuple[list[str], Refused | None]:
    """The beginning of the way that all of the stack may go, ending where there is room, and what forbids the rest."""
    stack = [s.cards[name] for name in names]
    why: Refused | None = None
    done = list(way)
    for card in stack:
        part, stopped = part_of(s, card, done)
        done, why = (part, stopped) if stopped else (done, why)
    if done and (full := why_no_room(s, stack, done[-1])):
        why = why or full
        while done and why_no_room(s, stack, done[-1]):
            done = done[:-1]
    return done, why


def part_of(s: State, card: Card, way: list[str]) -> tuple[list[str], Refused | None]:
    for n, at in enumerate(way):
        if why := why_not_enter(s, card, at):
            return way[:n], why
        if n >= steps_left(s, card):
            rule, key = ("P11.3", "unsupplied-far") if unsupplied_move(s, card) else (allowance(card), "too-far")
            return way[:n], why_not_move(s, card) or Refused(rule, key, unit=card.id, to=at, needs=len(way), mp=card.left)
    return way, None


def why_no_room(s: State, stack: list[Card], at: str) -> Refused | None:
    """P3.9: only where the move ends; full zones may be passed through [AS-4]."""
    coming = sum(field.counts(card) or bool(card.inside) for card in stack if card.at != at)
    if coming <= field.room(s, at, stack[0].side):
        return None
    return Refused("P3.9", "no-room", units=[card.id for card in stack], to=at, limit=field.limit(at))


# the nearest legal order


def move_text(names: list[str], way: list[str]) -> str:
    return f"MOVE {', '.join(names)} {' - '.join(way)}"


def nearest_move(s: State, card: Card, goal: str) -> str:
    """To where it may go that lies nearest to where it wanted to."""
    able = reach(s, card.id)
    if not able:
        return ""
    at = min(able, key=lambda at: (field.distance(s, at, goal), len(able[at]), at))
    closer = field.distance(s, at, goal) < field.distance(s, card.at, goal)
    return move_text([card.id], [card.at, *able[at]]) if closer else ""
