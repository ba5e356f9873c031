"""The attacks on the dice that the scheme must stand, acted out."""

from __future__ import annotations

import hashlib

from pbem.engine.dice import Sealed, chain, draw, redraw, salt
from pbem.engine.game import Done, run
from pbem.engine.journal import answer
from pbem.engine.stages import opening
from pbem.engine.state import canonical

from .mini import RULES
from .test_record import run_to_question
from .test_run import BLIND, DARK, SEED, START, desk, played

GUESSES = [b"[1]", b"[2]", b"[3]", b"[4]"]


def sealed(answers: list[bytes], hidden: int = 0) -> tuple[Sealed, list[str]]:
    dice = Sealed(SEED, DARK, "g.1.1", "C", [b"o"], BLIND)
    dice.roll(10, "before")
    dice.mix(answers)
    for _ in range(hidden):
        dice.roll(10, "ambush", hidden=True)
    return dice, [dice.roll(10, "after").commitment, dice.roll(10, "later").commitment]


def test_a_bare_digest_would_tell_which_guess_was_right() -> None:
    """Why blinding is needed: without a salt exactly one of four guesses gives the printed commitment."""
    printed = chain(b"", GUESSES[2])
    assert [chain(b"", guess) == printed for guess in GUESSES] == [False, False, True, False]


def test_guesses_of_a_hidden_answer_fit_no_commitment_even_with_the_seed_opened() -> None:
    _, commitments = sealed([GUESSES[2]])
    tried = {chain(key, *parts).hex() for guess in GUESSES for key in (b"", SEED, salt(SEED, "g.1.1", "2")) for parts in ([guess], [])}
    assert not tried & set(commitments)


def test_the_owner_of_the_blind_finds_exactly_the_true_answer() -> None:
    _, commitments = sealed([GUESSES[2]])
    fits = [chain(salt(BLIND, "g.1.1", "2"), guess).hex() == commitments[0] for guess in GUESSES]
    assert fits == [False, False, True, False]


def test_the_number_of_answers_between_two_dice_is_not_seen() -> None:
    """One commitment a die, of one length, whether nobody, one or five have answered."""
    printed = [sealed(answers)[1] for answers in ([], GUESSES[:1], GUESSES)]
    assert [len(commitments) for commitments in printed] == [2, 2, 2]
    assert {len(c) for commitments in printed for c in commitments} == {64}


def test_hidden_dice_leave_no_gap_and_move_no_open_die() -> None:
    plain, dark = sealed(GUESSES)[0], sealed(GUESSES, hidden=3)[0]
    ours, theirs = [plain.roll(10, "x") for _ in range(4)], [dark.roll(10, "x") for _ in range(4)]
    assert ours == theirs


def test_the_moderator_who_runs_again_gets_the_same_dice() -> None:
    journal = [answer(c, False, "mail") for c in run_to_question().choices]
    tapes = []
    for _ in range(2):
        done = run(RULES, START, desk(staff=("blue",)), Sealed(SEED, DARK, "g.1.1", "A", [b"orders"], BLIND), journal)
        assert isinstance(done, Done)
        tapes.append(canonical(done.rolls))
    assert tapes[0] == tapes[1]


def test_a_new_attempt_has_other_dice_even_under_the_same_seed() -> None:
    first = Sealed(SEED, DARK, "g.1.1", "A", [b"orders"], BLIND)
    again = Sealed(SEED, DARK, "g.1.2", "A", [b"orders"], BLIND)
    assert [first.roll(10, "x").value for _ in range(12)] != [again.roll(10, "x").value for _ in range(12)]


def test_a_seed_ground_before_the_orders_are_known_serves_no_orders_but_those() -> None:
    """The server looks for a seed that rolls 1, 1, 1 for the orders it expects; a comment in the true orders undoes it."""
    expected, true = played().filings, played().filings
    true[0].text += " // Arnhem or bust"

    def dice_of(seed: bytes, filings: object) -> list[int]:
        dice = Sealed(seed, DARK, "g.1.1", "A", opening("g.1.1", filings, BLIND), BLIND)  # type: ignore[arg-type]
        return [dice.roll(10, "x").value for _ in range(3)]

    ground = next(s for n in range(100_000) if dice_of(s := hashlib.sha256(str(n).encode()).digest(), expected) == [1, 1, 1])
    assert dice_of(ground, expected) == [1, 1, 1]
    assert dice_of(ground, true) != [1, 1, 1]


def test_anyone_recomputes_the_dice_from_what_is_printed_and_nothing_else() -> None:
    dice = Sealed(SEED, DARK, "g.1.1", "C", [b"o"], BLIND)
    tape = [dice.roll(10, "x") for _ in range(20)]
    assert redraw(SEED, "g.1.1", [b"o"], tape) == [roll.value for roll in tape]
    assert redraw(SEED, "g.1.1", [b"other orders"], tape) != [roll.value for roll in tape]
    assert draw(SEED, b"x", 10) == draw(SEED, b"x", 10)
