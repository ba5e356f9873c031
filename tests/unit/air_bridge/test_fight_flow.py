"""How the combat rows ask, wait and go on: what a case cannot show as plainly."""

from __future__ import annotations

import pytest

from pbem.engine.check import check
from pbem.engine.choice import Choice
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed, Scripted
from pbem.engine.game import Waiting, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Policy, Rule
from pbem.rulesets.air_bridge import RULES, position
from pbem.rulesets.air_bridge.kinds import KINDS
from pbem.rulesets.air_bridge.outlook import outlook
from pbem.rulesets.air_bridge.state import State
from tests.unit.air_bridge.fights import DOMMEL, all_advance, attack, dommel, events, fire, fought, placed

OPEN = """no units
Allied U1 at A0714: attack 8, defence 5, move 6, er 5, sp 2, infantry
Allied U2 at A1014: attack 8, defence 5, move 6, er 5, sp 2, infantry
German G1 at A0814: attack 4, defence 4, move 4, er 5, sp 2, infantry
German G2 at A0914: attack 4, defence 4, move 4, er 5, sp 2, infantry
German R1 at A0915: attack 4, defence 4, move 4, er 6, sp 1, infantry
air Allied 0
air German 0"""


def waiting(s: State, lines: list[Line], dice: list[tuple[str, int]], mailed: dict[str, object] | None = None) -> list[Choice]:
    """What the sides are asked by mail, doctrine and staff silent."""
    position.begin(s, "allied", "declaration")
    desk = OfficeDesk({"allied": lines}, {}, mailed or {})
    out = run(RULES, canonical(s), desk, Scripted(dice), play=lambda g: play_rows(g, "II.H"))
    assert isinstance(out, Waiting)
    return out.choices


def test_the_decision_of_the_defender_carries_the_fight_with_and_without_his_unit() -> None:
    s = placed(DOMMEL)
    lines = [attack("A1108", "2 Irish", "2 Gren", "1 Brg", "2 HCR")]
    (choice,) = waiting(s, lines, [])
    assert (choice.kind, choice.subject) == ("react", "A1108")
    assert isinstance(choice.case, dict)
    alone, joined = choice.case["rows"]["nobody"], choice.case["rows"]["Roestel"]
    assert (alone["odds"], alone["column"], alone["drm"]) == ("21:4", "6:1", -2)
    assert (alone["two_lost"], alone["one_lost"], alone["none_lost"], alone["holds"]) == ("9/10", "1/10", "0", "0")
    assert (joined["odds"], joined["column"], joined["drm"], choice.about["Roestel"]["chance"]) == ("21:8", "3:1", 0, "6/10")
    assert (joined["two_lost"], joined["one_lost"], joined["none_lost"], joined["holds"]) == ("2/5", "1/5", "2/5", "1/5")


def test_two_attacked_hexes_are_asked_about_in_one_mail() -> None:
    lines = [attack("A0814", "U1"), attack("A0914", "U2", n="2")]
    asked = waiting(placed(OPEN), lines, [])
    assert [(c.kind, c.subject) for c in asked] == [("react", "A0814"), ("react", "A0914")]


def test_one_unit_cannot_reinforce_two_hexes() -> None:
    done = fought(
        placed(OPEN), {"allied": [attack("A0814", "U1"), attack("A0914", "U2", n="2")]},
        [("german", "react", "R1"), ("german", "react", "R1")], [("reaction A0814", 1)], last="reaction",
    )  # fmt: skip
    assert done.state.units["R1"].at == "A0814"
    assert [e["hex"] for e in events(done, "reaction")] == ["A0814"]


def test_the_same_unit_may_try_again_at_another_hex_after_a_failure() -> None:
    done = fought(
        placed(OPEN), {"allied": [attack("A0814", "U1"), attack("A0914", "U2", n="2")]},
        [("german", "react", "R1"), ("german", "react", "R1")], [("reaction A0814", 7), ("reaction A0914", 6)], last="reaction",
    )  # fmt: skip
    assert done.state.units["R1"].at == "A0914"


def test_who_finds_his_goal_filled_is_asked_again() -> None:
    """G3's way is open when both are asked; G1 has taken the room when his turn comes."""
    s = placed(
        OPEN
        + "\nGerman G3 at A0814: attack 4, defence 4, move 4, er 5, sp 2, infantry"
        + "\nGerman B1 at A1015: attack 1, defence 1, move 1, er 1, sp 6, infantry"
    )
    s.units["G2"].at = s.units["U2"].at = s.units["R1"].at = ""
    s.units["U1"].front.attack = 16
    done = fought(
        s, {"allied": [attack("A0814", "U1")]},
        [("german", "stand", False), ("german", "fallback", ["A0915", "A1015"]), ("german", "fallback", ["A0915", "A1015"]),
         ("german", "fallback", ["A0915", "A0916"]), ("allied", "advance", [])],
        [("maneuver", 6)],
    )  # fmt: skip
    assert (done.state.units["G1"].at, done.state.units["G3"].at) == ("A1015", "A0916")
    assert [c.nth for c in done.asked if c.subject == "G3 from A0814"] == [1, 2]


def test_no_enemy_left_means_no_fight_and_a_free_advance() -> None:
    """G-39: the bombardment kills the only defender; the support stays unfired."""
    s = placed(DOMMEL + "\n2 Hoff at A1108, 1 step\nRoestel off map")
    lines = [
        attack("A1108", "2 Irish", rules=[all_advance()]),
        fire("BOMBARD", "A1108", "153 Fd", n="2"),
        fire("SUPPORT", "A1108", "55 Fd", n="3"),
    ]  # fmt: skip
    done = fought(s, {"allied": lines}, [], [("bombardment", 1)])
    assert done.state.gone == ["2 Hoff"] and done.state.units["2 Irish"].at == "A1108"
    assert done.state.units["55 Fd"].actions == 0
    assert [e.kind for e in done.events][-3:] == ["called off", "advance", "fire held"]


def test_a_clause_of_one_fight_says_nothing_of_another() -> None:
    """ADVANCE ALL of the first line is no answer for the second, though both hexes are vacated in one batch."""
    roestel, heinke = "Roestel at A0814", "Heinke 1 at A0914"
    s = placed("\n".join(["no units", "2 Devon at A0714", "1 Hamps at A1014", roestel, heinke]))
    lines = [
        attack("A0814", "2 Devon", rules=[all_advance()]),
        attack("A0914", "1 Hamps", n="2", rules=[Rule("2", "advance", [Policy("none")])]),
    ]
    done = fought(
        s, {"allied": lines},
        [("german", "refuse", True), ("german", "refuse", True)],
        [("refusal A0814", 1), ("refusal A0914", 1)], last="refusal",
    )  # fmt: skip
    assert (done.state.units["2 Devon"].at, done.state.units["1 Hamps"].at) == ("A0814", "A1014")


def test_guests_share_the_retreat_but_not_the_fight() -> None:
    """G-64: G1's only way leads into A1015, attacked later; he adds nothing to that fight, and leaves with it."""
    s = placed("""no units
Allied U1 at A0714: attack 8, defence 5, move 6, er 5, sp 2, infantry
Allied U2 at A1115: attack 8, defence 5, move 6, er 5, sp 2, infantry
Allied E1 at A1013: attack 1, defence 1, move 1, er 1, sp 1, infantry
Allied E2 at A0816: attack 1, defence 1, move 1, er 1, sp 1, infantry
German G1 at A0814: attack 4, defence 4, move 4, er 5, sp 2, infantry
German G2 at A1015: attack 4, defence 4, move 4, er 5, sp 2, infantry""")
    stand, none = Rule("1", "stand", [Policy("never")]), Rule("1", "advance", [Policy("none")])
    done = fought(
        s, {"allied": [attack("A0814", "U1"), attack("A1015", "U2", n="2")]}, None, [("maneuver", 7), ("maneuver", 7)],
        doctrine={"german": [stand], "allied": [none]},
    )  # fmt: skip
    second = events(done, "maneuver")[1]
    assert (second["against"], second["odds"]) == (["G2"], "2:1")
    assert [(e["units"][0], e["start"]) for e in events(done, "retreat")] == [("G1", "A0814"), ("G2", "A1015"), ("G1", "A1015")]
    assert not done.state.at("A1015")


def test_truncate_plays_the_legal_part_of_an_attack() -> None:
    s = placed(DOMMEL)
    s.units["2 Gren"].fatigued = True
    done = fought(s, {"allied": [attack("A1108", "2 Irish", "2 Gren")]}, last="declaration", policy="truncate")
    assert done.state.declared[0].units == ["2 Irish"] and done.verdicts["1"].status == "ok"
    strict = fought(s, {"allied": [attack("A1108", "2 Irish", "2 Gren")]}, last="declaration")
    assert strict.state.declared == [] and strict.verdicts["1"].refusal is not None
    assert strict.verdicts["1"].refusal.nearest == "ATTACK A1108 WITH 2 Irish"


def as_class(unit: str, word: str) -> Line:
    return Line("1", "ATTACK", {"place": ["A1108"], "units": [unit]}, {"as": {unit: word}})


def test_as_clause_fixes_the_class_and_another_unit_cannot_have_it() -> None:
    s = placed(DOMMEL)
    done = fought(s, {"allied": [as_class("2 HCR", "infantry")]}, last="declaration")
    assert done.state.declared[0].classes == {"2 HCR": "inf"}
    bad = fought(s, {"allied": [as_class("2 Gren", "at")]}, last="declaration")
    assert bad.verdicts["1"].refusal is not None and bad.verdicts["1"].refusal.rule == "19.0b"


def test_class_of_a_dual_unit_costs_no_mail_but_follows_doctrine() -> None:
    """Roestel alone as anti-tank gives the attacking tanks +1, as armour 0; his owner may still say armour."""
    s = placed("no units\n2 Irish at A0714\nRoestel at A0814\nair German 0\nair Allied 0")
    lines = {"allied": [attack("A0814", "2 Irish")]}
    never = Rule("1", "refuse", [Policy("never")])
    auto = fought(s, lines, None, [("maneuver", 8)], doctrine={"german": [never]})
    forced = fought(s, lines, None, [("maneuver", 8)], doctrine={"german": [never, Rule("2", "class", [Policy("as", ["armour"])])]})
    assert [[row["amount"] for row in events(d, "maneuver")[0]["drm"] if row["rule"] == "19.1"] for d in (auto, forced)] == [[1], [0]]
    position.begin(s, "allied", "declaration")
    out = run(RULES, canonical(s), OfficeDesk(lines, {"german": [never]}), Scripted([("maneuver", 8)]), play=lambda g: play_rows(g, "II.H"))
    assert [c.kind for c in out.choices] == ["fatigue"] if isinstance(out, Waiting) else [r.value for r in out.rolls] == [8]


def test_the_class_infantry_is_written_as_players_write_it() -> None:
    s = placed("no units\n2 HCR at A0714\nRoestel at A0814\nair German 0\nair Allied 0")
    rules = {"german": [Rule("1", "refuse", [Policy("never")])], "allied": [Rule("1", "class", [Policy("as", ["infantry"])])]}
    done = fought(s, {"allied": [attack("A0814", "2 HCR")]}, None, [("maneuver", 5)], doctrine=rules)
    row = next(row for row in events(done, "maneuver")[0]["drm"] if row["rule"] == "19.1")
    assert (row["ours"], row["classes"]["2 HCR"]) == ("inf", "inf")


def test_support_order_is_paid_even_where_two_lines_share_one_pool() -> None:
    s = placed(DOMMEL)
    lines = [attack("A1108", "2 Irish"), fire("SUPPORT", "A1108", air=8), fire("SUPPORT", "A1108", air=8, n="3")]
    done = fought(
        s, {"allied": lines}, [("german", "react", "nobody"), ("german", "support", {})], [("allied support", 9), ("maneuver", 8)]
    )
    refusal = done.verdicts["3"].refusal
    assert refusal is not None and (refusal.rule, refusal.nearest) == ("15.0e", "SUPPORT A1108 WITH AIR 4")
    assert done.state.air["allied"] == 4


def test_the_check_calls_a_support_line_good_though_its_target_may_slip_away() -> None:
    s = placed("no units\n2 Devon at A0714\n64 Med at A0613\nRoestel at A0814\nair Allied 12\nair German 0")
    s.step, s.active = "II.B", "allied"
    lines = [attack("A0814", "2 Devon"), fire("SUPPORT", "A0814", "64 Med")]
    assert {n: c.status for n, c in check(RULES, s, "allied", lines).items()} == {"1": "ok", "2": "ok"}


def test_an_allied_unit_falling_back_touches_bridges_on_its_way() -> None:
    """German turn: 5 Cold is thrown back to the Dommel, whose bridge nobody has touched."""
    s = placed(
        "no units\nGerman G1 at A1109: attack 20, defence 4, move 4, er 5, sp 2, infantry\n5 Cold at A1209\nair Allied 0\nair German 0"
    )
    s.units["5 Cold"].at = "A1309"
    s.units["G1"].at = "A1310"
    done = fought(
        s, {"german": [attack("A1309", "G1")]},
        [("allied", "refuse", False), ("allied", "stand", False), ("allied", "fallback", ["A1208", "A1108"]), ("german", "advance", [])],
        [("maneuver", 5), ("bridge", 5)], side="german",
    )  # fmt: skip
    assert done.state.units["5 Cold"].at == "A1108" and done.state.bridges["A1007/A1108"] == "blown"


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_staff_answers_every_question_legally(kind: str) -> None:
    """Over twelve random fights at the Dommel every choice is answered, and legally."""
    seen = 0
    for seed in range(12):
        position.begin(s := placed(DOMMEL), "allied", "declaration")
        lines = [attack("A1108", "2 Irish", "2 Gren", "1 Brg", "2 HCR"), fire("SUPPORT", "A1108", "153 Fd", air=8)]
        done = run(
            RULES,
            canonical(s),
            OfficeDesk({"allied": lines}, staff=("allied", "german")),
            Assumed(seed),
            play=lambda g: play_rows(g, "II.H"),
        )
        assert not isinstance(done, Waiting)
        for choice in done.asked:
            if choice.kind == kind:
                seen += 1
                assert choice.options.why_not(KINDS[kind].staff(choice)) is None
    assert seen or kind in ("refuse", "overstack", "class", "initiative", "defbombard")


def test_outlook_is_empty_where_nothing_is_declared() -> None:
    assert outlook(placed(DOMMEL), "A1108") == {}


def test_a_fight_leaves_nothing_declared_behind() -> None:
    assert dommel().state.declared == []
