"""Cuts a line into the tokens of the grammar: the longest reading at each word wins, and among equals the surest."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec
from lark import Token
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.orders.keywords import POLICIES, STATES, keys, language_words
from pbem.orders.mentions import Where, Who
from pbem.orders.names import Found, Places, Units, ranges, spelt
from pbem.orders.text import Atom, atoms
from pbem.words import LANGUAGES, words

TIRED = ("fatigued", "fatigues", "fatiguees")
AND_WORDS = ("and", "et", "und")
SILENT = ("_FILLER", "_THEN", "_BRIDGE")  # read and passed over
ORDER_ONLY = {"STOP", "IF_ABLE", "_ROAD", "_VIA", "UNTIL", "IT", "SAME", "EVERY", "NEXT"}
RULE_ONLY = {"POLICY", "WHEN"}
SIGNS = {"(": "LPAR", ")": "RPAR"}
SURER = (("VERB", "CLAUSE", "KIND"), ("FACT", "SORT"), ("POLICY",))  # of two readings of the same words
Phrase = tuple[tuple[str, ...], str, Any]  # keys of its atoms, token, value


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
        self.orders = self._index([*self._common(RULE_ONLY), *self._verbs()])
        self.doctrine = self._index([*self._common(ORDER_ONLY), *self._kinds()])
        self.sort_words = {keys(phrase)[0] for phrase, _ in self.sorts}
        self.stages = {keys(word)[0]: stage for stage in stages(rules) for word in (*both(rules.slug, f"stage.{stage}"), stage)}
        self.mendable = sorted({p[0][0] for p in self._verbs() if len(p[0]) == 1 and len(p[0][0]) >= 4})

    def _common(self, unwanted: set[str]) -> list[Phrase]:
        plain: list[Phrase] = [(keys(phrase), name, phrase) for phrase, name in language_words() if name not in unwanted]
        facts: list[Phrase] = [(keys(phrase), "FACT", fact) for fact, phrases in fact_words(self.rules).items() for phrase in phrases]
        return [*plain, *facts, *((keys(phrase), "SORT", kind) for phrase, kind in self.sorts)]

    def _verbs(self) -> list[Phrase]:
        found: list[Phrase] = []
        for verb in self.rules.verbs.values():
            found += [(keys(name), "VERB", verb) for name in dict.fromkeys((verb.name, verb.fr, *verb.synonyms)) if name]
            for clause in verb.clauses:
                found += [(keys(name), "CLAUSE", clause) for name in (clause.name, clause.fr, *clause.synonyms) if name]
        ours = {keys(phrase) for phrase, name in language_words() if name == "_ELSE"}  # ELSE is told apart by the grammar
        return [phrase for phrase in found if phrase[0] not in ours]

    def _kinds(self) -> list[Phrase]:
        found: list[Phrase] = []
        for name, kind in self.rules.kinds.items():
            found += [(keys(word), "KIND", name) for word in dict.fromkeys((name, kind.fr)) if word]
        return found

    @staticmethod
    def _index(phrases: list[Phrase]) -> dict[str, list[Phrase]]:
        """By first word, the longest first; words of the game before those of the language."""
        table: dict[str, list[Phrase]] = {}
        for phrase in sorted(phrases, key=lambda p: (-len(p[0]), *(p[1] not in group for group in SURER))):
            table.setdefault(phrase[0][0], []).append(phrase)
        return table

    # cutting

    def cut(self, row: list[Atom], doctrine: bool = False) -> Tokens:
        table = self.doctrine if doctrine else self.orders
        out = Tokens([])
        i = 0
        asking = False  # inside a condition, where AND means something
        while i < len(row):
            used, made = self._next(row, i, table, out.found, doctrine)
            asking = self._asking(asking, made, row[i])
            out.found += [token for token in made if token.type != "_AND" or asking]
            i += used
        self._tell(out)
        return out

    @staticmethod
    def _asking(now: bool, made: list[Token], atom: Atom) -> bool:
        if any(token.type in ("IF", "WHEN") for token in made):
            return True
        ends = (
            atom.text == ":" or atom.key in ("then", "alors") or any(t.type in ("VERB", "CLAUSE", "POLICY", "_ELSE", "_WITH") for t in made)
        )
        return now and not ends

    def _next(
        self, row: list[Atom], i: int, table: dict[str, list[Phrase]], before: list[Token], doctrine: bool
    ) -> tuple[int, list[Token]]:
        if (made := self._number_forms(row, i, before)) is not None:
            return made
        if before and before[-1].type == "NEXT" and row[i].key in self.stages:
            return 1, [_token("STAGE", self.stages[row[i].key], row[i].column)]
        if row[i].key in TIRED and self._a_sort(row, i + 1, before):
            return 1, [_token("SORT", "fatigued", row[i].column)]
        if row[i].key == "at" and before and self._says_as(before[-1]):
            return 1, [_token("SORT", "at", row[i].column)]
        if (several := self._list(row, i) or self._one_more(row, i, before)) is not None:
            return several
        word = self._phrase(row, i, table, before)
        best = max(filter(None, (word, self.units.at(row, i), self.places.at(row, i))), key=lambda f: (f[0], -f[1]), default=None)
        if best is not None and self._plain(best, row, i) and (nobody := self._nobody(row, i)) is not None:
            return nobody
        if best is not None:
            return best[0], self._tokens(best, row, i, before)
        return self._unknown(row, i, before, doctrine)

    @staticmethod
    def _says_as(token: Token) -> bool:
        """`AS AT` is anti-tank, never a place."""
        return (token.type == "CLAUSE" and token.value.name == "AS") or (token.type == "POLICY" and POLICIES.get(token.value) == "as")

    def _tokens(self, best: tuple[int, int, Any], row: list[Atom], i: int, before: list[Token]) -> list[Token]:
        column = row[i].column
        if isinstance(best[2], Who):
            return [_token("NUMBER", row[i].key, column) if self._plain(best, row, i) else _token("UNITS", best[2], column)]
        if isinstance(best[2], tuple):
            name, value = best[2]
            return [] if name in SILENT else [_token(name, value, column)]
        return [_token("PLACE" if isinstance(best[2], Where) else "HEXSIDE", best[2], column)]

    @staticmethod
    def _plain(best: tuple[int, int, Any], row: list[Atom], i: int) -> bool:
        """One digit alone is a number, not the beginning of forty units."""
        return best[0] == 1 and row[i].number and len(row[i].text) < 2

    def _phrase(self, row: list[Atom], i: int, table: dict[str, list[Phrase]], before: list[Token]) -> Found:
        for words_, name, value in table.get(row[i].key, ()):
            end = i + len(words_)
            said = end <= len(row) and all(row[i + n].key == word for n, word in enumerate(words_))
            if said and self._fits(name, words_, row, end, before) and (name in ("_DASH", "_THEN") or row[i].key not in "-,.'"):
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
                return 2, [_token("TURN", int(after.text), column)]
        if before and before[-1].type == "OP" and row[i].number:
            return self._ratio(row, i)
        for length, number in self._points(row, i):
            return length, [_token("POINTS", number, column)]
        if before and before[-1].type in ("LINE", "KEEP") and row[i].number:
            letter = after.key if after and after.glued and after.word and len(after.key) == 1 else ""
            return (2 if letter else 1), [_token("NUMBER", row[i].text + letter, column)]
        return None

    @staticmethod
    def _points(row: list[Atom], i: int) -> list[tuple[int, int]]:
        for phrase in AIR:
            size = len(phrase)
            if tuple(a.key for a in row[i : i + size]) == phrase and i + size < len(row) and row[i + size].number:
                return [(size + 1, int(row[i + size].text))]
            if (
                row[i].number
                and tuple(a.key for a in row[i + 1 : i + 1 + size]) == phrase
                and not (i + size + 1 < len(row) and row[i + size + 1].number)
            ):
                return [(size + 1, int(row[i].text))]
        return []

    @staticmethod
    def _ratio(row: list[Atom], i: int) -> tuple[int, list[Token]]:
        """`3:1`, `3-1`, `3/1`, `2,5`, `2.5:1`."""
        text = "".join(atom.text for n, atom in enumerate(row[i : i + 5]) if n == 0 or row[i + 1].glued)
        found = re.match(r"(\d+)(?:[.,](\d+))?(?:\s*[:/-]\s*(\d+))?", text)
        assert found is not None
        used = 1 + 2 * bool(found[2]) + 2 * bool(found[3])
        value = found[1] + (f".{found[2]}" if found[2] else "")
        return used, [_token("ODDS" if found[3] else "NUMBER", f"{value}:{found[3]}" if found[3] else value, row[i].column)]

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
        return last + whole[0] - i, [_token("UNITS", f[2], row[i].column) for f in found if f is not None]

    def _one_more(self, row: list[Atom], i: int, before: list[Token]) -> tuple[int, list[Token]] | None:
        """`Heinke 1 and 2`: the name of the last unit with another number."""
        last = next((token.value for token in reversed(before) if token.type != "_AND"), None)
        if not row[i].number or not isinstance(last, Who) or not last.exact or row[i - 1].text not in (",", "&", "+", *AND_WORDS):
            return None
        name, _, number = last.text.rpartition(" ")
        again = [*atoms(name)[0], Atom(row[i].text, row[i].key, row[i].column, False)] if name and number.isdigit() else []
        found = self.units.at(again, 0) if again else None
        whole = found is not None and found[0] == len(again) and isinstance(found[2], Who) and found[2].exact
        after = self.units.at(row, i)
        return (1, [_token("UNITS", found[2], row[i].column)]) if whole and found and (after is None or after[0] < 2) else None

    def _unknown(self, row: list[Atom], i: int, before: list[Token], doctrine: bool) -> tuple[int, list[Token]]:
        """A slip of the pen, or a word nobody knows."""
        column = row[i].column
        slip = self.places.slip(row, i)
        if not doctrine and row[i].word and not any(t.type == "VERB" for t in before) and (verb := self._mended(row[i].key, i == 0)):
            return 1, [_token(verb[1], verb[2], column)]
        if slip is not None:
            return slip[0], [_token("PLACE" if isinstance(slip[2], Where) else "HEXSIDE", slip[2], column)]
        if (nobody := self._nobody(row, i)) is not None:
            return nobody
        if row[i].number:
            return 1, [_token("NUMBER", row[i].text, column)]
        if (mended := self._unit_slip(row, i)) is not None:
            return mended
        return 1, [_token("WORD", Slip(row[i].text, column), column)]

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
        return 1 + near[0], [_token("UNITS", Who((), text, row[i].column, near=near[2].ids), row[i].column)]

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
        return found[0], [_token("UNITS", changed(found[2], text=typed, told="slip"), row[i].column)]

    @staticmethod
    def _tell(out: Tokens) -> None:
        for token in out.found:
            told = getattr(token.value, "told", "")
            if told and told not in out.told and told != "slip":
                out.told.append(told)


def squeezed(word: str) -> str:
    """Doubled letters count once, and `ck` is `k`."""
    return re.sub(r"(.)\1", r"\1", word).replace("ck", "k")


def stages(rules: Ruleset) -> list[str]:
    return list(dict.fromkeys(verb.stage for verb in rules.verbs.values() if verb.stage))


def changed(who: Who, **changes: Any) -> Who:
    return Who(**{**who.__dict__, **changes})


AIR = tuple(sorted((keys(phrase) for phrase, name in language_words() if name == "AIR"), key=len, reverse=True))


def _token(name: str, value: Any, column: int) -> Token:
    token = Token(name, "", column=column)
    token.value = value
    return token


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
    facts = dict.fromkeys(["odds", "weather", "turn", "air", *(fact for k in rules.kinds.values() for fact in (*k.facts, *k.of_places))])
    return {fact: (*both(rules.slug, f"test.{fact}"), fact.replace("_", " ")) for fact in facts}


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
    mark = (id(rules), msgspec.json.encode([names, lexicon.formations, lexicon.ids, lexicon.off, len(lexicon.places)]))
    if mark not in _known:
        if len(_known) > 32:
            _known.clear()
        _known[mark] = Vocabulary(rules, lexicon)
    return _known[mark]
