"""The rulesets cases are played with: those of the program, and the toy with words for its positions."""

from __future__ import annotations

from dataclasses import replace

from pbem.engine.ruleset import Ruleset
from pbem.games.library import Library
from tests.cases import toy_position
from tests.toy import rules as toy


def find(slug: str) -> Ruleset:
    if slug == toy.RULES.slug:
        return replace(toy.RULES, position=toy_position)
    return Library().ruleset(slug)
