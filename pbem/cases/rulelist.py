"""A ruleset's checklist: every item of its rulebook with one sentence of ours in each language. `HELP 7.2` answers from it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pbem.board.table import Line, read_table
from pbem.data import folder

COLUMNS = ("item", "kind", "title_en", "title_fr", "en", "fr", "test", "reason")
KINDS = ("chapter", "rule", "definition", "empty")


@dataclass(frozen=True)
class Item:
    """kind: rule; definition (no code: why, and the test that checks it); empty (a number the rulebook does not use)."""

    item: str
    kind: str
    chapter: str  # the number of the one it stands in
    titles: dict[str, str]
    texts: dict[str, str]
    test: str = ""  # tests/cases/test_definitions.py::test_name
    reason: str = ""

    def title(self, language: str) -> str:
        return self.titles.get(language, self.titles["en"])

    def text(self, language: str) -> str:
        return self.texts.get(language, self.texts["en"])


@dataclass(frozen=True)
class RuleList:
    items: list[Item]
    chapters: list[Item]

    def get(self, item: str) -> Item | None:
        return next((i for i in self.items if i.item.casefold() == item.strip().casefold()), None)

    def find(self, words: str) -> list[Item]:
        """The item of this number and all that it covers: `7.2` finds 7.2a to 7.2f, `7` the whole chapter, `AS12` AS-12."""
        wanted = plain(words.strip().strip("[]."))
        if not wanted:
            return []
        return [i for i in self.items if wanted in (plain(i.item), plain(i.chapter)) or covers(wanted, plain(i.item))]

    def chapter(self, number: str) -> Item | None:
        return next((c for c in self.chapters if c.item == number), None)


def plain(number: str) -> str:
    """As numbers are compared: capitals, spaces and the stroke behind letters do not matter."""
    return re.sub(r"(?<=[^\W\d_])-(?=\d)", "", re.sub(r"\s+", "", number)).casefold()


def covers(part: str, item: str) -> bool:
    """`7.2` covers `7.2a` and `13.1` covers `13.1.G1`, but `7` does not cover `17.1` nor `1.0` `1.01`."""
    rest = item.removeprefix(part)
    return rest != item and (rest[:1] in "." or (rest[:1].isalpha() and not part[-1:].isalpha()))


def rule_list(slug: str, root: Path | None = None) -> RuleList:
    """The list of a ruleset; `root` is the folder of scenarios it lies in, ours unless said otherwise."""
    return _read((root or folder("scenarios")) / slug / "rules.csv")


@cache
def _read(file: Path) -> RuleList:
    found: dict[str, Item] = {}
    chapter = ""
    for line in read_table(file, COLUMNS):
        chapter = line["item"] if line["kind"] == "chapter" else chapter
        item = _item(line, chapter)
        if item.item.casefold() in found:
            raise line.fault("item", f"{item.item} is there twice", "take one of the two lines out")
        found[item.item.casefold()] = item
    items = list(found.values())
    return RuleList([i for i in items if i.kind != "chapter"], [i for i in items if i.kind == "chapter"])


def _item(line: Line, chapter: str) -> Item:
    kind = line["kind"]
    if kind not in KINDS:
        raise line.fault("kind", f"{kind!r} is no kind of item", f"one of {', '.join(KINDS)}")
    for column in ("title_en", "title_fr") if kind == "chapter" else ("title_en", "title_fr", "en", "fr"):
        if not line[column]:
            raise line.fault(column, f"{line['item']} has no {column}", "every item has its words in both languages")
    if (kind == "definition") != bool(line["test"]) or (kind == "definition" and not line["reason"]):
        raise line.fault("test", f"{line['item']} is {kind}", "a definition, and only a definition, names its reason and its test")
    titles, texts = ({"en": line[f"{part}en"], "fr": line[f"{part}fr"]} for part in ("title_", ""))
    return Item(line["item"], kind, chapter, titles, texts, line["test"], line["reason"])
