"""Reports of the whole game: drop zones and mud on the map, the objectives, every page that is needed and no other."""

from __future__ import annotations

import pytest

from pbem.engine.ruleset import Picture
from pbem.reports.build import build_report
from pbem.reports.map.geometry import grown, holds
from pbem.reports.map.pages import map_pages
from pbem.reports.pdf import report_pdf
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.state import DropZone, State
from pbem.words import words
from tests.unit.reports.helpers import text_of

CAMPAIGN, ARNHEM = "air-bridge/market-garden", "air-bridge/a-bridge-too-far"


def position(scenario: str = CAMPAIGN) -> State:
    state: State = RULES.start(scenario)
    return state


def picture(state: State, side: str = "allied") -> Picture:
    return RULES.picture(RULES.view(state, side), side)


def notes(state: State, language: str = "en") -> list[str]:
    """The situation as the report tells it."""
    made = build_report("air-bridge", "", picture(state), [], [], game="g", side="allied", language=language, turn=1, step="")
    return made.situation


def test_drop_zones_are_drawn_and_listed_by_hex_but_are_no_units() -> None:
    state = position()
    made = build_report("air-bridge", "", picture(state), [], [], game="g", side="allied", language="en", turn=1, step="")
    assert any(row.at == "A3004" and "DZ 101" in row.units for row in made.by_hex)
    assert not [unit for group in made.roster for unit in group.units if unit.name.startswith("DZ")]
    text = text_of(report_pdf(made, picture(state), RULES.board(CAMPAIGN)))
    assert all(name in text for name in ("DZ 101", "DZ 82", "DZ 1 Br"))


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        (DropZone("A3004", alternate=True), "DZ 101 at A3004, alternate side"),
        (DropZone("", alternate=True, back=5, was="A3004"), "DZ 101 off the map, may be placed again from turn 5 on"),
        (DropZone("", alternate=True, was="A3004", lost=True), "DZ 101 lost for good"),
    ],
)
def test_a_drop_zone_that_is_not_as_it_was_is_told(zone: DropZone, told: str) -> None:
    state = position()
    assert not [note for note in notes(state) if note.startswith("DZ")]
    state.drop_zones["101"] = zone
    assert [note for note in notes(state) if note.startswith("DZ")] == [told]
    drawn = [marker for marker in picture(state).markers if marker.id == "DZ 101"]
    assert [marker.badges for marker in drawn] == ([["alternate"]] if zone.hex else [])


def test_mud_is_drawn_where_it_lies_and_named_in_the_legend() -> None:
    state = position()
    assert picture(state).ground == {}
    state.mud = True
    muddy = picture(state).ground["mud"]
    assert "B3515" in muddy and "B2915" not in muddy and "A3015" not in muddy
    made = build_report("air-bridge", "", picture(state), [], [], game="g", side="allied", language="en", turn=6, step="")
    assert [track.value for track in made.tracks if track.name == "Ground"] == ["mud between Waal and Neder Rijn [4.1b, 7.1e]"]
    assert "\nmud" in text_of(report_pdf(made, picture(state), RULES.board(CAMPAIGN)))


def test_an_objective_says_whose_it_is_and_what_its_bridge_is_like() -> None:
    state = position()
    assert "Eindhoven A2106 A2107: German" in notes(state)
    assert "Nijmegen B3117, Lent B3216: German; bridge stands" in notes(state)
    state.control |= {"B3216": "allied", "B2212": "allied", "B2313": "allied"}
    state.bridges["B3117/B3216"] = "blown"
    assert "Lent B3216: Allied; Nijmegen B3117: German; bridge blown" in notes(state)
    assert "Grave B2212, Nederasselt B2313: Allied; bridge stands" in notes(state)
    assert "VP if it ended now: 3 (Grave 3)" in notes(state)
    assert any(note.startswith("PV si la partie") for note in notes(state, "fr"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("Krafft at A0507",), "Beyond it Krafft in A0507"),
        (("Krafft at A0406",), "Beyond it A0307 is closed by the zone of Krafft (A0406)"),
        (("bridge A0206/A0307 blown",), "Beyond it the bridge from A0206 to A0307 is down"),
    ],
)
def test_what_closes_the_road_is_named(lines: tuple[str, ...], told: str) -> None:
    state = position()
    for line in ("no units", "1 Gren at A0407", *lines):
        RULES.position.apply(state, line)
    if "A0406" in told:
        state.eliminate("1 Gren")
    assert told in notes(state)


def test_arnhem_tells_how_many_steps_hold_the_bridge() -> None:
    state = position(ARNHEM)
    RULES.position.apply(state, "2 Para at B4315")
    assert "In B4315: 2 supplied Allied steps, 2 wanted at the end" in notes(state)
    assert any(note.startswith("On that bank: ") and note.endswith("DZ 1 Br would be a draw") for note in notes(state))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_note_and_every_row_of_points_has_words(language: str) -> None:
    say = words(language, "air-bridge")
    for scenario in (CAMPAIGN, ARNHEM, "air-bridge/breakout"):
        for note in picture(position(scenario)).notes:
            assert say.has(note["key"]), note
    assert all(say.has(f"note.bridge.{state}") for state in ("untouched", "intact", "repaired", "blown", "down"))
    assert all(say.has(f"note.goal.{who}{more}") for who in ("allied", "german", "shared") for more in ("", ".bridge"))


def test_the_pages_show_every_place_that_matters_and_leave_out_the_rest() -> None:
    drawn = picture(position())
    board = RULES.board(CAMPAIGN)
    every, some = (map_pages(board, drawn, slug="air-bridge", title="x", only_occupied=wish)[1:] for wish in (False, True))
    assert len(some) < len(every)
    wanted = {c.at for c in (*drawn.counters, *drawn.markers)} | {str(row["at"]) for row in drawn.arriving if row["at"] in board.index}
    for hex in sorted(wanted):
        shown = [t for t in some if hex in t.scene.region and holds(grown(t.frame, -0.3 * t.scene.unit), t.scene.centre(hex))]
        assert shown, f"{hex} is on no page"


def test_a_report_of_the_campaign_is_small_enough_for_a_mail() -> None:
    made = build_report("air-bridge", "", picture(position()), [], [], game="g", side="allied", language="en", turn=1, step="")
    assert len(report_pdf(made, picture(position()), RULES.board(CAMPAIGN))) < 1_000_000
