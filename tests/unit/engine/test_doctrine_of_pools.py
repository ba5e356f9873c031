"""SUPPORT lines over several fights: one pool, all lines count, the upper one first."""

from __future__ import annotations

from typing import Any, cast

import pytest

from pbem.engine.choice import Choice, OneOf, Share
from pbem.engine.doctrine import decide
from pbem.engine.game import Game
from pbem.engine.verbs import Cond, Policy, Rule
from pbem.rulesets.air_bridge.kinds import KINDS


class NoBoard:
    class rules:
        distance = None
        kinds = KINDS


GAME = cast(Game, NoBoard())
ABOUT: dict[str, dict[str, Any]] = {
    "9 SS Art": {"actions": 2}, "1 Arty": {"actions": 1}, "A1108": {"odds": "4:1"}, "B4315": {"odds": "1:1"},
}  # fmt: skip
POOL = Choice(
    "german", "support", "A1108 B4315", Share({"9 SS Art": ["A1108", "B4315"], "1 Arty": ["B4315"]}, 5, ["A1108", "B4315"]),
    facts={"turn": 2, "air": 5, "fights": 2}, about=ABOUT,
)  # fmt: skip


def said(*rules: Rule, choice: Choice = POOL) -> Any:
    found = decide(list(rules), choice, GAME)
    return None if found is None else (found[0].n, found[1])


def line(n: str, *policies: Policy, at: list[str] | None = None, when: Cond | None = None, otherwise: list[Policy] | None = None) -> Rule:
    return Rule(n, "support", list(policies), at=at or [], when=when, otherwise=otherwise or [])


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ([line("1", Policy("points", number=3), at=["A1108"])], ("1", {"points": {"A1108": 3}})),
        (
            [line("1", Policy("points", number=3), at=["A1108"]), line("2", Policy("points", number=9), at=["B4315"])],
            ("1", {"points": {"A1108": 3, "B4315": 2}}),
        ),
        ([line("1", Policy("pick", ["9 SS Art"]), at=["B4315"])], ("1", {"guns": {"9 SS Art": "B4315"}})),
        ([line("1", Policy("pick", ["1 Arty"]), Policy("keep", number=1), at=["B4315"])], ("1", {})),
        ([line("1", Policy("pick", ["9 SS Art"]), Policy("keep", number=1), at=["B4315"])], ("1", {"guns": {"9 SS Art": "B4315"}})),
        ([line("1", Policy("never"), at=["A1108"]), line("2", Policy("all"))], ("1", {"guns": {"9 SS Art": "B4315", "1 Arty": "B4315"}})),
        ([line("1", Policy("all"), when=Cond(">=", test="odds", value="4:1"))], ("1", {"guns": {"9 SS Art": "A1108"}})),
        (
            [line("1", Policy("points", number=3), at=["C0101"], otherwise=[Policy("pick", ["B4315"])])],
            ("1", {"points": {"B4315": 3}}),
        ),
        ([line("1", Policy("points", number=3), at=["C0101"])], None),
    ],
)
def test_lines_share_out_one_pool(rules: list[Rule], expected: Any) -> None:
    found = said(*rules)
    if expected is None or found is None:
        assert found == expected
    else:
        assert (found[0], {k: dict(sorted(v.items())) for k, v in found[1].items()}) == (
            expected[0], {k: dict(sorted(v.items())) for k, v in expected[1].items()},
        )  # fmt: skip


def test_else_without_when_is_the_next_wish() -> None:
    react = Choice("german", "react", "B4315", OneOf(["Roestel", "nobody"]), facts={"place": "B4315"}, about={"Roestel": {"attack": 5}})
    rule = Rule("5", "react", [Policy("pick", ["9 SS Eng"])], otherwise=[Policy("strongest")])
    assert said(rule, choice=react) == ("5", "Roestel")


def test_one_unit_of_several_is_ranked_like_many() -> None:
    about = {
        "2 Irish": {"kind": "armour", "attack": 8},
        "153 Fd": {"kind": "guns", "attack": 0},
        "5 Cold": {"kind": "infantry", "attack": 6},
    }
    over = Choice("german", "overstack", "A1108", OneOf(sorted(about)), facts={"place": "A1108"}, about=about)
    assert said(Rule("1", "overstack", [Policy("first", ["armour"])]), choice=over) == ("1", "2 Irish")
    assert said(Rule("1", "overstack", [Policy("spare", ["guns", "armour"])]), choice=over) == ("1", "5 Cold")
