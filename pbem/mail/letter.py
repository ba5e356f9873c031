"""From raw bytes to a letter: who, to whom, in answer to what, and its texts. Garbage gives a poor letter, no error."""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage, MIMEPart
from email.parser import BytesHeaderParser
from email.policy import EmailPolicy
from typing import TYPE_CHECKING, TypeVar

import msgspec

from pbem.mail.automatic import Bounce, bounce_of, why_automatic
from pbem.mail.incoming import message_id_in, split_head
from pbem.mail.text import as_lines, decoded, unflowed

LARGEST_TEXT = 256 * 1024
MOST_LINES = 2_000
LARGEST_HTML = 4 * 1024 * 1024
LARGEST_RAW = 32 * 1024 * 1024
MOST_PARTS = 100
DEEPEST_PART = 10
LONGEST_FIELD = 4_000
LONGEST_NAME = 120

_READ_FILES = (".txt", ".md")
_SILENT_TYPES = frozenset(("application/pgp-signature", "application/pgp-keys", "application/pkcs7-signature",
                           "application/x-pkcs7-signature"))
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]\\]{1,200}@[^\s<>,;:\"()\[\]\\@]{1,200}")
_RECIPIENTS = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}>")
T = TypeVar("T")
_STRUCTURE = re.compile(rb"boundary\s*=|content-type:\s*message/", re.IGNORECASE)


class Text(msgspec.Struct, frozen=True):
    origin: str                        # body or file
    name: str                          # of the file
    lines: tuple[str, ...]


class Note(msgspec.Struct, frozen=True):
    """For the answer to tell: `broken`, `charset` (its name), `unread` (file names), `quoted` (lines not ours)."""

    key: str
    facts: tuple[str, ...] = ()


BROKEN = Note("broken")


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    sender: str
    recipients: tuple[str, ...]
    subject: str
    message_id: str
    in_reply_to: str
    references: tuple[str, ...]
    authentication: tuple[str, ...]    # Authentication-Results, topmost first: lower ones may be forged
    texts: tuple[Text, ...]
    files: tuple[str, ...]             # attachments that are not read
    notes: tuple[Note, ...]
    why_auto: str                      # empty: a person wrote it
    bounce: Bounce | None
    too_big: str | None                # text, lines or size

    @property
    def auto(self) -> bool:
        return bool(self.why_auto)


if TYPE_CHECKING:
    _StandardPolicy = EmailPolicy[EmailMessage]
else:
    _StandardPolicy = EmailPolicy      # not subscriptable when it runs


class _Policy(_StandardPolicy):
    """The standard one is quadratic on some very long fields."""

    def header_fetch_parse(self, name: str, value: str) -> str:
        parsed: str = super().header_fetch_parse(name, value[:LONGEST_FIELD])
        return parsed


def parse(raw: bytes) -> Letter:
    head, _ = split_head(raw)
    message, notes = _message(raw, head)
    gathered = _Gathered(notes)
    bounce = _safely(lambda: bounce_of(message), None)
    if not notes and not _safely(lambda: gathered.whole(message), False):
        gathered.notes.append(BROKEN)
    sender = _sender(message)
    replied = _ids(message, "in-reply-to")
    return Letter(
        sender=sender, recipients=_recipients(message), subject=_subject(message),
        message_id=message_id_in(head), in_reply_to=replied[0] if replied else "",
        references=_ids(message, "references"), authentication=_fields(message, "authentication-results"),
        texts=tuple(gathered.texts), files=tuple(gathered.files), notes=tuple(gathered.notes),
        why_auto=why_automatic(lambda name: _field(message, name), sender), bounce=bounce,
        too_big="size" if len(raw) > LARGEST_RAW else gathered.too_big(),
    )


def _message(raw: bytes, head: bytes) -> tuple[EmailMessage, list[Note]]:
    """The whole mail where its structure is sane, else its head alone."""
    policy = _Policy()
    try:
        if len(raw) <= LARGEST_RAW and len(_STRUCTURE.findall(raw)) <= MOST_PARTS:
            return message_from_bytes(raw, policy=policy), []
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError, IndexError):
        pass                           # the parser's own faults on broken mail
    return BytesHeaderParser(policy=policy).parsebytes(head[:LARGEST_TEXT]), [BROKEN]


def _safely(do: Callable[[], T], otherwise: T) -> T:
    """The standard library raises many things on broken mail, others in each release; none may stop the post."""
    try:
        return do()
    except Exception:
        return otherwise


class _Gathered:
    def __init__(self, notes: list[Note]) -> None:
        self.notes = list(notes)
        self.texts: list[Text] = []
        self.files: list[str] = []
        self.parts = 0
        self.over: str | None = None

    def whole(self, message: MIMEPart) -> bool:
        self.take(message, 0)
        return True

    def take(self, part: MIMEPart, depth: int) -> None:
        self.parts += 1
        if self.parts > MOST_PARTS or depth > DEEPEST_PART:
            raise ValueError("more parts than a person sends")
        kind = part.get_content_type()
        if kind == "multipart/alternative":
            self._take_best(part, depth)
        elif part.is_multipart() and not kind.startswith("message/"):
            self._take_all(part, kind, depth)
        else:
            self._take_leaf(part, kind)

    def _take_all(self, part: MIMEPart, kind: str, depth: int) -> None:
        children = list(part.iter_parts())
        if kind == "multipart/related":
            children = [child for child in children if child.get_content_maintype() != "image"]
        for child in children:
            self.take(child, depth + 1)

    def _take_best(self, part: MIMEPart, depth: int) -> None:
        """The plain version if it says anything, else the last one, which is the richest."""
        children = list(part.iter_parts())
        plain = [child for child in children if child.get_content_type() == "text/plain"]
        for child in [*plain, *reversed(children)]:
            before = len(self.texts)
            self.take(child, depth + 1)
            if any(line.strip() for text in self.texts[before:] for line in text.lines) or self.over:
                return

    def _take_leaf(self, part: MIMEPart, kind: str) -> None:
        name = _file_name(part)
        if name.lower().endswith(_READ_FILES) or (not name and kind == "text/plain" and part.is_attachment()):
            self._add("file", name, self._plain(part))
        elif not name and kind == "text/plain":
            self._add("body", "", self._plain(part))
        elif not name and kind == "text/html" and not part.is_attachment():
            self._add("body", "", self._html(part))
        elif kind not in _SILENT_TYPES:
            self.files.append(name or kind)

    def _plain(self, part: MIMEPart) -> str:
        text = self._content(part)
        if str(part.get_param("format", "")).lower() == "flowed":
            return unflowed(text, str(part.get_param("delsp", "")).lower() == "yes")
        return text

    def _html(self, part: MIMEPart) -> str:
        source = self._content(part)
        if len(source) > LARGEST_HTML:
            self.over = "text"
            return ""
        from pbem.mail.html import html_to_text  # rare, and slow to load

        return html_to_text(source)

    def _content(self, part: MIMEPart) -> str:
        charset = _safely(lambda: str(part.get_param("charset", "")), "")
        payload = part.get_payload(decode=True)
        text, served = decoded(payload if isinstance(payload, bytes) else b"", charset)
        if not served:
            self.notes.append(Note("charset", (charset,)))
        return text

    def _add(self, origin: str, name: str, text: str) -> None:
        self.texts.append(Text(origin, name, as_lines(text)))

    def too_big(self) -> str | None:
        if self.over or sum(len(line.encode("utf-8", "replace")) + 1 for line in self._lines()) > LARGEST_TEXT:
            return "text"
        return "lines" if sum(1 for _ in self._lines()) > MOST_LINES else None

    def _lines(self) -> Iterator[str]:
        return (line for text in self.texts for line in text.lines)


def _file_name(part: MIMEPart) -> str:
    name = _safely(lambda: part.get_filename() or "", "")
    return "".join(as_lines(re.split(r"[/\\]", name)[-1]))[:LONGEST_NAME].strip()


def _field(message: EmailMessage, name: str) -> str:
    return _safely(lambda: _storable(str(message.get(name, ""))), "").strip()


def _fields(message: EmailMessage, *names: str) -> tuple[str, ...]:
    """Unparsed, for what must survive any length and any fault."""
    return tuple(_storable(str(value)) for wanted in names for name, value in message.raw_items() if name.lower() == wanted)


def _storable(text: str) -> str:
    """Raw 8-bit bytes in a header come as surrogates, which nothing can write down again."""
    return text.encode("utf-8", "replace").decode()


def _subject(message: EmailMessage) -> str:
    return " ".join(as_lines(_field(message, "subject"))).strip()


def _sender(message: EmailMessage) -> str:
    """Exactly one From with exactly one address, or nobody: anything else could be read as two people."""
    if len(_fields(message, "from")) != 1:
        return ""
    addresses: list[str] = _safely(lambda: [found.addr_spec for found in message["from"].addresses], [])
    sound = [address for address in addresses if address == _storable(address) and _ADDRESS.fullmatch(address)]
    return sound[0].lower() if len(addresses) == len(sound) == 1 else ""


def _recipients(message: EmailMessage) -> tuple[str, ...]:
    found = (address for value in _fields(message, *_RECIPIENTS) for address in _ADDRESS.findall(value))
    return tuple(dict.fromkeys(address.lower() for address in found))


def _ids(message: EmailMessage, name: str) -> tuple[str, ...]:
    return tuple(_MESSAGE_ID.findall(" ".join(_fields(message, name))))
