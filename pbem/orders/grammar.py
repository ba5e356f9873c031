"""The one parser, built once from orders.lark; the words come from a Vocabulary."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.lexer import Lexer

from pbem.orders.keywords import GRAMMAR


class Ready(Lexer):
    """The line is already cut."""

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
        yield from data


class Stuck(Exception):
    """The grammar has no place for a word; None = the line ends too early."""

    def __init__(self, column: int | None) -> None:
        super().__init__(column)
        self.column = column


@cache
def parser() -> Lark:
    return Lark(GRAMMAR, parser="lalr", lexer=Ready, start=["order", "rule"])


def parse(tokens: list[Token], start: str) -> Tree[Any]:
    try:
        return parser().parse(tokens, start=start)
    except UnexpectedEOF:
        raise Stuck(None) from None
    except UnexpectedToken as stop:
        raise Stuck(None if stop.token.type == "$END" else stop.token.column) from None
    except UnexpectedInput:
        raise Stuck(None) from None
