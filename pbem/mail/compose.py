"""A mail of ours as bytes: the same values always give the same bytes, so that a resend is the same mail."""

import hashlib
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Literal

import msgspec

OURS = "X-Pbem"                        # by this header our own mail is known when it comes back
PLAIN_WIDTH = 78


class Attachment(msgspec.Struct, frozen=True):
    name: str
    mime: str
    content: bytes


class Outgoing(msgspec.Struct, frozen=True, kw_only=True):
    sender: str
    to: str
    subject: str
    text: str
    message_id: str
    date: str                          # ISO, with its offset
    reply_to: str = ""
    attachments: tuple[Attachment, ...] = ()
    in_reply_to: str = ""
    references: tuple[str, ...] = ()
    auto_submitted: Literal["auto-generated", "auto-replied"] = "auto-generated"
    language: str = "en"
    unsubscribe: str = ""


def message_id_for(game: str, document: str, host: str) -> str:
    digest = hashlib.sha256(f"{game}\0{document}".encode()).hexdigest()
    return f"<{digest[:32]}@{host}>"


def compose(mail: Outgoing) -> bytes:
    message = EmailMessage(policy=SMTP)
    for name, value in _headers(mail):
        if value:
            message[name] = " ".join(value.split())
    message.set_content(mail.text, cte=_encoding(mail.text))
    message["Content-Language"] = mail.language
    for attachment in mail.attachments:
        _attach(message, attachment)
    if mail.attachments:
        message.set_boundary("pbem-" + hashlib.sha256(mail.message_id.encode()).hexdigest()[:32])
    return message.as_bytes()


def _headers(mail: Outgoing) -> list[tuple[str, str]]:
    return [
        ("From", mail.sender),
        ("To", mail.to),
        ("Reply-To", mail.reply_to),
        ("Subject", mail.subject),
        ("Date", format_datetime(datetime.fromisoformat(mail.date))),
        ("Message-ID", mail.message_id),
        ("In-Reply-To", mail.in_reply_to),
        ("References", " ".join(mail.references)),
        ("Auto-Submitted", mail.auto_submitted),
        ("X-Auto-Response-Suppress", "OOF, AutoReply"),
        ("List-Unsubscribe", mail.unsubscribe),
        (OURS, "1"),
    ]


def _encoding(text: str) -> str:
    fits = text.isascii() and all(len(line) <= PLAIN_WIDTH for line in text.splitlines())
    return "7bit" if fits else "quoted-printable"


def _attach(message: EmailMessage, attachment: Attachment) -> None:
    kind, _, details = attachment.mime.partition(";")
    maintype, _, subtype = kind.strip().partition("/")
    message.add_attachment(attachment.content, maintype=maintype, subtype=subtype, filename=attachment.name)
    part = list(message.iter_attachments())[-1]
    for detail in filter(None, (piece.strip() for piece in details.split(";"))):
        name, _, value = detail.partition("=")
        part.set_param(name, value.strip('"'))
