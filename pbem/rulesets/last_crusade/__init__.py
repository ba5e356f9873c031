"""The Last Crusade: areas, cards, and units face down."""

from pbem.engine.ruleset import Ruleset
from pbem.rulesets.last_crusade import (
    calc,
    card,
    cards,
    conditions,
    field,
    forecast,
    names,
    phases,
    picture,
    position,
    sound,
    staff,
    told,
    view,
)
from pbem.rulesets.last_crusade.kinds import KINDS
from pbem.rulesets.last_crusade.sequence import SEQUENCE, unused
from pbem.rulesets.last_crusade.state import SIDES, State
from pbem.rulesets.last_crusade.verbs import VERBS

RULES = Ruleset(
    slug="last-crusade",
    version="1.0",
    state=State,
    sides=SIDES,
    sequence=SEQUENCE,
    kinds=KINDS,
    verbs=VERBS,
    board=field.board,
    start=cards.start,
    view=view.view,
    alias=view.alias,
    holds=conditions.holds,
    lexicon=names.lexicon,
    picture=picture.picture,
    result=phases.result,
    staff=staff.orders,
    sound=sound.SOUND,
    distance=field.distance,
    position=position,
    told=told.told,
    options={"files": ("one", "two")},
    card=card.figures,
    unused=unused,
    calc=calc.CALC,
    forecast=forecast.forecast,
    states=("captured", "spotted", "engaged", "damaged", "mounted"),
    facts=("pool", "hand"),
)
