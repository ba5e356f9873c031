"""Whatever is printed reads back to the same order, in both languages and in every game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from pbem.engine.ruleset import Lexicon
from pbem.engine.verbs import Verb
from pbem.games.helping import as_if_seen
from pbem.orders import print_line, read_orders
from pbem.rulesets.air_bridge import RULES as AIR
from pbem.rulesets.last_crusade import RULES as CARDS
from tests.orders.last_crusade.position import lexicon
from tests.toy.rules import RULES as TOY
from tests.unit.orders.lines import Maker


def made(names: Lexicon, verb: Verb) -> bool:
    """Whether the side has what the verb is about: a fortification to occupy."""
    return all(any(u.side == names.side and arg.sort in u.kinds for u in names.units) for arg in verb.args if arg.sort)


GAMES = [
    (AIR, AIR.lexicon(AIR.start("air-bridge/breakout"), "allied")),
    (AIR, AIR.lexicon(AIR.start("air-bridge/breakout"), "german")),
    (TOY, TOY.lexicon(TOY.start("toy/skirmish"), "red")),
    (CARDS, lexicon("us")),
    (CARDS, lexicon("german")),
]
CASES = [(rules, names, verb) for rules, names in GAMES for verb in rules.verbs if made(names, rules.verbs[verb])]
NAMES = [f"{rules.slug}-{names.side}-{verb}" for rules, names, verb in CASES]


@pytest.mark.parametrize("case", range(len(CASES)), ids=NAMES)
@settings(
    max_examples=25, deadline=None, derandomize=True, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck)
)
@given(data=st.data())
def test_printed_and_read_again(case: int, data: Any) -> None:
    rules, names, verb = CASES[case]
    line = data.draw(Maker(rules, names).line(rules.verbs[verb]))
    for language in ("en", "fr"):
        text = print_line(rules, line, language, names)
        read = read_orders(rules, names, text, language).lines
        assert [r.line for r in read] == [line_with(line, text)], text
        assert print_line(rules, read[0].line, language, names) == text  # type: ignore[arg-type]


def line_with(line: Any, text: str) -> Any:
    line.text = text
    return line


PLAYED = [n for n, (rules, _, verb) in enumerate(CASES) if rules.verbs[verb].stage]  # the others are known, and of other scenarios


@pytest.mark.parametrize("case", PLAYED, ids=[NAMES[n] for n in PLAYED])
def test_the_example_of_every_verb_is_canonical(case: int) -> None:
    """What HELP shows can be sent as it stands, by the side that may give it."""
    rules, _, verb = CASES[case]
    example = rules.verbs[verb].example
    own = [as_if_seen(rules.lexicon(rules.start(s), side)) for s in [starts(rules)] for side in rules.sides]
    texts = [line.line.text for names in own for line in read_orders(rules, names, example, "en").lines if line.line]
    assert example in texts


def starts(rules: Any) -> str:
    return {"toy": "toy/skirmish", "air-bridge": "air-bridge/market-garden", "last-crusade": "last-crusade/arracourt"}[rules.slug]
