"""The forecast of a ruleset in words: some of it beside the lines it speaks of, the rest below them."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2.environment import TemplateModule

from pbem.games.filing import lexicon
from pbem.games.gamefile import GameFile
from pbem.orders import CheckedOrders, print_line, read_orders
from pbem.reports.text import game_words, lenient
from pbem.store.tables import SeatRow

Note = dict[str, Any]
ORDERS = ("order", "cure")  # facts that are orders, in English keywords


@cache
def phrases(slug: str, language: str) -> TemplateModule | None:
    """`templates/<game>/forecast.txt.j2`: a macro a note."""
    env, name = lenient(), f"{slug}/forecast.txt.j2"
    if name not in env.list_templates():
        return None
    return env.get_template(name).make_module({"_": game_words(language, slug), "language": language})


def worded(file: GameFile, seat: SeatRow, notes: list[Note], found: CheckedOrders) -> list[str]:
    """The paragraphs of the forecast; what belongs to a line is put beside it."""
    module = phrases(file.game.ruleset, seat.language)
    if module is None:
        return [str(note) for note in notes]
    told: list[str] = []
    for note in (in_language(file, seat, note) for note in notes):
        told += said(module, str(note["key"]), note)
        for line in (line for line in found.lines if line.n == note.get("line")):
            line.remarks += [text for part in said(module, f"{note['key']}-line", note) for text in part.splitlines()]
            line.warnings += said(module, f"{note['key']}-warning", note)
    return told


def said(module: TemplateModule, key: str, note: Note) -> list[str]:
    """What the macro of that name says, if there is one."""
    macro = getattr(module, key.rpartition(".")[2].replace("-", "_"), None)
    text = "\n".join(line.rstrip() for line in str(macro(note)).splitlines() if line.strip()) if macro is not None else ""
    return [text] if text else []


def in_language(file: GameFile, seat: SeatRow, note: Any) -> Any:
    """Orders that it suggests, as the player would type them."""
    if isinstance(note, list):
        return [in_language(file, seat, part) for part in note]
    if not isinstance(note, dict):
        return note
    return {name: order(file, seat, part) if name in ORDERS else in_language(file, seat, part) for name, part in note.items()}


def order(file: GameFile, seat: SeatRow, text: str) -> str:
    if seat.language == "en" or not text:
        return text
    names = lexicon(file, seat.side)
    lines = read_orders(file.rules, names, text, "en").lines
    return print_line(file.rules, lines[0].line, seat.language, names) if lines and lines[0].line is not None else text
