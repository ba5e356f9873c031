"""Limited intelligence: who is seen from where, what a side is told, and moves that run into what was not seen."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.data import folder
from pbem.engine.check import check
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical, decode
from pbem.errors import PbemError
from pbem.orders import CheckedOrders, check_orders
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.sight import values
from pbem.rulesets.air_bridge.state import State
from pbem.rulesets.air_bridge.told import told
from pbem.rulesets.air_bridge.view import view
from pbem.words import words

LINES = ("no units", "1 Gren at A1107", "2 HCR at A1310")


def position(*lines: str, scenario: str = "air-bridge/breakout", option: str = "limited") -> State:
    """On turn 2, before the Allied main orders."""
    state: State = RULES.begin(scenario, {"intelligence": option})
    state.turn = 2
    for line in lines:
        RULES.position.apply(state, line)
    state.due, state.entry, state.bridges = {}, {}, dict.fromkeys(state.bridges, "intact")
    RULES.position.begin(state, "allied", "airborne")
    return state


def checked(s: State, text: str, side: str = "allied") -> CheckedOrders:
    return check_orders(RULES, s, side, text, [], "en")


def play(s: State, text: str, row: str = "II.C", policy: str = "strict") -> Done:
    lines = [line.line for line in checked(s, text).lines if line.line is not None]
    done = run(
        RULES, canonical(s), OfficeDesk({"allied": lines}, staff=RULES.sides), Assumed("high"), policy=policy,
        play=lambda g: play_rows(g, row),
    )  # fmt: skip
    assert isinstance(done, Done)
    return done


# sight


@pytest.mark.parametrize(
    ("at", "seen"),
    [
        ("A1207", ["Krafft"]),  # beside 1 Gren
        ("A1205", ["?D A1205"]),  # two hexes from 1 Gren, who is no scout
        ("A1410", ["Krafft"]),  # beside 2 HCR
        ("A1509", ["Krafft"]),  # two hexes from 2 HCR
        ("A1609", ["?D A1609"]),  # three
        ("A1809", ["?D A1809"]),  # five from 2 HCR
        ("A1908", []),  # six from 2 HCR, more from 1 Gren
    ],
)
def test_how_far_is_seen(at: str, seen: list[str]) -> None:
    s = position(*LINES, f"Krafft at {at}")
    assert [u.id for u in view(s, "allied").of("german")] == seen


def test_the_distances_of_the_test_are_those_of_the_board() -> None:
    s = position(*LINES)
    far = [RULES.distance(s, "A1310", hex) for hex in ("A1410", "A1509", "A1609", "A1809", "A1908")] if RULES.distance else []
    assert far == [1, 2, 3, 5, 6]
    assert RULES.distance is not None and (RULES.distance(s, "A1107", "A1207"), RULES.distance(s, "A1107", "A1205")) == (1, 2)
    assert all(RULES.distance(s, "A1107", hex) > 5 for hex in ("A1809", "A1908"))


def test_a_stand_in_is_the_same_whatever_it_stands_for() -> None:
    strong = view(position(*LINES, "1 Spindler at A1609", "2 Spindler at A1609", "9 SS Rec at A1609"), "allied")
    weak = view(position(*LINES, "Veghel Sec at A1609, reduced, fatigued"), "allied")
    assert canonical(strong) == canonical(weak)


def test_nations_of_a_mixed_stack_are_both_named() -> None:
    s = position("no units", "Krafft at A1507", "1 Gren at A1305", "1/501 at A1305")
    assert [u.id for u in view(s, "german").of("allied")] == ["?GB/US A1305"]


def test_an_entry_hex_sees_when_units_are_due_and_not_before() -> None:
    s = position("no units", "Krafft at A0508")
    s.units["1 Gren"] = RULES.begin("air-bridge/breakout").units["1 Gren"]
    s.units["1 Gren"].at, s.due, s.entry = "", {"1 Gren": 3}, {"1 Gren": "A0107"}
    assert view(s, "allied").of("german") == []
    s.due["1 Gren"] = 2
    assert [u.id for u in view(s, "allied").of("german")] == ["?D A0508"]


def test_a_drop_zone_marker_sees_and_is_seen_by_all() -> None:
    s = position("no units", "Krafft at A2805", "DZ 101 at A3004", scenario="air-bridge/market-garden")
    assert [u.id for u in view(s, "allied").of("german")] == ["?D A2805"]
    assert view(s, "german").drop_zones["101"].hex == "A3004"


def test_what_is_due_to_the_enemy_is_not_told_and_what_is_public_is() -> None:
    s: State = RULES.begin("air-bridge/market-garden", {"intelligence": "limited"})
    seen = view(s, "allied")
    assert {seen.units[name].side for name in (*seen.due, *seen.entry)} == {"allied"}
    assert (seen.bridges, seen.control, seen.drop_zones, seen.weather, seen.air) == (s.bridges, s.control, s.drop_zones, s.weather, s.air)


def test_an_open_game_hides_nothing_and_neither_does_the_end_of_a_limited_one() -> None:
    s = position(*LINES, "Krafft at A1908", option="open")
    assert canonical(view(s, "allied")) == canonical(s)
    s = position(*LINES, "Krafft at A1908")
    s.over = "turns"
    assert [u.id for u in view(s, "allied").of("german")] == ["Krafft"]


def test_the_words_name_the_distances_of_the_data() -> None:
    far = values()
    for language in ("en", "fr"):
        text = words(language, "air-bridge")("option.intelligence.limited")
        assert f"{far.reconnaissance} hex" in text and f"{far.presence} hex" in text and far.clear == 1


def test_an_option_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(PbemError, match="intelligence=dim") as error:
        RULES.begin("air-bridge/breakout", {"intelligence": "dim"})
    assert "intelligence=open, intelligence=limited" in (error.value.remedy or "")


def test_the_file_of_distances_is_sound() -> None:
    raw = tomllib.loads((folder("scenarios") / "air-bridge" / "intelligence.toml").read_text(encoding="utf-8"))
    assert raw["clear"] <= raw["reconnaissance"] <= raw["presence"]


# what is told


def event(s: State, who: str, kind: str, **facts: Any) -> dict[str, Any] | None:
    return told(s, who, kind, facts)


def test_a_move_is_told_only_where_it_ends_in_clear_sight_and_only_its_last_stretch() -> None:
    s = position("no units", "1 Gren at A1107", "Krafft at A1207")
    far = ["A1901", "A1802", "A1702", "A1603", "A1503", "A1404", "A1305", "A1206", "A1207"]
    facts = {"units": ["Krafft"], "start": far[0], "to": "A1207", "side": "german", "path": far, "mp": {"Krafft": "4"}, "prices": [1] * 8}
    assert event(s, "allied", "move", **facts) == {
        "units": ["Krafft"], "start": "A1404", "to": "A1207", "side": "german", "unseen": True, "path": far[5:],
    }  # fmt: skip
    assert event(s, "german", "move", **facts) == facts
    s.units["Krafft"].at = "A1206"
    assert event(s, "allied", "move", **{**facts, "to": "A1305"}) is None


def test_guns_that_fire_show_their_weight_and_not_their_names() -> None:
    s = position("no units", "1 Gren at A1107", "Krafft at A1207", "9 SS Art at A1810", "171 Art at A1810")
    facts = {
        "units": ["9 SS Art", "171 Art"], "hex": "A1107", "side": "german", "points": 9, "factors": {"9 SS Art": 5, "171 Art": 4},
        "against": ["1 Gren"],
    }  # fmt: skip
    seen = event(s, "allied", "bombardment", **facts)
    assert seen == {**facts, "units": ["?D"], "factors": {"?D": 9}}


def test_a_bombardment_of_a_stack_not_seen_clearly_does_not_name_it() -> None:
    s = position("no units", "1 Gren at A1107", "84 Med at A1107", "Krafft at A1407", "Harder at A1407")
    facts = {"units": ["84 Med"], "hex": "A1407", "side": "allied", "factors": {"84 Med": 4}, "against": ["Harder", "Krafft"], "steps": 1}
    assert event(s, "allied", "bombardment", **facts) == {**facts, "against": ["?D A1407"]}
    losses = {"units": ["Krafft"], "hex": "A1407", "side": "german", "steps": {"Krafft": 1}, "eliminated": []}
    assert event(s, "allied", "losses", **losses) is None
    assert event(s, "german", "losses", **losses) == losses


def test_a_side_always_learns_what_became_of_its_own_last_unit() -> None:
    s = position("no units", "Krafft at A1207")
    s.gone = ["1 Gren"]
    facts = {"units": ["Krafft"], "hex": "A1107", "side": "german", "against": ["1 Gren"], "attack": 30, "defence": 3}
    assert event(s, "allied", "overrun", **facts) == facts


def test_supply_of_units_not_seen_is_not_told() -> None:
    s = position("no units", "1 Gren at A1107", "Krafft at A1207", "Harder at A1410")
    assert event(s, "allied", "supply cut", units=["1 Gren", "Harder", "Krafft"]) == {"units": ["1 Gren", "Krafft"]}
    assert event(s, "allied", "supply cut", units=["Harder"]) is None


def test_a_failed_reaction_does_not_show_who_tried() -> None:
    s = position("no units", "1 Gren at A1107", "Krafft at A1207", "Harder at A1307")
    facts = {"units": ["Harder"], "hex": "A1207", "side": "german", "start": "A1307", "die": 9, "need": 4, "moved": False}
    seen = event(s, "allied", "reaction", **facts)
    assert seen == {**facts, "units": ["?D A1307"], "need": "?"}
    s.units["Harder"].at = "A1207"
    assert event(s, "allied", "reaction", **{**facts, "moved": True}) == {**facts, "moved": True}


# orders


def test_a_move_meets_an_enemy_not_seen_and_stops_before_him() -> None:
    """The check knows of nobody; in play the stack goes as far as it can, and the line lapses."""
    s = position("no units", "2 HCR at A0107", "Krafft at A1007")
    order = "MOVE 2 HCR ROAD TO A1108"
    assert checked(s, order).lines[0].status == "ok"
    done = play(s, order)
    assert done.state.units["2 HCR"].at == "A0908" and done.state.units["2 HCR"].stopped
    verdict = done.verdicts["1"]
    assert (verdict.status, verdict.refusal and verdict.refusal.facts["enemies"]) == ("lapsed", ["Krafft"])


def test_the_same_move_is_refused_on_an_open_map() -> None:
    s = position("no units", "2 HCR at A0107", "Krafft at A1007", option="open")
    assert checked(s, "MOVE 2 HCR ROAD TO A1108").lines[0].status == "illegal"


def test_the_next_line_of_the_same_road_stops_behind_the_first() -> None:
    """Its check knew of nobody either; the first line has found the enemy and filled the hex before him."""
    first, second = ("1 Gren", "2 Devon", "1 Cold"), ("2 Irish", "2 Welsh")
    s = position("no units", *(f"{name} at A0206" for name in first), *(f"{name} at A0107" for name in second), "Krafft at A1007")
    text = f"MOVE {', '.join(first)} ROAD TO A1007\nMOVE {', '.join(second)} ROAD TO A1007"
    assert checked(s, text).lines[0].status == "ok"
    done = play(s, text)
    assert [done.state.units[name].at for name in (*first, *second)] == ["A0908"] * 3 + ["A0807"] * 2
    assert [done.verdicts[n].status for n in ("1", "2")] == ["lapsed", "lapsed"]


def test_an_attack_on_a_stack_not_seen_clearly_is_accepted_without_odds() -> None:
    s = position("no units", "1 Gren at A1107", "Krafft at A1307")
    found = checked(s, "MOVE 1 Gren A1206\nATTACK A1307 WITH 1 Gren")
    assert [line.status for line in found.lines] == ["ok", "ok"], [line.message for line in found.lines]
    assert found.lines[1].note == "strength of the enemy in A1307 unknown"
    notes = RULES.forecast(view(s, "allied"), "allied", found.playable("ask")) if RULES.forecast else []
    fights = [note for note in notes if note.get("hex") == "A1307"]
    assert [note["key"] for note in fights] == ["forecast.unknown"] and fights[0]["odds"] == [[5, 1], [3, 2], [2, 3], [1, 6]]


def test_who_may_join_from_a_stack_not_seen_clearly_is_not_reckoned_with_and_said() -> None:
    """On an open map the forecast gives the fight with Roestel; behind a `?` it names the hex alone, whoever stands there."""
    fights = []
    for unit, option in (("Roestel", "limited"), ("Heinke 1", "limited"), ("Roestel", "open")):
        s = position("no units", "2 Irish at A1007", "2 Hoff at A1108", f"{unit} at A1208", option=option)
        found = checked(s, "ATTACK A1108 WITH 2 Irish")
        notes = RULES.forecast(view(s, "allied"), "allied", found.playable("ask")) if RULES.forecast else []
        fights.append(next(note for note in notes if note["key"] == "forecast.maneuver"))
    assert fights[0] == fights[1] and not fights[0]["joins"] and fights[0]["shadows"] == ["A1208"]
    assert fights[2]["joins"]["unit"] == "Roestel" and fights[2]["shadows"] == []


def test_an_overrun_of_a_stack_not_seen_clearly_is_tried_and_stops_before_it_if_it_is_too_strong() -> None:
    order = "MOVE 2 Irish A1206 - A1307 OVERRUN A1307"
    weak = position("no units", "2 Irish at A1106", "Penal 6 at A1307, reduced, fatigued")
    strong = position("no units", "2 Irish at A1106", "1 Spindler at A1307")
    for s in (weak, strong):
        line = checked(s, order).lines[0]
        assert (line.status, "what stands in A1307 is not known" in line.note) == ("ok", True), line.message
    assert play(strong, order).state.units["2 Irish"].at == "A1206"
    assert play(strong, order).verdicts["1"].status == "lapsed"


def test_if_looks_at_what_is_seen() -> None:
    s = position("no units", "2 HCR at A0107", "Krafft at A1007")
    done = play(s, "IF A1007 EMPTY: MOVE 2 HCR ROAD TO A0307")
    assert done.state.units["2 HCR"].at == "A0307"


def test_a_unit_that_is_not_seen_is_not_told_from_one_that_is_not_there() -> None:
    here, away = position("no units", "2 HCR at A0107", "Krafft at A1807"), position("no units", "2 HCR at A0107")
    for order in ("MOVE Krafft A1107", "ATTACK Krafft WITH 2 HCR"):
        assert [line.message for line in checked(here, order).lines] == [line.message for line in checked(away, order).lines]
    assert checked(here, "MOVE Krafft A1107").lines[0].message == "Krafft is not yours (German)."


def test_a_check_does_not_depend_on_what_is_hidden() -> None:
    text = "MOVE 2 HCR ROAD TO A1108\nMOVE 2 HCR A0206\nBOMBARD A1007 WITH AIR 1"
    found = [checked(position("no units", "2 HCR at A0107", *more), text) for more in ((), ("Krafft at A1007",))]
    assert [line.json() for line in found[0].lines] == [line.json() for line in found[1].lines]


def test_the_mechanized_phase_is_always_asked_for_so_that_it_tells_nothing() -> None:
    row = RULES.row("II.J")
    nobody, option = position("no units", "2 Devon at A0107"), position("no units", "2 Devon at A0107", option="open")
    assert (row.orders(nobody), row.orders(option)) == (("allied",), None)


def test_a_view_can_be_checked_again_and_stays_what_it_is() -> None:
    s = position(*LINES, "Krafft at A1609")
    once = view(s, "allied")
    assert canonical(view(decode(canonical(once), State), "allied")) == canonical(once)
    assert check(RULES, once, "allied", []) == {}


# the picture


def test_a_stand_in_is_drawn_with_its_nation_and_nothing_else() -> None:
    s = position(*LINES, "Krafft at A1609, fatigued")
    [shadow] = [c for c in RULES.picture(s, "allied").counters if c.side == "german"]
    assert (shadow.label, shadow.unknown, shadow.factors, shadow.er, shadow.badges, shadow.colour) == ("?D", True, "", "", [], "#b4b8bc")


def test_a_limited_picture_says_so() -> None:
    keys = [note["key"] for note in RULES.picture(position(*LINES), "allied").notes]
    assert "note.limited" in keys
    assert "note.limited" not in [note["key"] for note in RULES.picture(position(*LINES, option="open"), "allied").notes]
