"""pbem autoplay: the staff against itself. pbem dice verify: every die of a record proven."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from pbem.cli.complete import game_names, scenario_names
from pbem.cli.faults import Quiet
from pbem.cli.frame import SETTINGS, Office, as_json, pairs, pass_office, progress, say, show_json
from pbem.engine.sequence import side_name
from pbem.engine.stages import Proof
from pbem.games.archive import ENDINGS, Record, read_record, record_of, verify_record
from pbem.games.autoplay import autoplay as autoplay_games
from pbem.games.autoplay_mail import autoplay_by_mail
from pbem.games.gamefile import game_ids, load


@click.command()
@click.argument("scenario", metavar="SCENARIO", shell_complete=scenario_names)
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--turns", type=click.IntRange(1), help="Stop after so many turns.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of the ruleset: intelligence=limited.")
@click.option("--mail", is_flag=True, help="Every order and answer as a real mail, through an office of its own; a minute or so a game.")
@as_json
@pass_office
def autoplay(
    office: Office, scenario: str, games: int, seed: int, turns: int | None, options: tuple[str, ...], mail: bool, as_json: bool
) -> None:
    """Let the staff officers play whole games, and count what they did."""
    library = office.library
    library.scenario(scenario)
    play = autoplay_by_mail if mail else autoplay_games
    with progress() as bar:
        task = bar.add_task(scenario, total=games)
        agreed = pairs(options, "--option")
        found = play(library, scenario, games, seed, turns, lambda done, of: bar.update(task, completed=done, total=of), agreed)
    if as_json:
        show_json(found)
    else:
        say(*in_words(found))
    if found["violations"]:
        raise Quiet


def in_words(found: dict[str, Any]) -> list[str]:
    wins = ", ".join(f"{side_name(side)} {n}" for side, n in found["wins"].items())
    minutes, seconds = divmod(round(found["seconds"]), 60)
    games = counted(found["games"], "game")
    lines = [
        f"{games}  {found['turns']} turns, {found['orders']:,} orders, {found['refused']} refused, "
        f"{found['lapsed']} lapsed   {f'{minutes} min ' if minutes else ''}{seconds} s",
        f"finished {found['finished']}, rule violations {found['violations']}, {wins}, draws {found['draws']}",
    ]
    if mails := found.get("mails"):
        lines.append(f"{mails['sent']} mails sent by the players, {mails['received']} received")
    return lines


@click.group()
def dice() -> None:
    """The dice anyone can check."""


@dice.command()
@click.argument("what", metavar="GAME|ARCHIVE", shell_complete=game_names)
@as_json
@pass_office
def verify(office: Office, what: str, as_json: bool) -> None:
    """Prove every roll of a game of this office, or of an archive folder or record.json from anywhere. Exit code 1 if one is not."""
    found = found_record(office, what)
    library = office.library
    proofs = verify_record(found, library.rulesets.get(found.ruleset), library.versions.get(found.ruleset, ""))
    rolls, faults = sum(proof.rolls for proof in proofs), [f"{proof.step}: {fault}" for proof in proofs for fault in proof.faults]
    if as_json:
        show_json({"game": found.game, "stages": proofs, "rolls": rolls, "faults": faults, "proven": not faults})
    else:
        show(proofs, rolls, faults)
    if faults:
        raise Quiet


def found_record(office: Office, what: str) -> Record:
    if is_game(office, what):
        file = load(office.house, what)
        return record_of(file, ended=file.game.status in ("ended", "closed"))
    return read_record(Path(what))


def is_game(office: Office, what: str) -> bool:
    """A game's id goes before a path, unless the path is written as one."""
    written_as_path = "/" in what or what.endswith(ENDINGS)
    if written_as_path or not (office.folder / SETTINGS).exists():
        return False
    return what in game_ids(office.house) or not Path(what).exists()


def show(proofs: list[Proof], rolls: int, faults: list[str]) -> None:
    width = max((len(proof.step) for proof in proofs), default=0)
    for proof in proofs:
        if not proof.opened:
            say(f"{proof.step:<{width}}   sealed, not yet opened")
            continue
        words = "; ".join(proof.faults or ["seed opened, matches its seal", *([proof.note] if proof.note else [])])
        say(f"{proof.step:<{width}}   {words}   {counted(proof.rolls, 'roll')}{' proven' if not proof.faults else ''}")
    total = counted(rolls, "roll")
    say(f"{counted(len(faults), 'fault')} in {total}: this record is not proven." if faults else f"{total}, all proven")


def counted(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"
