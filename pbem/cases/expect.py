"""EXPECT: every form of line, what it looks at, and what there was instead.

A line looks either at the position, and then it proves something only if it did not hold before, or at what happened.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from pbem.cases import happened
from pbem.cases.happened import story
from pbem.cases.model import Row, term
from pbem.cases.play import Played, Ready, fault, kind_of, side_of
from pbem.cases.rulelist import rule_list
from pbem.cases.wording import TAKEN_AS_WRITTEN, list_of, plain
from pbem.errors import PbemError

LineCheck = Callable[[Played, str, str, str], str]
CITED = re.compile(r"\s*\[([^\]]*)\]")
KNOWN = (  # behind what the game has of its own
    "UNIT at PLACE, UNIT off map, UNIT eliminated, UNIT unchanged, UNIT place unchanged, a track and its value; a fact of a roll, "
    "modifier -2, no modifier -2, each with `in PURPOSE`; line 1 ok, refused under ITEM, ambiguous, unreadable, suggests ORDER, "
    "says WORDS; asked SIDE QUESTION, no roll PURPOSE, event WORDS"
)
FACTS = ("odds", "column", "result", "points")  # of a roll; a game may have further ones


@dataclass(frozen=True)
class Expectation:
    row: Row
    cites: tuple[str, ...]
    got: Callable[[Played], str]  # empty if it holds, else what there was instead
    before: Callable[[Any], bool] | None = None  # of the position: whether it held already
    line: tuple[str, str] | None = None  # the order line it speaks of: side, number

    @property
    def text(self) -> str:
        return self.row.text


def expectations(ready: Ready) -> list[Expectation]:
    return [expectation(ready, row) for row in ready.case.expect]


def expectation(ready: Ready, row: Row) -> Expectation:
    cites = tuple(item.strip() for found in CITED.findall(row.text) for item in found.split(",") if item.strip())
    further = term(ready.position, "REWRITES", ())
    text = plain(" ".join(CITED.sub(" ", row.text).split()), further, lambda word: bool(places_named(ready, word)))
    try:
        return _read(ready, row, cites, text)
    except PbemError:
        if several := _of_several(ready, row, cites, text):
            return several
        raise


def _read(ready: Ready, row: Row, cites: tuple[str, ...], text: str) -> Expectation:
    if own := _own_look(ready, row, text):
        return _look(row, cites, own)
    facts = "|".join((*FACTS, *term(ready.position, "FACTS", ())))
    if found := re.fullmatch(rf"({facts}) (\S+){IN}", text, re.IGNORECASE):
        return _fact(ready, row, cites, *(part or "" for part in found.groups()))
    for pattern, make in FORMS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return make(ready, row, cites, *(part or "" for part in found.groups()))
    return _of_position(ready, row, cites, text)


def _own_look(ready: Ready, row: Row, text: str) -> Look | None:
    """What only this game has: markers, hands."""
    if TAKEN_AS_WRITTEN.match(text) or not hasattr(ready.position, "look"):
        return None
    try:
        own = ready.position.look(ready.state(), text)
    except PbemError as e:
        raise fault(ready.case, row, e.message, e.remedy) from None
    return Look(own[0], own[1], negative=own[2]) if own else None


def _of_several(ready: Ready, row: Row, cites: tuple[str, ...], text: str) -> Expectation | None:
    """`G1, G2 and G3 eliminated`: every one of them."""
    *units, last = list_of(text)
    words = last.split()
    heads = [n for n in range(len(words) - 1, 0, -1) if _is_unit(ready, " ".join(words[:n]))]
    if not units or not heads or not all(_is_unit(ready, unit) for unit in units):
        return None
    predicate = " ".join(words[heads[0] :])
    each = [_read(ready, row, cites, f"{unit} {predicate}") for unit in [*units, " ".join(words[: heads[0]])]]
    before = (lambda s: all(one.before is not None and one.before(s) for one in each)) if all(one.before for one in each) else None
    return Expectation(row, cites, lambda p: "; ".join(got for one in each if (got := one.got(p))), before)


# the position


@dataclass(frozen=True)
class Look:
    """One thing of a position: how to read it, and what is wanted. `unit` is whose it is."""

    read: Callable[[Any], str]
    wanted: str
    unit: str = ""
    negative: bool = False

    def holds(self, state: Any) -> bool:
        return (self.read(state).casefold() == self.wanted.casefold()) != self.negative


def _look(row: Row, cites: tuple[str, ...], look: Look) -> Expectation:
    def got(played: Played) -> str:
        if look.holds(played.after):
            return ""
        return look.read(played.after) + (story(played, look.unit) if look.unit else "")

    return Expectation(row, cites, got, look.holds)


def unit_named(ready: Ready, words: str) -> str:
    """The id of a unit of the position before the step; raises PbemError if there is none."""
    return ready.position.unit_of(ready.state(), words).id


def _unit(ready: Ready, row: Row, words: str) -> str:
    try:
        return unit_named(ready, words)
    except PbemError as e:
        raise fault(ready.case, row, e.message, e.remedy) from None


def _at(ready: Ready, row: Row, cites: tuple[str, ...], words: str, negative: str, place: str) -> Expectation:
    unit, hexes = _unit(ready, row, words), places_named(ready, place)
    if not hexes:
        raise fault(ready.case, row, f"{place} is not on the map of {ready.case.scenario}")

    def read(state: Any) -> str:
        at = str(ready.position.describe(state, unit)["at"])
        return hexes[0] if at in hexes else f"at {at}" if at else "off the map"

    return _look(row, cites, Look(read, hexes[0], unit, bool(negative)))


def places_named(ready: Ready, words: str) -> list[str]:
    """A space by its id, or the spaces of a named place."""
    found = ready.rules.board(ready.case.scenario).find(words.strip().upper()) or ready.rules.board(ready.case.scenario).find(words.strip())
    if found is not None:
        return [found]
    state = ready.state()
    named = [place for side in ready.rules.sides for place in ready.rules.lexicon(state, side).places]
    return next((p.hexes for p in named if words.strip().casefold() in (p.name.casefold(), *(n.casefold() for n in p.names))), [])


def _off(ready: Ready, row: Row, cites: tuple[str, ...], words: str, negative: str) -> Expectation:
    unit = _unit(ready, row, words)

    def read(state: Any) -> str:
        return f"at {at}" if (at := ready.position.describe(state, unit)["at"]) else "off"

    return _look(row, cites, Look(read, "off", unit, bool(negative)))


def _has(ready: Ready, row: Row, cites: tuple[str, ...], words: str, number: str, what: str) -> Expectation:
    unit = _unit(ready, row, words)
    known = ready.position.describe(ready.state(), unit)
    key = next((k for k in (what.casefold(), f"{what.casefold()}s") if k in known and k not in ("at", "status")), "")
    if not key:
        raise fault(ready.case, row, f"a unit has {', '.join(k for k in known if k not in ('at', 'status'))}")

    def read(state: Any) -> str:
        n = str(ready.position.describe(state, unit)[key])
        return f"{n} {key.removesuffix('s') if n == '1' else key}"

    return _look(row, cites, Look(read, f"{number} {key.removesuffix('s') if number == '1' else key}", unit))


def _unchanged(ready: Ready, row: Row, cites: tuple[str, ...], words: str, place: str) -> Expectation:
    read = _whole(ready, row, words, place)
    before = read(ready.state())
    return Expectation(row, cites, lambda p: "" if (now := read(p.after)) == before else f"{now}, before: {before}")


def _whole(ready: Ready, row: Row, words: str, place: str) -> Callable[[Any], str]:
    """All that is said of a unit, or its place alone, or a track."""
    try:
        unit = unit_named(ready, words)
    except PbemError:
        if not place and _is_track(ready, words):
            return lambda s: ready.position.track(s, words)
        raise fault(ready.case, row, f'no unit and no track "{words}"') from None
    if place:
        return lambda s: str(ready.position.describe(s, unit)["at"]) or "off the map"
    return lambda s: described(ready.position.describe(s, unit))


def described(about: dict[str, Any]) -> str:
    """`at A0507, 1 step, fatigued`."""
    numbers = [f"{v} {k}" for k, v in about.items() if k not in ("at", "status")]
    return ", ".join([f"at {about['at']}" if about["at"] else "off the map", *numbers, *about["status"]])


def _is_track(ready: Ready, words: str) -> bool:
    try:
        ready.position.track(ready.state(), words)
    except PbemError:
        return False
    return True


def _of_position(ready: Ready, row: Row, cites: tuple[str, ...], text: str) -> Expectation:
    """`G1 fatigued`, `G1 not fatigued`, or a track and its value."""
    for state in [*ready.position.STATES, "eliminated"]:
        if found := re.fullmatch(rf"(.+?)( not)? {re.escape(state)}", text, re.IGNORECASE):
            return _status(ready, row, cites, found[1], state, bool(found[2]))
    if opposite := _opposite(ready, row, cites, text):
        return opposite
    words, _, value = text.rpartition(" ")
    negative = words.casefold().endswith(" not")
    words = words[: -len(" not")] if negative else words
    if not words or not _is_track(ready, words):
        known = "; ".join(filter(None, (term(ready.position, "EXPECTS", ""), KNOWN)))
        raise fault(ready.case, row, f"EXPECT knows {known}; states of a unit are {', '.join(ready.position.STATES)}")
    return _look(row, cites, Look(lambda s: ready.position.track(s, words), value, negative=negative))


def _opposite(ready: Ready, row: Row, cites: tuple[str, ...], text: str) -> Expectation | None:
    """`G1 supplied` is `G1 not unsupplied`."""
    for word, state in getattr(ready.position, "OPPOSITES", {}).items():
        if found := re.fullmatch(rf"(.+?)( not)? {re.escape(word)}", text, re.IGNORECASE):
            return _status(ready, row, cites, found[1], state, not found[2])
    return None


def _status(ready: Ready, row: Row, cites: tuple[str, ...], words: str, state: str, negative: bool) -> Expectation:
    unit = _unit(ready, row, words)

    def read(s: Any) -> str:
        about = ready.position.describe(s, unit)
        return state if state in about["status"] else described(about)

    return _look(row, cites, Look(read, state, unit, negative))


# what happened


def _line(ready: Ready, row: Row, cites: tuple[str, ...], side: str, n: str, what: str) -> Expectation:
    if not ready.case.orders:
        raise fault(ready.case, row, "there are no ORDERS")
    own = side_of(ready.case, ready.rules, row, side) if side else side_of(ready.case, ready.rules, ready.case.orders[0].side)
    for pattern, check in LINE_FORMS:
        if found := re.fullmatch(pattern, what, re.IGNORECASE):
            words = (found[1] or "") if found.groups() else ""
            words = words or (cites[0] if check is happened.line_refused and cites else "")
            under = (words,) if words and check is happened.line_refused and _is_item(ready, words) else ()
            return Expectation(row, (*cites, *under), partial(_check, check, own, n, words), line=(own, n))
    raise fault(ready.case, row, "of a line: ok, refused under ITEM, ambiguous, unreadable, suggests ORDER, says WORDS")


def _is_item(ready: Ready, words: str) -> bool:
    """`6.0` alone is none where the list has 6.0a to 6.0e: it proves none of them."""
    try:
        return rule_list(ready.rules.slug).get(words) is not None
    except PbemError:
        return True


def _is_on_the_list(ready: Ready, words: str) -> bool:
    """An item, or a number that covers some."""
    try:
        return bool(rule_list(ready.rules.slug).find(words))
    except PbemError:
        return True


def _check(check: LineCheck, side: str, n: str, words: str, played: Played) -> str:
    return check(played, side, n, words)


def _fact(ready: Ready, row: Row, cites: tuple[str, ...], what: str, value: str, purpose: str) -> Expectation:
    return Expectation(row, cites, lambda p: happened.fact(p, what.casefold(), value, purpose))


def _modifier(ready: Ready, row: Row, cites: tuple[str, ...], amount: str, purpose: str) -> Expectation:
    """Under the items cited, if they are on the checklist; `[EX-18]` says only where the line is from."""
    items = tuple(item for item in cites if _is_on_the_list(ready, item))
    return Expectation(row, cites, lambda p: happened.modifier(p, amount, items, purpose))


def _no_modifier(ready: Ready, row: Row, cites: tuple[str, ...], amount: str, purpose: str) -> Expectation:
    if not amount and not cites:
        raise fault(ready.case, row, "no modifier of which amount, or under which item? no modifier +2 [12.2] in maneuver A1108")
    return Expectation(row, (), lambda p: happened.no_modifier(p, amount, cites, purpose))


def _sum(ready: Ready, row: Row, cites: tuple[str, ...], amount: str, purpose: str) -> Expectation:
    return Expectation(row, cites, lambda p: happened.total(p, int(amount), purpose))


def _shift(ready: Ready, row: Row, cites: tuple[str, ...], number: str, way: str, purpose: str) -> Expectation:
    wanted = -int(number) if way.casefold() == "left" else int(number)
    return Expectation(row, cites, lambda p: happened.shift(p, wanted, purpose))


def _rolled(ready: Ready, row: Row, cites: tuple[str, ...], purpose: str) -> Expectation:
    return Expectation(row, cites, lambda p: happened.rolled(p, purpose))


def _no_roll(ready: Ready, row: Row, cites: tuple[str, ...], purpose: str) -> Expectation:
    return Expectation(row, cites, lambda p: happened.no_roll(p, purpose))


def _asked(
    ready: Ready, row: Row, cites: tuple[str, ...], negative: str, side: str, kind: str, subject: str, shut: str, value: str
) -> Expectation:
    who, what = side_of(ready.case, ready.rules, row, side), kind_of(ready.case, ready.rules, row, kind)
    if negative and value:
        raise fault(ready.case, row, "a question that is not asked allows nothing")
    if shut:
        _known_words(ready, row, value)
    question = happened.Question(who, what, subject, value, bool(shut))
    return Expectation(row, cites, lambda p: happened.not_asked(p, question) if negative else happened.asked(p, question))


def _known_words(ready: Ready, row: Row, value: str) -> None:
    """A slip of the pen must not pass for something that is not allowed: units and places named have to exist."""
    plain_words = "|".join((r"\d+", *term(ready.position, "ANSWERS", ())))
    for part in re.split(r"\s*(?:,|->|>|\s-\s|\swith\s|\savec\s|\sat\s)\s*", value):
        name, _, last = part.rpartition(" ")
        name = name if last.isdigit() or places_named(ready, last) else ""
        if re.fullmatch(plain_words, part, re.IGNORECASE):
            continue
        if not any(words and (_is_unit(ready, words) or places_named(ready, words)) for words in (part, name)):
            raise fault(ready.case, row, f'no unit and no place "{part}"')


def _is_unit(ready: Ready, words: str) -> bool:
    try:
        return bool(unit_named(ready, words))
    except PbemError:
        return False


def _event(ready: Ready, row: Row, cites: tuple[str, ...], negative: str, words: str) -> Expectation:
    return Expectation(row, cites, lambda p: happened.no_event(p, words) if negative else happened.event(p, words))


IN = r"(?: in (.+))?"
AMOUNT = r"([+-]?\d+|[x*/]\d[\d./]*|half|halved|doubled)"
FORMS: tuple[tuple[str, Callable[..., Expectation]], ...] = (
    (rf"modifier {AMOUNT}{IN}", _modifier),
    (rf"no modifier(?: {AMOUNT})?{IN}", _no_modifier),
    (rf"sum ([+-]?\d+){IN}", _sum),
    (rf"shift ([+-]?\d)(?: (left|right))?{IN}", _shift),
    (r"no roll (.+)", _no_roll),
    (r"rolled (.+)", _rolled),
    (r"(no )?event (.+)", _event),
    (r"(not )?asked (\S+) (\S+)(?: at (.+?))?(?: (not )?allowing (.+))?", _asked),
    (r"(?:(\S+) )?line (\d+[a-z]?) (.+)", _line),
    (r"(.+?)( place)? unchanged", _unchanged),
    (r"(.+?)( not)? off map", _off),
    (r"(.+) has ([\d.]+) (\w+)", _has),
    (r"(.+?)( not)? at (\S+)", _at),
)
LINE_FORMS: tuple[tuple[str, LineCheck], ...] = (
    (r"(?:ok|accepted|legal|played|carried out)", happened.line_ok),
    (r"(?:refused|illegal|rejected)(?: (?:under|by|rule|under rule) (\S+))?", happened.line_refused),
    (r"(ambiguous|unreadable)", happened.line_unread),
    (r"suggests (.+)", happened.line_suggests),
    (r"says (.+)", happened.line_says),
    (r"lapsed", happened.line_lapsed),
)
