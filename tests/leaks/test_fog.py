"""With limited intelligence nothing a side is sent depends on what it does not see; leaks planted on purpose are caught."""

import random
from dataclasses import replace

from pbem.engine.ruleset import Ruleset
from pbem.engine.sequence import wanted
from pbem.engine.state import canonical
from pbem.rulesets.air_bridge import RULES
from pbem.rulesets.air_bridge.state import SIDES, State
from tests.leaks.fog import CHANGES, FOG, STILL, positions
from tests.leaks.pairs import starting_at
from tests.leaks.proof import Hidden, watch

ARNHEM, CAMPAIGN = "air-bridge/a-bridge-too-far", "air-bridge/market-garden"


def test_views_of_many_positions_do_not_depend_on_what_is_hidden() -> None:
    """View, picture and names, at every step of two turns of the campaign and two at Arnhem, for each kind of change."""
    pairs = 0
    for s in [*positions(CAMPAIGN, "1", 2), *positions(ARNHEM, "1", 2)]:
        for side in SIDES:
            for name in CHANGES:
                other = FOG.changed(s, side, (name,), random.Random(f"{side} {name}"))
                if other is not None:
                    pairs += 1
                    assert canonical(RULES.view(other, side)) == canonical(RULES.view(s, side)), f"T{s.turn} {s.step} {side} {name}"
                    assert canonical(RULES.lexicon(RULES.view(other, side), side)) == canonical(RULES.lexicon(RULES.view(s, side), side))
    assert pairs > 60


def position(side: str) -> State:
    """The second main step of a game at Arnhem in which something is hidden from the side, and its orders are wanted."""
    found = [s for s in positions(ARNHEM, "1", 3) if s.turn > 1 and s.step.endswith(".B") and side in wanted(RULES, s)]
    return next(s for s in found if FOG.changed(s, side, tuple(CHANGES), random.Random(1)) is not None)


def test_mails_pdfs_previews_and_errors_are_the_same_whatever_is_hidden() -> None:
    """Report, map, STATUS, HELP and the reply to orders that fish for what is hidden."""
    pairs, found = FOG.leaks_at(position("german"), "german", [tuple(CHANGES)])
    assert (pairs, found) == (1, [])


def test_the_steps_that_follow_are_told_alike() -> None:
    pairs, found = FOG.leaks_at(position("allied"), "allied", [STILL], rounds=1)
    assert (pairs, found) == (1, [])


def test_the_orders_that_fish_are_really_read() -> None:
    sent = watch(FOG.deal(position("german"), "german"), Hidden(), starting_at(position("german")))
    assert sum(mail.count(b"not yours") for mail in sent) >= 1


def true_map(rules: Ruleset) -> Ruleset:
    return replace(rules, picture=lambda state, side: rules.picture(state, ""), view=lambda state, side: state)


def all_told(rules: Ruleset) -> Ruleset:
    return replace(rules, told=lambda state, side, kind, facts: facts)


def test_a_map_that_shows_all_is_caught() -> None:
    pairs, found = FOG.leaks_at(position("german"), "german", [tuple(CHANGES)], rules=true_map)
    assert pairs == 1 and len(found) == 1


def test_events_that_tell_all_are_caught() -> None:
    """Whose supply changes, and who recovers, is told by name."""
    pairs, found = FOG.leaks_at(position("allied"), "allied", [STILL], rounds=2, rules=all_told)
    assert pairs == 1 and len(found) == 1
