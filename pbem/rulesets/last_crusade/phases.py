"""The end of a player turn and of a turn; offers to end the game [step 7, P15, VP]."""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import yes_no
from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field, victory
from pbem.rulesets.last_crusade.reconnaissance import spot_neighbours
from pbem.rulesets.last_crusade.state import OTHER, SIDES, State


def offers(g: Game) -> None:
    """An offer stands until it is withdrawn, and two end the game [VP-6, SC-5]; a player who gives up ends the game at once [P15.3]."""
    g.play_lines(g.state.active, offer, ("OFFER END", "WITHDRAW OFFER"))
    if len(g.state.offers) == len(SIDES):
        return victory.finish(g, victory.AGREEMENT)
    return g.play_lines(g.state.active, lambda g, line: victory.finish(g, victory.RESIGNED, g.state.active), ("CAPITULATE",))


def offer(g: Game, line: Line) -> None:
    s: State = g.state
    stands = line.verb == "OFFER END"
    if not stands and s.active not in s.offers:
        raise Refused("VP-6", "no-offer-to-withdraw")
    s.offers = [side for side in SIDES if (stands if side == s.active else side in s.offers)]
    g.log("offer", side=s.active, stands=stands, rule="VP-6")


def end_player_turn(g: Game) -> None:
    """Step 7: what is next to the enemy is seen; then the game may be over."""
    s: State = g.state
    spot_neighbours(g)
    if s.captor:
        victory.headquarters_captured(g, s.captor)
    elif agreed(g):
        victory.finish(g, victory.AGREEMENT)


def agreed(g: Game) -> bool:
    """Both stand by an offer, or the other side accepts the one that the active side has made [VP-6]."""
    s: State = g.state
    if s.active not in s.offers or s.passive in s.offers:
        return len(s.offers) == len(SIDES)
    other = OTHER[s.active]
    points = {"ours": victory.pile(s, other), "theirs": victory.pile(s, s.active)}
    return bool(g.ask(yes_no(other, "end", "game", "VP-6", turn=s.turn, **points)))


def end_turn(g: Game) -> None:
    """After the last turn the points decide [P15.1]."""
    s: State = g.state
    last = int(field.settings(s.scenario)["turns"])
    if last and s.turn >= last:
        victory.finish(g, victory.TURNS)
        return
    s.turn += 1
    g.log("turn", turn=s.turn, rule="P15.1")


def result(s: State) -> dict[str, Any]:
    """As it ended, or as it stands."""
    return dict(s.outcome or victory.outcome(s, s.over or victory.TURNS))
