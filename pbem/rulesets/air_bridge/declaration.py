"""Combat declaration [12.0, 13.0]: every maneuver combat and assault of the player turn is fixed before any of them is fought."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.game import Game
from pbem.engine.verbs import Line, Refused, Rule
from pbem.rulesets.air_bridge import drop_zones, field
from pbem.rulesets.air_bridge.figures import odds_text
from pbem.rulesets.air_bridge.odds import attackers, defenders, marker
from pbem.rulesets.air_bridge.state import OTHER, STACK_LIMIT, Declared, State, Unit, hexside

KINDS = {"ATTACK": "maneuver", "ASSAULT": "assault"}

NEVER = ("9.0b", "14.0b", "16.0b")  # what a unit may not do to any hex is told before what is the matter with this one

Why = tuple[str, str, dict[str, Any]]  # rule, key and facts of what forbids it
CLASS_WORDS = {"armour": "armour", "armor": "armour", "at": "at", "infantry": "inf", "inf": "inf"}


def declaration(g: Game) -> None:
    """3.II.D.1."""
    g.play_lines(g.state.active, declare, ("ATTACK", "ASSAULT"))


def without_assault(s: State) -> bool:
    return "assault" in field.settings(s.scenario).get("without", [])


def declare(g: Game, line: Line) -> None:
    s: State = g.state
    kind = KINDS[line.verb]
    if kind == "assault" and without_assault(s):
        raise Refused("13.0a", "not-in-scenario", instead(s, line.units(), line.args["place"], "maneuver"))
    hex = target(s, line)
    units, why = able(s, hex, line)
    again = attacked_already(s, hex, kind)
    if again and (why is None or why.refusal.rule not in NEVER):
        raise again
    g.stop(why, bool(units))
    if again:
        raise again
    fight = Declared(hex, units, line.n, kind, bound(line.rules, hex), classes(s, line, units, hex))
    s.declared.append(fight)
    strength, defence = figures(s, fight)
    fight.odds = f"{strength}:{max(1, defence)}"
    if any(u.unknown for u in defenders(s, fight)):
        g.note(line, unknown=hex)
    against = [u.id for u in defenders(s, fight)]
    told: dict[str, Any] = {"hex": hex, "against": against, "attack": strength, "defence": defence}
    if kind == "assault":
        g.note(line, room=sum(u.sp for u in s.named(units)))
        g.log("declared", units=units, combat=kind, rule="13.0a", **told)
        return
    odds = odds_text(strength, defence)
    g.note(line, attack=strength, defence=defence, odds=odds)
    g.log("declared", units=units, odds=odds, rule="12.0a", **told)


def figures(s: State, d: Declared) -> tuple[int, int]:
    """Attack and defence; a drop zone marker beside the defenders, or alone, counts [7.3c]."""
    defence = sum(u.defence for u in defenders(s, d)) + marker(s, d)
    return sum(u.attack for u in attackers(s, d)), defence


def bound(rules: list[Rule], hex: str) -> list[Rule]:
    """Clauses of a line speak of their own fight only, also where several fights are asked about at once."""
    return [msgspec.structs.replace(rule, at=[hex]) for rule in rules]


def clauses(s: State, kind: str = "") -> list[Rule]:
    """The clauses of the fights declared, or of those of a kind, each bound to its hex."""
    return [rule for d in s.declared if kind in ("", d.kind) for rule in d.rules]


# who may be attacked, and by whom


def target(s: State, line: Line) -> str:
    """Of a place of several hexes the one that holds the enemy, those beside the attackers first."""
    aimed: list[str] = line.args["place"]
    kind = KINDS[line.verb]
    held = [hex for hex in aimed if may_be_target(s, hex, kind)]
    if not held:
        raise no_target(s, line, aimed)
    ours = s.named(line.units())
    beside = [hex for hex in held if any(field.adjacent(s, u.at, hex) for u in ours)]
    return (beside or held)[0]


def may_be_target(s: State, hex: str, kind: str) -> bool:
    """Enemy units; a drop zone marker alone can be assaulted, not attacked [G-66]."""
    enemy = OTHER[s.active]
    return bool(s.at(hex, enemy)) or (kind == "assault" and drop_zones.alone(s, hex, enemy))


def no_target(s: State, line: Line, aimed: list[str]) -> Refused:
    kind = KINDS[line.verb]
    if zone := next((hex for hex in aimed if drop_zones.alone(s, hex, OTHER[s.active])), ""):
        good, _ = sorted_out(s, zone, line.units(), "assault")
        return Refused("7.3c", "zone-not-attacked", order_text(zone, good, "assault") if good else "", hex=zone)
    rule = "13.0a" if kind == "assault" else "12.0a"
    return Refused(rule, "no-enemy-to-attack", instead(s, line.units(), aimed, kind), hex=aimed[0])


def attacked_already(s: State, hex: str, kind: str) -> Refused | None:
    if not taken(s, hex, kind):
        return None
    return Refused(*(("13.0b", "already-assaulted") if kind == "assault" else ("12.0b", "already-attacked")), hex=hex)


def taken(s: State, hex: str, kind: str) -> bool:
    """One maneuver combat and one assault a hex [G-55]."""
    return any(d.hex == hex and d.kind == kind for d in s.declared)


def able(s: State, hex: str, line: Line) -> tuple[list[str], Refused | None]:
    """The units of the line that may attack the hex, and why the first of the others may not."""
    kind = KINDS[line.verb]
    good, first = sorted_out(s, hex, line.units(), kind)
    if first is None:
        return good, None
    rule, key, facts = first
    nearest = f"{order_text(hex, good, kind)}{clause_text(line)}" if good else instead(s, line.units(), [hex], kind)
    return good, Refused(rule, key, nearest, **facts)


def sorted_out(s: State, hex: str, names: list[str], kind: str) -> tuple[list[str], Why | None]:
    """Those who may, up to 8 stacking points in an assault [13.0b], and what forbids the first of the others."""
    good: list[str] = []
    first: Why | None = None
    for name in dict.fromkeys(names):
        why = why_not_attack(s, name, hex, kind)
        if why is None and kind == "assault":
            why = why_too_many(s, [*good, name])
        if why is None:
            good.append(name)
        first = first or why
    return good, first


def why_too_many(s: State, names: list[str]) -> Why | None:
    points = sum(s.units[name].sp for name in names)
    return ("13.0b", "assault-too-many", {"unit": names[-1], "sp": points, "limit": STACK_LIMIT}) if points > STACK_LIMIT else None


def why_not_attack(s: State, name: str, hex: str, kind: str = "maneuver") -> Why | None:
    """Rule, key and facts of what forbids it."""
    u = s.units.get(name)
    rule = "13.0a" if kind == "assault" else "12.0a"
    if u is None or not u.at:
        return rule, "attacker-off-map", {"unit": name}
    if u.artillery:
        return "9.0b", "guns-do-not-attack", {"unit": name, "at": u.at}
    if u.fatigued:
        return "14.0b", "fatigued-attacker", {"unit": name, "at": u.at}
    if u.unsupplied and kind == "assault":
        return "16.0b", "unsupplied-assault", {"unit": name, "at": u.at}
    if other := next((d for d in s.declared if name in d.units), None):
        return twice(kind, other.kind), "attacks-already", {"unit": name, "hex": other.hex}
    return why_no_way(s, u, hex, rule)


def twice(kind: str, before: str) -> str:
    """A unit attacks once, or assaults once [12.0b, 12.0c, 13.0c]."""
    if kind == before:
        return "13.0b" if kind == "assault" else "12.0b"
    return "13.0c" if kind == "assault" else "12.0c"


def why_no_way(s: State, u: Unit, hex: str, rule: str) -> Why | None:
    """Only an adjacent hex, and not over water without a bridge [G-13]."""
    if not field.adjacent(s, u.at, hex):
        return rule, "not-adjacent", {"unit": u.id, "at": u.at, "hex": hex, "distance": field.distance(s, u.at, hex)}
    if not field.open_side(s, u.at, hex):
        key = "attack-over-blown-bridge" if field.bridge(s, u.at, hex) else "attack-over-water"
        return "7.2a", key, {"unit": u.id, "hexside": hexside(u.at, hex), "hex": hex}
    return None


def order_text(hex: str, units: list[str], kind: str = "maneuver") -> str:
    return f"{'ASSAULT' if kind == 'assault' else 'ATTACK'} {hex} WITH {', '.join(units)}"


def clause_text(line: Line) -> str:
    """The clauses as they were given; AS stays behind, with its unit perhaps."""
    said = {"advance": "ADVANCE", "fallback": "RETREAT TO", "losses": "LOSSES"}
    found = [(said[rule.kind], rule.choice[0]) for rule in line.rules if rule.kind in said and rule.choice]
    return "".join(f" {word} {', '.join(policy.names) or policy.word.upper()}" for word, policy in found)


def instead(s: State, units: list[str], aimed: list[str], kind: str) -> str:
    """The attack, or assault, nearest to the one meant that at least one of the units may make."""
    reach: dict[str, list[str]] = {}
    for name in dict.fromkeys(units):
        for hex in field.neighbours(s, s.units[name].at) if name in s.units and s.units[name].at else []:
            if may_be_target(s, hex, kind) and not taken(s, hex, kind) and why_not_attack(s, name, hex, kind) is None:
                reach.setdefault(hex, []).append(name)
    if not reach:
        return ""
    hex = min(sorted(reach), key=lambda hex: (field.distance(s, hex, aimed[0]), -len(reach[hex])))
    return order_text(hex, sorted_out(s, hex, reach[hex], kind)[0], kind)


def classes(s: State, line: Line, units: list[str], hex: str) -> dict[str, str]:
    """AS clauses: what a unit of two classes fights as [19.0b]."""
    found: dict[str, str] = {}
    for name, word in sorted(line.clauses.get("as", {}).items()):
        wanted = CLASS_WORDS.get(word, word)
        if name not in units:
            continue
        if wanted not in s.units[name].classes:
            nearest = order_text(hex, units, KINDS[line.verb])
            raise Refused("19.0b", "no-such-class", nearest, unit=name, word=word, classes=s.units[name].classes)
        found[name] = wanted
    return found
