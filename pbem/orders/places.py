"""The places of a lexicon, found in a row of atoms: ids, names, bridges; what is not in play is known as such."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from pbem.engine.ruleset import Lexicon, PlaceName
from pbem.orders.mentions import Side, Where, hexside
from pbem.orders.names import LONG_NAME, Found, spelt
from pbem.orders.text import Atom, atoms, fold, key, longest_first, name_key

LETTERS_FOR_DIGITS = str.maketrans("OolI|", "00111")
RAIL, PONTOON = re.compile(r"\brail", re.IGNORECASE), re.compile(r"\bpontoon", re.IGNORECASE)


class Places:
    """Ids, names of places and bridges of the whole map; what is not in play is known as such."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.off = lexicon.off
        self.ids = {name_key(id).replace("_", ""): id for id in [*lexicon.off, *lexicon.ids]}
        self.shapes = {shape(id) for id in self.ids}
        self.tails: dict[str, list[str]] = {}
        for id in [*lexicon.ids, *lexicon.off]:
            if id[0].isalpha() and len(id) > 2 and id[1:].isdigit():  # one digit alone is a number
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
        if shaped and len(word) > 1 and row[i].word and (shaped[0] == 1 or row[i + 1].glued):
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
        told = "" if fold(typed) == name_key(id).replace("_", "") else f'"{spelt(part)}" = {id}'
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
            if (known := self.names.get(word.replace("_", ""))) and (part[0].word or part[0].number) and (part[-1].word or part[-1].number):
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
