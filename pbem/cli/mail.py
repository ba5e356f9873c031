"""pbem mail: quarantine for the moderator; read and send, a player's post office at the terminal."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click
from sqlmodel import col, select

from pbem.cli.complete import seat_names
from pbem.cli.frame import Office, as_json, one_seat, pass_office, say, show_json, show_table
from pbem.errors import PbemError
from pbem.games.house import House
from pbem.games.ledger import message
from pbem.games.letters import clock_time
from pbem.games.postbox import Item, Postbox
from pbem.mail.letter import parse
from pbem.store.tables import MessageRow

ASIDE = ("quarantine", "failed")


@click.group()
def mail() -> None:
    """Mail that waits for the moderator, and a player's mailbox at the terminal."""


@mail.command()
@click.argument("seat", metavar="GAME.SEAT", shell_complete=seat_names, callback=one_seat)
@click.option("--number", "-n", type=int, help="This mail, read already or not.")
@click.option("--list", "listing", is_flag=True, help="Only who wrote when about what.")
@click.option("--wait", type=float, default=10.0, show_default=True, metavar="SECONDS", help="For a first unread mail.")
@as_json
@pass_office
def read(office: Office, seat: tuple[str, str], number: int | None, listing: bool, wait: float, as_json: bool) -> None:
    """What a player finds in his mailbox: the unread mails, their PDFs saved where a viewer finds them."""
    box = Postbox(office.house, *seat)
    if listing:
        show_listing(box.items(), as_json)
        return
    found = numbered(box, number) if number is not None else box.wait(wait)
    if as_json:
        show_json([plain(item, box.save_files(item)) for item in found])
    elif not found:
        say(f"Nothing unread for {'.'.join(seat)}; {len(box.items())} read before (--list shows them, --number N one of them).")
    for item in found:
        if not as_json:
            show_item(item, box.save_files(item), len(box.items()))
        box.mark_read(item)


def numbered(box: Postbox, number: int) -> list[Item]:
    items = box.items()
    if not 1 <= number <= len(items):
        raise PbemError(f"there is no mail {number}: {box.game}.{box.side} has {len(items)}", "--list shows them")
    return [items[number - 1]]


def show_listing(items: list[Item], as_json: bool) -> None:
    if as_json:
        show_json([plain(item, []) for item in items])
        return
    rows = [
        (item.number, "new" if item.unread else "", item.date, item.subject, ", ".join(name for name, _ in item.files)) for item in items
    ]
    show_table(("no", "", "date", "subject", "files"), rows, right=("no",))


def plain(item: Item, saved: list[Path]) -> dict[str, Any]:
    return {
        "number": item.number, "unread": item.unread, "from": item.sender, "date": item.date, "subject": item.subject,
        "message_id": item.message_id, "text": item.text, "files": [str(path) for path in saved] or [name for name, _ in item.files],
    }  # fmt: skip


def show_item(item: Item, saved: list[Path], total: int) -> None:
    say(
        f"--- mail {item.number} of {total}",
        f"From:    {item.sender}",
        f"Date:    {item.date}",
        f"Subject: {item.subject}",
        "",
        item.text.rstrip(),
    )
    if saved:
        say("", *(f"Saved:   {path}" for path in saved))
    say("")


@mail.command()
@click.argument("seat", metavar="GAME.SEAT", shell_complete=seat_names, callback=one_seat)
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path), default="-")
@click.option("--text", "-t", help="What to send, instead of a file.")
@pass_office
def send(office: Office, seat: tuple[str, str], file: Path, text: str | None) -> None:
    """Answer as that player: the text of FILE, or of standard input."""
    words = text if text is not None else contents(file)
    if not words.strip():
        raise PbemError("there is nothing to send", 'a file with orders, or --text "JOIN"')
    subject = Postbox(office.house, *seat).send(words.replace("\\n", "\n") if text is not None else words)
    say(f'Sent "{subject}". The answer: pbem mail read {".".join(seat)}')


def contents(file: Path) -> str:
    if str(file) == "-":
        if sys.stdin.isatty():
            say("Write the mail; Ctrl-D on a line of its own sends it.")
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return file.read_text(encoding="latin-1")
    except OSError as error:
        raise PbemError(f"cannot read {file}: {error.strerror}", "name a file with the text of the mail") from None


@mail.group(invoke_without_command=True)
@as_json
@pass_office
@click.pass_context
def quarantine(context: click.Context, office: Office, as_json: bool) -> None:
    """Mail of which nothing was executed: wrong token, unknown sender, or broken. Without a command: the list."""
    if context.invoked_subcommand is not None:
        return
    house = office.house
    rows = set_aside(house)
    if as_json:
        show_json([as_data(row) for row in rows])
    elif not rows:
        say("Nothing in quarantine.")
    else:
        cells = [(r.id, clock_time(r.arrived, house.settings.zone, "en"), r.sender, seat_of(r), r.why, size(r)) for r in rows]
        show_table(("no", "came", "from", "for", "why", "size"), cells, right=("no", "size"))


def set_aside(house: House) -> list[MessageRow]:
    with house.store.read() as session:
        return list(session.exec(select(MessageRow).where(col(MessageRow.outcome).in_(ASIDE)).order_by(col(MessageRow.id))))


def seat_of(row: MessageRow) -> str:
    return f"{row.game}.{row.side}" if row.game else ""


def size(row: MessageRow) -> str:
    return f"{max(1, round(len(row.raw) / 1024))} KB"


def as_data(row: MessageRow) -> dict[str, Any]:
    return {"number": row.id, "came": row.arrived, "from": row.sender, "for": seat_of(row), "why": row.why, "size": len(row.raw)}


def one_aside(house: House, number: int) -> MessageRow:
    row = message(house, number)
    if row is None or row.outcome not in ASIDE:
        raise PbemError(f"there is no mail {number} in quarantine", "pbem mail quarantine lists them")
    return row


@quarantine.command("show")
@click.argument("number", type=int)
@click.option("--text", "text_only", is_flag=True, help="Only the sender's own text.")
@click.option("--raw", is_flag=True, help="The mail as it came.")
@pass_office
def show_one(office: Office, number: int, text_only: bool, raw: bool) -> None:
    """One of them; looking executes nothing."""
    row = one_aside(office.house, number)
    if raw:
        click.echo(row.raw)
        return
    letter = parse(row.raw)
    lines = [line for text in letter.texts for line in text.lines]
    if not text_only:
        say(f"mail {row.id}, came {row.arrived}", f"From:    {letter.sender}", f"Subject: {letter.subject}", f"Why:     {row.why}")
    say(*(f"  | {line}" for line in lines), f"{len(lines)} lines; nothing of it was executed")


@quarantine.command()
@click.argument("number", type=int)
@click.option("--as", "seat", metavar="GAME.SEAT", required=True, help="Whose mail it is.", shell_complete=seat_names, callback=one_seat)
@click.option("--step", required=True, help='The step it is meant for: "T2 Allied main".')
@pass_office
def release(office: Office, number: int, seat: tuple[str, str], step: str) -> None:
    """Hand it on as that seat's mail; it is answered like any other."""
    from pbem.games.moderator import release as hand_on

    house = office.house
    one_aside(house, number)
    outcome = hand_on(house, number, *seat, step)
    say(f"{number} handed on as mail of {'.'.join(seat)}: {outcome}. The answer leaves with the next round of pbem serve.")
