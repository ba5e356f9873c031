"""The calculator of The Last Crusade: by hand where that is short, against the rules played with dice where it is not."""

from __future__ import annotations

from fractions import Fraction
from itertools import takewhile
from typing import Any

import pytest

from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line
from pbem.errors import PbemError
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.assault_fight import assaulters, guns, targets
from pbem.rulesets.last_crusade.attack import Shot, kill
from pbem.rulesets.last_crusade.calc import CALC
from pbem.rulesets.last_crusade.calc_assault import fight
from pbem.rulesets.last_crusade.calc_cards import nobody
from pbem.rulesets.last_crusade.calc_volley import Volleys, per_cent, slot
from pbem.rulesets.last_crusade.state import MAP, State
from tests.unit.last_crusade.table import ARRACOURT, placed

GAMES = 200
MARGIN = Fraction(11, 100)  # three standard deviations of a share in so many games

# two shots by hand


def test_three_dice_destroy_three_defence_once_in_27() -> None:
    found = CALC["shot"].work(firer="Pioneers", target="Stuart", terrain="clear")
    assert found["shots"][0]["fp"] == 3 and found["hits"]["3"] == "1/27" and found["destroyed"] == {"Stuart": "1/27"}


def test_a_shot_with_all_that_changes_its_value() -> None:
    """Rifle 1 + Bazooka 2, doubled 6, halved 3, village -1 = 2 dice."""
    found = CALC["shot"].work(firer="Rifle with Bazooka", target="Panther 6 hits", terrain="village", doubled=True, unsupplied=True)
    assert found["shots"][0]["fp"] == 2 and found["destroyed"] == {"Panther": "5/9"}
    assert [row["rule"] for row in found["shots"][0]["value"]] == ["P1.5", "P12.2", "SR-1", "AS-17", "P12.2"]


def test_hits_go_through_the_transport_to_its_passenger() -> None:
    """Six dice at 2 + 3: the pair falls to five or six hits, (12 + 1) / 729."""
    found = CALC["shot"].work(firer="P-47", target="Panzergrenadier on DE Halftrack", terrain="clear")
    assert found["destroyed"]["Panzergrenadier"] == "13/729" and found["destroyed"]["DE Halftrack"] == "473/729"


def test_guns_fire_one_after_the_other_and_aircraft_have_to_come_through() -> None:
    guns = CALC["bombardment"].work(guns="81mm, 81mm", target="PaK", terrain="clear")
    assert Fraction(guns["mean"]) == Fraction(8, 3) and len(guns["shots"]) == 2
    plane = CALC["strike"].work(planes="P-47", target="PaK", terrain="clear", flak=3)
    assert plane["shots"][0]["through"] == "26/27" and Fraction(plane["mean"]) == Fraction(26, 27) * 2


@pytest.mark.parametrize(("dice", "hits"), [(8, 0), (8, 3), (5, 6), (1, 1)])
def test_the_chance_to_destroy_is_the_one_that_the_default_goes_by(dice: int, hits: int) -> None:
    target = "German T1 at C1: armor, arm 1, inf 1, defence 7, mp 2, cost 3"
    s = placed(f"no cards\n{target}\nUS G1 at B1: armor, arm {dice}, inf 1, defence 3, mp 2, cost 3")
    s.cards["T1"].hits = hits
    assert kill(s, Shot("G1", "T1")) == per_cent(dice, 7 - hits)


# assaults against the rules themselves


def begun(lines: str) -> State:
    s = placed(f"no cards\npool US 30\npool German 30\n{lines}", ARRACOURT, turn=5)
    s.active, s.step = "us", position.begin(s, "us", "movement")
    s.cards = {id: card for id, card in s.cards.items() if card.place == MAP}  # no decks: it is faster
    return s


def played_once(s: State, order: Line, dice: str | int) -> Done:
    desk = ScriptedDesk({"us": [order]}, {}, [])
    done = run(RULES, canonical(s), desk, Assumed(dice), play=lambda g: play_rows(g, s.step), sound=False)
    assert isinstance(done, Done) and done.verdicts["1"].status == "ok"
    return done


def shares(lines: str, order: Line) -> dict[str, Fraction]:
    """What became of the assault in so many games played by the rules with their defaults."""
    s = begun(lines)
    found = dict.fromkeys(("captured", "withdrawn", "loses", "held"), Fraction(0))
    for game in range(GAMES):
        done = played_once(s, order, game)
        kinds = [event.kind for event in done.events]
        found["captured"] += "captured" in kinds or "hq captured" in kinds
        found["withdrawn"] += "withdrawn" in kinds
        for side, name in (("german", "loses"), ("us", "held")):
            found[name] += sum(s.cards[id].cost for id in done.state.piles[side])
    return {name: number / GAMES for name, number in found.items()}


def assault(at: str, *units: str, guns: tuple[str, ...] = ()) -> Line:
    return Line("1", "ASSAULT", {"place": [at], "units": list(units)}, {"support": [{"units": list(guns)}]} if guns else {})


FIGHTS: dict[str, tuple[str, Line, dict[str, Any]]] = {
    "frontal, armor": (
        "Sherman 1 at C2\nSherman 2 at C2\nArm Inf 1 at C2\nPanther 1 at D2\nPz IV 1 at D2\ncontrol C2 US\ncontrol B2 US\ncontrol A2 US",
        assault("D2", "Sherman 1", "Sherman 2", "Arm Inf 1"),
        {"attack": "2 Sherman, Arm Inf", "defence": "Panther, Pz IV", "terrain": "clear"},
    ),
    "armor alone, flank, guns on both sides": (
        "Sherman 1 at C2\nSherman 2 at C2\nHellcat 1 at B1\nM7 1 at B2\nVolksgrenadier 1 at C1\nPanzergrenadier 1 at C1\n105mm 1 at D1\n"
        "control C1 German\ncontrol D1 German\ncontrol E1 German\ncontrol C2 US\ncontrol B2 US\ncontrol B1 US\ncontrol A2 US",
        assault("C1", "Sherman 1", "Sherman 2", "Hellcat 1", guns=("M7 1",)),
        {
            "attack": "2 Sherman / Hellcat", "guns": "M7", "defence": "Volksgrenadier, Panzergrenadier", "defence_guns": "105mm",
            "terrain": "village",
        },
    ),
    "walls and a pair, damaged": (
        "Rifle 1 at C2\nRifle 2 at C2\nEngineers 1 at C2\nPillbox at D2\nPioneers 1 at D2 in Pillbox\nDE Halftrack 1 at D2, 1 hits\n"
        "Panzergrenadier 1 at D2 on DE Halftrack 1\ncontrol C2 US\ncontrol B2 US\ncontrol A2 US",
        assault("D2", "Rifle 1", "Rifle 2", "Engineers 1"),
        {"attack": "2 Rifle, Engineers", "defence": "Pioneers in Pillbox, Panzergrenadier on DE Halftrack 1 hits", "terrain": "clear"},
    ),
    "as many as defend": (
        "Sherman 1 at C2\nSherman 2 at C2\nSherman 3 at C2\nPz IV 1 at D2\nPz IV 2 at D2\nStuG 1 at D2\n"
        "control C2 US\ncontrol B2 US\ncontrol A2 US",
        assault("D2", "Sherman 1", "Sherman 2", "Sherman 3"),
        {"attack": "3 Sherman", "defence": "2 Pz IV, StuG", "terrain": "clear"},
    ),
    "headquarters": (
        "Sherman 1 at E2\nSherman 2 at E2\nArm Inf 1 at E1\nPz IV 1 at HQ-DE\nDE Supply 1 at HQ-DE\ncontrol E1 US\ncontrol E2 US\n"
        "control D2 US\ncontrol C2 US\ncontrol B2 US\ncontrol A2 US",
        assault("HQ-DE", "Sherman 1", "Sherman 2", "Arm Inf 1"),
        {"attack": "2 Sherman / Arm Inf", "defence": "Pz IV, DE Supply", "terrain": "hq"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(FIGHTS))
def test_an_assault_comes_out_as_the_rules_play_it(name: str) -> None:
    position_, order, typed = FIGHTS[name]
    exact, played = CALC["assault"].work(**typed), shares(position_, order)
    for share in ("captured", "withdrawn"):
        assert abs(Fraction(exact[share]) - played[share]) < MARGIN, (share, float(Fraction(exact[share])), float(played[share]))
    for cost in ("loses", "held"):
        assert abs(Fraction(exact[cost]) - played[cost]) < 3 * MARGIN, (cost, float(Fraction(exact[cost])), float(played[cost]))


@pytest.mark.parametrize("dice", ["low", "high"])
@pytest.mark.parametrize("name", list(FIGHTS))
def test_every_shot_is_chosen_as_the_rules_choose_it(name: str, dice: str) -> None:
    """Firer, target and dice of the defender's first volley, once with every die a miss and once with every die a hit."""
    position_, order, typed = FIGHTS[name]
    done = played_once(begun(position_), order, dice)
    all_shots = [event for event in done.events if event.kind == "shot"]
    shots = [event.seen["us"] for event in takewhile(lambda event: event.rule == "AC-5", all_shots)]
    s = nobody()
    f = fight(s, typed["attack"], typed["defence"], typed["terrain"], typed.get("guns", ""), typed.get("defence_guns", ""), False)
    ours = [slot(s, card) for card in assaulters(s, f)]
    theirs = [slot(s, card) for card in targets(s, f)] + [slot(s, gun, gun=True) for gun in guns(s, f, f.passive)]
    volleys, stages = Volleys(s, f, ours, theirs), (0,) * len(theirs)
    hits, left = (0,) * len(ours), tuple(n for n, one in enumerate(theirs) if one.firer(0) and s.cards[one.firer(0)].fights)
    found = []
    while shot := volleys.next_shot(f.passive, stages, left, hits, ()):
        n, m, number = shot
        found.append((kind(theirs[n].firer(0)), kind(ours[m].parts[ours[m].stage(hits[m])]), number))
        left = tuple(one for one in left if one != n)
        hits = (*hits[:m], min(ours[m].room, hits[m] + number * (dice == "high")), *hits[m + 1 :])
    first = shots[: len(theirs)]  # where nobody fires back the second volley follows
    assert found == [(kind(shot["firer"]), kind(shot["target"]), shot["fp"]) for shot in first]


def kind(name: str) -> str:
    """A single card has no number in the game, and one in the calculator."""
    return name if name[:-2] not in ("Pillbox", "Puma") else name[:-2]


def test_the_outcomes_are_all_there_are() -> None:
    found = CALC["assault"].work(attack="3 Sherman / 2 Hellcat", defence="2 Panther", terrain="hills", guns="M7")
    assert Fraction(found["captured"]) + Fraction(found["withdrawn"]) + Fraction(found["repulsed"]) == 1
    assert Fraction(found["destroyed"]) <= Fraction(found["repulsed"])


@pytest.mark.parametrize(
    ("attack", "guns", "defence", "terrain", "least", "most"),
    [
        ("3 Rifle", "", "2 Volksgrenadier", "clear", 40, 75),
        ("3 Rifle / 3 Rifle", "M7, M7", "3 Volksgrenadier", "village", 85, 100),
        ("3 Sherman", "", "2 Panther", "clear", 0, 5),
        ("3 Sherman / 3 Hellcat", "M7", "2 Panther", "clear", 85, 100),
        ("3 Sherman", "", "Volksgrenadier", "clear", 99, 100),
    ],
)
def test_the_readings_of_the_sampled_table_hold_in_kind(attack: str, guns: str, defence: str, terrain: str, least: int, most: int) -> None:
    """A flank attack decides; a frontal one does so against weaker infantry, hardly against equal armor."""
    found = CALC["assault"].work(attack=attack, guns=guns, defence=defence, terrain=terrain)
    assert least <= 100 * Fraction(found["captured"]) <= most


@pytest.mark.parametrize(
    "typed",
    [
        {"attack": "Tiger", "defence": "Rifle", "terrain": "clear"},
        {"attack": "Sherman", "defence": "Rifle", "terrain": "clear"},
        {"attack": "4 Sherman", "defence": "Panther", "terrain": "clear"},
        {"attack": "Sherman", "defence": "Panther 7 hits", "terrain": "clear"},
        {"attack": "Sherman", "defence": "Panther", "guns": "Rifle", "terrain": "clear"},
        {"attack": "Sherman", "defence": "Panther in Truck", "terrain": "clear"},
        {"attack": "Sherman", "defence": "", "terrain": "clear"},
    ],
)
def test_what_makes_no_sense_is_said(typed: dict[str, Any]) -> None:
    with pytest.raises(PbemError):
        CALC["assault"].work(**typed)


def test_too_large_a_fight_is_said_in_words_and_soon() -> None:
    hordes = {"attack": "3 Panther / 3 Pz IV / 3 Panzergrenadier", "defence": "9 Sherman", "terrain": "hq", "guns": "105mm, 105mm"}
    with pytest.raises(PbemError, match="more positions than are reckoned out"):
        CALC["assault"].work(**hordes)


def test_everything_is_printed() -> None:
    for name, typed in (
        ("assault", {"attack": "2 Sherman / Hellcat", "defence": "Panther", "terrain": "hills"}),
        ("strike", {"planes": "2 P-47", "target": "Panther", "terrain": "wood", "flak": 2}),
    ):
        told = CALC[name].lines(CALC[name].work(**typed))
        assert told and all("%" in line or "[" in line or "worth" in line or "default" in line for line in told)
