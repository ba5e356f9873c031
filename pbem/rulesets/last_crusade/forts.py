"""Who enters or leaves a fortification [SE-3, P14.4]: free of movement points, in step 2 or 6."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import MAP, Card, State


def takes(fort: Card, card: Card) -> bool:
    """Of the type its card names."""
    return card.kind == "unit" and any(word == card.cls or word in card.flags for word in fort.takes)


def why_not_occupy(s: State, fort: Card, card: Card) -> tuple[str, str] | None:
    """Rule and key of what forbids it."""
    if card.place != MAP or fort.place != MAP:
        return "P14.4", "card-not-on-map"
    if fort.kind != "fortification":
        return "SE-3", "no-fortification"
    if card.at != fort.at:
        return "P14.4", "not-together"
    if not takes(fort, card):
        return "SE-3", "not-taken-in"
    if card.rides:
        return "P14.4", "rides-already"
    if card.inside == fort.id:
        return "P14.4", "inside-already"
    return ("SE-3", "fortification-full") if s.occupant(fort.id) else None


def put_off(g: Game, line: Line) -> bool:
    """What cannot be done in step 2 may be possible once the unit has moved, in step 6 of the same orders."""
    if "MOVE" in g.row.verbs or g.state.files == "two":
        return False
    g.verdicts.pop(line.n, None)
    return True


def occupy(g: Game, line: Line) -> None:
    s: State = g.state
    (fort,), units = [s.cards[name] for name in line.args["fort"][:1]], line.units()
    card = s.cards[units[0]]
    why = why_not_occupy(s, fort, card)
    if why is None and len(units) > 1:
        why, card = ("SE-3", "fortification-full"), s.cards[units[1]]
    if why and put_off(g, line):
        return
    if why:
        raise Refused(*why, instead_occupy(s, fort), unit=card.id, fort=fort.id, at=card.at, where=fort.at)
    card.inside = fort.id
    g.log("occupied", units=[card.id, fort.id], side=card.side, at=fort.at, rule="P14.4")


def instead_occupy(s: State, fort: Card) -> str:
    able = [card.id for card in s.there(fort.at, fort.side) if why_not_occupy(s, fort, card) is None] if fort.place == MAP else []
    return f"OCCUPY {fort.id} WITH {able[0]}" if able else ""


def vacate(g: Game, line: Line) -> None:
    s: State = g.state
    named = [s.cards[name] for name in line.units()]
    leaving = [card for card in named if not any(one.inside == card.id for one in named)]  # LEAVE Pioneers 1 Pillbox
    found = (why_not_vacate(s, card, [one for one in leaving[:n] if one.at == card.at]) for n, card in enumerate(leaving))
    why = next((one for one in found if one is not None), None)
    if why is not None and put_off(g, line):
        return
    if why is not None:
        raise why
    for card in leaving:
        fort, card.inside = card.inside, ""
        g.log("vacated", units=[card.id, fort], side=card.side, at=card.at, rule="P14.4")


def why_not_vacate(s: State, card: Card, before: list[Card]) -> Refused | None:
    """`before`: who of the same order comes out there before it."""
    if card.place != MAP or not card.inside:
        return Refused("P14.4", "not-inside", unit=card.id)
    if field.room(s, card.at, card.side) <= len(before):
        return Refused("P3.9", "no-room-outside", unit=card.id, at=card.at, limit=field.limit(card.at))
    return None
