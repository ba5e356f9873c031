"""Text to cases. Nothing here knows a game: the words of a position, of orders and of expectations are read later."""

from __future__ import annotations

import re
from pathlib import Path

from pbem.cases.model import Block, Case, CaseFault, Row

HEAD = ("case", "rule", "title", "source", "scenario", "turn", "policy", "start", "stop")
LISTS = ("position", "answers", "dice", "expect")
BLOCKS = ("orders", "doctrine")
POLICIES = ("strict", "truncate", "ask")
NEEDED = ("title", "scenario", "start")
NEEDED_OF_A_POSITION = ("scenario", "start")
COMMENT = re.compile(r"(^|\s)#(?!\d).*$|(^|\s)//.*$")


def read_case_files(paths: list[Path], to_play: bool = True) -> list[Case]:
    """The cases of the files, and of every .txt in the folders, in the order of their names; for a position alone nothing is expected."""
    cases = [case for path in paths for file in case_files(path) for case in read_cases(file, to_play)]
    seen: dict[str, Case] = {}
    for case in cases:
        if other := seen.get(case.id.casefold()):
            raise CaseFault(case.file, case.row, case.id, f"there is a case of this id at {other.file}:{other.row}", "give it another")
        seen[case.id.casefold()] = case
    return cases


def case_files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(path.rglob("*.txt"))
    if not path.is_file():
        raise CaseFault(path, 0, "", "there is no such file", "name a case file or a folder of them")
    return [path]


def read_cases(file: Path, to_play: bool = True) -> list[Case]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as e:
        line = file.read_bytes()[: e.start].count(b"\n") + 1
        raise CaseFault(file, line, "", "the file is not UTF-8", "save it as plain text, UTF-8") from None
    cases: list[Case] = []
    for row in (Row(n, line.rstrip()) for n, line in enumerate(text.splitlines(), 1)):
        if found := re.fullmatch(r"\s*case\s+(\S+)\s*", COMMENT.sub("", row.text), re.IGNORECASE):
            cases.append(Case(file, {"case": Row(row.n, found[1])}))
            section: list[Row] | None = None
        elif cases:
            section = _read_row(cases[-1], section, row)
        elif said(row):
            raise CaseFault(file, row.n, row.text.strip(), "a file of cases begins with CASE and an id")
    for case in cases:
        _complete(case, to_play)
    return cases


def said(row: Row) -> str:
    """The row without its comment; a row that begins with # says nothing."""
    return "" if row.text.lstrip().startswith("#") else " ".join(COMMENT.sub("", row.text).split())


def _read_row(case: Case, section: list[Row] | None, row: Row) -> list[Row] | None:
    """Puts the row where it belongs; returns the section it opens or stands in."""
    text = said(row)
    word, _, rest = text.partition(" ")
    key = word.casefold().rstrip(":")
    if key in LISTS and not rest:
        return _list(case, key)
    if key in BLOCKS and rest and " " not in rest:
        block = Block(Row(row.n, rest.rstrip(":")), [])
        (case.orders if key == "orders" else case.doctrine).append(block)
        return block.rows
    if section is None:
        _head(case, row, key, rest)
    elif _is_block(case, section):
        section.append(row)
    elif text:
        section.append(Row(row.n, text))
    return section


def _list(case: Case, key: str) -> list[Row]:
    section: list[Row] = getattr(case, key)
    return section


def _is_block(case: Case, section: list[Row]) -> bool:
    return any(section is block.rows for block in [*case.orders, *case.doctrine])


def _head(case: Case, row: Row, key: str, rest: str) -> None:
    if not key:
        return
    if key not in HEAD:
        known = ", ".join(word.upper() for word in [*HEAD, *LISTS])
        raise CaseFault(case.file, row.n, said(row), f"a case knows {known}, ORDERS side, DOCTRINE side. Nothing was run.")
    if key in case.head:
        raise CaseFault(case.file, row.n, said(row), f"{key.upper()} was given in line {case.head[key].n}. Nothing was run.")
    case.head[key] = Row(row.n, rest)


def _complete(case: Case, to_play: bool) -> None:
    for key in NEEDED if to_play else NEEDED_OF_A_POSITION:
        if key not in case.head or not case.head[key].text:
            raise CaseFault(case.file, case.row, f"CASE {case.id}", f"{key.upper()} is missing. Nothing was run.")
    if "turn" in case.head and not case.head["turn"].text.isdigit():
        turn = case.head["turn"]
        raise CaseFault(case.file, turn.n, f"TURN {turn.text}", "TURN is followed by a number. Nothing was run.")
    if case.policy not in POLICIES:
        raise CaseFault(case.file, case.head["policy"].n, f"POLICY {case.policy}", f"policies are {', '.join(POLICIES)}. Nothing was run.")
    if to_play and not case.expect:
        raise CaseFault(case.file, case.row, f"CASE {case.id}", "EXPECT is missing or empty. Nothing was run.")
