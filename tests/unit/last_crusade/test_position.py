"""The words of a rule case: where a line puts a card, what EXPECT reads of it, and what is said of a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cases import position_of, run_files
from pbem.cases.model import CaseFault
from pbem.errors import PbemError
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.state import State
from tests.cases.rulesets import find

HEAD = "CASE X-1\nTITLE t\nSCENARIO last-crusade/arracourt\nTURN 3\nSTART US end\n"


def placed(*lines: str) -> State:
    s: State = RULES.start("last-crusade/arracourt")
    for line in ("no cards", *lines):
        position.apply(s, line)
    return s


def faults(tmp_path: Path, lines: str, expect: str) -> list[str]:
    file = tmp_path / "case.txt"
    file.write_text(f"{HEAD}POSITION\nno cards\n{lines}\nEXPECT\n{expect}\n", encoding="utf-8")
    return [fault.got for fault in run_files([file], find)[0].faults]


@pytest.mark.parametrize(
    ("line", "card", "facts"),
    [
        ("Sherman 1 at C2", "Sherman 1", {"place": "map", "at": "C2", "spotted": False, "hits": 0}),
        ("Sherman 1 at Lezey, 3 hits, engaged, spotted", "Sherman 1", {"at": "C1", "hits": 3, "engaged": True, "spotted": True}),
        ("Rifle 1, Rifle 2 and Rifle 3 at c2, dug in", "Rifle 3", {"at": "C2", "dug_in": True}),
        ("M4 2 at C2, 1 mp, came turn 2", "Sherman 2", {"spent": 1, "came": 2}),
        ("Patton at US headquarters", "Patton", {"at": "HQ-US"}),
        ("Railway Gun at QG allemand, spotted", "Railway Gun", {"at": "HQ-DE", "spotted": True}),
        ("P-47 1 on airfield, engaged", "P-47 1", {"place": "map", "at": "AIR-US", "engaged": True}),
        ("US Minefield 1 at B1", "US Minefield 1", {"place": "map", "at": "B1"}),
        ("US Halftrack 1 at B1: engaged", "US Halftrack 1", {"side": "us", "at": "B1", "engaged": True}),
        ("Rifle 3 in hand", "Rifle 3", {"place": "hand", "at": ""}),
        ("Rifle 3 in the deck", "Rifle 3", {"place": "deck"}),
        ("Rifle 3 out", "Rifle 3", {"place": "out"}),
        ("US T1 at B2: armor, arm 5, inf 4, defence 6, mp 2, cost 3", "T1",
         {"side": "us", "kind": "unit", "cls": "armor", "arm": 5, "inf": 4, "defence": 6, "mp": 2, "cost": 3, "flags": ["motorized"]}),
        ("German T2 at B2: soldier, engineer, spotted, 2 hits", "T2",
         {"cls": "infantry", "mp": 1, "defence": 3, "cost": 1, "flags": ["soldier", "engineer"], "spotted": True, "hits": 2}),
        ("US G1 at B2: artillery, range 2, inf 6", "G1", {"cls": "artillery", "range": 2, "inf": 6, "arm": 0}),
        ("US A1 at B2: infantry, aa 3", "A1", {"effects": {"aa": 3}}),
        ("US H1 at HQ-US: hq, supply 2", "H1", {"kind": "hq", "cls": "", "defence": 3, "effects": {"supply": 2}}),
        ("German W1 at E1: fortification, defence 6", "W1", {"kind": "fortification", "defence": 6, "takes": ["soldier", "antitank"]}),
        ("German M1 at E1: obstacle, mines 2", "M1", {"kind": "obstacle", "effects": {"mines": 2}}),
        ("US X1 in hand: artillery, cost 4", "X1", {"place": "hand", "cost": 4}),
        ("US F1 on airfield: air, fighter-bomber, arm 5", "F1", {"cls": "air", "at": "AIR-US", "flags": ["fighter_bomber"]}),
    ],
)  # fmt: skip
def test_where_a_line_puts_a_card(line: str, card: str, facts: dict[str, object]) -> None:
    found = placed(line).cards[card]
    assert {name: getattr(found, name) for name in facts} == facts


def test_cards_on_and_in_others() -> None:
    s = placed(
        "US Halftrack 1 at C2", "Arm Inf 1 at C2 on US Halftrack 1, 1 hit", "Pillbox at D2", "Pioneers 1 at D2 in Pillbox", "Rifle 1 at B1",
        "Bazooka 1 on Rifle 1", "US L1 on Rifle 1: leader, arm 1", "Rifle 2 at C1", "US Halftrack 2 at C1", "Rifle 2 on US Halftrack 2",
        "Rifle 1 at B2",
    )  # fmt: skip
    assert (s.cards["Arm Inf 1"].rides, s.cards["Arm Inf 1"].hits) == ("US Halftrack 1", 1)
    assert s.cards["Pioneers 1"].inside == "Pillbox" and s.cards["Rifle 2"].rides == "US Halftrack 2"
    assert [(card.id, card.at) for card in s.carried_by("Rifle 1")] == [("Bazooka 1", "B2"), ("L1", "B2")], "they go with it"


def test_nothing_is_left_by_no_cards() -> None:
    s = placed()
    assert {card.place for card in s.cards.values()} == {"out"} and set(s.pool.values()) == {0} and not any(s.piles.values())


def test_tracks_of_a_position() -> None:
    lines = "pool US 10|control C2 US|control D2 none|offer US|files two|Rifle 2 in pile German|used Ordnance|US first"
    s = placed(*lines.split("|"))
    assert (s.pool["us"], s.control["C2"], s.control["D2"], s.offers, s.files) == (10, "us", "", ["us"], "two")
    assert s.piles["german"] == ["Rifle 2"] and s.used == ["Ordnance"] and s.first == "us"
    position.apply(s, "Rifle 2 at C2")
    assert s.piles["german"] == [], "a card is in one place only"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("Sherman 9 at C2", 'no card "Sherman 9"'),
        ("Sherman at C2", 'no card "Sherman"'),
        ("Halftrack 1 at C2", "may be DE Halftrack 1 or US Halftrack 1"),
        ("Sherman 1 at Z9", "Z9 is no zone"),
        ("Sherman 1 at C2, tired", 'no state "tired"'),
        ("Rifle 1 at C2 on Sherman 1", "not at C2"),
        ("control C2 Polish", 'no side "Polish"'),
        ("US T1 at B2: armor, wings 4", 'no state "wings 4"'),
        ("a fine day", "not a line of a position"),
    ],
)
def test_a_slip_is_named(line: str, message: str) -> None:
    with pytest.raises(PbemError, match=message):
        placed("Sherman 1 at D2", line)


CARDS = """Sherman 1 at C2, 2 hits, spotted
US Halftrack 1 at C1, 1 spent
Arm Inf 1 at C1 on US Halftrack 1
Panther 1, Panther 2 at E2
P-47 1 on airfield
Rifle 3 in hand
Rifle 4 in pile German
pool US 10
control C2 US
DE Leader 1 out"""


@pytest.mark.parametrize(
    ("holds", "fails", "got"),
    [
        ("Sherman 1 at C2", "Sherman 1 at C1", "at C2"),
        ("Panther 1 and Panther 2 in Ommeray", "Sherman 1 and Panther 2 in Ommeray", "at C2"),
        ("Panther 1 no longer at D2", "Panther 1 not in E2", "E2"),
        ("P-47 1 not off map", "P-47 1 off map", "at airfield"),
        ("P-47 1 on airfield", "Sherman 1 at the airfield", "C2"),
        ("Rifle 3 off map", "Sherman 1 off map", "at C2"),
        ("Sherman 1 is spotted", "Panther 1 spotted", "at E2, 0 hits, 2 mp"),
        ("Panther 1 hidden", "Sherman 1 face down", "spotted"),
        ("Sherman 1 not engaged", "Sherman 1 engaged", "at C2, 2 hits, 2 mp, spotted"),
        ("Arm Inf 1 mounted", "Arm Inf 1 on foot", "mounted"),
        ("Sherman 1 has 2 hits", "Sherman 1 has 1 hit", "2 hits"),
        ("US Halftrack 1 has 1 mp", "US Halftrack 1 has 2 mp", "1 mp"),
        ("Rifle 4 destroyed", "Rifle 3 destroyed", "off the map"),
        ("Rifle 4 in pile German", "Rifle 4 in pile US", "pile german"),
        ("Rifle 3 in hand", "Rifle 4 in hand", "pile german"),
        ("Rifle 3 not in deck", "Rifle 3 in the deck", "hand"),
        ("DE Leader 1 out", "Rifle 3 out of play", "hand"),
        ("Arm Inf 1 on US Halftrack 1", "Rifle 3 on US Halftrack 1", "hand"),
        ("pool US 10", "pool US 9", "10"),
        ("pile German 1", "pile US 1", "0"),
        ("hand US 1", "deck US 1", "0"),
        ("control C2 US", "control C2 none", "us"),
        ("control C3 none", "control C3 US", "none"),
        ("offers none", "offers US", "none"),
        ("over no", "over hq", "no"),
        ("winner not US", "winner US", "nobody yet"),
    ],
)
def test_both_sides_of_an_expectation(tmp_path: Path, holds: str, fails: str, got: str | None) -> None:
    assert faults(tmp_path, CARDS, f"no roll fire\n{holds}") == []
    found = faults(tmp_path, CARDS, f"no roll fire\n{fails}")
    assert found and (got is None or got in found[0])


@pytest.mark.parametrize("line", ["Sherman 9 in hand", "Sherman 1 in a hurry", "Sherman 1 has 2 steps", "speed US 4"])
def test_an_expectation_that_means_nothing_is_a_fault(tmp_path: Path, line: str) -> None:
    with pytest.raises(CaseFault):
        faults(tmp_path, CARDS, line)


@pytest.mark.parametrize(
    ("start", "row", "active"),
    [
        ("German supply", "II.1", "german"), ("US renforts", "III.2", "us"), ("German movement and assault", "II.6", "german"),
        ("US bombardement", "III.5", "us"), ("german air", "II.4", "german"), ("American end", "III.7", "us"), ("turn end", "IV", "german"),
    ],
)  # fmt: skip
def test_the_step_a_case_begins_with(tmp_path: Path, start: str, row: str, active: str) -> None:
    file = tmp_path / "position.txt"
    file.write_text(f"CASE X-1\nSCENARIO last-crusade/arracourt\nSTART {start}\nPOSITION\nno cards\n", encoding="utf-8")
    s = position_of(file, find)[0]
    assert (s.step, s.active, s.ready) == (row, active, True)


def test_an_unknown_step_names_those_there_are(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text("CASE X-1\nSCENARIO last-crusade/arracourt\nSTART US dinner\n", encoding="utf-8")
    with pytest.raises(CaseFault, match="belong to US or German"):
        position_of(file, find)


SHOT = """CASE X-1
TITLE t
SCENARIO last-crusade/arracourt
TURN 5
START US bombardment
POSITION
no cards
M7 1 at C1
Hellcat 1 at C2
Panther 1 at D2, spotted
pool US 3
control C2 US
ORDERS US
BOMBARD Panther 1 WITH M7 1
DICE
fire M7 1: 5 2
EXPECT
Panther 1 has 1 hit
{expect}
"""


@pytest.mark.parametrize(
    ("holds", "fails", "got"),
    [
        ("fp 2 in bombardment M7 1", "fp 3 in bombardment M7 1", "2"),
        ("hits 1 in bombardment M7 1 Panther 1", "hits 2 in fire M7 1", "1"),
        ("rolled fire M7 1", "rolled fire Panther 1", "rolled were fire M7 1"),
        ("no roll mines", "no roll fire", "fire M7 1"),
        ("pool US 2", "pool US 3", "2"),
    ],
)
def test_a_shot_is_found_by_who_fires_and_what_was_rolled(tmp_path: Path, holds: str, fails: str, got: str) -> None:
    for expect, faults in ((holds, []), (fails, [got])):
        file = tmp_path / "case.txt"
        file.write_text(SHOT.format(expect=expect), encoding="utf-8")
        found = [fault.got for fault in run_files([file], find)[0].faults]
        assert len(found) == len(faults) and all(word in text for word, text in zip(faults, found, strict=True)), found
