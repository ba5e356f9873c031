"""The final defensive bombardment [9.3]: the defender's guns and air points at the units that have walked in."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.choice import Choice, Share
from pbem.engine.game import Game
from pbem.rulesets.air_bridge import fire
from pbem.rulesets.air_bridge.assault_fire import attackers, defenders, engineers, ground_of
from pbem.rulesets.air_bridge.assault_outlook import case, chart, strength_after
from pbem.rulesets.air_bridge.facts import about, facts
from pbem.rulesets.air_bridge.losses import losses_choice, take_losses
from pbem.rulesets.air_bridge.state import OTHER, Declared, Plan, State, Unit
from pbem.rulesets.air_bridge.tables import bombardment_column_name, bombardment_result


def final_bombardment(g: Game, fights: list[Declared]) -> None:
    """13.1.B, 13.1.C: allotted for all assaults, then rolled for each; the losses come before any other die."""
    if not fights:
        return
    s: State = g.state
    side = OTHER[s.active]
    choice = defbombard_choice(s, side, fights)
    plan = g.ask(choice)
    hits = []
    for d in fights:
        guns = sorted(gun for gun, place in plan.get("guns", {}).items() if place == d.hex)
        air = plan.get("points", {}).get(d.hex, 0)
        if not guns and not air:
            g.log("guns silent", hex=d.hex, side=side, why=why_none(s, side, choice, d.hex), spent=spent(s, side), rule="9.3a")
        elif steps := one_bombardment(g, d, side, guns, air):
            hits.append((d, steps))
    suffer(g, hits)


def defbombard_choice(s: State, side: str, fights: list[Declared]) -> Choice:
    """One pool over all assaults, one choice."""
    guns = {gun.id: places for gun in s.of(side) if gun.artillery and (places := reach(s, gun, fights))}
    flown = [d.hex for d in fights if fire.air_reaches(s, side, d.hex) is None]
    told: dict[str, dict[str, Any]] = about(s.named(list(guns)))
    told |= {d.hex: facts(s, d.hex, side) for d in fights}
    keeps = side != s.first  # his own turn is still to come, with the same markers
    known = {"turn": s.turn, "air": s.air[side], "fights": len(fights), "keeps": keeps}
    options = Share(guns, s.air[side], flown)

    def cases() -> dict[str, Any]:
        return {"fights": [{**case(s, d), "chart": chart(s, d, *at_hand(s, guns, options, d.hex))} for d in fights]}

    return Choice(side, "defbombard", " ".join(d.hex for d in fights), options, "9.3a", known, told, cases)


def at_hand(s: State, guns: dict[str, list[str]], options: Share, hex: str) -> tuple[int, int]:
    """Points of the guns, and of the air, that could be given to the hex."""
    able = [gun for gun, places in guns.items() if hex in places]
    return fire.bombard_points(s, able, 0), options.points if hex in options.places else 0


def reach(s: State, gun: Unit, fights: list[Declared]) -> list[str]:
    """Never from a hex that is itself assaulted [9.4e]; by division and army as in support [9.5c, 9.5d]."""
    if any(d.hex == gun.at and d.kind == "assault" for d in s.declared):
        return []
    return [d.hex for d in fights if fire.may_support(s, gun, d.hex, defenders(s, d)) is None]


def why_none(s: State, side: str, choice: Choice, hex: str) -> str:
    """`nothing` could fire, the air points are `spent`, or he `declined`: all of it open to both sides."""
    assert isinstance(choice.options, Share)
    able = any(hex in places for places in choice.options.guns.values()) or (choice.options.points and hex in choice.options.places)
    return "declined" if able else "spent" if spent(s, side) else "nothing"


def spent(s: State, side: str) -> list[str]:
    """Where the side's air points of this player turn went, if none are left."""
    return [p.hex for p in s.plans if p.mode == f"{fire.SUPPORT} {side}" and p.air] if not s.air[side] else []


def one_bombardment(g: Game, d: Declared, side: str, guns: list[str], air: int) -> int:
    """9.3b: as a bombardment, over the value of the ground the assaulting units come from and go to."""
    s: State = g.state
    fire.pay(s, guns, air, side)
    s.plans.append(Plan(f"{fire.DEFENSIVE} {side}", d.hex, guns, air))
    points, value = fire.bombard_points(s, guns, air), ground_of(s, d).value
    die = g.roll("defensive bombardment", at=d.hex)
    result = bombardment_result(points, die)
    steps = result // value
    g.log(
        "defensive bombardment", units=guns, hex=d.hex, side=side, air=air, points=points, column=bombardment_column_name(points), die=die,
        label=g.last_die, result=result, value=value, steps=steps, factors={gun.id: gun.bombard for gun in s.named(guns)},
        against=[u.id for u in attackers(s, d)], rule="9.3b",
    )  # fmt: skip
    return steps


def suffer(g: Game, hits: list[tuple[Declared, int]]) -> None:
    """9.3c: the losses of all assaults are asked at once; engineers come first [17.2f]."""
    s: State = g.state
    asked = []
    for d, steps in hits:
        ours = attackers(s, d)
        asked.append(losses_choice(g, d.hex, d.hex, ours, steps, "9.3c", engineers(ours)))
        asked[-1].case = partial(strength_after, s, d)
    for (d, _), shares in zip(hits, g.ask_all(asked), strict=True):
        take_losses(g, d.hex, s.active, shares, "9.3c")
