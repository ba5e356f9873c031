"""Standing orders: what is read, how it is printed, and what is refused."""

from __future__ import annotations

import pytest

from pbem.engine.verbs import Cond, Policy, Rule
from pbem.orders import DoctrineReading, print_rule, read_doctrine
from pbem.rulesets.air_bridge import RULES

NAMES = RULES.lexicon(RULES.start("air-bridge/breakout"), "german")
LINES = """REFUSE never at Eindhoven
REFUSE when odds >= 4:1
FALLBACK KG Walther toward Eindhoven
STAND in cities, elsewhere never
REACT at A1108 with Roestel, else strongest
LOSSES infantry first, spare armor
FATIGUE weakest first
SUPPORT A1108 with air 3, else Eindhoven
ADVANCE Roestel, 2 Hoff
OVERSTACK 1 Gren first
STAND when steps >= 3 and (in cities or not on the road)
REAGIR jamais en A1108
PERTES genie d'abord, epargner blindes
LOSSES spread
INITIATIVE second when turn >= 6, else first
CLASS auto
never refuse"""


def read(text: str, language: str = "en") -> DoctrineReading:
    return read_doctrine(RULES, NAMES, text, language)


def test_every_line_is_read() -> None:
    reading = read(LINES.replace("OVERSTACK 1 Gren first\n", ""))
    assert [line.status for line in reading.lines] == ["ok"] * 16
    assert [rule.n for rule in reading.rules] == [str(n) for n in range(1, 17)]
    assert reading.open == ["defbombard", "overstack"]


def test_what_the_lines_mean() -> None:
    rules = read(LINES).rules
    odds = Cond(">=", test="odds", value="4:1")
    assert rules[1] == Rule("2", "refuse", [Policy("always")], when=odds, text="REFUSE WHEN ODDS >= 4:1")
    assert rules[0].choice == [Policy("never")] and "A2106" in rules[0].at
    assert rules[2].choice[0].word == "toward" and "Heinke 1" in rules[2].units
    assert rules[3].when == Cond("test", test="in_cities") and rules[3].otherwise == [Policy("never")]
    assert rules[5].choice == [Policy("first", ["infantry"]), Policy("spare", ["armour"])]
    assert rules[7].choice == [Policy("points", number=3)] and rules[7].at == ["A1108"] and "A2106" in rules[7].otherwise[0].names


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("text", LINES.splitlines())
def test_printed_and_read_again(text: str, language: str) -> None:
    for rule in read(text, language).rules:
        for names in (NAMES, None):
            printed = print_rule(RULES, rule, language, names)
            (again,) = read(printed, language).rules
            assert (again.kind, again.choice, again.units, again.at, again.when, again.otherwise) == (
                rule.kind, rule.choice, rule.units, rule.at, rule.when, rule.otherwise,
            ), printed  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BLOW A1007/A1108 if they come near", "order"), ("FROBNICATE never", "kind of decision"), ("REFUSE sometimes", '"sometimes"'),
        ("INITIATIVE when odds >= 4:1 first", "does not look at"), ("REFUSE at Arnhem never", "not in play"), ("REFUSE", "orders"),
        ("FALLBACK toward Nowhere", "Nowhere"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_named_and_hides_nothing(text: str, says: str) -> None:
    reading = read(f"{text}\nREACT never")
    assert reading.lines[0].status != "ok" and [rule.kind for rule in reading.rules] == ["react"]
    assert says in reading.lines[0].message or text == "REFUSE"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("FATIGUE les plus faibles d'abord", "FATIGUE WEAKEST FIRST"), ("fatigue plus faibles d'abord", "FATIGUE WEAKEST FIRST"),
        ("SURPILE les plus forts d'abord", "OVERSTACK STRONGEST"), ("CLASSE Roestel comme antichar", "CLASS Roestel AS ANTI-TANK"),
        ("classe Roestel en AC", "CLASS Roestel AS ANTI-TANK"), ("RÉAGIR meilleure VE", "REACT BEST ER"),
        ("ADVANCE Roestel", "ADVANCE WITH Roestel"),
    ],
)  # fmt: skip
def test_as_a_frenchman_writes_it(text: str, printed: str) -> None:
    (rule,) = read(text, "fr").rules
    assert print_rule(RULES, rule, "en", NAMES) == printed


@pytest.mark.parametrize("text", ["BLOW Valkenswaard bridge if they come near", "SAUTER pont de Valkenswaard s'ils approchent"])
def test_an_order_among_standing_orders_is_told_to_be_one(text: str) -> None:
    (line,) = read(text).lines
    assert line.status == "unreadable" and "order" in line.message and "kind of decision" not in line.message
