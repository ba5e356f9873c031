"""The kinds of choice: what doctrine may test of each, and how the staff decides where nobody says anything.

The staff sees what doctrine sees: the facts of the case and what is said about each option.
"""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import Choice
from pbem.engine.ruleset import Kind
from pbem.rulesets.last_crusade import staff_answers as answers

ASSAULT_FACTS = ("place", "terrain", "attackers", "defenders", "flank")  # in every question of an assault


def decline(choice: Choice) -> Any:
    return False


SUBSET = ("all", "none", "pick", "keep", "best", "first", "spare")
BY_FIRE = {"best": ("-fp",), "strongest": ("-fp",), "weakest": ("fp",), "dearest": ("-cost",), "cheapest": ("cost",)}
BY_UNITS = {"most": ("-units", "-fp")}
BY_COST = {"dearest": ("-cost",), "cheapest": ("cost",)}
# order: the sort key of the staff's own choice, as the rules give it with every shot
BY_AIM = {"kill": ("order",), "best": ("-kill",), "dearest": ("-cost",), "cheapest": ("cost",)}
SHOTS = ("kill", "first", "spare", "pick", "dearest", "cheapest", "best", "never")

KINDS = {
    # R1 who of the defenders is supplied; R2 which guns support; R3 which origin is the main attack
    "supply": Kind("AS-16", answers.supply, (*ASSAULT_FACTS, "points"), "RAVITAILLER", SUBSET, ranks=BY_FIRE, keeps="point", bare=True),
    "support": Kind(
        "AS-19", answers.support, (*ASSAULT_FACTS, "points"), "APPUI", SUBSET, ranks=BY_FIRE, keeps="point", bare=True, also=("SOUTENIR",)
    ),
    "main": Kind(
        "AS-22", answers.main_attack, ASSAULT_FACTS, "PRINCIPALE", ("pick", "most"), ranks=BY_UNITS, bare=True,
        also=("MAIN ATTACK", "PRINCIPAL", "ATTAQUE PRINCIPALE"),
    ),
    # D1 engineers; R4, R5, D2, D4 fire: "firer>target", or "cease"; D3 withdrawal; D5 advance
    "engineers": Kind("AC-4", answers.engineers, (*ASSAULT_FACTS, "origin"), "GÉNIE", ("clear", "fire"), ranks={}, bare=True),
    "fire": Kind(
        "AC-6", answers.fire, (*ASSAULT_FACTS, "phase"), "TIR", SHOTS, ranks=BY_AIM, bare=True,
        also=("TARGET", "TARGETS", "CIBLE", "CIBLES"),
    ),
    "withdraw": Kind("AC-9", answers.withdraw, (*ASSAULT_FACTS, "ratio"), "DÉCROCHER", ("never", "always", "pick"), ranks={}, bare=True),
    "advance": Kind("AC-15", answers.advance, ASSAULT_FACTS, "AVANCER", ("all", "none", "pick", "first", "spare"), ranks={}, bare=True),
    "discard": Kind(
        "P7.1", answers.discard, ("excess",), "DÉFAUSSER", ("pick", "first", "spare", "cheapest", "dearest"), quiet=True, ranks=BY_COST,
        bare=True,
    ),
    "end": Kind("VP-6", decline, ("turn", "ours", "theirs"), "FIN", ("never", "always")),  # R7: points in the two piles
}  # fmt: skip
