"""Assaults in words: the fight with every modifier and die, once and to the right side, and the letters that ask about it."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.choice import Choice
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Scripted
from pbem.engine.game import Waiting, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.games.questions import figures
from pbem.reports.narrate import Narrator
from pbem.reports.questions import Asker
from pbem.rulesets.air_bridge import RULES, position
from tests.unit.air_bridge.fights import fought
from tests.unit.air_bridge.test_assault import VEGHEL, assault, placed

BESET = f"{VEGHEL}\n9 SS Rec at B0606\n9 SS Art at B0704\nair German 3"


def taken() -> list[dict[str, Any]]:
    """With the engineers, and the Germans' air spent elsewhere."""
    dice = [("assault, defender", 2), ("assault, attacker", 4), ("bridge", 7), ("bridge", 10)]
    lines = {"allied": [assault("B0605", "1/501", "2/501", "3/501", "326 Eng")]}
    done = fought(placed(f"{VEGHEL}\nair German 0"), lines, dice=dice, last="assault")
    return [{"kind": e.kind, "rule": e.rule, **e.seen["*"]} for e in done.events]


def beaten_off() -> list[dict[str, Any]]:
    """Without them: a unit moves in, guns and air fire, two rounds, nobody comes back."""
    dice = [("reaction", 2), ("defensive bombardment", 1), ("assault, defender", 2), ("assault, attacker", 9)]
    dice += [("efficiency, german", 1), ("efficiency, allied", 1), ("assault, defender", 2)]
    given = {"guns": {"9 SS Art": "B0605"}, "points": {"B0605": 3}}
    answers = [("german", "react", "9 SS Rec"), ("german", "defbombard", given)]
    done = fought(placed(BESET), {"allied": [assault("B0605", "1/501", "2/501")]}, answers, dice, last="assault")
    return [{"kind": e.kind, "rule": e.rule, **e.seen["*"]} for e in done.events]


def told(events: list[dict[str, Any]], side: str, language: str, sources: dict[str, str] | None = None) -> list[str]:
    fights, _ = Narrator("air-bridge", side, language, sources).tell(events)
    assert len(fights) == 1
    return fights[0].lines


def test_a_town_taken_is_told_from_the_forces_to_the_last_man_in_it() -> None:
    assert told(taken(), "german", "en") == [
        "B0605 assault",
        "1/501 5, 2/501 5, 3/501 5, 326 Eng 3 = 18",
        "v  Veghel Sec 3",
        "No defensive bombardment: you have nothing in reach [9.3a]",
        "Engineers (326 Eng): both fire at once [17.2e]",
        "You: 3 points, column 3-6",
        "+2 fatigue: 2 of 2 defending steps [14.0e]",
        "die A1: 2 + 2 = 4: 1 step [13.1.D]",
        "They: 18 points, column 15-18",
        " 0 across a bridge, engineer [17.2d]",
        "die A2: 4: 2 steps [13.1.E]",
        "326 Eng: 1 step [13.1.D]",
        "Veghel Sec: 2 steps, eliminated [13.1.E]",
        "They take the hex: 1/501, 2/501, 3/501 and 326 Eng to B0605 [13.2d]",
    ]


def test_an_assault_beaten_off_is_told_in_french() -> None:
    sources = {"german/defbombard/B0605#1": "doctrine 4"}
    assert told(beaten_off(), "german", "fr", sources)[:10] == [
        "B0605 assaut",
        "1/501 5, 2/501 5 = 10",
        "contre  9 SS Rec 3, Veghel Sec 3 = 6",
        "9 SS Rec accourt de B0606 : dé A1 : 2, 7 ou moins [11.1]",
        "votre tir de barrage, 9 SS Art 5 + aviation 3 = 8 (doctrine, ligne",
        "4), colonne 7-12",
        "dé A2 : 1, résultat 4 : 2 pas (4/2) [9.3b]",
        "1/501 : 1 pas; 2/501 : 1 pas [9.3c]",
        "Vous : 6 points de force, colonne 3-6",
        "+2 fatigue : 2 pas en défense sur 4 [14.0e]",
    ]


def test_the_second_round_is_told_once_and_to_whom_it_belongs() -> None:
    lines = told(beaten_off(), "allied", "en", {"german/defbombard/B0605#1": "doctrine 4"})
    assert lines.count("Second round: both fire again [13.1.G1]") == 1
    assert "Their efficiency: die A5: 1, 7 or less: passed [13.1.F]" in lines and "doctrine" not in " ".join(lines)
    assert lines[-1] == "Nobody is left of the assault on B0605 [13.1.H]"


# letters


def letter(side: str, kind: str, language: str, mailed: dict[str, Any] | None = None) -> str:
    """The question of that kind as its side reads it."""
    s = placed(BESET)
    position.begin(s, "allied", "declaration")
    desk = OfficeDesk({"allied": [Line("1", "ASSAULT", {"place": ["B0605"], "units": ["1/501", "2/501", "3/501"]})]}, mailed=mailed or {})
    dice = Scripted([("reaction", 2), ("defensive bombardment", 4)])
    out = run(RULES, canonical(s), desk, dice, play=lambda g: play_rows(g, "II.I"))
    assert isinstance(out, Waiting)
    (choice,) = [c for c in out.choices if (c.side, c.kind) == (side, kind)]
    asker = Asker("air-bridge", side, language)
    return f"{asker.title(model(choice))}\n{asker.told(model(choice))}"


def model(choice: Choice) -> dict[str, Any]:
    assert isinstance(choice.case, dict)
    rows = choice.case.get("rows", {})
    about = {name: {**choice.about.get(name, {}), **rows.get(name, {})} for name in dict.fromkeys([*choice.about, *rows])}
    known = {name: getattr(choice, name) for name in ("kind", "subject", "rule", "facts", "case")}
    shape = type(choice.options).__name__.lower()
    return {**known, **figures(choice), "about": about, "number": 1, "so_far": [], "options": [], "shape": shape}


REACT = "german/react/B0605#1"
FIRE = "german/defbombard/B0605#1"


def test_the_defender_reads_both_rolls_before_he_sends_help() -> None:
    text = letter("german", "react", "en")
    assert "Assault on B0605 from B0505, over Veghel canal road bridge:" in text
    assert "+2 defender's die: fatigue: 2 of 2 defending steps [14.0e]" in text
    assert " as it is                 3-6      +2      15-18      +2        45 %" in text
    assert "9 SS Rec (armour, 4-3, ER 7, in B0606)" in text  # his own factors, not those of the fight


@pytest.mark.parametrize(
    ("language", "title", "points"),
    [("en", "defensive bombardment at B0605", " 8 points"), ("fr", "tir de barrage en B0605", " 8 points de force")],
)
def test_the_letter_shows_what_his_points_make_of_the_assault(language: str, title: str, points: str) -> None:
    text = letter("german", "defbombard", language, {REACT: "nobody"})
    assert text.splitlines()[0] == title
    assert f"{points:<18}{'39 %':>12}{'69 %':>12}" in text.splitlines()
    assert "9 SS Art" in text and "B0704" in text


def test_who_loses_a_step_is_told_what_each_would_leave() -> None:
    text = letter("allied", "losses", "en", {REACT: "nobody", FIRE: {"guns": {"9 SS Art": "B0605"}, "points": {"B0605": 3}}})
    assert text.startswith("a step lost in B0605") and " 1/501         13 points      column 11-14     DRM +2" in text
