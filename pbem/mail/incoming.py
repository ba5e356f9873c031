"""A mail that arrived: stored whole and keyed before anything looks at it."""

import hashlib
import re

import msgspec

_MESSAGE_ID = re.compile(rb"^message-id:[ \t]*(?:\r?\n[ \t]+)?(\S+)", re.IGNORECASE | re.MULTILINE)
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LONGEST_ID = 250


class Incoming(msgspec.Struct, frozen=True):
    mailbox: str
    uidvalidity: int
    uid: int
    raw: bytes
    arrived: str                       # ISO, by the injected clock
    message_id: str
    digest: str                        # sha256 of the raw bytes
    fingerprint: str                   # the same for two deliveries of one mail, whatever way each came


def incoming(mailbox: str, uidvalidity: int, uid: int, raw: bytes, arrived: str) -> Incoming:
    head, body = split_head(raw)
    message_id = message_id_in(head)
    return Incoming(mailbox, uidvalidity, uid, raw, arrived, message_id,
                    hashlib.sha256(raw).hexdigest(), _fingerprint(message_id, raw, body))


def split_head(raw: bytes) -> tuple[bytes, bytes]:
    end = _HEAD_END.search(raw)
    return (raw, b"") if end is None else (raw[:end.start()], raw[end.end():])


def message_id_in(head: bytes) -> str:
    found = _MESSAGE_ID.search(head)
    return "" if found is None else found[1][:_LONGEST_ID].decode("ascii", "replace")


def _fingerprint(message_id: str, raw: bytes, body: bytes) -> str:
    """Message-ID and body: trace headers differ between two deliveries, and a Message-ID alone can be reused."""
    if not message_id:
        return hashlib.sha256(raw).hexdigest()
    return hashlib.sha256(message_id.encode() + b"\0" + body.replace(b"\r\n", b"\n").rstrip()).hexdigest()
