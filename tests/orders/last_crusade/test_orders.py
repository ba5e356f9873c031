"""Orders of the card game as players write them: what is read, what is asked back, and what stands beside the line."""

from __future__ import annotations

import pytest

from pbem.engine.verbs import Cond, Policy, Rule
from pbem.orders import ReadLine, check_orders, print_line, read_orders
from pbem.rulesets.last_crusade import RULES
from tests.orders.last_crusade.position import lexicon, position


def read(text: str, side: str = "us", language: str = "en") -> ReadLine:
    (line,) = read_orders(RULES, lexicon(side), text, language).lines
    return line


ENGLISH = [
    ("deploy sherman 3", "DEPLOY Sherman 3"), ("deploy sherman", "DEPLOY Sherman 3"), ("play stuart", "DEPLOY Stuart 2"),
    ("deploy minefield 1 in b1", "DEPLOY US Minefield 1 AT B1"), ("deploy minefield in b1", "DEPLOY US Minefield 1 AT B1"),
    ("deploy US Minefield 1 B1", "DEPLOY US Minefield 1 AT B1"),
    ("deploy bazooka team on rifle 1", "DEPLOY Bazooka 1 ON Rifle 1"), ("refit sherman 1 2", "REFIT Sherman 1 FOR 2"),
    ("refit sherman 1 for 10", "REFIT Sherman 1 FOR 10"), ("dig in 57mm 1", "DIG IN 57mm 1"), ("rifle 1 dig in", "DIG IN Rifle 1"),
    ("use ordnance company on M4 1", "USE Ordnance ON Sherman 1"), ("discard stuart 2", "DISCARD Stuart 2"),
    ("mount rifle 1 on halftrack 1", "MOUNT Rifle 1 ON US Halftrack 1"), ("dismount arm inf 1", "DISMOUNT Arm Inf 1"),
    ("recon ley with hellcat 1", "RECON D2 WITH Hellcat 1"), ("recon HQ-DE with M18 1", "RECON HQ-DE WITH Hellcat 1"),
    ("strike panther 1 with P-47 2 lane 2", "STRIKE Panther 1 WITH P-47 2 LANE 2"), ("P47 1 strikes", None),
    ("bomb pz iv 1 with thunderbolt 1", "STRIKE Pz IV 1 WITH P-47 1"),
    ("bombard halftrack 1 with 155mm", "BOMBARD DE Halftrack 1 WITH 155mm"),
    ("155mm bombard Panzer IV 1", "BOMBARD Pz IV 1 WITH 155mm"), ("sherman 1 to bezange-la-petite", "MOVE Sherman 1 C2"),
    ("sherman 2 hq", "MOVE Sherman 2 HQ-US"), ("sherman 2 hq us", "MOVE Sherman 2 HQ-US"), ("move M4 (76mm) C2", "MOVE Sherman 76 C2"),
    ("MOVE Hellcat 1-2 B2", "MOVE Hellcat 1, Hellcat 2 B2"), ("MOVE Sherman 1, 2 B2", "MOVE Sherman 1, Sherman 2 B2"),
    ("move 2 sherman B2", "MOVE Sherman 2 B2"), ("move sherman 1 C1-C2", "MOVE Sherman 1 C1 - C2"), ("move sherman 1 rechicourt", None),
    ("attack c2 with sherman 1 from c1, min 1", "ASSAULT C2 WITH Sherman 1, MIN 1"),
    ("assault panther 1 with sherman 1", "ASSAULT D2 WITH Sherman 1"), ("offer end", "OFFER END"), ("withdraw offer.", "WITHDRAW OFFER"),
    (
        "assault C2 with Sherman 1, Arm Inf 1 support M7 1, 155mm engineers clear fire armor first withdraw if ratio < 1 advance all min 2",
        "ASSAULT C2 WITH Sherman 1, Arm Inf 1, SUPPORT M7 1, 155mm ENGINEERS CLEAR FIRE ARMOR FIRST WITHDRAW WHEN RATIO < 1"
        " ADVANCE ALL, MIN 2",
    ),
    (
        "assault c2 with engineers 1, engineers fire, fire engineers first, withdraw never, advance none",
        "ASSAULT C2 WITH Engineers 1 ENGINEERS FIRE FIRE ENGINEERS FIRST WITHDRAW NEVER ADVANCE NONE",
    ),
    (
        "if c1 ours: assault c2 with sherman 1 advance sherman 1, hellcat 1 else move sherman 1 b1",
        "IF C1 OURS: ASSAULT C2 WITH Sherman 1 ADVANCE Sherman 1, Hellcat 1 ELSE MOVE Sherman 1 B1",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "printed"), [(a, b) for a, b in ENGLISH if b])
def test_read_and_printed(text: str, printed: str) -> None:
    line = read(text)
    assert (line.status, line.line and line.line.text) == ("ok", printed), line.message


FRENCH = [
    ("us", "rééquiper sherman 1 pour 2", "REFIT Sherman 1 FOR 2"), ("us", "retrancher fusiliers 1", "DIG IN Rifle 1"),
    ("us", "embarquer rifle 1 sur semi-chenillé 1", "MOUNT Rifle 1 ON US Halftrack 1"),
    ("us", "déployer champ de mines 1 en Xanrey", "DEPLOY US Minefield 1 AT B1"),
    ("us", "frapper panther 1 avec p-47 2 couloir 3", "STRIKE Panther 1 WITH P-47 2 LANE 3"),
    ("us", "sherman 2 vers le QG", "MOVE Sherman 2 HQ-US"), ("us", "bouger sherman 2 Réchicourt-la-Petite", "MOVE Sherman 2 B3"),
    ("us", "reconnaitre d2 avec hellcat 1", "RECON D2 WITH Hellcat 1"), ("us", "proposer la fin", "OFFER END"),
    ("us", "retirer l'offre", "WITHDRAW OFFER"),
    (
        "us", "assaut c2 avec sherman 1 appui m7 1 génie dégage tir tuer décrocher quand rapport < 1:2 avancer tous au moins 1",
        "ASSAULT C2 WITH Sherman 1, SUPPORT M7 1 ENGINEERS CLEAR FIRE KILL WITHDRAW WHEN RATIO < 1:2 ADVANCE ALL, MIN 1",
    ),
    ("us", "assaut c2 avec sherman 1 tir génie d'abord", "ASSAULT C2 WITH Sherman 1 FIRE ENGINEERS FIRST"),
    ("german", "occuper casemate avec 7.5cm PaK 40 1", "OCCUPY Pillbox WITH PaK 1"), ("german", "évacuer pionniers 1", "VACATE Pioneers 1"),
    ("german", "bombarder M4 1 avec 10.5cm Howitzer 1", "BOMBARD Sherman 1 WITH 105mm 1"), ("german", "bouger 88 e3", "MOVE Flak E3"),
    ("german", "utiliser atelier sur panther 1", "USE Workshop ON Panther 1"),
    ("german", "déployer fossé antichar en D2", "DEPLOY AT Ditch AT D2"),
]  # fmt: skip


@pytest.mark.parametrize(("side", "text", "printed"), FRENCH)
def test_a_frenchman_says_the_same(side: str, text: str, printed: str) -> None:
    line = read(text, side, "fr")
    assert line.line is not None, line.message
    assert print_line(RULES, line.line, "en", lexicon(side)) == printed


@pytest.mark.parametrize("side", ["us", "german"])
@pytest.mark.parametrize("text", ["occupy pillbox with pioneers 1", "occupy pioneers 1 in pillbox", "pioneers 1 occupy pillbox"])
def test_the_fortification_is_known_wherever_it_stands_in_the_line(text: str, side: str) -> None:
    line = read(text, side)
    if side == "german":
        assert line.line is not None and line.line.args == {"fort": ["Pillbox"], "units": ["Pioneers 1"]}
    else:
        assert line.status == "illegal"


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        ("move sherman B2", "ambiguous", "Sherman 1 (C1), Sherman 2 (B3) or Sherman 76 (C1)"),
        ("move 2 shermans B2", "ambiguous", "one of them, or 2 of them?"), ("strike panther with P-47 1", "ambiguous", "Panther 1 (D2) or"),
        ("strike panther 1 with p-47", "ambiguous", "P-47 1"),
        ("strike D2 with P-47 1", "ambiguous", "DE Halftrack 1, Panther 1 or Panther 2"),
        ("strike C3 with P-47 1", "illegal", "no enemy unit in C3"), ("bombard flak with 155mm", "illegal", "You see no flak"),
        ("bombard sherman 1 with 155mm", "illegal", "your own"), ("bombard with 155mm", "unreadable", "which enemy unit"),
        ("move sherman 1 F9", "unreadable", "not on the map"), ("assault c2 with sherman 1 from b3", "illegal", "stands in C1, not in B3"),
        ("assault c2 with sherman 1 fire bravely", "unreadable", '"bravely"'), ("refit sherman 1 lane 2", "unreadable", "number 2"),
        ("assault c2 with sherman 1 withdraw when odds > 1", "unreadable", "does not look at"),
        ("move panther 1 C2", "illegal", "not yours"), ("assault c2 with sherman 1 withdraw", "unreadable", "missing"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_said(text: str, status: str, says: str) -> None:
    line = read(text)
    assert (line.status, line.line) == (status, None) and says in line.message, line.message


def test_the_only_copy_on_the_map_is_meant_and_told() -> None:
    line = read("assault C2 with sherman 1 support m7")
    assert line.line is not None and line.line.clauses == {"support": [{"units": ["M7 1"]}]} and line.told == ['"m7" = M7 1']


def test_a_zone_as_the_target_is_its_only_known_enemy() -> None:
    line = read("strike D3 with P-47 1")
    assert line.line is not None and line.line.args["target"] == ["Pz IV 1"] and line.told == ['"D3" = Pz IV 1']


def test_clauses_are_doctrine_for_one_line() -> None:
    line = read("assault c2 with sherman 1 fire armor first, dearest withdraw when ratio < 1:1 and defenders >= 2").line
    both = Cond("and", [Cond("<", test="ratio", value="1:1"), Cond(">=", test="defenders", value="2")])
    assert line is not None and line.rules == [
        Rule("1", "fire", [Policy("first", ["armor"]), Policy("dearest")]), Rule("1", "withdraw", [Policy("always")], when=both),
    ]  # fmt: skip


def test_two_orders_on_a_line_and_a_clause_between_them() -> None:
    lines = read_orders(RULES, lexicon("us"), "assault c2 with sherman 1 withdraw always; move hellcat 1 b1", "en").lines
    assert [line.line and line.line.text for line in lines] == ["ASSAULT C2 WITH Sherman 1 WITHDRAW ALWAYS", "MOVE Hellcat 1 B1"]


def test_place_is_the_word_for_deploy_once_the_game_has_begun() -> None:
    (line,) = check_orders(RULES, position(), "us", "place bazooka 1 on rifle 1", [], "en").lines
    assert line.printed == "DEPLOY Bazooka 1 ON Rifle 1"


def test_a_card_in_hand_may_move_once_it_is_deployed() -> None:
    lines = check_orders(RULES, position(), "us", "deploy stuart 2\nmove stuart 2 A2", [], "en").lines
    assert [line.printed for line in lines] == ["DEPLOY Stuart 2", "MOVE Stuart 2 A2"]
    assert [line.status for line in lines] == ["ok", "ok"], [line.message for line in lines]


TWO = [("dig in rifle 1", "main"), ("bombard panther 1 with 155mm", "battle"), ("move hellcat 1 b1", "battle")]


@pytest.mark.parametrize(("text", "stage"), TWO)
def test_with_two_files_a_line_of_the_second_is_kept_and_one_of_the_first_comes_too_late(text: str, stage: str) -> None:
    for step, now in (("III.2", "main"), ("III.4", "battle")):
        s = position(step)
        s.files = "two"
        (line,) = check_orders(RULES, s, "us", text, [], "en").lines
        if stage == now:
            assert "kept" not in line.message
        elif now == "main":
            assert (line.status, line.message) == ("conditional", "kept for that step, checked again when it opens")
        else:
            assert line.status == "illegal" and "has been played" in line.message and line.suggestion == "T6 DIG IN Rifle 1"


@pytest.mark.parametrize("text", [text for text, _ in TWO])
def test_with_one_file_nothing_is_kept_for_later(text: str) -> None:
    (line,) = check_orders(RULES, position(), "us", text, [], "en").lines
    assert "kept" not in line.message


STATES = {
    "if c2 captured: move hellcat 1 b1": "IF C2 CAPTURED: MOVE Hellcat 1 B1",
    "move hellcat 1 b1 if sherman 1 damaged and not hellcat 1 engaged": "IF Sherman 1 DAMAGED AND NOT Hellcat 1 ENGAGED: MOVE Hellcat 1 B1",
    "if pool >= 6 and hand < 3: deploy stuart 2": "IF POOL >= 6 AND HAND < 3: DEPLOY Stuart 2",
}


@pytest.mark.parametrize("text", STATES)
def test_an_if_may_ask_what_only_this_game_knows(text: str) -> None:
    (line,) = check_orders(RULES, position(), "us", text, [], "en").lines
    assert (line.printed, line.status) == (STATES[text], "conditional"), line.message
    (french,) = check_orders(RULES, position(), "us", text, [], "fr").lines
    (again,) = check_orders(RULES, position(), "us", french.printed, [], "en").lines
    assert again.printed == STATES[text]
