"""Step 2: reinforcement [P7]. Orders from the top; discards and the hand limit come last."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.choice import Choice, Some
from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.forts import occupy, vacate
from pbem.rulesets.last_crusade.lines import carried_out
from pbem.rulesets.last_crusade.reinforcement_cards import deploy
from pbem.rulesets.last_crusade.reinforcement_care import dig_in, refit, use
from pbem.rulesets.last_crusade.state import HAND, OUT, State

PLAY: dict[str, Callable[[Game, Line], None]] = {
    "DEPLOY": deploy, "REFIT": refit, "DIG IN": dig_in, "USE": use, "OCCUPY": occupy, "VACATE": vacate,
}  # fmt: skip


def reinforcement(g: Game) -> None:
    s: State = g.state
    g.play_lines(s.active, lambda g, line: PLAY[line.verb](g, line), tuple(PLAY))
    g.play_lines(s.active, discard, ("DISCARD",))
    discard_rest(g)


def excess(s: State) -> int:
    """Cards above the hand limit."""
    return max(0, len(s.hand(s.active)) - int(field.settings(s.scenario)["hand"]["limit"]))


def discard(g: Game, line: Line) -> None:
    done = carried_out(g, line, discard_card)
    tell_discarded(g, done)


def discard_card(s: State, id: str) -> None:
    """Out of the game, in nobody's pile; only what is over the limit has to go [P7.1]."""
    card = s.cards.get(id)
    if card is None or card.side != s.active or card.place != HAND:
        raise Refused("P7.1", "not-in-hand", unit=id)
    if not excess(s):
        raise Refused("P7.1", "hand-within-limit", hand=len(s.hand(s.active)), limit=field.settings(s.scenario)["hand"]["limit"])
    s.leave(card, OUT)


def discard_rest(g: Game) -> None:
    """What is still over the limit the owner chooses now; the cheapest goes where he says nothing."""
    s: State = g.state
    number = excess(s)
    if not number:
        return
    hand = s.hand(s.active)
    options = Some({card.id: 1 for card in hand}, number, number)
    about = {card.id: {"cost": card.cost, "kinds": [card.cls or card.kind]} for card in hand}
    chosen = g.ask(Choice(s.active, "discard", "hand", options, "P7.1", {"excess": number}, about))
    for id in chosen:
        discard_card(s, id)
    tell_discarded(g, chosen)


def tell_discarded(g: Game, ids: list[str]) -> None:
    g.log("discarded", side=g.state.active, cards=ids, count=len(ids), rule="P7.1")
