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


def rule_text(file: GameFile, asked: str, language: str) -> str:
    """One line a rule; empty if nothing asked for looks like a rule's number, or the ruleset has no list of its rules."""
    rules = listed(file)
    if rules is None:
        return ""
    words, spoken = language_of(asked, language)
    found = [look_up(rules, name) for name in names_in(rules, words)]
    brief = sum(len(one.items) for one in found) > MOST
    return "\n".join(line for one in found for line in told(one, spoken, language, brief))


def listed(file: GameFile) -> RuleList | None:
    root = file.house.library.root(file.game.ruleset)
    return rule_list(file.game.ruleset, root) if (root / file.game.ruleset / "rules.csv").is_file() else None


def example_rule(file: GameFile) -> str:
    """A number to show how one is asked for: that of the game's first order. Empty if the game has no list of its rules."""
    rules, never = listed(file), file.never()
    verbs = [verb for verb in file.rules.verbs.values() if verb.rule and verb.stage not in never]
    return next((verb.rule for verb in verbs if rules and rules.get(verb.rule)), "")


def language_of(asked: str, language: str) -> tuple[str, str]:
    """`13.2 EN`: that rule in English, whatever the seat reads."""
    parts = asked.split()
    if parts and parts[-1].lower() in LANGUAGES:
        return " ".join(parts[:-1]), parts[-1].lower()
    return asked, language


def names_in(rules: RuleList, asked: str) -> list[str]:
    """The numbers, in their order, a range as `7.1-7.3`; words that are no number are not looked up."""
    heads = sorted({Number.of(chapter.item).letters for chapter in rules.chapters} - {""})
    text = _TO.sub("-", re.sub(r"\s*-\s*", "-", re.sub(r"[\[\]()]", " ", asked)))
    text = re.sub(rf"\b({'|'.join(heads)})\s+(?=\d)", r"\1-", text, flags=re.IGNORECASE) if heads else text
    words = [word.strip(".:") for word in _BREAK.split(text)]
    return list(dict.fromkeys(word for word in words if is_number(rules, word, heads)))


def is_number(rules: RuleList, word: str, heads: list[str]) -> bool:
    """It begins with a digit, or as the chapters of the game do: `AS-12`, or the chapter `AS` itself."""
    number = Number.of(word)
    known = {chapter.item.casefold() for chapter in rules.chapters}
    return bool(re.match(r"\d", word)) or (number.letters in heads and number.first is not None) or word.casefold() in known


def look_up(rules: RuleList, name: str) -> Asked:
    if (chapter := rules.chapter(name) or rules.chapter(name.upper())) is not None:
        return Asked(chapter.item, rules.find(name), chapter)
    if items := rules.find(name):
        return Asked(name, items)
    for dash in re.finditer("-", name):
        if items := between(rules, name[: dash.start()], name[dash.end() :]):
            return Asked(name, items)
    start = name if Number.of(name).letters else name.partition("-")[0]
    return Asked(name, nearest=nearest(rules, start))


def between(rules: RuleList, start: str, end: str) -> list[Item]:
    """From the first item of the one to the last of the other; `7.2a-f` is meant as 7.2a to 7.2f, `AS-12-14` as AS-12 to AS-14."""
    first = rules.find(start)
    last = rules.find(end) or rules.find(re.sub(r"[a-z]+$" if end[:1].isalpha() else r"\d+$", "", start) + end)
    if not first or not last:
        return []
    low, high = sorted((rules.items.index(first[0]), rules.items.index(last[-1])))
    return rules.items[low : high + 1]


def nearest(rules: RuleList, name: str) -> list[str]:
    """The numbers that come closest: of the same part of a chapter, else of the chapter, else of the nearest chapter."""
    wanted = Number.of(name)
    kin = [chapter for chapter in rules.chapters if Number.of(chapter.item).letters == wanted.letters] or rules.chapters
    chapter = Number.of(min(kin, key=lambda c: abs((Number.of(c.item).first or 0) - (wanted.first or 0))).item)
    part = wanted.part_in(chapter)
    inside = [(item.item, Number.of(item.item).part_in(chapter)) for item in rules.find(chapter.text)]
    parts = sorted({n for _, n in inside if n is not None})
    if part is None or not parts:
        return [chapter.text]
    closest = min(parts, key=lambda n: (abs(n - part), n))
    if closest != part:
        return [chapter.with_part(closest), chapter.text]
    return [item for item, n in inside if n == closest]


@dataclass(frozen=True)
class Number:
    """`7.2a` is 7 and 2, `AS-12` the letters AS and 12, `P12.4` the letter P, 12 and 4, `3.II.C` 3 alone."""

    text: str
    letters: str
    first: int | None
    second: int | None

    @classmethod
    def of(cls, text: str) -> Number:
        found = re.match(r"([^\W\d_]*)-?(\d+)?(?:\.(\d+))?", text)
        assert found is not None, "every part of it may be missing"
        numbers = (int(n) if n else None for n in found.groups()[1:])
        return cls(text, found[1].upper(), *numbers)

    def part_in(self, chapter: Number) -> int | None:
        """The part of the chapter it stands in: the first figure behind the chapter's own; None if it is of another."""
        if self.letters != chapter.letters or (chapter.first is not None and chapter.first != self.first):
            return None
        return self.first if chapter.first is None else self.second

    def with_part(self, part: int) -> str:
        return f"{self.text}.{part}" if self.first is not None else f"{self.text}-{part}"


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
