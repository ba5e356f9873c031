"""The names of the whole game on both sheets, as the Allied side has them in the middle of turn 2."""

from __future__ import annotations

from pbem.engine.ruleset import Lexicon, UnitName
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.facts import kinds_of
from pbem.rulesets.air_bridge.names import places
from pbem.rulesets.air_bridge.state import Unit
from pbem.rulesets.air_bridge.units import counters

STAND = {
    "A0407": ["2 Devon"], "A0507": ["5 Cold"], "A0908": ["1 Gren", "1 Brg", "2 HCR", "1 Cold"], "A1007": ["2 Irish", "2 Gren", "3 Irish"],
    "A1108": ["2 Hoff"], "A1208": ["Roestel"], "A2805": ["1/506", "2/506", "3/506"], "B0504": ["326 Eng"],
    "B0505": ["1/501", "2/501", "3/501"], "B0605": ["Veghel Sec"], "B4312": ["1 Para", "3 Para"], "B4315": ["2 Para", "1 Para Eng"],
    "B4412": ["1 Border", "7 KOSB", "2 S Staffs", "1 AL Light"], "B4414": ["9 SS Rec"], "B4415": ["Krafft"],
    "B2717": ["1/508", "2/508", "3/508"], "A0307": ["64 Med", "84 Med", "153 Fd", "55 Fd"],
}  # fmt: skip
GONE = ("1 Hoff",)


def verbs_of(unit: Unit) -> list[str]:
    found = ["MOVE", *(["DROP"] if unit.airborne else []), *(["MECH"] if unit.cm else [])]
    return found + (["BOMBARD", "SUPPORT"] if unit.artillery else ["ATTACK", "ASSAULT"])


def lexicon(side: str = "allied") -> Lexicon:
    at = {name: hex for hex, names in STAND.items() for name in names}
    units = []
    formations: dict[str, list[str]] = {}
    for name, known in sorted(counters().items()):
        own = known.unit.side == side
        status = "eliminated" if name in GONE else "on map" if name in at else "off map"
        kinds = kinds_of(known.unit)
        units.append(
            UnitName(
                name,
                known.unit.side,
                at.get(name, ""),
                known.names,
                known.formations,
                kinds,
                verbs_of(known.unit) if own else [],
                status,
                {"range": known.unit.range},
            )
        )
        for formation in known.formations if own else []:
            formations.setdefault(formation, []).append(name)
    return Lexicon(side, units, list(places()), formations, list(field.whole_board().ids))


def distance(a: str, b: str) -> int:
    return field.whole_board().distance(a, b) or 0
