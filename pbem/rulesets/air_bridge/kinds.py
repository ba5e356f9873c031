"""The kinds of choice: what doctrine may test of each, and how the staff decides where nobody says anything.

The staff sees what doctrine sees: the facts of the case and what is said about each option.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from pbem.engine.choice import Allot, Choice, OneOf, Share, Some, Way
from pbem.engine.doctrine import worth
from pbem.engine.ruleset import STRENGTH, Kind
from pbem.rulesets.air_bridge.facts import HEX_FACTS
from pbem.rulesets.air_bridge.figures import at_least_half, odds_column

SUPPORT_FACTS = ("turn", "air", "fights", "keeps")
STEPS_TO_STAND = 4
LONG_ODDS = 4


def held_ground(facts: dict[str, Any]) -> bool:
    """Ground not given up for nothing: a bridge end, a city, a drop zone, the supply road."""
    return bool(facts["bridge_end"] or facts["in_cities"] or facts["at_dz"] or facts["on_road"])


def refuse(choice: Choice) -> Any:
    return worth(choice.facts["odds"]) >= LONG_ODDS and not held_ground(choice.facts)


def react(choice: Choice) -> Any:
    """Reinforces a bridge end or a drop zone, with the strongest."""
    assert isinstance(choice.options, OneOf)
    if not choice.facts["bridge_end"] and not choice.facts["at_dz"]:
        return "nobody"
    able = [name for name in choice.options.of if name in choice.about and name != "nobody"]
    return max(sorted(able), key=lambda name: (choice.about[name]["defence"], choice.about[name]["er"]), default="nobody")


def stand(choice: Choice) -> Any:
    """Free in a city; elsewhere for ground worth a step, with steps to spare."""
    return choice.facts["in_cities"] or (held_ground(choice.facts) and choice.facts["steps"] >= STEPS_TO_STAND)


def fallback(choice: Choice) -> Any:
    """Nearest to the own source of supply, then the better cover, then the lower hex."""
    assert isinstance(choice.options, Way)

    def worth_of(path: list[str]) -> tuple[int, int, list[str]]:
        about = choice.about.get(path[-1], {})
        return about.get("home", 0), -about.get("value", 0), path

    return min(choice.options.some(), key=worth_of)


def losses(choice: Choice) -> Any:
    """Full units first, the lowest efficiency first; engineers and guns last. In an assault with an eye on the next roll."""
    shares = spread_losses(choice, [])
    if choice.rule == "13.1.E":  # fatigued units first where that lowers the modifier for fatigue [D-20]
        other = spread_losses(choice, [name for name in sorted(choice.about) if choice.about[name]["fatigued"]])
        return min((shares, other), key=lambda taken: weariness(choice, taken))
    return shares


def spread_losses(choice: Choice, early: list[str]) -> dict[str, int]:
    """Nobody loses a second step while another still has two, but for those of `early`."""
    assert isinstance(choice.options, Allot)
    options, about = choice.options, choice.about
    from_there = Counter(about[name]["at"] for name in options.caps for _ in range(options.caps[name]))

    def order(name: str) -> tuple[Any, ...]:
        u = about[name]
        kept = -from_there[u["at"]] if choice.rule in ("9.3c", "13.1.D") else 0  # the hexes of departure count [13.2b, D-19]
        return u["engineer"] or u["artillery"], u["reduced"], u["er"], u["attack"], kept, name

    one_each = sorted(options.caps, key=order)
    shares: dict[str, int] = {}
    for _ in range(options.due):
        able = [n for n in one_each if shares.get(n, 0) < options.caps[n]]
        before = [n for n in able if n in options.first] or [n for n in able if n in early]
        name = min(before or able, key=lambda n: (shares.get(n, 0), one_each.index(n)))
        shares[name] = shares.get(name, 0) + 1
    return shares


def weariness(choice: Choice, taken: dict[str, int]) -> int:
    """0, 1 or 2 for none, some or at least half of the steps left fatigued [14.0e]."""
    left = {name: u["steps"] - taken.get(name, 0) for name, u in choice.about.items()}
    tired = sum(n for name, n in left.items() if choice.about[name]["fatigued"])
    return 2 if tired and at_least_half(tired, sum(left.values())) else int(tired > 0)


def fatigue(choice: Choice) -> Any:
    """Infantry with the lowest attack first."""
    assert isinstance(choice.options, Allot)
    about = choice.about
    return choice.options.in_order(
        sorted(choice.options.caps, key=lambda n: (about[n]["kind"] != "infantry", about[n]["attack"], n))
    )


def advance(choice: Choice) -> Any:
    """All that fit, the strongest first."""
    assert isinstance(choice.options, Some)
    chosen: list[str] = []
    for name in sorted(choice.options.of, key=lambda n: (-choice.about[n]["attack"], n)):
        if choice.options.why_not([*chosen, name]) is None:
            chosen.append(name)
    return chosen


def support(choice: Choice) -> Any:
    """Every gun with an action to spare, and all air points, to the fight where the defender has most to hope for.

    One action is kept for the own turn if it is still to come, and one for an assault in reach, which matters more [D-18].
    """
    assert isinstance(choice.options, Share)
    options, about = choice.options, choice.about
    guns: dict[str, str] = {}
    for gun, places in sorted(options.guns.items()):
        if places and about[gun]["actions"] > int(choice.facts["keeps"]) + about[gun].get("awaited", False):
            guns[gun] = max(sorted(places), key=lambda place: at_stake(about[place]))
    plan: dict[str, Any] = {"guns": guns} if guns else {}
    if options.points and options.places:
        plan["points"] = {max(sorted(options.places), key=lambda place: at_stake(about[place])): options.points}
    return plan


def at_stake(facts: dict[str, Any]) -> tuple[bool, int, int]:
    """Ground that matters first, then a fight neither lost nor safe."""
    attack, defence = (int(n) for n in facts["odds"].split(":"))
    return held_ground(facts), -abs(odds_column(attack, defence) - MIDDLE), facts["steps"]


MIDDLE = 3  # 2:1, where a point of support moves most


def overstack(choice: Choice) -> Any:
    """The fewest stacking points that are enough, of these the strongest attacker."""
    assert isinstance(choice.options, OneOf)

    def order(name: str) -> tuple[Any, ...]:
        u = choice.about[name]
        return u["sp"] < choice.facts["excess"], u["sp"] if u["sp"] >= choice.facts["excess"] else -u["sp"], -u["attack"], name

    return min(choice.options.of, key=order)


def auto(choice: Choice) -> Any:
    return "auto"


def initiative(choice: Choice) -> Any:
    """Who strikes first has the guns and the air for it."""
    return "first"


FIRE_WORDS = ("never", "all", "pick", "points", "keep")
HOW_TO_RANK = ("first", "spare", "weakest", "strongest", "best", "spread")
RANKS = {**STRENGTH, "best": ("-er", "-attack")}

KINDS = {
    "initiative": Kind("20.0b", initiative, ("turn",), "INITIATIVE", ("first", "second")),
    "refuse": Kind("10.0a", refuse, (*HEX_FACTS, "need"), "REFUSER", ("never", "always")),
    "fallback": Kind("12.3.D", fallback, HEX_FACTS, "REPLI", ("toward", "via")),
    "react": Kind("11.1", react, HEX_FACTS, "RÉAGIR", ("never", "pick", "best", "strongest"), ranks=RANKS),
    "stand": Kind("12.3.2", stand, HEX_FACTS, "TENIR", ("never", "always")),
    "losses": Kind("12.3", losses, HEX_FACTS, "PERTES", HOW_TO_RANK, ranks=RANKS),
    "fatigue": Kind("14.0a", fatigue, HEX_FACTS, "FATIGUE", HOW_TO_RANK, ranks=RANKS),
    "support": Kind("9.2a", support, SUPPORT_FACTS, "SOUTENIR", FIRE_WORDS, HEX_FACTS, keeps="action"),
    "defbombard": Kind("9.3a", support, SUPPORT_FACTS, "BARRAGE", FIRE_WORDS, HEX_FACTS, keeps="action"),
    "advance": Kind("12.3.adv", advance, HEX_FACTS, "AVANCER", ("all", "none", "pick")),
    "class": Kind("19.0b", auto, HEX_FACTS, "CLASSE", ("as", "auto"), quiet=True),
    "overstack": Kind("5.0c", overstack, ("place", "excess"), "SURPILE", ("first", "spare", "weakest", "strongest")),
}
