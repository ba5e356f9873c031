"""Cuts a line into the tokens of the grammar: the longest reading at each word wins, and among equals the surest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

import msgspec
from lark import Token
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.orders.figures import counts, number_follows, points, ratio
from pbem.orders.keywords import POLICIES, STATES, keys
from pbem.orders.mentions import Where, Who
from pbem.orders.names import Found, Units, ranges, spelt
from pbem.orders.phrases import (
    Phrase,
    about_phrases,
    both,
    common,
    index,
    kind_phrases,
    literals,
    ruled_clauses,
    sorts,
    stages,
    verb_phrases,
)
from pbem.orders.places import Places
from pbem.orders.ruled import literal, ruled, said, token
from pbem.orders.text import Atom, atoms

TIRED = ("fatigued", "fatigues", "fatiguees")
AND_WORDS = ("and", "et", "und")
SILENT = ("_FILLER", "_THEN", "_BRIDGE")  # read and passed over
ORDER_ONLY = {"STOP", "IF_ABLE", "_ROAD", "_VIA", "UNTIL", "IT", "SAME", "EVERY", "NEXT"}
RULE_ONLY = {"POLICY", "WHEN"}
SIGNS = {"(": "LPAR", ")": "RPAR"}
NOUNS = {"action", "actions", "point", "points"}  # KEEP 4 points


@dataclass(frozen=True)
class Slip:
    """A word nobody knows."""

    text: str
    column: int


@dataclass
class Tokens:
    found: list[Token]
    told: list[str] = field(default_factory=list)
    foreign: bool = False


class Vocabulary:
    """All words a line of one game may hold, for one side's names."""

    def __init__(self, rules: Ruleset, lexicon: Lexicon) -> None:
        self.rules, self.lexicon = rules, lexicon
        self.units = Units(lexicon.units, lexicon.formations)
        self.places = places_of(lexicon)
        self.sorts = sorts(rules.slug, tuple(sorted({kind for u in lexicon.units for kind in u.kinds})))
        self.orders = index([*common(rules, self.sorts, RULE_ONLY), *verb_phrases(rules)])
        self.doctrine = index([*common(rules, self.sorts, ORDER_ONLY), *kind_phrases(rules)])
        self.ruled = ruled_clauses(rules)
        self.literals = {kind: literals(rules, kind) for kind in rules.kinds}
        self.abouts = about_phrases(rules)
        self.sort_words = {keys(phrase)[0] for phrase, _ in self.sorts}
        self.stages = {keys(word)[0]: stage for stage in stages(rules) for word in (*both(rules.slug, f"stage.{stage}"), stage)}
        self.mendable = sorted({p[0][0] for p in verb_phrases(rules) if len(p[0]) == 1 and len(p[0][0]) >= 4})

    def cut(self, row: list[Atom], doctrine: bool = False, kind: str = "") -> Tokens:
        """`kind`: of the choice that a clause of an order answers; a doctrine line says it itself."""
        out = Tokens([])
        i = 0
        asking = False  # inside a condition, where AND means something
        while i < len(row):
            known = kind or next((t.value for t in out.found if doctrine and t.type == "KIND"), "")
            used, made = self._of_game(row, i, out, doctrine, known) or self._next(row, i, out.found, doctrine, known)
            asking = self._asking(asking, made, row[i])
            out.found += [token for token in made if token.type != "_AND" or asking]
            i += used
        self._tell(out)
        return out

    def _of_game(self, row: list[Atom], i: int, out: Tokens, doctrine: bool, kind: str) -> tuple[int, list[Token]] | None:
        """What only the verb or the kind of the line makes clear: its clauses, its own choices, what BEST ranks by."""
        before = out.found
        if not doctrine:
            verb = next((t.value.name for t in reversed(before) if t.type == "VERB"), "")
            if (clause := ruled(self, row, i, verb) if verb in self.ruled else None) is None:
                return None
            out.told += clause[2]
            return clause[0], clause[1]
        if not kind:
            return self._heading(row, i) if not before else None
        said_last = [t for t in before[-2:] if t.type != "NUMBER"][-1:]  # BEST 2 FP
        best = any(t.type == "POLICY" and POLICIES.get(t.value) == "best" for t in said_last)
        if best and (about := next((p for p in self.abouts if said(row, i, p[0])), None)):
            return len(about[0]), [token("ABOUT", about[2], row[i].column)]
        if row[i].key in NOUNS and before and before[-1].type == "NUMBER":
            return 1, []
        own = literal(self, row, i, kind)
        return (len(own[0]), [token("CHOICE", own[2], row[i].column)]) if own else None

    def facts_of(self, kind: str) -> tuple[str, ...]:
        known = self.rules.kinds[kind]
        return (*known.facts, *known.of_places)

    def _other(self, phrase: tuple[str, ...], kind: str, table: dict[str, list[Phrase]]) -> bool:
        """Of two facts of one name that which the kind knows: `rapport` may be the odds, or a ratio of cards."""
        same = [value for words_, name, value in table[phrase[0]] if name == "FACT" and words_ == phrase]
        return any(fact in self.facts_of(kind) for fact in same)

    def _heading(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        """The first words of a doctrine line are its kind, even where units are called so: ENGINEERS CLEAR."""
        kind = next((p for p in self.doctrine.get(row[i].key, ()) if p[1] == "KIND" and said(row, i, p[0])), None)
        unit = self.units.at(row, i)
        if kind is None or (unit is not None and unit[0] > len(kind[0])):
            return None
        return len(kind[0]), [token("KIND", kind[2], row[i].column)]

    @staticmethod
    def _asking(now: bool, made: list[Token], atom: Atom) -> bool:
        if any(token.type in ("IF", "WHEN") for token in made):
            return True
        ends = (
            atom.text == ":" or atom.key in ("then", "alors") or any(t.type in ("VERB", "CLAUSE", "POLICY", "_ELSE", "_WITH") for t in made)
        )
        return now and not ends

    def _next(self, row: list[Atom], i: int, before: list[Token], doctrine: bool, kind: str) -> tuple[int, list[Token]]:
        if (made := self._number_forms(row, i, before)) is not None:
            return made
        if before and before[-1].type == "NEXT" and row[i].key in self.stages:
            return 1, [token("STAGE", self.stages[row[i].key], row[i].column)]
        if row[i].key in TIRED and self._a_sort(row, i + 1, before):
            return 1, [token("SORT", "fatigued", row[i].column)]
        if row[i].key == "at" and before and self._says_as(before[-1]):
            return 1, [token("SORT", "at", row[i].column)]
        if (several := self._list(row, i) or self._one_more(row, i, before) or self._range(row, i) or self._some_of(row, i)) is not None:
            return several
        word = self._phrase(row, i, self.doctrine if doctrine else self.orders, before, kind)
        unit = self.units.at(row, i)
        if doctrine and unit and word and word[0] >= unit[0] and self._kind_of_units(word[2], unit[2]):
            unit = None
        if unit and unit[1] and word and number_follows(row, i + word[0], word[2]):
            unit = None
        best = max(filter(None, (word, unit, self.places.at(row, i))), key=lambda f: (f[0], -f[1]), default=None)
        if best is not None and self._plain(best, row, i) and (nobody := self._nobody(row, i)) is not None:
            return nobody
        if best is not None:
            return best[0], self._tokens(best, row, i, before)
        return self._unknown(row, i, before, doctrine)

    @staticmethod
    def _kind_of_units(word: object, unit: object) -> bool:
        """`engineers first`: the kind, not the units of that name."""
        return isinstance(word, tuple) and word[0] == "SORT" and isinstance(unit, Who) and len(unit.ids) > 1

    @staticmethod
    def _says_as(token: Token) -> bool:
        """`AS AT` is anti-tank, never a place."""
        return (token.type == "CLAUSE" and token.value.name == "AS") or (token.type == "POLICY" and POLICIES.get(token.value) == "as")

    def _tokens(self, best: tuple[int, int, Any], row: list[Atom], i: int, before: list[Token]) -> list[Token]:
        column = row[i].column
        if isinstance(best[2], Who):
            return [token("NUMBER", row[i].key, column) if self._plain(best, row, i) else token("UNITS", best[2], column)]
        if isinstance(best[2], tuple):
            name, value = best[2]
            return [] if name in SILENT else [token(name, value, column)]
        return [token("PLACE" if isinstance(best[2], Where) else "HEXSIDE", best[2], column)]

    @staticmethod
    def _plain(best: tuple[int, int, Any], row: list[Atom], i: int) -> bool:
        """One digit alone is a number, not the beginning of forty units."""
        return best[0] == 1 and row[i].number and len(row[i].text) < 2

    def _phrase(self, row: list[Atom], i: int, table: dict[str, list[Phrase]], before: list[Token], kind: str) -> Found:
        for words_, name, value in table.get(row[i].key, ()):
            end = i + len(words_)
            here = end <= len(row) and all(row[i + n].key == word for n, word in enumerate(words_))
            if kind and (name == "KIND" or (name == "FACT" and value not in self.facts_of(kind) and self._other(words_, kind, table))):
                continue
            if here and self._fits(name, words_, row, end, before) and (name in ("_DASH", "_THEN") or row[i].key not in "-,.'"):
                return len(words_), 1, (self._in_place(name, row, i, before), value)
        if row[i].text in SIGNS:
            return 1, 1, (SIGNS[row[i].text], row[i].text)
        if row[i].text in ",.;'!?+*[]|":
            return 1, 5, ("_FILLER", "")
        return None

    def _fits(self, name: str, phrase: tuple[str, ...], row: list[Atom], after: int, before: list[Token]) -> bool:
        """`en infanterie` is AS, `en A0507` is AT; `2 Irish fatigued` is a state, `fatigued` alone a fact."""
        if name == "FACT" and " ".join(phrase) in STATES and before and before[-1].type in ("UNITS", "PLACE", "HEXSIDE"):
            return False
        if phrase != ("en",) or name not in ("CLAUSE", "POLICY"):
            return True
        return after < len(row) and row[after].key in self.sort_words

    @staticmethod
    def _a_sort(row: list[Atom], after: int, before: list[Token]) -> bool:
        """`fatigued first`, `spare fatigued`: units of that kind, no test."""
        spared = bool(before) and before[-1].type == "POLICY" and POLICIES.get(before[-1].value) == "spare"
        first = after < len(row) and (row[after].key == "first" or [atom.key for atom in row[after : after + 3]][-1:] == ["abord"])
        return spared or first

    @staticmethod
    def _in_place(name: str, row: list[Atom], i: int, before: list[Token]) -> str:
        """`a` is TO, or AT behind ALL, REST and a sort."""
        if (
            name == "_TO"
            and row[i].key in ("a", "au", "aux")
            and before
            and before[-1].type in ("ALL", "REST", "SORT", "KIND", "FACT", "POLICY")
        ):
            return "_AT"
        if name == "AIR":
            return "FACT"
        return name

    def _number_forms(self, row: list[Atom], i: int, before: list[Token]) -> tuple[int, list[Token]] | None:
        """`T3`, `turn 3`, `AIR 8`, `8 air`, and what follows `>=`."""
        column = row[i].column
        after = row[i + 1] if i + 1 < len(row) else None
        if row[i].key in ("t", "turn", "tour") and after and after.number and (row[i].key != "t" or after.glued):
            unit = self.units.at(row, i)
            if not (i + 2 < len(row) and row[i + 2].text in "<>=") and (unit is None or unit[1] or unit[0] < 2):
                return 2, [token("TURN", int(after.text), column)]
        if before and before[-1].type == "OP" and row[i].number:
            return ratio(row, i)
        for length, number in points(row, i):
            return length, [token("POINTS", number, column)]
        if row[i].number and before and counts(before[-1]):
            return 1, [token("NUMBER", row[i].text, column)]
        if before and before[-1].type in ("LINE", "KEEP") and row[i].number:
            letter = after.key if after and after.glued and after.word and len(after.key) == 1 else ""
            return (2 if letter else 1), [token("NUMBER", row[i].text + letter, column)]
        return None

    def _list(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        """`10 11 156 para`, `1 & 3 para`, `1,2,3/501`, `1-3/501`: each of them."""
        if not row[i].number:
            return None
        numbers, j = [row[i]], i + 1
        spread: list[str] = []
        while j < len(row):
            k = j + 1 if row[j].text in ",&+" or row[j].key in ("and", "et") else j
            if row[j].text == "-" and j + 2 < len(row) and row[j + 1].number and row[j + 2].text == "/":
                spread = list(ranges(row[j - 1].text, row[j + 1].text))
                numbers, j = [*numbers, row[j + 1]], j + 2
                break
            if k >= len(row) or not row[k].number:
                break
            numbers, j = [*numbers, row[k]], k + 1
        last = j - 1
        if len(numbers) < 2 or last >= len(row):
            return None
        whole = self.units.at(row, last)
        if whole is None or whole[0] < 2:
            return None
        tail = row[last + 1 : last + whole[0]]
        names = list(dict.fromkeys([*(n.text for n in numbers[:-1]), *spread, numbers[-1].text]))
        found = [self.units.at([Atom(name, name, numbers[0].column, False), *tail], 0) for name in names]
        if any(f is None or f[0] < 1 + len(tail) for f in found):
            return None
        return last + whole[0] - i, [token("UNITS", f[2], row[i].column) for f in found if f is not None]

    def _one_more(self, row: list[Atom], i: int, before: list[Token]) -> tuple[int, list[Token]] | None:
        """`Heinke 1 and 2`: the name of the last unit with another number."""
        last = next((token.value for token in reversed(before) if token.type != "_AND"), None)
        if not row[i].number or not isinstance(last, Who) or row[i - 1].text not in (",", "&", "+", *AND_WORDS):
            return None
        if not self.units.called(last.text):
            return None
        name, _, number = last.text.rpartition(" ")
        again = [*atoms(name)[0], Atom(row[i].text, row[i].key, row[i].column, False)] if name and number.isdigit() else []
        found = self.units.at(again, 0) if again else None
        whole = found is not None and found[0] == len(again) and isinstance(found[2], Who) and self.units.called(found[2].text)
        after = self.units.at(row, i)
        return (1, [token("UNITS", found[2], row[i].column)]) if whole and found and (after is None or after[0] < 2) else None

    def _range(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        """`Sherman 1-3`: each of them."""
        one = self.units.at(row, i)
        end = i + one[0] if one else i
        if one is None or one[1] or end + 1 >= len(row) or not (row[end - 1].number and row[end].text == "-" and row[end].glued):
            return None
        if not (row[end + 1].number and row[end + 1].glued):
            return None
        base = row[i : end - 1]
        numbers = [row[end - 1].text, *(n for n in ranges(row[end - 1].text, row[end + 1].text) if n != row[end - 1].text)]
        found = [self.units.at([*base, Atom(n, n, row[end - 1].column, False)], 0) for n in numbers]
        if len(numbers) < 2 or any(f is None or f[1] or f[0] < len(base) + 1 for f in found):
            return None
        return end + 2 - i, [token("UNITS", f[2], row[i].column) for f in found if f is not None]

    def _some_of(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        """`2 Shermans`: so many of them, or the second? Asked."""
        found = self.units.several(row, i)
        return None if found is None else (found[0], [token("UNITS", found[1], row[i].column)])

    def _unknown(self, row: list[Atom], i: int, before: list[Token], doctrine: bool) -> tuple[int, list[Token]]:
        """A slip of the pen, or a word nobody knows."""
        column = row[i].column
        slip = self.places.slip(row, i)
        if not doctrine and row[i].word and not any(t.type == "VERB" for t in before) and (verb := self._mended(row[i].key, i == 0)):
            return 1, [token(verb[1], verb[2], column)]
        if slip is not None:
            return slip[0], [token("PLACE" if isinstance(slip[2], Where) else "HEXSIDE", slip[2], column)]
        if (nobody := self._nobody(row, i)) is not None:
            return nobody
        if row[i].number:
            return 1, [token("NUMBER", row[i].text, column)]
        if (mended := self._unit_slip(row, i)) is not None:
            return mended
        return 1, [token("WORD", Slip(row[i].text, column), column)]

    def _mended(self, word: str, first: bool) -> Phrase | None:
        """A verb or clause with a slip; as the first word also one letter more wrong, or only its beginning (`atak`, `mov`)."""
        slips = max(len(word) // 5, int(first and len(word) >= 4))
        known = (
            process.extractOne(squeezed(word), self.mendable, scorer=Levenshtein.distance, score_cutoff=slips, processor=squeezed)
            if slips
            else None
        )
        if known is not None:
            return next(phrase for phrase in self.orders[known[0]] if phrase[0] == (known[0],))
        begun = [phrase for phrases in self.orders.values() for phrase in phrases if phrase[1] == "VERB" and phrase[0][0].startswith(word)]
        one = first and len(word) >= 3 and len({phrase[2].name for phrase in begun}) == 1
        return begun[0] if one else None

    def _nobody(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        """`1 Irish`, where there are only 2 Irish and 3 Irish."""
        if not row[i].number or i + 1 >= len(row) or not row[i + 1].word or row[i + 1].key in self.orders:
            return None
        near = self.units.at(row, i + 1)
        if near is None or not isinstance(near[2], Who):
            return None
        text = spelt(row[i : i + 1 + near[0]])
        return 1 + near[0], [token("UNITS", Who((), text, row[i].column, near=near[2].ids), row[i].column)]

    def _unit_slip(self, row: list[Atom], i: int) -> tuple[int, list[Token]] | None:
        if not row[i].word or len(row[i].key) < 5:
            return None
        word = process.extractOne(row[i].key, self.units.words, scorer=Levenshtein.distance, score_cutoff=len(row[i].key) // 5)
        if word is None:
            return None
        found = self.units.at([Atom(word[0], word[0], row[i].column, False), *row[i + 1 :]], 0)
        if found is None or not isinstance(found[2], Who):
            return None
        typed = spelt(row[i : i + found[0]])
        return found[0], [token("UNITS", changed(found[2], text=typed, told="slip"), row[i].column)]

    @staticmethod
    def _tell(out: Tokens) -> None:
        for one in out.found:
            told = getattr(one.value, "told", "")
            if told and told not in out.told and told != "slip":
                out.told.append(told)


def squeezed(word: str) -> str:
    """Doubled letters count once, and `ck` is `k`."""
    return re.sub(r"(.)\1", r"\1", word).replace("ck", "k")


def changed(who: Who, **changes: Any) -> Who:
    return Who(**{**who.__dict__, **changes})


_known: dict[tuple[int, bytes], Vocabulary] = {}
_places: dict[bytes, Places] = {}


def places_of(lexicon: Lexicon) -> Places:
    """Made once for a map: units come and go without it."""
    mark = msgspec.json.encode([lexicon.ids, lexicon.off, lexicon.places])
    if mark not in _places:
        if len(_places) > 8:
            _places.clear()
        _places[mark] = Places(lexicon)
    return _places[mark]


def vocabulary(rules: Ruleset, lexicon: Lexicon) -> Vocabulary:
    """Made once for the same names; where the units stand may change without it."""
    names = [[u.id, u.side, u.names, u.kinds] for u in lexicon.units]
    mark = (id(rules), msgspec.json.encode([lexicon.side, names, lexicon.formations, lexicon.ids, lexicon.off, lexicon.places]))
    if mark not in _known:
        if len(_known) > 32:
            _known.clear()
        _known[mark] = Vocabulary(rules, lexicon)
    return _known[mark]
