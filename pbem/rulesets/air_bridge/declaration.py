"""Combat declaration [12.0]: every maneuver combat of the player turn is fixed before any of them is fought."""

from __future__ import annotations

import msgspec

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused, Rule
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.figures import odds_text
from pbem.rulesets.air_bridge.odds import attackers, defenders
from pbem.rulesets.air_bridge.state import OTHER, Declared, State, Unit, hexside

CLASS_WORDS = {"armour": "armour", "armor": "armour", "at": "at", "infantry": "inf", "inf": "inf"}


def declaration(g: Game) -> None:
    """3.II.D.1."""
    g.play_lines(g.state.active, attack, ("ATTACK",))
    g.play_lines(g.state.active, assault, ("ASSAULT",))


def assault(g: Game, line: Line) -> None:
    """Not in the scenarios there are; the attack from outside the hex is."""
    raise Refused("13.0a", "not-in-scenario", instead(g.state, line.units(), line.args["place"]))


def attack(g: Game, line: Line) -> None:
    s: State = g.state
    hex = target(s, line)
    units, why = able(s, hex, line)
    g.stop(why, bool(units))
    fight = Declared(hex, units, line.n, rules=bound(line.rules, hex), classes=classes(s, line, units, hex))
    s.declared.append(fight)
    strength, defence = figures(s, fight)
    fight.odds = f"{strength}:{max(1, defence)}"
    g.note(line, attack=strength, defence=defence, odds=odds_text(strength, defence))
    g.log(
        "declared", units=units, hex=hex, against=[u.id for u in defenders(s, fight)], attack=strength, defence=defence,
        odds=odds_text(strength, defence), rule="12.0a",
    )  # fmt: skip


def figures(s: State, d: Declared) -> tuple[int, int]:
    return sum(u.attack for u in attackers(s, d)), sum(u.defence for u in defenders(s, d))


def bound(rules: list[Rule], hex: str) -> list[Rule]:
    """Clauses of an ATTACK line speak of their own fight only, also where several fights are asked about at once."""
    return [msgspec.structs.replace(rule, at=[hex]) for rule in rules]


def clauses(s: State) -> list[Rule]:
    """The clauses of all fights declared, each bound to its hex."""
    return [rule for d in s.declared for rule in d.rules]


# who may be attacked, and by whom


def target(s: State, line: Line) -> str:
    """Of a place of several hexes the one that holds the enemy, those beside the attackers first."""
    enemy = OTHER[s.active]
    aimed: list[str] = line.args["place"]
    held = [hex for hex in aimed if s.at(hex, enemy)]
    if not held:
        raise Refused("12.0a", "no-enemy-to-attack", instead(s, line.units(), aimed), hex=aimed[0])
    ours = s.named(line.units())
    beside = [hex for hex in held if any(field.adjacent(s, u.at, hex) for u in ours)]
    found = (beside or held)[0]
    if any(d.hex == found for d in s.declared):
        raise Refused("12.0b", "already-attacked", hex=found)
    return found


def able(s: State, hex: str, line: Line) -> tuple[list[str], Refused | None]:
    """The units of the line that may attack the hex, and why the first of the others may not."""
    good: list[str] = []
    first: tuple[str, str, dict[str, object]] | None = None
    for name in dict.fromkeys(line.units()):
        if (why := why_not_attack(s, name, hex)) is None:
            good.append(name)
        else:
            first = first or why
    if first is None:
        return good, None
    rule, key, facts = first
    nearest = f"{order_text(hex, good)}{clause_text(line)}" if good else instead(s, line.units(), [hex])
    return good, Refused(rule, key, nearest, **facts)


def why_not_attack(s: State, name: str, hex: str) -> tuple[str, str, dict[str, object]] | None:
    """Rule, key and facts of what forbids it."""
    u = s.units.get(name)
    if u is None or not u.at:
        return "12.0a", "attacker-off-map", {"unit": name}
    if u.artillery:
        return "9.0b", "guns-do-not-attack", {"unit": name, "at": u.at}
    if u.fatigued:
        return "14.0b", "fatigued-attacker", {"unit": name, "at": u.at}
    if other := next((d for d in s.declared if name in d.units), None):
        return "12.0c" if other.kind == "assault" else "12.0b", "attacks-already", {"unit": name, "hex": other.hex}
    return why_no_way(s, u, hex)


def why_no_way(s: State, u: Unit, hex: str) -> tuple[str, str, dict[str, object]] | None:
    """Only an adjacent hex, and not over water without a bridge [G-13]."""
    if not field.adjacent(s, u.at, hex):
        return "12.0a", "not-adjacent", {"unit": u.id, "at": u.at, "hex": hex, "distance": field.distance(s, u.at, hex)}
    if not field.open_side(s, u.at, hex):
        key = "attack-over-blown-bridge" if field.bridge(s, u.at, hex) else "attack-over-water"
        return "7.2a", key, {"unit": u.id, "hexside": hexside(u.at, hex), "hex": hex}
    return None


def order_text(hex: str, units: list[str]) -> str:
    return f"ATTACK {hex} WITH {', '.join(units)}"


def clause_text(line: Line) -> str:
    """The clauses as they were given; AS stays behind, with its unit perhaps."""
    said = {"advance": "ADVANCE", "fallback": "RETREAT TO", "losses": "LOSSES"}
    found = [(said[rule.kind], rule.choice[0]) for rule in line.rules if rule.kind in said and rule.choice]
    return "".join(f" {word} {', '.join(policy.names) or policy.word.upper()}" for word, policy in found)


def instead(s: State, units: list[str], aimed: list[str]) -> str:
    """The attack nearest to the one meant that at least one of the units may make."""
    reach: dict[str, list[str]] = {}
    for name in dict.fromkeys(units):
        for hex in field.neighbours(s, s.units[name].at) if name in s.units and s.units[name].at else []:
            if s.at(hex, OTHER[s.active]) and why_not_attack(s, name, hex) is None and not any(d.hex == hex for d in s.declared):
                reach.setdefault(hex, []).append(name)
    if not reach:
        return ""
    hex = min(sorted(reach), key=lambda hex: (field.distance(s, hex, aimed[0]), -len(reach[hex])))
    return order_text(hex, reach[hex])


def classes(s: State, line: Line, units: list[str], hex: str) -> dict[str, str]:
    """AS clauses: what a unit of two classes fights as [19.0b]."""
    found: dict[str, str] = {}
    for name, word in sorted(line.clauses.get("as", {}).items()):
        wanted = CLASS_WORDS.get(word, word)
        if name not in units:
            continue
        if wanted not in s.units[name].classes:
            raise Refused("19.0b", "no-such-class", order_text(hex, units), unit=name, word=word, classes=s.units[name].classes)
        found[name] = wanted
    return found
