"""The moderator's hand on a running game. Every change names the step it means, so that a late command cannot hit the wrong one."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from pbem.cli.complete import game_names
from pbem.cli.faults import Quiet
from pbem.cli.frame import Office, as_json, pass_office, say, show_json
from pbem.errors import PbemError
from pbem.games import moderator
from pbem.games.archive import archive, archive_folder, record_of, write_record
from pbem.games.gamefile import GameFile, load
from pbem.games.letters import clock_time

a_game = click.argument("name", metavar="GAME", shell_complete=game_names)
a_step = click.option("--step", required=True, help='The step you mean, as `pbem game list` prints it: "T2 Allied main".')
yes = click.option("--yes", "-y", is_flag=True, help="Do not ask back.")


def asked_back(question: str, yes: bool) -> None:
    """y/N; anything but y: nothing was done."""
    if yes or click.confirm(question, default=False):
        return
    say("Nothing was done.")
    raise Quiet


def at_step(office: Office, name: str, step: str) -> GameFile:
    file = load(office.house, name)
    moderator.require_step(file, step)
    return file


def when(file: GameFile, at: str) -> str:
    return clock_time(at, file.zone, "en")


@click.command()
@a_game
@as_json
@pass_office
def preview(office: Office, name: str, as_json: bool) -> None:
    """Play the step on a copy, with throw-away dice. Nothing is stored or sent."""
    found = moderator.preview(office.house, name)
    if as_json:
        show_json(found)
        return
    say(f"{found.step}, on a copy, with dice of its own (the real ones depend on the final orders). Nothing is stored or sent.")
    if found.left_out:
        say(f"  left out: {', '.join(found.left_out)}")
    for question in found.asked:
        say(f"  a question would go to {question['side']}: {question['kind'].upper()} at {question['subject']} [{question['rule']}]")
    for side, verdicts in found.verdicts.items():
        for n, verdict in verdicts.items():
            say(f"  {side} {n:>4} {verdict.status}{f' [{verdict.refusal.rule}]' if verdict.refusal else ''}")
    say(f"  {len(found.events)} events{'; the game would be over' if found.over else ''}")


@click.command()
@a_game
@a_step
@yes
@pass_office
def process(office: Office, name: str, step: str, yes: bool) -> None:
    """Play the step now, with the orders there are."""
    house = office.house
    at_step(office, name, step)
    if reasons := moderator.why_not_now(house, name):
        asked_back(f"{'; '.join(reasons)}. Process anyway?", yes)
    done = moderator.process(house, name, step)
    say(f"{done.step} played{' as far as the first question' if done.asked else ''}.")
    file = load(house, name)
    for question in done.asked:
        by = when(file, str(question["by"]))
        say(f"decision {question['number']} asked of {question['side']}, by {by}. The step goes on by itself when he answers.")
    if done.over:
        say(f"{name} is over. pbem game archive {name} writes its record.")
    elif not done.asked:
        say(f'{name} stands at "{done.next}".')


@click.command()
@a_game
@a_step
@click.option("--by", metavar="SPAN", help="Longer by this: 12h, 2d.")
@click.option("--to", metavar="TIME", help="Due at this moment: 2026-12-05T20:00.")
@pass_office
def extend(office: Office, name: str, step: str, by: str | None, to: str | None) -> None:
    """Give the step more time; the players are told."""
    if (by is None) == (to is None):
        raise click.UsageError("extend wants either --by SPAN or --to TIME")
    due = moderator.extend(office.house, name, step, by, to)
    say(f"{name} {step}: due {when(load(office.house, name), due)}. The players are told.")


@click.command()
@a_game
@a_step
@click.option("--to", metavar="STEP", required=True, help="The step to go back to, before it was played.")
@click.option("--reason", required=True, help="The players read it.")
@yes
@pass_office
def rollback(office: Office, name: str, step: str, to: str, reason: str, yes: bool) -> None:
    """Undo back to a step, under new seals; what is undone is kept in the record."""
    at_step(office, name, step)
    undo = moderator.undoes(office.house, name, to)
    say(f"This undoes: {', '.join(undo.steps)} ({undo.dice} dice, {undo.fights} fights, {undo.reports} reports sent). Orders are kept.")
    asked_back("Both players are told, with your reason. The opened dice are void: a new seal goes out with the notice. Go on?", yes)
    now = moderator.rollback(office.house, name, to, reason)
    say(f'{name} stands at "{now}", version {load(office.house, name).game.version} (the undone line of play is kept in the record).')


@click.command()
@a_game
@click.option("--side", required=True, help="Whose last mail.")
@pass_office
def resend(office: Office, name: str, side: str) -> None:
    """The last mail to a side once more, the same bytes and Message-ID."""
    for subject in moderator.resend(office.house, name, side):
        say(f'"{subject}" leaves again with the next round of pbem serve.')


@click.command()
@a_game
@click.option("--step", default="", help="The step it stands at, while it runs.")
@click.option("--reason", required=True, help="The players read it.")
@yes
@pass_office
def close(office: Office, name: str, step: str, reason: str, yes: bool) -> None:
    """End a game for good, wherever it stands; the players are told, the archive is written."""
    file = load(office.house, name)
    if file.game.status == "running":
        at_step(office, name, step)
    asked_back(f"{name} ends for good. Go on?", yes)
    moderator.close(office.house, name, reason)
    say(f"{name} is closed. pbem game archive {name} writes its record.")


@click.command("archive")
@a_game
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), help="The record alone, FILE.json or packed FILE.json.xz.")
@pass_office
def archive_(office: Office, name: str, out: Path | None) -> None:
    """Write all documents and the record of a finished game into its archive folder."""
    file = load(office.house, name)
    if file.game.status not in ("ended", "closed"):
        raise PbemError(f"{name} still runs: an archive opens all its secrets", "pbem game close ends a game before its time")
    if out is not None:
        write_record(record_of(file), out)
        say(f"Wrote {out}: {len(file.stages)} stages", f"Anyone can check its dice: pbem dice verify {out}")
        return
    archive(file)
    folder = archive_folder(file)
    pdfs = sorted(folder.rglob("*.pdf"))
    say(f"Wrote {folder}: {len(pdfs)} PDFs, record.json", f"Anyone can check its dice: pbem dice verify {folder}")


COMMANDS: tuple[click.Command, ...] = (preview, process, extend, rollback, resend, close, archive_)
