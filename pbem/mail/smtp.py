"""Mail out: many letters over one connection, each told apart as sent, to be tried again, or refused for good."""

import ssl
from collections.abc import Callable, Iterable

import aiosmtplib
import msgspec

from pbem.mail.settings import SmtpSettings

PERMANENT = 500                        # SMTP answers of 5xx: the same letter will be refused again


class Letterbox(msgspec.Struct, frozen=True):
    """A composed mail with its envelope; `key` is the caller's own name for it."""

    key: str
    sender: str
    to: str
    raw: bytes


class Failure(msgspec.Struct, frozen=True):
    permanent: bool
    code: int                          # the server's answer, 0 if there was none
    text: str


Done = Callable[[Letterbox], None]
Failed = Callable[[Letterbox, Failure], None]
At = Callable[[str], None]


def _nowhere(point: str) -> None:
    """No fault is wanted."""


async def send_all(settings: SmtpSettings, letters: Iterable[Letterbox], on_done: Done, on_failed: Failed,
                   at: At = _nowhere) -> None:
    """Each letter ends in exactly one of the two callbacks, in the order given."""
    client = _client(settings)
    unreachable: Failure | None = None
    for letter in letters:
        if unreachable is None and not client.is_connected:
            unreachable = await _connect(client)
        failure = unreachable or await _send(client, letter, at)
        if failure is None:
            on_done(letter)
        else:
            on_failed(letter, failure)
    await _quit(client)


async def _send(client: aiosmtplib.SMTP, letter: Letterbox, at: At) -> Failure | None:
    at("smtp-data")
    try:
        await client.sendmail(letter.sender, [letter.to], letter.raw)
    except (aiosmtplib.SMTPException, OSError) as error:
        return classified(error)
    at("smtp-sent")
    return None


async def _connect(client: aiosmtplib.SMTP) -> Failure | None:
    try:
        await client.connect()
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        return Failure(False, _code(error), _text(error))      # no fault of the letter: it is kept
    return None


async def _quit(client: aiosmtplib.SMTP) -> None:
    if client.is_connected:
        try:
            await client.quit()
        except (aiosmtplib.SMTPException, OSError):
            client.close()


def classified(error: Exception) -> Failure:
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        return classified(error.recipients[0])
    if isinstance(error, aiosmtplib.SMTPNotSupported):
        return Failure(True, 0, _text(error))
    return Failure(_code(error) >= PERMANENT, _code(error), _text(error))


def _code(error: Exception) -> int:
    return error.code if isinstance(error, aiosmtplib.SMTPResponseException) else 0


def _text(error: Exception) -> str:
    if isinstance(error, aiosmtplib.SMTPResponseException):
        return f"{error.code} {error.message}"
    return str(error) or type(error).__name__


def _client(settings: SmtpSettings) -> aiosmtplib.SMTP:
    return aiosmtplib.SMTP(
        hostname=settings.host, port=settings.port, timeout=settings.timeout,
        username=settings.user or None, password=settings.password or None,
        use_tls=settings.tls == "tls", start_tls=settings.tls == "starttls",
        tls_context=None if settings.tls == "none" else ssl.create_default_context(cafile=settings.ca_file or None),
    )
