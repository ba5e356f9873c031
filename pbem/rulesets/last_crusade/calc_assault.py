"""pbem calc last-crusade assault: both phases shot by shot, every decision by its default; exact."""

from __future__ import annotations

from typing import Any

from pbem.engine.calc import Calculation, Option
from pbem.errors import PbemError
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.assault_defence import main_choice
from pbem.rulesets.last_crusade.assault_fight import Fight, defenders
from pbem.rulesets.last_crusade.assault_options import PER_HQ, PER_ZONE, armor_only, cost
from pbem.rulesets.last_crusade.attack import crew, head
from pbem.rulesets.last_crusade.calc_cards import FORM, SCENARIO, add, grounds, nobody, opposed, zone
from pbem.rulesets.last_crusade.calc_outlook import Outlook, outlook
from pbem.rulesets.last_crusade.calc_volley import TooLarge
from pbem.rulesets.last_crusade.calc_words import decimal, percent
from pbem.rulesets.last_crusade.staff_answers import main_attack
from pbem.rulesets.last_crusade.state import Card, State

OPTIONS = (
    Option(
        "attack",
        "text",
        f"{FORM}; a stroke between origins: 3 Sherman / 3 Hellcat; hq: before one that attacks out of its headquarters",
        required=True,
    ),
    Option("defence", "text", "the cards in the zone, in the same form", required=True),
    Option("terrain", "choice", "of the assaulted zone; hq is a headquarters", tuple(grounds()), required=True),
    Option("guns", "text", "artillery that supports the attack from a distance"),
    Option("defence_guns", "text", "artillery that supports the defence"),
    Option("unsupplied", "flag", "no defender is supplied"),
)


def assault(
    attack: str, defence: str, terrain: str, guns: str | None = None, defence_guns: str | None = None, unsupplied: bool = False
) -> dict[str, Any]:
    s = nobody()
    f = fight(s, attack, defence, terrain, guns or "", defence_guns or "", unsupplied)
    names = [name for part in f.origins.values() for name in part]
    units = list(dict.fromkeys(head(s, name).id for name in names))
    try:
        found = outlook(s, f)
    except TooLarge:
        raise PbemError(
            "so many units make more positions than are reckoned out", "leave out the guns, or some units of both sides"
        ) from None
    return {
        "terrain": terrain, "origins": len(f.origins), "armor_only": f.armor_only, "cost": cost(s, units, f.guns),
        "main": sorted(f.origins).index(f.main) + 1 if f.main else 0, **figures(found),
        "lost": {name: str(found.lost.get(name, 0)) for name in sorted(s.cards) if may_be_lost(s, f, name)},
    }  # fmt: skip


def may_be_lost(s: State, f: Fight, name: str) -> bool:
    return name not in (*f.guns, *f.defence_guns) and not s.cards[name].on


def figures(found: Outlook) -> dict[str, str]:
    names = ("captured", "withdrawn", "repulsed", "destroyed", "loses", "held")
    return {name: str(getattr(found, name)) for name in names}


def fight(s: State, attack: str, defence: str, terrain: str, guns: str, defence_guns: str, unsupplied: bool) -> Fight:
    """As it is declared, with the defender's decisions as his staff makes them."""
    theirs = add(s, defence, "HQ-US")
    groups = [add(s, part.strip().removeprefix("hq:"), "HQ-US") for part in attack.split("/")]
    ours = [card for group in groups for card in group]
    side, other = opposed(ours, theirs)
    at = zone(terrain, other)
    starts = [start for start in field.zones(SCENARIO) if start != at][: len(groups)]
    for start, group, part in zip(starts, groups, attack.split("/"), strict=True):
        check(group, part.strip().startswith("hq:"))
        for card in group:
            for one in [*crew(s, card.id), *s.carried_by(card.id)]:
                one.at = start
    for card in s.cards.values():
        card.at = at if card.side == other else card.at
    shells = add(s, guns, "HQ-US"), add(s, defence_guns, "HQ-US")
    for card in (card for some in shells for card in some):
        card.at = starts[0]
    f = Fight(at, side, {start: ids(s, group) for start, group in zip(starts, groups, strict=True)}, *(gun_ids(shells[0], side),))
    f.defence_guns = gun_ids(shells[1], other)
    f.armor_only = armor_only(s, [card.id for card in ours]) and not field.clear(s, at)
    f.walkover = f.headquarters and not defenders(s, f)
    f.supplied = [] if unsupplied else [card.id for card in s.units(at, other)]
    choice = main_choice(s, f)
    f.main = main_attack(choice) if choice is not None else ""
    return f


def ids(s: State, group: list[Card]) -> list[str]:
    return [one.id for card in group for one in crew(s, card.id)]


def check(group: list[Card], from_headquarters: bool) -> None:
    most = PER_HQ if from_headquarters else PER_ZONE
    if not 0 < len(group) <= most:
        raise PbemError(f"{len(group)} units from one origin", f"from a zone at most {PER_ZONE}, from a headquarters {PER_HQ} [AS-2, AS-3]")
    if any(card.kind != "unit" or card.cls == "air" for card in group):
        raise PbemError("only ground units assault", FORM)


def gun_ids(cards: list[Card], side: str) -> list[str]:
    if any(card.cls != "artillery" or card.side != side for card in cards):
        raise PbemError("guns are artillery of the side that they support", FORM)
    return [card.id for card in cards]


# as printed at the console


def lines(found: dict[str, Any]) -> list[str]:
    alone = "; armor alone: soldiers fire at it with twice their arm FP [SR-1]" if found["armor_only"] else ""
    origins = f"; {found['origins']} origins, the {found['main']}. is the main attack [AS-22]" if found["main"] else ""
    lost = ", ".join(f"{name} {percent(chance)}" for name, chance in found["lost"].items())
    return [
        f"cost {found['cost']} supply points [AS-12]{origins}{alone}",
        f"captured {percent(found['captured'])}, repulsed {percent(found['repulsed'])} (nobody left {percent(found['destroyed'])}), "
        f"withdrawn after phase 1 {percent(found['withdrawn'])}",
        f"the attacker loses cards worth {decimal(found['loses'])}, the defender {decimal(found['held'])}",
        f"destroyed: {lost}",
        "No obstacles; every decision by its default.",
    ]


ASSAULT = Calculation("One assault [VII*]: the chance of its outcomes, and what both sides lose.", OPTIONS, assault, lines)
