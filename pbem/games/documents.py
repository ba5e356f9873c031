"""What a side is sent: its report as mail, PDF and JSON, its map, its questions. Made from its own view and events alone."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.dice import seal
from pbem.engine.events import Roll
from pbem.engine.sequence import stage_row, wanted
from pbem.engine.verbs import Verb
from pbem.games import tutorial
from pbem.games.fates import own_orders
from pbem.games.filing import checked, checked_text
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model, clock_time, moment, office_words
from pbem.games.library import declared
from pbem.games.post import common, name_of, post, spoken_stage, spoken_step, written
from pbem.games.questions import kind_name
from pbem.games.settings import stage_span
from pbem.games.stages import choice_of, entries_of, events_of
from pbem.games.standing import of_this_step
from pbem.mail.compose import Attachment
from pbem.orders import CheckedLine, print_answer
from pbem.reports.build import build_report, may, orders_template
from pbem.reports.json import report_json
from pbem.reports.layout import span, when
from pbem.reports.model import Opened, Report, Wanted
from pbem.reports.text import MailText
from pbem.store.tables import DecisionRow, DocumentRow, SeatRow, StageRow
from pbem.words import words

PDF = "application/pdf"


def untold(file: GameFile) -> list[StageRow]:
    return [stage for stage in file.stages if stage.status == "done" and not stage.told]


def send_reports(file: GameFile, kind: str = "report", reason: str = "") -> None:
    """To every person at the table, of everything played since the last report."""
    stages = untold(file)
    for seat in file.people():
        ordered = ordered_already(file, seat)
        report = report_for(file, seat, stages, bool(ordered))
        attached = keep_report(file, seat, report)
        text = report_mail(file, seat, report, kind, reason, ordered)
        post(file, seat, kind, f"{kind} {seat.side} {file.game.seq}.{file.game.attempt}", text, attached)
        tutorial.after_report(file, seat, report, stages)
    for stage in stages:
        stage.told = True


def report_mail(file: GameFile, seat: SeatRow, report: Report, kind: str, reason: str, ordered: list[str]) -> MailText:
    due = moment(file.stage.due) if file.stage is not None and report.wanted is not None else None
    names = report_files(file, seat.side)
    model: Model = {"report": report, "due": due, "attached": names, "reason": reason, "ordered": ordered}
    model |= {"by_staff": seat.misses >= file.settings.misses}
    if kind == "ended":
        model |= {"blind": file.game.blind.hex(), "blind_seal": blind_seal(file)}
    return written(file, seat, kind, model)


def report_files(file: GameFile, side: str) -> list[str]:
    stem = f"{file.game.id}-{file_step(file)}-{side}"
    return [f"{stem}.pdf", f"{stem}.json"]


def ordered_already(file: GameFile, seat: SeatRow) -> list[str]:
    """Orders kept from earlier mails, as they would be played now, and those that stand for every turn."""
    filed = file.in_force(seat.side)
    if seat.side not in file.wanted() or file.by_staff(seat.side) or (filed is None and not of_this_step(file, seat.side)):
        return []
    lines = checked(file, seat, filed).lines if filed is not None else checked_text(file, seat, "").lines
    return [ordered_line(seat, line) for line in lines]


def ordered_line(seat: SeatRow, line: CheckedLine) -> str:
    said = f"{line.n} {line.printed or line.text}: {office_words(seat.language, f'status.{line.status}')}"
    return f"{said}, {line.message}" if line.message else said


def send_notice(file: GameFile, key: str, document: str, **facts: Any) -> None:
    """A few words of the moderator's doing to everybody who gets mail."""
    for seat in file.people():
        said = {name: when(value, file.zone, seat.language) if isinstance(value, datetime) else value for name, value in facts.items()}
        if isinstance(facts.get("step"), StageRow):
            said["step"] = spoken_stage(file, facts["step"], seat.language)
        model = {"subject": office_words(seat.language, f"{key}.subject"), "lines": [office_words(seat.language, key, **said)]}
        post(file, seat, "notice", f"{document} {seat.side}", written(file, seat, "note", model))


def blind_seal(file: GameFile) -> str:
    return seal(file.game.blind)


def report_for(file: GameFile, seat: SeatRow, stages: list[StageRow], ordered: bool) -> Report:
    state, side, language = file.state, seat.side, seat.language
    head = common(file, seat)
    mine = _wanted(file, seat)
    stage = file.stage
    instead = "ordered" if ordered else "staffed" if mine is not None and stage_row(file.rules, state).staffed else ""
    return build_report(
        file.game.ruleset,
        head["title"],
        file.rules.picture(file.rules.view(state, side), side),
        [event for stage in stages for event in seen_by(stage, side)],
        [roll for stage in stages for roll in tape_of(stage)],
        game=file.game.id,
        side=side,
        language=language,
        turn=state.turn,
        step=file.step,
        date=head["phase"],
        wanted=mine,
        next=", ".join(name_of(file, other, language) for other in wanted(file.rules, state) if other != side) if mine is None else "",
        sources={e.key: e.source for stage in stages for e in entries_of(stage) if e.key.startswith(f"{side}/")},
        opened=opened(file, stages, language),
        seal=stage.seal if stage is not None else "",
        dark_seal=stage.dark_seal if stage is not None else "",
        asked=[line for stage in stages for line in answered(file, seat, stage)],
        own_orders=[line for stage in stages for line in own_orders(file, seat, stage)],
        if_nothing=office_words(language, f"if-nothing.{instead}") if instead else "",
        template=template_for(file, seat) if mine is not None else "",
        result=file.rules.result(state) if state.over else None,
        options=file.rules.options_of(state),
        rules_version=declared(file.game.rules_version),
    )


def template_for(file: GameFile, seat: SeatRow) -> str:
    seen = file.rules.view(file.state, seat.side)
    lexicon, due = file.rules.lexicon(seen, seat.side), to_come(file, seen, seat.side)
    return orders_template(open_verbs(file, seat.side), seat.language, file.game.id, file.state.turn, lexicon=lexicon, arriving=due)


def _wanted(file: GameFile, seat: SeatRow) -> Wanted | None:
    stage = file.stage
    if stage is None or seat.side not in file.wanted():
        return None
    lasts = span(stage_span(file.settings, file.stage_name), words(seat.language))
    what = f"{name_of(file, seat.side, seat.language)}, {stage_words(file, file.stage_name, seat.language)}"
    return Wanted(what, clock_time(stage.due, file.zone, seat.language), file.zone, lasts, allowed(file, seat))


def to_come(file: GameFile, seen: Any, side: str) -> list[dict[str, Any]]:
    """Units off the map that orders may name: those due, and the cards in hand."""
    picture = file.rules.picture(seen, side)
    return [*picture.arriving, *({"unit": card.id, "turn": file.state.turn} for card in picture.hand)]


def allowed(file: GameFile, seat: SeatRow) -> str:
    seen = file.rules.view(file.state, seat.side)
    lexicon, due = file.rules.lexicon(seen, seat.side), to_come(file, seen, seat.side)
    return may(open_verbs(file, seat.side), seat.language, file.state.turn, lexicon, due)


def open_verbs(file: GameFile, side: str) -> list[Verb]:
    """The side's own, of the stage whose orders are wanted."""
    stage = "" if file.state.over else stage_row(file.rules, file.state).stage
    return [verb for verb in allowed_verbs(file, side) if verb.stage == stage]


def allowed_verbs(file: GameFile, side: str) -> list[Verb]:
    """The verbs the side may ever use, of any stage."""
    return [verb for verb in file.rules.verbs.values() if verb.stage and verb.open_to(side)]


def stage_words(file: GameFile, stage: str, language: str) -> str:
    say = words(language, file.game.ruleset)
    return say(f"stage-name.{stage}") if say.has(f"stage-name.{stage}") else stage


def seen_by(stage: StageRow, side: str) -> list[dict[str, Any]]:
    return [{"kind": e.kind, "rule": e.rule, **e.seen[side]} for e in events_of(stage) if side in e.seen]


def tape_of(stage: StageRow) -> list[Roll]:
    return msgspec.json.decode(stage.tape, type=list[Roll])


def opened(file: GameFile, stages: list[StageRow], language: str) -> list[Opened]:
    """The seeds of what was played since the last report; at the end of the game those of the hidden dice too, of every stage."""
    if not file.state.over:
        return [opened_stage(file, stage, language) for stage in stages]
    return [opened_stage(file, stage, language, stage.dark.hex()) for stage in file.stages if stage.status == "done"]


def opened_stage(file: GameFile, stage: StageRow, language: str, dark: str = "") -> Opened:
    commitments = msgspec.json.decode(stage.opening or "[]", type=list[str])
    return Opened(spoken_stage(file, stage, language), stage.seal, stage.seed.hex(), commitments, dark_seal=stage.dark_seal, dark=dark)


def keep_report(file: GameFile, seat: SeatRow, report: Report) -> list[Attachment]:
    """Rendered, put into the documents, and handed back to be attached."""
    from pbem.reports.pdf import report_pdf  # what draws is slow to load, and most commands draw nothing

    state, side = file.state, seat.side
    file.house.at("during rendering")
    picture = file.rules.picture(file.rules.view(state, side), side)
    pdf = report_pdf(report, picture, file.rules.board(file.game.scenario))
    names = report_files(file, side)
    attached = [Attachment(names[0], PDF, pdf), Attachment(names[1], "application/json", report_json(report))]
    for attachment in attached:
        keep(file, side, "report", attachment)
    return attached


def file_step(file: GameFile) -> str:
    """`t1-german-main`, plain ASCII: one name a step, and another when the step is played again."""
    if file.state.over:
        return f"t{file.state.turn}-final"
    again = f" {file.game.attempt}" if file.game.attempt > 1 else ""
    return re.sub(r"[^a-z0-9]+", "-", f"{file.step}{again}".lower()).strip("-")


def answered(file: GameFile, seat: SeatRow, stage: StageRow) -> list[str]:
    """What the side was asked by mail in the stage, and what was answered."""
    mine = [d for d in file.decisions if (d.side, d.seq, d.attempt) == (seat.side, stage.seq, stage.attempt) and d.answer]
    return [answered_line(file, seat, row) for row in mine]


def answered_line(file: GameFile, seat: SeatRow, row: DecisionRow) -> str:
    choice = choice_of(row)
    given = print_answer(file.rules, choice, msgspec.json.decode(row.answer), seat.language)
    name = kind_name(file, choice.kind, seat.language)
    return office_words(seat.language, f"asked.{row.source}", number=row.number, name=name, subject=choice.subject, answer=given)


def keep(file: GameFile, side: str, kind: str, attachment: Attachment) -> None:
    file.add(
        DocumentRow(
            game=file.game.id,
            side=side,
            kind=kind,
            turn=file.state.turn,
            seq=file.game.seq,
            attempt=file.game.attempt,
            name=attachment.name,
            mime=attachment.mime,
            content=attachment.content,
            at=file.house.now(),
        )
    )


def map_for(file: GameFile, side: str, language: str) -> Attachment:
    """The map now; side "" sees everything and is the moderator's."""
    from pbem.reports.map import map_pdf

    state = file.state
    picture = file.rules.picture(file.rules.view(state, side) if side else state, side)
    title = f"{file.game.id} {spoken_step(file, language)}"
    pdf = map_pdf(file.rules.board(file.game.scenario), picture, slug=file.game.ruleset, title=title, language=language)
    return Attachment(f"{file.game.id}-map.pdf", PDF, pdf)
