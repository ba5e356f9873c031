"""The types of orders: what a line is once it is read. Text is the business of the orders room."""

from __future__ import annotations

from typing import Any

import msgspec


class Cond(msgspec.Struct, omit_defaults=True):
    """IF and WHEN: `and`, `or`, `not` over `args`, or one test.

    Tests: ours, theirs, empty (place) - blown, standing (hexside) - alive, fresh, fatigued, supplied (units) - done, failed
    (line) - or the name of a fact with `op` and `value` (`odds >= 3:1`). A fact without `op` is a flag (`assaulted`).
    """

    op: str  # and, or, not, test, <, <=, =, >=, >
    args: list[Cond] = []
    test: str = ""
    subject: list[str] = []
    value: str = ""


class Policy(msgspec.Struct, omit_defaults=True):
    """One preference of a doctrine line: policies rank options, they do not construct answers.

    Words: never, always, first, spare, weakest, strongest, best, spread, toward, via, all, none, pick, points, keep, as,
    another by which the kind ranks, or a literal option of the choice. `names` are units, kinds of unit or places, with best the
    facts of an option; `number` counts points, actions, or how many are taken.
    """

    word: str
    names: list[str] = []
    number: int = 0


class Rule(msgspec.Struct, omit_defaults=True):
    """One doctrine line, or a clause of an order line (one-off doctrine)."""

    n: str
    kind: str
    choice: list[Policy] = []
    units: list[str] = []
    at: list[str] = []
    when: Cond | None = None
    otherwise: list[Policy] = []
    text: str = ""

    @property
    def rank(self) -> int:
        """A line naming a place goes before one naming units, and that before a general one."""
        return 0 if self.at else 1 if self.units else 2


class Path(msgspec.Struct, omit_defaults=True):
    """A way: hexes one by one (`steps`), or the cheapest (`to`), by road only if `road`; `start` if the player named it."""

    steps: list[str] = []
    to: list[str] = []  # the hexes of the place aimed at: the first that the path reaches
    road: bool = False
    start: str = ""


class Line(msgspec.Struct, omit_defaults=True):
    """One order as read. `args` hold units (list of ids), places, hexsides ("A1007/A1108"), Paths and numbers as data."""

    n: str
    verb: str
    args: dict[str, Any] = {}
    clauses: dict[str, Any] = {}  # what the rule itself looks up: overrun, blown, as, leave, take, else
    rules: list[Rule] = []  # clauses that answer a choice: advance, losses, retreat
    when: Cond | None = None
    otherwise: Line | None = None
    first: bool = False
    turn: int = 0  # kept for that turn; 0 = the one now wanted
    until: int = 0
    every: bool = False
    next: str = ""  # as read: kept for the next stage of that name; settled into `turn` when it is checked
    text: str = ""  # the canonical reading, as printed

    def __post_init__(self) -> None:
        """Read back from the store, a way is a Path again."""
        self.args = _with_paths(self.args)
        self.clauses = {name: _with_paths(found) if isinstance(found, dict) else found for name, found in self.clauses.items()}

    def units(self) -> list[str]:
        return list(self.args.get("units", []))


def _with_paths(args: dict[str, Any]) -> dict[str, Any]:
    return {name: msgspec.convert(value, Path) if name == "path" and isinstance(value, dict) else value for name, value in args.items()}


class Arg(msgspec.Struct, frozen=True):
    """type: units, fire (guns and AIR n), place, path, hexside, number, formation, turn, word; of a clause also policy."""

    name: str
    type: str
    keyword: str = ""  # WITH, AT, ON
    optional: bool = False
    own: bool = False  # a place the units go to: of several hexes none is picked for the enemy in it
    foe: bool = False  # units of the enemy
    sort: str = ""  # units of this kind alone, wherever in the line they are named


class Clause(msgspec.Struct, frozen=True):
    """A clause that may follow an order. `kind` names the choice it answers in advance; without it the rule looks it up.

    An argument of type `policy` is what a doctrine line of that kind may say: FIRE armor first, WITHDRAW WHEN ratio < 1:1.
    """

    name: str
    fr: str
    args: tuple[Arg, ...] = ()
    kind: str = ""
    synonyms: tuple[str, ...] = ()


class Verb(msgspec.Struct, frozen=True):
    name: str
    fr: str
    args: tuple[Arg, ...]
    rule: str
    stage: str  # the stage whose filing takes it
    example: str = ""
    clauses: tuple[Clause, ...] = ()
    synonyms: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()  # whose it is; () is everybody's
    arrives: bool = False  # brings units onto the map
    again: bool = False  # a unit may be given it several times in one step: it fights in between and goes on
    examples: tuple[str, ...] = ()  # for sides to whose units the first example means nothing
    instead: str = ""  # the verb that the word means where this one is not wanted

    def open_to(self, side: str) -> bool:
        return not self.sides or side in self.sides


class Refused(Exception):
    """Raised by pure functions, before the line changes anything. Words are made in the catalogues from `why` and facts."""

    def __init__(self, rule: str, why: str, nearest: str = "", **facts: Any) -> None:
        super().__init__(f"[{rule}] {why} {facts}")
        self.refusal = Refusal(rule, why, nearest, facts)


class Refusal(msgspec.Struct):
    rule: str
    why: str
    nearest: str = ""  # the nearest legal order, as order text (English keywords; the orders room prints it in any language)
    facts: dict[str, Any] = {}


class Verdict(msgspec.Struct):
    """What became of a line: ok, refused, lapsed (its IF did not hold), with notes such as the movement points used."""

    status: str
    refusal: Refusal | None = None
    notes: dict[str, Any] = {}
