"""Air Bridge to Victory: the rules of the ground battle."""

from pbem.engine.ruleset import Ruleset
from pbem.rulesets.air_bridge import (
    calc,
    conditions,
    field,
    forecast,
    names,
    phases,
    picture,
    position,
    sound_combat,
    sound_frame,
    sound_move,
    staff,
    units,
    view,
)
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.sequence import SEQUENCE
from pbem.rulesets.air_bridge.state import SIDES, State
from pbem.rulesets.air_bridge.verbs import VERBS

RULES = Ruleset(
    slug="air-bridge",
    version="1",
    state=State,
    sides=SIDES,
    sequence=SEQUENCE,
    kinds=KINDS,
    verbs=VERBS,
    board=field.board,
    start=units.start,
    view=view.view,
    alias=view.alias,
    holds=conditions.holds,
    lexicon=names.lexicon,
    picture=picture.picture,
    result=phases.result,
    staff=staff.orders,
    sound=(*sound_frame.SOUND, *sound_move.SOUND, *sound_combat.SOUND),
    distance=field.distance,
    position=position,
    forecast=forecast.forecast,
    calc=calc.CALC,
    phases=phases.turn_name,
)
