"""What is kept: one schema for SQLite and PostgreSQL. Times are ISO text in UTC, large values compressed canonical JSON."""

from __future__ import annotations

from sqlalchemy import UniqueConstraint
from sqlmodel import Field, SQLModel


class GameRow(SQLModel, table=True):
    """A game. `version` counts its commits: whoever computed on an older one has lost the race."""

    __tablename__ = "games"

    id: str = Field(primary_key=True)
    ruleset: str
    rules_version: str
    scenario: str
    status: str = "inviting"  # inviting, running, ended, closed
    version: int = 1
    seq: int = 0  # of the stage now open; 0 before the first
    attempt: int = 1
    state: bytes  # compressed; the start of the stage now open
    blind: bytes
    settings: str  # JSON of GameSettings
    moderator: str
    created: str
    result: str = ""  # JSON, once it is over


class SeatRow(SQLModel, table=True):
    __tablename__ = "seats"
    __table_args__ = (UniqueConstraint("game", "side"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", index=True)
    side: str
    address: str = ""
    language: str = "en"
    generation: int = 1  # of its token
    status: str = "invited"  # invited, joined, declined, resigned, staff
    ready: str = ""  # "", ready, anyway
    resigning: bool = False  # RESIGN was asked back
    misses: int = 0
    doctrine: str = ""
    doctrine_version: int = 0


class MessageRow(SQLModel, table=True):
    """The ledger: every mail as it came, before anything has looked at it."""

    __tablename__ = "messages"
    __table_args__ = (UniqueConstraint("mailbox", "uidvalidity", "uid"),)

    id: int | None = Field(default=None, primary_key=True)
    mailbox: str
    uidvalidity: int
    uid: int
    message_id: str
    digest: str
    fingerprint: str = Field(index=True)
    raw: bytes
    arrived: str
    handled: bool = Field(default=False, index=True)
    outcome: str = ""  # done, quarantine, duplicate, automatic, bounce, released
    why: str = ""
    sender: str = ""
    game: str = Field(default="", index=True)
    side: str = ""


class FilingRow(SQLModel, table=True):
    """One version of a side's orders for one stage; the newest counts."""

    __tablename__ = "filings"
    __table_args__ = (UniqueConstraint("game", "side", "seq", "attempt", "turn", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", index=True)
    side: str
    seq: int
    attempt: int
    number: int
    raw: str  # the text as written, comments included: what the commitment is to
    lines: str  # JSON: the lines with the numbers of the reply
    source: str  # mail n, staff, kept, moderator
    at: str
    cancelled: bool = False
    turn: int = 0  # kept for that turn (seq and attempt are 0 then)


class StageRow(SQLModel, table=True):
    """One attempt at one stage; never deleted."""

    __tablename__ = "stages"
    __table_args__ = (UniqueConstraint("game", "seq", "attempt"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", index=True)
    seq: int
    attempt: int
    step: str
    status: str = "open"  # open (wants orders), playing (waits for answers), done, void
    opened: str
    due: str = ""
    before: bytes
    seed: bytes
    dark: bytes
    seal: str
    dark_seal: str
    final: str = ""  # JSON: orders and doctrine by side as they were when the stage was closed to orders
    opening: str = ""  # JSON: commitments by side
    journal: str = "[]"
    tape: str = "[]"
    verdicts: str = "{}"
    events: bytes | None = None
    after: bytes | None = None
    played: str = ""
    told: bool = False  # its events went out in a report
    why: str = ""
    rules: str = ""  # version of the rules it was played on


class DecisionRow(SQLModel, table=True):
    __tablename__ = "decisions"
    __table_args__ = (UniqueConstraint("game", "side", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", index=True)
    side: str
    number: int
    seq: int
    attempt: int
    key: str
    choice: str  # JSON
    asked: str
    deadline: str
    status: str = "open"  # open, answered, lapsed, void
    answer: str = ""  # JSON
    source: str = ""
    at: str = ""


class DocumentRow(SQLModel, table=True):
    """Everything a side was sent, or the moderator may look at (side "")."""

    __tablename__ = "documents"
    __table_args__ = (UniqueConstraint("game", "side", "name", "seq", "attempt"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.id", index=True)
    side: str
    kind: str  # report, map, check
    turn: int
    seq: int
    attempt: int
    name: str
    mime: str
    content: bytes
    at: str


class OutboxRow(SQLModel, table=True):
    __tablename__ = "outbox"

    id: int | None = Field(default=None, primary_key=True)
    message_id: str = Field(unique=True)
    game: str = Field(index=True)
    side: str
    kind: str
    sender: str
    to: str
    subject: str
    raw: bytes
    state: str = Field(default="waiting", index=True)  # waiting, sent, failed
    tries: int = 0
    next_try: str = ""
    at: str
    why: str = ""


class AuditRow(SQLModel, table=True):
    __tablename__ = "audit"

    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(index=True)
    at: str
    who: str
    what: str
    detail: str = ""
