"""The maneuver combat phase [12]: support, then fight after fight in the order declared."""

from __future__ import annotations

from pbem.engine.choice import Choice, OneOf
from pbem.engine.game import Game
from pbem.engine.tally import Tally
from pbem.rulesets.air_bridge import field, stacking
from pbem.rulesets.air_bridge.advance import advance
from pbem.rulesets.air_bridge.aftermath import Fight, attacker_suffers, both_tire, defender_suffers
from pbem.rulesets.air_bridge.declaration import CLASS_WORDS, clauses
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.odds import attackers, class_matters, defenders, foe, odds_and_modifiers, terrain_value
from pbem.rulesets.air_bridge.outlook import column_name
from pbem.rulesets.air_bridge.results import parse
from pbem.rulesets.air_bridge.state import Declared, State, Unit
from pbem.rulesets.air_bridge.support import attacker_support, defender_support, live, maneuvers, roll_support
from pbem.rulesets.air_bridge.tables import maneuver_result


def maneuver(g: Game) -> None:
    """3.II.H."""
    s: State = g.state
    with g.clauses(s.active, clauses(s, "maneuver")):
        called_off(g)
        attacker_support(g)
        defender_support(g)
        support = {d.hex: roll_support(g, d) for d in live(s)}  # all the support dice first [G-61]
        guests: dict[str, list[str]] = {}
        for d in maneuvers(s):
            fight(g, d, support.get(d.hex, Tally("drm")), guests)
            s.declared = [other for other in s.declared if other is not d]
    stacking.enforce(g)


def called_off(g: Game) -> None:
    """No enemy left: no fight, and the attackers may move in [G-39]."""
    s: State = g.state
    empty = [d for d in maneuvers(s) if attackers(s, d) and not defenders(s, d)]
    for d in empty:
        g.log("called off", units=d.units, hex=d.hex, side=s.active, rule="12.0a")
    advance(g, [(d.hex, d.units) for d in empty], "12.3.adv")
    s.vacated += [d.hex for d in empty]
    s.declared = [d for d in s.declared if not any(d is other for other in empty)]


def fight(g: Game, d: Declared, support: Tally, guests: dict[str, list[str]]) -> None:
    """One combat from odds to advance [12.1, 12.3]. Guests fell back into the hex in this phase [G-64]."""
    s: State = g.state
    staying = guests.get(d.hex, [])
    ours, theirs = attackers(s, d), defenders(s, d, staying)
    if not ours or not theirs:
        return
    column, drm = odds_and_modifiers(s, d, choose_classes(g, d, ours, theirs, staying), staying)
    drm.rows += support.rows
    die = g.roll("maneuver", at=d.hex)
    result = maneuver_result(die + drm.total, column.total)
    tell(g, d, column, drm, die, result, theirs)
    f = Fight(d.hex, d.units, [u.id for u in theirs], staying, s.active, foe(s, d), terrain_value(s, d))
    outcome = parse(result)
    if outcome.who == "D":
        defender_suffers(g, f, outcome, guests)
    elif outcome.who == "A":
        attacker_suffers(g, f, outcome)
    else:
        both_tire(g, f, outcome)


def tell(g: Game, d: Declared, column: Tally, drm: Tally, die: int, result: str, theirs: list[Unit]) -> None:
    s: State = g.state
    ours = attackers(s, d)
    g.log(
        "maneuver", units=[u.id for u in ours], hex=d.hex, side=s.active, against=[u.id for u in theirs], places={u.id: u.at for u in ours},
        attack={u.id: u.attack for u in ours}, defence={u.id: u.defence for u in theirs}, odds=column.rows[0]["odds"], column=column.rows,
        column_name=column_name(column.total), drm=drm.rows, modifier=drm.total, die=die, label=g.last_die, result=result,
        terrain=field.terrain(s, d.hex), value=terrain_value(s, d), line=d.line, rule="12.1b",
    )  # fmt: skip


# classes


def choose_classes(g: Game, d: Declared, ours: list[Unit], theirs: list[Unit], guests: list[str]) -> dict[str, str]:
    """AS clauses first; of the other dual units those whose class can change the modifier are asked about [19.0b, D-11]."""
    s: State = g.state
    open_ones = [u for u in [*ours, *theirs] if u.id not in d.classes and class_matters(s, d, u, guests)]
    answers = g.ask_all([class_choice(s, d, u) for u in open_ones])
    chosen = {u.id: CLASS_WORDS[name] for u, name in zip(open_ones, answers, strict=True) if name != "auto"}
    return {**d.classes, **chosen}


def class_choice(s: State, d: Declared, unit: Unit) -> Choice:
    options = OneOf([*({"inf": "infantry"}.get(name, name) for name in unit.classes), "auto"])  # as players write them
    return Choice(unit.side, "class", f"{unit.id} from {d.hex}", options, "19.0b", facts(s, d.hex, unit.side), about([unit]))
