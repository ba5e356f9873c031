"""Orders by mail: filed, mended, kept for later, taken back, played; each answered with what we read."""

from __future__ import annotations

import re
from dataclasses import replace

from pbem.engine.dice import order_commitment, salt
from pbem.engine.sequence import stage_row, wanted
from pbem.engine.verbs import Line
from pbem.games.commands import Desk, Piece
from pbem.games.deadlines import end_of_grace
from pbem.games.filing import Numbered, checked, checked_text, file_orders, keep_orders, lexicon, lines_of, numbered
from pbem.games.forecasting import worded
from pbem.games.gamefile import GameFile, game_ids
from pbem.games.letters import Model, moment
from pbem.games.post import spoken_step
from pbem.games.settings import span
from pbem.games.standing import MARK, in_force, stop
from pbem.orders import CheckedLine, CheckedOrders, Command, ReadLine, change_orders, next_turn, print_line, read_orders
from pbem.orders.mail import DROPPED
from pbem.store.tables import FilingRow, SeatRow
from pbem.words import words

MOST_LINES = 500
TURN = re.compile(r"t\d+", re.IGNORECASE)


def orders(desk: Desk, command: Command) -> Piece:
    """The newest mail with orders replaces the whole section."""
    if too_long(command.body):
        return desk.say("reading.too-big-orders", 9)
    if (turn := later_turn(desk, command.args)) and may_file(desk, command.args) is None:
        return keep_for(desk, command.body, turn)
    if refused := why_no_orders(desk, command.args):
        return refused
    found = checked_text(desk.file, desk.seat, command.body)
    if played_before(desk, command):
        return desk.say("orders.again", 5, step=spoken_step(desk.file, desk.seat.language), turn=desk.file.state.turn)
    file_orders(desk.file, desk.seat.side, command.body, lines_of(found), desk.source)
    return read_back(desk, found)


def too_long(text: str) -> bool:
    return sum(bool(line.strip()) for line in text.splitlines()) > MOST_LINES


def turn_named(desk: Desk, args: str) -> int:
    found = re.search(r"\bT(\d+)\b", without_game(desk, args), re.IGNORECASE)
    return int(found[1]) if found else 0


def without_game(desk: Desk, args: str) -> str:
    """A game may be called t3: its name is the first word, or one of two that look like a turn."""
    first, _, rest = args.strip().partition(" ")
    named = first.lower() in game_ids(desk.file.house) and (not TURN.fullmatch(first) or any(TURN.fullmatch(word) for word in rest.split()))
    return rest if named else args


def later_turn(desk: Desk, args: str) -> int:
    turn = turn_named(desk, args)
    return turn if turn > desk.file.state.turn else 0


def keep_for(desk: Desk, text: str, turn: int) -> Piece:
    """Orders of a later turn: read now, checked when they are wanted."""
    file, seat = desk.file, desk.seat
    if turn > file.scenario.turns:
        return desk.say("orders.past-end", 5, turn=turn, turns=file.scenario.turns)
    reading = read_orders(file.rules, lexicon(file, seat.side), text, seat.language)
    keep_orders(file, seat.side, turn, text, desk.source)
    lines = [kept_line(file, seat, line) for line in reading.lines]
    good = sum(line["status"] == "ok" for line in lines)
    return Piece("kept", {"kept": turn, "lines": lines, "n": good, "notes": [*desk.notes, *reading.notes]}, 9)


def kept_line(file: GameFile, seat: SeatRow, read: ReadLine) -> Model:
    printed = print_line(file.rules, read.line, seat.language, lexicon(file, seat.side)) if read.line is not None else read.text
    return {
        "n": read.n,
        "text": read.text,
        "status": read.status,
        "message": read.message,
        "suggestion": read.suggestion,
        "rule": read.rule,
        "warnings": read.warnings,
        "printed": printed,
        "column": read.column,
        "note": "",
    }


def may_file(desk: Desk, args: str) -> Piece | None:
    """Whether this seat may file orders in this game at all."""
    file, seat = desk.file, desk.seat
    known = args.lower().split()[:1] if without_game(desk, args) != args else []
    game = next((word for word in known if word != file.game.id), "")
    if game:
        return desk.say("orders.other-game", 5, game=game)
    if seat.status != "joined":
        return desk.say("orders.join-first", 5)
    return desk.say("orders.not-running", 5) if file.game.status != "running" else None


def why_no_orders(desk: Desk, args: str) -> Piece | None:
    """Nothing is read as orders unless they are wanted from this seat now."""
    file = desk.file
    if refused := may_file(desk, args):
        return refused
    now, turn = file.state.turn, turn_named(desk, args)
    if turn and turn < now:
        return desk.say("orders.played", 5, turn=turn, now=now)
    if desk.seat.side in file.wanted():
        return None
    if desk.seat.side in wanted(file.rules, file.state):
        return desk.say("orders.being-played", 5, step=spoken_step(file, desk.seat.language))
    return desk.say("orders.not-wanted", 5, step=spoken_step(file, desk.seat.language), next=now + 1)


def played_before(desk: Desk, command: Command) -> bool:
    """Last turn's mail once more, word for word, is a slip; a heading with the turn says that it is meant."""
    file, seat = desk.file, desk.seat
    long = len(command.body.split("\n")) >= 3 and not turn_named(desk, command.args)
    return long and any(f.side == seat.side and f.seq != file.game.seq and f.raw.strip() == command.body.strip() for f in file.filings)


def change(desk: Desk, command: Command) -> Piece:
    filed = desk.file.in_force(desk.seat.side)
    if refused := why_no_orders(desk, ""):
        return refused
    before: Numbered = (numbered(filed) or lines_of(checked(desk.file, desk.seat, filed))) if filed else []
    after: Numbered = [(n, text) for n, text in change_orders(before, command.body)]
    raw = "\n".join(text for _, text in after)
    row = file_orders(desk.file, desk.seat.side, raw, after, desk.source)
    desk.changed = differences(before, after)
    desk.notes += [desk_words(desk, "change.dropped", line=line) for line in dropped(command.body, desk.changed)]
    return read_back(desk, checked(desk.file, desk.seat, row))


def differences(before: Numbered, after: Numbered) -> Model:
    old, new = dict(before), dict(after)
    return {
        "changed": [n for n, text in after if n in old and old[n] != text],
        "added": [n for n in new if n not in old],
        "removed": [n for n in old if n not in new],
    }


def desk_words(desk: Desk, key: str, **facts: object) -> str:
    return words(desk.seat.language)(key, **facts)


def dropped(body: str, changed: Model) -> list[str]:
    """`drop 15, 16`, taken for REMOVE because no unit is called so."""
    found = [line.strip() for line in body.splitlines() if DROPPED.match(line)]
    return [line for line in found if any(n in changed["removed"] for n in re.findall(r"\d+[a-z]?", line))]


def read_back(desk: Desk, found: CheckedOrders) -> Piece:
    file, seat, stage = desk.file, desk.seat, desk.file.stage
    assert stage is not None
    seat.misses = 0
    told = forecast(desk, found)
    lines = as_written(found.lines, words(seat.language)("read.two-orders"))
    count = {status: sum(line.status == status for line in lines) for status in ("ok", "conditional")}
    model: Model = {
        "number": len(file.of_stage(seat.side, stage)),
        "lines": lines,
        "accepted": count["ok"],
        "conditional": count["conditional"],
        "open": len(found.open),
        "need": [line.n for line in found.open],
        "due": moment(stage.due),
        "ready": "",
        "changed": desk.changed,
        "alone": len(file.wanted()) == 1,
        "notes": [*desk.notes, *found.notes],
        "forecast": told,
        "talk": desk.talk,
        "versions": desk.versions,
        "commitment": "",
        "salt": "",
        "latest": latest(file),
        "later": [line.n for line in lines if line.line is not None and early(file, line.line)],
        "attached": [],
    }
    return Piece("reply", model, 10)


def early(file: GameFile, line: Line) -> bool:
    """Of a later step of this turn: with READY it is all there is for that step."""
    verb, now = file.rules.verbs[line.verb], stage_row(file.rules, file.state).stage
    later = bool(verb.args and verb.stage) and next_turn(file.rules, now, verb.stage, 1) == 0
    return later and line.turn in (0, file.state.turn) and not line.every


def as_written(lines: list[CheckedLine], split: str) -> list[CheckedLine]:
    """`ATTACK B4414 WITH ...; SUPPORT WITH ...` is one line of the player's, and one of the reply where both halves are good."""
    shown: list[CheckedLine] = []
    for line in lines:
        last = shown[-1] if shown else None
        if last is not None and same_fight(last, line):
            second = line.printed.replace(f" {line.line.args['place'][0]}", "", 1) if line.line else line.printed
            notes = [note for part in (last.note, line.note) for note in part.split("; ") if note not in ("", split)]
            shown[-1] = replace(
                last, n=last.n[:-1], printed=f"{last.printed}; {second}", note="; ".join(notes), remarks=[*last.remarks, *line.remarks]
            )
        else:
            shown.append(line)
    return shown


def same_fight(one: CheckedLine, two: CheckedLine) -> bool:
    if one.line is None or two.line is None or one.n[:-1] != two.n[:-1] or {one.status, two.status} != {"ok"}:
        return False
    here, there = one.line.args.get("place"), two.line.args.get("place")
    return (one.n[-1:], two.n[-1:]) == ("a", "b") and len(here or []) == 1 and here == there and not two.line.clauses


def forecast(desk: Desk, found: CheckedOrders) -> list[str]:
    """What the ruleset says of what is ordered, on the side's own view."""
    file, side = desk.file, desk.seat.side
    if file.rules.forecast is None:
        return []
    notes = file.rules.forecast(file.rules.view(file.state, side), side, found.playable(file.settings.policy))
    return worded(file, desk.seat, notes, found)


def latest(file: GameFile) -> object:
    """Results at the latest: the same whether or not anybody else is still to decide something."""
    stage = file.stage
    last = end_of_grace(file, stage) if stage is not None else None
    return last + span(file.settings.decisions) if last else None


def cancel_orders(desk: Desk, command: Command) -> Piece:
    if desk.file.in_force(desk.seat.side) is None or desk.seat.side not in desk.file.wanted():
        return desk.say("cancel.nothing")
    file_orders(desk.file, desk.seat.side, "", [], desk.source, cancelled=True)
    return desk.say("cancel.done", 5)


def ready(desk: Desk, command: Command) -> Piece:
    """Final orders: held while lines need the player, unless he says ANYWAY."""
    file, seat = desk.file, desk.seat
    if refused := why_no_orders(desk, ""):
        return refused
    filed = file.in_force(seat.side)
    if filed is None:
        if command.name == "READY":
            return desk.say("ready.nothing", 5)
        filed = file_orders(file, seat.side, "", [], desk.source)
    found = checked(file, seat, filed)
    piece = read_back(desk, found)
    if found.open and command.name == "READY" and file.settings.policy == "ask":
        piece.model["ready"] = "held"
        return piece
    seat.ready = "anyway" if command.name == "READY ANYWAY" else "ready"
    piece.model |= {"ready": "final", **commitment(file, seat, filed)}
    return piece


def commitment(file: GameFile, seat: SeatRow, filed: FilingRow) -> Model:
    name = f"{file.game.id}.{filed.seq}.{filed.attempt}"
    made = order_commitment(file.game.blind, name, seat.side, filed.raw, seat.doctrine)
    return {"commitment": made.hex(), "salt": salt(file.game.blind, name, seat.side).hex()}


def wait(desk: Desk, command: Command) -> Piece:
    if desk.seat.side not in desk.file.wanted():
        return desk.say("wait.too-late")
    desk.seat.ready = ""
    return desk.say("wait.done", 5)


def stop_every(desk: Desk, command: Command) -> Piece:
    """By its number in the replies, E1 or 1."""
    file, side = desk.file, desk.seat.side
    asked = f"{MARK}{command.args.strip().upper().lstrip(MARK)}"
    live = in_force(file, side)
    one = next((s for s in live if s.n == asked), None)
    if one is None:
        return desk.say("every.unknown", 5, number=asked, open=[s.n for s in live] or "-")
    stop(file, side, one)
    return desk.say("every.stopped", 5, number=one.n, line=print_line(file.rules, one.line, desk.seat.language))
