"""From a side's picture and events to its report. Nothing here knows any game, and nothing hidden comes in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.engine.events import Roll
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.reports import layout
from pbem.reports.model import Arrival, Die, HexIndex, Opened, Report, RosterGroup, RosterUnit, Track, Wanted
from pbem.reports.narrate import Narrator
from pbem.reports.template import may, orders_template
from pbem.words import Words

__all__ = ["build_report", "may", "orders_template"]


def build_report(
    slug: str, title: str, picture: Picture, events: list[dict[str, Any]], rolls: list[Roll], *,
    game: str, side: str, language: str, turn: int, step: str, date: str = "", wanted: Wanted | None = None, next: str = "",
    sources: dict[str, str] | None = None, opened: list[Opened] | None = None, seal: str = "", asked: list[str] | None = None,
    own_orders: list[str] | None = None, template: str = "", if_nothing: str = "", result: dict[str, Any] | None = None,
    rules_version: str = "", dark_seal: str = "", options: dict[str, str] | None = None,
) -> Report:  # fmt: skip
    """`events` as the side sees them, `{"kind", "rule", ...}`; `sources`: the keys of its own answers and who gave them."""
    narrator = Narrator(slug, side, language, sources)
    say = narrator.words
    report = Report(game, slug, title, side, side_name(say, side), language, turn, date, step, wanted, next)
    report.fights, report.others = narrator.tell(events)
    report.situation = [*narrator.summary(events), *(narrator.note(note) for note in picture.notes)]
    report.own_orders, report.asked = own_orders or [], asked or []
    report.dice, report.opened, report.seal, report.dark_seal = dice_of(say, rolls), opened or [], seal, dark_seal
    add_position(report, say, picture)
    report.template, report.if_nothing = template, if_nothing or say("if-nothing")
    report.legend = legend(say, options or {})
    report.result, report.events, report.rules_version = result_lines(narrator, result), events, rules_version
    return report


def legend(say: Words, options: dict[str, str]) -> list[str]:
    """Options of the game go before what holds for all."""
    keys = [*(f"options.{name}.{value}" for name, value in sorted(options.items())), "reconstructed", "units", "dice"]
    return [say(f"legend.{key}") for key in keys if say.has(f"legend.{key}")]


def add_position(report: Report, say: Words, picture: Picture) -> None:
    """Who is where and in what state."""
    report.roster, report.by_hex = roster(say, picture, report.side), by_hex(picture)
    report.arriving = [arrival(say, row) for row in picture.arriving]
    report.supply = conditions(say, picture, report.side)
    report.tracks = [Track(say_or(say, f"track.{name}", name), track(say, value)) for name, value in sorted(picture.tracks.items())]


def arrival(say: Words, row: dict[str, Any]) -> Arrival:
    more = {name: str(row.get(name, "")) for name in ("at", "formation", "factors", "er", "sp")}
    return Arrival(str(row["unit"]), int(row["turn"]), side=side_name(say, str(row["side"])) if row.get("side") else "", **more)


def side_name(say: Words, side: str) -> str:
    return say_or(say, f"side.{side}", side.capitalize())


def say_or(say: Words, key: str, otherwise: str) -> str:
    return say(key) if say.has(key) else otherwise


def dice_of(say: Words, rolls: Iterable[Roll]) -> list[Die]:
    """Open dice only: a hidden one has no number a side may count."""
    return [Die(r.label, purpose(say, r.purpose), r.sides, r.value, r.commitment) for r in rolls if not r.hidden]


def purpose(say: Words, text: str) -> str:
    """`support A1108`: the fixed words translated, the place left as it is."""
    for cut in range(len(text.split()), 0, -1):
        head, rest = " ".join(text.split()[:cut]), " ".join(text.split()[cut:])
        if say.has(f"die.{head}"):
            return f"{say(f'die.{head}')} {rest}".strip()
    return text


def own_first(side: str, counters: Iterable[CounterPicture]) -> list[CounterPicture]:
    return sorted(counters, key=lambda c: (c.side != side, c.side, c.formation, c.at, c.id))


def roster(say: Words, picture: Picture, side: str) -> list[RosterGroup]:
    groups: list[RosterGroup] = []
    for counter in own_first(side, picture.counters):
        name = say_or(say, f"formation.{counter.formation}", counter.formation) if counter.formation else say("roster.loose")
        owner = side_name(say, counter.side)
        if not groups or (groups[-1].side, groups[-1].name) != (owner, name):
            groups.append(RosterGroup(owner, name, []))
        groups[-1].units.append(roster_unit(say, counter))
    if picture.hand:
        groups.append(RosterGroup(side_name(say, side), say("roster.hand"), [roster_unit(say, card) for card in picture.hand]))
    return groups


def roster_unit(say: Words, c: CounterPicture) -> RosterUnit:
    steps = f"{c.steps}/{c.full}" if c.steps != c.full else ""
    name = c.label or (say("roster.unknown") if c.unknown else c.id)
    marks = [badge(say, b) for b in c.badges] + ([say("roster.on", unit=c.on)] if c.on else [])
    return RosterUnit(name, c.side, c.at, c.factors, c.er, c.sp, steps, marks, c.figures)


def badge(say: Words, name: str) -> str:
    return say_or(say, f"badge.{name}", name)


def by_hex(picture: Picture) -> list[HexIndex]:
    index: dict[str, list[str]] = {}
    for counter in sorted((*picture.counters, *picture.markers), key=lambda c: (c.at, c.side, c.id)):
        if counter.at:
            index.setdefault(counter.at, []).append(counter.label or ("?" if counter.unknown else counter.id))
    return [HexIndex(at, names) for at, names in index.items()]


def conditions(say: Words, picture: Picture, side: str) -> list[str]:
    """What ails the side's own units: `Fatigued: 1 Para Eng (B4315)`."""
    mine = [c for c in sorted(picture.counters, key=lambda c: c.id) if c.side == side and c.at]
    found = sorted({name for c in mine for name in c.badges})
    lines = [f"{badge(say, b)}{say('colon')}{layout.listed(f'{c.id} ({c.at})' for c in mine if b in c.badges)}" for b in found]
    if mine and "unsupplied" not in found and say.has("all-supplied"):
        lines.insert(0, say("all-supplied", n=len(mine)))
    return lines


def track(say: Words, value: Any) -> str:
    if isinstance(value, dict):
        return layout.listed(f"{side_name(say, str(name))} {track(say, part)}" for name, part in sorted(value.items()))
    return say_or(say, f"value.{value}", layout.readable(value))


def result_lines(narrator: Narrator, result: dict[str, Any] | None) -> list[str]:
    if result is None:
        return []
    say, winner = narrator.words, str(result.get("winner") or "")
    first = say("result.won", side=side_name(say, winner)) if winner else say("result.draw")
    level = f"level.{result.get('level', '')}"
    return [first, say(level)] if say.has(level) else [first]
