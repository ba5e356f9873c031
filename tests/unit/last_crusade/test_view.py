"""What a side sees: stand-ins that tell nothing, other names, events as far as they lie open, and the tests of an IF."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.state import canonical
from pbem.engine.verbs import Cond
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.state import State
from pbem.rulesets.last_crusade.told import told


def placed(*lines: str) -> State:
    s: State = RULES.start("last-crusade/arracourt")
    for line in ("no cards", *lines):
        position.apply(s, line)
    s.ready = True
    return s


def german_cards(s: State) -> list[str]:
    """As the American sees the map and the piles."""
    return sorted(id for id, card in RULES.view(s, "us").cards.items() if card.side == "german")


GERMANS = (
    "Panther 1, Panther 2 at D2", "Panzer Ace on Panther 1", "Volksgrenadier 1 at D2, spotted", "DE Leader 1 on Volksgrenadier 1",
    "DE Halftrack 1 at E1", "Panzergrenadier 1 at E1 on DE Halftrack 1", "Pillbox at E2", "Pioneers 1 at E2 in Pillbox",
    "Manteuffel, DE Supply 1 at HQ-DE", "Fw 190 on airfield", "DE Minefield at D1", "AT Ditch at D1, spotted", "Truck 1 in hand",
    "Truck 2, Puma in deck", "Flak in pile US", "StuG 1 out", "pool German 33", "pool US 7", "Rifle 1 at C1, spotted", "Rifle 2 in hand",
)  # fmt: skip


def test_the_enemy_is_seen_as_far_as_he_lies_open() -> None:
    """One stand-in for each card that lies by itself; who rides, sits inside or is attached lies under it; an obstacle once it is found."""
    assert german_cards(placed(*GERMANS)) == [
        "?AIR-DE.1", "?D2.1", "?D2.2", "?E1.1", "?E2.1", "?HQ-DE.1", "?HQ-DE.2", "AT Ditch", "DE Leader 1", "Flak", "Volksgrenadier 1",
    ]  # fmt: skip


def test_the_own_cards_are_all_seen() -> None:
    s = placed(*GERMANS)
    seen = RULES.view(s, "german")
    assert {id for id, card in seen.cards.items() if card.side == "german"} == {id for id, card in s.cards.items() if card.side == "german"}
    assert seen.pool["german"] == 33 and seen.cards["Panther 1"] == s.cards["Panther 1"]


def test_a_stand_in_has_nothing_of_its_card() -> None:
    one, two = (RULES.view(placed(line), "us").cards["?D2.1"] for line in ("Panther 1 at D2, 5 hits, engaged", "Pillbox at D2"))
    assert canonical(one) == canonical(two) and one.unknown and not one.spotted and not one.hits


def test_the_enemys_points_are_a_guess_and_his_cards_a_number() -> None:
    seen = RULES.view(placed(*GERMANS), "us")
    assert seen.pool == {"german": 10, "us": 7}
    assert seen.counts == {"german": {"hand": 1, "deck": 2}, "us": {"hand": 1, "deck": 0}}


def test_a_view_of_a_view_is_the_same_and_the_end_of_the_game_uncovers_all() -> None:
    s = placed(*GERMANS)
    once = RULES.view(s, "us")
    assert canonical(RULES.view(once, "us")) == canonical(once)
    assert canonical(RULES.view(s, "")) == canonical(s), "the moderator"
    s.over = "turns"
    assert canonical(RULES.view(s, "us")) == canonical(s)


def test_who_has_looked_where_is_the_active_sides_own() -> None:
    s = placed(*GERMANS)
    s.active, s.rolled = "german", {"C1": ["Panther 1"]}
    assert RULES.view(s, "us").rolled == {} and RULES.view(s, "german").rolled == {"C1": ["Panther 1"]}


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("Panther 1", "?D2"), ("Panzer Ace", "?D2"), ("Volksgrenadier 1", "Volksgrenadier 1"), ("DE Leader 1", "DE Leader 1"),
        ("Panzergrenadier 1", "?E1"), ("Pioneers 1", "?E2"), ("Manteuffel", "?HQ-DE"), ("Fw 190", "?AIR-DE"), ("DE Minefield", "?"),
        ("AT Ditch", "AT Ditch"), ("Truck 1", "?"), ("Puma", "?"), ("Flak", "Flak"), ("StuG 1", "?"), ("Rifle 1", "Rifle 1"), ("C1", "C1"),
    ],
)  # fmt: skip
def test_what_the_american_calls_a_card(name: str, called: str) -> None:
    s = placed(*GERMANS)
    assert RULES.alias(s, "us", name) == called
    assert RULES.alias(s, "german", name) == name


# events


def as_told(s: State, reader: str, kind: str, **facts: Any) -> dict[str, Any] | None:
    return told(s, reader, kind, facts)


def test_a_card_that_moves_face_down_is_not_followed() -> None:
    """Nor is a pair told from a single card."""
    s = placed("DE Halftrack 1 at D2", "Panzergrenadier 1 at D2 on DE Halftrack 1", "Panther 1 at D2, spotted")
    facts: dict[str, Any] = {"side": "german", "at": "D2", "path": ["E2", "D2"]}
    pair = as_told(s, "us", "moved", units=["DE Halftrack 1", "Panzergrenadier 1"], **facts)
    assert pair == {"side": "german", "at": "D2", "units": ["?D2"], "hidden": 1}
    assert as_told(s, "us", "moved", units=["Panther 1"], **facts) == {"units": ["Panther 1"], **facts}
    assert as_told(s, "german", "moved", units=["DE Halftrack 1"], **facts) == {"units": ["DE Halftrack 1"], **facts}


@pytest.mark.parametrize(
    ("kind", "facts", "known"),
    [
        ("supply", {"amount": 7, "dice": [3, 4], "pool": 9}, None),
        ("drawn", {"cards": ["Truck 1"], "count": 1}, {"count": 1}),
        ("hands drawn", {"cards": ["Truck 1"] * 6, "count": 6}, {"count": 6}),
        ("discarded", {"cards": ["Truck 1"], "count": 1}, {"count": 1}),
        ("deployed", {"at": "D2", "units": ["Panther 1"]}, {"at": "D2", "units": ["?D2"], "hidden": 1}),
        ("obstacle laid", {"at": "D1", "units": ["DE Minefield"]}, None),
        ("attached", {"at": "D2", "units": ["Panzer Ace"], "on": "Panther 1"}, None),
        ("attached", {"at": "D2", "units": ["DE Leader 1"], "on": "Volksgrenadier 1"},
         {"at": "D2", "units": ["DE Leader 1"], "on": "Volksgrenadier 1"}),
        ("refit", {"at": "D2", "units": ["Panther 1"], "points": 2}, None),
        ("refit", {"at": "D2", "units": ["Volksgrenadier 1"], "points": 2}, {"at": "D2", "units": ["Volksgrenadier 1"]}),
        ("dug in", {"at": "E2", "units": ["Pioneers 1"]}, None),
        ("mounted", {"at": "E1", "units": ["Panzergrenadier 1", "DE Halftrack 1"]}, None),
        ("ability", {"at": "HQ-DE", "units": ["DE Supply 1"], "card": "DE Supply", "effect": "supply", "amount": 2},
         {"at": "HQ-DE", "units": ["?HQ-DE"], "hidden": 1, "card": "DE Supply", "effect": "supply", "amount": 2}),
        ("ability", {"at": "HQ-DE", "units": ["DE Supply 1"], "card": "Workshop", "effect": "repair", "amount": 1, "on": "Panther 1"},
         {"at": "HQ-DE", "units": ["?HQ-DE"], "hidden": 1, "card": "Workshop", "effect": "repair"}),
        ("recon", {"at": "C1", "units": ["Panther 1"], "die": 4, "label": "A1", "drm": [1], "total": 5, "need": 4, "spotted": ["Rifle 1"]},
         {"at": "C1", "units": ["?D2"], "hidden": 1, "die": 4, "label": "A1", "need": 4, "spotted": ["Rifle 1"]}),
        ("mines", {"at": "D1", "units": ["DE Minefield"], "target": "Rifle 1", "hits": 1},
         {"at": "D1", "units": ["DE Minefield"], "target": "Rifle 1", "hits": 1}),
        ("shot", {"at": "D2", "units": ["Panther 1"], "damage": [{"card": "Panzergrenadier 1", "hits": 1}], "why": "secret"},
         {"at": "D2", "units": ["?D2"], "hidden": 1, "damage": [{"card": "?E1", "hits": 1}]}),
        ("some new event", {"at": "D2", "units": ["Volksgrenadier 1"]}, None),
    ],
)  # fmt: skip
def test_what_the_american_is_told_of_the_german(kind: str, facts: dict[str, Any], known: dict[str, Any] | None) -> None:
    s = placed(*GERMANS)
    s.active = "german"
    expected = None if known is None else {"side": "german", **known}
    assert as_told(s, "us", kind, side="german", **facts) == expected
    assert as_told(s, "german", kind, side="german", **facts) == {"side": "german", **facts}, "his own he knows whole"


def test_an_event_that_names_no_side_is_the_active_sides_own() -> None:
    s = placed(*GERMANS)
    s.active = "german"
    assert as_told(s, "us", "cut short", units=[], why="engaged", facts={"unit": "Panther 1"}) is None
    assert as_told(s, "us", "turn", units=[], turn=4) == {"units": [], "turn": 4}


def test_of_an_enemy_in_an_own_event_no_more_is_told_than_is_seen() -> None:
    s = placed(*GERMANS)
    s.active = "us"
    assert as_told(s, "us", "obstacle found", side="us", at="D1", units=["DE Minefield"]) == {
        "side": "us", "at": "D1", "units": ["DE Minefield"],
    }  # fmt: skip
    assert as_told(s, "us", "recon", side="us", at="D2", units=["Rifle 1"], spotted=["Panther 2"])["spotted"] == ["?D2"]  # type: ignore[index]


# conditions


@pytest.mark.parametrize(
    ("test", "subject", "true"),
    [
        ("ours", ["C1"], True), ("ours", ["D2"], False), ("theirs", ["E1"], True), ("theirs", ["D1"], False), ("empty", ["D1"], True),
        ("empty", ["C1"], False), ("captured", ["C1"], True), ("captured", ["D2"], False), ("supplied", ["C1"], True),
        ("supplied", ["D2"], False), ("alive", ["Rifle 1"], True), ("alive", ["Rifle 1", "Rifle 2"], False),
        ("alive", ["Panther 1"], False), ("alive", ["Volksgrenadier 1"], True), ("spotted", ["Volksgrenadier 1"], True),
        ("spotted", ["Panther 1"], False),
        ("fresh", ["Rifle 1"], True), ("engaged", ["Rifle 1"], False), ("damaged", ["Rifle 1"], False), ("mounted", ["Rifle 1"], False),
        ("supplied", ["Rifle 1"], True), ("standing", ["C1"], False), ("alive", [], False),
    ],
)  # fmt: skip
def test_what_the_american_may_ask_in_an_order(test: str, subject: list[str], true: bool) -> None:
    """On his view: an obstacle he has not found is not there, and no card face down has a name."""
    s = placed(*GERMANS, "control C1 US")
    assert RULES.holds(RULES.view(s, "us"), "us", Cond("test", test=test, subject=subject)) is true


@pytest.mark.parametrize(("fact", "value"), [("turn", 1), ("pool", 7), ("hand", 1), ("pile", 3), ("theirs", 0)])
def test_numbers_of_an_order(fact: str, value: int) -> None:
    seen = RULES.view(placed(*GERMANS), "us")
    assert [RULES.holds(seen, "us", Cond(op, test=fact, value=str(value))) for op in ("=", "<", ">=")] == [True, False, True]
