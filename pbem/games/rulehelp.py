"""HELP 7.2: our sentences on a rule, a chapter, a range or several, in either language; for a number there is not, the nearest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from pbem.cases import RuleList, rule_list
from pbem.cases.rulelist import Item
from pbem.games.gamefile import GameFile
from pbem.games.letters import office_words
from pbem.words import LANGUAGES

MOST = 40  # sentences in one answer; beyond that the titles alone
_TO = re.compile(r"\s*(?:\.\.+|–|—)\s*|\s+(?:to|bis|à|a|au)\s+", re.IGNORECASE)
_BREAK = re.compile(r"[\s,;/]+|\s+(?:and|et|&)\s+", re.IGNORECASE)


@dataclass
class Asked:
    """What was found for one number, or the range between two."""

    name: str
    items: list[Item] = field(default_factory=list)
    chapter: Item | None = None
    nearest: list[str] = field(default_factory=list)  # where nothing was found


def about_rules(asked: str) -> bool:
    return bool(re.search(r"\d", asked))


def rule_text(file: GameFile, asked: str, language: str) -> str:
    """One line a rule; empty if the ruleset has no list of its rules."""
    root = file.house.library.root(file.game.ruleset)
    if not (root / file.game.ruleset / "rules.csv").is_file():
        return ""
    rules = rule_list(file.game.ruleset, root)
    words, spoken = language_of(asked, language)
    found = [look_up(rules, name) for name in names_in(rules, words)]
    brief = sum(len(one.items) for one in found) > MOST
    return "\n".join(line for one in found for line in told(one, spoken, language, brief))


def language_of(asked: str, language: str) -> tuple[str, str]:
    """`13.2 EN`: that rule in English, whatever the seat reads."""
    parts = asked.split()
    if parts and parts[-1].lower() in LANGUAGES:
        return " ".join(parts[:-1]), parts[-1].lower()
    return asked, language


def names_in(rules: RuleList, asked: str) -> list[str]:
    """The numbers, in their order, a range as `7.1-7.3`; words that are no number are not looked up."""
    text = _TO.sub("-", re.sub(r"\s*-\s*", "-", re.sub(r"[\[\]()]", " ", asked)))
    words = [word.strip(".:") for word in _BREAK.split(text)]
    return list(dict.fromkeys(word for word in words if re.match(r"\d", word)))


def look_up(rules: RuleList, name: str) -> Asked:
    if (chapter := rules.chapter(name)) is not None:
        return Asked(name, rules.find(name), chapter)
    if items := rules.find(name):
        return Asked(name, items)
    start, dash, end = name.partition("-")
    if dash and (items := between(rules, start, end)):
        return Asked(name, items)
    return Asked(name, nearest=nearest(rules, start if dash else name))


def between(rules: RuleList, start: str, end: str) -> list[Item]:
    """From the first item of the one to the last of the other; `7.2a-f` is meant as 7.2a to 7.2f."""
    first = rules.find(start)
    last = rules.find(end) or rules.find(start.rstrip("abcdefghijklmnopqrstuvwxyz") + end)
    if not first or not last:
        return []
    low, high = sorted((rules.items.index(first[0]), rules.items.index(last[-1])))
    return rules.items[low : high + 1]


def nearest(rules: RuleList, name: str) -> list[str]:
    """The numbers that come closest: of the same part of a chapter, else of the chapter, else of the nearest chapter."""
    numbers = [int(n) for n in re.findall(r"\d+", name)[:2]] or [0]
    chapter = min(rules.chapters, key=lambda c: abs(int(c.item) - numbers[0])).item
    inside = [item.item for item in rules.find(chapter)]
    parts = sorted({part for item in inside if (part := part_of(item))}, key=number_of)
    if int(chapter) != numbers[0] or not parts or len(numbers) < 2:
        return [chapter]
    closest = min(parts, key=lambda part: (abs(number_of(part) - numbers[1]), number_of(part)))
    if number_of(closest) != numbers[1]:
        return [closest, chapter]
    return [item for item in inside if part_of(item) == closest]


def part_of(item: str) -> str:
    """`7.2` of `7.2a`; nothing of `3.II.C.1`."""
    found = re.match(r"\d+\.\d+", item)
    return found[0] if found else ""


def number_of(part: str) -> int:
    return int(part.partition(".")[2])


def told(one: Asked, spoken: str, language: str, brief: bool) -> list[str]:
    if one.nearest:
        shown = [f"{name}" for name in one.nearest]
        return [office_words(language, "help.rule.none", rule=one.name, nearest=shown, first=shown[0])]
    if one.chapter is not None:
        head = office_words(language, "help.rule.chapter", n=one.chapter.item, title=one.chapter.title(spoken))
        return [head, *(f"[{item.item}] {item.title(spoken)}" for item in one.items)]
    if brief:
        return [f"[{item.item}] {item.title(spoken)}" for item in one.items]
    return [f"[{item.item}] {item.text(spoken)}" for item in one.items]
