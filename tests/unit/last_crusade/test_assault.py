"""Assaults beside the rule cases: what is asked and when, with which figures; lists and costs for replies; orders that are partly legal."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import pytest

from pbem.engine.check import check
from pbem.engine.choice import Choice
from pbem.engine.desk import ScriptedDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.sequence import play_rows
from pbem.engine.state import canonical
from pbem.engine.verbs import Line, Path
from pbem.rulesets.last_crusade import RULES, position
from pbem.rulesets.last_crusade.assault_fight import about
from pbem.rulesets.last_crusade.assault_options import assault_options, cost, guns_for, instead
from pbem.rulesets.last_crusade.kinds import ASSAULT_FACTS
from pbem.rulesets.last_crusade.state import State
from pbem.words import words
from tests.unit.last_crusade.table import ARRACOURT, placed, played

Answers = list[tuple[str, str, Any]]
FRONT = """no cards
pool US 9
pool German 9
control C2 US
control D1 US
US T1 at C2: armor, arm 3, inf 3, defence 5, cost 3
US T2 at D1: infantry, soldier, arm 1, inf 3, defence 4, cost 1
German G1 at D2: infantry, soldier, arm 2, inf 3, defence 4, cost 2
German G2 at D2: armor, arm 4, inf 2, defence 6, cost 5"""


def front(more: str = "") -> State:
    return placed(f"{FRONT}\n{more}".rstrip(), ARRACOURT)


def assault(units: str, at: str = "D2", n: str = "1", guns: str = "", least: int = 0) -> Line:
    clauses: dict[str, Any] = {"support": [{"units": guns.split(", ")}]} if guns else {}
    return Line(n, "ASSAULT", {"place": [at], "units": units.split(", ")}, clauses | ({"min": {"number": least}} if least else {}))


def fought(s: State, lines: list[Line], answers: Answers | None = None, luck: str | int = "low", policy: str = "strict") -> Done:
    """A US step 6 with all dice alike; who says nothing is answered by the staff."""
    row = position.begin(s, "us", "movement")
    desk = ScriptedDesk({"us": lines}, {}, answers or [])
    done = run(RULES, canonical(s), desk, Assumed(luck), policy=policy, play=lambda g: play_rows(g, row))
    assert isinstance(done, Done)
    return done


def questions(done: Done, side: str, kind: str = "") -> list[Choice]:
    return [choice for choice in done.asked if choice.side == side and kind in ("", choice.kind)]


# what is asked


def test_every_question_of_an_assault_tells_the_same_facts_of_it() -> None:
    done = fought(
        front("US T3 at C2: infantry, engineer, arm 1, inf 1\nDE Minefield at D2"), [assault("T1, T2, T3")], [("us", "withdraw", [])]
    )
    kinds = [choice.kind for choice in done.asked]
    assert {"supply", "main", "engineers", "fire", "withdraw"} <= set(kinds)
    for choice in done.asked:
        assert all(fact in choice.facts for fact in ASSAULT_FACTS), choice.key
        assert choice.facts["place"] == "D2" and choice.facts["terrain"] == "clear" and choice.facts["flank"] is True
    first = done.asked[0]
    assert (first.facts["attackers"], first.facts["defenders"]) == (3, 2)


def test_supply_and_main_attack_are_one_mail_and_the_guns_wait_for_the_points() -> None:
    done = fought(front("105mm 1 at E2"), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    assert [choice.kind for choice in questions(done, "german")][:3] == ["supply", "main", "support"]
    support = questions(done, "german", "support")[0]
    assert support.facts["points"] == 7  # nine, less two defenders
    assert support.options.limit == 7  # type: ignore[union-attr]
    assert questions(done, "german", "supply")[0].secret and support.secret
    assert not questions(done, "german", "main")[0].secret


def test_points_are_spent_once() -> None:
    """Two points, two defenders: nothing is left for the gun."""
    done = fought(front("105mm 1 at E2\npool German 2"), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    assert done.state.pool["german"] == 0
    assert not done.state.cards["105mm 1"].spotted
    assert questions(done, "german", "support")[0].options.limit == 0  # type: ignore[union-attr]


@pytest.mark.parametrize("hidden", ["Volksgrenadier 1 at E2", "105mm 1 at E2", "105mm 1 at E2, engaged", "Truck 1 at E2", "Pillbox at E2"])
def test_whether_there_is_a_gun_face_down_changes_no_question(hidden: str) -> None:
    """Who answers NONE is asked the same, so that nobody learns from a pause."""
    done = fought(front(hidden), [assault("T1, T2")], [("german", "support", []), ("us", "withdraw", ["T1", "T2"])])
    bare = fought(front("Volksgrenadier 2 at E2"), [assault("T1, T2")], [("german", "support", []), ("us", "withdraw", ["T1", "T2"])])
    assert [choice.key for choice in done.asked] == [choice.key for choice in bare.asked]
    assert [choice.facts for choice in questions(done, "us")] == [choice.facts for choice in questions(bare, "us")]
    assert len(questions(done, "german", "support")) == 1


def test_no_points_and_no_gun_are_asked_about_all_the_same() -> None:
    rich, poor = (
        fought(
            front(f"pool German {points}\nVolksgrenadier 1 at E2"), [assault("T1")], [("german", "supply", []), ("us", "withdraw", ["T1"])]
        )
        for points in (9, 0)
    )
    assert [choice.key for choice in rich.asked] == [choice.key for choice in poor.asked]


def test_a_shot_is_told_with_its_chance_and_ranked_as_the_default_takes_it() -> None:
    s = front("pool German 0")
    done = fought(s, [assault("T1, T2")], [("german", "main", "C2"), ("us", "withdraw", ["T1", "T2"])])
    ours = questions(done, "us", "fire")[0]
    assert set(ours.about) == {"T1>G1", "T1>G2", "T2>G1", "T2>G2"}
    shot = ours.about["T2>G1"]
    assert (shot["firer"], shot["target"], shot["fp"], shot["kinds"]) == ("T2", "G1", 5, ["G1", "infantry", "soldier"])
    assert shot["kill"] == 4  # four hits or more of five dice: 11 of 243
    best = RULES.kinds["fire"].staff(ours)
    assert best == "T2>G1"  # the flank fires first, and where it may destroy


def test_the_default_fires_at_whom_it_may_destroy_then_at_the_dearest() -> None:
    s = placed(
        """no cards
        pool US 9
        control C2 US
        US T1 at C2: infantry, arm 0, inf 3, defence 5
        German G1 at D2: infantry, arm 0, inf 0, defence 3, cost 1
        German G2 at D2: infantry, arm 0, inf 0, defence 3, cost 4, 1 hit
        German G3 at D2: infantry, arm 0, inf 0, defence 2, cost 5""",
        ARRACOURT,
    )
    done = fought(s, [assault("T1")], [("us", "withdraw", ["T1"])])
    choice = questions(done, "us", "fire")[0]
    assert sorted(choice.about, key=lambda shot: (*choice.about[shot]["order"], shot)) == ["T1>G3", "T1>G2", "T1>G1"]


def test_empty_walls_are_fired_at_last() -> None:
    done = fought(front("Pillbox at D2, 5 hits"), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    choice = questions(done, "us", "fire")[0]
    order = sorted(choice.about, key=lambda shot: (*choice.about[shot]["order"], shot))
    assert all("Pillbox" in shot for shot in order[-2:])


def test_what_a_defender_is_worth_supplied_is_told_against_the_force_that_comes() -> None:
    armor = fought(front(), [assault("T1")], [("us", "withdraw", ["T1"])])
    both = fought(front(), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    assert {id: row["fp"] for id, row in questions(armor, "german", "supply")[0].about.items()} == {"G1": 2, "G2": 4}
    assert {id: row["fp"] for id, row in questions(both, "german", "supply")[0].about.items()} == {"G1": 3, "G2": 4}


def test_the_main_attack_is_asked_with_units_and_fire_of_each_zone() -> None:
    done = fought(front(), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    choice = questions(done, "german", "main")[0]
    assert choice.about == {"C2": {"units": 1, "fp": 6}, "D1": {"units": 1, "fp": 4}}


def test_a_withdrawal_is_asked_with_the_ratio_of_those_left() -> None:
    done = fought(front(), [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    assert questions(done, "us", "withdraw")[0].facts["ratio"] == "2:2"
    alone = fought(front(), [assault("T1")])
    assert questions(alone, "us", "withdraw")[0].facts["ratio"] == "1:2"
    assert [event.kind for event in alone.events if event.kind == "withdrawn"]  # one against two: the default goes


# lists and costs


def test_what_could_be_assaulted_from_where_and_what_it_costs() -> None:
    s = front("US Halftrack 1 at C2\nArm Inf 1 at C2 on US Halftrack 1\nM7 1 at B2\nVolksgrenadier 1 at C3\nSherman 1 at B1, engaged")
    assert assault_options(s, "us") == {
        "C3": {"C2": ["T1", "US Halftrack 1"]}, "D2": {"C2": ["T1", "US Halftrack 1"], "D1": ["T2"]},
    }  # fmt: skip
    assert cost(s, ["T1", "T2", "US Halftrack 1"], ["M7 1"]) == 2 + 1 + 2 + 1
    assert guns_for(s, "D2", "us") == ["M7 1"]
    assert assault_options(s, "german")["D1"] == {"D2": ["G1", "G2"]}


def test_the_lists_are_the_same_on_the_sides_own_view() -> None:
    s = front("M7 1 at B2\nPillbox at D3\nPioneers 1 at D3 in Pillbox\nAT Ditch at D2")
    seen = RULES.view(s, "us")
    assert assault_options(seen, "us") == assault_options(s, "us")
    assert guns_for(seen, "D2", "us") == guns_for(s, "D2", "us")


def test_instead_of_an_assault_out_of_reach_the_nearest_one_that_can_be_paid() -> None:
    s = front("pool US 1")
    assert instead(s, "E2", ["T1", "T2"]) == "ASSAULT D2 WITH T2"
    assert instead(front(), "E2", ["T1"]) == "ASSAULT D2 WITH T1"


# orders that are legal in part


def test_strict_loses_an_order_with_a_wrong_unit_truncate_plays_the_rest() -> None:
    s = front("Rifle 1 at A2")
    lines = [assault("T1, Rifle 1")]
    done = fought(s, lines, [("us", "withdraw", ["T1"])])
    refusal = done.verdicts["1"].refusal
    assert refusal is not None and refusal.why == "not-adjacent-zone" and refusal.nearest == "ASSAULT D2 WITH T1"
    assert done.state.pool["us"] == 9
    done = fought(s, lines, [("us", "withdraw", ["T1"])], policy="truncate")
    assert done.verdicts["1"].status == "ok" and done.state.pool["us"] == 7


def test_with_min_the_rest_goes_on_and_the_reply_names_who_stays() -> None:
    done = fought(front("Rifle 1 at A2"), [assault("T1, Rifle 1", least=1)], [("us", "withdraw", ["T1"])])
    assert done.verdicts["1"].status == "ok"
    assert done.verdicts["1"].notes["left_out"] == ["Rifle 1"]
    told = [event for event in done.events if event.kind == "cut short"]
    assert [sorted(event.seen) for event in told] == [["*", "us"]]


def test_a_gun_named_among_the_assaulters_does_not_support_too() -> None:
    s = front("M7 1 at C2")
    done = fought(s, [assault("T1, M7 1", guns="M7 1")], [("us", "withdraw", ["T1", "M7 1"])])
    assert done.state.pool["us"] == 9 - 2 - 1
    assert not done.state.cards["M7 1"].engaged


def test_the_reply_calls_conditional_what_hangs_on_the_assault_before() -> None:
    s = placed(
        """no cards
        pool US 9
        control C2 US
        Sherman 1 at C2
        German G1 at D2: infantry, arm 0, inf 0, defence 1""",
        ARRACOURT,
    )
    position.begin(s, "us", "movement")
    lines = [assault("Sherman 1"), Line("2", "MOVE", {"units": ["Sherman 1"], "path": Path(["D1"])}), assault("Sherman 1", "E1", "3")]
    verdicts = check(RULES, s, "us", lines)
    assert [verdicts[n].status for n in ("1", "2", "3")] == ["ok", "conditional", "illegal"]
    assert verdicts["1"].notes == {"cost": 2, "pool": 7}


def test_nothing_of_an_assault_outlives_its_line() -> None:
    """The state has no place for it: a second assault asks everything anew, and the position is sound."""
    done = fought(front(), [assault("T1"), assault("T1", n="2")], [("us", "withdraw", ["T1"]), ("us", "withdraw", ["T1"])])
    assert done.state.pool["us"] == 5
    assert done.state.cards["T1"].engaged and done.state.cards["T1"].left == 0
    assert [choice.nth for choice in questions(done, "german", "supply")] == [1, 2]


def test_units_of_one_line_come_out_of_the_headquarters_as_one_origin() -> None:
    s = placed(
        """no cards
        pool US 9
        control A2 German
        Rifle 1, Rifle 2 at HQ-US
        Rifle 3 at A1
        German G1 at A2: infantry, arm 0, inf 0, defence 9""",
        ARRACOURT,
    )
    done = played(
        s,
        "us",
        "movement",
        [assault("Rifle 1, Rifle 2, Rifle 3", "A2")],
        [],
        [("us", "fire", "cease"), ("us", "withdraw", ["Rifle 1", "Rifle 2", "Rifle 3"])],
    )
    main = next(choice for choice in done.asked if choice.kind == "main")
    assert main.about["HQ-US"]["units"] == 2 and main.about["A1"]["units"] == 1


def test_what_is_told_of_a_unit_is_of_both_cards_of_a_pair() -> None:
    s = front("US Halftrack 1 at C2, 1 hit\nEngineers 1 at C2 on US Halftrack 1")
    told = about(s, "US Halftrack 1")
    assert (told["soldier"], told["armor"], told["cost"], told["fp"]) == (True, False, 3, 6)
    assert (told["left"], told["hits"]) == (1, 1)
    assert set(told["kinds"]) == {"transport", "infantry", "soldier", "engineer", "motorized", "armored"}
    assert about(s, "T1")["armor"] and not about(s, "T1")["soldier"]


def test_one_origin_is_no_flank() -> None:
    done = fought(front(), [assault("T1")], [("us", "withdraw", ["T1"])])
    assert [choice.facts["flank"] for choice in done.asked] == [False] * len(done.asked)


def test_the_default_advance_takes_soldiers_first_and_leaves_whole_tanks_behind() -> None:
    s = placed(
        """no cards
        pool US 9
        control C2 US
        control D1 US
        Sherman 1, Sherman 2 at C2
        Sherman 2, 1 hit
        57mm 1 at C2
        US Halftrack 1, Rifle 1 at D1
        Rifle 2 at D1 on US Halftrack 1
        German G1 at D2: infantry, arm 0, inf 0, defence 1""",
        ARRACOURT,
    )
    done = fought(s, [assault("Sherman 1, Sherman 2, 57mm 1, US Halftrack 1, Rifle 1")], luck="high")
    assert {id for id in s.cards if done.state.cards[id].at == "D2"} == {"Rifle 1", "Rifle 2", "US Halftrack 1", "57mm 1"}


MODULES = ("movement", "reach", "transport", "forts", "assault", "assault_options")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_of_movement_and_assault_has_words(language: str) -> None:
    """The keys stand in the sources behind the number of their rule."""
    keys = set()
    for name in MODULES:
        text = inspect.getsource(importlib.import_module(f"pbem.rulesets.last_crusade.{name}"))
        keys |= set(re.findall(r'"(?:AS|AC|SR|TR|SE|P\d+)[-.]\d+"(?:\)| else "[A-Z0-9.-]+"\)?)?, "([a-z-]+)"', text))
    say = words(language, "last-crusade")
    assert len(keys) > 30 and {key for key in keys if not say.has(f"refused.{key}")} == set()


def test_walls_with_somebody_inside_are_no_worse_a_target_than_others() -> None:
    s = front("Pillbox at D2, 5 hits\nPioneers 1 at D2 in Pillbox")
    done = fought(s, [assault("T1, T2")], [("us", "withdraw", ["T1", "T2"])])
    choice = questions(done, "us", "fire")[0]
    assert RULES.kinds["fire"].staff(choice).endswith(">Pillbox")  # one hit destroys it


def test_what_an_order_could_know_is_refused_and_what_it_could_not_lapses() -> None:
    """A tank without movement left is the order's fault; one that did not come to advance is not."""
    s = front()
    s.cards["T1"].mp = 1
    done = fought(s, [assault("T1"), assault("T1", n="2")], [("us", "withdraw", ["T1"])])
    assert done.verdicts["2"].status == "refused" and done.verdicts["2"].refusal is not None
    assert done.verdicts["2"].refusal.why == "no-mp"
    s = front("Volksgrenadier 1 at E2")
    done = fought(s, [assault("T1"), assault("T1", "E2", "2")], [("us", "withdraw", ["T1"])])
    assert done.verdicts["2"].status == "lapsed" and done.verdicts["2"].refusal is not None
    assert done.verdicts["2"].refusal.why == "not-adjacent-zone"
    done = fought(front(), [assault("T1, T2", least=3)])
    assert done.verdicts["1"].status == "refused"
