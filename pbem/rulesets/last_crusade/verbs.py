"""The orders a player may give, with their clauses."""

from __future__ import annotations

from pbem.engine.verbs import Arg, Clause, Verb

CARDS, PATH, ZONE = Arg("units", "units"), Arg("path", "path"), Arg("place", "place")
GROUND = Arg("at", "place", "AT", optional=True, own=True)
ON_UNIT = Arg("on", "units", "ON", optional=True)
WITH_UNITS = Arg("units", "units", "WITH")
TARGET = Arg("target", "units", foe=True)
FORT = Arg("fort", "units", sort="fortification")

SUPPORT = Clause("SUPPORT", "APPUI", (Arg("units", "units"),), synonyms=("SUPPORTED BY", "APPUYÉ PAR", "SOUTENIR"))
POLICY = (Arg("choice", "policy"),)  # whatever a doctrine line of that kind may say
ENGINEERS = Clause("ENGINEERS", "GÉNIE", POLICY, kind="engineers")
FIRE = Clause("FIRE", "TIR", POLICY, kind="fire", synonyms=("TARGET", "TARGETS", "CIBLE", "CIBLES"))
WITHDRAW = Clause("WITHDRAW", "DÉCROCHER", POLICY, kind="withdraw", synonyms=("REPLI",))
ADVANCE = Clause("ADVANCE", "AVANCER", POLICY, kind="advance", synonyms=("ADV",))
MINIMUM = Clause("MIN", "MIN", (Arg("number", "number"),), synonyms=("AT LEAST", "AU MOINS"))

VERBS = {
    verb.name: verb
    for verb in (
        Verb(
            "PLACE", "PLACER", (CARDS, Arg("at", "place", "AT", own=True)), "P2.1", "setup", "PLACE Sherman 1 AT A2", arrives=True,
            examples=("PLACE Panther 1 AT C2",), instead="DEPLOY",
        ),
        Verb(
            "DEPLOY", "DÉPLOYER", (CARDS, GROUND, ON_UNIT), "P7.2", "main", "DEPLOY Sherman 3",
            synonyms=("PLAY", "POSER", "JOUER"), arrives=True,
            examples=("DEPLOY Panther 3", "DEPLOY US Minefield 1 AT B1", "DEPLOY Bazooka 1 ON Rifle 2"),
        ),
        Verb(
            "REFIT", "RÉÉQUIPER", (CARDS, Arg("number", "number", "FOR", optional=True)), "P7.5", "main", "REFIT Sherman 1",
            examples=("REFIT Panther 1",),
        ),
        Verb(
            "DIG IN", "RETRANCHER", (CARDS,), "P7.6", "main", "DIG IN Rifle 1", synonyms=("DIG", "SE RETRANCHER", "ENTERRER"),
            examples=("DIG IN Panzergrenadier 2",),
        ),
        Verb(
            "USE", "UTILISER", (CARDS, ON_UNIT), "P14.5", "main", "USE US Supply 1",
            examples=("USE DE Supply 1", "USE Workshop ON Panther 1"),
        ),
        Verb("DISCARD", "DÉFAUSSER", (CARDS,), "P7.1", "main", "DISCARD Stuart 2", examples=("DISCARD Truck 2",)),
        Verb("OCCUPY", "OCCUPER", (FORT, WITH_UNITS), "P14.4", "main", "OCCUPY Pillbox WITH Pioneers 1", sides=("german",)),
        Verb(
            "VACATE", "ÉVACUER", (CARDS,), "P14.4", "main", "VACATE Pioneers 1", synonyms=("LEAVE", "QUITTER"), sides=("german",),
        ),
        Verb(
            "MOUNT", "EMBARQUER", (CARDS, Arg("on", "units", "ON")), "TR-1", "main", "MOUNT Arm Inf 1 ON US Halftrack 1",
            synonyms=("MONTER",), examples=("MOUNT Panzergrenadier 2 ON DE Halftrack 2",),
        ),
        Verb(
            "DISMOUNT", "DÉBARQUER", (CARDS,), "TR-6", "main", "DISMOUNT Arm Inf 1", synonyms=("DESCENDRE",),
            examples=("DISMOUNT Panzergrenadier 1",),
        ),
        Verb("RECON", "RECONNAÎTRE", (ZONE, WITH_UNITS), "P8.1", "main", "RECON C2 WITH Hellcat 1", examples=("RECON B1 WITH Puma",)),
        Verb(
            "STRIKE", "FRAPPER", (TARGET, WITH_UNITS, Arg("lane", "number", "LANE", optional=True)), "P9.1", "main",
            "STRIKE Panther 1 WITH P-47 1", synonyms=("BOMB",), examples=("STRIKE Sherman 1 WITH Fw 190",),
        ),
        Verb(
            "BOMBARD", "BOMBARDER", (TARGET, WITH_UNITS), "P10.1", "main", "BOMBARD Panther 1 WITH M7 1",
            examples=("BOMBARD Sherman 1 WITH 105mm 1",),
        ),
        Verb(
            "MOVE", "BOUGER", (CARDS, PATH), "P11.1", "main", "MOVE Sherman 1 C1 - C2", synonyms=("GO",),
            examples=("MOVE Panther 1 D2 - C2",), again=True,
        ),
        Verb(
            "ASSAULT", "ASSAUT", (ZONE, WITH_UNITS), "AS-7", "main", "ASSAULT C2 WITH Sherman 1, Arm Inf 1, SUPPORT M7 1",
            (SUPPORT, ENGINEERS, FIRE, WITHDRAW, ADVANCE, MINIMUM), synonyms=("ATTACK",),
            examples=("ASSAULT C1 WITH Panther 1, Panther 2, Panzergrenadier 1",),
        ),
        Verb("OFFER END", "PROPOSER FIN", (), "VP-6", "main", "OFFER END", synonyms=("PROPOSER LA FIN",)),
        Verb("WITHDRAW OFFER", "RETIRER OFFRE", (), "VP-6", "main", "WITHDRAW OFFER", synonyms=("RETIRER L'OFFRE",)),
        Verb("CAPITULATE", "CAPITULER", (), "P15.3", "main", "CAPITULATE"),
        Verb("PASS", "PASSER", (), "", "main", "PASS"),
    )
}  # fmt: skip
