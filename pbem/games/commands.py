"""What each command of a player's mail does. Each changes the game's file in memory and gives one piece of the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.doctrine import decide
from pbem.engine.verbs import Rule
from pbem.games.archive import documents
from pbem.games.documents import map_for
from pbem.games.filing import lexicon
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model, note, office_words
from pbem.games.post import name_of
from pbem.games.questions import kind_name
from pbem.games.stages import choice_of, settle
from pbem.mail.compose import Attachment
from pbem.orders import Command, print_answer, print_rule, read_answer, split_answer
from pbem.store.tables import SeatRow
from pbem.words import LANGUAGES

FOR_MODERATOR = ("EXTEND", "PAUSE", "PROCESS")


@dataclass
class Piece:
    """A part of the one answer; the heaviest gives the subject."""

    template: str
    model: Model
    weight: int = 1
    attachments: list[Attachment] = field(default_factory=list)


@dataclass
class Desk:
    """A seat at work on one mail."""

    file: GameFile
    seat: SeatRow
    source: str  # mail n
    notes: list[str] = field(default_factory=list)  # what the answer tells about the reading of the mail
    versions: list[dict[str, str]] = field(default_factory=list)
    changed: Model | None = None  # by CHANGE in this mail: the numbers changed, added, removed
    talk: list[str] = field(default_factory=list)  # lines that were not read, but look as if they might have been meant

    def say(self, key: str, weight: int = 1, **facts: Any) -> Piece:
        return Piece("note", note(self.seat.language, key, **facts), weight)


def join(desk: Desk, command: Command) -> Piece:
    if desk.seat.status == "joined":
        return desk.say("join.already")
    if desk.file.game.status not in ("inviting", "running"):
        return desk.say("game.over")
    desk.seat.status = "joined"
    missing = [s.side for s in desk.file.in_order() if s.status not in ("joined", "staff")]
    names = [name_of(desk.file, side, desk.seat.language) for side in missing]
    return Piece("joined", {"waiting": names, "started": not missing}, 5)


def no_thanks(desk: Desk, command: Command) -> Piece:
    if desk.seat.status != "invited":
        return desk.say("decline.too-late")
    desk.seat.status = "declined"
    desk.file.note(desk.seat.side, "declined")
    return desk.say("decline.done", 5)


def resign(desk: Desk, command: Command) -> Piece:
    if desk.seat.status != "joined":
        return desk.say("resign.no-seat")
    if not desk.seat.resigning:
        desk.seat.resigning = True
        return desk.say("resign.sure", 5)
    desk.seat.status, desk.seat.resigning = "resigned", False
    desk.file.note(desk.seat.side, "resigned")
    return desk.say("resign.done", 5)


def answer(desk: Desk, command: Command) -> Piece:
    file, seat = desk.file, desk.seat
    number, _, text = " ".join(f"{command.args} {command.body}".split()).partition(" ")
    row = next((d for d in file.decisions if d.side == seat.side and str(d.number) == number.strip(".:")), None)
    if row is None:
        return desk.say("answer.unknown", 5, number=number or "?", open=[str(d.number) for d in file.open_decisions(seat.side)] or "-")
    choice = choice_of(row)
    if row.status == "void":
        return desk.say("answer.void", 5, number=row.number)
    if row.status != "open":
        key = "answer.closed.staff" if row.source == "staff" else "answer.closed"
        given = print_answer(file.rules, choice, msgspec.json.decode(row.answer), seat.language)
        return desk.say(key, 5, number=row.number, answer=given)
    names = lexicon(file, seat.side)
    text, rules, refused = split_answer(file.rules, names, text.strip(), seat.language)
    value, why = read_answer(file.rules, names, choice, text, seat.language)
    if why is not None:
        example = f"{office_words(seat.language, 'keyword.answer')} {row.number} {first_answer(file, choice, seat.language)}"
        return desk.say("answer.unread", 5, number=row.number, why=why, example=example)
    rules = [msgspec.structs.replace(rule, n=f"A{row.number}") for rule in rules]
    settle(file, row, value, "mail", [print_rule(file.rules, rule, "en") for rule in rules])
    printed = print_answer(file.rules, choice, value, seat.language)
    name = kind_name(file, choice.kind, seat.language)
    model: Model = {"number": row.number, "kind": choice.kind, "name": name, "subject": choice.subject, "answer": printed}
    model["doctrine"] = [print_rule(file.rules, rule, seat.language, names) for rule in rules]
    model["decided"] = by_the_way(file, seat.side, rules)
    model["refused"] = [{"text": line.text, "why": line.message} for line in refused]
    return Piece("receipt", model, 8)


def by_the_way(file: GameFile, side: str, rules: list[Rule]) -> list[tuple[int, str]]:
    """Other open questions that the doctrine given with an answer decides."""
    decided = []
    for row in file.open_decisions(side):
        choice = choice_of(row)
        if (found := decide(rules, choice, file)) is not None:
            settle(file, row, found[1], "mail")
            decided.append((row.number, print_answer(file.rules, choice, found[1], file.seats[side].language)))
    return decided


def first_answer(file: GameFile, choice: Choice, language: str) -> str:
    return print_answer(file.rules, choice, next(choice.options.some(), None), language)


def map_now(desk: Desk, command: Command) -> Piece:
    piece = desk.say("map.attached", 2)
    piece.attachments.append(map_for(desk.file, desk.seat.side, desk.seat.language))
    return piece


def report(desk: Desk, command: Command) -> Piece:
    """The documents of a turn again: the same bytes."""
    mine = [d for d in documents(desk.file, desk.seat.side) if d.kind == "report"]
    turns = [str(turn) for turn in sorted({d.turn for d in mine})]
    if not turns:
        return desk.say("report.none")
    number = command.args.strip().lstrip("Tt") or turns[-1]
    kept = [d for d in mine if str(d.turn) == number]
    if not kept:
        return desk.say("report.unknown", number=number, turns=turns)
    piece = desk.say("report.attached", 2, number=number)
    piece.attachments += [Attachment(d.name, d.mime, d.content) for d in kept]
    return piece


def set_language(desk: Desk, command: Command) -> Piece:
    asked = command.args.strip().lower()[:2]
    if asked not in LANGUAGES:
        return desk.say("language.unknown", asked=command.args.strip() or "?", languages=[name.upper() for name in LANGUAGES])
    desk.seat.language = asked
    return desk.say("language.set", 3)


def use_nothing(desk: Desk, command: Command) -> Piece:
    return desk.say("use.nothing", 4)


def not_here(desk: Desk, command: Command) -> Piece:
    if command.name in FOR_MODERATOR:
        return desk.say("command.moderator", 4, command=command.name, moderator=desk.file.game.moderator)
    return desk.say("command.unknown", 4, command=command.name)


Handler = Callable[[Desk, Command], Piece]
