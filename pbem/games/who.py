"""Whose mail is it? A good token names the seat; everything else waits in quarantine for the moderator, and nothing in it is done."""

from __future__ import annotations

import msgspec
from sqlmodel import select

from pbem.games.house import House
from pbem.mail.letter import Letter
from pbem.mail.tokens import SeatAddress, seat_addresses, token_is_good
from pbem.store.tables import SeatRow


class Found(msgspec.Struct, frozen=True):
    game: str
    side: str


class Stranger(msgspec.Struct, frozen=True):
    why: str
    game: str = ""
    side: str = ""


def whose(house: House, letter: Letter) -> Found | Stranger:
    addresses = seat_addresses(letter.recipients, house.settings.domain)
    good = [a for a in addresses if _good(house, a)]
    seats = list(dict.fromkeys((a.game, a.seat) for a in good))
    if len(seats) == 1:
        return Found(*seats[0])
    if len(seats) > 1:
        return Stranger("written to two seats at once")
    if addresses:
        return Stranger("the token is wrong or was replaced", addresses[0].game, addresses[0].seat)
    known = _by_address(house, letter.sender)
    why = "no token; the sender's address alone is not enough" if known else "no token, address not registered"
    return Stranger(why, *(known or ("", "")))


def _good(house: House, address: SeatAddress) -> bool:
    with house.store.read() as session:
        seat = session.exec(select(SeatRow).where(SeatRow.game == address.game, SeatRow.side == address.seat)).first()
    return seat is not None and token_is_good(house.key, address, seat.generation)


def _by_address(house: House, sender: str) -> tuple[str, str] | None:
    """For the moderator's list only."""
    if not sender:
        return None
    with house.store.read() as session:
        seat = session.exec(select(SeatRow).where(SeatRow.address == sender)).first()
    return (seat.game, seat.side) if seat is not None else None
