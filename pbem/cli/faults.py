"""What went wrong, in one or two lines, and the exit code that says so."""

from __future__ import annotations

import tempfile
import traceback
from datetime import datetime
from pathlib import Path

import rich_click as click
from click.exceptions import Exit

from pbem.errors import PbemError

REFUSED, WRONG_USAGE = 1, 2


class Quiet(Exit):
    """Refused after everything was said."""

    def __init__(self) -> None:
        super().__init__(REFUSED)


def refused(error: PbemError) -> int:
    click.echo(f"refused: {error}", err=True)
    if error.remedy:
        click.echo(f"         {error.remedy}", err=True)
    return REFUSED


def usage(error: click.ClickException) -> int:
    click.echo(f"usage: {error.format_message()}", err=True)
    context = getattr(error, "ctx", None)
    if context is not None:
        click.echo(f"       {context.command_path} --help shows what it takes", err=True)
    return WRONG_USAGE


def broken(error: Exception, args: list[str]) -> int:
    """A fault of ours, or of the machine: one line, and where the rest of it is."""
    from sqlalchemy.exc import DBAPIError

    if isinstance(error, DBAPIError):
        return refused(PbemError(f"the database cannot be read: {error.orig}", "restore it from your backup, or name another --dir"))
    if isinstance(error, OSError):
        return refused(
            PbemError(f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "), "check the path and its permissions")
        )
    log = write_log(error, args)
    click.echo(f"broken: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else 'no message'}", err=True)
    click.echo(f"        This is a fault of pbem, nothing half-done was kept. Details: {log}", err=True)
    return REFUSED


def write_log(error: Exception, args: list[str]) -> Path:
    file = Path(tempfile.gettempdir()) / "pbem-faults.log"
    with file.open("a", encoding="utf-8") as log:
        log.write(f"\n{datetime.now().astimezone().isoformat(timespec='seconds')} pbem {' '.join(args)}\n")
        log.writelines(traceback.format_exception(error))
    return file
