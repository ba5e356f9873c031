"""OFFER END and WITHDRAW OFFER as commands: a line of the orders in one's own turn, out of it a standing word to the other's offer."""

from __future__ import annotations

from pbem.engine.verbs import Policy, Rule
from pbem.games.commands import Desk, Piece, not_here
from pbem.games.filing import Numbered, checked, file_orders, lexicon, lines_of, numbered
from pbem.games.ordering import may_file, read_back
from pbem.orders import Command, print_line, print_rule, read_doctrine, read_orders, verbs_now

OFFERS = {"OFFER END": "WITHDRAW OFFER", "WITHDRAW OFFER": "OFFER END"}  # each, and what it takes back
ACCEPTS = "end"  # the kind of choice in which a side is asked for its consent


def in_their_place(asked: list[Command]) -> list[Command]:
    """Behind the orders of the mail, which would replace them, and before READY."""
    offers = [c for c in asked if c.name in OFFERS]
    rest = [c for c in asked if c.name not in OFFERS]
    at = max((n for n, c in enumerate(rest, 1) if c.name in ("ORDERS", "CHANGE")), default=0)
    return [*rest[:at], *offers, *rest[at:]] if at or any(c.name.startswith("READY") for c in rest) else asked


def offer(desk: Desk, command: Command) -> Piece:
    file, side = desk.file, desk.seat.side
    if command.name not in file.rules.verbs or ACCEPTS not in file.rules.kinds:
        return not_here(desk, command)
    if refused := may_file(desk, ""):
        return refused
    takes_back = command.name == "WITHDRAW OFFER"
    if takes_back:
        keep_lines(desk, [line for line in desk.seat.doctrine.splitlines() if not consents(desk, line)])
    if side in file.wanted() and command.name in verbs_now(file.rules, file.state):
        return as_order(desk, command.name)
    return desk.say("offer.withdrawn", 5) if takes_back else consent(desk)


def as_order(desk: Desk, verb: str) -> Piece:
    """One line more in the orders in force; the opposite one, not yet played, is struck instead."""
    file, seat = desk.file, desk.seat
    filed = file.in_force(seat.side)
    before: Numbered = (numbered(filed) or lines_of(checked(file, seat, filed))) if filed else []
    kept = [(n, text) for n, text in before if verb_of(desk, text) != OFFERS[verb]]
    after = kept
    if len(kept) == len(before) and all(verb_of(desk, text) != verb for _, text in before):
        last = max((int("".join(filter(str.isdigit, n)) or 0) for n, _ in before), default=0)
        (line,) = read_orders(file.rules, lexicon(file, seat.side), verb, "en").lines
        assert line.line is not None, "a verb without arguments is an order by itself"
        after = [*kept, (str(last + 1), print_line(file.rules, line.line, seat.language))]
    row = file_orders(file, seat.side, "\n".join(text for _, text in after), after, desk.source)
    return read_back(desk, checked(file, seat, row))


def verb_of(desk: Desk, text: str) -> str:
    found = read_orders(desk.file.rules, lexicon(desk.file, desk.seat.side), text, desk.seat.language).lines
    return found[0].line.verb if len(found) == 1 and found[0].line is not None else ""


def consents(desk: Desk, text: str) -> bool:
    """Whether a doctrine line accepts an end without a condition."""
    rules = read_doctrine(desk.file.rules, lexicon(desk.file, desk.seat.side), text, desk.seat.language).rules
    return any(r.kind == ACCEPTS and r.when is None and [p.word for p in r.choice] == ["always"] for r in rules)


def consent(desk: Desk) -> Piece:
    """In the other side's turn: its offer is accepted as soon as it is made."""
    file, seat = desk.file, desk.seat
    line = print_rule(file.rules, Rule("1", ACCEPTS, [Policy("always")]), seat.language)
    kept = [old for old in seat.doctrine.splitlines() if not consents(desk, old)]
    keep_lines(desk, [line, *kept])
    return desk.say("offer.consent", 5, line=line, verb=seat_word(desk, "OFFER END"))


def seat_word(desk: Desk, verb: str) -> str:
    known = desk.file.rules.verbs[verb]
    return known.fr if desk.seat.language == "fr" and known.fr else known.name


def keep_lines(desk: Desk, lines: list[str]) -> None:
    if (text := "\n".join(lines)) != desk.seat.doctrine:
        desk.seat.doctrine = text
        desk.seat.doctrine_version += 1
