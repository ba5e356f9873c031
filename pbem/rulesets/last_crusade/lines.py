"""An order for several cards is carried out card by card; what forbids one of them is said before anything is changed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade.state import MAP, PILE, Card, State

Act = Callable[[State, str], None]  # does it to one card, or raises Refused before it changes anything


def place_of(line: Line, name: str = "at") -> str:
    """The zone named in the order, or nothing."""
    return next(iter(line.args.get(name) or []), "")


def legal_part(s: State, ids: list[str], act: Act) -> tuple[list[str], Refused | None]:
    """The cards for which the order is legal one after the other, tried on a copy; and what forbids the first of the rest."""
    trial = msgspec.convert(msgspec.to_builtins(s), State)
    good: list[str] = []
    first: Refused | None = None
    for id in dict.fromkeys(ids):
        try:
            act(trial, id)
            good.append(id)
        except Refused as why:
            first = first or why
    return good, first


def allowed(g: Game, line: Line, act: Act, order: Callable[[list[str]], str]) -> list[str]:
    """The cards of the line that may do it; Refused where the policy lets no part be played.

    The nearest legal order is the same without those that may not."""
    good, why = legal_part(g.state, line.units(), act)
    if why is not None and good and not why.refusal.nearest:
        why.refusal.nearest = order(good)
    g.stop(why, bool(good))
    return good


def carried_out(g: Game, line: Line, act: Act, rest: str = "") -> list[str]:
    """Does it to the cards that may, and returns them; `rest` is what stands behind the cards in the order."""
    good = allowed(g, line, act, lambda good: " ".join(part for part in (line.verb, ", ".join(good), rest) if part))
    for id in good:
        act(g.state, id)
    return good


def still(s: State, id: str, act: Act) -> bool:
    """Does it to one card more of a line that is being played, if it is still possible."""
    try:
        act(s, id)
    except Refused:
        return False
    return True


def own_card(s: State, id: str, rule: str) -> Card:
    """A card of the active side on the map."""
    card = s.cards.get(id)
    if card is None or card.side != s.active or card.place != MAP:
        raise Refused(rule, "card-gone" if card is not None and card.place == PILE else "card-not-on-map", unit=id)
    return card


def only_one(ids: list[str], rule: str) -> str:
    """The one card that the order may name here."""
    if len(ids) != 1:
        raise Refused(rule, "one-card")
    return ids[0]
