"""DOCTRINE: standing orders taken, shown, mended; each line as we read it, and the cases that stay open."""

from __future__ import annotations

import re
from itertools import groupby

from pbem.engine.verbs import Cond, Rule
from pbem.games.commands import Desk, Piece
from pbem.games.filing import lexicon
from pbem.games.letters import Model, office_words
from pbem.orders import Command, Printer, ReadLine, print_line, print_rule, read_doctrine, read_orders


def doctrine(desk: Desk, command: Command) -> Piece:
    """Replaces the standing orders; a line we cannot read stays out and is told."""
    new = [line for line in (command.args, *command.body.splitlines()) if line.strip()]
    return set_doctrine(desk, [], new) if new else doctrine_show(desk, command)


def doctrine_add(desk: Desk, command: Command) -> Piece:
    new = [line for line in (command.args, *command.body.splitlines()) if line.strip()]
    return set_doctrine(desk, desk.seat.doctrine.splitlines(), new)


def doctrine_remove(desk: Desk, command: Command) -> Piece:
    lines = desk.seat.doctrine.splitlines()
    numbers = [int(n) for n in re.findall(r"\d+", command.args)]
    if not numbers or any(not 0 < n <= len(lines) for n in numbers):
        return desk.say("doctrine.no-line", 5, asked=command.args.strip() or "?", lines=len(lines))
    return set_doctrine(desk, [line for n, line in enumerate(lines, 1) if n not in numbers], [])


def doctrine_show(desk: Desk, command: Command) -> Piece:
    return doctrine_piece(desk, [], True)


def set_doctrine(desk: Desk, kept: list[str], new: list[str]) -> Piece:
    file, seat = desk.file, desk.seat
    names = lexicon(file, seat.side)
    reading = read_doctrine(file.rules, names, "\n".join(new), seat.language)
    refused = [line for line in reading.lines if line.status != "ok"]
    good = [line.text for line in reading.lines if line.status == "ok"]
    seat.doctrine = "\n".join([*kept, *good])
    seat.doctrine_version += 1
    stage = file.stage
    if stage is not None and stage.status == "playing":
        desk.notes.append(office_words(seat.language, "doctrine.next-stage"))
    return doctrine_piece(desk, refused, False)


def doctrine_piece(desk: Desk, refused: list[ReadLine], shown: bool) -> Piece:
    file, seat = desk.file, desk.seat
    names = lexicon(file, seat.side)
    rules = read_doctrine(file.rules, names, seat.doctrine, seat.language).rules
    printer = Printer(file.rules, seat.language, names)
    lines = [
        {
            "n": rule.n,
            "printed": print_rule(file.rules, rule, seat.language, names),
            "rule": file.rules.kinds[rule.kind].rule,
            "note": "; ".join(notes_on(printer, rule)),
            "units": ", ".join(rule.units) if len(rule.units) > 1 and printer.scope(rule.units) != ", ".join(rule.units) else "",
        }
        for rule in rules
    ]
    model: Model = {
        "version": seat.doctrine_version,
        "lines": lines,
        "refused": [as_order(desk, line) for line in refused],
        "uncovered": uncovered(desk, printer, rules),
        "shown": shown,
    }
    return Piece("doctrine", {**model, "notes": desk.notes}, 6)


def notes_on(printer: Printer, rule: Rule) -> list[str]:
    """Which hexes a name stands for, and how a fact is counted."""
    told = [ranges(printer, rule.at)] if len(rule.at) > 1 and printer.place(rule.at) != "|".join(rule.at) else []
    keys = [f"doctrine.fact.{name}" for cond in tests(rule.when) for name in (f"{cond.test}.{rule.kind}", cond.test)]
    return told + [printer.say(key) for key in keys if printer.say.has(key)]


def tests(cond: Cond | None) -> list[Cond]:
    return [cond, *(one for arg in cond.args for one in tests(arg))] if cond is not None else []


def ranges(printer: Printer, hexes: list[str]) -> str:
    """`B4314 to B4316, B4414`."""

    def behind(row: tuple[int, str]) -> tuple[str, int]:
        number = re.search(r"\d+$", row[1])
        return row[1][: number.start()] if number else row[1], int(number[0]) - row[0] if number else 0

    rows = [[hex for _, hex in group] for _, group in groupby(enumerate(sorted(hexes)), behind)]
    to = printer.say("doctrine.to")
    return ", ".join(f"{row[0]} {to} {row[-1]}" if len(row) > 2 else ", ".join(row) for row in rows)


def as_order(desk: Desk, line: ReadLine) -> ReadLine:
    """A line that is an order: its rule, and the order as it would have to be given."""
    file, seat = desk.file, desk.seat
    names, words = lexicon(file, seat.side), line.text.split()
    for end in range(len(words), 1, -1) if line.rule == "" else ():
        found = read_orders(file.rules, names, " ".join(words[:end]), seat.language).lines
        if len(found) == 1 and (order := found[0].line) is not None and order.verb != "MOVE":
            printer = Printer(file.rules, seat.language, names)
            key = f"doctrine.order.{order.verb.lower()}"
            line.rule, line.suggestion = file.rules.verbs[order.verb].rule, print_line(file.rules, order, seat.language, names)
            line.message = printer.say(key) if printer.say.has(key) else line.message
            return line
    return line


def uncovered(desk: Desk, printer: Printer, rules: list[Rule]) -> list[Model]:
    """The kinds of choice without a line for every case, and how the staff would decide."""
    open_kinds: list[Model] = []
    for name, kind in sorted(desk.file.rules.kinds.items()):
        own = [rule for rule in rules if rule.kind == name]
        if kind.quiet or any(not rule.at and not rule.units and (rule.when is None or rule.otherwise) for rule in own):
            continue
        places = [printer.place(rule.at).replace("|", ", ") for rule in own if rule.at]
        only_places = bool(own) and all(rule.at and rule.when is None for rule in own)
        part = printer.say("doctrine.outside", places=places) if only_places else printer.say("doctrine.rest") if own else ""
        staff = printer.say(f"staffed.{name}") if printer.say.has(f"staffed.{name}") else ""
        open_kinds.append({"kind": printer.kind(name), "part": part, "rule": kind.rule, "staff": staff})
    return open_kinds
