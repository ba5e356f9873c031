"""What happened in a case: rolls, modifiers, questions, verdicts, events. Each look answers "" or what there was instead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbem import orders
from pbem.cases import play
from pbem.cases.eventwords import says
from pbem.cases.model import term
from pbem.cases.play import LANGUAGE, Played, lexicon_of, line_key
from pbem.cases.rulelist import covers
from pbem.cases.wording import verb_rule
from pbem.engine.choice import Choice
from pbem.engine.dice import same_purpose
from pbem.engine.events import Event, Roll
from pbem.engine.verbs import Line, Path, Refusal
from pbem.errors import PbemError
from pbem.orders.model import ReadLine
from pbem.words import words

# rolls and their events: an event tells the label of its die; without one its kind and place are its purpose


def facts(event: Event) -> dict[str, Any]:
    return event.seen["*"]


def purposes(played: Played, event: Event) -> list[str]:
    """What its dice were rolled for; its kind with its place; with what else tells it from others in this game: who fires."""
    told = facts(event)
    labels = [told.get("label"), *(told.get("labels") or [])]
    named = [roll.purpose for roll in played.rolls if roll.label in labels]
    place = told.get("hex") or told.get("at") or told.get("place") or told.get("side") or ""
    subjects = [str(told[name]) for name in term(played.ready.position, "SUBJECTS", ()) if told.get(name)]
    return [*named, *(f"{event.kind} {words}".strip() for words in dict.fromkeys((str(place), *subjects, " ".join(subjects))))]


def of_purpose(played: Played, purpose: str) -> list[Event]:
    """Those whose purpose begins so; if there are none, those in which all its words stand."""
    named = [(event, purposes(played, event)) for event in played.events]
    known = play.purposes_of(played.ready)
    exact = [event for event, own in named if not purpose or any(known.begins(purpose, p) for p in own)]
    return exact or [event for event, own in named if any(known.loosely(purpose, p) for p in own)]


def rows(event: Event) -> Iterator[dict[str, Any]]:
    """The modifiers of an event: the rows of every tally in it."""
    for value in facts(event).values():
        if isinstance(value, list):
            yield from (row for row in value if isinstance(row, dict) and "rule" in row and ("amount" in row or "factor" in row))


def modifiers(played: Played, purpose: str) -> list[dict[str, Any]]:
    """Without the row a tally begins with: the column of the odds is no modifier."""
    return [row for event in of_purpose(played, purpose) for row in rows(event) if "odds" not in row]


def amount(row: dict[str, Any]) -> str:
    return f"x{row['factor']}" if "factor" in row else f"{row['amount']:+d}" if row["amount"] else "0"


def cites(row: dict[str, Any], items: tuple[str, ...], also: dict[str, tuple[str, ...]] | None = None) -> bool:
    """A row cites its own item; a rule without letters covers its items. `also`: further items that speak of the same modifier."""
    rule = str(row["rule"])
    own = [rule, *(also or {}).get(rule, ())]
    return any(within(one, item) or within(item, one) for item in items for one in own)


def modifier(played: Played, wanted: str, items: tuple[str, ...], purpose: str) -> str:
    found = modifiers(played, purpose)
    also: dict[str, tuple[str, ...]] = term(played.ready.position, "MODIFIER_ALSO", {})
    mine = [row for row in found if not items or cites(row, items, also)]
    if any(is_amount(played, row, wanted) for row in mine):
        return ""
    return told_rows(mine or found) or f"no modifier{_rolled(played, purpose)}"


def is_amount(played: Played, row: dict[str, Any], wanted: str) -> bool:
    """`x2` is also a row of the game that says how much a doubling adds."""
    if re.fullmatch(r"[+-]?\d+", wanted):
        return "factor" not in row and int(row["amount"]) == int(wanted)
    factors: dict[str, str] = term(played.ready.position, "FACTORS", {})
    return amount(row) == wanted or factors.get(wanted.casefold()) == row.get("reason")


def no_modifier(played: Played, wanted: str, items: tuple[str, ...], purpose: str) -> str:
    """Of this item, or of this amount, or both; a row with the reason for nothing is none, nor, without an item, a shift of columns."""
    if not of_purpose(played, purpose):
        return f"nothing{_rolled(played, purpose)}"
    of_the_die = [row for tally in _tallies(played, purpose, column=False) for row in tally if "amount" in row or "factor" in row]
    found = [row for row in modifiers(played, purpose) if cites(row, items)] if items else of_the_die
    return told_rows([row for row in found if (is_amount(played, row, wanted) if wanted else amount(row) != "0")])


def total(played: Played, wanted: int, purpose: str) -> str:
    """All modifiers of a roll together, without the column."""
    sums = [sum(int(row["amount"]) for row in event_rows if "amount" in row) for event_rows in _tallies(played, purpose, column=False)]
    if wanted in sums:
        return ""
    return ", ".join(f"{n:+d}" for n in sums) or f"no modifiers{_rolled(played, purpose)}"


def shift(played: Played, wanted: int, purpose: str) -> str:
    """Columns to the right of that of the odds."""
    sums = [sum(int(row["amount"]) for row in event_rows if "odds" not in row) for event_rows in _tallies(played, purpose, column=True)]
    if wanted in sums:
        return ""
    told = [f"{abs(n)} {'left' if n < 0 else 'right'}" if n else "no shift" for n in sums]
    return ", ".join(told) or f"no column{_rolled(played, purpose)}"


def _tallies(played: Played, purpose: str, column: bool) -> list[list[dict[str, Any]]]:
    """Of each roll in question the rows of its column, or all its others."""
    found = []
    for event in of_purpose(played, purpose):
        told = facts(event)
        names = [name for name, value in told.items() if isinstance(value, list) and (name == "column") == column]
        rows_of = [row for name in names for row in told[name] if isinstance(row, dict) and "rule" in row]
        if rows_of or (not column and "die" in told):
            found.append(rows_of)
    return found


def told_rows(found: list[dict[str, Any]]) -> str:
    return ", ".join(f'{amount(row)}: "{row.get("reason", "")}" [{row["rule"]}]' for row in found)


NO_RESULT = ("-", "–", "none")  # as tables print it


def fact(played: Played, what: str, wanted: str, purpose: str) -> str:
    """`odds 2:1`, `column 7-12`, `result D2F1`, `points 12` of a roll."""
    others: dict[str, str] = term(played.ready.position, "FACT_NAMES", {})
    what = others.get(what, what)
    found = [text for event in of_purpose(played, purpose) for text in texts(event, what)]
    if wanted.casefold() in (text.casefold() for text in found) or (wanted in NO_RESULT and "0" in found):
        return ""
    return ", ".join(dict.fromkeys(found)) or f"no {what}{_rolled(played, purpose)}"


def texts(event: Event, what: str) -> Iterator[str]:
    told = facts(event)
    for name, value in told.items():
        if name in (what, f"{what}_name") and isinstance(value, str | int):
            yield str(value)
    yield from (str(row[what]) for row in rows(event) if what in row)


def _rolled(played: Played, purpose: str) -> str:
    if not purpose or any(same_purpose(purpose, roll.purpose) for roll in played.rolls):
        return ""
    return f'; no "{purpose}" among the rolls: {", ".join(r.purpose for r in played.rolls) or "none"}'


def rolled_for(played: Played, purpose: str) -> list[Roll]:
    """As the dice of a case are found: by the beginning of the purpose, else by the words in it."""
    known = play.purposes_of(played.ready)
    exact = [r for r in played.rolls if known.begins(purpose, r.purpose)]
    return exact or [r for r in played.rolls if known.loosely(purpose, r.purpose)]


def no_roll(played: Played, purpose: str) -> str:
    found = played.rolls if purpose in ("of any kind", "at all") else rolled_for(played, purpose)
    return ", ".join(f"{r.purpose}: {r.value}" for r in found)


def rolled(played: Played, purpose: str) -> str:
    if rolled_for(played, purpose):
        return ""
    return f"rolled were {', '.join(r.purpose for r in played.rolls) or 'none'}"


def story(played: Played, unit: str) -> str:
    """The last roll that concerned the unit, in one line."""
    for event in reversed(played.events):
        told = facts(event)
        rolled = told.get("die", told.get("dice"))
        if rolled is not None and unit in _names(told):
            total = sum(int(row["amount"]) for row in told.get("drm", []) if "amount" in row)
            die = f"{rolled} {total:+d}" if total else str(rolled)
            named = ("column", "result", *term(played.ready.position, "FACTS", ()))
            more = [f"{name} {text}" for name in named for text in list(texts(event, name))[:1] if name != "die"]
            return f": {purposes(played, event)[0]}: {', '.join([f'die {die}', *more])}"
    return ""


def _names(told: dict[str, Any]) -> list[str]:
    return [str(name) for value in told.values() for name in (value if isinstance(value, list) else [value])]


# questions


@dataclass(frozen=True)
class Question:
    side: str
    kind: str
    subject: str = ""
    value: str = ""
    shut: bool = False  # `not allowing`


def put(played: Played) -> list[Choice]:
    """The questions somebody had to answer; one with a single choice answers itself."""
    told = {key for key, _, _ in played.said}
    return [choice for choice in played.asked if choice.key in told]


def fitting(played: Played, q: Question, choices: list[Choice]) -> list[Choice]:
    parts = q.subject.casefold().split()
    return [c for c in choices if (c.side, c.kind) == (q.side, q.kind) and all(part in c.subject.casefold().split() for part in parts)]


def asked(played: Played, q: Question) -> str:
    if not q.value:
        return "" if fitting(played, q, put(played)) else _was_asked(played)
    found = fitting(played, q, played.asked)
    if not found:
        return _was_asked(played)
    reasons = [why_not(played, choice, q.value) for choice in found]
    if q.shut:
        return "it is allowed" if any(why is None for why in reasons) else ""
    return "" if any(why is None for why in reasons) else str(reasons[0])


def why_not(played: Played, choice: Choice, value: str) -> str | None:
    return orders.read_answer(played.rules, lexicon_of(played.ready, choice.side), choice, value, LANGUAGE)[1]


def not_asked(played: Played, q: Question) -> str:
    """A question asked for secrecy's sake, with one choice only, asks for nothing."""
    found = [c for c in fitting(played, q, put(played)) if not c.options.only()]
    return ", ".join(f"asked {c.side} {c.kind} at {c.subject}" for c in found)


def _was_asked(played: Played) -> str:
    return "asked were " + (", ".join(dict.fromkeys(f"{c.side} {c.kind} at {c.subject}" for c in put(played))) or "none")


# lines of orders


def verdict_text(played: Played, side: str, n: str) -> str:
    """What became of a line, in one phrase."""
    line = played.lines.get((side, n))
    if line is None:
        return f"no line {n}: {side} has {sum(s == side for s, _ in played.lines)}"
    if line.status != "ok":
        return f"{line.status}: {line.message}"
    verdict = played.verdicts.get(line_key(played.ready, side, n))
    if verdict is None:
        return "ok" if asks_for_nothing(played, line) else "not played between START and STOP"
    return refused_text(played, verdict.refusal) if verdict.refusal and verdict.status == "refused" else verdict.status


def asks_for_nothing(played: Played, read: ReadLine) -> bool:
    """PASS: it fits every step, whichever of them plays it."""
    verb = played.rules.verbs.get(read.line.verb) if read.line else None
    return verb is not None and not verb.args and not verb.rule


def refused_text(played: Played, refusal: Refusal) -> str:
    return f"refused under {refusal.rule}: {message(played, refusal)}"


def message(played: Played, refusal: Refusal) -> str:
    """The words a player gets; a game without a catalogue shows its facts."""
    try:
        return words(LANGUAGE, played.rules.slug).get(f"refused.{refusal.why}", **refusal.facts)
    except PbemError:
        return " ".join([refusal.why, *(f"{name} {value}" for name, value in refusal.facts.items())])


def line_ok(played: Played, side: str, n: str, _: str) -> str:
    text = verdict_text(played, side, n)
    return "" if text == "ok" else text


def line_lapsed(played: Played, side: str, n: str, _: str) -> str:
    text = verdict_text(played, side, n)
    return "" if text == "lapsed" else text


def line_refused(played: Played, side: str, n: str, rule: str) -> str:
    """Under this item, one of its letters, or one that forbids the same in another chapter; without an item, under any."""
    text = verdict_text(played, side, n)
    if text.startswith("illegal: "):  # refused by name, before any rule is asked
        line = played.lines[side, n]
        return "" if not rule or within(line.rule or verb_rule(played.rules.verbs.values(), line.text), rule) else text
    if not text.startswith("refused under "):
        return text
    refusal = refusal_of(played, side, n)
    assert refusal is not None
    position = played.ready.position
    groups = [group for group in term(position, "SAME", ()) if refusal.rule in group]
    also = term(position, "REFUSED_ALSO", {}).get(refusal.why, ())
    items = [refusal.rule, *also, *(item for group in groups for item in group)]
    return "" if not rule or any(within(item, rule) for item in items) else text


def within(item: str, rule: str) -> bool:
    """`7.2` has 7.2a in it, `7` all of the chapter."""
    item, rule = item.casefold(), rule.casefold()
    return item == rule or covers(rule, item)


def line_unread(played: Played, side: str, n: str, status: str) -> str:
    text = verdict_text(played, side, n)
    return "" if text.startswith(f"{status.casefold()}: ") else text


def refusal_of(played: Played, side: str, n: str) -> Refusal | None:
    verdict = played.verdicts.get(line_key(played.ready, side, n))
    return verdict.refusal if verdict else None


def line_suggests(played: Played, side: str, n: str, order: str) -> str:
    line, refusal = played.lines.get((side, n)), refusal_of(played, side, n)
    offered = refusal.nearest if refusal else line.suggestion if line else ""
    if offered and printed(played, side, offered) == printed(played, side, order):
        return ""
    return f'suggested "{offered}"' if offered else f"no suggestion: {verdict_text(played, side, n)}"


def printed(played: Played, side: str, order: str) -> str:
    """The order as we print it, so that two ways of writing it compare equal."""
    lines: list[ReadLine] = orders.read_orders(played.rules, lexicon_of(played.ready, side), order, LANGUAGE).lines
    if len(lines) != 1 or lines[0].line is None:
        return " ".join(order.casefold().split())
    return orders.print_line(played.rules, without_start(played, lines[0].line), LANGUAGE).casefold()


def without_start(played: Played, line: Line) -> Line:
    """A way may begin with the hex where the units stand, or with the next."""
    path = line.args.get("path")
    if isinstance(path, Path):
        stand = {played.ready.position.describe(played.before, unit)["at"] for unit in line.units()}
        path.steps = path.steps[1:] if path.steps and {path.steps[0]} == stand else path.steps
        path.start = ""
    return line


def line_says(played: Played, side: str, n: str, wanted: str) -> str:
    text = verdict_text(played, side, n)
    return "" if wanted.casefold() in text.casefold() else text


# events


def event_text(event: Event) -> str:
    return " ".join([event.kind, *flat(facts(event))])


def event_line(event: Event) -> str:
    """Its kind and facts in one line; modifiers are told below it."""
    told = [f"{name} {value}" for name, value in facts(event).items() if value not in ([], {}, "") and not _is_tally(value)]
    return f"{event.kind}: {', '.join(told)}" + (f" [{event.rule}]" if event.rule else "")


def _is_tally(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def flat(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from (str(name), *flat(inner))
    elif isinstance(value, list):
        for inner in value:
            yield from flat(inner)
    else:
        yield str(value)


def matching(played: Played, wanted: str) -> list[Event]:
    others = term(played.ready.position, "EVENT_WORDS", {})
    named = getattr(played.ready.position, "with_ids", lambda state, words: words)(played.before, wanted)
    return [e for e in played.events if any(says(event_text(e), words, others) for words in dict.fromkeys((wanted, named)))]


def event(played: Played, wanted: str) -> str:
    if matching(played, wanted):
        return ""
    told = [" ".join([e.kind, *facts(e).get("units", [])]) for e in played.events]
    return f"events: {'; '.join(dict.fromkeys(told)) or 'none'}"


def no_event(played: Played, wanted: str) -> str:
    return "; ".join(event_text(e) for e in matching(played, wanted))
