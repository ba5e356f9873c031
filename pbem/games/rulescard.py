"""The rules card of a game as it is attached to the invitation, sent on HELP CARD and written by the console."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Clause, Verb
from pbem.errors import PbemError
from pbem.games.gamefile import GameFile
from pbem.games.library import Library
from pbem.mail.compose import Attachment
from pbem.orders import Printer, print_line, read_orders
from pbem.reports.text import environment

PDF = "application/pdf"


def card(library: Library, slug: str, language: str) -> bytes:
    """Any scenario of a game has the same card: all its rules."""
    rules = library.ruleset(slug)
    if rules.card is None or not has_card(slug):
        raise PbemError(f"{slug} has no rules card", "pbem rules list shows its rules item by item")
    return _drawn(library, slug, language)


def has_card(slug: str) -> bool:
    return f"{slug}/card.en.txt.j2" in environment().list_templates()


@cache
def _drawn(library: Library, slug: str, language: str) -> bytes:
    from pbem.reports.card import card_pdf  # what draws is slow to load, and most commands draw nothing

    rules = library.ruleset(slug)
    assert rules.card is not None, "asked for by card() alone"
    printer = Printer(rules, language)
    lexicons = [names for one in library.scenarios() if one.ruleset == slug for names in names_of(rules, one.id)]
    figures: dict[str, Any] = {
        **rules.card(),
        "keyword": printer.kind,
        "kinds": sorted(rules.kinds),
        "verbs": [
            {"rule": verb.rule, "example": example(rules, verb, lexicons, language)}
            for verb in rules.verbs.values()
            if verb.stage and verb.args
        ],
        "clauses": [named(clause, language) for clause in clauses(rules)],
    }
    return card_pdf(slug, language, figures)


def names_of(rules: Ruleset, scenario: str) -> list[Lexicon]:
    state = rules.start(scenario)
    return [rules.lexicon(rules.view(state, side), side) for side in rules.sides]


def example(rules: Ruleset, verb: Verb, lexicons: list[Lexicon], language: str) -> str:
    """The ruleset's own, by the names of the first side that can read it."""
    for lexicon in lexicons:
        lines = read_orders(rules, lexicon, verb.example, "en").lines
        if len(lines) == 1 and lines[0].line is not None:
            return print_line(rules, lines[0].line, language, lexicon)
    return verb.example


def clauses(rules: Ruleset) -> list[Clause]:
    return list({clause.name: clause for verb in rules.verbs.values() if verb.stage for clause in verb.clauses}.values())


def named(of: Clause, language: str) -> str:
    return of.fr if language == "fr" and of.fr else of.name


def card_attachment(file: GameFile, language: str) -> Attachment | None:
    """None for a game that brings no card."""
    rules = file.rules
    if rules.card is None or not has_card(rules.slug):
        return None
    return Attachment(f"{file.game.id}-rules-card.pdf", PDF, card(file.house.library, rules.slug, language))
