"""How the mail room is reached: plain values, filled in by whoever reads the configuration."""

from typing import Literal

import msgspec

Tls = Literal["none", "starttls", "tls"]


class ImapSettings(msgspec.Struct, frozen=True, kw_only=True):
    host: str
    port: int = 993
    user: str
    password: str
    tls: Tls = "tls"
    ca_file: str = ""
    folder: str = "INBOX"
    processed: str = "Processed"
    timeout: float = 30.0


class SmtpSettings(msgspec.Struct, frozen=True, kw_only=True):
    host: str = "127.0.0.1"
    port: int = 25
    user: str = ""
    password: str = ""
    tls: Tls = "none"
    ca_file: str = ""
    timeout: float = 60.0


class OfficeSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The embedded post office; port 0 takes any free one."""

    folder: str
    domain: str = "localhost"
    host: str = "127.0.0.1"
    port: int = 0
