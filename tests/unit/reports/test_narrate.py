"""Events told: each fight with its forces, odds, every modifier with its rule and die, and what came of it; once, and to the right side."""

from __future__ import annotations

from typing import Any

from pbem.reports.narrate import Narrator
from pbem.rulesets.air_bridge import RULES
from tests.unit.reports.helpers import FIGHT

SOURCES = {
    "german/losses/A1108#1": "doctrine 6",
    "german/react/A1108#1": "mail",
    "german/fallback/Roestel from A1108#1": "doctrine 3",
    "allied/advance/A1108#1": "order 9",
}


def told(side: str, language: str = "en", events: list[dict[str, Any]] | None = None) -> tuple[dict[str, list[str]], list[str]]:
    fights, others = Narrator("air-bridge", side, language, SOURCES).tell(FIGHT if events is None else events)
    return {fight.label: fight.lines for fight in fights}, others


def test_a_maneuver_is_told_from_forces_to_advance() -> None:
    fights, others = told("german")
    assert fights["F2"] == [
        "A1108 maneuver, mixed (2), counts 1: engineer [17.2b]",
        "2 Irish 8, 2 Gren 8, 1 Brg 2 = 18",
        "v  2 Hoff 4, Roestel 4 = 8",
        "Roestel moved in from A1008: die A2: 4, 6 or less (your answer)",
        "[11.1]",
        "18:8 = 2:1 [12.1a]; ER 6.25 v 5.5, +1 column [8.0b] = 3:1",
        " 0 across a bridge, engineer [17.2a]",
        " 0 armour and infantry v anti-tank and infantry (Roestel as",
        "   anti-tank) [19.1]",
        "-3 their support, 153 Fd 8 + 55 Fd 4 + air 8 = 20, die A5: 4 [9.2b]",
        "die A9: 5 - 3 = 2, D2F2: 2 steps [12.1b]",
        "2 Hoff: 2 steps, eliminated (doctrine line 6) [12.3.D#]",
        "Roestel: back to A1308 (doctrine line 3) [12.3.D]",
        "They advance: 2 Irish to A1108 [12.3.adv]",
    ]
    assert others == ["2 Irish and 2 Gren: on the map at A0107, on to A0307 [21.0b]"]


def test_the_other_side_reads_its_own_words_and_not_who_answered_for_the_enemy() -> None:
    lines = " ".join(told("allied")[0]["F2"])
    assert "your support" in lines and "You advance" in lines and "order line 9" in lines
    assert "doctrine" not in lines and "your answer" not in lines


def test_what_led_up_to_a_maneuver_is_not_told_with_the_bombardment_of_the_same_hex() -> None:
    fights, _ = told("german")
    assert fights["F1"][0] == "A1108 bombarded, mixed (2)" and not any("Roestel" in line for line in fights["F1"])


def test_every_event_is_told_exactly_once() -> None:
    fights, others = told("allied")
    text = " ".join([line for lines in fights.values() for line in lines] + others)
    for part in ("moved in", "bombarded", "maneuver,", "eliminated", "back to A1308", "You advance", "on the map at"):
        assert text.count(part) == 1, part


def test_a_refused_combat_without_a_fight_stands_by_itself() -> None:
    refusal = {"kind": "refusal", "rule": "10.0c", "units": ["Heinke 1"], "hex": "A0710", "side": "german", "die": 4, "label": "A2",
               "need": 7, "passed": True}  # fmt: skip
    fights, others = told("german", events=[refusal, *FIGHT])
    assert "F3" not in fights and "A0710: Heinke 1 refused the combat: die A2: 4, 7 or less [10.0c]" in others


def test_losses_of_two_fights_stay_with_their_hexes() -> None:
    elsewhere = [{**event, "hex": "A0507"} for event in FIGHT if event["kind"] in ("maneuver", "losses")]
    fights, _ = told("german", events=[*FIGHT[:4], elsewhere[0], FIGHT[4], elsewhere[1]])
    assert [line for line in fights["F2"] if "eliminated" in line] and [line for line in fights["F3"] if "eliminated" in line]


def test_a_kind_nobody_foresaw_is_told_with_its_facts() -> None:
    _, others = told("german", events=[{"kind": "fog", "rule": "99.1", "hex": "A0107", "units": ["2 Hoff"], "depth": 3}])
    assert others == ["A0107 fog: 2 Hoff; depth 3 [99.1]"]


def test_real_events_of_the_rules_have_words_of_their_own() -> None:
    """A kind that the rules log and the templates do not know would be told in the bare words of the generic template."""
    import re
    from pathlib import Path

    package = Path(__file__).parents[3] / "pbem" / "rulesets" / RULES.slug.replace("-", "_")
    code = "\n".join(file.read_text(encoding="utf-8") for file in sorted(package.glob("*.py")))
    kinds = set(re.findall(r"\bg\.log\(\s*\"([a-z ]+)\"", code)) | {"enter", "move", "supply cut", "supply back"}
    assert len(kinds) > 15
    own = Narrator("air-bridge", "german", "en").own
    assert [kind for kind in sorted(kinds) if not hasattr(own, kind.replace(" ", "_"))] == []
