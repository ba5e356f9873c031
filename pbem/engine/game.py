"""A rule is a plain function; asking is a call. If nobody has answered yet the run is thrown away and run again later."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from pbem.engine.choice import Choice
from pbem.engine.correct import corrected
from pbem.engine.desk import Desk
from pbem.engine.dice import Dice
from pbem.engine.events import Event, Roll
from pbem.engine.journal import Entry, Journal, answer
from pbem.engine.ruleset import Row, Ruleset
from pbem.engine.sequence import play_stage
from pbem.engine.sound import assert_sound
from pbem.engine.state import canonical, decode, plain
from pbem.engine.verbs import Cond, Line, Refusal, Refused, Rule, Verdict

MOST_CHOICES = 5_000  # a rule that never stops asking is a bug, not a long evening
MOST_DICE = 20_000  # nor does one that never stops rolling


class Pending(BaseException):
    """Somebody has to answer first. A BaseException, so that no `except Exception` in a rule can swallow it."""

    def __init__(self, choices: list[Choice]) -> None:
        super().__init__([choice.key for choice in choices])
        self.choices = choices


class Before(msgspec.Struct):
    """A game as it stood before a row: its state as bytes, and what it knew beside it."""

    snapshot: bytes
    events: list[Event]
    verdicts: dict[str, Verdict]
    asked: list[Choice]
    nth: dict[tuple[str, str, str], int]


class Game:
    """What a rule works with: the state, and the means to ask, roll, log and judge lines."""

    row: Row

    def __init__(
        self, rules: Ruleset, state: Any, desk: Desk, dice: Dice, journal: list[Entry] | None = None, policy: str = "strict"
    ) -> None:
        self.rules, self.state, self.desk, self.dice, self.policy = rules, state, desk, dice, policy
        self.journal = Journal(journal or [])
        numbers = [line.n for side in rules.sides for line in desk.orders(side)]
        assert len(numbers) == len(set(numbers)), "two lines with one number: the office tells the sides' lines apart"
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.verdicts: dict[str, Verdict] = {}
        self.asked: list[Choice] = []
        self._nth: dict[tuple[str, str, str], int] = {}
        self._clauses: dict[str, list[Rule]] = {}
        self._cut: Refusal | None = None

    def before(self) -> Before:
        verdicts = {n: msgspec.structs.replace(v, notes=dict(v.notes)) for n, v in self.verdicts.items()}
        return Before(canonical(self.state), list(self.events), verdicts, list(self.asked), dict(self._nth))

    def go_on(self, before: Before) -> None:
        """As if this game had been played up to there; the state comes from the bytes it is run on."""
        self.events, self.asked, self._nth = list(before.events), list(before.asked), dict(before.nth)
        self.verdicts = {n: msgspec.structs.replace(v, notes=dict(v.notes)) for n, v in before.verdicts.items()}

    # asking

    def ask(self, choice: Choice) -> Any:
        return self.ask_all([choice])[0]

    def ask_all(self, choices: list[Choice]) -> list[Any]:
        """Several at once, to one side or to three: one mail wherever no decision has to wait for another."""
        for choice in choices:
            self._number(choice)
        got = [self._answer(choice) for choice in choices]
        if waiting := [choice for choice, entry in zip(choices, got, strict=True) if entry is None]:
            for choice in waiting:
                choice.case = choice.case() if callable(choice.case) else choice.case
            raise Pending(waiting)
        new = [entry for entry in got if entry is not None and entry.source != "only"]
        self.journal.add(new)
        self.dice.mix([canonical([entry.key, entry.value]) for entry in new])  # in request order, not order of arrival
        return [plain(entry.value) for entry in got if entry is not None]

    def _number(self, choice: Choice) -> None:
        kind = self.rules.kinds[choice.kind]
        assert tuple(sorted(choice.facts)) == tuple(sorted(kind.facts)), f"{choice.kind} promises {kind.facts}, got {choice.facts}"
        where = (choice.side, choice.kind, choice.subject)
        choice.nth = self._nth[where] = self._nth.get(where, 0) + 1
        self.asked.append(choice)
        assert len(self.asked) <= MOST_CHOICES, "a rule that never stops asking"

    def _answer(self, choice: Choice) -> Entry | None:
        if not choice.secret and (only := choice.options.only()):
            return answer(choice, only[0], "only")
        if (entry := self.journal.find(choice)) is not None:
            return entry
        found = self.desk.answer(choice, self._clauses.get(choice.side, []), self)
        if found is None:
            return None
        value, source = plain(found[0]), found[1]
        assert choice.options.why_not(value) is None, f"{source} answered {choice.key} with {value!r}"
        return answer(choice, value, source)

    # rolling and logging

    def roll(self, purpose: str, at: str = "", sides: int = 10, hidden: bool = False) -> int:
        roll = self.dice.roll(sides, f"{purpose} {at}".strip(), hidden)
        self.rolls.append(roll)
        assert len(self.rolls) <= MOST_DICE, "a rule that never stops rolling"
        return roll.value

    @property
    def last_die(self) -> str:
        return self.rolls[-1].label

    def log(self, kind: str, units: list[str] | None = None, see: list[str] | None = None, rule: str = "", **facts: Any) -> None:
        """Resolves at once what each side may know; a unit spotted later does not rewrite an earlier event."""
        whole = {"units": list(units or []), **facts}
        seen, truth = {}, plain(whole)
        for side in self.rules.sides if see is None else see:
            known = self._told(side, kind, whole["units"], facts)
            if known is not None:
                seen[side] = truth if known == whole else plain(known)
        seen["*"] = truth
        self.events.append(Event(kind, rule, seen))

    def _told(self, side: str, kind: str, names: list[str], facts: dict[str, Any]) -> dict[str, Any] | None:
        if self.rules.told is not None:
            return self.rules.told(self.state, side, kind, {"units": names, **facts})
        return {"units": [self.rules.alias(self.state, side, name) for name in names], **facts}

    # lines of orders

    def lines(self, side: str, verbs: tuple[str, ...] | None = None) -> list[Line]:
        """The side's lines of this row: those with FIRST, then from the top."""
        wanted = self.row.verbs if verbs is None else verbs
        mine = [line for line in self.desk.orders(side) if line.verb in wanted]
        return [line for line in mine if line.first] + [line for line in mine if not line.first]

    @contextmanager
    def line(self, side: str, line: Line) -> Iterator[Line]:
        """Plays one line: a Refused raised inside becomes its verdict, and its clauses are in force meanwhile."""
        self.verdicts.setdefault(line.n, Verdict("ok"))
        with self.clauses(side, line.rules):
            try:
                yield line
            except Refused as stop:
                refusal = self.in_its_words(side, stop.refusal)
                self.verdicts[line.n] = Verdict("refused", refusal, self.verdicts[line.n].notes)

    def in_its_words(self, side: str, refusal: Refusal) -> Refusal:
        """Units in a refusal go by the names the side knows them by."""
        return msgspec.structs.replace(refusal, facts=renamed(refusal.facts, lambda name: self.rules.alias(self.state, side, name)))

    @contextmanager
    def clauses(self, side: str, rules: list[Rule]) -> Iterator[None]:
        """Clauses of a line declared earlier, in force while its fight is played."""
        before = self._clauses.get(side, [])
        self._clauses[side] = rules
        try:
            yield
        finally:
            self._clauses[side] = before

    def play_lines(self, side: str, play: Callable[[Game, Line], None], verbs: tuple[str, ...] | None = None) -> None:
        for line in self.lines(side, verbs):
            chosen = self.chosen(side, line)
            if chosen is None:
                self.verdicts.setdefault(line.n, Verdict("lapsed"))
                continue
            with self.line(side, chosen):
                play(self, chosen)

    def chosen(self, side: str, line: Line) -> Line | None:
        """The line, its ELSE, or nothing: conditions are looked up now, in what the side can see."""
        if line.when is None or self.holds(side, line.when):
            return line
        return self.chosen(side, line.otherwise) if line.otherwise else None

    def holds(self, side: str, cond: Cond) -> bool:
        if cond.op == "and":
            return all(self.holds(side, arg) for arg in cond.args)
        if cond.op == "or":
            return any(self.holds(side, arg) for arg in cond.args)
        if cond.op == "not":
            return not self.holds(side, cond.args[0])
        if cond.test in ("done", "failed"):
            verdict = self.verdicts.get(cond.subject[0])
            done = verdict is not None and verdict.status == "ok"
            return done == (cond.test == "done")
        return self.rules.holds(self.rules.view(self.state, side), side, cond)

    def note(self, line: Line, **facts: Any) -> None:
        self.verdicts[line.n].notes.update(plain(facts))

    def stop(self, why: Refused | None, done: bool, content: bool = False) -> bool:
        """A line that is legal only in its beginning: strict loses it, truncate plays the part. True = go on with the part.

        `content`: the line is written to go as far as it may, whatever the policy."""
        if why is None:
            return True
        if not done or not (content or self.policy == "truncate"):
            raise why
        self.log("cut short", rule=why.refusal.rule, why=why.refusal.why, facts=why.refusal.facts)
        return True


def renamed(value: Any, name: Callable[[str], str]) -> Any:
    """Every word of the facts through `name`, each once in a list."""
    if isinstance(value, str):
        return name(value)
    if isinstance(value, dict):
        return {key: renamed(part, name) for key, part in value.items()}
    return list(dict.fromkeys(map(name, value))) if isinstance(value, list) and all(isinstance(v, str) for v in value) else value


class Waiting(msgspec.Struct):
    choices: list[Choice]
    journal: list[Entry]
    rolls: list[Roll]
    events: list[Event]


class Done(msgspec.Struct):
    state: Any
    journal: list[Entry]
    rolls: list[Roll]
    events: list[Event]
    verdicts: dict[str, Verdict]
    asked: list[Choice]


def run(
    rules: Ruleset,
    snapshot: bytes,
    desk: Desk,
    dice: Dice,
    journal: list[Entry] | None = None,
    policy: str = "strict",
    play: Callable[[Game], None] = play_stage,
    sound: bool = True,
    known: Container[str] = (),
) -> Waiting | Done:
    """The one way to run anything: always from stored bytes."""
    g = Game(rules, decode(snapshot, rules.state), desk, dice, journal, policy)
    for entry in g.journal.entries:
        if entry.what == "correct":
            g.state = corrected(rules, g.state, entry)
    try:
        play(g)
    except Pending as pending:
        return Waiting(pending.choices, g.journal.entries, g.rolls, g.events)
    if sound:
        assert_sound(rules, g.state, g.events, known)
    return Done(g.state, g.journal.entries, g.rolls, g.events, g.verdicts, g.asked)
