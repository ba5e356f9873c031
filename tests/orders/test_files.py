"""Six orders files with planted mistakes of all three kinds: every mistake is named on its line, and no sound line is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.orders import CheckedOrders, check_orders
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.state import State

FILES = sorted((Path(__file__).parent / "files").glob("*.txt"))
GOOD = ("ok", "conditional")


def head(text: str) -> tuple[dict[str, str], list[str]]:
    """Side, step and turn, and the lines of the position, stand in comments above the orders."""
    rows = [line[2:] for line in text.split("\n\n")[0].splitlines() if line.startswith("# ")]
    position = [row[3:] for row in rows if row.startswith("at ")]
    return dict(row.split(": ", 1) for row in rows if not row.startswith("at ")), position  # type: ignore[arg-type]


def checked(file: Path, language: str) -> CheckedOrders:
    text = file.read_text(encoding="utf-8")
    about, position = head(text)
    state: State = RULES.start("air-bridge/breakout")
    state.turn = int(about["turn"])
    for line in position:
        RULES.position.apply(state, line)
    RULES.position.begin(state, about["side"], about["step"])
    return check_orders(RULES, state, about["side"], text, [], language)


def expected(file: Path) -> list[str]:
    rows = file.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    return [row.partition(" # ")[0] for row in rows]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_every_mistake_is_named_and_nothing_else(file: Path, language: str) -> None:
    found = checked(file, language).lines
    bad = [f"{line.n} {line.status} {line.rule}".strip() for line in found if line.status not in GOOD]
    assert bad == expected(file)
    assert all(line.message for line in found if line.status not in GOOD)
    assert all(line.printed for line in found if line.status in GOOD)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_the_player_is_told_in_his_language(file: Path) -> None:
    english, french = checked(file, "en"), checked(file, "fr")
    pairs = [(a.message, b.message) for a, b in zip(english.lines, french.lines, strict=True) if a.status not in GOOD]
    assert pairs and all(a != b for a, b in pairs)


def test_at_least_thirty_mistakes_of_all_three_kinds() -> None:
    rows = [row for file in FILES for row in expected(file)]
    assert len(FILES) == 6 and len(rows) >= 30
    assert {row.split()[1] for row in rows} == {"unreadable", "ambiguous", "illegal"}


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_what_is_suggested_can_be_sent(file: Path) -> None:
    """A nearest order stands in the player's language, and reads as it stands; several are joined by OU."""
    lines = checked(file, "fr").lines
    offered = [text for line in lines for text in line.suggestion.split(" ou ") if line.status == "illegal" and text]
    about, _ = head(file.read_text(encoding="utf-8"))
    names = RULES.lexicon(RULES.start("air-bridge/breakout"), about["side"])
    from pbem.orders import read_orders

    for text in offered:
        again = read_orders(RULES, names, text, "fr").lines
        assert [line.status for line in again] == ["ok"], text
