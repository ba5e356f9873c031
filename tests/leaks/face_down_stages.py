"""The Last Crusade: whole stages tell a side nothing of what lies out of its sight, whoever has his turn."""

from __future__ import annotations

import random
from dataclasses import replace

from pbem.engine.ruleset import Ruleset
from pbem.engine.state import canonical
from pbem.rulesets.last_crusade import RULES, field
from pbem.rulesets.last_crusade.assault_options import why_not_assault, why_too_many
from pbem.rulesets.last_crusade.state import AIRFIELD, HAND, HQ, MAP, OTHER, SIDES, Card, State
from tests.leaks.face_down import CHANGES, TABLE, bare, face_down, position, tricky
from tests.leaks.pairs import pictured, previewed, read_lines, starting_at, witnessed
from tests.leaks.proof import Deal, Hidden, leaks, watch

TRIES = 12


def quiet(s: State, side: str, near: set[str]) -> set[str]:
    """Places out of sight: nobody of the side comes next to them in the stage. `near`: where its units are, or may come to be."""
    return {at for at in field.board(s.scenario).ids if not near & {at, *field.neighbours(s, at)}} | set(AIRFIELD.values())


def only_quiet(s: State, other: State, side: str, places: set[str]) -> bool:
    """Whether the two differ only there, and in what is nowhere."""
    ids = [id for id, card in s.cards.items() if card.side != side]
    moved = [id for id in ids if canonical(s.cards[id]) != canonical(other.cards[id])]
    return all(card.place != MAP or card.at in places for id in moved for card in (s.cards[id], other.cards[id]))


def changed_there(s: State, side: str, names: tuple[str, ...], places: set[str], rng: random.Random) -> State | None:
    """The position changed in those places alone, if some of many tries does it."""
    tries = (TABLE.changed(s, side, names, rng) for _ in range(TRIES))
    return next((other for other in tries if other is not None and only_quiet(s, other, side, places)), None)


def open_targets(s: State, side: str) -> list[str]:
    """Zones next to own units where every card of the enemy lies open, and no obstacle: what happens there hangs on nothing hidden."""
    found = [at for at in field.board(s.scenario).ids if s.units(at, OTHER[side]) and not s.obstacles(at, OTHER[side])]
    return [at for at in found if all(card.spotted for card in s.there(at, OTHER[side]))]


def attack_orders(s: State, side: str, rng: random.Random) -> tuple[str, set[str]]:
    """Orders of every kind, and all the zones they may bring units next to."""
    own = [card for card in s.of(side) if card.kind == "unit" and not card.rides]
    near = {card.at for card in own} | {HQ[side]}
    lines = [f"DEPLOY {card.id}" for card in s.hand(side)[:1] if card.kind in ("unit", "hq", "general")]
    lines += [f"RECON {at} WITH {card.id}" for card in own[:2] for at in sorted(near)[:1]]
    for at in open_targets(s, side):
        foes = s.units(at, OTHER[side])
        lines += [f"BOMBARD {foes[0].id} WITH {gun.id}" for gun in own if gun.cls == "artillery"]
        lines += [f"STRIKE {foes[0].id} WITH {plane.id}" for plane in own if plane.cls == "air"] if rng.random() < 0.2 else []
        able = [card.id for card in own if why_not_assault(s, card.id, at) is None]
        able = [name for n, name in enumerate(able) if not why_too_many(s, able[: n + 1])]
        if able:
            lines.append(f"ASSAULT {at} WITH {', '.join(able)}")
            near.add(at)
    for card in own:
        goals = [at for at in field.neighbours(s, card.at) if s.control.get(at) == side]
        if goals and rng.random() < 0.4:
            near.add(goal := rng.choice(goals))
            lines.append(f"MOVE {card.id} {goal}")
    return "\n".join(lines), near


def twins(s: State, other: State, side: str) -> dict[str, str]:
    """Of the enemy's cards that are not where they were: who is in the other position where this one is here."""
    found: dict[str, str] = {}
    changed = [id for id in sorted(s.cards) if slot(s.cards[id]) != slot(other.cards[id]) and s.cards[id].side != side]
    for place in sorted({slot(s.cards[id]) for id in changed}):
        here, there = ([id for id in changed if slot(one.cards[id]) == place] for one in (s, other))
        found |= dict(zip(here, there, strict=False))
    return found


def slot(card: Card) -> tuple[str, str]:
    return card.place, card.at


def secret_orders(s: State, other: State, side: str, places: set[str], rng: random.Random) -> tuple[str, str]:
    """The enemy's orders for cards nobody sees, in the one position and for whoever is there in the other."""
    lines: list[tuple[str, str]] = []
    for one, two in sorted(twins(s, other, side).items()):
        a, b = s.cards[one], other.cards[two]
        if a.place == HAND and all(card.kind == "unit" and card.cls != "air" for card in (a, b)):
            lines.append((f"DEPLOY {one}", f"DEPLOY {two}"))
        elif a.place == HAND:
            lines.append((f"DISCARD {one}", f"DISCARD {two}"))
        elif a.place == MAP and all(may_walk(card) for card in (a, b)):
            goals = [at for at in field.neighbours(s, a.at) if at in places and s.control.get(at) == a.side]
            lines += [(f"MOVE {one} {at}", f"MOVE {two} {at}") for at in rng.sample(goals, min(1, len(goals)))]
    ordered = {word for pair in twins(s, other, side).items() for word in pair}
    still = [card for card in face_down(s, side) if card.at in places and card.id not in ordered and bare(s, card)]
    lines += [(f"DIG IN {card.id}", "PASS") for card in still if card.cls == "infantry" and rng.random() < 0.5]
    lines += [("PASS", f"REFIT {card.id}") for card in still if other.cards[card.id].hits and rng.random() < 0.5]
    return "\n".join(line for line, _ in lines), "\n".join(line for _, line in lines)


def may_walk(card: Card) -> bool:
    alone = card.kind == "unit" and not card.rides and not card.inside
    return alone and card.cls in ("armor", "infantry") and not card.engaged and card.left > 0


# pairs of whole stages, by the hundred


GROUPS = [(name,) for name in CHANGES] + [("held", "points", "under", "worn", "works", "away"), ("faces", "under"), tuple(CHANGES)]


def own_stage(seed: int, rules: Ruleset = RULES) -> tuple[int, list[str]]:
    """The side that looks has its turn: it moves, fires, assaults; what lies out of its sight is changed."""
    s, rng = position(seed), random.Random(f"own {seed}")
    text, near = attack_orders(s, s.active, rng)
    lines, places = read_lines(RULES, s, s.active, text), quiet(s, s.active, near)
    plain = witnessed(rules, s, s.active, {s.active: lines}, str(seed))
    pairs, found = 0, list[str]()
    for names in GROUPS:
        other = changed_there(s, s.active, names, places, rng)
        if other is not None:
            pairs += 1
            if witnessed(rules, other, s.active, {s.active: lines}, str(seed)) != plain:
                found.append(f"own stage {seed}, {s.active}: {' '.join(names)}")
    return pairs, found


def enemy_stage(seed: int, rules: Ruleset = RULES) -> tuple[int, list[str]]:
    """The enemy has his turn: he orders cards that nobody sees, in either position those that are there."""
    s, rng = position(seed), random.Random(f"enemy {seed}")
    side, enemy = OTHER[s.active], s.active
    s.pool[enemy] = 60
    places = quiet(s, side, {card.at for card in s.of(side)} | {HQ[side]})
    pairs, found = 0, list[str]()
    for names in GROUPS:
        other = changed_there(s, side, names, places, rng)
        if other is None:
            continue
        other.pool[enemy] = max(other.pool[enemy], 50)
        texts = secret_orders(s, other, side, places, rng)
        told = [
            witnessed(rules, one, side, {enemy: read_lines(RULES, one, enemy, text)}, str(seed))
            for one, text in zip((s, other), texts, strict=True)
        ]
        pairs += 1
        if told[0] != told[1]:
            found.append(f"enemy stage {seed}, {side}: {' '.join(names)}")
    return pairs, found


def standing(seed: int, rules: Ruleset = RULES) -> tuple[int, list[str]]:
    """What is made of the view, and what is answered to orders that fish."""
    s, pairs, found = position(seed), 0, list[str]()
    for side in SIDES:
        text, plain = tricky(s, side), pictured(rules, s, side)
        previews = {names: previewed(rules, s, side, text) for names in GROUPS[-1:]}
        for names in GROUPS:
            other = TABLE.changed(s, side, names, random.Random(f"{seed} {side} {names}"))
            if other is not None:
                pairs += 1
                alike = pictured(rules, other, side) == plain
                if not alike or (names in previews and previewed(rules, other, side, text) != previews[names]):
                    found.append(f"position {seed}, {side}: {' '.join(names)}")
    return pairs, found


# an assault by mail: the defender is asked, and answers by doctrine or by mail, with guns or without


DEFENCE = "SUPPLY none\nSUPPORT none\nFIRE never\nMAIN most"
NEVER = {"supply": [], "support": [], "fire": "cease"}


def assault_deal(s: State) -> Deal:
    """The active side is watched; it assaults wherever all that is there lies open."""
    lines = [line for line in attack_orders(s, s.active, random.Random(1))[0].splitlines() if line.startswith("ASSAULT")]
    orders = {f"T{s.turn} {name} main": "\n".join(lines) for name in ("German", "US", "Us")}
    return replace(TABLE.deal(s, s.active, rounds=1), orders=orders, doctrine=DEFENCE, never=NEVER, probes=("STATUS",))


def assault_by_mail(seed: int, groups: list[tuple[str, ...]]) -> tuple[int, list[str]]:
    """However the defender comes to his answers, and whatever lies out of sight."""
    s, rng = position(seed), random.Random(seed)
    deal, places = assault_deal(s), quiet(s, s.active, attack_orders(s, s.active, random.Random(1))[1])
    plain = watch(deal, Hidden(), starting_at(s))
    found = leaks(deal, [Hidden(doctrine=True, asking=("STATUS", "MAP"))], starting_at(s), plain)
    pairs = 1
    for names in groups:
        other = changed_there(s, s.active, names, places, rng)
        if other is not None:
            pairs += 1
            found += [f"assault {seed}, {' '.join(names)}: {one}" for one in leaks(deal, [Hidden()], starting_at(other), plain)]
    return pairs, found


def prove(quick: bool, seed: int) -> tuple[int, list[str]]:
    """Thousands of stages and positions in the engine alone, dozens of whole mails."""
    pairs, found = 0, list[str]()
    for n in range(seed * 10_000, seed * 10_000 + (10 if quick else 150)):
        for look in (own_stage, enemy_stage, standing):
            more, bad = look(n)
            pairs, found = pairs + more, found + bad
    for n in range(seed * 10_000, seed * 10_000 + (1 if quick else 4)):
        s = position(n)
        for side in SIDES:
            more, bad = TABLE.leaks_at(s, side, [tuple(CHANGES)] if quick else MAILED, n)
            again, worse = TABLE.leaks_at(s, side, [STILL], n, rounds=1)
            pairs, found = pairs + more + again, found + bad + worse
    for n in FOUGHT[:1] if quick else FOUGHT:
        more, bad = assault_by_mail(n, ALL_BUT if quick else [ALL_BUT[0], *BEHIND])
        pairs, found = pairs + more, found + bad
    return pairs, found


MAILED = [("held", "points", "away"), ("faces", "under"), ("worn", "works"), tuple(CHANGES)]
STILL = ("held", "points", "works", "away")  # changes of which nothing comes to light when everybody passes
FOUGHT = (6, 39, 41, 52)  # positions with assaults, and something out of sight
BEHIND: list[tuple[str, ...]] = [("faces",), ("under",), ("worn",), ("works",)]
ALL_BUT: list[tuple[str, ...]] = [("held", "points", "away", "faces", "works")]
