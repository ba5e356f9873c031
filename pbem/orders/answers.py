"""The answer to a decision: read against the shape of its options, and printed so that it reads back."""

from __future__ import annotations

import re
from typing import Any

from pbem.engine.choice import Allot, Choice, OneOf, Share, Some, Way, Why
from pbem.engine.doctrine import figures
from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Rule
from pbem.orders.doctrine import read_doctrine
from pbem.orders.lexer import Vocabulary, vocabulary
from pbem.orders.mentions import Where, Who
from pbem.orders.model import ReadLine
from pbem.orders.phrases import both
from pbem.orders.printing import Printer
from pbem.orders.text import atoms, fold, name_key
from pbem.words import Words, words

YES = {"yes", "y", "oui", "o", "true", "always", "toujours", "vrai"}
NO = {"no", "n", "non", "false", "never", "jamais", "faux", "none", "aucun", "nobody", "personne", "nothing", "rien"}
NOBODY = {"nobody", "personne", "none", "aucun", "nothing", "rien", "no", "non", "never", "jamais", "-"}
PAIR = ">"  # of an option that is two names: who fires, and at whom
ALL = {"all", "tous", "tout", "toutes", "everything", "everybody"}


def read_answer(rules: Ruleset, lexicon: Lexicon, choice: Choice, text: str, language: str) -> tuple[Any, str | None]:
    """The value, or why it cannot be taken; a value given back without a reason always fits."""
    say = words(language, rules.slug)
    known = vocabulary(rules, lexicon)
    value = Answer(known, choice, say).value(text)
    if value is None:
        return None, say("why.unread", text=text.strip())
    why = choice.options.why_not(value)
    return (value, None) if why is None else (None, because(rules, choice, why, language))


def split_answer(rules: Ruleset, lexicon: Lexicon, text: str, language: str) -> tuple[str, list[Rule], list[ReadLine]]:
    """`Panther 2; FIRE KILL`: the answer, the doctrine given with it, and lines that were meant so and cannot be read."""
    pieces = text.split(";")
    known = vocabulary(rules, lexicon)
    first = next((n for n, piece in enumerate(pieces) if n and of_doctrine(known, piece)), len(pieces))
    reading = read_doctrine(rules, lexicon, "\n".join(piece.strip() for piece in pieces[first:]), language)
    return ";".join(pieces[:first]).strip(), reading.rules, [line for line in reading.lines if line.status != "ok"]


def of_doctrine(known: Vocabulary, text: str) -> bool:
    tokens = known.cut(atoms(text)[0], True).found
    return bool(tokens) and tokens[0].type == "KIND"


def because(rules: Ruleset, choice: Choice, why: Why, language: str) -> str:
    say = words(language, rules.slug)
    facts = {k: _shown(rules, choice, v, language) for k, v in why.facts.items()}
    return say(f"why.{why.key}", **facts)


def _shown(rules: Ruleset, choice: Choice, value: Any, language: str) -> Any:
    if isinstance(value, list):
        return [print_option(v, words(language, rules.slug), choice.kind) for v in value] or ["-"]
    return print_option(value, words(language, rules.slug), choice.kind)


class Answer:
    """Reads one answer: words of the shape, then names of units and places."""

    def __init__(self, known: Vocabulary, choice: Choice, say: Words) -> None:
        self.known, self.choice, self.options, self.say = known, choice, choice.options, say

    def value(self, text: str) -> Any:
        plain = " ".join(a.key for a in atoms(text)[0] if a.text not in ".!")
        if not plain:
            return None
        if isinstance(self.options, OneOf):
            return self._one(plain, text)
        if isinstance(self.options, Some):
            return [] if plain in NOBODY else list(self.options.of) if plain in ALL else self._names(text, list(self.options.of))
        if isinstance(self.options, Way):
            return self._way(text)
        if isinstance(self.options, Share):
            return {} if plain in NOBODY else self._share(text)
        return self._shares(text)

    def _one(self, plain: str, text: str) -> Any:
        options = self.options.of  # type: ignore[union-attr]
        if True in options and plain in YES:
            return True
        if False in options and plain in NO:
            return False
        said = name_key(text.strip().rstrip(".!"))
        for option in (one for one in options if isinstance(one, str)):
            if said in {name_key(option), *(name_key(name) for name in self._called(option))}:
                return option
        if plain in NOBODY:
            return next((o for o in options if isinstance(o, str) and fold(o) in NOBODY), None)
        among = [o for o in options if isinstance(o, str)]
        if (pairs := [o for o in among if PAIR in o]) and (best := self._pair(text, pairs)):
            return best
        names = self._names(text, among)
        return names[0] if names and len(names) == 1 else None

    def _called(self, option: str) -> tuple[str, ...]:
        """All its names in every language: what is asked may have words of its own (CEASE, CLEAR)."""
        own = (*both(self.known.rules.slug, f"policy.{self.choice.kind}.{option}"), *both(self.known.rules.slug, f"policy.{option}"))
        return (*own, print_option(option, self.say))

    def _pair(self, text: str, pairs: list[str]) -> str | None:
        """`Rifle 1 > Panther 2`, or one of the two: of several such the best shot, and the receipt says which."""
        said = [set(self._mentioned(part)) for part in re.split(r"->|[→>]", text)]
        parts = {option: set(option.split(PAIR)) for option in pairs}
        named = [names for group in said for names in group]
        fits = [option for option in pairs if named and all(parts[option] & set(names) for names in named)]
        if len(said) == 2 and all(said):
            first, second = ({name for names in group for name in names} for group in said)
            fits = [option for option in fits if option.split(PAIR)[0] in first and option.split(PAIR)[-1] in second]
        return min(fits, key=lambda option: (figures(self.choice.about.get(option, {}), "order"), option)) if fits else None

    def _mentioned(self, text: str) -> list[tuple[str, ...]]:
        """The units named, each with all it may be."""
        return [token.value.ids for token in self._tokens(text) if isinstance(token.value, Who)]

    def _tokens(self, text: str) -> list[Any]:
        return self.known.cut(atoms(text)[0]).found

    def _names(self, text: str, among: list[str]) -> list[str] | None:
        """The names he gives; an unclear one is taken for that which is among the options."""
        found: list[str] = []
        for token in self._tokens(text):
            name = self._name(token.value, among)
            if name is not None:
                found.append(name)
            elif token.type not in ("_AND", "_DASH", "_WITH", "_TO", "_AT", "_VIA"):
                return None
        return found or None

    def _name(self, value: Any, among: list[str]) -> str | None:
        if isinstance(value, Who):
            here = [id for id in value.ids if id in among]
            return here[0] if len(here) == 1 else value.ids[0] if len(value.ids) == 1 else None
        if isinstance(value, Where) and not value.bad:
            hexes = [hex for group in value.groups for hex in group]
            here = [hex for hex in hexes if hex in among]
            return here[0] if len(here) == 1 else hexes[0] if len(hexes) == 1 else None
        text = getattr(value, "text", value)
        return next((name for name in among if isinstance(text, str) and fold(name) == fold(text)), None) or self._sort(text, among)

    def _sort(self, kind: Any, among: list[str]) -> str | None:
        """A kind of unit, under any of its names: `infantry` is `inf`."""
        same = {fold(phrase) for phrase, known in self.known.sorts if known == kind}
        return next((name for name in among if fold(name) in same), None)

    def _way(self, text: str) -> list[str] | None:
        assert isinstance(self.options, Way)
        path = self._names(text, sorted({hex for group in self.options.nexts.values() for hex in group}))
        if path and path[0] == self.options.start and len(path) == self.options.length + 1:
            path = path[1:]
        if path and len(path) == 1 and self.options.length > 1:
            ways = [way for way in self.options.some() if way[-1] == path[0]]
            return ways[0] if len(ways) == 1 else path
        return path

    def _shares(self, text: str) -> dict[str, int] | None:
        """`2 Gren 2, 3 Irish 1`, or names in the order in which they pay."""
        assert isinstance(self.options, Allot)
        pieces = [self._piece(piece) for piece in re.split(r"[,;&+]|\band\b|\bet\b", text) if piece.strip()]
        said = [piece for piece in pieces if piece is not None]
        if len(said) < len(pieces) or not said:
            return None
        names = [name for name, _ in said]
        shares = {name: sum(n or 1 for other, n in said if other == name) for name in names}
        plain = not any(n for _, n in said) and len(set(names)) == len(names) and all(name in self.options.caps for name in names)
        return self.options.in_order(names) if plain and sum(shares.values()) != self.options.due else shares

    def _piece(self, text: str) -> tuple[str, int] | None:
        """A name, and how much it takes if he says so; `Heinke 1` is a name."""
        assert isinstance(self.options, Allot)
        among = list(self.options.caps)
        whole = self._names(text, among)
        if whole and len(whole) == 1:
            return whole[0], 0
        if found := re.fullmatch(r"(.+?)[\s:=]+(\d+)\W*", text.strip()):
            name = self._names(found[1], among)
            return (name[0], int(found[2])) if name and len(name) == 1 else None
        return None

    def _share(self, text: str) -> dict[str, Any] | None:
        """`153 Fd, 55 Fd A1108, AIR 3 A1108`, or the place first, `A1108 with AIR 3`; without a place it must be the only one."""
        row = [token for token in self._tokens(text) if token.type not in ("_AND", "_WITH", "_TO", "_AT", "_DASH")]
        if row and isinstance(row[0].value, Where):
            row = behind_their_places(row)
        guns: dict[str, str] = {}
        points: dict[str, int] = {}
        waiting: list[tuple[str, int]] = []
        for token in row:
            if isinstance(token.value, Where):
                place = self._name(token.value, self._targets())
                if place is None or not waiting:
                    return None
                self._enter(guns, points, waiting, place)
                waiting = []
            elif (item := self._item(token)) is not None:
                waiting.append(item)
            else:
                return None
        return self._plan(guns, points, waiting)

    def _item(self, token: Any) -> tuple[str, int] | None:
        """A gun, or so many points."""
        assert isinstance(self.options, Share)
        if token.type == "POINTS":
            return "", int(token.value)
        name = self._name(token.value, list(self.options.guns)) if isinstance(token.value, Who) else None
        return (name, 0) if name is not None else None

    def _plan(self, guns: dict[str, str], points: dict[str, int], waiting: list[tuple[str, int]]) -> dict[str, Any] | None:
        targets = self._targets()
        if waiting and len(targets) == 1:
            self._enter(guns, points, waiting, targets[0])
        elif not self._alone(guns, waiting):
            return None
        plan = {"guns": guns, "points": points}
        return {key: value for key, value in plan.items() if value} or None

    def _targets(self) -> list[str]:
        assert isinstance(self.options, Share)
        return list(dict.fromkeys([*self.options.places, *(p for places in self.options.guns.values() for p in places)]))

    def _alone(self, guns: dict[str, str], waiting: list[tuple[str, int]]) -> bool:
        """Guns that reach a single place need none named."""
        assert isinstance(self.options, Share)
        for name, points in waiting:
            places = self.options.guns.get(name, [])
            if points or len(places) != 1:
                return False
            guns[name] = places[0]
        return True

    @staticmethod
    def _enter(guns: dict[str, str], points: dict[str, int], waiting: list[tuple[str, int]], place: str) -> None:
        for name, air in waiting:
            if name:
                guns[name] = place
            else:
                points[place] = points.get(place, 0) + air


def behind_their_places(row: list[Any]) -> list[Any]:
    """`A1108 air 3 A1208 air 1` the other way round."""
    found: list[Any] = []
    place = None
    for token in row:
        if isinstance(token.value, Where):
            found += [place] if place is not None else []
            place = token
        else:
            found.append(token)
    return [*found, place]


def print_option(value: Any, say: Words, kind: str = "") -> str:
    if isinstance(value, bool):
        return say("order.yes" if value else "order.no")
    text = str(value)
    if key := next((key for key in (f"policy.{kind}.{text}", f"policy.{text}", f"order.{text}") if say.has(key)), ""):
        return say(key).split("|")[0]
    if PAIR in text:
        return f" {PAIR} ".join(text.split(PAIR))
    kinds = [names.split("|") for key, names in say.messages.items() if key.startswith("sort.")]
    return next((names[0].upper() for names in kinds if text in names), text)


def print_answer(rules: Ruleset, choice: Choice, value: Any, language: str) -> str:
    say = words(language, rules.slug)
    options = choice.options
    if isinstance(options, OneOf):
        return print_option(value, say, choice.kind)
    if isinstance(options, Some):
        return ", ".join(value) or say("order.none")
    if isinstance(options, Allot):
        return ", ".join(f"{name} {n}" for name, n in value.items()) or say("order.none")
    if isinstance(options, Way):
        return " - ".join(value)
    return _plan(value, Printer(rules, language))


def _plan(value: dict[str, Any], printer: Printer) -> str:
    guns, points = value.get("guns", {}), value.get("points", {})
    places = list(dict.fromkeys([*guns.values(), *points]))
    pieces = []
    for place in places:
        names = [gun for gun, at in guns.items() if at == place]
        names += [f"{printer.word('air')} {points[place]}"] if place in points else []
        pieces.append(f"{', '.join(names)} {printer.word('at')} {place}")
    return ", ".join(pieces) or printer.word("none")
