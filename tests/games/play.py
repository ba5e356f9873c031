"""Whole games by mail: everybody sends what the staff officer would, as text, and answers what he is asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.games.gamefile import GameFile
from pbem.games.staffplay import staff_text
from pbem.games.stages import choice_of
from pbem.orders import print_answer
from tests.games.table import Mail, Player, Table

MOST_MAILS = 400


@dataclass
class Step:
    """One mail of a player: what it answers, its text, and which of our mails there were when all was done."""

    side: str
    answers: str  # Message-ID
    text: str
    mails: list[str] = field(default_factory=list)


def what_next(file: GameFile, side: str) -> str:
    """What this player would write now; nothing if nothing is wanted from him."""
    seat = file.seats[side]
    if seat.status == "invited":
        return "JOIN"
    if file.game.status != "running":
        return ""
    if asked := file.open_decisions(side):
        row = asked[0]
        choice = choice_of(row)
        value = file.rules.kinds[choice.kind].staff(choice)
        return f"ANSWER {row.number} {print_answer(file.rules, choice, value, seat.language)}"
    if side not in file.wanted() or seat.ready:
        return ""
    if file.in_force(side) is None:
        return f"ORDERS T{file.state.turn}\n{staff_text(file, side)}\nEND"
    return "READY ANYWAY"


def play(table: Table, until: int = MOST_MAILS) -> list[Step]:
    """To the end of the game, or as many mails as said."""
    table.work()
    steps: list[Step] = []
    while len(steps) < until:
        found = next(((p, text) for p in table.players.values() if (text := what_next(table.file, p.side))), None)
        if found is None:
            break
        steps.append(one_mail(table, *found))
    return steps


def one_mail(table: Table, player: Player, text: str) -> Step:
    step = Step(player.side, player.last().letter.message_id, text)
    player.say(text)
    step.mails = delivered(table)
    return step


def delivered(table: Table) -> list[str]:
    return [mail.letter.message_id for player in table.players.values() for mail in player.inbox()]


def of_kind(mails: list[Mail], words: str) -> list[Mail]:
    return [mail for mail in mails if words in mail.subject]
