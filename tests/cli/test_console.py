"""The shapes that other programs rely on, and what a moderator does with a game."""

import json
from pathlib import Path

import pytest

from .office import new_game, new_office, pbem, serving, some_scenario, wait_until

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which everybody has joined, and no orders have come."""
    folder = new_office(tmp_path_factory.mktemp("office"))
    sides = new_game(folder)["sides"]
    with serving(folder):
        for side in sides:
            assert pbem(folder, "mail", "send", f"g1.{side}", "--text", "JOIN").code == 0
        wait_until(lambda: game(folder)["state"] == "running")
    return folder


def game(folder: Path) -> dict[str, object]:
    [found] = pbem(folder, "game", "list", "--json").data()
    return dict(found)


def test_every_listing_has_the_keys_it_promises(running: Path) -> None:
    assert {"id", "ruleset", "title", "sides", "turns"} <= set(some_scenario(running))
    assert {"id", "ruleset", "scenario", "turn", "step", "state", "waiting", "due", "version"} <= set(game(running))
    [waiting] = game(running)["waiting"]  # type: ignore[misc]
    assert {"seat", "orders", "open_lines", "late"} <= set(waiting)
    assert {"ruleset", "version", "scenarios"} <= set(pbem(running, "rules", "list", "--json").data()[0])
    assert pbem(running, "mail", "quarantine", "--json").data() == []


def test_the_tables_and_the_overview_name_step_and_sides(running: Path) -> None:
    step = str(game(running)["step"])
    assert step in pbem(running, "game", "list").out
    shown = pbem(running, "game", "show", "g1").out
    for word in (step, "no orders yet", "Dice", "sealed", "nothing waiting"):
        assert word in shown


def test_coverage_counts_the_items_of_the_rulebook(running: Path) -> None:
    ruleset = some_scenario(running)["ruleset"]
    found = pbem(running, "rules", "coverage", ruleset, "--json").data()
    assert {"ruleset", "items", "touched", "covered", "cases", "passing", "uncovered"} <= set(found)
    assert found["items"] == len(pbem(running, "rules", "list", ruleset, "--json").data())
    assert found["items"] == found["covered"] + len(found["uncovered"])
    playable = sorted({scenario["ruleset"] for scenario in pbem(running, "scenario", "list", "--json").data()})
    listed = [one["ruleset"] for one in pbem(running, "rules", "coverage", "--all", "--json").data()]
    assert listed == playable and ruleset in listed


def test_orders_checked_from_a_file_keep_lines_and_numbers(running: Path) -> None:
    scenario = some_scenario(running)
    (running / "o.txt").write_text("PASS\n\n# a comment\nfrobnicate\n", encoding="utf-8")
    words = ("orders", "check", "--side", scenario["sides"][0], "o.txt", "--json")
    for place in (("--scenario", scenario["id"]), ("--game", "g1")):
        run = pbem(running, *words, *place)
        assert run.code == 1
        lines = run.data()["lines"]
        assert [(line["line"], line["status"]) for line in lines] == [("1", "ok"), ("2", "unreadable")]
        assert {"line", "text", "status", "rule", "message", "suggestion", "warnings"} <= set(lines[0])


def test_orders_are_checked_at_the_step_asked_for(running: Path) -> None:
    scenario = some_scenario(running)
    (running / "p.txt").write_text("PASS\n", encoding="utf-8")
    for side in scenario["sides"]:
        for turn in (1, scenario["turns"]):
            run = pbem(running, "orders", "check", "--scenario", scenario["id"], "--side", side, "--turn", str(turn), "p.txt", "--json")
            assert run.data()["step"].startswith(f"T{turn} {side.capitalize()}")


@pytest.mark.parametrize(("kind", "magic"), [("pdf", b"%PDF-"), ("png", b"\x89PNG"), ("svg", b"<")])
def test_maps_are_drawn_of_scenarios_and_games(running: Path, kind: str, magic: bytes) -> None:
    scenario = some_scenario(running)
    assert pbem(running, "scenario", "map", scenario["id"], "--out", f"s.{kind}").code == 0
    assert pbem(running, "game", "map", "g1", "--side", scenario["sides"][0], "--out", f"g.{kind}").code == 0
    assert (running / f"s.{kind}").read_bytes().startswith(magic)
    assert (running / f"g.{kind}").read_bytes().startswith(magic)


def test_a_preview_changes_nothing(running: Path) -> None:
    before = game(running)
    found = pbem(running, "game", "preview", "g1", "--json")
    assert (found.code, found.data()["step"]) == (0, before["step"])
    assert game(running) == before


def test_a_mailbox_at_the_terminal_shows_what_came(running: Path) -> None:
    side = some_scenario(running)["sides"][0]
    mails = pbem(running, "mail", "read", f"g1.{side}", "--list", "--json").data()
    assert [mail["number"] for mail in mails] == list(range(1, len(mails) + 1))
    one = pbem(running, "mail", "read", f"g1.{side}", "-n", "1").out
    saved = [Path(line.removeprefix("Saved:   ")) for line in one.splitlines() if line.startswith("Saved:   ")]
    assert "Invitation" in one and saved and all(path.read_bytes().startswith(b"%PDF-") for path in saved if path.suffix == ".pdf")


def test_the_moderator_extends_processes_and_takes_back(tmp_path: Path) -> None:
    """Each change does what it says, once, and the record proves its dice afterwards."""
    folder = new_office(tmp_path)
    sides = new_game(folder)["sides"]
    with serving(folder):
        for side in sides:
            pbem(folder, "mail", "send", f"g1.{side}", "--text", "JOIN")
        wait_until(lambda: game(folder)["state"] == "running")
    first = game(folder)
    step = str(first["step"])
    assert pbem(folder, "game", "extend", "g1", "--step", step, "--by", "2d").code == 0
    assert str(game(folder)["due"]) > str(first["due"])
    played = pbem(folder, "game", "process", "g1", "--step", step, "--yes")
    assert (played.code, f"{step} played" in played.out) == (0, True)
    second = str(game(folder)["step"])
    assert second != step
    assert pbem(folder, "game", "process", "g1", "--step", step, "--yes").code == 1
    assert game(folder)["step"] == second
    back = pbem(folder, "game", "rollback", "g1", "--step", second, "--to", step, "--reason", "a slip of mine", "--yes")
    assert (back.code, game(folder)["step"]) == (0, step), back.all
    assert pbem(folder, "dice", "verify", "g1").code == 0
    assert pbem(folder, "game", "close", "g1", "--step", step, "--reason", "enough", "--yes").code == 0
    assert pbem(folder, "game", "archive", "g1").code == 0
    record = folder / "data" / "archive" / "g1" / "record.json"
    assert pbem(folder, "dice", "verify", str(record)).code == 0
    changed = json.loads(record.read_text(encoding="utf-8"))
    changed["stages"][0]["seed"] = "00" * 32
    record.write_text(json.dumps(changed), encoding="utf-8")
    broken = pbem(folder, "dice", "verify", str(record))
    assert (broken.code, "does not match its seal" in broken.out) == (1, True)


def test_a_calculation_is_built_from_what_the_ruleset_declares(tmp_path: Path) -> None:
    words = (
        "calc",
        "air-bridge",
        "maneuver",
        "--attack",
        "21",
        "--defence",
        "4",
        "--er",
        "6.25:5",
        "--terrain",
        "mixed",
        "--engineer",
        "--drm",
        "-2",
    )
    shown = pbem(tmp_path, *words)
    assert (shown.code, "21:4 = 5:1 [12.1a]" in shown.out, "6:1" in shown.out) == (0, True, True)
    assert pbem(tmp_path, *words, "--json").data()["column"] == "6:1"
    assert pbem(tmp_path, "calc", "air-bridge", "maneuver", "--attack", "22").code == 2
    assert pbem(tmp_path, *words[:5], "--defence", "x").code == 2
    assert pbem(tmp_path, "calc", "air-bridge", "maneuver", "--attack", "21", "--defence", "4", "--er", "6", "--terrain", "mixed").code == 2


def test_a_case_prints_its_verdict_last(tmp_path: Path) -> None:
    cases = sorted((ROOT / "tests" / "cases").glob("*/[0-9]*.txt"))[0]
    run = pbem(tmp_path, "case", "run", str(cases))
    last = run.out.splitlines()[-1].split()
    assert (last[1], last[3]) == ("passed,", "failed")
    assert run.code == (0 if last[2] == "0" else 1)
