"""All words a line of one game may hold, as phrases of atoms: those of the language, and those of the game in either language."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.ruleset import Ruleset
from pbem.engine.verbs import Clause
from pbem.orders.keywords import POLICIES, keys, language_words
from pbem.words import LANGUAGES, words

SURER = (("VERB", "CLAUSE", "KIND"), ("FACT", "SORT"), ("POLICY",))  # of two readings of the same words
COMMON_KEYWORDS = ("", "WITH", "AT", "ON", "VIA", "FROM", "TO", "UNTIL")  # of arguments; another is the game's own
SHAPED = (*POLICIES.values(), "first", "all", "none", "pick", "points")  # policies that stand in the grammar
AIR = tuple(sorted((keys(phrase) for phrase, name in language_words() if name == "AIR"), key=len, reverse=True))
Phrase = tuple[tuple[str, ...], str, Any]  # keys of its atoms, token, value


def common(rules: Ruleset, kinds: tuple[tuple[str, str], ...], unwanted: set[str]) -> list[Phrase]:
    plain: list[Phrase] = [(keys(phrase), name, phrase) for phrase, name in language_words() if name not in unwanted]
    facts: list[Phrase] = [(keys(phrase), "FACT", fact) for fact, phrases in fact_words(rules).items() for phrase in phrases]
    states: list[Phrase] = [
        (keys(phrase), "STATE", state) for state in rules.states for phrase in dict.fromkeys((*both(rules.slug, f"order.{state}"), state))
    ]
    return [*plain, *facts, *states, *((keys(phrase), "SORT", kind) for phrase, kind in kinds)]


def verb_phrases(rules: Ruleset) -> list[Phrase]:
    found: list[Phrase] = []
    for verb in rules.verbs.values():
        found += [(keys(name), "VERB", verb) for name in dict.fromkeys((verb.name, verb.fr, *verb.synonyms)) if name]
        for clause in verb.clauses:
            found += [(keys(name), "CLAUSE", clause) for name in clause_names(clause)]
        for keyword in (arg.keyword.lower() for arg in verb.args if arg.keyword not in COMMON_KEYWORDS):
            found += [(keys(name), "ARGWORD", keyword) for name in dict.fromkeys((*both(rules.slug, f"order.{keyword}"), keyword))]
    ours = {keys(phrase) for phrase, name in language_words() if name == "_ELSE"}  # ELSE is told apart by the grammar
    return [phrase for phrase in found if phrase[0] not in ours]


def clause_names(clause: Clause) -> list[str]:
    return [name for name in (clause.name, clause.fr, *clause.synonyms) if name]


def kind_phrases(rules: Ruleset) -> list[Phrase]:
    return [(keys(word), "KIND", name) for name, kind in rules.kinds.items() for word in dict.fromkeys((name, kind.fr, *kind.also)) if word]


def ruled_clauses(rules: Ruleset) -> dict[str, list[Phrase]]:
    """By verb: its clauses that say what a doctrine line would, and those that do not but end it."""
    found: dict[str, list[Phrase]] = {}
    for verb in rules.verbs.values():
        if any(arg.type == "policy" for clause in verb.clauses for arg in clause.args):
            rows: list[Phrase] = [(keys(name), verb.name, clause) for clause in verb.clauses for name in clause_names(clause)]
            found[verb.name] = sorted(rows, key=lambda row: -len(row[0]))
    return found


def literals(rules: Ruleset, kind: str) -> list[Phrase]:
    """Choices of this kind alone: CLEAR, KILL, DEAREST."""
    found: list[Phrase] = []
    for word in (word for word in rules.kinds[kind].policies if word not in SHAPED):
        said = (*both(rules.slug, f"policy.{kind}.{word}"), *both(rules.slug, f"policy.{word}"), word.replace("_", " "))
        found += [(keys(phrase), "CHOICE", word) for phrase in dict.fromkeys(said)]
    return sorted(found, key=lambda row: -len(row[0]))


def about_phrases(rules: Ruleset) -> list[Phrase]:
    """The facts of an option that BEST may rank by."""
    facts = dict.fromkeys(fact.removeprefix("-") for kind in rules.kinds.values() for row in kind.ranks.values() for fact in row)
    found = [(keys(phrase), "ABOUT", fact) for fact in facts for phrase in (*both(rules.slug, f"about.{fact}"), fact.replace("_", " "))]
    return sorted(found, key=lambda row: -len(row[0]))


def index(phrases: list[Phrase]) -> dict[str, list[Phrase]]:
    """By first word, the longest first; words of the game before those of the language."""
    table: dict[str, list[Phrase]] = {}
    for phrase in sorted(phrases, key=lambda p: (-len(p[0]), *(p[1] not in group for group in SURER))):
        table.setdefault(phrase[0][0], []).append(phrase)
    return table


def stages(rules: Ruleset) -> list[str]:
    return list(dict.fromkeys(verb.stage for verb in rules.verbs.values() if verb.stage))


@cache
def sorts(slug: str, kinds: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """The kinds of unit, as players call them in either language."""
    found: list[tuple[str, str]] = []
    for kind in dict.fromkeys((*kinds, "reduced", "fatigued")):
        for name in both(slug, f"sort.{kind}"):
            found.append((name, kind))
        if not any(known == kind for _, known in found):
            found.append((kind.replace("_", " "), kind))
    return tuple(found)


@cache
def both(slug: str, key: str) -> tuple[str, ...]:
    """All ways to say something, in all languages; in the catalogue they stand with | between, the printed one first."""
    found = [say.messages[key].split("|") for say in (words(language, slug) for language in LANGUAGES) if say.has(key)]
    return tuple(dict.fromkeys(name.strip() for group in found for name in group))


def fact_words(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    asked = (fact for kind in rules.kinds.values() for fact in (*kind.facts, *kind.of_places))
    facts = dict.fromkeys(["odds", "weather", "turn", "air", *asked, *rules.facts])
    return {fact: (*both(rules.slug, f"test.{fact}"), fact.replace("_", " ")) for fact in facts}
