"""The orders a player may give, with their clauses."""

from __future__ import annotations

from pbem.engine.verbs import Arg, Clause, Verb
from pbem.rulesets.air_bridge.state import ALLIED

UNITS, PATH, HEXSIDE, TARGET = Arg("units", "units"), Arg("path", "path"), Arg("hexside", "hexside"), Arg("place", "place")
GROUND = Arg("place", "place", own=True)
WITH_UNITS, WITH_FIRE = Arg("units", "units", "WITH"), Arg("fire", "fire", "WITH")
AT_HEX = Arg("at", "place", "AT")

BLOWN = Clause("ON BLOWN", "SI SAUTÉ", (Arg("word", "word"), Arg("path", "path", "VIA", optional=True)), synonyms=("IF BLOWN",))
LEAVE = Clause("LEAVE", "LAISSER", (UNITS, AT_HEX))
TAKE = Clause("TAKE", "PRENDRE", (UNITS, AT_HEX))
OVERRUN = Clause("OVERRUN", "DÉBORDER", (Arg("place", "place", optional=True),))
IF_ABLE = Clause(
    "OVERRUN IF ABLE", "DÉBORDER SI POSSIBLE", (Arg("place", "place", optional=True),),
    synonyms=("OVERRUN IF POSSIBLE", "OVERRUN IF WE CAN", "OVERRUN IF THEY CAN"),
)  # fmt: skip
ADVANCE = Clause("ADVANCE", "AVANCER", (Arg("word", "word"),), kind="advance", synonyms=("ADV",))
RETREAT = Clause("RETREAT TO", "REPLI VERS", (Arg("place", "place"),), kind="fallback", synonyms=("RETREAT",))
LOSSES = Clause("LOSSES", "PERTES", (UNITS,), kind="losses")
AS = Clause("AS", "EN", (Arg("word", "word"),))
ELSE = Clause("ELSE", "SINON", (Arg("place", "place"),))

ON_THE_WAY = (BLOWN, LEAVE, TAKE, OVERRUN, IF_ABLE)

VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "PLACE DZ", "POSER DZ", (Arg("division", "formation"), GROUND), "7.3d", "main", "PLACE DZ 101 A2904",
            synonyms=("PLACE THE DZ", "PLACE DZ OF", "REPLACE DZ", "POSER LA DZ", "POSER ZL"), sides=(ALLIED,),
        ),
        Verb("DROP", "LARGUER", (UNITS, GROUND), "7.3f", "main", "DROP 2/327, 3/327 A2904", sides=(ALLIED,), arrives=True),
        Verb(
            "ENTER", "ENTRER", (UNITS, Arg("at", "place", "AT", optional=True), Arg("path", "path", optional=True)), "21.0b", "main",
            "ENTER 4/7 DG, 13/18 H, 12 KRRC ROAD TO A0307", ON_THE_WAY, arrives=True, examples=("ENTER 10 SS Rec AT B5025 ROAD TO B4822",),
        ),
        Verb(
            "HOLD", "GARDER", (UNITS, Arg("until", "turn", "UNTIL", optional=True)), "21.0c", "main",
            "HOLD 21 AT UNTIL T3", examples=("HOLD 10 SS Rec UNTIL T4",),
        ),
        Verb(
            "MOVE", "BOUGER", (UNITS, PATH), "4.0b", "main", "MOVE 5 Cold ROAD TO A0707",
            ON_THE_WAY, ("GO",), examples=("MOVE Roestel ROAD TO A1308",),
        ),
        Verb("REPAIR", "RÉPARER", (HEXSIDE, WITH_UNITS), "17.1a", "main", "REPAIR A1007/A1108 WITH 1 Brg", sides=(ALLIED,)),
        Verb(
            "FERRY", "BAC", (UNITS, HEXSIDE, Arg("engineer", "units", "WITH", optional=True)), "17.3a", "main",
            "FERRY 2 Devon A1007/A1107 WITH 1 Brg", examples=("FERRY 1 Spindler B3722/B3723",),
        ),
        Verb("BLOW", "SAUTER", (HEXSIDE,), "7.2d", "main", "BLOW A1907/A2007", sides=("german",)),
        Verb(
            "ATTACK", "ATTAQUER", (TARGET, WITH_UNITS), "12.0a", "main", "ATTACK A1108 WITH 2 Irish, 2 Gren ADVANCE ALL",
            (ADVANCE, RETREAT, LOSSES, AS), examples=("ATTACK A1007 WITH 2 Hoff, Roestel ADVANCE ALL",),
        ),
        Verb(
            "ASSAULT", "ASSAUT", (TARGET, WITH_UNITS), "13.0a", "main", "ASSAULT B0605 WITH 2/501, 3/501, 326 Eng",
            (ADVANCE, LOSSES, AS), examples=("ASSAULT B4315 WITH 1 Spindler, 2 Spindler",),
        ),
        Verb(
            "BOMBARD", "BOMBARDER", (TARGET, WITH_FIRE), "9.1a", "main", "BOMBARD A1108 WITH 64 Med, 84 Med",
            (ELSE,), ("BOMB",), examples=("BOMBARD B4315 WITH 9 SS Art", "BOMBARD A1007 WITH AIR 3"),
        ),
        Verb(
            "SUPPORT", "SOUTENIR", (TARGET, WITH_FIRE), "9.2a", "main", "SUPPORT A1108 WITH 153 Fd, 55 Fd, AIR 8",
            (ELSE,), ("SUPP",), examples=("SUPPORT B4315 WITH 9 SS Art", "SUPPORT A1007 WITH AIR 3"),
        ),
        Verb(
            "MECH", "MÉCA", (UNITS, PATH), "4.1a", "mech", "MECH 1 Gren ROAD TO A1207",
            ON_THE_WAY, examples=("MECH Roestel ROAD TO A1407",),
        ),
        Verb("PASS", "PASSER", (), "", "main", "PASS"),
    )
}  # fmt: skip
