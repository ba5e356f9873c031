"""A game is played on the rules it is pinned to: other rules play it only if they play it the same, or by the moderator's word."""

from __future__ import annotations

from pbem.engine.game import Waiting
from pbem.engine.sound import reasons
from pbem.engine.stages import Stage, differences
from pbem.engine.upgrade import TRIPS
from pbem.errors import PbemError
from pbem.games.gamefile import GameFile
from pbem.games.library import declared
from pbem.games.stages import play, record
from pbem.store.tables import StageRow

OFFICE = "office"


class OtherRules(PbemError):
    """A game waits rather than be played on rules that are not its own."""


def on_its_rules(file: GameFile) -> bool:
    """Before anything is done: True if the game was pinned anew to rules that play it to the same bytes. Raises if it has to wait."""
    here, pinned = file.house.library.versions[file.game.ruleset], file.game.rules_version
    if pinned == here:
        return False
    at = (file.game.id, file.game.version)
    if at not in file.house.held and (why := other_rules(file, pinned, here)):
        cure = f"pbem game upgrade {file.game.id} says what differs; install the old rules again, or go on with --to {declared(here)}"
        file.house.held[at] = OtherRules(why, cure)
    if at in file.house.held:
        raise file.house.held[at]
    pin(file, here, OFFICE, "every stage played comes out the same")
    return True


def other_rules(file: GameFile, pinned: str, here: str) -> str:
    """Why these are not the rules of the game; empty if they are, whatever else has changed in their sources."""
    name = f"rules {file.game.ruleset} {declared(here)}"
    if declared(pinned) != declared(here):
        return f"{file.game.id} waits: it is played on {declared(pinned)}, and here are {name}"
    fault = first_fault(file)
    return f"{file.game.id} waits: {name} have changed ({pinned}, now {here}). {fault}" if fault else ""


def first_fault(file: GameFile) -> str:
    """Why the rules here are not those the game was played on; empty if every stage comes out the same and the open one can go on."""
    for stage in of_its_rules(file):
        try:
            found = differences(file.rules, stage, file.game.blind)
        except TRIPS as error:
            found = [f"{stage.step}: {error}"]
        if found:
            return found[0]
    return why_not_on(file)


def pin(file: GameFile, version: str, who: str, why: str) -> None:
    file.note(who, "rules", f"{file.game.rules_version} -> {version}: {why}")
    if who == OFFICE:  # stages that come out the same are stages of the new version
        for row in (row for row in file.stages if row.rules == file.game.rules_version):
            row.rules = version
    file.game.rules_version = version


def closed(file: GameFile) -> list[Stage]:
    rows = sorted((row for row in file.stages if row.status == "done"), key=lambda row: (row.seq, row.attempt))
    return [record(file.rules, row, file.settings.policy) for row in rows]


def of_its_rules(file: GameFile) -> list[Stage]:
    """Not those before an upgrade: that they would go another way is known."""
    return [stage for stage in closed(file) if stage.rules == file.game.rules_version]


def why_not_on(file: GameFile) -> str:
    """Why the stage now open could not go on under the rules here."""
    try:
        if found := reasons(file.rules, file.state, []):
            return f"the position breaks them: {found[0]}"
        stage = file.stage
        return not_asked(file, stage) if stage is not None and stage.status == "playing" else ""
    except TRIPS as error:
        return f"the position cannot be read: {error}"


def not_asked(file: GameFile, stage: StageRow) -> str:
    """A stage begun goes on only if it still asks what was asked; the answers given stand."""
    again = f'pbem game rollback {file.game.id} --to "{stage.step}" begins it anew'
    try:
        found = play(file, stage)
    except TRIPS as error:
        return f"{stage.step} has begun, and its answers do not fit any more: {error}; {again}"
    now = {choice.key: choice.asked for choice in found.choices} if isinstance(found, Waiting) else {}
    gone = [row for row in file.open_decisions() if row.key not in now]
    return f"{stage.step} has begun, and decision {gone[0].number} of {gone[0].side} would not be asked; {again}" if gone else ""
