"""pbem game show: one game on one screen."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlmodel import col, select

from pbem.games.filing import checked
from pbem.games.gamefile import GameFile
from pbem.games.letters import clock_time
from pbem.games.library import declared
from pbem.games.post import name_of
from pbem.store.tables import MessageRow, OutboxRow, SeatRow


def overview(file: GameFile) -> dict[str, Any]:
    stage = file.stage
    return {
        "title": file.scenario.title.get("en", file.scenario.id),
        "phase": file.rules.phases(file.state) if file.rules.phases else "",
        "opened": stage.opened if stage else "",
        "seats": [seat_of(file, seat) for seat in file.in_order()],
        "decisions": [{"side": d.side, "number": d.number, "key": d.key, "deadline": d.deadline} for d in file.open_decisions()],
        "units": dict(Counter(counter.side for counter in file.rules.picture(file.state, "").counters)),
        "dice": {"sealed": stage.seal if stage else "", "stages_opened": sum(s.status == "done" for s in file.stages)},
        "rules": rules_of(file),
        "mail": mail_of(file),
    }


def rules_of(file: GameFile) -> dict[str, str]:
    return {"ruleset": file.game.ruleset, "pinned": file.game.rules_version, "here": file.house.library.versions[file.game.ruleset]}


def rules_line(file: GameFile, rules: dict[str, str]) -> str:
    line = f"Rules    {rules['ruleset']} {declared(rules['pinned'])}"
    if rules["pinned"] == rules["here"] or file.game.status != "running":
        return line
    if declared(rules["pinned"]) != declared(rules["here"]):
        return f"{line}; here are {declared(rules['here'])}: it waits, see pbem game upgrade {file.game.id}"
    return f"{line}, changed since ({rules['pinned']}, now {rules['here']}): it goes on if it replays the same, see pbem game upgrade"


def seat_of(file: GameFile, seat: SeatRow) -> dict[str, Any]:
    filed = file.in_force(seat.side)
    lines = checked(file, seat, filed).lines if filed is not None and seat.side in file.wanted() else []
    return {
        "side": seat.side, "address": seat.address, "status": seat.status, "language": seat.language, "wanted": seat.side in file.wanted(),
        "orders": filed.number if filed else 0, "at": filed.at if filed else "", "lines": dict(Counter(line.status for line in lines)),
        "ready": bool(seat.ready), "misses": seat.misses, "doctrine": len(seat.doctrine.splitlines()), "staff": file.by_staff(seat.side),
    }  # fmt: skip


def mail_of(file: GameFile) -> dict[str, Any]:
    with file.house.store.read() as session:
        arrived = list(session.exec(select(MessageRow).where(MessageRow.game == file.game.id).order_by(col(MessageRow.id))))
        out = list(session.exec(select(OutboxRow).where(OutboxRow.game == file.game.id).order_by(col(OutboxRow.id))))
    return {
        "last_in": arrived[-1].arrived if arrived else "", "last_from": arrived[-1].side if arrived else "",
        "last_out": out[-1].at if out else "",
        "waiting": sum(o.state == "waiting" for o in out), "failed": [{"to": o.to, "why": o.why} for o in out if o.state == "failed"],
    }  # fmt: skip


def overview_lines(file: GameFile, found: dict[str, Any]) -> list[str]:
    head = f"{file.game.id}  {found['title']}, {file.scenario.length}"
    lines = [
        f"{head}     {found['phase']}".rstrip() if file.game.status != "inviting" else f"{head}     waits for its players",
        step_line(file, found),
    ]
    for seat in found["seats"]:
        lines.append(f"{name_of(file, seat['side'], 'en'):<9}{seat_line(file, seat)}")
    for decision in found["decisions"]:
        key = decision["key"].partition("/")[2]
        lines.append(f"Decision {decision['number']} of {decision['side']}: {key}, by {clock_time(decision['deadline'], file.zone, 'en')}")
    lines.append("Units    " + "   ".join(f"{name_of(file, side, 'en')} {n}" for side, n in found["units"].items()))
    lines.append(rules_line(file, found["rules"]))
    sealed = f"sealed {found['dice']['sealed'][:8]}...   " if found["dice"]["sealed"] else ""
    lines.append(f"Dice     {sealed}{found['dice']['stages_opened']} stages opened (pbem dice verify {file.game.id})")
    return [*lines, mail_line(file, found["mail"])]


def step_line(file: GameFile, found: dict[str, Any]) -> str:
    stage = file.stage
    if stage is None:
        return f"State    {file.game.status}"
    due = f", due {clock_time(stage.due, file.zone, 'en')}, grace {file.settings.grace}" if stage.due else ""
    played = "; being played" if stage.status == "playing" else ""
    return f"Step     {stage.step}, since {clock_time(stage.opened, file.zone, 'en')}{due}{played}"


def seat_line(file: GameFile, seat: dict[str, Any]) -> str:
    doctrine = f"doctrine {seat['doctrine']} lines" if seat["doctrine"] else "no doctrine"
    if seat["staff"]:
        return f"played by the staff ({seat['status']})"
    if seat["status"] != "joined":
        return f"{seat['status']}, {seat['address']}"
    if not seat["wanted"]:
        return f"no orders wanted   {doctrine}   {seat['address']}"
    if not seat["orders"]:
        return f"no orders yet   {doctrine}   {seat['address']}"
    counts = ", ".join(f"{n} {status}" for status, n in seat["lines"].items())
    ready = "READY" if seat["ready"] else "not READY"
    return f"orders {seat['orders']} of {clock_time(seat['at'], file.zone, 'en')}: {counts}; {ready}   {doctrine}   {seat['address']}"


def mail_line(file: GameFile, mail: dict[str, Any]) -> str:
    def when(at: str) -> str:
        return clock_time(at, file.zone, "en")

    came = f"last in {when(mail['last_in'])} ({mail['last_from']}), " if mail["last_in"] else ""
    failed = "; ".join(f"to {one['to']} refused: {one['why']}" for one in mail["failed"])
    waiting = f"{mail['waiting'] or 'nothing'} waiting"
    return f"Mail     {came}last out {when(mail['last_out'])}; {waiting}{f'; {failed}' if failed else ', no bounce'}"
