"""Items of the checklist that describe the game instead of ruling it: checked on the data, since there is no step to play."""

from __future__ import annotations

import math

from pbem.board.board import pair
from pbem.data import folder
from pbem.rulesets.air_bridge import RULES, field, tables
from pbem.rulesets.air_bridge.names import lexicon
from pbem.rulesets.air_bridge.picture import picture
from pbem.rulesets.air_bridge.state import State
from pbem.rulesets.air_bridge.units import counters, fresh, types

BREAKOUT = "air-bridge/breakout"
WAYPOINTS = ["A0107", "A2107", "A2106", "B2212", "B3014", "B3115", "B3116", "B3117", "B4315", "B4415", "B5014"]
C_M = (
    "br_armour br_motor br_armoured_car br_at_mot br_engineer_bridge br_field_arty br_sp_arty ss_panzer ss_pzgren ss_recon ss_engineer_mot "
    "ss_arty_mot ge_panzer ge_jagdpanzer ge_nebel abn_recon"
)


def start() -> State:
    state: State = RULES.start(BREAKOUT)
    return state


def test_the_pieces_are_battalions() -> None:
    """1.0a, 2.4j: all that is drawn, whatever its symbol, is drawn as a battalion."""
    drawn = picture(start(), "allied").counters
    assert drawn and {counter.size for counter in drawn} == {"II"}


def test_two_sides() -> None:
    """1.0b: two sides, and every counter belongs to one of them."""
    assert RULES.sides == ("allied", "german")
    assert {counter.unit.side for counter in counters().values()} == set(RULES.sides)


def test_two_map_sheets() -> None:
    """2.1: sheets A and B, joined; counters for the whole battle and a ten-sided die (2.5)."""
    ids = field.whole_board().ids
    assert {id[0] for id in ids} == {"A", "B"}
    assert field.whole_board().adjacent("A3210", "B0110")
    assert len(counters()) > 150


def test_a_hex_is_about_a_mile() -> None:
    """2.2a: measured between the places that the map gives for neighbouring hexes."""
    board = field.whole_board()
    east, north = 111_320 * math.cos(math.radians(51.5)), 111_250
    where = {hex: (float(space.fields["lon"]) * east, float(space.fields["lat"]) * north) for hex, space in board.spaces.items()}
    metres = [math.dist(where[a], where[b]) for a in board.ids for b in board.neighbours(a)]
    assert 1_300 < sum(metres) / len(metres) < 1_700


def test_every_hex_has_one_terrain() -> None:
    """2.2b: one of four; a road does not change it."""
    spaces = field.whole_board().spaces
    assert {space.terrain for space in spaces.values()} == {"clear", "mixed", "forest", "city"}
    assert spaces["A0507"].terrain == "forest" and field.road(start(), "A0407", "A0507") == "main_road"


def test_the_terrain_chart() -> None:
    """2.2c: every terrain of the map has its defence value and its cost; the values are the rulebook's."""
    used = {space.terrain for space in field.whole_board().spaces.values()}
    assert {name: field.VALUES[name] for name in used} == {"clear": 1, "mixed": 2, "forest": 3, "city": 4}
    assert all(field.COSTS[name] > 0 for name in used)


def test_units_and_markers() -> None:
    """2.3a: a marker is a state of a unit or a bridge, never a counter that fights."""
    s = start()
    unit = s.of("german")[0]
    unit.fatigued, unit.unsupplied = True, True
    drawn = next(c for c in picture(s, "allied").counters if c.id == unit.id)
    assert drawn.badges == ["unsupplied", "fatigued"]
    assert not {"fatigued", "unsupplied", "blown", "repaired"} & set(counters())


def test_colours() -> None:
    """2.3e: each branch has a colour of its own; British ground troops tan, airborne red, US green, army grey, SS near black."""
    s = start()
    nations = {counter.unit.nation for counter in counters().values()}
    for name in counters():
        s.units.setdefault(name, fresh(name)).at = "A1003"
    shown = {counters()[c.id].unit.nation: tuple(bytes.fromhex(c.colour[1:])) for c in picture(s, "allied").counters}
    assert set(shown) == nations
    tan, red, green, grey, black = (shown[n] for n in ("british", "br_airborne", "us", "german", "ss"))
    assert tan[0] > tan[1] > tan[2] and red[0] > red[1] + 60 and green[1] > max(green[0], green[2])
    assert max(grey) - min(grey) < 20 and max(black) < 90
    assert shown["polish"] == red and shown["dutch"] == tan


def test_designations() -> None:
    """2.4k: 1/508 is of the 508th regiment and the 82nd; every airborne battalion knows its division."""
    assert counters()["1/508"].formations == ["508", "82"] and counters()["1/508"].unit.division == "82"
    assert all(c.unit.division for c in counters().values() if c.unit.airborne)


def test_the_die_has_ten_sides() -> None:
    """2.5: results for 1 to 10 stand in every table that is rolled on unmodified."""
    assert [tables.bombardment_result(9, die) for die in range(1, 11)] == [4, 3, 3, 2, 2, 2, 1, 1, 0, 0]


def test_unit_types() -> None:
    """2.S: C/M or not, and class: tank destroyers armour or anti-tank, armoured cars armour or infantry, guns infantry."""
    rows = types()
    assert sorted(name for name, row in rows.items() if row["cm"] == "yes") == sorted(C_M.split())
    classes = {name: row["class"] for name, row in rows.items()}
    assert {name for name, text in classes.items() if text == "armour"} == {"br_armour", "ss_panzer", "ge_panzer"}
    assert classes["ge_jagdpanzer"] == "armour;at"
    assert classes["br_armoured_car"] == classes["ss_recon"] == "armour;inf"
    assert {name for name, text in classes.items() if text == "at"} == {"abn_at", "br_at_mot", "ge_at"}
    assert all(classes[name] == "inf" for name, row in rows.items() if int(row["range"]))


def test_the_supply_road() -> None:
    """7.1c: one unbroken main road across both sheets."""
    board = field.whole_board()
    road = {space.id for space in board.spaces.values() if "supply_road" in space.tags}
    reached, wave = {"A0107"}, ["A0107"]
    while wave:
        here = wave.pop()
        joined = [hex for hex in board.neighbours(here) if any(row["kind"] == "main_road" for row in board.links.get(pair(here, hex), []))]
        new = [hex for hex in joined if hex in road and hex not in reached]
        reached |= set(new)
        wave += new
    assert {"A0107", "B5014"} <= reached == road


def test_the_course_of_the_supply_road() -> None:
    """7.1d: through every hex the rulebook names."""
    spaces = field.whole_board().spaces
    assert [hex for hex in WAYPOINTS if "supply_road" not in spaces[hex].tags] == []
    south = field.supply_road(BREAKOUT)
    assert south[0] == "A0107" and south.index("A2107") + 1 == south.index("A2106")


def test_backs_are_weaker() -> None:
    """8.0a, 2.3d: on the back efficiency is lower, strengths are no higher."""
    for counter in counters().values():
        front, back = counter.unit.front, counter.unit.back
        assert back.er < front.er and back.attack <= front.attack and back.defence <= front.defence


def test_artillery_shows_four_figures() -> None:
    """9.0a: bombardment, range, defence, movement; other units attack, defence, movement."""
    shown = {c.id: c.factors for c in picture(start(), "allied").counters}
    shown |= {c.id: c.factors for c in picture(_all_on_map(), "german").counters}
    gun, tanks = counters()["153 Fd"].unit, counters()["2 Irish"].unit
    assert shown["153 Fd"] == f"{gun.bombard}-{gun.range}-{gun.defence}-{gun.ma}" == "8-8-2-6"
    assert shown["2 Irish"] == f"{tanks.attack}-{tanks.defence}-{tanks.ma}"


def _all_on_map() -> State:
    s = start()
    for unit in s.units.values():
        unit.at = unit.at or "A0107"
    return s


def test_the_tables_are_there() -> None:
    """22.0a: every table the learning scenario needs, each value marked as the rulebook's or reconstructed."""
    files = sorted((folder("scenarios") / "air-bridge" / "tables").glob("*.csv"))
    assert {"armour", "bombardment", "maneuver"} <= {file.stem for file in files}
    for file in files:
        lines = [line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
        assert lines[0].endswith(",source") and all("reconstructed" in line or "rulebook" in line for line in lines[1:])
    assert tables.maneuver_result(5, 3) == "D1F1"


def test_terms_of_the_game() -> None:
    """22.0b: the terms are those of the orders: attack is maneuver combat, MECH needs C/M, OVERRUN is a clause of moves."""
    assert {"ATTACK", "MECH", "MOVE"} <= set(RULES.verbs)
    assert any(clause.name == "OVERRUN" for clause in RULES.verbs["MOVE"].clauses)
    assert [row.name for row in RULES.sequence if row.id.startswith("II.")][-3:] == ["maneuver", "assault", "mechanized"]


def test_names_of_the_map() -> None:
    """22.0c: the corrected names and the old ones are both understood."""
    places = {name: place.hexes for place in lexicon(start(), "allied").places for name in (place.name, *place.names)}
    assert places["Son"] == places["Zon"]
    assert "A0307" in places["De Grote Barreel"]
    waters = {side.get("name", "") for side in field.whole_board().sides.values()}
    assert any("Kempen" in name for name in waters) and not any("Escaut" in name or "Embranchement" in name for name in waters)
