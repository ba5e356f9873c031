"""The orders played on the side's own view with dice that never hit: where everybody is, and what is paid, before chance has its say."""

from __future__ import annotations

from pbem.engine.check import Assuming
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.rulesets.last_crusade.sequence import row_of
from pbem.rulesets.last_crusade.state import State


def played(view: State, side: str, lines: list[Line]) -> Done:
    """To the end of step 6."""
    from pbem.rulesets.last_crusade import RULES  # the ruleset is made of this module

    last = row_of(view, side, "movement")
    done = run(RULES, canonical(view), Assuming(side, lines, [], "low"), Assumed("low"), play=lambda g: play_rows(g, last), sound=False)
    assert isinstance(done, Done), "an assuming desk answers everything"
    return done


def before_line(view: State, side: str, lines: list[Line], line: Line) -> State | None:
    """The position in which the assault would be declared, the assaults before it not fought; None if it then cannot be."""
    before = lines[: lines.index(line)]
    kept = [one for one in lines if one.verb not in ("MOVE", "ASSAULT", "MOUNT", "DISMOUNT", "OCCUPY", "VACATE") or one in before]
    kept = [one for one in kept if one.verb != "ASSAULT"]
    done = played(view, side, kept)
    state: State = done.state
    return None if state.over else state
