"""One mail of a player: read once, all its commands carried out, one answer; all of it in one commit."""

from __future__ import annotations

import re

from sqlmodel import col, select

from pbem.engine.ruleset import Lexicon
from pbem.games import asking, commands, doctrine, offers, ordering, tutorial
from pbem.games.commands import Desk, Handler, Piece
from pbem.games.filing import lexicon
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House
from pbem.games.ledger import message
from pbem.games.letters import clock_time, office_words
from pbem.games.post import post, spoken_step, written
from pbem.games.who import Found, Stranger, whose
from pbem.mail.automatic import Bounce
from pbem.mail.letter import BROKEN, Letter, parse
from pbem.mail.reading import Part, Reading, read
from pbem.orders import Command, read_orders, split_mail, verbs_now
from pbem.reports.text import MailText
from pbem.store.db import LostRace
from pbem.store.tables import AuditRow, MessageRow, OutboxRow, SeatRow

HANDLERS: dict[str, Handler] = {
    "JOIN": commands.join,
    "NO THANKS": commands.no_thanks,
    "RESIGN": commands.resign,
    "ORDERS": ordering.orders,
    "CHANGE": ordering.change,
    "CANCEL ORDERS": ordering.cancel_orders,
    "READY": ordering.ready,
    "READY ANYWAY": ordering.ready,
    "WAIT": ordering.wait,
    "ANSWER": commands.answer,
    "USE": commands.use_nothing,
    "STOP EVERY": ordering.stop_every,
    **dict.fromkeys(offers.OFFERS, offers.offer),
    "MAP": commands.map_now,
    "REPORT": commands.report,
    "SET LANGUAGE": commands.set_language,
    "STATUS": asking.status,
    "HISTORY": asking.history,
    "RESEND": asking.resend,
    "HELP": asking.help_on,
    "DOCTRINE": doctrine.doctrine,
    "DOCTRINE ADD": doctrine.doctrine_add,
    "DOCTRINE REMOVE": doctrine.doctrine_remove,
    "DOCTRINE SHOW": doctrine.doctrine_show,
}

LIKE_COMMANDS = {"READY", "WAIT", "RESIGN", "JOIN", "CANCEL", "ANSWER", "PRET", "ATTENDRE", "ABANDONNER", "REJOINDRE"}


def handle(house: House, number: int) -> str:
    """The outcome, as the ledger keeps it. Handled once for all: a second call does nothing."""
    row = message(house, number)
    if row is None or row.handled:
        return "done already"
    letter = parse(row.raw)
    found = whose(house, letter)
    if letter.auto or letter.bounce is not None:
        return robot(house, row, letter, found)
    if isinstance(found, Stranger):
        row.game, row.side = found.game, found.side
        return set_aside(house, row, "quarantine", found.why, letter.sender)
    return carry_out(house, row, letter, found, "done")


def robot(house: House, row: MessageRow, letter: Letter, found: Found | Stranger) -> str:
    """Never answered; the moderator sees it on the seat, and a mail that came back in the outbox."""
    row.game, row.side = found.game, found.side
    if letter.bounce is None:
        return set_aside(house, row, "automatic", letter.why_auto, letter.sender)
    sent = mail_back(house, letter.bounce)
    with house.store.write() as session:
        for mail in sent:
            mail.state, mail.why = "bounced" if letter.bounce.permanent else mail.state, f"came back: {', '.join(letter.bounce.recipients)}"
            row.game, row.side = mail.game, mail.side
            session.merge(mail)
            session.add(AuditRow(game=mail.game, at=house.now(), who=mail.side, what="bounce", detail=mail.subject))
    return set_aside(house, row, "bounce", ", ".join(letter.bounce.recipients), letter.sender)


def mail_back(house: House, bounce: Bounce) -> list[OutboxRow]:
    """The mail that the report quotes, or else the newest to that address."""
    with house.store.read() as session:
        newest = col(OutboxRow.id).desc()
        quoted = select(OutboxRow).where(OutboxRow.message_id == bounce.message_id)
        to_him = select(OutboxRow).where(col(OutboxRow.to).in_([name.lower() for name in bounce.recipients])).order_by(newest)
        found = session.exec(quoted).first() or session.exec(to_him).first()
        return [found] if found is not None else []


def set_aside(house: House, row: MessageRow, outcome: str, why: str, sender: str = "") -> str:
    row.handled, row.outcome, row.why, row.sender = True, outcome, why, sender
    with house.store.write() as session:
        session.merge(row)
    return outcome


def carry_out(house: House, row: MessageRow, letter: Letter, who: Found, outcome: str) -> str:
    """Computed on the game as it stands, committed only if it still stands there."""
    while True:
        file = load(house, who.game)
        seat = file.seats[who.side]
        answer_mail(file, seat, row, letter)
        row.handled, row.outcome, row.sender, row.game, row.side = True, outcome, letter.sender, who.game, who.side
        try:
            file.commit([row])
            return outcome
        except LostRace:
            continue


def answer_mail(file: GameFile, seat: SeatRow, row: MessageRow, letter: Letter) -> None:
    reading = reading_of(file.house, letter)
    desk = Desk(file, seat, f"mail {row.id}", notes_on(reading, seat.language))
    pieces = do_all(desk, reading, letter)
    if desk.notes and not any("notes" in piece.model for piece in pieces):
        pieces.append(Piece("note", {"subject": "", "lines": desk.notes}, 0))
    texts = [written(file, seat, piece.template, piece.model) for piece in pieces]
    best = max(range(len(pieces)), key=lambda i: (pieces[i].weight, -i))
    text = MailText(texts[best].subject, "\n".join(text.text for text in texts))
    attachments = [attachment for piece in pieces for attachment in piece.attachments]
    post(file, seat, "reply", f"reply {row.fingerprint}", text, attachments, letter)
    for reply in (piece.model for piece in pieces if piece.template == "reply"):
        tutorial.after_reply(file, seat, reply)


def reading_of(house: House, letter: Letter) -> Reading:
    """What he wrote himself, told apart from what he quotes of our mail."""
    sent = mail_answered(house, letter)
    if sent is None:
        return read(letter)
    ours = parse(sent.raw)
    lines = [line for text in ours.texts if text.origin == "body" for line in text.lines]
    return read(letter, lines, [line for line in lines if "__" in line], sent.subject, ours.files)


def mail_answered(house: House, letter: Letter) -> OutboxRow | None:
    with house.store.read() as session:
        for name in (letter.in_reply_to, *reversed(letter.references)):
            if name and (row := session.exec(select(OutboxRow).where(OutboxRow.message_id == name)).first()) is not None:
                return row
    return None


def notes_on(reading: Reading, language: str) -> list[str]:
    told = [office_words(language, f"reading.{n.key}", facts=list(n.facts), n=len(n.facts)) for n in reading.notes if n != BROKEN]
    ways = [line.how for part in reading.parts for line in part.lines]
    return told + [office_words(language, f"reading.{how}", n=ways.count(how)) for how in ("template", "table", "subject") if how in ways]


def do_all(desk: Desk, reading: Reading, letter: Letter) -> list[Piece]:
    if letter.too_big or BROKEN in reading.notes:
        return [desk.say(f"reading.too-big-{letter.too_big}" if letter.too_big else "reading.broken", 9)]
    asked = offers.in_their_place(commands_of(desk, reading))
    if not any(command.name == "RESIGN" for command in asked):
        desk.seat.resigning = False
    pieces: list[Piece] = []
    for n, command in enumerate(asked):
        if told_below(desk, command, asked[n + 1 :]):
            quiet = HANDLERS[command.name](desk, command)
            pieces += [quiet] if quiet.template != "reply" else []
            desk.notes += quiet.model.get("notes", []) if quiet.template == "reply" and command.name == "ORDERS" else []
            desk.notes = list(dict.fromkeys(desk.notes))
        else:
            pieces.append(HANDLERS.get(command.name, commands.not_here)(desk, command))
    return pieces or [nothing_read(desk)]


def told_below(desk: Desk, command: Command, rest: list[Command]) -> bool:
    """READY plays the same lines back, as final; so does an offer to end that becomes one of them."""
    if command.name not in ("ORDERS", "CHANGE", *offers.OFFERS):
        return False
    again = command.name not in offers.OFFERS and desk.seat.side in desk.file.wanted() and any(c.name in offers.OFFERS for c in rest)
    return again or any(c.name.startswith("READY") for c in rest)


def nothing_read(desk: Desk) -> Piece:
    """Talk, or an empty mail: nothing changed, and what is wanted when."""
    file, seat = desk.file, desk.seat
    piece = desk.say("mail.nothing")
    lines = piece.model["lines"]
    lines += [office_words(seat.language, "mail.talk", words=words) for words in desk.talk]
    stage = file.stage
    if stage is not None and seat.side in file.wanted():
        by = clock_time(stage.due, file.zone, seat.language)
        lines.append(office_words(seat.language, "mail.wanted", step=spoken_step(file, seat.language), when=by))
    elif file.game.status == "running":
        lines.append(office_words(seat.language, "mail.not-wanted", step=spoken_step(file, seat.language), next=file.state.turn + 1))
    lines.append(office_words(seat.language, "mail.how"))
    return piece


def commands_of(desk: Desk, reading: Reading) -> list[Command]:
    """Commands of body and files in their order; two different sets of orders are never mixed: the body's stand."""
    parts = [with_orders(desk, part) for part in reading.parts]
    desk.talk = [words for found in parts for c in found if c.name == "TALK" for words in like_commands(c.body)]
    bodies = [c for found in parts for c in found if c.name == "ORDERS"]
    if len({c.body.strip() for c in bodies}) > 1 and len([f for f in parts if any(c.name == "ORDERS" for c in f)]) > 1:
        first, other = bodies[0], bodies[-1]
        desk.versions = [{"body": a, "file": b} for a, b in paired(first.body, other.body) if a != b]
    kept: list[Command] = []
    for command in (c for found in parts for c in found):
        if command.name == "USE":
            kept.append(use(desk, command))
        elif command.name == "ORDERS" and any(c.name == "ORDERS" for c in kept) and desk.versions:
            continue
        elif command.name != "TALK":
            kept.append(command)
    return kept


def like_commands(text: str) -> list[str]:
    """Lines of talk that hold the word of a command: told, since it may have been meant."""
    return [line.strip() for line in text.splitlines() if set(re.findall(r"[A-Z]+", line.upper())) & LIKE_COMMANDS]


def paired(one: str, two: str) -> list[tuple[str, str]]:
    a, b = one.strip().splitlines(), two.strip().splitlines()
    length = max(len(a), len(b))
    return list(zip(a + [""] * (length - len(a)), b + [""] * (length - len(b)), strict=True))


def with_orders(desk: Desk, part: Part) -> list[Command]:
    """Without the keyword, a paragraph with at least one readable order is orders, and every line of it counts."""
    found = split_mail(part.text, tuple(name for name in offers.OFFERS if name in desk.file.rules.verbs))
    if desk.seat.side not in desk.file.wanted() or any(c.name in ("ORDERS", "CHANGE") for c in found):
        return found
    names = lexicon(desk.file, desk.seat.side)
    read_as = [c for c in found if c.name == "TALK" and is_orders(desk, names, c.body)]
    if not read_as:
        return found
    whole = Command("ORDERS", "", "\n".join(c.body for c in read_as), read_as[0].row)
    rest = [c for c in found if c not in read_as]
    return [*(c for c in rest if c.row < whole.row), whole, *(c for c in rest if c.row >= whole.row)]


def is_orders(desk: Desk, names: Lexicon, text: str) -> bool:
    now = verbs_now(desk.file.rules, desk.file.state)
    reading = read_orders(desk.file.rules, names, text, desk.seat.language, now)
    return any(line.line is not None for line in reading.lines)


def use(desk: Desk, command: Command) -> Command:
    """USE FILE, BODY or BOTH: the last mail's orders are read again from the stored mail."""
    filed = desk.file.in_force(desk.seat.side)
    number = int(filed.source.removeprefix("mail ")) if filed is not None and filed.source.startswith("mail ") else 0
    row = message(desk.file.house, number) if number else None
    wanted = command.args.strip().upper()
    if row is None or wanted not in ("FILE", "BODY", "BOTH"):
        return command
    reading = reading_of(desk.file.house, parse(row.raw))
    parts = [part for part in reading.parts if wanted == "BOTH" or (part.origin == "file") == (wanted == "FILE")]
    texts = [c.body for part in parts for c in with_orders(desk, part) if c.name == "ORDERS"]
    return Command("ORDERS", f"T{desk.file.state.turn}", "\n".join(texts), command.row) if texts else command
