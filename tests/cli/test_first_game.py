"""A newcomer's first game, with the README's own lines in the README's own order."""

import re
import shlex
from pathlib import Path

from .office import PROGRAM, Run, any_port, program, serving

README = Path(__file__).parents[2] / "README.md"


def blocks(kind: str) -> list[str]:
    section = README.read_text(encoding="utf-8").partition("## Your first game")[2].partition("\n## ")[0]
    return re.findall(rf"```{kind}\n(.*?)```", section, re.DOTALL)


def commands() -> list[list[str]]:
    lines = [line.removeprefix("$ ") for block in blocks("console") for line in block.splitlines()]
    return [shlex.split(line)[1:] for line in lines]


def orders() -> str:
    [text] = blocks("text")
    return text


def typed(folder: Path, words: list[str]) -> Run:
    run = program(folder, *words)
    assert run.code == 0, f"{words}: {run.all}"
    return run


def read_until(folder: Path, words: list[str], wanted: str) -> str:
    """A newcomer reads again until the answer is there."""
    text = ""
    for _ in range(6):
        text += typed(folder, words).out
        if wanted in text:
            return text
    raise AssertionError(f"{wanted!r} never came: {text}")


def test_the_readme_begins_with_demo_and_test() -> None:
    first = re.search(r"```\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert first is not None and first[1].split("\n")[:2] == ["make demo", "make test"]


def test_a_newcomer_plays_his_first_stage_with_the_lines_of_the_readme(tmp_path: Path) -> None:
    assert Path(PROGRAM).exists()
    init, serve, new, read, join, *_ = commands()
    assert [words[0] for words in (init, serve)] == ["init", "serve"]
    send, ready = (words for words in commands() if words[:2] == ["mail", "send"] and words != join)
    typed(tmp_path, init)
    any_port(tmp_path)
    (tmp_path / "orders.txt").write_text(orders(), encoding="utf-8")
    with serving(tmp_path):
        typed(tmp_path, new)
        invitation = read_until(tmp_path, read, "JOIN")
        assert "Invitation" in invitation and ".pdf" in invitation
        typed(tmp_path, join)
        report = read_until(tmp_path, read, "ORDERS WANTED")
        typed(tmp_path, send)
        reply = read_until(tmp_path, read, "orders read")
        count = len(orders().splitlines())
        assert f"{count} lines: {count} accepted" in reply
        typed(tmp_path, ready)
        played = read_until(tmp_path, read, "READY")
        more = read_until(tmp_path, read, "Subject:") if ".pdf" not in played and "ANSWER" not in played else ""
    pdf = next(
        Path(line.removeprefix("Saved:   ")) for line in report.splitlines() if line.startswith("Saved:   ") and line.endswith(".pdf")
    )
    assert pdf.read_bytes().startswith(b"%PDF-")
    assert "FIGHTS" in played + more or "ANSWER" in played + more
