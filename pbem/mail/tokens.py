"""The address a seat writes to: orders+<game>.<seat>.<token>@host, where the token proves who was given it."""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable

import msgspec

from pbem.errors import PbemError

ORDERS = "orders"
TOKEN_LETTERS = 10                     # 50 bits: guessing means sending mails by the billion
LONGEST_LOCAL_PART = 64                # RFC 5321, 4.5.3.1.1

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")
_ADDRESS = re.compile(
    rf"{ORDERS}\+(?P<game>[a-z0-9][a-z0-9_-]*)\.(?P<seat>[a-z0-9][a-z0-9_-]*)\.(?P<token>[a-z2-7]+)@(?P<host>[^@\s]+)"
)


class SeatAddress(msgspec.Struct, frozen=True):
    game: str
    seat: str
    token: str


def seat_token(key: bytes, game: str, seat: str, generation: int) -> str:
    message = f"{game}\0{seat}\0{generation}".encode()
    digest = hmac.new(key, message, hashlib.sha256).digest()
    return base64.b32encode(digest).decode().lower()[:TOKEN_LETTERS]


def token_is_good(key: bytes, address: SeatAddress, generation: int) -> bool:
    return hmac.compare_digest(seat_token(key, address.game, address.seat, generation), address.token)


def seat_address(key: bytes, game: str, seat: str, generation: int, host: str) -> str:
    for name in (game, seat):
        if not _NAME.fullmatch(name):
            raise PbemError(f'"{name}" cannot stand in a mail address',
                            remedy="use small letters, digits, - and _ only")
    local = f"{ORDERS}+{game}.{seat}.{seat_token(key, game, seat, generation)}"
    if len(local) > LONGEST_LOCAL_PART:
        raise PbemError(f"the address of {game}.{seat} has {len(local)} letters, {LONGEST_LOCAL_PART} are allowed",
                        remedy="give the game a shorter name")
    return f"{local}@{host}"


def parse_address(address: str, host: str) -> SeatAddress | None:
    found = _ADDRESS.fullmatch(address.strip().lower())
    if found is None or found["host"] != host.lower():
        return None
    return SeatAddress(found["game"], found["seat"], found["token"])


def seat_addresses(recipients: Iterable[str], host: str) -> list[SeatAddress]:
    """Every seat written to, each once, in the order of the recipients."""
    found = (parse_address(recipient, host) for recipient in recipients)
    return list(dict.fromkeys(address for address in found if address is not None))
