"""Lessons by mail: in a game with `tutorial`, one short mail a step beside the turn mail, the reply, the question or the end.

A scenario's lessons are data: `templates/tutorial/<scenario>/lessons.toml` says when each is due and which orders it is about, a template
beside it has the words. The orders a lesson suggests are the staff officer's for the position as the side sees it, checked like the
player's own, so that they are legal as printed. Every lesson is sent once: its name is its Message-ID.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import select

from pbem.data import folder
from pbem.engine.desk import Answer
from pbem.errors import DataError, PbemError
from pbem.games.filing import checked_text, lexicon
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model, moment
from pbem.games.post import common, post
from pbem.games.questions import kind_name
from pbem.games.staffplay import staff_text
from pbem.games.stages import choice_of, entries_of
from pbem.mail.compose import message_id_for
from pbem.orders import CheckedLine, print_answer, print_rule, read_doctrine
from pbem.reports.layout import tidy
from pbem.reports.model import Report
from pbem.reports.text import MailText, environment, game_words
from pbem.store.tables import DecisionRow, OutboxRow, SeatRow, StageRow

GOOD = ("ok", "conditional")


class Lesson(msgspec.Struct, forbid_unknown_fields=True):
    """`when`: orders (are wanted), filed (were sent), asked (a question came), ended. Of several due the first is sent."""

    name: str
    when: str
    stage: str = ""
    last: bool = False  # of the last turn alone
    after: str = ""  # only once this one has been sent
    verbs: list[str] = []  # of the orders it suggests; none: all of the plan
    serving: list[str] = []  # of them first those whose units these verbs need
    most: int = 0  # lines; 0: as many as there are
    doctrine: list[str] = []  # standing orders it suggests


class Lessons(msgspec.Struct, forbid_unknown_fields=True):
    lessons: list[Lesson]


def has_tutorial(scenario: str) -> bool:
    return (home() / scenario / "lessons.toml").is_file()


def home() -> Path:
    return folder("templates") / "tutorial"


def require_tutorial(scenario: str) -> None:
    if not has_tutorial(scenario):
        known = sorted(str(file.parent.relative_to(home())) for file in home().rglob("lessons.toml"))
        raise PbemError(f"{scenario} has no tutorial", f"there is one for {', '.join(known)}" if known else "leave --tutorial out")


@cache
def lessons(scenario: str) -> list[Lesson]:
    file = home() / scenario / "lessons.toml"
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Lessons).lessons
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise DataError(file, 0, "", str(error), "see the lessons.toml of another scenario") from None


# when


def after_report(file: GameFile, seat: SeatRow, report: Report, stages: list[StageRow]) -> None:
    """Beside the turn mail, or the last one."""
    due = "ended" if file.state.over else "orders" if report.wanted is not None else ""
    if one := next_lesson(file, seat, due):
        facts = {"report": report, "answered": answered(file, seat, stages)}
        send(file, seat, one, {**facts, **({} if file.state.over else suggestions(file, seat, one, ""))})


def after_reply(file: GameFile, seat: SeatRow, reply: Model) -> None:
    """Beside the answer to orders, while they may still be changed."""
    if reply["ready"] != "final" and (one := next_lesson(file, seat, "filed")):
        filed = file.in_force(seat.side)
        send(file, seat, one, {"reply": reply, **suggestions(file, seat, one, filed.raw if filed is not None else "")})


def after_questions(file: GameFile, asked: list[DecisionRow]) -> None:
    """Beside a side's first question; what the staff would answer is the suggestion."""
    for seat in file.people():
        mine = [row for row in asked if row.side == seat.side]
        if mine and (one := next_lesson(file, seat, "asked")):
            send(file, seat, one, {"questions": [question(file, seat, row) for row in mine]})


def next_lesson(file: GameFile, seat: SeatRow, when: str) -> Lesson | None:
    """The first that is due and has not been sent."""
    if not file.settings.tutorial or not when:
        return None
    due = [one for one in lessons(file.game.scenario) if one.when == when and fits(file, seat, one)]
    return next((one for one in due if not sent(file, seat, one.name)), None)


def fits(file: GameFile, seat: SeatRow, one: Lesson) -> bool:
    if one.stage and (file.stage is None or file.stage_name != one.stage):
        return False
    if one.last and file.state.turn != file.scenario.turns:
        return False
    return not one.after or sent(file, seat, one.after)


def document(seat: SeatRow, name: str) -> str:
    return f"lesson {seat.side} {name}"


def sent(file: GameFile, seat: SeatRow, name: str) -> bool:
    """Laid into the outbox, now or at any time before."""
    id = message_id_for(file.game.id, document(seat, name), file.house.settings.domain)
    if any(isinstance(row, OutboxRow) and row.message_id == id for row in file.new):
        return True
    with file.house.store.read() as session:
        return session.exec(select(OutboxRow.id).where(OutboxRow.message_id == id)).first() is not None


def send(file: GameFile, seat: SeatRow, one: Lesson, facts: Model) -> None:
    say = game_words(seat.language, file.game.ruleset)
    number = 1 + sum(sent(file, seat, other.name) for other in lessons(file.game.scenario))
    template = environment().get_template(f"tutorial/{file.game.scenario}/{one.name}.{say.language}.txt.j2")
    due = moment(file.stage.due) if file.stage is not None and seat.side in file.wanted() else None
    model = {**common(file, seat), **facts, "due": due, "turns": file.scenario.turns, "_": say, "language": say.language}
    subject, _, body = template.render(**model).lstrip().partition("\n")
    head = say("lesson.subject", game=file.game.id, number=number, subject=" ".join(subject.removeprefix("Subject:").split()))
    post(file, seat, "lesson", document(seat, one.name), MailText(head, tidy(body)))


# what


def suggestions(file: GameFile, seat: SeatRow, one: Lesson, before: str) -> Model:
    """Lines of the plan that are legal as they stand, below those filed `before`."""
    if seat.side not in file.wanted():
        return {"orders": [], "doctrine": []}
    plan = legal(file, seat, before, [line for line in staff_text(file, seat.side).splitlines() if line.strip()])
    about = legal(
        file, seat, before, [line.text for line in plan if not one.verbs or (line.line is not None and line.line.verb in one.verbs)]
    )
    chosen = first_needed(about, plan, one)[: one.most or None]
    orders = legal(file, seat, before, [line.text for line in chosen])
    return {"orders": [shown(line) for line in orders], "doctrine": readable(file, seat, one.doctrine)}


def legal(file: GameFile, seat: SeatRow, before: str, texts: list[str]) -> list[CheckedLine]:
    """Of the further lines those that will be played as they stand: one that will not is left out, and the others looked at again."""
    while True:
        found = checked_text(file, seat, "\n".join([*filter(None, [before.strip()]), *texts])).lines
        rows = len(before.strip().splitlines())
        mine = [line for line in found if line.row > rows and not line.n.startswith("E")]
        bad = {line.text for line in mine if line.status not in GOOD}
        if not bad:
            return mine
        texts = [text for text in texts if text not in bad]


def first_needed(about: list[CheckedLine], plan: list[CheckedLine], one: Lesson) -> list[CheckedLine]:
    """Lines whose units the plan needs for the verbs they serve come first, those for its first target before the others."""
    serving = [line.line for line in plan if line.line is not None and line.line.verb in one.serving]
    targets = list(dict.fromkeys(str(line.args.get("place")) for line in serving))
    serving.sort(key=lambda line: targets.index(str(line.args.get("place"))))
    wanted = [unit for line in serving for unit in [*line.units(), *line.args.get("fire", {}).get("guns", [])]]

    def place(line: CheckedLine) -> int:
        assert line.line is not None
        return min((wanted.index(unit) for unit in line.line.units() if unit in wanted), default=len(wanted))

    return sorted(about, key=place)


def shown(line: CheckedLine) -> Model:
    return {"text": line.printed or line.text, "note": line.note, "verb": line.line.verb if line.line is not None else ""}


def readable(file: GameFile, seat: SeatRow, texts: list[str]) -> list[str]:
    """Standing orders as the player would type them, those that can be read for this side."""
    names = lexicon(file, seat.side)
    found = read_doctrine(file.rules, names, "\n".join(texts), "en")
    return [print_rule(file.rules, rule, seat.language, names) for rule in found.rules]


def question(file: GameFile, seat: SeatRow, row: DecisionRow) -> Model:
    choice = choice_of(row)
    value: Answer | Any = file.rules.kinds[choice.kind].staff(choice)
    return {
        "number": row.number,
        "name": kind_name(file, choice.kind, seat.language),
        "subject": choice.subject,
        "answer": print_answer(file.rules, choice, value, seat.language),
        "by": moment(row.deadline),
    }


def answered(file: GameFile, seat: SeatRow, stages: list[StageRow]) -> list[Model]:
    """What was decided for the side since the last report, and by whom: doctrine, an order line, the player, the staff."""
    found = []
    for entry in (entry for stage in stages for entry in entries_of(stage) if entry.key.startswith(f"{seat.side}/")):
        _, kind, subject = entry.key.split("/", 2)
        word, _, line = entry.source.partition(" ")
        found.append({"name": kind_name(file, kind, seat.language), "subject": subject.rpartition("#")[0], "by": word, "line": line})
    return found
