"""Wrong input of every kind: a message with place and remedy, exit code 1 or 2, never a traceback, and nothing is lost."""

import shutil
import smtplib
import sqlite3
from pathlib import Path

import pytest

from .office import Run, new_game, new_office, pbem, program, serving, some_scenario, wait_until

ROOT = Path(__file__).parents[2]


@pytest.fixture
def office(tmp_path: Path) -> Path:
    return new_office(tmp_path)


def refused(run: Run, *words: str, code: int = 1) -> None:
    assert run.code == code, run.all
    assert "Traceback" not in run.all
    for word in words:
        assert word in run.all, f"{word!r} is not in: {run.all}"


USAGE = [
    (("gmae", "list"), "game"),
    (("game", "nwe"), "new"),
    (("game", "new"), "SCENARIO"),
    (("game", "list", "--jsn"), "--json"),
    (("game", "process", "g1"), "--step"),
    (("game", "extend", "g1", "--step", "T1"), "--by"),
    (("mail", "read", "nodot"), "GAME.SEAT"),
    (("scenario", "map"), "SCENARIO"),
    (("autoplay", "x/y", "--games", "none"), "--games"),
    (("rules", "coverage"), "--all"),
    (("completion", "fish"), "bash"),
    (("--nonsense",), "nonsense"),
    (("--dir",), "--dir"),
]


@pytest.mark.parametrize(("args", "word"), USAGE, ids=[" ".join(args) for args, _ in USAGE])
def test_wrong_usage_is_told_with_what_is_right(tmp_path: Path, args: tuple[str, ...], word: str) -> None:
    refused(pbem(tmp_path, *args), "usage:", word, code=2)


@pytest.mark.parametrize("args", [("game", "list"), ("serve",), ("mail", "quarantine"), ("game", "show", "x"), ("mail", "read", "a.b")])
def test_without_an_office_every_command_says_how_to_make_one(tmp_path: Path, args: tuple[str, ...]) -> None:
    refused(pbem(tmp_path, *args), "there is no pbem.toml", "pbem init")


def test_init_never_touches_an_office(office: Path) -> None:
    before = {path: path.read_bytes() for path in office.rglob("*") if path.is_file()}
    refused(pbem(office, "init"), "pbem.toml is here already", "Nothing was touched")
    assert {path: path.read_bytes() for path in office.rglob("*") if path.is_file()} == before


SETTINGS = [
    ("domain = = 1\n", "pbem.toml:1", "TOML"),
    ('domian = "x"\n', "pbem.toml", "domian"),
    ("[game]\npolicy = 'lenient'\n", "pbem.toml", "strict, truncate, ask"),
    ("[game]\ngrace = 'soon'\n", "soon", "12h"),
    ("[office]\nfolder = 'm'\nport = 'many'\n", "pbem.toml", "port"),
]


@pytest.mark.parametrize(("text", "place", "remedy"), SETTINGS)
def test_a_wrong_setting_is_named(office: Path, text: str, place: str, remedy: str) -> None:
    (office / "pbem.toml").write_text(text)
    refused(pbem(office, "game", "list"), place, remedy)


def test_a_lost_key_and_a_broken_database_are_named(office: Path) -> None:
    key = office / "data" / "keys" / "token.key"
    kept = key.read_text()
    key.write_text("not a key")
    refused(pbem(office, "game", "list"), "token.key", "backup")
    key.write_text(kept)
    (office / "data" / "pbem.sqlite").write_bytes(b"this is no database at all, not even nearly one" * 100)
    refused(pbem(office, "game", "list"), "database")


def test_a_new_game_says_what_is_missing(office: Path) -> None:
    scenario = some_scenario(office)
    first, *others = scenario["sides"]
    full = [word for side in scenario["sides"] for word in ("--seat", f"{side}=staff")]
    name = scenario["id"]
    refused(pbem(office, "game", "new", name[:-1] + "x", "--id", "g1", *full), "no scenario", f"Nearest: {name}")
    refused(
        pbem(office, "game", "new", name, "--id", "g1", "--seat", f"{first}=staff"), f"no player for {others[0]}", f"--seat {others[0]}="
    )
    refused(pbem(office, "game", "new", name, "--id", "g1", *full, "--seat", "martians=staff"), 'no side "martians"', first)
    refused(pbem(office, "game", "new", name, "--id", "g1", "--seat", f"{first}=nobody", *full[2:]), "no mail address")
    refused(pbem(office, "game", "new", name, "--id", "Über Spiel", *full), "small letters")
    refused(pbem(office, "game", "new", name, "--id", "g1", *full, "--grace", "soon"), '"soon"', "12h")
    refused(pbem(office, "game", "new", name, "--id", "g1", *full, "--lang", "xx"), 'no language "xx"')
    refused(pbem(office, "game", "new", name, "--id", "g1", *full, "--time", "main"), "NAME=VALUE", code=2)
    assert pbem(office, "game", "list", "--json").data() == []
    assert pbem(office, "game", "new", name, "--id", "g1", *full).code == 0
    refused(pbem(office, "game", "new", name, "--id", "g1", *full), 'there is a game "g1" already')


def test_unknown_games_seats_mails_and_steps(office: Path) -> None:
    scenario = new_game(office)
    side = scenario["sides"][0]
    refused(pbem(office, "game", "show", "g2"), 'no game "g2"', "pbem game list")
    refused(pbem(office, "game", "orders", "g1", "--side", "martians"), 'no seat "martians"', side)
    refused(pbem(office, "mail", "read", "g1.martians"), 'no seat "martians"', side)
    refused(pbem(office, "mail", "read", f"g1.{side}", "-n", "9"), "there is no mail 9")
    refused(pbem(office, "mail", "send", f"g1.{side}", "nofile.txt"), "nofile.txt")
    refused(pbem(office, "mail", "send", f"g1.{side}", "--text", " "), "nothing to send")
    refused(pbem(office, "mail", "send", f"g1.{side}", "--text", "JOIN"), "pbem serve")
    refused(pbem(office, "mail", "quarantine", "show", "7"), "no mail 7 in quarantine")
    refused(pbem(office, "game", "process", "g1", "--step", "T1 nonsense"), "Nothing was done")
    refused(pbem(office, "game", "map", "g1", "--out", "map.doc"), "pdf, png, svg")
    refused(pbem(office, "game", "archive", "g1"), "still runs")
    assert not (office / "map.doc").exists()


def test_a_command_for_another_step_changes_nothing(office: Path) -> None:
    """Both seats with the staff: the game runs; a late command must not hit the wrong step."""
    scenario = some_scenario(office)
    seats = [word for side in scenario["sides"] for word in ("--seat", f"{side}={side}@localhost")]
    assert pbem(office, "game", "new", scenario["id"], "--id", "g1", *seats).code == 0
    with serving(office):
        for side in scenario["sides"]:
            assert pbem(office, "mail", "send", f"g1.{side}", "--text", "JOIN").code == 0
        wait_until(lambda: pbem(office, "game", "list", "--json").data()[0]["state"] == "running")
    before = pbem(office, "game", "show", "g1", "--json").data()
    for command in (("process",), ("extend", "--by", "1d"), ("rollback", "--to", before["step"], "--reason", "x", "--yes")):
        refused(
            pbem(office, "game", command[0], "g1", "--step", "T9 nobody", *command[1:]), f'stands at "{before["step"]}"', "Nothing was done"
        )
    refused(pbem(office, "game", "process", "g1", "--step", before["step"], typed="n\n"), "Nothing was done")
    after = pbem(office, "game", "show", "g1", "--json").data()
    assert after["version"] == before["version"]


BREAKS = [
    ("units.csv", "\n", "\n\0\x01;;;,,,\n"),
    ("setup.csv", "A", "ZZ"),
    ("scenario.toml", "turns", "turns = = "),
    ("scenario.toml", "sides", "sdies"),
    ("spaces.csv", ",", ";"),
]


@pytest.mark.parametrize(("name", "old", "new"), BREAKS, ids=[f"{n} {o!r}" for n, o, _ in BREAKS])
def test_broken_scenario_data_name_their_file(tmp_path: Path, name: str, old: str, new: str) -> None:
    data = tmp_path / "own"
    shutil.copytree(ROOT / "scenarios", data / "scenarios")
    file = sorted((data / "scenarios").rglob(name))[0]
    text = file.read_text(encoding="utf-8")
    at = text.index(old, text.index("\n", text.index("unit,at") if name == "setup.csv" else 0))
    file.write_text(text[:at] + new + text[at + len(old) :], encoding="utf-8")
    run = program(tmp_path, "--data", str(data), "scenario", "validate")
    refused(run, name)
    assert str(file) in run.all


def test_a_csv_fault_has_line_and_column(tmp_path: Path) -> None:
    data = tmp_path / "own"
    shutil.copytree(ROOT / "scenarios", data / "scenarios")
    file = sorted((data / "scenarios").rglob("setup.csv"))[0]
    lines = file.read_text(encoding="utf-8").splitlines()
    cells = lines[4].split(",")
    lines[4] = ",".join([cells[0], "NOWHERE", *cells[2:]])
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    [result] = [r for r in program(tmp_path, "--data", str(data), "scenario", "validate", "--json").data() if not r["ok"]]
    assert (result["file"], result["line"], result["column"]) == (str(file), 5, "at")
    assert "NOWHERE" in result["fault"]


def test_orders_of_nonsense_are_told_line_by_line(tmp_path: Path) -> None:
    scenario = some_scenario(tmp_path)
    (tmp_path / "orders.txt").write_bytes(b"frobnicate the bridge\n\xff\xfe garbage \x00 bytes\n")
    side = scenario["sides"][0]
    run = pbem(tmp_path, "orders", "check", "--scenario", scenario["id"], "--side", side, "orders.txt", "--json")
    assert run.code == 1, run.all
    assert [line["status"] for line in run.data()["lines"]] == ["unreadable"] * len(run.data()["lines"])
    refused(pbem(tmp_path, "orders", "check", "--scenario", scenario["id"], "--side", "martians", "orders.txt"), 'no side "martians"')
    refused(pbem(tmp_path, "orders", "check", "--side", side, "orders.txt"), "--scenario", code=2)
    refused(pbem(tmp_path, "orders", "check", "--scenario", scenario["id"], "--side", side, "missing.txt"), "missing.txt")
    refused(
        pbem(tmp_path, "orders", "check", "--scenario", scenario["id"], "--side", side, "--turn", "99", "orders.txt"), "no step", "turn 99"
    )


def test_a_case_file_that_cannot_be_read_runs_nothing(tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("CASE X-1\nTITLE one\nNONSENSE here\n")
    refused(pbem(tmp_path, "case", "run", "bad.txt"), "bad.txt:3", "Nothing was run", code=2)
    refused(pbem(tmp_path, "case", "run", "missing.txt"), "missing.txt", code=2)


def test_a_record_that_is_none_and_a_changed_die(office: Path) -> None:
    (office / "record.json").write_text('{"not": "a record"}')
    refused(pbem(office, "dice", "verify", "record.json"), "record.json", "not a record")
    refused(pbem(office, "dice", "verify", "nothing/here"), "no record at nothing/here")
    refused(pbem(office, "dice", "verify", "g9"), 'no game "g9"')


def test_a_corrupt_journal_is_named_and_the_game_is_kept(office: Path) -> None:
    scenario = new_game(office)
    with serving(office):
        for side in scenario["sides"]:
            pbem(office, "mail", "send", f"g1.{side}", "--text", "JOIN")
        wait_until(lambda: pbem(office, "game", "list", "--json").data()[0]["state"] == "running")
    with sqlite3.connect(office / "data" / "pbem.sqlite") as database:
        database.execute("UPDATE stages SET journal = '[{\"broken'")
    refused(pbem(office, "game", "preview", "g1"))
    refused(pbem(office, "dice", "verify", "g1"))
    assert pbem(office, "game", "list").code == 0


GARBAGE = [
    b"",
    b"\0" * 500,
    b"From: x@localhost\n\n\xff\xfe\x80",
    b"Content-Type: multipart/mixed; boundary=\n\n--\n--\n",
    b"\n\n\nORDERS\nMOVE\n",
]


def test_garbage_mail_waits_in_quarantine_and_the_post_goes_on(office: Path) -> None:
    scenario = new_game(office)
    side = scenario["sides"][0]
    with serving(office):
        port = int((office / "data" / "mail" / "port").read_text())
        with smtplib.SMTP("127.0.0.1", port) as server:
            for raw in GARBAGE:
                server.sendmail("stranger@localhost", ["orders@localhost"], raw)
        assert pbem(office, "mail", "send", f"g1.{side}", "--text", "JOIN").code == 0
        wait_until(lambda: seat(office, side) == "joined")
        wait_until(lambda: len(pbem(office, "mail", "quarantine", "--json").data()) >= 1)
    waiting = pbem(office, "mail", "quarantine", "--json").data()
    shown = pbem(office, "mail", "quarantine", "show", str(waiting[0]["number"]))
    assert (shown.code, "nothing of it was executed" in shown.out) == (0, True)
    refused(pbem(office, "mail", "quarantine", "release", str(waiting[0]["number"]), "--as", "g1.martians", "--step", "x"), "martians")


def seat(office: Path, side: str) -> str:
    seats = pbem(office, "game", "show", "g1", "--json").data()["seats"]
    return str(next(one["status"] for one in seats if one["side"] == side))
