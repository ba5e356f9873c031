"""The names of a lexicon, found in a row of atoms: the longest name wins, an exact one before a longer one's beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from pbem.engine.ruleset import Lexicon, PlaceName, UnitName
from pbem.orders.keywords import KEYWORDS
from pbem.orders.mentions import Side, Where, Who, hexside
from pbem.orders.text import Atom, atoms, fold, key, longest_first, name_key

LETTERS_FOR_DIGITS = str.maketrans("OolI|", "00111")
ORDINAL = re.compile(r"(st|nd|rd|th|er|ere|e|eme|re)$")
ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
SIZES = {"bn", "btn", "battalion", "bataillon", "regt", "rgt", "regiment", "coy", "company", "of", "the"}
LONG_NAME = 7  # atoms
RAIL, PONTOON = re.compile(r"\brail", re.IGNORECASE), re.compile(r"\bpontoon", re.IGNORECASE)

Found = tuple[int, int, object] | None  # atoms used, rank (0 = surest), mention


class Units:
    """Every name of every unit of the order of battle."""

    def __init__(self, units: list[UnitName], formations: dict[str, list[str]]) -> None:
        self.exact: dict[str, list[str]] = {}
        self.parts: dict[str, list[str]] = {}  # a number, "1/501", or a word and its beginnings -> unit ids
        self.whole: set[tuple[str, str]] = set()  # (word, unit id): the word itself, not only its beginning
        self.formations = {name_key(in_figures(name)): name for name in formations} | {name_key(name): name for name in formations}
        self.members = formations
        for unit in units:
            for name in (unit.id, *unit.names):
                self._enter(unit.id, name)
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
        exact = self._exact(row, i)
        found: Found = None
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
                found = j + step - i, 3, self._who(row[i : j + step], left)
            j += step
        if exact and (not found or exact[0] >= found[0]):
            return exact
        return found

    def _exact(self, row: list[Atom], i: int) -> Found:
        for length, word in longest_first(row, i, LONG_NAME):
            part = row[i : i + length]
            ids = self.exact.get(word)
            if ids and part[-1].text not in "-.,'" and part[0].text not in "-.,'":
                return length, 0, Who(tuple(ids), spelt(part), part[0].column, len(ids) == 1)
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


class Places:
    """Ids, names of places and bridges of the whole map; what is not in play is known as such."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.off = lexicon.off
        self.ids = {name_key(id).replace("_", ""): id for id in [*lexicon.off, *lexicon.ids]}
        self.shapes = {shape(id) for id in self.ids}
        self.tails: dict[str, list[str]] = {}
        for id in [*lexicon.ids, *lexicon.off]:
            if id[0].isalpha() and id[1:].isdigit():
                self.tails.setdefault(id[1:], []).append(id)
        self.names: dict[str, list[PlaceName]] = {}
        self.bridges: dict[str, list[PlaceName]] = {}
        for place in sorted(lexicon.places, key=lambda p: p.kind == "bridge"):
            for name in (place.name, *place.names):
                self._enter(place, name)
        self._enter_bridges([p for p in lexicon.places if p.kind == "bridge"])
        self.known = [name for name in [*self.names, *self.bridges] if len(name) >= 5]
        self.loose = {loosely(name): name for name in self.known}

    def _enter(self, place: PlaceName, name: str) -> None:
        table = self.bridges if place.kind == "bridge" else self.names
        if table is self.names or name_key(name).replace("_", "") not in self.names:  # a bridge never takes a place's name
            _put(table, name_key(name), place)
            if table is self.bridges and name_key(name).endswith("bridge"):
                _put(table, f"pontde{name_key(name)[:-6]}", place)

    def _enter_bridges(self, bridges: list[PlaceName]) -> None:
        """By the place their names begin with, whatever the place is called."""
        of: dict[int, list[PlaceName]] = {}
        for bridge in bridges:
            for place in self._begins(bridge.name):
                of.setdefault(id(place), []).append(bridge)
        for name, known in list(self.names.items()):
            for place in known:
                self._bridges_of(name, of.get(id(place), []))

    def _begins(self, name: str) -> list[PlaceName]:
        row = atoms(name)[0][:3]
        return [place for n in range(len(row)) for place in self.names.get(key(row[: n + 1]).replace("_", ""), [])]

    def _bridges_of(self, name: str, own: list[PlaceName]) -> None:
        """The bridge of a place is its road bridge; RAIL names the other."""
        own = [b for b in own if not PONTOON.search(b.name)] or own
        rail = [b for b in own if RAIL.search(b.name)]
        for bridge in [b for b in own if b not in rail] or rail:
            for word in (f"{name}bridge", f"{name}roadbridge", f"pont{name}", f"pontde{name}", f"pontroutierde{name}", f"pontd{name}"):
                _put(self.bridges, word, bridge)
        for bridge in rail:
            for word in (f"{name}railbridge", f"{name}railwaybridge", f"pontferroviairede{name}", f"pontrail{name}"):
                _put(self.bridges, word, bridge)

    def at(self, row: list[Atom], i: int) -> Found:
        one = self._id(row, i)
        found = [self._any_of(row, i, one), one, self._name(row, i), self._side(row, i, one)]
        return max(filter(None, found), key=lambda f: (f[0], -f[1]), default=None)

    def _any_of(self, row: list[Atom], i: int, one: Found) -> Found:
        """`A2005|A2006`: a place of several hexes without a name."""
        hexes: list[str] = []
        j = i
        while one and isinstance(one[2], Where) and one[2].groups:
            hexes += one[2].groups[0]
            j += one[0]
            if j >= len(row) or row[j].text != "|":
                break
            j += 1
            one = self._id(row, j)
        return (j - i, 0, Where((tuple(hexes),), spelt(row[i:j]), row[i].column)) if len(hexes) > 1 else None

    def _side(self, row: list[Atom], i: int, one: Found) -> Found:
        """Two ids with a stroke between them, or the name of a bridge."""
        if one and i + one[0] < len(row) and row[i + one[0]].text == "/":
            two = self._id(row, i + one[0] + 1)
            if two:
                return self._two(row, i, one, two)
        for length, word in longest_first(row, i, LONG_NAME):
            part = row[i : i + length]
            known = self.bridges.get(word.replace("_", "")) or self.bridges.get(key([atom for atom in part if atom.text != "'"]))
            if known and part[0].text != "'":
                sides = tuple(dict.fromkeys(hexside(*b.hexes) for b in known))
                return length, 1, self._offside(Side(sides, spelt(part), part[0].column, tuple(b.name for b in known)))
        return None

    def _two(self, row: list[Atom], i: int, one: tuple[int, int, object], two: tuple[int, int, object]) -> Found:
        a, b = one[2], two[2]
        length = one[0] + 1 + two[0]
        if not isinstance(a, Where) or not isinstance(b, Where) or a.bad or b.bad:
            return None
        sides = tuple(
            hexside(x, y) for x in (g[0] for g in a.groups) for y in (g[0] for g in b.groups) if x[0] == y[0] or len(a.groups) == 1
        )
        return length, 0, self._offside(Side(sides, spelt(row[i : i + length]), row[i].column))

    def _offside(self, side: Side) -> Side:
        here = tuple(s for s in side.sides if not any(hex in self.off for hex in s.split("/")))
        off = next((self.off[hex] for s in side.sides for hex in s.split("/") if hex in self.off), "")
        return Side(here or side.sides, side.text, side.column, side.names, "" if here else off)

    def _id(self, row: list[Atom], i: int) -> Found:
        length, word = 1, row[i].text
        best: tuple[int, str] | None = self._known(word, 1)
        shaped = (1, word) if self._looks(word) else None
        while i + length < len(row) and length < 6:
            atom = row[i + length]
            if atom.text in "-." and atom.glued:
                length += 1
                continue
            if not (atom.word or atom.number) or (not atom.glued and length > 1):
                break
            word += atom.text
            length += 1
            best = self._known(word, length) or best
            shaped = (length, word) if self._looks(word) and atom.number else shaped
        if best:
            return best[0], 0, self._where(best[1], row[i : i + best[0]])
        if shaped and len(word) > 2 and row[i].word and (shaped[0] == 1 or row[i + 1].glued):
            return shaped[0], 4, Where((), spelt(row[i : i + shaped[0]]), row[i].column, bad=True)
        return self._number(row, i)

    def _known(self, word: str, length: int) -> tuple[int, str] | None:
        """As it stands, or with letters that look like digits."""
        found = fold(word)
        if found not in self.ids and word[0].isalpha():
            found = fold(word[0] + word[1:].translate(LETTERS_FOR_DIGITS))
        return (length, self.ids[found]) if found in self.ids else None

    def _looks(self, word: str) -> bool:
        return any(c.isdigit() for c in word) and shape(fold(word)) in self.shapes

    def _where(self, id: str, part: list[Atom]) -> Where:
        typed = "".join(atom.text for atom in part if atom.text not in "-.")
        told = "" if fold(typed) == fold(id) else f'"{spelt(part)}" = {id}'
        return Where(((id,),), spelt(part), part[0].column, told=told, off=self.off.get(id, ""))

    def _number(self, row: list[Atom], i: int) -> Found:
        """Without its sheet: those in play, if there are any."""
        known = self.tails.get(row[i].text, [])
        if not known:
            return None
        here = [id for id in known if id not in self.off] or known
        told = f'"{row[i].text}" = {here[0]}' if len(here) == 1 else ""
        return 1, 2, Where(tuple((id,) for id in here), row[i].text, row[i].column, told=told, off=self.off.get(here[0], ""))

    def _name(self, row: list[Atom], i: int) -> Found:
        for length, word in longest_first(row, i, LONG_NAME):
            part = row[i : i + length]
            if (
                (known := self.names.get(word.replace("_", "")))
                and (part[0].word or part[0].number)
                and (part[-1].word or part[-1].number)
            ):
                return length, 2, self._named(known, part, "")
        return None

    def _named(self, known: list[PlaceName], part: list[Atom], told: str) -> Where:
        place = max(known, key=lambda p: len(p.hexes))
        here = tuple(hex for hex in place.hexes if hex not in self.off)
        off = "" if here else self.off[place.hexes[0]]
        told = f'"{spelt(part)}" = {place.name}' if told else ""
        return Where((here or tuple(place.hexes),), spelt(part), part[0].column, place.name, told, off)

    def slip(self, row: list[Atom], i: int) -> Found:
        """A name with one slip in five letters."""
        for length in (3, 2, 1):
            part = row[i : i + length]
            word = loosely(key(part))
            if len(part) < length or not all(atom.word for atom in part) or len(word) < 5:
                continue
            found = self._near(word)
            if found and found[0] in self.names:
                return length, 3, self._named(self.names[found[0]], part, "slip")
            if found:
                sides = tuple(dict.fromkeys(hexside(*b.hexes) for b in self.bridges[found[0]]))
                return length, 3, self._offside(Side(sides, spelt(part), part[0].column, tuple(b.name for b in self.bridges[found[0]])))
        return None

    def _near(self, word: str) -> list[str]:
        found = process.extract(word, list(self.loose), scorer=Levenshtein.distance, score_cutoff=len(word) // 5, limit=4)
        best = [self.loose[name] for name, slips, _ in found if slips == found[0][1]]
        return best


def loosely(word: str) -> str:
    """`ij` and `y` are one letter."""
    return word.replace("_", "").replace("ij", "y")


@lru_cache(maxsize=16384)
def shape(id: str) -> str:
    return re.sub(r"[a-z]", "a", re.sub(r"\d", "9", id))


def _put(table: dict[str, list[PlaceName]], name: str, place: PlaceName) -> None:
    if place not in table.setdefault(name.replace("_", ""), []):
        table[name.replace("_", "")].append(place)


def ranges(first: str, last: str) -> Iterator[str]:
    return (str(n) for n in range(int(first), int(last) + 1)) if int(first) < int(last) <= int(first) + 20 else iter(())
