"""A sample of the fuzz of `make prove`; and that the fuzz would notice."""

import pytest

from pbem.games import mailroom
from pbem.games.house import House
from pbem.games.who import Found, Stranger
from pbem.mail.letter import Letter

from . import proof


def test_garbage_never_crashes_the_office_and_a_strangers_mail_is_never_executed() -> None:
    found = proof.prove(quick=True, seed=1)
    assert found["faults"] == []
    assert (found["crashes"], found["executed"]) == (0, 0)
    assert (found["hostile"], found["fuzzed"]) == (40, 70)


def test_an_office_that_believes_everybody_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a stranger's mail counts as the Allied player's own."""
    honest = mailroom.whose

    def gullible(house: House, letter: Letter) -> Found | Stranger:
        found = honest(house, letter)
        return Found("g1", "allied") if isinstance(found, Stranger) else found

    monkeypatch.setattr(mailroom, "whose", gullible)
    monkeypatch.setitem(proof.SIZES, True, (40, 0, 0))
    assert proof.prove(quick=True, seed=1)["executed"] > 0
