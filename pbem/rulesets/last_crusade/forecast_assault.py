"""An assault of the orders: what it costs, and what it comes to as far as the side's view tells. Every decision by its default."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.assault import able_guns, by_origin
from pbem.rulesets.last_crusade.assault_defence import main_choice
from pbem.rulesets.last_crusade.assault_fight import Fight, assaulters, defenders
from pbem.rulesets.last_crusade.assault_options import (
    PER_ZONE,
    affordable,
    armor_only,
    cost,
    guns_for,
    may_be_assaulted,
    sorted_out,
    why_not_assault,
)
from pbem.rulesets.last_crusade.attack import Shot, firepower, head, struck
from pbem.rulesets.last_crusade.calc_outlook import Outlook, outlook
from pbem.rulesets.last_crusade.calc_volley import MOST, TooLarge, chances
from pbem.rulesets.last_crusade.staff_answers import main_attack
from pbem.rulesets.last_crusade.state import HQ, OTHER, State

Note = dict[str, Any]
FIGURES = ("captured", "withdrawn", "repulsed", "destroyed", "loses", "held")
MOST_CASES = 12  # combinations of what fire before the assault may have done


def assault(s: State, line: Line, lines: list[Line]) -> list[Note]:
    at = line.args["place"][0]
    f, units = declared(s, line, at)
    if f is None:
        return [{"key": "forecast.later", "line": line.n, "at": at}]
    told: Note = {
        "key": "forecast.assault", "line": line.n, "at": at, "terrain": field.terrain(s, at), "units": units, "guns": f.guns,
        "cost": cost(s, units, f.guns), "main": f.main, "flank": [start for start in f.origins if f.main and start != f.main],
        "armor_only": f.armor_only and any(card.soldier or card.unknown for card in s.there(at, f.passive)),
        "defenders": [card.id for card in defenders(s, f) if not card.unknown],
        "face_down": face_down(s, at), "answer": f.defence_guns, "shadows": shadows(s, f), "headquarters": f.headquarters,
        "fed": field.supplied(s, at, f.passive), "idle": idle(s, f, lines),
    }  # fmt: skip
    if told["face_down"]:
        return [told]
    return [{**told, **promised(s, f, lines)}]


def declared(s: State, line: Line, at: str) -> tuple[Fight | None, list[str]]:
    """As it would be declared, with the defender's decisions as his staff would make them: everybody supplied, all known guns."""
    if not may_be_assaulted(s, at, s.active):
        return None, []
    named = [name for clause in line.clauses.get("support", []) for name in clause["units"]]
    good, _ = sorted_out(s, at, line.units())
    shells, _ = able_guns(s, at, [name for name in named if head(s, name).id not in good])
    units, guns = affordable(s, s.active, good, shells)
    if not units:
        return None, []
    f = Fight(at, s.active, by_origin(s, units), guns)
    f.armor_only = armor_only(s, units) and not field.clear(s, at)
    f.walkover = f.headquarters and not defenders(s, f)
    f.supplied = [card.id for card in s.units(at, f.passive)] if field.supplied(s, at, f.passive) else []
    f.defence_guns = [name for name in guns_for(s, at, f.passive) if s.cards[name].spotted and not s.cards[name].unknown]
    choice = main_choice(s, f)
    f.main = main_attack(choice) if choice is not None else ""
    return f, units


def face_down(s: State, at: str) -> int:
    return sum(card.unknown for card in s.there(at, OTHER[s.active]))


def shadows(s: State, f: Fight) -> list[str]:
    """Where cards lie face down that may be guns within range of the zone."""
    longest = max((card.range for card in s.cards.values() if card.side == f.passive), default=0) or 3
    down = [card for card in s.of(f.passive) if card.unknown and card.at != f.at]
    return sorted({card.at for card in down if field.distance(s, card.at, f.at) <= longest})


# what it comes to


def promised(s: State, f: Fight, lines: list[Line]) -> Note:
    """Over all that strikes and bombardments of the orders may have done before."""
    cases = hit_before(s, f, lines)
    if len(cases) > MOST_CASES:
        return {"too_large": True}
    total = dict.fromkeys(FIGURES, Fraction(0))
    try:
        for hits, chance in cases:
            found = after(s, f, hits, MOST // len(cases))
            for name in FIGURES:
                total[name] += chance * getattr(found, name)
    except TooLarge:
        return {"too_large": True}
    return {"shelled": len(cases) > 1, **{name: str(part) for name, part in total.items()}}


def after(s: State, f: Fight, hits: dict[str, int], most: int) -> Outlook:
    """With so many hits on cards of the zone; who is destroyed by them is not there."""
    trial: State = decode(canonical(s), State)
    for name, number in hits.items():
        card = trial.cards[name]
        card.hits += number
        if card.hits >= card.defence:
            trial.destroy(card)
    if not defenders(trial, f) and not f.headquarters:
        return Outlook(captured=Fraction(1))
    return outlook(trial, f, most)


def hit_before(s: State, f: Fight, lines: list[Line]) -> list[tuple[dict[str, int], Fraction]]:
    """Hits on each target of the zone, and how probable they are. What is left of a shot behind the first card is not followed."""
    spread: dict[str, dict[int, Fraction]] = {}
    for line in lines:
        if line.verb in ("STRIKE", "BOMBARD"):
            for firer in line.units():
                for target in [struck(s, name) for name in line.args["target"] if name in s.cards and s.cards[name].at == f.at]:
                    had = spread.setdefault(target.id, {0: Fraction(1)})
                    spread[target.id] = more(had, firepower(s, Shot(firer, target.id)).total, target.defence - target.hits)
    found = []
    for combination in product(*(sorted(part.items()) for part in spread.values())):
        chance = Fraction(1)
        for _, part in combination:
            chance *= part
        found.append(({name: number for name, (number, _) in zip(spread, combination, strict=True) if number}, chance))
    return found


def more(had: dict[int, Fraction], dice: int, most: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for number, chance in had.items():
        for n, part in enumerate(chances(dice)):
            now = min(most, number + n)
            found[now] = found.get(now, Fraction(0)) + chance * part
    return found


# ideas


def idle(s: State, f: Fight, lines: list[Line]) -> list[str]:
    """Units that could join it and guns that could support it, and that no order names."""
    named = {head(s, name).id for line in lines for name in line.units() if name in s.cards}
    named |= {name for line in lines for clause in line.clauses.get("support", []) for name in clause["units"]}
    taking = [card.id for card in assaulters(s, f)]
    starts = [at for at in field.neighbours(s, f.at) if at != HQ[f.passive] and sum(s.cards[name].at == at for name in taking) < PER_ZONE]
    beside = [card for at in starts for card in s.units(at, f.side) if card.cls not in ("transport", "artillery") and not card.rides]
    units = [card.id for card in beside if card.id not in named and why_not_assault(s, card.id, f.at) is None]
    return [*units, *(gun for gun in guns_for(s, f.at, f.side) if gun not in named and gun not in f.guns)]
