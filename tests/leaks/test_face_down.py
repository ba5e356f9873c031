"""The Last Crusade tells a side nothing of hands, decks, points, obstacles and cards face down; leaks planted on purpose are caught."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.game import Done, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.sound import reasons
from pbem.engine.state import canonical, decode
from pbem.games.autoplay import Score, play_game
from pbem.rulesets.last_crusade import RULES, assault_defence, told, view
from pbem.rulesets.last_crusade.assault_options import guns_for
from pbem.rulesets.last_crusade.state import MAP, OTHER, SIDES, State
from tests.leaks.face_down import ARRACOURT, CHANGES, TABLE, position, tricky
from tests.leaks.face_down_stages import ALL_BUT, GROUPS, assault_by_mail, attack_orders, enemy_stage, own_stage, standing
from tests.leaks.pairs import Declining, SaltedDice, pictured, read_lines

Look = Callable[..., tuple[int, list[str]]]


def total(look: Look, seeds: range, rules: Ruleset = RULES) -> tuple[int, list[str]]:
    each = [look(seed, rules) for seed in seeds]
    return sum(pairs for pairs, _ in each), [one for _, found in each for one in found]


def test_the_positions_are_sound_and_hide_something_of_every_kind() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(60):
        s = position(seed)
        assert reasons(RULES, s, []) == []
        down = [card for card in s.cards.values() if card.place == MAP and not card.spotted]
        kinds.update(card.kind for card in down)
        kinds.update("under" for card in down if card.rides or card.inside or card.on)
    assert set(kinds) == {"unit", "hq", "general", "fortification", "obstacle", "leader", "attachment", "under"}


def test_view_names_picture_staff_and_previews_do_not_depend_on_what_is_hidden() -> None:
    pairs, found = total(standing, range(4))
    assert pairs > 60 and found == []


def test_views_of_a_game_of_bots_do_not_depend_on_what_is_hidden() -> None:
    pairs = 0
    for played in play_game(RULES, ARRACOURT, "7", 3, Score(), {}):
        s = decode(played.stage.before, State)
        for side in SIDES if s.ready else ():
            others = [TABLE.changed(s, side, names, random.Random(f"{s.step} {side} {names}")) for names in GROUPS]
            different = [other for other in others if other is not None]
            pairs += len(different)
            assert {pictured(RULES, other, side) for other in different} <= {pictured(RULES, s, side)}
    assert pairs > 50


def test_the_own_turn_is_told_alike_whatever_lies_out_of_sight() -> None:
    """Moves, bombardments, air strikes, assaults with their questions, the obstacles and guns of which are changed."""
    pairs, found = total(own_stage, range(16))
    assert pairs > 60 and found == []


def test_those_turns_are_full_of_assaults() -> None:
    """Else the test before this one proves little: the defender is asked for guns, and really has some in some of them."""
    asked: Counter[tuple[str, bool]] = Counter()
    for seed in range(24):
        asked.update((choice.kind, not choice.options.only()) for choice in played(position(seed), seed).asked)
    assert asked["support", True] and asked["support", False] and asked["fire", True] > 20, asked


def played(s: State, seed: int) -> Done:
    lines = read_lines(RULES, s, s.active, attack_orders(s, s.active, random.Random(f"own {seed}"))[0])
    done = run(RULES, canonical(s), Declining({s.active: lines}, s.active), SaltedDice(str(seed)))
    assert isinstance(done, Done)
    return done


def test_the_turn_of_the_enemy_is_told_alike_whoever_moves_face_down() -> None:
    pairs, found = total(enemy_stage, range(8))
    assert pairs > 60 and found == []


def test_mails_pdfs_previews_and_errors_are_the_same_whatever_is_hidden() -> None:
    assert TABLE.leaks_at(position(3), "us", [tuple(CHANGES)]) == (1, [])


def test_the_attacker_does_not_learn_how_the_defender_answers_nor_what_he_has() -> None:
    """Whole mails of an assault with all its questions; guns, hand and points are others in the second pair."""
    assert assault_by_mail(14, ALL_BUT) == (2, [])


class Told:
    """What the rules tell each side, watched as it is told: names of cards the side does not see at that moment."""

    def __init__(self) -> None:
        self.bad: list[str] = []
        self.known: dict[str, set[str]] = {side: set() for side in SIDES}

    def __call__(self, s: State, side: str, kind: str, facts: dict[str, Any]) -> dict[str, Any] | None:
        found = told.told(s, side, kind, facts)
        named = set(words_of({name: value for name, value in (found or {}).items() if name != "card"})) & set(s.cards)
        self.known[side] |= named
        unseen = [s.cards[id] for id in named if s.cards[id].side != side and not view.sees(s, s.cards[id])]
        self.bad += [f"{side} is told of {card.id}: {kind}" for card in unseen]
        return found


def words_of(value: Any) -> list[str]:
    parts = [*value, *value.values()] if isinstance(value, dict) else value if isinstance(value, list) else []
    return [value] if isinstance(value, str) else [word for part in parts for word in words_of(part)]


def test_no_event_and_no_open_die_names_a_card_that_lies_face_down() -> None:
    """Orders of every kind against whatever is there, seen or not."""
    named = 0
    for seed in range(40):
        s, witness = position(seed), Told()
        lines = read_lines(RULES, s, s.active, "\n".join([tricky(s, s.active), attack_orders(s, s.active, random.Random(seed))[0]]))
        done = run(replace(RULES, told=witness), canonical(s), Declining({s.active: lines}, ""), SaltedDice(str(seed)))
        assert isinstance(done, Done) and witness.bad == []
        cards = {id for roll in done.rolls if not roll.hidden for id in s.cards if roll.purpose.endswith(f" {id}")}
        named += len(cards)
        assert all(id in witness.known[OTHER[s.cards[id].side]] for id in cards), "who rolls an open die has been seen"
    assert named > 20


# leaks planted on purpose


def all_told(rules: Ruleset) -> Ruleset:
    return replace(rules, told=lambda s, side, kind, facts: facts)


def all_seen(rules: Ruleset) -> Ruleset:
    return replace(rules, view=lambda s, side: s)


@pytest.mark.parametrize(("look", "planted"), [(enemy_stage, all_told), (standing, all_seen)])
def test_a_ruleset_that_hides_nothing_is_caught(look: Look, planted: Callable[[Ruleset], Ruleset]) -> None:
    assert total(look, range(2), planted(RULES))[1]


def true_name(s: State, side: str, name: str) -> str:
    return name


def gun_there(s: State, f: Any) -> bool:
    return bool(guns_for(s, f.at, f.passive))


def with_its_cost(s: State, at: str, side: str) -> int:
    """As many as the dearest card face down costs: the stand-ins count what they stand for."""
    return sum(card.cost for card in s.there(at, side) if not card.spotted)


LEAKS = [
    (enemy_stage, told, "alias", true_name, range(3)),
    (enemy_stage, told, "unseen", lambda facts, names: [], range(3)),  # paths of cards face down
    (own_stage, assault_defence, "could_support", gun_there, range(12)),  # asked only if there is a gun
    (standing, view, "face_down", with_its_cost, range(2)),
]


@pytest.mark.parametrize(("look", "module", "name", "leak", "seeds"), LEAKS, ids=[name for _, _, name, _, _ in LEAKS])
def test_a_leak_planted_on_purpose_is_caught(
    look: Look, module: Any, name: str, leak: Any, seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, leak)
    assert total(look, seeds)[1]


def test_every_side_is_watched() -> None:
    assert {position(seed).active for seed in range(12)} == set(SIDES) == {OTHER[position(seed).active] for seed in range(12)}
