"""Points, and the ways in which a game ends [VP, P15, SC-3 to SC-5]."""

from __future__ import annotations

from typing import Any

from pbem.engine.game import Game
from pbem.rulesets.last_crusade import special
from pbem.rulesets.last_crusade.state import OTHER, SIDES, State

BONUS = 5  # VP-3
CAPTURE, AGREEMENT, TURNS, RESIGNED = "hq", "agreement", "turns", "resigned"  # why a game is over
LEVELS = {CAPTURE: "headquarters", AGREEMENT: "agreement", TURNS: "points", RESIGNED: "resigned"}
Row = dict[str, Any]


def headquarters_captured(g: Game, side: str) -> None:
    """The side has taken the enemy's headquarters: the game is over at once [VP-1, SR-16, SC-4]."""
    g.state.captor = side
    finish(g, CAPTURE)


def finish(g: Game, why: str, loser: str = "") -> None:
    """`loser`: the side that has resigned [P15.3]."""
    s: State = g.state
    s.over, s.outcome = why, outcome(s, why, loser)
    g.log("game over", winner=s.outcome["winner"], level=s.outcome["level"], why=why, points=s.outcome["points"], rule="VP-1")


def outcome(s: State, why: str, loser: str = "") -> Row:
    """Winner, level, points by side, and the rows they are made of."""
    rows = {side: scored(s, side, why, loser) for side in SIDES}
    points = {side: sum(int(row["points"]) for row in rows[side]) for side in SIDES}
    best = max(points.values())
    leading = [side for side in SIDES if points[side] == best]
    if why == RESIGNED:
        winner = OTHER[loser]
    elif len(leading) == 1:
        winner = leading[0]
    else:
        winner = s.captor if why == CAPTURE else ""  # P15.2
    return {"winner": winner, "level": LEVELS[why] if winner else "draw", "points": points, "rows": rows, "captor": s.captor}


def scored(s: State, side: str, why: str, loser: str = "") -> list[Row]:
    """The victory pile [VP-2]; the bonus of who took the headquarters [VP-3]; after the last turn the objectives [P15.1, SC-3]."""
    rows: list[Row] = [{"reason": "pile", "rule": "VP-2", "points": pile(s, side)}]
    took = (why == CAPTURE and s.captor == side) or (why == RESIGNED and loser == OTHER[side])
    if took:
        rows.append({"reason": "bonus", "rule": "VP-3", "points": BONUS})
    if why == TURNS:
        held = [(at, points) for at, points in special.objectives(s).items() if s.control.get(at) == side]
        rows += [{"reason": "objective", "rule": "SC-3", "at": at, "points": points} for at, points in held]
    return rows


def pile(s: State, side: str) -> int:
    """The supply costs of all cards in it [VP-2]."""
    return sum(s.cards[id].cost for id in s.piles[side])
