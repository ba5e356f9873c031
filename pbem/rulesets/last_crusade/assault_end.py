"""How an assault ends [AC-9, AC-10, AC-15 to AC-18, SR-16, SR-17]: withdrawal, capture and advance, the way back."""

from __future__ import annotations

from pbem.engine.choice import Choice, Some
from pbem.engine.game import Game
from pbem.rulesets.last_crusade import field, victory
from pbem.rulesets.last_crusade.assault_fight import Fight, about, assaulters, defenders, facts
from pbem.rulesets.last_crusade.attack import crew
from pbem.rulesets.last_crusade.obstacles import take_works
from pbem.rulesets.last_crusade.state import State
from pbem.rulesets.last_crusade.transport import put


def withdraw(g: Game, f: Fight) -> None:
    """D3, AC-9: back to where they came from, with what movement they have left [P13.7]."""
    s: State = g.state
    ours = [card.id for card in assaulters(s, f)]
    against = max(1, len(defenders(s, f)))  # a zone shot empty is worth nobody's withdrawal; no ratio to nothing
    told = facts(s, f, ratio=f"{len(ours)}:{against}")
    known = {name: about(s, name) for name in ours}
    names = g.ask(Choice(f.side, "withdraw", f.at, Some(dict.fromkeys(ours, 1), len(ours)), "AC-9", told, known))
    f.back = [card.id for name in ours if name in names for card in crew(s, name)]
    if f.back:
        g.log("withdrawn", units=f.back, side=f.side, at=f.at, to=starts(s, f.back), rule="AC-9")


def starts(s: State, names: list[str]) -> dict[str, str]:
    return {name: s.cards[name].at for name in names}


def finish(g: Game, f: Fight) -> None:
    s: State = g.state
    if f.headquarters:
        captured = not defenders(s, f)
        if captured:
            take_headquarters(g, f)
    else:
        captured = not defenders(s, f) and bool(assaulters(s, f))
        if captured:
            capture(g, f)
        elif not defenders(s, f):
            nobodys(g, f)
    if not captured:
        go_back(g, f, [card.id for card in assaulters(s, f)])
    if not s.over:
        g.log("assault over", units=[card.id for card in assaulters(s, f)], side=f.side, at=f.at, captured=captured, rule="AC-15")


def go_back(g: Game, f: Fight, names: list[str]) -> None:
    """P13.2: to the zone of origin, which they never left on the map."""
    s: State = g.state
    units = [card.id for name in names for card in crew(s, name)]
    if units:
        g.log("returned", units=units, side=f.side, at=f.at, to=starts(s, units), rule="P13.2")


# a zone


def capture(g: Game, f: Fight) -> None:
    """AC-15 to AC-18: works first, whether or not anybody advances; nobody there, nobody's zone [P13.4]."""
    s: State = g.state
    take_works(g, f.at, f.side, "AC-18")
    ours = [card.id for card in assaulters(s, f)]
    known = {name: about(s, name) for name in ours}
    options = Some(dict.fromkeys(ours, 1), field.room(s, f.at, f.side))
    names = g.ask(Choice(f.side, "advance", f.at, options, "AC-15", facts(s, f), known))
    g.log("captured", units=names, side=f.side, at=f.at, rule="AC-15")
    if names:
        advance(g, f, names)
    else:
        nobodys(g, f, "P13.4")
    go_back(g, f, [name for name in ours if name not in names])


def advance(g: Game, f: Fight, names: list[str]) -> None:
    """Not a move: its point was paid with the assault [AC-16]."""
    s: State = g.state
    for name in names:
        put(s, s.cards[name], f.at)
        for card in crew(s, name)[1:]:
            card.carried = True  # TR-9: it has come a zone further on its transport
    units = [card.id for name in names for card in crew(s, name)]
    g.log("advanced", units=units, side=f.side, at=f.at, rule="AC-15")
    set_control(g, f, f.side, "AC-15")


def nobodys(g: Game, f: Fight, rule: str = "P13.5") -> None:
    set_control(g, f, "", rule)


def set_control(g: Game, f: Fight, owner: str, rule: str) -> None:
    s: State = g.state
    if s.control[f.at] != owner:
        g.log("control", side=f.side, at=f.at, before=s.control[f.at], owner=owner, rule=rule)
        s.control[f.at] = owner


# a headquarters


def take_headquarters(g: Game, f: Fight) -> None:
    """The last combat unit gone, the other troops go with it, and the game is over, whoever is left to see it [SR-16, SR-17, P13.5]."""
    s: State = g.state
    troops = [card for card in s.there(f.at, f.passive) if card.kind == "hq" and not card.fights]
    for card in troops:
        lost = s.destroy(card)
        g.log("destroyed", units=lost, side=f.passive, at=f.at, pile=f.side, rule="SR-17")
    take_works(g, f.at, f.side, "AC-18")
    g.log("hq captured", units=[card.id for card in assaulters(s, f)], side=f.side, at=f.at, rule="SR-16")
    victory.headquarters_captured(g, f.side)
