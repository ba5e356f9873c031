"""What the players of The Last Crusade read: no event, refusal or question without words of its own, each told from its reader's side."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.cases.play import Played, play, set_up
from pbem.cases.read import read_case_files
from pbem.data import folder
from pbem.games.library import Library
from pbem.games.tutorial import lessons
from pbem.orders import read_doctrine
from pbem.reports.narrate import Narrator
from pbem.reports.questions import Asker
from pbem.reports.template import orders_template
from pbem.rulesets import last_crusade
from pbem.rulesets.last_crusade import RULES
from pbem.rulesets.last_crusade.attack import Shot, firepower
from pbem.rulesets.last_crusade.cards import start
from pbem.rulesets.last_crusade.state import HAND
from pbem.words import words

SLUG, ARRACOURT = "last-crusade", "last-crusade/arracourt"
Event = dict[str, Any]


def calls(name: str) -> Iterator[ast.Call]:
    for file in sorted(Path(str(last_crusade.__file__)).parent.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and name == getattr(node.func, "id", getattr(node.func, "attr", "")):
                yield node


def said_in(call: ast.Call, at: int) -> list[str]:
    """The texts that stand in an argument: one, or those of a choice between two."""
    args = call.args[at : at + 1]
    return [node.value for arg in args for node in ast.walk(arg) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def test_every_event_has_words_of_its_own() -> None:
    kinds = {kind for call in calls("log") for kind in said_in(call, 0)} | {"shot", "strike", "bombardment"}
    told = Narrator(SLUG, "us", "en").own
    assert len(kinds) > 30
    assert sorted(kind for kind in kinds - {"cut short"} if not hasattr(told, kind.replace(" ", "_"))) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_has_words(language: str) -> None:
    keys = {key for call in calls("Refused") for key in said_in(call, 1) if re.fullmatch(r"[a-z]+(-[a-z]+)*", key)}
    say = words(language, SLUG)
    assert len(keys) > 40
    assert sorted(key for key in keys if not say.has(f"refused.{key}")) == []


def test_every_question_has_words_of_its_own() -> None:
    asked = Asker(SLUG, "us", "en").own
    names = [f"{head}{kind}" for kind in RULES.kinds for head in ("", "title_", "staff_")]
    assert [name for name in names if not hasattr(asked, name)] == []
    for language in ("en", "fr"):
        assert [kind for kind in RULES.kinds if not words(language, SLUG).has(f"kind.{kind}")] == []


def shot(firer: str, target: str, side: str, hits: int, **more: Any) -> Event:
    rows = firepower(start(ARRACOURT), Shot(firer, target, "C1")).rows
    fact = {"units": [firer], "firer": firer, "target": target, "side": side, "at": "C1", "value": rows, "fp": 4, "rule": "AC-5"}
    damage = [{"card": target, "hits": hits, "destroyed": more.pop("destroyed", False)}] if hits else []
    dice, labels = [6, 1, 5, 2], ["B1", "B2", "B3", "B4"]
    return {"kind": "shot", **fact, "dice": dice, "labels": labels, "hits": hits, "damage": damage, **more}


ASSAULT: list[Event] = [
    {
        "kind": "assault", "units": ["Panther 1", "Panzergrenadier 2"], "side": "german", "at": "C1", "rule": "AS-7", "guns": [], "cost": 3,
        "origins": {"C2": ["Panther 1"], "D1": ["Panzergrenadier 2"]}, "armor_only": False, "terrain": "village",
    },
    {"kind": "spotted", "units": ["Sherman 1"], "side": "german", "at": "C1", "rule": "AS-15"},
    {"kind": "main attack", "side": "us", "at": "C1", "origin": "C2", "origins": ["C2", "D1"], "rule": "AS-22"},
    {"kind": "defence supplied", "units": [], "side": "us", "at": "C1", "cost": 0, "rule": "AS-18"},
    shot("Sherman 1", "Panther 1", "us", 2),
    shot("Panther 1", "Sherman 1", "german", 1),
    shot("Sherman 1", "Panther 1", "us", 0),
    shot("Panther 1", "Sherman 1", "german", 4, destroyed=True),
    {"kind": "destroyed", "units": ["Sherman 1", "Tank Ace"], "side": "us", "at": "C1", "pile": "german", "rule": "P1.7"},
    {"kind": "captured", "units": ["Panther 1"], "side": "german", "at": "C1", "rule": "AC-15"},
    {"kind": "advanced", "units": ["Panther 1"], "side": "german", "at": "C1", "rule": "AC-15"},
]  # fmt: skip


def test_an_assault_is_one_fight_in_its_order() -> None:
    """The second phase begins where somebody fires again."""
    (fight,), others = Narrator(SLUG, "us", "en").tell(ASSAULT)
    text = "\n".join(fight.lines)
    assert others == [] and text.startswith("C1 their assault from C2 and D1 [AS-7]")
    assert "C2 is the main attack, D1 the flank [AS-22]" in text and "The enemy has spotted Sherman 1 (C1) [AS-15]" in text
    assert "nobody supplied in defence [AS-18]" in text and "cost 3 points [AS-12]" in text
    flat = " ".join(text.split())
    assert "Sherman 1 at Panther 1: arm FP 5, -1 village [AC-1] = 4; dice B1 to B4: 6 1 5 2; 2 hits" in flat
    assert [line for line in fight.lines if line.startswith("Phase")] == ["Phase 1", "Phase 2"]
    assert text.index("no hit") > text.index("Phase 2") and "Sherman 1 destroyed" in flat and "lost with Sherman 1: Tank Ace" in flat
    assert {"AS-7", "AC-1", "AS-22", "AC-15"} <= set(fight.rules)


@pytest.mark.parametrize(("side", "first"), [("german", "your assault"), ("us", "their assault"), ("", "assault, German")])
def test_it_is_told_from_the_readers_side(side: str, first: str) -> None:
    (fight,), _ = Narrator(SLUG, side, "en").tell(ASSAULT)
    assert fight.lines[0].startswith(f"C1 {first} from C2 and D1")


def told(event: Event, side: str, language: str = "en") -> str:
    return Narrator(SLUG, side, language).event(event)


@pytest.mark.parametrize(
    ("event", "own", "other"),
    [
        (
            {"kind": "moved", "units": ["Sherman 1"], "side": "us", "path": ["C1", "C2"], "at": "C2"},
            "Sherman 1: C1 - C2", "Enemy: Sherman 1: C1 - C2",
        ),
        ({"kind": "moved", "units": ["?C2"], "side": "us", "at": "C2", "hidden": 2}, "", "Enemy: into C2: 2 cards face down"),
        ({"kind": "deployed", "units": ["?HQ-US"], "side": "us", "at": "HQ-US"}, "", "Enemy: deployed: a card face down (HQ-US)"),
        ({"kind": "drawn", "cards": ["M16", "Rifle 1"], "side": "us", "count": 2}, "Drawn: M16 and Rifle 1", ""),
        ({"kind": "drawn", "side": "us", "count": 2}, "", "Enemy: 2 cards drawn"),
        ({"kind": "supply", "side": "us", "dice": [1, 2, 6], "amount": 9, "pool": 12}, "Supply dice 1 + 2 + 6 = 9; pool 12", ""),
        (
            {"kind": "spotted", "units": ["Sherman 1"], "side": "us", "at": "C1", "rule": "P4.2"},
            "The enemy has spotted Sherman 1 (C1) [P4.2]", "Spotted: Sherman 1 (C1) [P4.2]",
        ),
        (
            {"kind": "recon", "units": ["M8 1"], "side": "us", "at": "D2", "die": 3, "label": "B1", "need": 4, "total": 4,
             "spotted": ["Puma"], "drm": [{"amount": 1, "rule": "P8.2", "reason": "recon"}]},
            "M8 1 looks at D2: die B1: 3 +1 reconnaissance unit [P8.2] = 4, needs 4; spotted: Puma", "",
        ),
        (
            {"kind": "aa", "units": ["Flak"], "side": "german", "at": "D2", "against": "P-47 1", "hits": 1,
             "dice": [5, 1], "labels": ["B1", "B2"]},
            "Enemy: Flak (D2) fires at P-47 1 on its way: dice B1 to B2: 5 1; 1 hit", "",
        ),
        ({"kind": "offer", "side": "us", "stands": True}, "You offer to end the game", "The enemy offers to end the game"),
        ({"kind": "control", "side": "us", "at": "C2", "owner": ""}, "C2 is now nobody's", "C2 is now nobody's"),
    ],
)  # fmt: skip
def test_events_beside_the_fights(event: Event, own: str, other: str) -> None:
    """To the US side and to the German; what one of them is never told in this form is left out."""
    assert not own or told(event, "us") == own
    assert not other or told(event, "german") == other
    assert told(event, "us", "fr") and told(event, "us", "fr") != told(event, "us")


def test_losses_and_ground_are_summed_up() -> None:
    events = [*ASSAULT, {"kind": "control", "side": "german", "at": "C1", "before": "us", "owner": "german", "rule": "AC-15"}]
    assert Narrator(SLUG, "us", "en").summary(events) == ["You lost: Sherman 1, Tank Ace", "Now theirs: C1"]
    assert Narrator(SLUG, "german", "fr").summary(events) == ["L'ennemi a perdu : Sherman 1, Tank Ace", "Désormais à vous : C1"]


@pytest.fixture(scope="module")
def played() -> list[Played]:
    """Every rule case of the game, as far as it can be played."""
    find = Library().ruleset
    return [play(set_up(case, find)) for case in read_case_files([folder("tests") / "cases" / SLUG])]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("side", ["german", "us"])
def test_whatever_happens_in_the_cases_can_be_told(played: list[Played], side: str, language: str) -> None:
    """No fact is missing and none shows through as data; a card face down is told of as one, never by its stand-in's name."""
    narrator = Narrator(SLUG, side, language)
    lines: list[str] = []
    for one in played:
        events = [{"kind": e.kind, "rule": e.rule, **e.seen[side]} for e in one.events if side in e.seen]
        fights, others = narrator.tell(events)
        lines += [line for fight in fights for line in fight.lines] + others + narrator.summary(events)
        lines += [narrator.event(event) for event in events if event["kind"] not in ("assault", "strike", "bombardment")]
    assert len(lines) > 500
    assert [line for line in lines if re.search(r"[<{}]|\?[A-Z]|None|Undefined|\[\]|: :|, ,| {3}", line)] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whatever_is_refused_in_the_cases_has_its_facts(played: list[Played], language: str) -> None:
    say = words(language, SLUG)
    refusals = [v.refusal for one in played for v in one.verdicts.values() if v.refusal is not None]
    assert len(refusals) > 50
    told = [say(f"refused.{refusal.why}", **refusal.facts) for refusal in refusals]
    assert [text for text in told if not text.endswith((".", "...")) or "{" in text] == []


def test_orders_to_fill_in_name_the_cards_in_hand() -> None:
    s = start(ARRACOURT)
    s.cards["Flak"].place = HAND
    names = RULES.lexicon(RULES.view(s, "german"), "german")
    deploy = RULES.verbs["DEPLOY"]
    text = orders_template([deploy], "en", "g1", 1, lexicon=names, arriving=[{"unit": "Flak", "turn": 1}])
    assert "DEPLOY ____ " in text and "# Flak [P7.2]" in text
    assert "DEPLOY" not in orders_template([deploy, RULES.verbs["PASS"]], "en", "g1", 1, lexicon=names)


def test_units_for_the_player_to_choose_are_a_blank() -> None:
    names = RULES.lexicon(RULES.view(start("last-crusade/free-game"), "us"), "us")
    text = orders_template([RULES.verbs["PLACE"]], "en", "g1", 1, lexicon=names)
    assert [line.split("#")[0].strip() for line in text.splitlines()] == ["ORDERS g1 T1", "PLACE ____ AT ____", "END"]


def test_every_lesson_is_there_in_both_languages_and_its_standing_orders_can_be_read() -> None:
    home = folder("templates") / "tutorial" / ARRACOURT
    found = lessons(ARRACOURT)
    assert len(found) == 9
    assert [one.name for one in found for language in ("en", "fr") if not (home / f"{one.name}.{language}.txt.j2").is_file()] == []
    for side in RULES.sides:
        names = RULES.lexicon(RULES.view(start(ARRACOURT), side), side)
        for text in (text for one in found for text in one.doctrine):
            assert len(read_doctrine(RULES, names, text, "en").rules) == 1, text
