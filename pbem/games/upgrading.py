"""What other rules make of a game: every stage replayed on them, the first difference in words; and the word that pins it to them."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.events import Roll
from pbem.engine.ruleset import Ruleset
from pbem.engine.stages import Stage, differences
from pbem.engine.upgrade import TRIPS, Change, Divergence, Upgrade, upgrade
from pbem.errors import PbemError
from pbem.games.archive import Record
from pbem.games.documents import send_notice
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House
from pbem.games.library import Library, declared
from pbem.games.moderator import MODERATOR, change, require_step
from pbem.games.pinned import closed, pin, why_not_on
from pbem.reports.narrate import Narrator

MOST_CHANGES = 40


class Report(msgspec.Struct):
    """What the rules here make of a game played on others."""

    game: str
    ruleset: str
    pinned: str
    here: str
    stages: int  # closed, and replayed
    different: list[str] = []  # steps that go another way
    first: Divergence | None = None  # of the first of them, in words
    position: list[str] = []  # how the position differs at its end
    more: int = 0  # differences left out
    asks_anew: list[str] = []
    asks_no_more: list[str] = []
    dice: list[str] = []  # purposes of dice rolled more, or no more
    running: bool = False
    goes_on: bool = True
    why: str = ""  # it cannot

    @property
    def same(self) -> bool:
        return not self.different


# the word of the moderator


def upgrade_game(house: House, game: str, step: str, reason: str) -> str:
    """From the stage now open on the game is played on the rules here; the players are told, with the reason."""
    if not reason.strip():
        raise PbemError("an upgrade needs a reason: it is told to the players", '--reason "..."')

    def work(file: GameFile) -> str:
        stage, here = require_step(file, step), house.library.versions[file.game.ruleset]
        if file.game.rules_version == here:
            raise PbemError(f"{game} is played on rules {file.game.ruleset} {here} already. Nothing was done.")
        if why := why_not_on(file):
            raise PbemError(f"{game} cannot go on under the rules here: {why}. Nothing was done.")
        old = declared(file.game.rules_version)
        pin(file, here, MODERATOR, reason.strip())
        named = f"upgrade {stage.seq}.{stage.attempt} {here}"
        send_notice(file, "notice.upgraded", named, step=stage, old=old, new=declared(here), reason=reason.strip())
        return here

    return change(house, game, work)


# the report


def report_on_game(house: House, game: str) -> Report:
    """Nothing is changed."""
    file = load(house, game)
    here, stages = house.library.versions[file.game.ruleset], closed(file)
    report = reported(Report(game, file.game.ruleset, file.game.rules_version, here, len(stages)), file.rules, stages, file.game.blind)
    if file.game.status == "running":
        report.running, report.why = True, why_not_on(file)
        report.goes_on = not report.why
    return report


def report_on_record(library: Library, found: Record) -> Report:
    rules, here = library.ruleset(found.ruleset), library.versions[found.ruleset]
    stages = [stage for stage in found.stages if stage.after]
    if not found.blind:
        raise PbemError(f"the record of {found.game} was made while it ran: its dice are not opened yet", "archive it when it has ended")
    return reported(Report(found.game, found.ruleset, found.rules_version, here, len(stages)), rules, stages, bytes.fromhex(found.blind))


def reported(report: Report, rules: Ruleset, stages: list[Stage], blind: bytes) -> Report:
    for stage in stages:
        found = other_way(rules, stage, blind)
        if found is None:
            continue
        report.different.append(stage.step)
        if report.first is None:
            report.first, report.position = in_words(rules, found), [moved(one) for one in found.changes[:MOST_CHANGES]]
            report.more = max(0, len(found.changes) - MOST_CHANGES)
            report.asks_anew, report.asks_no_more = found.asks_anew, found.asks_no_more
            report.dice = [*(f"+ {purpose}" for purpose in found.new_dice), *(f"- {purpose}" for purpose in found.dice_not_rolled)]
    return report


def other_way(rules: Ruleset, stage: Stage, blind: bytes) -> Upgrade | None:
    try:
        if not differences(rules, stage, blind):
            return None
    except TRIPS:
        pass  # the replay below says where
    found = upgrade(rules, stage)
    if found.first is None:
        found.first = Divergence("", "order", "the same questions and dice", "the same, in another order")
    return found


def in_words(rules: Ruleset, found: Upgrade) -> Divergence:
    """As a moderator reads it: a die with its purpose, an event as the reports tell it."""
    first = found.first
    assert first is not None
    was, now = (said(rules, first.what, one) for one in (first.was, first.now))
    if was == now:  # told alike, but not alike
        was, now = (msgspec.json.encode(one).decode() for one in unlike(first.was, first.now))
    return Divergence(first.row, first.what, was, now)


def said(rules: Ruleset, what: str, one: Any) -> str:
    if one is None:
        return "nothing"
    if what == "die":
        roll = msgspec.convert(one, Roll)
        return f"{roll.purpose}: {roll.value} (d{roll.sides})"
    if what == "event":
        fights, lines = Narrator(rules.slug, "", "en").tell([{"kind": one["kind"], "rule": one["rule"], **one["seen"]["*"]}])
        told = [line for fight in fights for line in fight.lines] + lines
        rule = f" [{one['rule']}]" if one["rule"] else ""
        return f"{one['kind']}{rule}: {' '.join(' '.join(told).split()) or '-'}"
    return str(one)


def unlike(was: Any, now: Any) -> tuple[Any, Any]:
    """Only what is not the same in both."""
    if not (isinstance(was, dict) and isinstance(now, dict)):
        return was, now
    pairs = {key: unlike(was.get(key), now.get(key)) for key in sorted({*was, *now}) if was.get(key) != now.get(key)}
    return {key: one for key, (one, _) in pairs.items()}, {key: other for key, (_, other) in pairs.items()}


def moved(one: Change) -> str:
    """`units 2 Hoff at: A1108, now A1207`."""
    was, now = (readable(value) for value in (one.was, one.now))
    return f"{' '.join(one.path)}: {was}, now {now}"


def readable(value: Any) -> str:
    if value in (None, ""):
        return "nothing"
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def told(report: Report) -> list[str]:
    """The report as text: on the screen, in a file, beside an archive."""
    lines = [
        f"{report.game}: rules {report.ruleset}, played on {report.pinned}, here {report.here}",
        f"{report.stages} stages replayed, {report.stages - len(report.different)} come out the same to the byte",
    ]
    if report.first is not None:
        lines += ["", *told_first(report, report.first), "", *told_position(report)]
        lines += [f"Of the {report.stages} stages, each from its recorded start, these go another way: {', '.join(report.different)}"]
    if report.running:
        lines += ["", "It can go on under the rules here." if report.goes_on else f"It cannot go on under the rules here: {report.why}"]
    return lines


def told_first(report: Report, first: Divergence) -> list[str]:
    more = {"asks anew": report.asks_anew, "asks no more": report.asks_no_more, "dice": report.dice}
    return [
        f"First difference: {report.different[0]}{f', {first.row}' if first.row else ''}, {first.what}",
        f"  was  {first.was}",
        f"  is   {first.now}",
        *(f"  {what}: {', '.join(found)}" for what, found in more.items() if found),
    ]


def told_position(report: Report) -> list[str]:
    if not report.position:
        return [f"At the end of {report.different[0]} the position is the same"]
    rest = [f"  and {report.more} differences more"] if report.more else []
    return [f"At the end of {report.different[0]} the position differs:", *(f"  {line}" for line in report.position), *rest]
