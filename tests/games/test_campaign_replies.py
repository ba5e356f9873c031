"""One turn of the whole game by mail: the orders, the mended orders, the doctrine, the decision. Readings, verdicts and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.campaign import campaign
from tests.games.table import Mail, Table

MAILS = Path(__file__).parent / "mails"


def text(name: str) -> str:
    return (MAILS / f"turn-2-{name}.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with campaign(tmp_path_factory.mktemp("turn2")) as at:
        yield at


@pytest.fixture(scope="module")
def doctrine(at: Table) -> Mail:
    return at.players["german"].say(text("doctrine"))


@pytest.fixture(scope="module")
def first(at: Table, doctrine: Mail) -> Mail:
    return at.players["allied"].say(text("orders"))


@pytest.fixture(scope="module")
def second(at: Table, first: Mail) -> Mail:
    at.players["german"].new()
    return at.players["allied"].say(text("change"))


@pytest.fixture(scope="module")
def decision(at: Table, second: Mail) -> Mail:
    (mail,) = at.players["german"].new()
    return mail


def block(mail: Mail, head: str) -> list[str]:
    """The lines under a heading, up to the next empty one."""
    rows = mail.text.splitlines()
    start = next(i for i, row in enumerate(rows) if row.startswith(head))
    end = next((i for i in range(start + 1, len(rows)) if not rows[i]), len(rows))
    return rows[start:end]


def flat(rows: list[str]) -> str:
    return " ".join(" ".join(rows).split())


def test_the_head_counts_and_warns(first: Mail) -> None:
    assert first.subject == "[ab7] T2 orders read: 13 good, 3 need you"
    assert "16 lines: 12 accepted, 1 conditional, 3 NEED YOU (8, 15, 16)." in first.flat
    assert "1 WARNING: line 6, it cuts your supply road, see SUPPLY." in first.flat


def test_what_needs_the_player(first: Mail) -> None:
    rows = block(first, "NEED YOU")
    assert " 8 REFUSED     506 Son - A2706 - Eindhoven" in rows and "   [7.2a]" in "\n".join(rows)
    assert "     MOVE 1/506, 2/506, 3/506 A2805 - A2906 - A2806 - A2807" in rows
    assert "(3 of 4 MP; German die on entering A2806: 1-5 and" in flat(rows) and "[7.2c])" in flat(rows)
    assert '"gren" is 1 Gren (motor, A0908) or 2 Gren (armoured, A1007)' in flat(rows)
    under = rows[rows.index("15 AMBIGUOUS   mech gren behind them to A1108") + 1]
    assert under.index("^") == rows[0 + rows.index("15 AMBIGUOUS   mech gren behind them to A1108")].index("gren")
    at = rows.index("16 UNREADABLE  rest of the guns as discussed")
    assert flat(rows[at + 1 : at + 3]) == "No unit or place found. Without an order in the lines above (guns): 376 (B2518)."


def test_what_the_player_may_choose_from_is_not_called_the_nearest_legal_order(first: Mail) -> None:
    """Whether one of them would be legal never picks the unit, and is not promised."""
    rows = block(first, "NEED YOU")
    at = rows.index("     MECH 1 Gren A1108 or MECH 2 Gren A1108")
    assert rows[at - 1] == "   One of these:" and [row for row in rows if "Nearest legal" in row] == ["   Nearest legal:"]


@pytest.mark.parametrize(
    ("line", "note"),
    [
        (" 1 DROP 2/327, 3/327 A2904", "1 of 8 hexes from DZ 101"),
        (" 2 DROP 10 Para, 11 Para, 156 Para, 4 Para Eng, 2 AL AT B4506", "3 of 3 hexes from DZ 1 Br; 8 SP: full"),
        (" 3 DROP 319, 320, 456, 80 AT B2620", '"groesbek" = Groesbeek'),
        (" 4 ENTER 4/7 DG, 13/18 H, 12 KRRC ROAD TO A0307", "1.5 of 8 MP"),
        (" 5 MOVE 326 Eng ROAD TO B0505", "of 4 MP"),
        (" 6 MOVE 5 Cold ROAD TO A0707", "1 of 8 MP"),
        (" 7 MOVE 1 Para, 3 Para B4312 - B4313 - B4314", "1 of 4 MP"),
        (" 9 ATTACK A1108 WITH 2 Irish, 2 Gren, 3 Irish ADVANCE ALL", ""),
        ("10 BOMBARD A1108 WITH 64 Med, 84 Med", "8 points"),
        ("11 SUPPORT A1108 WITH 153 Fd, 55 Fd, AIR 8", "20 points"),
        ("12 ASSAULT B0605 WITH 2/501, 3/501, 326 Eng", "5 of 8 SP"),
        ("13 ATTACK B4414 WITH 1 Para, 3 Para; SUPPORT WITH 1 AL Light", ""),
        ("14 IF A1108 OURS: MECH 1 Cold, 2 Welsh ROAD TO A1308", "they stop beside an enemy [6.0c]"),
    ],
)
def test_every_line_is_read_as_it_will_be_played(first: Mail, line: str, note: str) -> None:
    rows = block(first, "READ AS")
    start = next(i for i, row in enumerate(rows) if row.startswith(line))
    end = next((i for i in range(start + 1, len(rows)) if re.match(r"[ \d]\d\w? ", rows[i])), len(rows))
    assert note in flat(rows[start:end])


@pytest.mark.parametrize(
    "words",
    [
        "A1108 22:4 = 5:1; ER 7 v 5, +1 column [8.0] = 6:1; mixed (2)",
        "+2 bridge [12.2] -2 armour [19.1] -0 to -5 support, 20 points [9.2]",
        "2 Hoff destroyed 74 %, 1 step and retreats 23 %, retreats 4 %",
        "If Roestel (A1208, ER 6) joins, 60 % [11.1]: 22:8 = 2:1;",
        "= 3:1, armour 0: gives ground 89 %, holds 9 %, you retreat 2 %",
        "1 Brg is in A0908, but A1007 is full (8 SP).",
        "B0605 assault: you 13 (column 11-14), he 3 (3-6), +2 his fatigue [14.0e] on his roll, "
        "engineer: no bridge modifier, both fire at once",
        "Town taken 60 %, you lose a step or more 21 %",
        "1/501 is in B0505 and idle; with it 18 (column 15-18), 70 %.",
        "B4414 10:3 = 3:1; ER 7 v 7, no shift [8.0]; city (4)",
        "+1 up-slope [12.2] +1 armour [19.1] -0 to -3 support, 6 points",
        "9 SS Rec fatigued 70 %, both sides fatigued 19 %, you retreat 11 %",
        "It need not leave a city [12.3.3].",
        "It may refuse instead, 70 % [10.0].",
    ],
)
def test_the_fights_are_forecast(first: Mail, words: str) -> None:
    assert words in first.flat


def test_supply_and_what_was_forgotten(first: Mail) -> None:
    assert "Line 6 leaves A0507 to the ZOC of 1/6 FJR (A0506): road cut, 14 units beyond it unsupplied [16.0m]." in first.flat
    assert "Cure: MOVE 2 Devon A0507" in first.flat
    assert re.search(r"Airborne: all supplied\. Longest line [\w /]+ \(\w+\), \d+ of 10 hexes", first.flat)
    assert "NOT ORDERED off map: 124 Fd, 147 Fd, 2 Brg, 2 GPR, 21 AT, 74 Fd, 90 Fd, Sherwood." in first.flat
    assert "Air: 4 of 12 points unused, lost at the end of the turn." in first.flat


def test_the_mended_orders(second: Mail) -> None:
    assert second.subject == "[ab7] T2 orders complete: 17 lines, none open, being played"
    assert "17 lines: 15 accepted, 2 conditional. You said READY" in second.flat
    changed = flat(block(second, "CHANGED"))
    for words in (
        "8 MOVE 1/506, 2/506, 3/506 A2805 - A2906 - A2806 - A2807 ON BLOWN STOP CONDITIONAL",
        "9 ATTACK A1108 WITH 2 Irish, 2 Gren, 1 Brg, 2 HCR ADVANCE ALL",
        "12 ASSAULT B0605 WITH 1/501, 2/501, 3/501, 326 Eng 7 of 8 SP",
        "14 IF A1108 OURS: MECH 1 Cold, 1 Gren, 2 Welsh ROAD TO A1308, OVERRUN IF ABLE CONDITIONAL",
        "22 attack points overrun defence 3 at 7:1, or 4 at 5:1 if all there are fatigued or unsupplied [4.2b]",
        "17 MOVE 2 Devon A0507 0.5 of 6 MP",
        "18 MOVE 3 Irish ROAD TO A0707 1.5 of 8 MP",
        "19 MOVE 1 Brg, 2 HCR ROAD TO A1007 0.5 of 8, 1 of 10 MP; 8 SP: full",
        "REMOVED 15, 16",
        "UNCHANGED 1, 2, 3, 4, 5, 6, 7, 10, 11, 13",
    ):
        assert words in changed
    assert 'Read "drop 15, 16" as REMOVE' in second.flat
    assert "READY holds for line 14 too: no mail asks for more orders of that step." in second.flat


@pytest.mark.parametrize(
    "words",
    [
        "A1108 21:4 = 5:1; ER 6.25 v 5, +1 column [8.0] = 6:1; mixed (2), counts 1: engineer [17.2b]",
        "2 Hoff destroyed 99.6 %, 1 step and retreats 0.4 %",
        "21:8 = 2:1; ER 6.25 v 5.5, +1 column [8.0] = 3:1, armour 0: gives ground 98 %, holds 2 %; 2 or more steps lost 82 %",
        "Your losses and fatigue fall on 1 Brg first [17.2c].",
        "B0605 assault: you 18 (column 15-18), he 3 (3-6)",
        "Town taken 70 %, you lose a step or more 21 %",
        "all supplied. 2 Devon keeps the road open at A0507",
    ],
)
def test_their_fights_are_forecast(second: Mail, words: str) -> None:
    assert words in second.flat


def test_the_doctrine_is_read_back(doctrine: Mail) -> None:
    assert re.fullmatch(r"\[ab7\] Doctrine in force: 9 lines, 1 refused, \d cases open", doctrine.subject)
    for words in (
        "1 REFUSE NEVER AT Arnhem B4314 to B4316, B4414 to B4416 [10.0a]",
        "2 REFUSE WHEN ODDS >= 4:1 odds as declared, before the shift for efficiency [12.1]",
        "3 FALLBACK KG Walther TOWARD Eindhoven [12.3.D] 1/6 FJR, 2 Hoff, 2/6 FJR, 3/6 FJR, Heinke 1, Heinke 2, Roestel",
        "4 STAND WHEN IN CITIES, ELSE NEVER free in a city [12.3.3]",
        "5 REACT AT Arnhem WITH 9 SS Eng, ELSE STRONGEST",
        "6 LOSSES INFANTRY FIRST, SPARE ARMOUR [12.3]",
        "7 FATIGUE WEAKEST FIRST [14.0a]",
        "8 SUPPORT AT A1108 WITH AIR 3, ELSE Arnhem [9.2a]",
        "9 SUPPORT AT Arnhem WITH 9 SS Art, KEEP 1 ACTION",
        "BLOW Nijmegen bridge if they come near [7.2d] Not a reaction",
        "BLOW B3117/B3216",
        "REACT outside Arnhem [11.1] staff: never, except at a bridge end or DZ",
        "DEFBOMBARD [9.3a] staff: guns in range, then air",
        "INITIATIVE [20.0b] staff: first",
    ):
        assert words in doctrine.flat


def test_the_decision_has_its_table(decision: Mail) -> None:
    assert decision.subject.endswith("Roestel into A1108?")
    rows = [" ".join(row.split()) for row in decision.text.splitlines()]
    assert rows[0] == "ANSWER 1 Roestel or ANSWER 1 NOBODY" and rows[1] == "(staff: Roestel, a bridge end)"
    assert "2 Irish 8, 2 Gren 8, 1 Brg 2, 2 HCR 3 = 21 v 2 Hoff 4" in rows
    assert "2 Hoff alone 6:1 -2 90 % 10 % - -" in rows
    assert "with Roestel 3:1 0 40 % 20 % 40 % 20 %" in rows
    assert "21:4 = 5:1; ER 6.25 v 5, +1 column" in rows and "21:8 = 2:1; ER 6.25 v 5.5, +1 column (with Roestel)" in rows
    assert "die 6 or less, 60 %" in decision.flat and "No answer by then: Roestel." in decision.flat


def test_the_answer_is_final_and_the_turn_goes_on(at: Table, decision: Mail) -> None:
    receipt = at.players["german"].say("answer 1 roestel")
    assert "Decision 1" in receipt.flat and "Roestel. Final, played now." in receipt.flat
    assert not at.file.wanted()


def test_in_french(tmp_path: Path) -> None:
    with campaign(tmp_path, languages={"allied": "fr", "german": "fr"}) as at:
        reply = at.players["allied"].say(text("orders"))
        for words in (
            "16 lignes : 12 acceptées, 1 conditionnelle, 3 À REVOIR (8, 15, 16).",
            "« gren » : 1 Gren (motorisé, A0908) ou 2 Gren (blindé, A1007)",
            "BOUGER 1/506, 2/506, 3/506 A2805 - A2906 - A2806 - A2807",
            "Si Roestel (A1208, VE 6) intervient, 60 % [11.1]",
            "Remède : BOUGER 2 Devon A0507",
            "Ville prise 60 %, un pas perdu ou plus pour vous 21 %",
            "Ni unité ni lieu reconnus. Sans ordre dans les lignes qui précèdent (canons) : 376 (B2518).",
            "L'un de ceux-ci : MÉCA 1 Gren A1108 ou MÉCA 2 Gren A1108",
        ):
            assert words in reply.flat
        doctrine = at.players["german"].say(text("doctrine"))
        assert "SAUTER B3117/B3216" in doctrine.flat and "hors de Arnhem" in doctrine.flat
