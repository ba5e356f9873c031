"""What is drawn of a position: cards with their figures, marks and what lies under them, ground, tracks and the own hand."""

from __future__ import annotations

from pbem.engine.ruleset import CounterPicture
from pbem.rulesets.last_crusade import RULES
from pbem.rulesets.last_crusade.picture import picture
from pbem.rulesets.last_crusade.state import State
from tests.unit.last_crusade.table import ARRACOURT, placed


def shown(s: State, side: str) -> dict[str, CounterPicture]:
    return {c.id: c for c in picture(RULES.view(s, side) if side else s, side).counters}


def test_a_card_has_its_figures_and_its_defence_left() -> None:
    s = placed("no cards\nM7 1 at A2\nSherman 1 at C1, 2 hits\nM16 at B1\nBazooka 1 in hand", ARRACOURT)
    cards = shown(s, "us")
    assert cards["M7 1"].figures == {"arm": "2", "inf": "6", "defence": "3", "mp": "2", "range": "2", "aa": "", "cost": "3"}
    assert (cards["Sherman 1"].steps, cards["Sherman 1"].full) == (3, 5)
    assert cards["M16"].figures["aa"] == "3"
    [bazooka] = picture(RULES.view(s, "us"), "us").hand
    assert bazooka.figures["arm"] == "+2" and bazooka.figures["defence"] == ""


def test_symbols_tell_the_branches_apart() -> None:
    names = {
        "Sherman 1": "armour", "Rifle 1": "infantry", "Engineers 1": "infantry engineer", "M8 1": "armour recon", "57mm 1": "antitank",
        "M16": "flak", "M7 1": "artillery", "US Halftrack 1": "transport", "US Supply 1": "hq", "Patton": "general",
    }  # fmt: skip
    lines = "\n".join(f"{name} at HQ-US" for name in names)
    cards = shown(placed(f"no cards\n{lines}\nP-47 1 on airfield\nUS Minefield 1 at B1\nFlak at E1\nPillbox at E1", ARRACOURT), "")
    assert {id: cards[id].symbol for id in names} == names
    assert (cards["P-47 1"].symbol, cards["US Minefield 1"].symbol) == ("aircraft", "mines")
    assert (cards["Flak"].symbol, cards["Pillbox"].symbol) == ("antitank flak", "fortification")


def test_an_own_card_says_whether_it_is_seen_an_enemy_one_is_seen_anyhow() -> None:
    s = placed("no cards\nSherman 1 at C1, spotted, engaged\nRifle 1 at C1, dug in\nPanther 1 at D2, spotted", ARRACOURT)
    own, foe = shown(s, "us"), shown(s, "german")
    assert own["Sherman 1"].badges == ["engaged", "spotted"] and own["Rifle 1"].badges == ["dug-in"]
    assert own["Panther 1"].badges == [] and foe["Panther 1"].badges == ["spotted"]
    assert foe["Sherman 1"].badges == ["engaged"]


def test_a_card_face_down_has_nothing_on_it() -> None:
    s = placed("no cards\nPanther 1 at C2, 3 hits, engaged\nRifle 1 at C1", ARRACOURT)
    card = shown(s, "us")["?C2.1"]
    assert card.unknown and (card.figures, card.badges, card.symbol, card.factors, card.label, card.on) == ({}, [], "", "", "", "")
    assert (card.steps, card.full) == (1, 1)


def test_passengers_occupants_and_attached_cards_lie_with_their_card() -> None:
    s = placed(
        "no cards\nUS Halftrack 1 at C1\nArm Inf 1 at C1 on US Halftrack 1\nBazooka 1 on Arm Inf 1\n"
        "Pillbox at E1\nPioneers 1 at E1 in Pillbox",
        ARRACOURT,
    )
    cards = shown(s, "")
    assert {id: card.on for id, card in cards.items() if card.on} == {
        "Arm Inf 1": "US Halftrack 1", "Bazooka 1": "Arm Inf 1", "Pioneers 1": "Pillbox"
    }  # fmt: skip


def test_unsupplied_units_and_zones_are_marked() -> None:
    """B1 is held, but A1 to A3 are not: no way leads to it from the headquarters [P6.2]."""
    s = placed("no cards\nRifle 1 at B1\nRifle 2 at HQ-US\ncontrol A1 none\ncontrol A2 none\ncontrol A3 none", ARRACOURT)
    cards, ground = shown(s, "us"), picture(s, "us").ground
    assert cards["Rifle 1"].badges == ["unsupplied"] and cards["Rifle 2"].badges == []
    assert ground["unsupplied"] == ["B1", "B2", "B3", "C1"] and ground["supplied"] == ["D1", "D2", "D3", "E1", "E2", "E3"]


def test_hand_and_pool_are_the_sides_own_counts_are_everybodys() -> None:
    s = placed("no cards\nRifle 1 in hand\nRifle 2 in hand\nPanther 1 in hand\npool US 4\npool German 6\nM8 1 in pile German", ARRACOURT)
    us, german, umpire = (picture(RULES.view(s, side) if side else s, side) for side in ("us", "german", ""))
    assert [c.id for c in us.hand] == ["Rifle 1", "Rifle 2"] and [c.id for c in german.hand] == ["Panther 1"] and umpire.hand == []
    assert us.tracks["pool"] == {"us": 4} and german.tracks["pool"] == {"german": 6} and umpire.tracks["pool"] == {"german": 6, "us": 4}
    assert us.tracks["hand"] == german.tracks["hand"] == {"german": 1, "us": 2}
    assert us.tracks["pile"] == {"german": 2, "us": 0}, "an M8 costs 2 [VP-2]"


def test_the_notes_name_the_hand_the_fog_and_an_offer() -> None:
    s = placed("no cards\nRifle 1 in hand\noffer US", ARRACOURT, turn=4)
    keys = [note["key"] for note in picture(RULES.view(s, "us"), "us").notes]
    assert keys == ["note.hand", "note.fog", "note.offer.own"]
    s.turn = 5
    keys = [note["key"] for note in picture(RULES.view(s, "german"), "german").notes]
    assert keys == ["note.hand.empty", "note.offer.enemy"]


def test_a_picture_made_of_the_truth_shows_a_side_no_more_than_its_view() -> None:
    works = "Pillbox at E1, spotted\nPioneers 1 at E1 in Pillbox"
    s = placed(f"no cards\nPanther 1 at C2, 3 hits\n{works}\nRifle 1 at C1\nStuart 1 in hand", ARRACOURT)
    for side in ("us", "german"):
        assert picture(s, side) == picture(RULES.view(s, side), side)
    assert "Panther 1" not in shown(s, "us") and "Pioneers 1" not in shown(s, "us")
