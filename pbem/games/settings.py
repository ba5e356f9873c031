"""pbem.toml: how this office is reached and what its games agree on unless told otherwise."""

from __future__ import annotations

import re
import tomllib
from datetime import timedelta
from pathlib import Path

import msgspec

from pbem.errors import DataError, PbemError
from pbem.mail.settings import ImapSettings, OfficeSettings, SmtpSettings

FILE = "pbem.toml"
POLICIES = ("strict", "truncate", "ask")
_SPAN = re.compile(r"(\d+)\s*([dhm])")
_UNITS = {"d": "days", "h": "hours", "m": "minutes"}

START = """\
# Settings of this pbem office. Paths are relative to this file.

domain = "localhost"                          # host of the addresses the players write to
moderator = "moderator@localhost"             # named in every invitation
zone = "UTC"                                  # time zone of the deadlines in mails and on the console
database = "sqlite:///data/pbem.sqlite"
archive = "data/archive"                      # one folder a game: PDFs, records
keys = "data/keys"                            # the token key: back it up
rulesets = []                                 # further Python modules with a ruleset of your own

[office]                                      # the embedded post office: no mail server needed
folder = "data/mail"
port = 2525                                   # on 127.0.0.1; 0 takes any free port

# A real mailbox instead: take the marks out and fill in. Without [imap] mail is read from the embedded office,
# without [smtp] it is handed to it.
# [imap]
# host = "imap.example.org"
# user = "orders"
# password = "..."
# [smtp]
# host = "smtp.example.org"
# port = 587
# tls = "starttls"
# user = "orders"
# password = "..."

[game]                                        # what a new game agrees on unless `pbem game new` says otherwise
decisions = "12h"                             # to answer a decision mail
grace = "12h"                                 # after a deadline
answer = "7d"                                 # to an invitation
policy = "ask"                                # strict, truncate or ask
misses = 2                                    # deadlines missed before the staff takes over
[game.times]                                  # by stage; `other` for those not named
other = "3d"
mech = "1d"
"""


class GameSettings(msgspec.Struct, forbid_unknown_fields=True):
    times: dict[str, str] = msgspec.field(default_factory=lambda: {"other": "3d"})
    decisions: str = "12h"
    grace: str = "12h"
    answer: str = "7d"
    policy: str = "ask"
    misses: int = 2
    zone: str = ""
    tutorial: bool = False  # lessons by mail


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    domain: str = "localhost"
    moderator: str = "moderator@localhost"
    zone: str = "UTC"
    database: str = "sqlite:///data/pbem.sqlite"
    archive: str = "data/archive"
    keys: str = "data/keys"
    rulesets: list[str] = []
    office: OfficeSettings = msgspec.field(default_factory=lambda: OfficeSettings(folder="data/mail", port=2525))
    imap: ImapSettings | None = None
    smtp: SmtpSettings | None = None
    game: GameSettings = msgspec.field(default_factory=GameSettings)


def load_settings(folder: Path) -> Settings:
    file = folder / FILE
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        settings = msgspec.convert(raw, Settings)
    except FileNotFoundError:
        raise PbemError(f"there is no {FILE} in {folder}", "pbem init makes one; or name its folder with --dir") from None
    except UnicodeDecodeError:
        raise DataError(file, 0, "", "the file is not UTF-8", "save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        raise DataError(file, int(found[1]) if found else 0, "", f"not readable as TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise DataError(file, 0, "", str(error), "pbem init in an empty folder writes one with every setting") from None
    check_game(settings.game, str(file))
    return settings


def check_game(settings: GameSettings, where: str) -> None:
    for text in (settings.decisions, settings.grace, settings.answer, *settings.times.values()):
        span(text)
    if settings.policy not in POLICIES:
        raise PbemError(f'{where}: policy "{settings.policy}" is not known', f"one of {', '.join(POLICIES)}")


def span(text: str) -> timedelta:
    """`3d`, `12h`, `1d12h`."""
    found = _SPAN.findall(text)
    if not found or _SPAN.sub("", text).strip():
        raise PbemError(f'"{text}" is not a length of time', "write 3d, 12h, 30m or 1d12h")
    return timedelta(**{_UNITS[unit]: int(number) for number, unit in found})


def stage_span(settings: GameSettings, stage: str) -> str:
    return settings.times.get(stage, settings.times.get("other", "3d"))


def stage_time(settings: GameSettings, stage: str) -> timedelta:
    return span(stage_span(settings, stage))


def absolute_url(url: str, folder: Path) -> str:
    """A relative SQLite file is meant from the folder of pbem.toml."""
    head = "sqlite:///"
    if not url.startswith(head) or url.startswith(head + "/"):
        return url
    return head + str(folder / url.removeprefix(head))
