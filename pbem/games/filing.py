"""What a side has filed: its lines with their numbers, checked on its own view, and the lines that are played."""

from __future__ import annotations

import re

import msgspec

from pbem.engine.ruleset import Lexicon
from pbem.engine.verbs import Cond, Line, Rule
from pbem.games.gamefile import GameFile
from pbem.games.standing import MARK, of_this_step
from pbem.orders import CheckedOrders, check_orders, read_doctrine
from pbem.store.tables import FilingRow, SeatRow

Numbered = list[tuple[str, str]]  # the number a line has in our replies, and its text


def lexicon(file: GameFile, side: str) -> Lexicon:
    return file.rules.lexicon(file.rules.view(file.state, side), side)


def standing_rules(file: GameFile, side: str, text: str) -> list[Rule]:
    if not text.strip():
        return []
    return read_doctrine(file.rules, lexicon(file, side), text, file.seats[side].language).rules


def numbered(filed: FilingRow) -> Numbered:
    return msgspec.json.decode(filed.lines, type=Numbered)


def checked_text(file: GameFile, seat: SeatRow, text: str) -> CheckedOrders:
    """The orders, and below them those that stand for every turn."""
    doctrine = standing_rules(file, seat.side, seat.doctrine)
    added = of_this_step(file, seat.side)
    whole = "\n".join([text, "", *(one.text for one in added)]) if added else text
    rows = len(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")) + 1
    numbers = [""] * rows + [one.n for one in added] if added else None
    return check_orders(file.rules, file.state, seat.side, whole, doctrine, seat.language, numbers)


def checked(file: GameFile, seat: SeatRow, filed: FilingRow) -> CheckedOrders:
    """The orders in force, under the numbers of the reply that played them back."""
    lines = numbered(filed)
    found = checked_text(file, seat, filed.raw if not lines else "\n".join(text for _, text in lines))
    return under_numbers(found, [n for n, _ in lines]) if lines else found


def under_numbers(found: CheckedOrders, numbers: list[str]) -> CheckedOrders:
    """Numbers never shift: a line mended by CHANGE keeps its own, a removed one leaves a gap."""
    for line in found.lines:
        split = re.sub(r"^\d+", "", line.n)
        line.n = numbers[line.row - 1] + split if 0 < line.row <= len(numbers) and not line.n.startswith(MARK) else line.n
        if line.line is not None:
            line.line.n = line.n
    return found


def lines_of(found: CheckedOrders) -> Numbered:
    """One text a line; halves of a line that was split go by their printed form."""
    return [(line.n, line.text if line.n.isdigit() else line.printed or line.text) for line in found.lines if not line.n.startswith(MARK)]


def final_lines(file: GameFile, seat: SeatRow, filed: FilingRow | None) -> list[Line]:
    """What is played now: not what was kept for a later turn. Without any filing it is what stands for every turn."""
    turn = file.state.turn
    found = checked(file, seat, filed) if filed is not None else checked_text(file, seat, "")
    lines = [line for line in found.playable(file.settings.policy) if line.turn in (0, turn)]
    return [owned(seat.side, line) for line in lines] if len(file.wanted()) > 1 else lines


def owned(side: str, line: Line) -> Line:
    """Where several sides file for one stage, a verdict is known by side and number."""
    return msgspec.structs.replace(
        line,
        n=f"{side} {line.n}",
        when=line.when and _owned_cond(side, line.when),
        otherwise=line.otherwise and owned(side, line.otherwise),
    )


def _owned_cond(side: str, cond: Cond) -> Cond:
    subject = [f"{side} {n}" for n in cond.subject] if cond.test in ("done", "failed") else cond.subject
    return msgspec.structs.replace(cond, args=[_owned_cond(side, arg) for arg in cond.args], subject=subject)


def own_number(side: str, n: str) -> str:
    return n.removeprefix(f"{side} ")


def keep_orders(file: GameFile, side: str, turn: int, raw: str, source: str) -> None:
    """For a later turn; the newest counts."""
    number = 1 + max((f.number for f in file.filings if (f.side, f.turn) == (side, turn)), default=0)
    row = FilingRow(game=file.game.id, side=side, seq=0, attempt=0, number=number, raw=raw, lines="[]", source=source, at=file.house.now())
    row.turn = turn
    file.add(row)


def file_orders(file: GameFile, side: str, raw: str, lines: Numbered, source: str, cancelled: bool = False) -> FilingRow:
    """A new version; the newest counts, and READY has to be said again."""
    stage = file.stage
    assert stage is not None, "orders are filed for a stage"
    row = FilingRow(
        game=file.game.id,
        side=side,
        seq=stage.seq,
        attempt=stage.attempt,
        number=len(file.of_stage(side, stage)) + 1,
        raw=raw,
        lines=msgspec.json.encode(lines).decode(),
        source=source,
        at=file.house.now(),
        cancelled=cancelled,
    )
    file.add(row)
    file.seats[side].ready = ""
    return row
