"""A position in the middle of a game: hands, guns, aircraft, works, and of the enemy what is spotted."""

from __future__ import annotations

from pbem.engine.ruleset import Lexicon
from pbem.rulesets.last_crusade import RULES
from pbem.rulesets.last_crusade.state import AIRFIELD, GERMAN, HAND, MAP, US, State

START = "last-crusade/arracourt"
MORE = {
    "155mm": "A1", "Rifle 1": "A1", "Sherman 76": "C1", "Hellcat 2": "B3", "57mm 1": "B1", "US Halftrack 1": "A1", "US Supply 1": "HQ-US",
    "Ordnance": "HQ-US", "Engineers 1": "B1", "105mm 1": "E1", "Pioneers 1": "D1", "Pillbox": "D1", "DE Supply 1": "HQ-DE",
    "Workshop": "HQ-DE", "PaK 1": "D1", "Flak": "D3", "P-47 1": AIRFIELD[US], "P-47 2": AIRFIELD[US], "Fw 190": AIRFIELD[GERMAN],
}  # fmt: skip
HELD = ("Sherman 3", "Bazooka 1", "US Minefield 1", "Stuart 2", "Panther 3", "AT Ditch", "Truck 2", "Panzerfaust 1")
SPOTTED = ("Panther 1", "Panther 2", "Pz IV 1", "Sherman 1", "Sherman 2", "DE Halftrack 1")


def position(step: str = "III.2", active: str = US) -> State:
    s = RULES.start(START)
    s.turn, s.step, s.active, s.ready = 5, step, active, True
    for name, at in MORE.items():
        s.cards[name].place, s.cards[name].at = MAP, at
    for name in HELD:
        s.cards[name].place = HAND
    for name in SPOTTED:
        s.cards[name].spotted = True
    return s


def lexicon(side: str) -> Lexicon:
    return RULES.lexicon(RULES.view(position(), side), side)
