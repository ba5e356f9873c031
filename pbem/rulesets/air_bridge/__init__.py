"""Air Bridge to Victory: the rules of the ground battle."""

from pbem.engine.ruleset import Ruleset
from pbem.rulesets.air_bridge import (
    calc,
    card,
    checking,
    conditions,
    field,
    forecast,
    names,
    phases,
    picture,
    position,
    sound_assault,
    sound_campaign,
    sound_combat,
    sound_frame,
    sound_move,
    staff,
    told,
    units,
    view,
)
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.sequence import SEQUENCE
from pbem.rulesets.air_bridge.state import SIDES, State
from pbem.rulesets.air_bridge.verbs import VERBS

SOUND = (sound_frame, sound_move, sound_combat, sound_assault, sound_campaign)

RULES = Ruleset(
    slug="air-bridge",
    version="1.0",
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
    sound=tuple(view.of_the_whole(check) for part in SOUND for check in part.SOUND),
    distance=field.distance,
    position=position,
    forecast=forecast.forecast,
    calc=calc.CALC,
    phases=phases.turn_name,
    told=told.told,
    options={"intelligence": ("open", "limited")},
    card=card.figures,
    check=checking.check,
)
