"""Standing orders of the card game: read in both languages, printed so that they read back, and what they decide."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.choice import Choice, OneOf, Options, Some
from pbem.engine.doctrine import decide
from pbem.engine.verbs import Rule
from pbem.orders import print_rule, read_doctrine
from pbem.rulesets.last_crusade import RULES
from tests.orders.last_crusade.position import lexicon

SAME = [
    ("SUPPLY ALL KEEP 4", "ravitailler tout garder 4", "SUPPLY ALL, KEEP 4 POINTS"),
    ("supply best 2", "ravitailler meilleurs 2", "SUPPLY BEST 2"), ("support none", "appui aucun", "SUPPORT NONE"),
    ("support all when attackers >= 2", "appui tout quand attaquants >= 2", "SUPPORT ALL WHEN ATTACKERS >= 2"),
    ("main C1", "principale C1", "MAIN C1"), ("main Lezey, b1 at c2", "principale Lezey, b1 en c2", "MAIN C1, B1 AT C2"),
    ("main most", "principale nombre", "MAIN MOST"), ("fire kill", "tir tuer", "FIRE KILL"),
    ("fire engineers first", "tir génie d'abord", "FIRE ENGINEERS FIRST"), ("fire dearest", "tir plus cher", "FIRE DEAREST"),
    ("fire armor first, dearest", "tir blindés d'abord, plus cher", "FIRE ARMOR FIRST, DEAREST"),
    ("fire panther first", "tir panther d'abord", "FIRE Panther FIRST"), ("fire best chance", "tir meilleur chance", "FIRE BEST CHANCE"),
    ("engineers clear", "génie dégage", "ENGINEERS CLEAR"),
    ("engineers fire when origin = B1", "génie tire quand origine = B1", "ENGINEERS FIRE WHEN ORIGIN = B1"),
    ("withdraw when ratio < 1:2", "décrocher quand rapport < 1:2", "WITHDRAW WHEN RATIO < 1:2"),
    ("never withdraw", "jamais décrocher", "WITHDRAW NEVER"), ("advance none at B2", "avancer aucun en B2", "ADVANCE NONE AT B2"),
    ("end always when ours > theirs", "fin toujours quand nos points > leurs points", "END WHEN OUR POINTS > THEIR POINTS"),
    ("discard cheapest", "défausser moins cher", "DISCARD CHEAPEST"), ("discard stuart 2", "défausser stuart 2", "DISCARD Stuart 2"),
    ("supply all when points >= 6, else best 1", "ravitailler tout quand points >= 6, sinon meilleur 1",
     "SUPPLY ALL WHEN POINTS >= 6, ELSE BEST 1"),
]  # fmt: skip


def rule(text: str, language: str = "en") -> Rule:
    reading = read_doctrine(RULES, lexicon("us"), text, language)
    assert reading.rules, reading.lines[0].message
    return reading.rules[0]


@pytest.mark.parametrize(("english", "french", "printed"), SAME)
def test_both_languages_say_the_same_and_what_is_printed_reads_back(english: str, french: str, printed: str) -> None:
    one, two = rule(english), rule(french, "fr")
    one.text = two.text = ""
    assert one == two and print_rule(RULES, one, "en", lexicon("us")) == printed
    for language in ("en", "fr"):
        for names in (lexicon("us"), None):
            again = rule(print_rule(RULES, one, language, names), language)
            again.text = ""
            assert again == one


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("FIRE bravely", '"bravely"'), ("WITHDRAW when odds > 1:1", "ratio"), ("KILL first", "FIRE"), ("MAIN F7", "not on the map"),
        ("SUPPLY 4", '"4"'), ("ENGINEERS", "orders"), ("MOVE Sherman 1 C2", "order"),
    ],
)  # fmt: skip
def test_what_cannot_be_taken_is_named(text: str, says: str) -> None:
    (line,) = read_doctrine(RULES, lexicon("us"), text, "en").lines
    assert line.status != "ok" and (says in line.message or text == "ENGINEERS")


# what a line decides

FACTS: dict[str, Any] = {"place": "C2", "terrain": "village", "attackers": 3, "defenders": 2, "flank": True}
UNITS = {
    "Sherman 1": {"fp": 5, "cost": 3, "kinds": ["armor", "motorized"]}, "Rifle 1": {"fp": 4, "cost": 1, "kinds": ["infantry", "soldier"]},
    "57mm 1": {"fp": 4, "cost": 1, "kinds": ["infantry", "antitank"]},
}  # fmt: skip
SHOTS: dict[str, dict[str, Any]] = {
    "Rifle 1>Panther 2": {"firer": "Rifle 1", "target": "Panther 2", "kill": 1, "cost": 5, "kinds": ["armor"], "order": [-4, -1]},
    "Rifle 1>Pioneers 1": {"firer": "Rifle 1", "target": "Pioneers 1", "kill": 30, "cost": 2, "kinds": ["infantry", "engineer"],
                           "order": [-4, -30]},
    "Sherman 1>Panther 2": {"firer": "Sherman 1", "target": "Panther 2", "kill": 20, "cost": 5, "kinds": ["armor"], "order": [-5, -20]},
    "Sherman 1>Pioneers 1": {"firer": "Sherman 1", "target": "Pioneers 1", "kill": 10, "cost": 2, "kinds": ["infantry", "engineer"],
                             "order": [-5, -10]},
}  # fmt: skip


class Ground:
    rules = RULES
    state = None


def said(text: str, kind: str, options: Options, about: dict[str, dict[str, Any]], **facts: Any) -> Any:
    found = decide([rule(text)], Choice("us", kind, "C2", options, facts={**FACTS, **facts}, about=about), Ground())
    return None if found is None else found[1]


@pytest.mark.parametrize(
    ("text", "pool", "expected"),
    [
        ("SUPPLY ALL", 3, ["Sherman 1", "57mm 1", "Rifle 1"]), ("SUPPLY ALL", 2, ["Sherman 1", "57mm 1"]),
        ("SUPPLY ALL KEEP 1", 3, ["Sherman 1", "57mm 1"]), ("SUPPLY ALL KEEP 4", 3, []), ("SUPPLY BEST 1", 3, ["Sherman 1"]),
        ("SUPPLY NONE", 3, []), ("SUPPLY Rifle 1, Sherman 1", 3, ["Rifle 1", "Sherman 1"]),
        ("SUPPLY infantry first KEEP 1", 3, ["57mm 1", "Rifle 1"]), ("SUPPLY spare armor", 2, ["57mm 1", "Rifle 1"]),
        ("SUPPLY with antitank when flank", 3, ["57mm 1"]), ("SUPPLY ALL WHEN defenders >= 3", 3, None),
        ("SUPPLY ALL WHEN defenders >= 3, ELSE BEST 1", 3, ["Sherman 1"]), ("SUPPLY NONE AT B2", 3, None),
        ("SUPPLY NONE AT B2, C2", 3, []), ("SUPPLY NONE AT Lezey AND C2", 3, []), ("SUPPLY NONE AT C1, B2, B3", 3, None),
        ("SUPPLY ALL WHEN terrain = village", 1, ["Sherman 1"]),
    ],
)  # fmt: skip
def test_who_is_supplied(text: str, pool: int, expected: Any) -> None:
    assert said(text, "supply", Some(dict.fromkeys(UNITS, 1), pool), UNITS, points=pool) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("FIRE KILL", "Sherman 1>Panther 2"), ("FIRE engineers first", "Sherman 1>Pioneers 1"), ("FIRE dearest", "Sherman 1>Panther 2"),
        ("FIRE best chance", "Rifle 1>Pioneers 1"), ("FIRE Pioneers 1", "Sherman 1>Pioneers 1"),
        ("FIRE Rifle 1 first", "Rifle 1>Pioneers 1"),
        ("FIRE spare armor", "Sherman 1>Pioneers 1"), ("FIRE cheapest", "Sherman 1>Pioneers 1"), ("FIRE NEVER", "cease"),
        ("FIRE NEVER WHEN phase = 2", None), ("FIRE Panther first", "Sherman 1>Panther 2"),
    ],
)  # fmt: skip
def test_the_next_shot(text: str, expected: str | None) -> None:
    assert said(text, "fire", OneOf([*SHOTS, "cease"]), SHOTS, phase=1) == expected


@pytest.mark.parametrize(
    ("text", "ratio", "expected"),
    [
        ("WITHDRAW WHEN ratio < 1:1", "1:2", ["Rifle 1", "Sherman 1"]), ("WITHDRAW WHEN ratio < 1:1", "2:2", None),
        ("WITHDRAW NEVER", "1:2", []), ("WITHDRAW ALWAYS", "2:1", ["Rifle 1", "Sherman 1"]), ("WITHDRAW Sherman 1", "2:1", ["Sherman 1"]),
        ("WITHDRAW WHEN ratio > 3:1", "2:0", ["Rifle 1", "Sherman 1"]), ("WITHDRAW WHEN terrain < 1", "1:1", None),
    ],
)  # fmt: skip
def test_who_withdraws(text: str, ratio: str, expected: Any) -> None:
    about: dict[str, dict[str, Any]] = {"Sherman 1": {}, "Rifle 1": {}}
    assert said(text, "withdraw", Some({"Sherman 1": 1, "Rifle 1": 1}, 2), about, ratio=ratio) == expected


def test_the_main_attack_is_the_first_zone_named_that_takes_part() -> None:
    about = {"B1": {"units": 1, "fp": 9}, "C1": {"units": 2, "fp": 4}}
    assert said("MAIN A1, B1, C1", "main", OneOf(["B1", "C1"]), about) == "B1"
    assert said("MAIN most", "main", OneOf(["B1", "C1"]), about) == "C1"
    assert said("MAIN A1", "main", OneOf(["B1", "C1"]), about) is None


def test_the_end_by_comparing_two_facts() -> None:
    for ours, theirs, expected in ((9, 4, True), (4, 9, None)):
        assert said("END ALWAYS WHEN ours > theirs", "end", OneOf([True, False]), {}, turn=8, ours=ours, theirs=theirs) is expected


def test_discards_are_filled_up_to_what_is_due() -> None:
    about = {"Stuart 2": {"cost": 2}, "Rifle 3": {"cost": 1}, "Sherman 3": {"cost": 3}}
    options = Some(dict.fromkeys(about, 1), 2, 2)
    assert said("DISCARD Sherman 3", "discard", options, about, excess=2) == ["Sherman 3", "Rifle 3"]
    assert said("DISCARD cheapest", "discard", options, about, excess=2) == ["Rifle 3", "Stuart 2"]


@pytest.mark.parametrize("text", ["SUPPLY NONE AT C1, C2", "FIRE KILL AT C1, B2, B3", "MAIN C2 AT B1, C1"])
def test_several_places_are_all_kept_and_read_back(text: str) -> None:
    assert rule(text).text == text and len(rule(text).at) > 1
