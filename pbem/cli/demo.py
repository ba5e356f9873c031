"""pbem demo: the real daemon, an embedded mailbox, two staff officers who play by mail."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rich_click as click

from pbem.cli.frame import Office, pass_office, say
from pbem.cli.screen import Screen
from pbem.engine.ruleset import Scenario
from pbem.errors import PbemError
from pbem.games.archive import archive_folder, record_of, verify_record
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House, init_on_any_port, open_house
from pbem.games.new import new_game
from pbem.games.officer import Officer, Tell

MARK = "made-by-pbem-demo"
GAME = "demo"
LONGEST = 600.0  # seconds, until the demo is given up
PATIENCE = 60.0  # seconds without a mail or a step


@click.command()
@click.option("--to", "name", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), default="demo", show_default=True,
              help="Made anew at each demo.")  # fmt: skip
@click.option("--turns", type=click.IntRange(1), help="Stop after so many turns.")
@pass_office
def demo(office: Office, name: Path, turns: int | None) -> None:
    """Watch a whole game by mail: two staff officers, orders refused and corrected, decisions, PDFs. About a minute."""
    folder = name.resolve()
    house = made_anew(folder)
    scenario = shortest(office)
    sides = {side: f"{side}@localhost" for side in scenario.sides}
    with Screen(scenario.turns) as screen, daemon(folder):
        new_game(house, scenario.id, GAME, sides)
        officers = [Officer(house, GAME, side, told_on(screen, house), errs=(n == 0), trusts=True) for n, side in enumerate(scenario.sides)]
        play(house, officers, screen, turns)
    the_end(house, officers, folder, scenario)


def shortest(office: Office) -> Scenario:
    """The scenario to learn with; one without a last turn has no end to wait for."""
    return min(office.library.scenarios(), key=lambda one: (not one.turns, one.turns, one.id))


def made_anew(folder: Path) -> House:
    """Only a folder that a demo made is ever removed."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise PbemError(f"{folder} is not empty and not of a demo. Nothing was touched.", "pbem demo --to ANOTHER-FOLDER")
        shutil.rmtree(folder)
    init_on_any_port(folder)
    (folder / MARK).write_text("pbem demo removes this folder and makes it anew.\n")
    return open_house(folder)


@contextmanager
def daemon(folder: Path) -> Iterator[None]:
    """`pbem serve` as anybody would start it."""
    with (folder / "serve.log").open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", "pbem", "--dir", str(folder), "serve"], stdout=log, stderr=log)
        try:
            wait_for_port(folder, process)
            yield
        finally:
            process.terminate()
            process.wait(20)


def wait_for_port(folder: Path, process: subprocess.Popen[bytes]) -> None:
    port = folder / "data" / "mail" / "port"
    for _ in range(300):
        if port.exists() and port.read_text():
            return
        if process.poll() is not None:
            raise PbemError(f"pbem serve ended at once: {(folder / 'serve.log').read_text().strip()}")
        time.sleep(0.1)
    raise PbemError("pbem serve does not listen", f"see {folder / 'serve.log'}")


def play(house: House, officers: list[Officer], screen: Screen, turns: int | None) -> None:
    """Every officer acts when a mail comes, until the game is over."""
    begun = moved = time.monotonic()
    while not over(house, screen, turns):
        while not sum(officer.act() for officer in officers):
            if time.monotonic() - moved > PATIENCE or time.monotonic() - begun > LONGEST:
                raise PbemError(f"the demo stands still at {screen.step}", f"see {house.folder / 'serve.log'}")
            time.sleep(0.05)
        moved = time.monotonic()
    for officer in officers:
        officer.last_mails()


def told_on(screen: Screen, house: House) -> Tell:
    """Each act beside the step it belongs to."""

    def tell(side: str, what: str) -> None:
        screen.at(load(house, GAME))
        screen.tell(side, what)

    return tell


def over(house: House, screen: Screen, turns: int | None) -> bool:
    file = load(house, GAME)
    screen.at(file)
    return file.game.status == "ended" or bool(turns and file.state.turn > turns)


# what is left of it


def the_end(house: House, officers: list[Officer], folder: Path, scenario: Scenario) -> None:
    file = load(house, GAME)
    kept = record_of(file, ended=file.game.status == "ended")
    proofs = verify_record(kept, file.rules)
    faults = [fault for proof in proofs for fault in proof.faults]
    sent, received = sum(officer.sent for officer in officers), sum(officer.read for officer in officers)
    say(f"{scenario.id}: {result_of(file)}. {sent} mails sent by the players, {received} received.")
    sources = [entry.source.partition(" ")[0] for stage in kept.stages for entry in stage.journal]
    by = {word: sources.count(word) for word in ("mail", "order", "doctrine", "staff")}
    say(f"Questions the rules asked: {by['mail']} answered by mail, {by['order']} by a clause of an order, {by['doctrine']} by doctrine.")
    rolls = sum(proof.rolls for proof in proofs)
    say(f"NOT proven: {faults[0]}" if faults else f"{rolls} dice, all proven from their seals.")
    say("", "What it made:")
    for officer in officers:
        say(f"  {shown(officer.box.folder)}   {officer.read} mails, for any program that opens a Maildir")
        for path in officer.pdfs():
            say(f"    {shown(path)}")
    if archive_folder(file).exists():
        say(f"  {shown(archive_folder(file))}   the archive: every PDF, and record.json with orders, answers and dice")
    say(*next_commands(folder, scenario, officers[0].side))


def result_of(file: GameFile) -> str:
    if file.game.status != "ended":
        return f"stopped at {file.step}"
    winner = file.rules.result(file.state).get("winner") or "nobody"
    return f"played to its end, {winner} wins"


def shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def program() -> str:
    """As it was typed: `.venv/bin/pbem`, or `pbem` where it is on the path."""
    typed = sys.argv[0]
    if Path(typed).name != "pbem":
        return f"{shown(Path(sys.executable))} -m pbem"
    found = shutil.which("pbem")
    return "pbem" if found and Path(found).resolve() == Path(typed).resolve() else shown(Path(typed))


def next_commands(folder: Path, scenario: Scenario, side: str) -> list[str]:
    pbem = f"{program()} --dir {shown(folder)}"
    seats = " ".join(f"--seat {one}={'me@localhost' if one == side else 'staff'}" for one in scenario.sides)
    return [
        "", "Next, your own game against the staff:",
        f"  {pbem} serve                                  (leave it running; the rest in another terminal)",
        f"  {pbem} game new {scenario.id} --id b1 {seats}",
        f"  {pbem} mail read b1.{side}                       (the invitation, with its map as PDF)",
        f"  {pbem} mail send b1.{side} --text JOIN",
        f"  {pbem} mail read b1.{side}                       (the first report, and the orders to fill in)",
        "Or look at the game just played:",
        f"  {pbem} game show {GAME}",
        f"  {pbem} dice verify {GAME}",
        f"  {pbem} mail read {GAME}.{side} --list",
    ]  # fmt: skip
