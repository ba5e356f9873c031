"""Sections and commands of a mail, and lines mended by their numbers."""

from __future__ import annotations

import pytest

from pbem.orders import change_orders, split_mail

BEFORE = [("1", "a"), ("8", "b"), ("9", "c"), ("14", "d"), ("15", "e"), ("16", "f"), ("18a", "g"), ("18b", "h")]


def told(text: str) -> list[tuple[str, str, str]]:
    return [(c.name, c.args, c.body) for c in split_mail(text)]


@pytest.mark.parametrize(
    ("line", "name", "args"),
    [
        ("ready", "READY", ""), ("Prêt.", "READY", ""), ("READY ANYWAY", "READY ANYWAY", ""),
        ("attendre", "WAIT", ""), ("Etat", "STATUS", ""),
        ("carte", "MAP", ""), ("report 1", "REPORT", "1"), ("Rapport T2", "REPORT", "2"), ("non merci", "NO THANKS", ""),
        ("answer 1 ROESTEL", "ANSWER", "1 ROESTEL"), ("Réponse 2 oui", "ANSWER", "2 oui"), ("set language FR", "SET LANGUAGE", "FR"),
        ("langue EN", "SET LANGUAGE", "EN"), ("help orders", "HELP", "orders"), ("aide", "HELP", ""), ("use file", "USE", "FILE"),
        ("use les deux", "USE", "BOTH"), ("doctrine add REACT never", "DOCTRINE ADD", "REACT never"),
        ("DOCTRINE REMOVE 3", "DOCTRINE REMOVE", "3"), ("doctrine show", "DOCTRINE SHOW", ""), ("annuler ordres", "CANCEL ORDERS", ""),
        ("absence 24 Dec TO 2 Jan", "ABSENCE", "24 Dec TO 2 Jan"), ("JOIN ab7 german", "JOIN", "ab7 german"),
    ],
)  # fmt: skip
def test_a_command_stands_alone_on_its_line(line: str, name: str, args: str) -> None:
    assert told(line) == [(name, args, "")]


@pytest.mark.parametrize(
    "line", ["I am ready when you are", "the map is great", "help me with this report, please tell Jan", "ready, steady, go"]
)
def test_the_same_words_in_a_sentence_are_talk(line: str) -> None:
    assert told(line) == [("TALK", "", line)]


def test_sections_end_at_the_next_keyword_or_at_end() -> None:
    text = "Morning!\n\nORDERS ab7 T2\nMOVE A\n\nMOVE B\nready\nDOCTRINE\nREFUSE never\nEND\nthanks"
    assert told(text) == [
        ("TALK", "", "Morning!"), ("ORDERS", "ab7 T2", "MOVE A\n\nMOVE B"), ("READY", "", ""), ("DOCTRINE", "", "REFUSE never"),
        ("TALK", "", "thanks"),
    ]  # fmt: skip


def test_talk_comes_paragraph_by_paragraph() -> None:
    assert [body for _, _, body in told("one\ntwo\n\nthree")] == ["one\ntwo", "three"]


def test_a_letter_is_never_read_as_commands() -> None:
    assert told("PRESS TO GERMAN\nready\nMOVE 2 Irish A1007\nEND\nready") == [
        ("PRESS", "GERMAN", "ready\nMOVE 2 Irish A1007"),
        ("READY", "", ""),
    ]


def test_orders_as_a_word_of_a_sentence_is_no_section() -> None:
    assert told("orders will follow tomorrow") == [("TALK", "", "orders will follow tomorrow")]


@pytest.mark.parametrize(
    ("body", "changed"),
    [
        ("8 x y", {"8": "x y"}), ("#9 x y", {"9": "x y"}), ("+ 2 devon A0507", {"19": "2 devon A0507"}), ("move z", {"19": "move z"}),
        ("REMOVE 15, 16", {"15": None, "16": None}), ("- 15", {"15": None}), ("drop 15, 16", {"15": None, "16": None}),
        ("supprimer 15 et 16", {"15": None, "16": None}), ("remove 18", {"18a": None, "18b": None}), ("18b new", {"18b": "new"}),
        ("14 if A ours: x,\n   overrun if we can", {"14": "if A ours: x, overrun if we can"}), ("2 devon A0507", {"19": "2 devon A0507"}),
    ],
)  # fmt: skip
def test_change(body: str, changed: dict[str, str | None]) -> None:
    wanted = {n: text for n, text in {**dict(BEFORE), **changed}.items() if text is not None}
    assert dict(change_orders(BEFORE, body)) == wanted


def test_numbers_never_shift() -> None:
    once = change_orders(BEFORE, "remove 8\n+ new")
    assert [n for n, _ in change_orders(once, "+ newer")] == ["1", "9", "14", "15", "16", "18a", "18b", "19", "20"]


@pytest.mark.parametrize(("own", "names"), [((), ["ORDERS", "OFFER END", "TALK", "OFFER END"]), (("OFFER END",), ["ORDERS", "OFFER END"])])
def test_a_command_that_is_an_order_of_the_game_does_not_end_the_orders(own: tuple[str, ...], names: list[str]) -> None:
    found = split_mail("ORDERS\nmove R1 mid\noffer end\nmove R2 mid\nEND\nOffer end.", own)
    assert [command.name for command in found] == names
    assert own == () or found[0].body.splitlines() == ["move R1 mid", "offer end", "move R2 mid"]
