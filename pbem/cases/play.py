"""Sets a case up and plays it: the same engine, the same orders room, scripted dice and answers; nothing else is different."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbem import orders
from pbem.board import Board
from pbem.cases.desk import LANGUAGE as LANGUAGE
from pbem.cases.desk import AnswerRefused, CaseDesk, Reader, ScriptedAnswer
from pbem.cases.model import Block, Case, CaseFault, FindRules, Position, Row, term
from pbem.cases.purposes import Purposes, purposes
from pbem.engine.choice import Choice
from pbem.engine.dice import DieMissing, Scripted, same_purpose
from pbem.engine.events import Event, Roll
from pbem.engine.game import Done, Game, run
from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.sequence import play_rows, rows_from
from pbem.engine.sound import Unsound, reasons
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Cond, Line, Rule, Verdict
from pbem.errors import PbemError
from pbem.orders.model import ReadLine


@dataclass
class Ready:
    """A case with its position set up, ready to be played."""

    case: Case
    rules: Ruleset
    snapshot: bytes
    stop: str
    answers: list[ScriptedAnswer]
    dice: list[tuple[Row, str, int]]

    @property
    def position(self) -> Position:
        found: Position = self.rules.position
        return found

    def state(self) -> Any:
        """A fresh copy of the position."""
        return decode(self.snapshot, self.rules.state)


@dataclass
class Played:
    """What came of it. `broken`: the run did not come to its end, and why; then there is no position after it."""

    ready: Ready
    before: Any
    after: Any = None
    rolls: list[Roll] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    asked: list[Choice] = field(default_factory=list)
    said: list[tuple[str, str, str]] = field(default_factory=list)  # key, source, value
    lines: dict[tuple[str, str], ReadLine] = field(default_factory=dict)  # (side, n as written)
    broken: list[tuple[int, str, str]] = field(default_factory=list)  # row, what, got

    @property
    def rules(self) -> Ruleset:
        return self.ready.rules


def fault(case: Case, row: Row, message: str, remedy: str = "") -> CaseFault:
    more = "; ".join(part for part in (message, remedy) if part)
    return CaseFault(case.file, row.n, row.text.strip(), f"{more if more.endswith('...') else more.removesuffix('.')}. Nothing was run.")


# setting up


def set_up(case: Case, find: FindRules) -> Ready:
    scenario = case.head["scenario"]
    try:
        rules = find(case.scenario.partition("/")[0])
        state = rules.start(case.scenario)
    except PbemError as e:
        raise fault(case, Row(scenario.n, f"SCENARIO {scenario.text}"), e.message, e.remedy) from None
    except OSError:
        message = f'no scenario "{scenario.text}"'
        raise fault(case, Row(scenario.n, f"SCENARIO {scenario.text}"), message, "pbem scenario list shows all") from None
    if rules.position is None:
        raise fault(case, scenario, f"{rules.slug} knows no words for a position: it cannot play cases")
    state.turn = int(case.head["turn"].text) if "turn" in case.head else state.turn
    _begin(case, rules, state)
    for row in case.position:
        _apply(case, rules, state, row)
    stop = _begin(case, rules, state)  # once more: a position may say who goes first
    ready = Ready(case, rules, canonical(state), stop, [_answer(case, rules, row) for row in case.answers], _dice(case))
    for blocks in (case.orders, case.doctrine):
        _one_a_side(case, rules, blocks)
    return ready


def _one_a_side(case: Case, rules: Ruleset, blocks: list[Block]) -> None:
    given: dict[str, int] = {}
    for block in blocks:
        side = side_of(case, rules, block.side)
        if side in given:
            given_in = f"{_name_of(rules, side)} has its lines in line {given[side]}"
            raise fault(case, block.side, f"{given_in}; a side sends one text for all steps")
        given[side] = block.side.n


def _apply(case: Case, rules: Ruleset, state: Any, row: Row) -> None:
    try:
        rules.position.apply(state, row.text)
    except PbemError as e:
        raise fault(case, row, e.message, e.remedy) from None


def _begin(case: Case, rules: Ruleset, state: Any) -> str:
    """Makes START the step to be played; returns the row of STOP."""
    last = _step(case, rules, decode(canonical(state), rules.state), "stop" if "stop" in case.head else "start")
    _step(case, rules, state, "start")
    return last


def _step(case: Case, rules: Ruleset, state: Any, key: str) -> str:
    row = case.head[key]
    word, _, rest = row.text.partition(" ")
    side = side_called(rules, word) or ""
    try:
        step: str = rules.position.begin(state, side, rest if side else row.text)
    except PbemError as e:
        raise fault(case, Row(row.n, f"{key.upper()} {row.text}"), e.message, e.remedy) from None
    return step


def side_of(case: Case, rules: Ruleset, row: Row, word: str = "") -> str:
    if (found := side_called(rules, word or row.text)) is None:
        raise fault(case, row, f"sides are {', '.join(_name_of(rules, side) for side in rules.sides)}")
    return found


def _name_of(rules: Ruleset, side: str) -> str:
    names: dict[str, str] = term(rules.position, "SIDE_NAMES", {})
    return names.get(side, side.capitalize())


def side_called(rules: Ruleset, word: str) -> str | None:
    others: dict[str, str] = term(rules.position, "SIDES_BY_NAME", {})
    wanted = others.get(word.casefold(), word).casefold()
    return next((side for side in rules.sides if side.casefold() == wanted), None)


def kind_of(case: Case, rules: Ruleset, row: Row, word: str) -> str:
    if (found := kind_named(rules, word)) is None:
        raise fault(case, row, f"questions are {', '.join(sorted(rules.kinds))}")
    return found


def kind_named(rules: Ruleset, words: str) -> str | None:
    others: dict[str, str] = term(rules.position, "QUESTIONS", {})
    wanted = others.get(words.casefold(), words.casefold())
    return next((k for k, kind in rules.kinds.items() if wanted in (k.casefold(), kind.fr.casefold() or k)), None)


def _answer(case: Case, rules: Ruleset, row: Row) -> ScriptedAnswer:
    side_word, _, rest = row.text.partition(" ")
    side = side_of(case, rules, row, side_word.strip(",:"))
    words = rest.split()
    lengths = [n for n in (3, 2, 1) if len(words) > n and kind_named(rules, " ".join(words[:n]).rstrip(":,"))]
    if not lengths:
        if len(words) > 1:
            kind_of(case, rules, row, words[0])
        raise fault(case, row, "an answer is a side, what is asked, and the choice")
    kind = kind_of(case, rules, row, " ".join(words[: lengths[0]]).rstrip(":,"))
    said = re.sub(r"^(?:(?:is|=) |from (?=\S+$))", "", " ".join(words[lengths[0] :]))
    return ScriptedAnswer(row, side, kind, *_said_where(rules.board(case.scenario), said))


def _said_where(board: Board, said: str) -> tuple[str, str]:
    """`at C2 phase 1: yes`, `at HQ-US yes`, `at G1 A1311`: the answer, and the place, or what else ends in a number, it is for."""
    for where, is_space in ((r"(.+?):", False), (r"(\S+?),?", True), (r"(.+?\d\b),?", False)):
        found = re.fullmatch(rf"(?:at|à|in|for|from) {where} (.+)", said, re.IGNORECASE)
        if found and (not is_space or board.find(found[1].upper())):
            return found[2], found[1]
    return said, ""


def _dice(case: Case) -> list[tuple[Row, str, int]]:
    """Purpose and number of each die; without a purpose the dice are used in turn."""
    script: list[tuple[Row, str, int]] = []
    for row in case.dice:
        purpose, colon, numbers = row.text.rpartition(":")
        words = numbers.replace(",", " ").split()
        if not words or not all(word.isdigit() and int(word) for word in words) or bool(colon) != bool(purpose):
            raise fault(case, row, "DICE are numbers, or   purpose: numbers")
        script += [(row, purpose.strip(), int(word)) for word in words]
    if len({bool(purpose) for _, purpose, _ in script}) > 1:
        raise fault(case, case.dice[0], "DICE are either numbers only or all with their purpose")
    return script


# playing


def purposes_of(ready: Ready) -> Purposes:
    word = ready.case.head["start"].text.partition(" ")[0]
    places = ready.rules.board(ready.case.scenario).ids
    return purposes(ready.position, ready.rules.sides, side_called(ready.rules, word) or "", places, readings_of(ready))


def readings_of(ready: Ready) -> Callable[[str], list[str]]:
    """`Panther 1 at Rifle 1`: a game may know whose shot that is."""
    read: Callable[[Any, str], list[str]] | None = getattr(ready.position, "purposes", None)
    if read is None:
        return lambda text: []
    state, known = ready.state(), dict[str, list[str]]()

    def readings(text: str) -> list[str]:
        if text not in known:
            known[text] = read(state, text)
        return known[text]

    return readings


class CaseDice(Scripted):
    """By the beginning of the purpose; a die that fits none so goes to one whose words all stand in it."""

    purposes: Purposes
    unwritten: tuple[str, ...] = ()  # what is drawn, not rolled for: the first card lies on top unless the case says otherwise

    def roll(self, sides: int, purpose: str, hidden: bool = False) -> Roll:
        if not any(not wanted or same_purpose(wanted, purpose) for wanted, _ in self.script):
            ways = (self.purposes.begins, self.purposes.loosely)
            near = [i for fits in ways for i, (wanted, _) in enumerate(self.script) if fits(wanted, purpose)]
            if near:
                self.script[near[0]] = (purpose, self.script[near[0]][1])
            elif purpose.partition(" ")[0] in self.unwritten:
                self.script.append((purpose, 1))
        roll = super().roll(sides, purpose, hidden)
        if roll.value > sides:
            raise DieMissing(f'"{purpose}" is rolled with a die of {sides} sides, not {roll.value}')
        return roll


def play(ready: Ready) -> Played:
    """A question with a single choice answers itself; who wrote that choice down for it may."""
    played = _play(ready)
    if not played.broken or not ready.answers:
        return played
    again = _play(ready, alone=True)
    return played if again.broken else again


def _play(ready: Ready, alone: bool = False) -> Played:
    played = Played(ready, ready.state())
    lines, rules = _orders(ready, played), _doctrine(ready, played)
    if played.broken:
        return played
    games: list[Game] = []
    desk = CaseDesk(lines, rules, [Reader(a, games, lambda words: _unit_named(ready, words)) for a in ready.answers], alone)
    dice = CaseDice([(purpose, value) for _, purpose, value in ready.dice])
    dice.purposes = purposes_of(ready)
    dice.unwritten = term(ready.position, "UNWRITTEN", ())
    _run(ready, played, games, desk, dice)
    for g in games:
        desk.answered_themselves(g)
        played.rolls, played.events, played.verdicts, played.asked = g.rolls, g.events, g.verdicts, g.asked
    played.said = desk.said
    if not played.broken:
        _left_over(ready, played, dice, desk)
    return played


def _unit_named(ready: Ready, words: str) -> str:
    try:
        return str(ready.position.unit_of(ready.state(), words).id)
    except PbemError:
        return ""


def _run(ready: Ready, played: Played, games: list[Game], desk: CaseDesk, dice: CaseDice) -> None:
    case = ready.case

    def to_stop(g: Game) -> None:
        games.append(g)
        play_rows(g, ready.stop)

    try:
        done = run(ready.rules, ready.snapshot, desk, dice, policy=case.policy, play=to_stop, known=forgiven(ready))
    except DieMissing as e:
        row = case.dice[0].n if case.dice else case.row
        played.broken.append((row, "DICE", f"{e.message}" + (f" ({e.remedy})" if e.remedy else "")))
    except AnswerRefused as e:
        played.broken.append((e.row.n, e.row.text, e.message))
    except Unsound as e:
        played.broken.append((case.row, "a sound position at the end", "; ".join(e.reasons)))
    else:
        assert isinstance(done, Done), "a scripted desk answers everything"
        played.after = done.state


def forgiven(ready: Ready) -> list[str]:
    """A zone too full at the start, where only so a rule can be tried: what the game names."""
    items = term(ready.position, "MAY_BEGIN_WITH", ())
    return [reason for reason in reasons(ready.rules, ready.state(), []) if any(f"[{item}]" in reason for item in items)]


def _left_over(ready: Ready, played: Played, dice: CaseDice, desk: CaseDesk) -> None:
    left = list(dice.script)
    for row, purpose, value in reversed(ready.dice):
        if (purpose, value) in left:
            left.remove((purpose, value))
            played.broken.append((row.n, f"{purpose}: {value}" if purpose else str(value), f"no such roll{_rolled(played)}"))
    for _, _, reader in desk.answers:
        played.broken.append((reader.answer.row.n, reader.answer.row.text, f"no such question{_asked(played, reader.answer)}"))
    played.broken.sort()


def _rolled(played: Played) -> str:
    return f"; rolled were {', '.join(roll.purpose for roll in played.rolls)}" if played.rolls else "; nothing was rolled"


def _asked(played: Played, answer: ScriptedAnswer) -> str:
    """A question with a single choice answers itself."""
    told = {key for key, _, _ in played.said}
    alone = [c.subject for c in played.asked if (c.side, c.kind) == (answer.side, answer.kind) and c.key not in told]
    return f"; there was only one choice at {alone[-1]}" if alone else ""


# orders


def lexicon_of(ready: Ready, side: str) -> Lexicon:
    state = ready.state()
    return ready.rules.lexicon(ready.rules.view(state, side), side)


def _orders(ready: Ready, played: Played) -> dict[str, list[Line]]:
    """The lines of each side. Those of a second ORDERS get numbers of their own, so that no two lines share one."""
    found: dict[str, list[Line]] = {}
    wanted = verbs_between(ready)
    for n, block in enumerate(ready.case.orders):
        side = side_of(ready.case, ready.rules, block.side)
        reading = orders.read_orders(ready.rules, lexicon_of(ready, side), block.text, LANGUAGE, wanted)
        for line in reading.lines:
            played.lines[side, line.n] = line
            if line.line is not None and line.status == "ok":
                found.setdefault(side, []).append(_renumbered(line.line, f"{side} ") if n else line.line)
    return found


def verbs_between(ready: Ready) -> list[str]:
    """The verbs of the steps that are played: a word may mean another order at another time."""
    found: list[str] = []
    for row in rows_from(ready.rules.sequence, ready.state().step):
        found += row.verbs
        if row.id == ready.stop:
            break
    return found


def line_key(ready: Ready, side: str, n: str) -> str:
    """The number under which the engine judges a line."""
    first = side_of(ready.case, ready.rules, ready.case.orders[0].side)
    return n if side == first else f"{side} {n}"


def _renumbered(line: Line, prefix: str) -> Line:
    line.n = prefix + line.n
    for cond in _conditions(line.when):
        if cond.test in ("done", "failed"):
            cond.subject = [prefix + n for n in cond.subject]
    if line.otherwise is not None:
        _renumbered(line.otherwise, prefix)
    return line


def _conditions(cond: Cond | None) -> list[Cond]:
    return [] if cond is None else [cond, *(found for arg in cond.args for found in _conditions(arg))]


def _doctrine(ready: Ready, played: Played) -> dict[str, list[Rule]]:
    found: dict[str, list[Rule]] = {}
    for block in ready.case.doctrine:
        side = side_of(ready.case, ready.rules, block.side)
        reading = orders.read_doctrine(ready.rules, lexicon_of(ready, side), block.text, LANGUAGE)
        for line in reading.lines:
            if line.status != "ok":
                played.broken.append((block.side.n + line.row, line.text, f"{line.status}: {line.message}"))
        found.setdefault(side, []).extend(reading.rules)
    return found
