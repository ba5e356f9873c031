"""What a side is sent: its report as mail, PDF and JSON, its map, its questions. Made from its own view and events alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.dice import seal
from pbem.engine.events import Roll
from pbem.engine.sequence import stage_row, wanted
from pbem.engine.verbs import Verb
from pbem.games.filing import checked, own_number
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model, clock_time, moment, office_words
from pbem.games.post import common, name_of, post, written
from pbem.games.settings import stage_span
from pbem.games.stages import choice_of, entries_of, events_of, verdicts_of
from pbem.mail.compose import Attachment
from pbem.orders import print_answer
from pbem.reports.build import build_report, may, orders_template
from pbem.reports.json import report_json
from pbem.reports.layout import span, when
from pbem.reports.map import map_pdf
from pbem.reports.model import Opened, Report, Wanted
from pbem.reports.pdf import report_pdf
from pbem.store.tables import DecisionRow, DocumentRow, SeatRow, StageRow
from pbem.words import words

MOST_OPTIONS = 12
PDF = "application/pdf"


def untold(file: GameFile) -> list[StageRow]:
    return [stage for stage in file.stages if stage.status == "done" and not stage.told]


def send_reports(file: GameFile, kind: str = "report", reason: str = "") -> None:
    """To every person at the table, of everything played since the last report."""
    stages = untold(file)
    for seat in file.people():
        report = report_for(file, seat, stages)
        attached = keep_report(file, seat, report)
        names = [a.name for a in attached]
        due = moment(file.stage.due) if file.stage is not None and report.wanted is not None else None
        model: Model = {"report": report, "due": due, "attached": names, "reason": reason, "ordered": ordered_already(file, seat)}
        model |= {"dark_seal": file.stage.dark_seal if file.stage is not None else "", "by_staff": seat.misses >= file.settings.misses}
        if kind == "ended":
            model |= {"blind": file.game.blind.hex(), "blind_seal": blind_seal(file)}
        text = written(file, seat, kind, model)
        post(file, seat, kind, f"{kind} {seat.side} {file.game.seq}.{file.game.attempt}", text, attached)
    for stage in stages:
        stage.told = True


def ordered_already(file: GameFile, seat: SeatRow) -> list[str]:
    """Orders kept from earlier mails, as they would be played now."""
    filed = file.in_force(seat.side) if seat.side in file.wanted() else None
    if filed is None or filed.source == "staff":
        return []
    return [
        f"{line.n} {line.printed or line.text}: {office_words(seat.language, f'status.{line.status}')}"
        for line in checked(file, seat, filed).lines
    ]


def send_notice(file: GameFile, key: str, document: str, **facts: Any) -> None:
    """A few words of the moderator's doing to everybody who gets mail."""
    for seat in file.people():
        said = {name: when(value, file.zone, seat.language) if isinstance(value, datetime) else value for name, value in facts.items()}
        model = {"subject": office_words(seat.language, f"{key}.subject"), "lines": [office_words(seat.language, key, **said)]}
        post(file, seat, "notice", f"{document} {seat.side}", written(file, seat, "note", model))


def blind_seal(file: GameFile) -> str:
    return seal(file.game.blind)


def report_for(file: GameFile, seat: SeatRow, stages: list[StageRow]) -> Report:
    state, side, language = file.state, seat.side, seat.language
    head = common(file, seat)
    mine = _wanted(file, seat)
    stage = file.stage
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
        opened=[opened(stage) for stage in stages],
        seal=stage.seal if stage is not None else "",
        own_orders=[line for stage in stages for line in own_orders(stage, side, language)],
        template=template_for(file, seat) if mine is not None else "",
        result=file.rules.result(state) if state.over else None,
        rules_version=file.game.rules_version,
    )


def template_for(file: GameFile, seat: SeatRow) -> str:
    seen = file.rules.view(file.state, seat.side)
    lexicon, due = file.rules.lexicon(seen, seat.side), file.rules.picture(seen, seat.side).arriving
    return orders_template(open_verbs(file), seat.language, file.game.id, file.state.turn, lexicon=lexicon, arriving=due)


def _wanted(file: GameFile, seat: SeatRow) -> Wanted | None:
    stage = file.stage
    if stage is None or seat.side not in file.wanted():
        return None
    lasts = span(stage_span(file.settings, file.stage_name), words(seat.language))
    what = f"{name_of(file, seat.side, seat.language)}, {stage_words(file.stage_name, seat.language)}"
    return Wanted(what, clock_time(stage.due, file.zone, seat.language), file.zone, lasts, allowed(file, seat))


def allowed(file: GameFile, seat: SeatRow) -> str:
    seen = file.rules.view(file.state, seat.side)
    lexicon, due = file.rules.lexicon(seen, seat.side), file.rules.picture(seen, seat.side).arriving
    return may(open_verbs(file), seat.language, file.state.turn, lexicon, due)


def open_verbs(file: GameFile) -> list[Verb]:
    """Of the stage whose orders are wanted."""
    stage = "" if file.state.over else stage_row(file.rules, file.state).stage
    return [verb for verb in file.rules.verbs.values() if verb.stage == stage]


def stage_words(stage: str, language: str) -> str:
    say = words(language)
    return say(f"stage-name.{stage}") if say.has(f"stage-name.{stage}") else stage


def seen_by(stage: StageRow, side: str) -> list[dict[str, Any]]:
    return [{"kind": e.kind, "rule": e.rule, **e.seen[side]} for e in events_of(stage) if side in e.seen]


def tape_of(stage: StageRow) -> list[Roll]:
    return msgspec.json.decode(stage.tape, type=list[Roll])


def opened(stage: StageRow) -> Opened:
    commitments = msgspec.json.decode(stage.opening or "[]", type=list[str])
    return Opened(stage.step, stage.seal, stage.seed.hex(), commitments)


def own_orders(stage: StageRow, side: str, language: str) -> list[str]:
    """What became of each of the side's own lines."""
    verdicts = verdicts_of(stage)
    lines = []
    for filing in msgspec.json.decode(stage.final or "[]", type=list[dict[str, Any]]):
        for line in filing.get("lines", []) if filing["side"] == side else []:
            verdict = verdicts.get(line["n"])
            status = verdict.status if verdict is not None else "unplayed"
            rule = f" [{verdict.refusal.rule}]" if verdict is not None and verdict.refusal is not None else ""
            said = office_words(language, f"verdict.{status}")
            lines.append(f"{own_number(side, line['n'])} {line.get('text', '')}: {said}{rule}")
    return lines


def keep_report(file: GameFile, seat: SeatRow, report: Report) -> list[Attachment]:
    """Rendered, put into the documents, and handed back to be attached."""
    state, side = file.state, seat.side
    file.house.at("during rendering")
    picture = file.rules.picture(file.rules.view(state, side), side)
    pdf = report_pdf(report, picture, file.rules.board(file.game.scenario))
    stem = f"{file.game.id}-t{state.turn}-{'final' if state.over else file.stage_name}-{side}"
    attached = [Attachment(f"{stem}.pdf", PDF, pdf), Attachment(f"{stem}.json", "application/json", report_json(report))]
    for attachment in attached:
        keep(file, side, "report", attachment)
    return attached


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
    state = file.state
    picture = file.rules.picture(file.rules.view(state, side) if side else state, side)
    title = f"{file.game.id} {file.step}"
    pdf = map_pdf(file.rules.board(file.game.scenario), picture, slug=file.game.ruleset, title=title, language=language)
    return Attachment(f"{file.game.id}-map.pdf", PDF, pdf)


def send_decisions(file: GameFile, asked: list[DecisionRow]) -> None:
    """One mail a side, whatever the number of its questions."""
    for seat in file.people():
        mine = [row for row in asked if row.side == seat.side]
        if mine:
            model = {"decisions": [question(file, seat, row) for row in mine], "by": moment(mine[0].deadline)}
            numbers = "-".join(str(row.number) for row in mine)
            post(file, seat, "decision", f"decision {seat.side} {numbers}", written(file, seat, "decision", model))


def question(file: GameFile, seat: SeatRow, row: DecisionRow) -> Model:
    choice = choice_of(row)
    shown, more = options_of(file, choice, seat.language)
    staff = print_answer(file.rules, choice, file.rules.kinds[choice.kind].staff(choice), seat.language)
    return {
        "number": row.number,
        "kind": choice.kind,
        "name": kind_name(file, choice.kind, seat.language),
        "subject": choice.subject,
        "rule": choice.rule,
        "facts": choice.facts,
        "about": choice.about,
        "options": shown,
        "more": more,
        "staff": staff,
        "example": f"{office_words(seat.language, 'keyword.answer')} {row.number} {shown[0] if shown else ''}".strip(),
    }


def options_of(file: GameFile, choice: Choice, language: str) -> tuple[list[str], bool]:
    shown: list[str] = []
    for value in choice.options.some():
        if len(shown) == MOST_OPTIONS:
            return shown, True
        shown.append(print_answer(file.rules, choice, value, language))
    return shown, False


def kind_name(file: GameFile, kind: str, language: str) -> str:
    say = words(language, file.game.ruleset)
    if say.has(f"kind.{kind}"):
        return say(f"kind.{kind}")
    french = file.rules.kinds[kind].fr
    return french if language == "fr" and french else kind.upper()
