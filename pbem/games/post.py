"""A mail of ours on its way: composed to its last byte and laid into the outbox with the change it tells of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.sequence import stage_row
from pbem.engine.state import decode
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model
from pbem.mail.compose import Attachment, Outgoing, compose, message_id_for
from pbem.mail.letter import Letter
from pbem.mail.tokens import ORDERS, seat_address
from pbem.reports.build import side_name
from pbem.reports.text import MailText, mail
from pbem.store.db import unpack
from pbem.store.tables import OutboxRow, SeatRow, StageRow
from pbem.words import words

COMMANDS = ("STATUS", "MAP", "HELP")


def common(file: GameFile, seat: SeatRow) -> Model:
    """What every template is given (see `letters`)."""
    state, settings = file.state, file.settings
    return {
        "game": file.game.id,
        "title": file.scenario.title.get(seat.language) or file.scenario.title.get("en") or file.scenario.id,
        "ruleset": file.game.ruleset,
        "side": seat.side,
        "side_name": name_of(file, seat.side, seat.language),
        "turn": state.turn,
        "phase": file.rules.phases(state, seat.language) if file.rules.phases else "",
        "step": spoken_step(file, seat.language),
        "stage": "" if state.over else stage_row(file.rules, state).stage,
        "zone": file.zone,
        "moderator": file.game.moderator,
        "policy": settings.policy,
        "grace": settings.grace,
        "misses": settings.misses,
        "options": file.rules.options_of(state),
    }


def name_of(file: GameFile, side: str, language: str) -> str:
    return side_name(words(language, file.game.ruleset), side)


def spoken_step(file: GameFile, language: str, state: Any = None) -> str:
    """The step in the reader's words; its identity, as the moderator types it, is `file.step`."""
    s, say = state or file.state, words(language, file.game.ruleset)
    if s.over:
        return say("step.ended", turn=s.turn)
    row = stage_row(file.rules, s)
    sides = ", ".join(name_of(file, side, language) for side in row.orders(s) or ())
    name = row.stage or row.name
    stage = say(f"stage-name.{name}") if say.has(f"stage-name.{name}") else name
    return say("step" if sides else "step.plain", turn=s.turn, sides=sides, stage=stage)


def spoken_stage(file: GameFile, stage: StageRow, language: str) -> str:
    return spoken_step(file, language, decode(unpack(stage.before), file.rules.state))


def written(file: GameFile, seat: SeatRow, name: str, model: Model) -> MailText:
    return mail(name, seat.language, **{**common(file, seat), **model})


def post(
    file: GameFile,
    seat: SeatRow,
    kind: str,
    document: str,
    text: MailText,
    attachments: Sequence[Attachment] = (),
    to: Letter | None = None,
) -> None:
    """`document` names the mail for good: the same one always has the same Message-ID."""
    house = file.house
    host = house.settings.domain
    foot = written(file, seat, "foot", {"commands": list(COMMANDS)})
    thread = () if kind == "invitation" else (message_id_for(file.game.id, f"invitation {seat.side}", host),)
    message_id = message_id_for(file.game.id, document, host)
    sender = f"pbem <{ORDERS}@{host}>"
    raw = compose(
        Outgoing(
            sender=sender,
            to=seat.address,
            subject=text.subject,
            text=f"{text.text.rstrip()}\n\n{foot.text.strip()}\n",
            message_id=message_id,
            date=house.now(),
            reply_to=seat_address(house.key, file.game.id, seat.side, seat.generation, host),
            attachments=tuple(attachments),
            in_reply_to=to.message_id if to else "",
            references=(*thread, *((to.message_id,) if to and to.message_id else ())),
            auto_submitted="auto-replied" if to else "auto-generated",
            language=seat.language,
        )
    )
    file.add(
        OutboxRow(
            message_id=message_id,
            game=file.game.id,
            side=seat.side,
            kind=kind,
            sender=f"{ORDERS}@{host}",
            to=seat.address,
            subject=text.subject,
            raw=raw,
            at=house.now(),
        )
    )
