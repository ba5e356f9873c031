"""Mail that no person wrote: never answered, or two programs would write to each other for ever."""

import re
from collections.abc import Callable, Sequence
from email.message import EmailMessage, Message

import msgspec

from pbem.mail.compose import OURS

_BULK = frozenset(("bulk", "list", "junk", "auto_reply"))
_ROBOTS = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)([+=-].*)?@.*", re.IGNORECASE)
_ABSENT = re.compile(
    r"\s*(\W*(out of (the )?office|automatic reply|auto(matic)?[- ]?(reply|response)|autoreply|"
    r"r[ée]ponse automatique|absence du bureau|message d['’]absence|absent du bureau)\b"
    r"|(undeliver(able|ed)|delivery status notification|returned mail|mail delivery failed|[ée]chec de (la )?remise|"
    r"non remis)\b)",
    re.IGNORECASE,
)
_FIELD = re.compile(r"rfc822;\s*(\S+)", re.IGNORECASE)
_MOST_FAILED = 20


class Bounce(msgspec.Struct, frozen=True):
    recipients: tuple[str, ...]
    permanent: bool
    message_id: str                    # of the mail that came back, as far as the report quotes it


def why_automatic(field: Callable[[str], str], sender: str) -> str:
    """The sign by which it is known, or an empty string."""
    submitted = field("auto-submitted").lower()
    signs = {
        "ours": bool(field(OURS)),
        "auto-submitted": submitted not in ("", "no"),
        "list": bool(field("list-id")) or field("precedence").lower() in _BULK,
        "autoreply": bool(field("x-autoreply") or field("x-autorespond")),
        "bounce": field("content-type").lower().startswith("multipart/report") or field("return-path") == "<>",
        "robot": _ROBOTS.fullmatch(sender) is not None,
        "subject": _ABSENT.match(field("subject")) is not None,
    }
    return next((sign for sign, seen in signs.items() if seen), "")


def bounce_of(message: EmailMessage) -> Bounce | None:
    """What a delivery report says, if this is one; a report of mere delay is no permanent failure."""
    if message.get_content_type() != "multipart/report":
        return None
    parts = list(message.iter_parts())[:_MOST_FAILED]
    reports = [block for part in parts if part.get_content_type() == "message/delivery-status"
               for block in _blocks(part)][:_MOST_FAILED]
    failed = [found[1] for block in reports if (found := _FIELD.search(str(block.get("final-recipient", ""))))]
    actions = [str(block.get("action", "")).strip().lower() for block in reports]
    return Bounce(tuple(failed), "failed" in actions, _original(parts)) if failed else None


def _blocks(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [block for block in payload if isinstance(block, Message)] if isinstance(payload, list) else []


def _original(parts: Sequence[Message]) -> str:
    for part in parts:
        if part.get_content_type() == "message/rfc822":
            return next((str(block.get("message-id", "")).strip() for block in _blocks(part)), "")
        if part.get_content_type() == "text/rfc822-headers":
            found = re.search(r"^message-id:\s*(\S+)", str(part.get_payload()), re.IGNORECASE | re.MULTILINE)
            return found[1] if found else ""
    return ""
