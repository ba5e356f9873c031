"""The set-up [P2]: starting units where the players choose them, and the hands."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.lines import carried_out, place_of
from pbem.rulesets.last_crusade.state import DECK, MAP, SIDES, State
from pbem.rulesets.last_crusade.supply import draw


def setup(g: Game) -> None:
    """Once, before the first turn; whatever is on the map lies face down, fresh and whole [P2.3]."""
    s: State = g.state
    if s.ready:
        return
    if number := chosen(s):
        for side in SIDES:
            g.play_lines(side, lambda g, line, side=side: place(g, line, side, number))  # type: ignore[misc]
    for side in SIDES:
        draw(g, side, field.settings(s.scenario)["hand"]["start"], "hands drawn", "P2.2")
    s.ready = True


def chosen(s: State) -> int:
    """How many starting units each side chooses; none where the scenario places them."""
    return int(field.settings(s.scenario).get("choose", {}).get("units", 0))


def place(g: Game, line: Line, side: str, number: int) -> None:
    at = place_of(line)
    done = carried_out(g, line, lambda s, id: place_card(s, side, id, at, number), f"AT {at}")
    g.log("deployed", units=done, side=side, at=at, rule="P2.1")


def place_card(s: State, side: str, id: str, at: str, number: int) -> None:
    """Any ground unit of the own deck, on the own edge, at no cost."""
    card = s.cards.get(id)
    if card is None or card.side != side or card.kind != "unit" or card.cls == "air":
        raise Refused("P2.1", "no-starting-unit", unit=id)
    if card.place != DECK:
        raise Refused("P2.1", "placed-already", unit=id)
    if at not in field.edge(s, side):
        raise Refused("P2.1", "not-own-edge", zone=at, zones=", ".join(field.edge(s, side)))
    if len(s.of(side)) >= number:
        raise Refused("P2.1", "all-placed", number=number)
    if not field.room(s, at, side):
        raise Refused("P3.8", "no-room-here", zone=at, limit=field.limit(at))
    card.place, card.at = MAP, at
