"""The staff officer: orders as text for the stage now wanted, thought out on the side's own view and nothing else."""

from __future__ import annotations

from pbem.rulesets.last_crusade import field, staff_build, staff_end, staff_fights, staff_moves
from pbem.rulesets.last_crusade.setup import chosen, place_card
from pbem.rulesets.last_crusade.staff_sketch import Sketch
from pbem.rulesets.last_crusade.state import DECK, State

FIRST = {  # the starting units of a game in which they are chosen, zone by zone of the own edge
    "german": ("Panther", "Panther", "Panzergrenadier", "105mm", "Pz IV", "Panzergrenadier"),
    "us": ("Sherman", "Hellcat", "Arm Inf", "M7", "Sherman 76", "Arm Inf"),
}
FOR_BATTLE = 2  # of so many points one is for the assaults of the turn
FOR_DEFENCE = 4  # points kept for the enemy's turn, at most


def orders(view: State, side: str) -> list[str]:
    k = Sketch(view, side)
    if view.step == "setup":
        return placed(k) or ["PASS"]
    stage = view.step.partition(".")[2]
    battle = None if view.files == "one" else stage == "4"
    plan(k, build=stage == "2")
    return k.text(battle) or ["PASS"]


def placed(k: Sketch) -> list[str]:
    """One of each pair in every zone of the edge."""
    edge, number = field.edge(k.s, k.side), chosen(k.s)
    for n, type in enumerate(FIRST[k.side][:number]):
        card = next((card for card in k.s.of(k.side, DECK) if card.type == type), None)
        if card is not None:
            at = edge[n % len(edge)]
            k.attempt(f"PLACE {card.id} AT {at}", lambda card=card, at=at: place_card(k.s, k.side, card.id, at, number))  # type: ignore[misc]
    return k.lines


def plan(k: Sketch, build: bool) -> None:
    if build:
        k.lines += staff_end.words(k)
        if "CAPITULATE" in k.lines:
            return
    if k.closing:
        closing(k)
        return
    if build:
        staff_build.use(k)
        staff_moves.recon(k)
    keep = reserve(k)
    staff_moves.dismount(k)
    staff_fights.strikes(k)
    staff_fights.assaults(k, max(k.pool // FOR_BATTLE, k.pool - 12))
    staff_fights.bombardments(k, keep // 2)
    staff_fights.assaults(k, k.pool - keep)
    if build:
        staff_build.refit(k, keep)
        staff_build.deploy(k, keep)
        staff_build.discard(k)
    staff_moves.forts(k)
    staff_moves.mount(k)
    staff_moves.move_up(k)
    if build:
        staff_moves.dig_in(k)


def closing(k: Sketch) -> None:
    """All that is left for fire and assaults, and for objectives that nobody holds."""
    staff_fights.strikes(k)
    staff_fights.assaults(k, k.pool)
    staff_fights.bombardments(k, 0)
    staff_fights.assaults(k, k.pool)
    staff_moves.take(k)


def reserve(k: Sketch) -> int:
    """Points for the defence: one for each unit that the enemy may assault."""
    return min(FOR_DEFENCE, sum(card.at in k.front() for card in k.mine()))
