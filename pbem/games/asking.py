"""Commands that only ask: STATUS, HELP, HISTORY, RESEND."""

from __future__ import annotations

from email import message_from_bytes
from email.message import MIMEPart
from email.policy import SMTP

from sqlmodel import col, select

from pbem.engine.sequence import wanted
from pbem.games.commands import Desk, Piece
from pbem.games.documents import stage_words
from pbem.games.filing import checked, lexicon
from pbem.games.gamefile import GameFile
from pbem.games.helping import clause_lines, kind_lines, verb_lines
from pbem.games.letters import Model, moment
from pbem.games.new import others
from pbem.games.ordering import latest
from pbem.games.post import name_of, spoken_stage
from pbem.games.questions import kind_name
from pbem.games.rulehelp import example_rule, rule_text
from pbem.games.rulescard import card_attachment
from pbem.games.stages import choice_of
from pbem.games.standing import in_force
from pbem.mail.compose import Attachment
from pbem.mail.letter import parse
from pbem.orders import Command, print_line
from pbem.store.tables import OutboxRow, SeatRow
from pbem.words import words

TOPICS = ("ORDERS", "DOCTRINE", "CHANGE", "NAMES", "IF", "DICE", "CARD")
FRENCH_TOPICS = {
    "ORDRES": "ORDERS", "MODIFIER": "CHANGE", "NOMS": "NAMES", "SI": "IF", "DES": "DICE", "DÉS": "DICE", "FICHE": "CARD", "CARTE": "CARD",
    "RENSEIGNEMENT": "INTELLIGENCE", "RENSEIGNEMENTS": "INTELLIGENCE",
    "RULES CARD": "CARD", "FICHE DE REGLES": "CARD", "FICHE DE RÈGLES": "CARD",
}  # fmt: skip
MOST_HISTORY = 20


def status(desk: Desk, command: Command) -> Piece:
    """Nothing here tells whether anybody else has written."""
    file, seat = desk.file, desk.seat
    stage, filed = file.stage, file.in_force(seat.side)
    found = checked(file, seat, filed) if filed is not None and seat.side in file.wanted() else None
    model: Model = {
        "due": moment(stage.due) if stage is not None else None,
        "wanted": [name_of(file, side, seat.language) for side in wanted(file.rules, file.state)] if stage is not None else [],
        "mine": seat.side in file.wanted(),
        "number": len(file.of_stage(seat.side, stage)) if stage is not None else 0,
        "lines": len(found.lines) if found else 0,
        "need": [line.n for line in found.open] if found else [],
        "ready": seat.ready,
        "final": seat.side not in file.wanted() and seat.side in wanted(file.rules, file.state),
        "decisions": [open_question(file, seat, d.number) for d in file.open_decisions(seat.side)],
        "doctrine": len(seat.doctrine.splitlines()),
        "standing": [f"{s.n} {print_line(file.rules, s.line, seat.language)}" for s in in_force(file, seat.side)],
        "others": others(file, seat),
        "state": file.game.status,
        "latest": latest(file),
    }
    return Piece("status", model, 2)


def open_question(file: GameFile, seat: SeatRow, number: int) -> Model:
    row = next(d for d in file.decisions if (d.side, d.number) == (seat.side, number))
    choice = choice_of(row)
    name = kind_name(file, choice.kind, seat.language)
    return {"number": number, "name": name, "subject": choice.subject, "by": moment(row.deadline)}


def history(desk: Desk, command: Command) -> Piece:
    steps = {(stage.seq, stage.attempt): spoken_stage(desk.file, stage, desk.seat.language) for stage in desk.file.stages}
    mine = [f for f in desk.file.filings if f.side == desk.seat.side and f.turn >= 0][-MOST_HISTORY:]
    filings = [
        {
            "step": steps.get((f.seq, f.attempt), f"T{f.turn}"),  # kept for that turn
            "number": f.number,
            "at": moment(f.at),
            "text": f.raw,
            "cancelled": f.cancelled,
        }
        for f in mine
    ]
    return Piece("history", {"filings": filings}, 2)


def resend(desk: Desk, command: Command) -> Piece:
    """Our last mail to the seat once more, word for word."""
    row = last_mail(desk.file, desk.seat.side)
    if row is None:
        return desk.say("resend.nothing")
    letter = parse(row.raw)
    lines = [line for text in letter.texts if text.origin == "body" for line in text.lines]
    foot = max((i for i, line in enumerate(lines) if line.rstrip() == "--"), default=len(lines))
    subject = row.subject.removeprefix(f"[{desk.file.game.id}] ")
    return Piece("note", {"subject": subject, "lines": lines[:foot]}, 2, attachments_of(row))


def last_mail(file: GameFile, side: str) -> OutboxRow | None:
    with file.house.store.read() as session:
        found = select(OutboxRow).where(OutboxRow.game == file.game.id, OutboxRow.side == side).order_by(col(OutboxRow.id).desc())
        return session.exec(found).first()


def attachments_of(row: OutboxRow) -> list[Attachment]:
    parts = message_from_bytes(row.raw, policy=SMTP).iter_attachments()
    return [Attachment(part.get_filename() or "file", part.get_content_type(), content_of(part)) for part in parts]


def content_of(part: MIMEPart) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def help_on(desk: Desk, command: Command) -> Piece:
    file, seat = desk.file, desk.seat
    asked = command.args.strip()
    topic = FRENCH_TOPICS.get(asked.upper(), asked.upper())
    if topic == "CARD":
        return rules_card(desk)
    text = rule_text(file, asked, seat.language) if topic not in ("", *TOPICS) else ""
    option = topic.lower() if topic.lower() in file.rules.options else ""
    known = "RULE" if text else "OPTION" if option else topic if topic in ("", *TOPICS) else "UNKNOWN"
    stage = file.stage
    model: Model = {
        "topic": known,
        "asked": asked,
        "option": option,
        "topics": [english_or_french(topic, seat.language) for topic in (*TOPICS, *(name.upper() for name in file.rules.options))],
        "due": moment(stage.due) if stage is not None else None,
        "mine": seat.side in file.wanted(),
        "verbs": verb_lines(file, seat.side, seat.language) if known == "ORDERS" else [],
        "clauses": clause_lines(file, seat.side, seat.language) if known == "ORDERS" else [],
        **(kind_lines(file, seat.language) if known == "DOCTRINE" else {"kinds": [], "facts": []}),
        "roads": any(link.get("kind") == "road" for links in file.rules.board(file.game.scenario).links.values() for link in links),
        "formations": any(unit.formations for unit in lexicon(file, seat.side).units),
        "stages": stage_names(file, seat.language) if known == "IF" else [],
        "rule": asked if text else "",
        "rule_text": text,
        "example_rule": example_rule(file),
    }
    return Piece("help", model, 2)


def stage_names(file: GameFile, language: str) -> list[Model]:
    """The steps that want orders: the word a player types for each, and its name."""
    say = words(language, file.game.ruleset)
    stages = list(dict.fromkeys(verb.stage for verb in file.rules.verbs.values() if verb.stage and verb.stage not in file.never()))
    typed = {stage: say.messages.get(f"stage.{stage}", stage).split("|")[0].upper() for stage in stages}
    return [{"word": typed[stage], "name": stage_words(file, stage, language)} for stage in stages]


def english_or_french(topic: str, language: str) -> str:
    """The topic as a player of that language types it."""
    return next((word for word, known in FRENCH_TOPICS.items() if known == topic), topic) if language == "fr" else topic


def rules_card(desk: Desk) -> Piece:
    attached = card_attachment(desk.file, desk.seat.language)
    if attached is None:
        return desk.say("help.card.none", 2)
    piece = desk.say("help.card", 2)
    piece.attachments.append(attached)
    return piece
