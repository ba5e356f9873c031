"""Orders to fill in: a line for every stack that a verb is for, blanks for the rest. A line left as it is means nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.engine.ruleset import Lexicon, UnitName
from pbem.engine.verbs import Arg, Verb
from pbem.reports import layout
from pbem.words import Words, words

BLANK = "____"
COLUMN = 40


def orders_template(
    verbs: Iterable[Verb], language: str, game: str, turn: int, *, lexicon: Lexicon | None = None, arriving: Sequence[dict[str, Any]] = ()
) -> str:
    """With the side's lexicon the lines name its units as they stand; `arriving` says which of those off the map are due, and where."""
    say = words(language)
    own = [u for u in lexicon.units if u.side == lexicon.side and u.verbs] if lexicon else []
    due = {str(row["unit"]): str(row.get("at", "")) for row in arriving if int(row["turn"]) <= turn}
    open_verbs = list(verbs)
    lines = [line for verb in open_verbs for line in (verb_lines(say, verb, own, due) if own else [blank_line(say, verb)])]
    if not lines:  # the units are for the player to choose
        lines = [blank_line(say, verb) for verb in open_verbs]
    return "\n".join([f"{say('template.orders')} {game} T{turn}", *lines, say("template.end")])


def may(verbs: Iterable[Verb], language: str, turn: int, lexicon: Lexicon, arriving: Sequence[dict[str, Any]] = ()) -> str:
    """What the step allows, each verb with the number of units that may be given it: `ENTER 17, MOVE 12, ATTACK 9, BLOW`."""
    due = {str(row["unit"]) for row in arriving if int(row["turn"]) <= turn}
    own = [u for u in lexicon.units if u.side == lexicon.side and (u.at or u.id in due)]
    parts = []
    for verb in verbs:
        able = [u for u in own if verb.name in u.verbs and not (verb.arrives and u.at)]
        name = (verb.fr if language == "fr" and verb.fr else verb.name).upper()
        if not any(arg.type in ("units", "fire") for arg in verb.args):
            parts += [name] if verb.args else []
        elif able:
            parts.append(f"{name} {len(able)}")
    return words(language)("pdf.may", verbs=", ".join(parts)) if parts else ""


def verb_lines(say: Words, verb: Verb, own: list[UnitName], due: dict[str, str]) -> list[str]:
    """None if no unit of the side may ever be given the verb. Lines by stack where a unit and a goal are all that is wanted."""
    if not any(arg.type in ("units", "fire") for arg in verb.args):
        return [blank_line(say, verb)]
    able = [u for u in own if verb.name in u.verbs and (u.at or u.id in due)]
    if not able:
        return []
    if [arg.type for arg in verb.args if arg.type == "path" or not arg.optional] not in (["units", "path"], ["units", "place"]):
        return [form(say, verb, "", remark(say, verb, able))]
    groups = entering(able, due) if verb.arrives else standing(able)
    return [form(say, verb, layout.listed(names), note) for note, names in groups.items()]


def standing(units: list[UnitName]) -> dict[str, list[str]]:
    """Those on the map, stack by stack."""
    groups: dict[str, list[str]] = {}
    for unit in sorted(units, key=lambda u: (u.at, u.id)):
        if unit.at:
            groups.setdefault(unit.at, []).append(unit.id)
    return groups


def entering(units: list[UnitName], due: dict[str, str]) -> dict[str, list[str]]:
    """Those due, by where they come in and by formation."""
    groups: dict[str, list[str]] = {}
    for unit in sorted(units, key=lambda u: ((u.formations or [""])[0], u.id)):
        if not unit.at and unit.id in due:
            groups.setdefault(" ".join([due[unit.id], *unit.formations[:1]]), []).append(unit.id)
    return groups


def blank_line(say: Words, verb: Verb) -> str:
    return form(say, verb, "", cited(wants(say, verb), verb))


def wants(say: Words, verb: Verb) -> str:
    return layout.listed(say_or(say, f"arg.{a.type}", a.type) for a in verb.args if not a.optional)


def cited(text: str, verb: Verb) -> str:
    return f"{text} [{verb.rule}]".strip() if verb.rule else text


def remark(say: Words, verb: Verb, able: list[UnitName]) -> str:
    """The few that may: guns, engineers. Of many no list is needed."""
    return cited(layout.listed(u.id for u in able) if len(able) <= 8 else wants(say, verb), verb)


def form(say: Words, verb: Verb, units: str, note: str) -> str:
    """`MOVE 2 Irish, 2 Gren ____`, with a remark behind it."""
    name = verb.fr if say.language == "fr" and verb.fr else verb.name
    blanks = [
        blank(say, arg, units if n == 0 else "") for n, arg in enumerate(verb.args) if not arg.optional or (arg.type == "path" and units)
    ]
    line = " ".join([name.upper(), *blanks])
    if BLANK not in line:
        return f"# {line}"  # nothing to fill in: it must not be an order unless the player makes it one
    return f"{line.ljust(COLUMN)}  # {note}" if note else line


def blank(say: Words, arg: Arg, units: str) -> str:
    keyword = say_or(say, f"keyword.{arg.keyword}", arg.keyword) if arg.keyword else ""
    return " ".join(part for part in (keyword, units or BLANK) if part)


def say_or(say: Words, key: str, otherwise: str) -> str:
    return say(key) if say.has(key) else otherwise
