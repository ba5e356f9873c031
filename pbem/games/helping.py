"""What HELP says of a game's own language: its orders with examples, its clauses, the kinds of doctrine, as a player types them."""

from __future__ import annotations

from collections import Counter

import msgspec

from pbem.engine.ruleset import Kind, Lexicon
from pbem.engine.verbs import Clause, Verb
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model
from pbem.games.questions import kind_name
from pbem.orders import Printer, print_line, read_orders, stage_of
from pbem.words import Words, words


def verb_lines(file: GameFile, side: str, language: str) -> list[Model]:
    """The verbs this side may ever use, each with an example in the reader's language."""
    names = sorted(lexicons_at_start(file), key=lambda one: one.side != side)
    return [
        {
            "name": name_of(verb, language),
            "rule": verb.rule,
            "stage": stage_of(file.rules, file.state, verb.name),
            "example": example(file, verb, names, language),
        }
        for verb in verbs_of(file, side)
    ]


def verbs_of(file: GameFile, side: str) -> list[Verb]:
    """Those that some unit of the side may be given in this scenario; one without units if its example makes sense there."""
    names = next(one for one in lexicons_at_start(file) if one.side == side)
    known = {verb for unit in names.units for verb in unit.verbs}
    rows = [(row.stage, row.orders(file.rules.start(file.game.scenario))) for row in file.rules.sequence if row.stage]
    idle = {stage for stage, _ in rows if all(sides == () for name, sides in rows if name == stage)}  # nobody's orders are ever wanted
    verbs = [verb for verb in file.rules.verbs.values() if verb.stage and verb.stage not in idle]
    return [verb for verb in verbs if verb.open_to(side) and in_use(file, names, verb, known)]


def in_use(file: GameFile, names: Lexicon, verb: Verb, known: set[str]) -> bool:
    if any(arg.type in ("units", "fire") for arg in verb.args):
        return verb.name in known or not known
    lines = read_orders(file.rules, names, verb.example, "en").lines
    return not verb.args or not verb.example or (len(lines) == 1 and lines[0].line is not None)


def lexicons_at_start(file: GameFile) -> list[Lexicon]:
    """Of the set-up, the same for everybody at any time: an example must not tell what has become of a unit."""
    state = file.rules.start(file.game.scenario)
    return [as_if_seen(file.rules.lexicon(file.rules.view(state, side), side)) for side in file.rules.sides]


def as_if_seen(names: Lexicon) -> Lexicon:
    """With every unit of the enemy on the map, or no example could aim at one."""
    units = [u if u.side == names.side or u.at else msgspec.structs.replace(u, at=names.ids[0], status="on map") for u in names.units]
    return msgspec.structs.replace(names, units=units)


def example(file: GameFile, verb: Verb, names: list[Lexicon], language: str) -> str:
    """The first of the ruleset's examples that this side can read, or the other side's by its own names."""
    for lexicon in names:
        for text in (verb.example, *verb.examples):
            lines = read_orders(file.rules, lexicon, text, "en").lines
            if len(lines) == 1 and lines[0].line is not None:
                return print_line(file.rules, lines[0].line, language, lexicon)
    return verb.example or name_of(verb, language)


def name_of(of: Verb | Clause, language: str) -> str:
    return of.fr if language == "fr" and of.fr else of.name


def clause_lines(file: GameFile, side: str, language: str) -> list[Model]:
    """What may be added to a line, and to which."""
    say = words(language, file.game.ruleset)
    takers: dict[str, list[str]] = {}
    clauses: dict[str, Clause] = {}
    for verb in verbs_of(file, side):
        for clause in verb.clauses:
            clauses[clause.name] = clause
            takers.setdefault(clause.name, []).append(name_of(verb, language))
    return [{"form": clause_form(say, clause, language), "verbs": takers[name]} for name, clause in clauses.items()]


def clause_form(say: Words, clause: Clause, language: str) -> str:
    key = f"clause.{clause.name.lower().replace(' ', '-')}"
    if say.has(key):
        return say(key)
    parts = [f"{arg.keyword} {say.messages.get(f'arg.{arg.type}', arg.type)}".strip() for arg in clause.args]
    return " ".join([name_of(clause, language), *parts])


def kind_lines(file: GameFile, language: str) -> Model:
    """The kinds of choice under their keywords; the facts most of them may test stand once, below."""
    say = words(language, file.game.ruleset)
    printer = Printer(file.rules, language)
    usual = Counter(kind.facts for kind in file.rules.kinds.values() if kind.facts).most_common(1)
    common = usual[0][0] if usual else ()
    lines = [
        {
            "keyword": printer.kind(name),
            "name": kind_name(file, name, language),
            "rule": kind.rule,
            "choices": choices(say, name, kind),
            "facts": [] if set(kind.facts) <= set(common) else facts(printer, [f for f in kind.facts if f not in common]),
        }
        for name, kind in sorted(file.rules.kinds.items())
    ]
    return {"kinds": lines, "facts": facts(printer, common)}


def choices(say: Words, name: str, kind: Kind) -> list[str]:
    keys = [
        (word, next((key for key in (f"help.policy.{name}.{word}", f"help.policy.{word}") if say.has(key)), "")) for word in kind.policies
    ]
    return [say(key) if key else word for word, key in keys]


def facts(printer: Printer, names: tuple[str, ...] | list[str]) -> list[str]:
    """As they are typed behind WHEN; a place is said by AT."""
    return [fact(printer.say, name) for name in names if name != "place"]


def fact(say: Words, name: str) -> str:
    if say.has(f"help.test.{name}"):
        return say(f"help.test.{name}")
    return say(f"test.{name}").split("|")[0] if say.has(f"test.{name}") else name.replace("_", " ")
