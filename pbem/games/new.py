"""A new game: seats, the blind of its dice, and an invitation to everybody who is not the staff."""

from __future__ import annotations

import re
from datetime import datetime

import msgspec

from pbem.engine.dice import seal
from pbem.engine.ruleset import Ruleset, Scenario
from pbem.engine.state import canonical
from pbem.errors import PbemError
from pbem.games.clock import iso
from pbem.games.documents import keep, map_for
from pbem.games.gamefile import GameFile
from pbem.games.house import House
from pbem.games.post import name_of, post, written
from pbem.games.rulescard import card_attachment
from pbem.games.settings import GameSettings, check_game, span, stage_span
from pbem.games.tutorial import require_tutorial
from pbem.mail.compose import Attachment
from pbem.mail.tokens import seat_address
from pbem.store.db import pack
from pbem.store.tables import GameRow, SeatRow
from pbem.words import LANGUAGES

STAFF = "staff"
_ADDRESS = re.compile(r"[^@\s<>,;]+@[^@\s<>,;]+")


def new_game(
    house: House,
    scenario: str,
    id: str,
    seats: dict[str, str],
    settings: GameSettings | None = None,
    languages: dict[str, str] | None = None,
    options: dict[str, str] | None = None,
) -> GameFile:
    """`seats`: side -> address, or "staff"; `options` of the ruleset. The game starts when everybody has joined."""
    found = house.library.scenario(scenario)
    rules = house.library.ruleset(found.ruleset)
    agreed = settings or house.settings.game
    check_game(agreed, "the new game")
    if agreed.tutorial:
        require_tutorial(found.id)
    check_seats(house, rules, found, id, seats, languages or {})
    game = GameRow(
        id=id,
        ruleset=rules.slug,
        rules_version=house.library.versions[rules.slug],
        scenario=found.id,
        state=pack(canonical(rules.begin(found.id, options))),
        blind=house.secrets.draw(f"{id} blind"),
        settings=msgspec.json.encode(agreed).decode(),
        moderator=house.settings.moderator,
        created=house.now(),
    )
    rows = {side: seat_row(id, side, seats[side], (languages or {}).get(side, "en")) for side in found.sides}
    file = GameFile(house, game, rows, [], [], [])
    invite(file)
    save_new(file)
    return file


def seat_row(game: str, side: str, who: str, language: str) -> SeatRow:
    staff = who == STAFF
    return SeatRow(game=game, side=side, address="" if staff else who.lower(), language=language, status="staff" if staff else "invited")


def save_new(file: GameFile) -> None:
    """Nothing stands in the outbox of a game that was not made."""
    with file.house.store.write() as session:
        if session.get(GameRow, file.game.id) is not None:
            raise PbemError(f'there is a game "{file.game.id}" already', "give the new one another --id")
        session.add(file.game)
        session.flush()
        session.add_all([*file.seats.values(), *file.new])
    file.new = []


def check_seats(house: House, rules: Ruleset, scenario: Scenario, id: str, seats: dict[str, str], languages: dict[str, str]) -> None:
    for side in seats:
        if side not in scenario.sides:
            raise PbemError(f'{scenario.id} has no side "{side}"', f"its sides: {', '.join(scenario.sides)}")
    if missing := [side for side in scenario.sides if side not in seats]:
        raise PbemError(f"no player for {', '.join(missing)}", f"--seat {missing[0]}=name@example.org or --seat {missing[0]}=staff")
    for side, who in seats.items():
        seat_address(house.key, id, side, 1, house.settings.domain)
        if who != STAFF and not _ADDRESS.fullmatch(who):
            raise PbemError(f'"{who}" is no mail address', f"--seat {side}=name@example.org or --seat {side}=staff")
    for language in languages.values():
        if language not in LANGUAGES:
            raise PbemError(f'no language "{language}"', f"there are: {', '.join(LANGUAGES)}")


def invite(file: GameFile) -> None:
    answer_by = file.house.clock.now() + span(file.settings.answer)
    for seat in (seat for seat in file.in_order() if seat.status == "invited"):
        chart = map_for(file, seat.side, seat.language)
        attached = Attachment(f"{file.game.id}-start-{seat.side}.pdf", chart.mime, chart.content)
        keep(file, seat.side, "map", attached)
        sheets = [one for one in (attached, card_attachment(file, seat.language)) if one is not None]
        model = {
            "turns": file.scenario.turns,
            "answer_by": answer_by,
            "others": others(file, seat),
            "times": [{"stage": stage, "span": stage_span(file.settings, stage)} for stage in stages_of(file)],
            "decisions": file.settings.decisions,
            "blind_seal": seal(file.game.blind),
            "notes": file.scenario.notes.get(seat.language) or file.scenario.notes.get("en", ""),
            "attached": [one.name for one in sheets],
        }
        post(file, seat, "invitation", f"invitation {seat.side}", written(file, seat, "invitation", model), sheets)


def stages_of(file: GameFile) -> list[str]:
    """The stages in which somebody's orders can be wanted in this game, in the order of play."""
    never = file.never()
    return list(dict.fromkeys(row.stage for row in file.rules.sequence if row.stage and row.verbs and row.stage not in never))


def others(file: GameFile, seat: SeatRow) -> list[dict[str, str]]:
    """Who else sits there: whether a seat is taken is public, nothing else is."""
    states = {"staff": "staff", "resigned": "staff", "joined": "joined"}
    return [
        {"side": other.side, "name": name_of(file, other.side, seat.language), "state": states.get(other.status, "invited")}
        for other in file.in_order()
        if other.side != seat.side
    ]


def answer_by(file: GameFile) -> str:
    """ISO; for the console."""
    return iso(datetime.fromisoformat(file.game.created) + span(file.settings.answer))
