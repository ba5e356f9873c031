"""Items of The Last Crusade's checklist that describe the game instead of ruling it: checked on the data, there being nothing to play."""

from __future__ import annotations

from collections import Counter

from pbem.rulesets.last_crusade import cards, field
from pbem.rulesets.last_crusade.state import DECK, HQ, MAP, PILE, SIDES, US, State

ARRACOURT, FREE = "last-crusade/arracourt", "last-crusade/free-game"
GROUND = ("armor", "infantry", "artillery", "transport")


def start(scenario: str = ARRACOURT) -> State:
    return cards.start(scenario)


def test_a_passenger_names_its_transport() -> None:
    """TR-5: the panzergrenadiers of the set-up lie on their halftrack, and are found from it."""
    s = start()
    rider = s.cards["Panzergrenadier 1"]
    assert rider.rides == "DE Halftrack 1" and s.passenger("DE Halftrack 1") == rider
    assert [card.id for card in s.of("german") if card.rides] == ["Panzergrenadier 1"]


def test_every_game_starts_with_all_cards() -> None:
    """VP-5: whatever lies in a pile when a game ends, the next one has every card again and empty piles."""
    s = start()
    lost = s.destroy(s.cards["Panther 1"])
    assert lost and s.cards["Panther 1"].place == PILE and s.piles[US]
    again = start()
    assert set(again.cards) == set(cards.every_card()) == set(s.cards)
    assert again.cards["Panther 1"].place == MAP and not any(again.piles.values())


def test_special_cards_say_their_category() -> None:
    """SE-1: the subtitle of every special card, and of no unit, is the name of its category."""
    categories = {
        "fortification": "Fortification", "obstacle": "Obstacle", "general": "General", "hq": "Headquarters Troops",
        "leader": "Leader", "attachment": "Attachment",
    }  # fmt: skip
    said = {(row["kind"], row["subtitle"]) for row in cards.types().values() if row["kind"] != "unit"}
    assert said == set(categories.items())
    assert not {row["subtitle"] for row in cards.types().values() if row["kind"] == "unit"} & set(categories.values())


def test_three_kinds_of_card() -> None:
    """P1.1: a deck has units and specials; terrain is no card of it but lies on the map, one to a zone."""
    kinds = Counter(card.kind != "unit" for card in cards.every_card().values())
    assert kinds == {False: 77, True: 25}
    spaces = field.board(ARRACOURT).spaces
    ground = {spaces[at].terrain for at in (*field.zones(ARRACOURT), *HQ.values())}
    assert ground <= set(field.terrain_table()) and not set(field.terrain_table()) & set(cards.types())


def test_what_a_unit_card_says() -> None:
    """P1.2: a card has the figures of its row, and every ground unit can be hit and moved."""
    panther, guns = start().cards["Panther 1"], start().cards["M7 1"]
    assert [(c.cls, c.cost, c.arm, c.inf, c.defence, c.mp, c.range) for c in (panther, guns)] == [
        ("armor", 5, 8, 5, 7, 2, 0), ("artillery", 3, 2, 6, 3, 2, 2),
    ]  # fmt: skip
    ground = [card for card in cards.every_card().values() if card.kind == "unit" and card.cls != "air"]
    assert all(card.cost > 0 and card.defence > 0 and card.mp > 0 for card in ground)
    assert {card.cls for card in ground if card.range} == {"artillery"}


def test_every_unit_has_one_class() -> None:
    """P1.3: one of five, guns on foot among the infantry; headquarters troops are a class of their own, whatever they fight as."""
    units = [card for card in cards.every_card().values() if card.kind == "unit"]
    assert {card.cls for card in units} == {*GROUND, "air"}
    assert {cards.every_card()[name].cls for name in ("57mm 1", "PaK 1", "Flak", "M16")} == {"infantry"}
    troops = [card for card in cards.every_card().values() if card.kind == "hq"]
    assert {card.id for card in troops if card.fights} == {"Railway Gun"} and len(troops) == 7


def test_the_marks_of_cards() -> None:
    """P1.4: soldiers by their subtitle, and the other marks on the cards they belong to."""
    every = cards.every_card().values()
    marked = {flag: {card.type for card in every if flag in card.flags} for card in every for flag in card.flags}
    assert marked["soldier"] == {"Rifle", "Arm Inf", "Engineers", "Volksgrenadier", "Panzergrenadier", "Pioneers"}
    assert marked["engineer"] == {"Engineers", "Pioneers"} and marked["recon"] == {"M8", "Puma"}
    assert marked["antitank"] == {"57mm", "PaK", "Flak"} and marked["fighter_bomber"] == {"P-47", "Fw 190"}
    assert marked["armored"] == {"US Halftrack", "DE Halftrack"}
    assert {card.type: card.effects["aa"] for card in every if "aa" in card.effects} == {"M16": 3, "Flak": 2}
    assert all(card.mp > 1 for card in every if card.motorized and card.cls in GROUND)


def test_what_the_scenario_gives() -> None:
    """P2.1: map, control, starting units, starting supply; what is not placed is the deck."""
    s = start()
    assert s.pool == {"us": 18, "german": 18} and s.first == "german"
    assert {side: sorted(zone for zone, owner in s.control.items() if owner == side) for side in SIDES} == {
        "us": ["A1", "A2", "A3", "B1", "B2", "B3", "C1"], "german": ["D1", "D2", "D3", "E1", "E2", "E3"],
    }  # fmt: skip
    assert {side: (len(s.of(side)), len(s.of(side, DECK))) for side in SIDES} == {"us": (6, 45), "german": (6, 45)}
    assert len(field.zones(FREE)) == 9 and not start(FREE).of("us")


def test_units_start_hidden_and_fresh() -> None:
    """P2.3: nobody on the map is spotted, engaged or hit."""
    placed = [card for side in SIDES for card in start().of(side)]
    assert len(placed) == 12 and not any(card.spotted or card.engaged or card.hits for card in placed)


def test_the_grid_of_zones() -> None:
    """P3.1: rank and lane make the name; five ranks of three, or three of three."""
    for scenario, ranks in ((ARRACOURT, "ABCDE"), (FREE, "ABC")):
        assert sorted(field.zones(scenario)) == [rank + lane for rank in ranks for lane in "123"]
        spaces = field.board(scenario).spaces
        assert all(spaces[zone].fields["rank"] + spaces[zone].fields["lane"] == zone for zone in field.zones(scenario))
        assert set(field.edge(start(scenario), US)) == {"A1", "A2", "A3"} and HQ[US] not in field.zones(scenario)


def test_kinds_of_special_card() -> None:
    """P14.1: six kinds; none is played in answer to the enemy, for all that a card can do is known here."""
    special = [card for card in cards.every_card().values() if card.kind != "unit"]
    assert {card.kind for card in special} == {"fortification", "obstacle", "general", "hq", "leader", "attachment"}
    assert {effect for card in special for effect in card.effects} == {"supply_dice", "supply", "repair", "mines", "ditch"}
