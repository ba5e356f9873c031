"""The names of a lexicon, found in a row of atoms: the longest name wins, an exact one before a longer one's beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from pbem.engine.ruleset import UnitName
from pbem.orders.keywords import KEYWORDS
from pbem.orders.mentions import Who
from pbem.orders.text import Atom, atoms, fold, key, longest_first, name_key

ORDINAL = re.compile(r"(st|nd|rd|th|er|ere|e|eme|re)$")
ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
SIZES = {"bn", "btn", "battalion", "bataillon", "regt", "rgt", "regiment", "coy", "company", "of", "the"}
LONG_NAME = 7  # atoms

Found = tuple[int, int, object] | None  # atoms used, rank (0 = surest), mention


class Units:
    """Every name of every unit of the order of battle."""

    def __init__(self, units: list[UnitName], formations: dict[str, list[str]]) -> None:
        self.exact: dict[str, list[str]] = {}
        self.parts: dict[str, list[str]] = {}  # a number, "1/501", or a word and its beginnings -> unit ids
        self.whole: set[tuple[str, str]] = set()  # (word, unit id): the word itself, not only its beginning
        self.formations = {name_key(in_figures(name)): name for name in formations} | {name_key(name): name for name in formations}
        self.members = formations
        self.copies: dict[str, list[str]] = {}  # "Sherman" of Sherman 1, Sherman 2
        for unit in units:
            for name in (unit.id, *unit.names):
                self._enter(unit.id, name)
                base, _, number = name.rpartition(" ")
                if base and number.isdigit() and not base.isdigit():
                    _add(self.copies, name_key(base), unit.id)
        self.whole_words = {word for word, _ in self.whole}
        self.words = sorted({word for word, _ in self.whole if len(word) >= 5 and word.isalpha()})

    def _enter(self, id: str, name: str) -> None:
        _add(self.exact, name_key(name), id)
        for part in parts_of(name):
            self.whole.add((part, id))
            for end in range(2, len(part) + 1) if part.isalpha() else [len(part)]:
                _add(self.parts, part[:end], id)

    def at(self, row: list[Atom], i: int) -> Found:
        formation = self._formation(row, i)
        unit = self._unit(row, i)
        best = max(filter(None, (formation, unit)), key=lambda f: (f[0], -f[1]), default=None)
        if best is None:
            return None
        used = best[0]
        while i + used < len(row) and row[i + used].key in SIZES - {"of", "the"}:  # `1st Para Bn`
            used += 1
        return used, best[1], best[2]

    def _formation(self, row: list[Atom], i: int) -> Found:
        for length, word in longest_first(row, i, LONG_NAME):
            part = row[i : i + length]
            name = self.formations.get(word) or self.formations.get(short(part)) or self.formations.get(canonical(part))
            if name and part[0].text not in "-.,'" and part[-1].text not in "-.,'":
                return length, 2, Who(tuple(self.members[name]), spelt(part), part[0].column, True, name)
        return None

    def _unit(self, row: list[Atom], i: int) -> Found:
        exact = self._exact(row, i, self.exact, 0)
        found: Found = self._exact(row, i, self.copies, 3)
        left: list[str] | None = None
        seen: list[str] = []
        j = i
        while j < len(row) and j - i <= LONG_NAME:
            step, part = read_part(row, j, i)
            if not step or part in KEYWORDS or (part and part in seen):  # `at` and `en` belong to a name only if it is written out
                break
            seen.append(part)
            if part:
                left = self._narrow(left, part)
                if not left:
                    break
                longer = found is None or j + step - i > found[0]
                found = (j + step - i, 3, self._who(row[i : j + step], left)) if longer else found
            j += step
        if exact and (not found or exact[0] >= found[0]):
            return exact
        return found

    def called(self, text: str) -> bool:
        """Somebody's whole name."""
        return name_key(text) in self.exact

    def several(self, row: list[Atom], i: int) -> tuple[int, Who] | None:
        """`2 Shermans`, where there are several and none is called so."""
        if not row[i].number or self._exact(row, i, self.exact, 0):
            return None
        for length in (3, 2, 1):
            part = row[i + 1 : i + 1 + length]
            if len(part) < length or not part[-1].word or not part[-1].key.endswith("s"):
                continue
            last = part[-1]
            single = [*part[:-1], Atom(last.text[:-1], last.key[:-1], last.column, last.glued)]
            ids = self.copies.get(key(single)) or self.copies.get(key(part))
            if ids and len(ids) > 1:
                text = spelt(row[i : i + 1 + length])
                return 1 + length, Who(tuple(ids), text, row[i].column, count=int(row[i].text))
        return None

    def _exact(self, row: list[Atom], i: int, table: dict[str, list[str]], rank: int) -> Found:
        for length, word in longest_first(row, i, LONG_NAME):
            part = row[i : i + length]
            ids = table.get(word)
            if ids and part[-1].text not in "-.,'" and part[0].text not in "-.,'":
                return length, rank, Who(tuple(ids), spelt(part), part[0].column, len(ids) == 1)
        return None

    def _narrow(self, left: list[str] | None, part: str) -> list[str]:
        having = self.parts.get(part, [])
        both = having if left is None else [id for id in left if id in having]
        whole = [id for id in both if (part, id) in self.whole]
        return whole or both

    def _who(self, part: list[Atom], ids: list[str]) -> Who:
        same = [id for id in ids if name_key(id) == key(part) or id in self.exact.get(canonical(part), [])]
        return Who(tuple(same or ids), spelt(part), part[0].column, len(same) == 1)

    def similar(self, text: str) -> list[str]:
        """The ids most like a name that nobody bears."""
        ids = {fold(name): id for name, id in ((id, id) for members in self.exact.values() for id in members)}
        return [ids[match[0]] for match in process.extract(fold(text), list(ids), scorer=Levenshtein.normalized_similarity, limit=3)]


@lru_cache(maxsize=16384)
def parts_of(name: str) -> tuple[str, ...]:
    """`1/501` stays one part; `Anti-tank` is anti, tank and antitank."""
    row = atoms(name)[0]
    found: list[str] = []
    i = 0
    while i < len(row):
        if i + 2 < len(row) and row[i].number and row[i + 1].text == "/":
            found.append(f"{row[i].key}/{row[i + 2].key}")
            i += 3
            continue
        if row[i].number or row[i].word:
            found.append(row[i].key)
        i += 1
    glued = [fold(word).replace("-", "") for word in name.split() if "-" in word]
    return (*found, *glued)


def read_part(row: list[Atom], j: int, i: int) -> tuple[int, str]:
    """The atoms a part of a unit's name takes, and how it is looked up: numbers and ordinals, `II/501`, words; "" for a filler."""
    atom = row[j]
    first = atom.key if atom.number else ROMAN.get(atom.key, "")
    after = row[j + 1] if j + 1 < len(row) else None
    if first and after and after.text == "/" and j + 2 < len(row) and row[j + 2].number:
        return 3, f"{first}/{row[j + 2].key}"
    if atom.number:
        if after and after.glued and after.word and ORDINAL.fullmatch(after.key):
            return _joined(row, j, 2, atom.key)
        if j == i and after and after.text == "." and after.glued and j + 2 < len(row) and row[j + 2].word:
            return 2, atom.key
        return _joined(row, j, 1, atom.key)
    if j > i and atom.key in SIZES:
        return (1, "") if j + 1 < len(row) or atom.key not in ("of", "the") else (0, "")
    if first and j == i and after and after.word:
        return 1, first
    if atom.word and (len(atom.key) > 1 or atom.text.isupper()):
        return 1, atom.key
    if atom.text in "-'." and atom.glued and after and after.glued and after.word and j > i:
        return 1, ""
    return 0, ""


def _joined(row: list[Atom], j: int, used: int, number: str) -> tuple[int, str]:
    """`2nd Bn 501st`, `2 Bn 501`: a battalion of a regiment."""
    k = j + used
    while k < len(row) and row[k].key in SIZES:
        k += 1
    if k > j + used and k < len(row) and row[k].number:
        end = k + 1
        if end < len(row) and row[end].glued and row[end].word and ORDINAL.fullmatch(row[end].key):
            end += 1
        return end - j, f"{number}/{row[k].key}"
    return used, number


CORPS = {"VIII": "8", "XII": "12", "XXX": "30", "II": "2"}


def in_figures(name: str) -> str:
    """`30 Corps` for XXX Corps."""
    first, _, rest = name.partition(" ")
    return f"{CORPS[first]} {rest}" if first in CORPS and rest else name


def canonical(part: list[Atom]) -> str:
    """The key of a name without ordinals and size words."""
    out, j = "", 0
    while j < len(part):
        step, text = read_part(part, j, 0)
        out += ("_" if out and text and out[-1].isdigit() and text[0].isdigit() else "") + text
        j += max(step, 1)
    return out


FORMATION_WORDS = {"brigade": "bde", "division": "div", "regiment": "", "regt": "", "corps": "corps", "guard": "guards"}


def short(part: list[Atom]) -> str:
    return "".join(FORMATION_WORDS.get(atom.key, atom.key) for atom in part if atom.text not in "-.,'")


def spelt(part: list[Atom]) -> str:
    return "".join(("" if atom.glued or n == 0 else " ") + atom.text for n, atom in enumerate(part))


def _add(table: dict[str, list[str]], at: str, value: str) -> None:
    if value not in table.setdefault(at, []):
        table[at].append(value)


def ranges(first: str, last: str) -> Iterator[str]:
    return (str(n) for n in range(int(first), int(last) + 1)) if int(first) < int(last) <= int(first) + 20 else iter(())
