"""The moderator's console. Exit codes: 0 done, 1 refused with a reason, 2 wrong usage. No traceback reaches a user."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import rich_click as click
from click.exceptions import Abort

from pbem.cli.faults import broken, refused, usage
from pbem.cli.frame import Lazy, Office, found_folder, version_text
from pbem.data import OWN
from pbem.errors import PbemError

COMMANDS = {
    "init": "pbem.cli.office:init",
    "serve": "pbem.cli.office:serve",
    "demo": "pbem.cli.demo:demo",
    "game": "pbem.cli.games:game",
    "mail": "pbem.cli.mail:mail",
    "scenario": "pbem.cli.scenario:scenario",
    "rules": "pbem.cli.rules:rules",
    "case": "pbem.cli.rules:case",
    "orders": "pbem.cli.orders:orders",
    "calc": "pbem.cli.calc:calc",
    "autoplay": "pbem.cli.play:autoplay",
    "dice": "pbem.cli.play:dice",
    "completion": "pbem.cli.completion:completion",
}

click.rich_click.COMMAND_GROUPS = {
    "pbem": [
        {"name": "The office", "commands": ["init", "serve", "demo"]},
        {"name": "Games and mail", "commands": ["game", "mail", "dice"]},
        {"name": "Scenarios and rules", "commands": ["scenario", "rules", "case", "orders", "calc", "autoplay"]},
        {"name": "Shell", "commands": ["completion"]},
    ]
}


@click.group(cls=Lazy, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--dir", "folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path), envvar="PBEM_DIR",
              help="Folder with pbem.toml. Without it: this folder, or the nearest one above that has a pbem.toml.")  # fmt: skip
@click.option("--data", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="Scenarios or templates of your own: FOLDER/scenarios, FOLDER/templates go before the shipped ones.")  # fmt: skip
@click.version_option(version_text(), "--version", message="%(version)s")
@click.pass_context
def cli(context: click.Context, folder: Path | None, data: Path | None) -> None:
    """Play-by-email for board wargames: real rules, enforced by plain mail.

    Start with  pbem demo  (two staff officers play by mail, two minutes), or make an office of your own:
    pbem init, then pbem serve, then in another terminal pbem game new SCENARIO (pbem scenario list names them).
    """
    if data is not None:
        os.environ[OWN] = str(data.resolve())
    context.obj = Office((folder or found_folder()).resolve())


def run(args: list[str]) -> int:
    """The exit code."""
    try:
        outcome = cli.main(args, prog_name="pbem", standalone_mode=False)
        return outcome if isinstance(outcome, int) else 0
    except Abort:
        click.echo("Nothing was done.", err=True)
        return 1
    except click.ClickException as error:
        return usage(error)
    except PbemError as error:
        return refused(error)
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 1
    except Exception as error:
        return broken(error, args)


def main() -> None:
    sys.exit(run(sys.argv[1:]))
