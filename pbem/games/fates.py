"""What became of each of a side's own lines: played, refused on the way with the reason, or left out before."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from pbem.engine.sequence import stage_row
from pbem.engine.state import decode
from pbem.engine.verbs import Line, Verdict
from pbem.games.filing import numbered, own_number, standing_rules, under_numbers
from pbem.games.gamefile import GameFile
from pbem.games.letters import office_words
from pbem.games.stages import verdicts_of
from pbem.games.standing import MARK
from pbem.orders import CheckedLine, check_orders, reason, stage_of
from pbem.store.db import unpack
from pbem.store.tables import SeatRow, StageRow
from pbem.words import words


def own_orders(file: GameFile, seat: SeatRow, stage: StageRow) -> list[str]:
    filed = next((f for f in filings(stage) if f["side"] == seat.side and (f.get("text") or f.get("lines"))), None)
    if filed is None:
        return []
    played = msgspec.convert(filed.get("lines", []), list[Line])
    verdicts = verdicts_of(stage)
    told = [(own_number(seat.side, a.n), fate(file, seat, a, verdicts.get(a.n))) for a in played if not waits(file, stage, a, verdicts)]
    told += [(line.n, left_out(seat, line)) for line in unplayed(file, seat, stage, filed, {n for n, _ in told})]
    return [text for _, text in sorted(told, key=lambda pair: by_number(pair[0]))]


def by_number(n: str) -> tuple[int, str]:
    """2, 10, 10b; those that stand for every turn, E1, come last as they are played last."""
    digits = re.search(r"\d+", n)
    return 1000 * n.startswith(MARK) + int(digits[0] if digits else 0), n


def filings(stage: StageRow) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = msgspec.json.decode(stage.final or "[]", type=list[dict[str, Any]])
    return found


def waits(file: GameFile, stage: StageRow, line: Line, verdicts: dict[str, Verdict]) -> bool:
    """Of a later step of the turn that has its own filing: told there."""
    state = decode(unpack(stage.before), file.rules.state)
    later = stage_of(file.rules, state, line.verb) != stage_row(file.rules, state).stage
    return later and line.n not in verdicts and any(s.seq == stage.seq + 1 and s.final for s in file.stages)


def fate(file: GameFile, seat: SeatRow, line: Line, verdict: Verdict | None) -> str:
    said = office_words(seat.language, f"verdict.{verdict.status if verdict is not None else 'unplayed'}")
    head = f"{own_number(seat.side, line.n)} {line.text}{colon(seat)}{said}"
    if verdict is None or verdict.refusal is None:
        return head
    return f"{head}. [{verdict.refusal.rule}] {reason(words(seat.language, file.game.ruleset), verdict.refusal)}"


def unplayed(file: GameFile, seat: SeatRow, stage: StageRow, filed: dict[str, Any], played: set[str]) -> list[CheckedLine]:
    """The lines that were out before the first die, judged again on the position they were judged on."""
    row = next((f for f in reversed(file.of_stage(seat.side, stage)) if f.raw == filed.get("text", "")), None)
    lines = numbered(row) if row is not None else []
    state = decode(unpack(stage.before), file.rules.state)
    rules = standing_rules(file, seat.side, filed.get("doctrine", ""))
    text = "\n".join(text for _, text in lines) if lines else filed.get("text", "")
    found = check_orders(file.rules, state, seat.side, text, rules, seat.language)
    judged = under_numbers(found, [n for n, _ in lines]) if lines else found
    return [line for line in judged.lines if line.n not in played and line.status not in ("ok", "conditional")]


def left_out(seat: SeatRow, line: CheckedLine) -> str:
    rule = f"[{line.rule}] " if line.rule else ""
    said = office_words(seat.language, "verdict.left-out")
    return f"{line.n} {line.printed or line.text}{colon(seat)}{said}. {rule}{line.message}".strip()


def colon(seat: SeatRow) -> str:
    return office_words(seat.language, "colon")
