"""The strategic interphase of A.M. turns [3.I]: initiative, weather with its lasting mud, and rest."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.state import OTHER, SIDES, State, Unit

CLEAR_UP_TO = 7  # of the die: 1-7 clear, 8-10 bad [18.0b, G-03]


def morning(s: State) -> bool:
    """Turn 1 is an afternoon [G-02]."""
    return s.turn % 2 == 0


def rolled_now(s: State, what: str) -> bool:
    """Whether the scenario has the dice for `initiative` or `weather` rolled in this turn [18.0a, 20.0a]."""
    since = field.settings(s.scenario).get(f"{what}_from")
    return since is not None and morning(s) and s.turn >= since


def strategic(g: Game) -> None:
    """3.I: before A.M. turns only."""
    s: State = g.state
    if rolled_now(s, "initiative"):
        initiative(g)
    if rolled_now(s, "weather"):
        weather(g)
    if morning(s):
        recover(g)


def initiative(g: Game) -> None:
    """Both roll, the lower chooses who goes first in both turns of the day [20.0b, G-71]; equal dice are rolled again [G-50]."""
    s: State = g.state
    dice = throw(g)
    while len(set(dice.values())) < len(dice):
        g.log("initiative tie", dice=dice, rule="20.0b")
        dice = throw(g)
    winner = min(SIDES, key=lambda side: dice[side])
    place = g.ask(Choice(winner, "initiative", f"T{s.turn}", OneOf(["first", "second"]), "20.0b", {"turn": s.turn}, case={"dice": dice}))
    s.first = winner if place == "first" else OTHER[winner]
    g.log("initiative", dice=dice, winner=winner, first=s.first, turn=f"T{s.turn}", rule="20.0b")


def throw(g: Game) -> dict[str, int]:
    return {side: g.roll("initiative", at=side) for side in SIDES}


def weather(g: Game) -> None:
    """For the day [18.0b]; the first bad weather leaves mud for good [18.1c]."""
    s: State = g.state
    die = g.roll("weather")
    s.weather = "clear" if die <= CLEAR_UP_TO else "bad"
    g.log("weather", die=die, label=g.last_die, weather=s.weather, rule="18.0b")
    if s.weather == "bad" and not s.mud:
        s.mud = True
        g.log("mud", rule="18.1c")


def recover(g: Game) -> None:
    """Fatigue goes from units with no enemy unit in an adjacent hex, whatever lies between [14.0f, G-43]."""
    s: State = g.state
    fresh = [u.id for side in SIDES for u in s.of(side) if u.fatigued and not beside_enemy(s, u)]
    for name in fresh:
        s.units[name].fatigued = False
    if fresh:
        g.log("recovered", units=fresh, rule="14.0f")


def beside_enemy(s: State, unit: Unit) -> bool:
    return any(s.at(hex, OTHER[unit.side]) for hex in field.neighbours(s, unit.at))
