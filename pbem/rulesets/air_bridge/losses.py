"""Step losses [2.3d, 9.1c, 12.3] and fatigue [14.0] are spread by their owner; the attacker's engineers come first [17.2c]."""

from __future__ import annotations

from pbem.engine.choice import Allot, Choice
from pbem.engine.game import Game
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.state import Unit


def losses_choice(g: Game, hex: str, subject: str, stack: list[Unit], steps: int, rule: str, first: list[str]) -> Choice:
    caps = {u.id: u.steps for u in stack}
    return Choice(
        stack[0].side, "losses", subject, Allot(steps, caps, first), rule, facts(g.state, hex, stack[0].side), about(stack)
    )


def lose_steps(g: Game, hex: str, stack: list[Unit], steps: int, rule: str, first: list[str] | None = None) -> None:
    """The owner of the stack takes so many steps from it, or all it has."""
    if steps and stack:
        shares = g.ask(losses_choice(g, hex, hex, stack, steps, rule, first or []))
        take_losses(g, hex, stack[0].side, shares, rule)


def take_losses(g: Game, hex: str, side: str, shares: dict[str, int], rule: str) -> None:
    for name, steps in sorted(shares.items()):
        g.state.lose(name, steps)
    gone = [name for name in sorted(shares) if name not in g.state.units]
    g.log("losses", units=sorted(shares), hex=hex, side=side, steps=shares, eliminated=gone, rule=rule)


def fatigue_choice(g: Game, hex: str, stack: list[Unit], number: int, rule: str, first: list[str]) -> Choice | None:
    """No question where all have a marker: there is no further effect [12.3.F#, 14.0a]."""
    fresh = [u for u in stack if not u.fatigued]
    if not fresh or not number:
        return None
    options = Allot(number, {u.id: 1 for u in fresh}, first)
    side = fresh[0].side
    return Choice(side, "fatigue", hex, options, rule, facts(g.state, hex, side), about(fresh))


def fatigue_both(g: Game, hex: str, stacks: list[tuple[list[Unit], list[str]]], number: int, rule: str) -> None:
    """Markers on so many units of each stack that have none yet, asked of their owners at once."""
    asked = [c for stack, first in stacks if (c := fatigue_choice(g, hex, stack, number, rule, first))]
    for choice, chosen in zip(asked, g.ask_all(asked), strict=True):
        for name in sorted(chosen):
            g.state.units[name].fatigued = True
        g.log("fatigue", units=sorted(chosen), hex=hex, side=choice.side, rule=rule)


def fatigue(g: Game, hex: str, stack: list[Unit], number: int, rule: str, first: list[str] | None = None) -> None:
    fatigue_both(g, hex, [(stack, first or [])], number, rule)
