"""The one clock and the one source of secrets; nothing else reads time or randomness."""

from __future__ import annotations

import hmac
import os
from datetime import UTC, datetime, timedelta
from typing import Protocol

SECRET_BYTES = 32


class Clock(Protocol):
    def now(self) -> datetime: ...


class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC).replace(microsecond=0)


class SetClock:
    """Stands still until it is moved: for tests and proofs."""

    def __init__(self, start: datetime) -> None:
        self.time = start

    def now(self) -> datetime:
        return self.time

    def move(self, by: timedelta) -> None:
        self.time += by


class Secrets(Protocol):
    def draw(self, name: str) -> bytes:
        """32 bytes; the name says what for, so that a run from a seed does not depend on the order of drawing."""


class SystemSecrets:
    def draw(self, name: str) -> bytes:
        return os.urandom(SECRET_BYTES)


class SeededSecrets:
    """The same secrets again for the same seed: for proofs, never for a game between people."""

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode()

    def draw(self, name: str) -> bytes:
        return hmac.digest(self.seed, name.encode(), "sha256")


def iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
