"""pbem game upgrade: what the rules here make of a game played on others, and the word that pins it to them."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from pbem.cli.complete import game_names
from pbem.cli.frame import Office, as_json, pass_office, say, show_json, write_file
from pbem.cli.moderate import asked_back, at_step, yes
from pbem.cli.play import is_game
from pbem.errors import PbemError
from pbem.games.archive import read_record
from pbem.games.library import declared
from pbem.games.upgrading import Report, report_on_game, report_on_record, told, upgrade_game


@click.command()
@click.argument("what", metavar="GAME|ARCHIVE", shell_complete=game_names)
@click.option("--to", metavar="VERSION", help="Play a running game on this version from now on; without it nothing changes.")
@click.option("--step", help='With --to: the step you mean, as `pbem game list` prints it: "T2 Allied main".')
@click.option("--reason", help="With --to: the players read it.")
@click.option("--report", "file", type=click.Path(dir_okay=False, path_type=Path), help="Write the report into this file too.")
@yes
@as_json
@pass_office
def upgrade(
    office: Office, what: str, to: str | None, step: str | None, reason: str | None, file: Path | None, yes: bool, as_json: bool
) -> None:
    """Replay a game on the rules here and say where it first goes another way."""
    here = is_game(office, what)
    report = report_on_game(office.house, what) if here else report_on_record(office.library, read_record(Path(what)))
    if file is not None:
        write_file(file, ("\n".join(told(report)) + "\n").encode())
    if as_json:
        show_json({**as_data(report), "same": report.same})
    else:
        say(*told(report))
    if to is not None:
        if not here:
            raise click.UsageError("--to is for a game of this office; an archive stays what it was")
        pin(office, report, to, step, reason, yes)
    elif report.running and report.pinned != report.here and not as_json:
        say(f'Nothing was changed. To go on with them: pbem game upgrade {what} --to {declared(report.here)} --step STEP --reason "..."')


def as_data(report: Report) -> dict[str, object]:
    return {name: getattr(report, name) for name in report.__struct_fields__}


def pin(office: Office, report: Report, to: str, step: str | None, reason: str | None, yes: bool) -> None:
    if step is None or reason is None:
        raise click.UsageError("--to wants --step, the step you mean, and --reason, which the players read")
    at_step(office, report.game, step)
    if to not in (report.here, declared(report.here)):
        raise PbemError(f"rules {report.ruleset} {to} are not here, but {report.here}. Nothing was done.", "install the pbem that has them")
    asked_back(f"From {step} on {report.game} is played on {report.here}; all players are told, with your reason. Go on?", yes)
    upgrade_game(office.house, report.game, step, reason)
    say(f"{report.game} is pinned to rules {report.ruleset} {report.here} from {step} on. The players are told.")
