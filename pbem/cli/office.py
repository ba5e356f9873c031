"""pbem init, pbem serve."""

from __future__ import annotations

import signal
import threading
from datetime import datetime

import rich_click as click

from pbem.cli.frame import SETTINGS, Office, pass_office, say
from pbem.errors import PbemError
from pbem.games.daemon import serve as serve_house
from pbem.games.house import House, init_house
from pbem.games.settings import absolute_url, load_settings
from pbem.store.db import upgrade as upgrade_database

MADE = {
    SETTINGS: "settings, with a comment on each",
    "pbem.sqlite": "database",
    "mail": "mailboxes for local play; no mail server needed",
    "keys": "token key: back it up, without it no reply is recognised",
}


@click.command()
@click.option("--upgrade", is_flag=True, help="Bring the database of an office made by an older pbem to this version.")
@pass_office
def init(office: Office, upgrade: bool) -> None:
    """Make an office in this folder: settings, database, mailboxes, key."""
    if upgrade:
        upgrade_database(absolute_url(load_settings(office.folder).database, office.folder))
        say("The database is at the newest version.")
        return
    here = office.folder / SETTINGS
    if here.exists():
        made = datetime.fromtimestamp(here.stat().st_mtime).strftime("%-d %b %Y")
        raise PbemError(f"{SETTINGS} is here already ({made}). Nothing was touched.", "another folder: pbem --dir FOLDER init")
    for path in init_house(office.folder):
        name = f"{path.relative_to(office.folder)}{'/' if path.is_dir() else ''}"
        say(f"Made  {name:<18} {MADE.get(path.name, '')}".rstrip())
    say("Next: pbem serve, and in another terminal: pbem game new SCENARIO --id NAME --seat SIDE=you@localhost --seat SIDE=staff")
    say("      pbem scenario list shows the scenarios; pbem demo plays one by itself, 2 minutes")


@click.command()
@pass_office
def serve(office: Office) -> None:
    """Receive, check, play, report and send until stopped (Ctrl-C). One a folder."""
    house = office.house
    stop = threading.Event()
    for sign in (signal.SIGINT, signal.SIGTERM):
        signal.signal(sign, lambda number, frame: stop.set())
    say(f"pbem works in {house.folder}; Ctrl-C stops it")
    serve_house(house, stop, lambda line: said(house, line))
    say("stopped; nothing is lost, pbem serve goes on where it was")


def said(house: House, line: str) -> None:
    click.echo(f"{datetime.now().strftime('%H:%M:%S')}  {line}")
