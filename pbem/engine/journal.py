"""What was answered. Looked up by key, not by position, so that sides may answer in any order."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.state import plain
from pbem.errors import PbemError

_KEY = re.compile(r"[^/]+/[^/]+/.*#[1-9]\d*")


class Entry(msgspec.Struct, omit_defaults=True):
    """what: answer, correct, or doctrine given with an answer for the rest of the stage. Source and time of arrival are for
    people: no rule sees them."""

    what: str
    key: str
    value: Any
    asked: str = ""
    source: str = ""
    at: str = ""


class Diverged(PbemError):
    """A replay asked something else than the record answers."""


class CorruptJournal(PbemError):
    """A journal that cannot be a record of play."""


REMEDY = "take this record from a backup or from the archive; no stage is played on a journal that cannot be read"


def read_entries(data: bytes | str, what: str = "journal") -> list[Entry]:
    """A stored journal. `what` names it in the complaint: game, stage, file."""
    try:
        entries = msgspec.json.decode(data, type=list[Entry])
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CorruptJournal(f"{what} cannot be read: {error}", REMEDY) from None
    seen: set[str] = set()
    for at, entry in enumerate(entries, 1):
        if entry.what not in ("answer", "correct", "doctrine"):
            raise CorruptJournal(f'{what}, entry {at}: "{entry.what}" is neither an answer nor a correction', REMEDY)
        if entry.what == "answer" and (entry.key in seen or not _KEY.fullmatch(entry.key)):
            fault = "is answered twice" if entry.key in seen else "is not the key of a question"
            raise CorruptJournal(f'{what}, entry {at}: "{entry.key}" {fault}', REMEDY)
        seen.add(entry.key)
    return entries


class Journal:
    def __init__(self, entries: list[Entry]) -> None:
        self.entries = list(entries)
        self._answers = {e.key: e for e in entries if e.what == "answer"}

    def find(self, choice: Choice) -> Entry | None:
        entry = self._answers.get(choice.key)
        if entry is None:
            return None
        if entry.asked != choice.asked or choice.options.why_not(entry.value) is not None:
            raise Diverged(
                f"Diverged: {choice.key} was answered as question {entry.asked}, the rules now ask {choice.asked}",
                remedy="the journal does not belong to this position or to this version of the rules",
            )
        return entry

    def add(self, new: list[Entry]) -> None:
        for entry in new:
            if entry.key not in self._answers:
                self.entries.append(entry)
                self._answers[entry.key] = entry


def with_answer(side: str, number: int, lines: list[str], at: str) -> Entry:
    """Doctrine lines given with the answer to a decision: in force for what the stage asks after it."""
    return Entry("doctrine", f"{side}/doctrine/{number}", lines, "", "mail", at)


def answer(choice: Choice, value: Any, source: str, at: str = "") -> Entry:
    return Entry("answer", choice.key, plain(value), choice.asked, source, at)
