"""Step 3: what is next to the enemy is seen; then the others are looked for, one die a look [P8]."""

from __future__ import annotations

from pbem.engine.game import Game
from pbem.engine.tally import Tally
from pbem.engine.verbs import Line, Refused
from pbem.rulesets.last_crusade import field, special
from pbem.rulesets.last_crusade.lines import allowed, own_card, place_of, still
from pbem.rulesets.last_crusade.marks import near_enemy, spot
from pbem.rulesets.last_crusade.state import OTHER, SIDES, Card, State

REACH, FINDS_ONE, FINDS_ALL = 2, 4, 6  # P8.1, P8.2


def reconnaissance(g: Game) -> None:
    spot_neighbours(g)
    g.play_lines(g.state.active, reconnoitre)


def spot_neighbours(g: Game) -> None:
    """Cards next to a zone with an enemy ground unit are seen, of both sides [P4.2, P8.3]."""
    s: State = g.state
    for at in field.board(s.scenario).ids:
        for side in SIDES:
            found = spot(s.there(at, side)) if near_enemy(s, at, side) else []
            if found:
                g.log("spotted", units=found, side=side, at=at, rule="P4.2")


def reconnoitre(g: Game, line: Line) -> None:
    s: State = g.state
    at = place_of(line, "place")

    def act(s: State, scout: str) -> None:
        look(s, scout, at)

    for scout in allowed(g, line, act, lambda good: f"RECON {at} WITH {', '.join(good)}"):
        if still(s, scout, act):
            roll(g, s.cards[scout], at)


def look(s: State, id: str, at: str) -> None:
    """Books the look, or says why the unit may not have it [P8.1]."""
    card = own_card(s, id, "P8.1")
    if card.kind not in ("unit", "hq") or card.cls in ("artillery", "transport"):
        raise Refused("P8.1", "cannot-reconnoitre", unit=id)
    if card.engaged:
        raise Refused("P5.1", "engaged-already", unit=id)
    if card.looked:
        raise Refused("P8.1", "looked-already", unit=id)
    if field.headquarters(at) == s.active:
        raise Refused("P8.1", "own-headquarters", zone=at)
    away = field.distance(s, card.at, at)
    if away > REACH:
        raise Refused("P8.1", "too-far-to-look", unit=id, zone=at, distance=away, limit=REACH)
    before = s.rolled.get(at, [])
    if len(before) >= (2 if any("recon" in s.cards[name].flags for name in [*before, id]) else 1):
        raise Refused("P8.1", "zone-looked-at", zone=at)
    if not something_hidden(s, at):
        raise Refused("P8.2", "nothing-to-find", zone=at)
    card.looked = True
    s.rolled[at] = [*before, id]


def something_hidden(s: State, at: str) -> bool:
    """As the enemy sees it: a card lies face down, or a fortification may hold somebody."""
    return any(not card.spotted or card.kind == "fortification" for card in face_up_or_down(s, at))


def face_up_or_down(s: State, at: str) -> list[Card]:
    """The cards that lie there for all to see: passengers and occupants are under others."""
    return [card for card in s.there(at, OTHER[s.active]) if not card.rides and not card.inside]


def odds(s: State, scout: Card, at: str) -> Tally:
    """What is added to the die [P8.2, SC-1]."""
    tally = Tally("drm")
    if "recon" in scout.flags:
        tally.add(1, "P8.2", "recon", unit=scout.id)
    if ground := field.recon_modifier(s, at):
        tally.add(ground, "P8.2", "terrain", terrain=field.terrain(s, at))
    if special.fog(s):
        tally.add(-1, "SC-1", "fog")
    return tally


def roll(g: Game, scout: Card, at: str) -> None:
    s: State = g.state
    tally, die = odds(s, scout, at), g.roll("recon", at=at, sides=6)
    label, total = g.last_die, die + tally.total
    found = spot(seen_on(g, at, total))
    g.log(
        "recon", units=[scout.id], side=scout.side, at=at, die=die, label=label, drm=tally.rows, total=total, need=FINDS_ONE,
        spotted=found, rule="P8.2",
    )  # fmt: skip


def seen_on(g: Game, at: str, total: int) -> list[Card]:
    """All of them, one by a hidden die, or none [P8.2]."""
    s: State = g.state
    groups = hidden_groups(s, at)
    if total < FINDS_ONE or not groups:
        return []
    if total >= FINDS_ALL:
        return s.there(at, OTHER[s.active])
    return groups[g.roll("draw", at=at, sides=len(groups), hidden=True) - 1] if len(groups) > 1 else groups[0]


def hidden_groups(s: State, at: str) -> list[list[Card]]:
    """Each face-down card, a pair together; of a fortification that lies open its occupant."""
    groups = []
    for card in face_up_or_down(s, at):
        under = s.occupant(card.id) if card.kind == "fortification" and card.spotted else s.passenger(card.id)
        group = [one for one in (card, under) if one is not None and not one.spotted]
        groups += [group] if group else []
    return groups
