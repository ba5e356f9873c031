"""What a game has to bring. A ruleset is one such value, made in its own package and found by its slug."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.board import Board
from pbem.engine.calc import Calculation
from pbem.engine.choice import Choice
from pbem.engine.events import Event
from pbem.engine.verbs import Cond, Verb
from pbem.errors import DataError, PbemError

if TYPE_CHECKING:
    from pbem.engine.game import Game


def nobody(state: Any) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True)
class Row:
    """One line of the sequence of play. Only a row with `stage` opens a stage.

    `orders(state)`: the sides whose orders the stage wants, in the ruleset's order; () for a stage of its own without orders;
    None when the row opens no stage this time (nobody could do anything): its verbs then come from the filing before.
    """

    id: str
    name: str
    play: Callable[[Game], None]
    stage: str = ""
    letter: str = ""  # of the dice of the stage
    orders: Callable[[Any], tuple[str, ...] | None] = nobody
    verbs: tuple[str, ...] = ()
    staffed: bool = False  # who sends no orders is given those of the staff: to hold is no answer here


STRENGTH = {"strongest": ("-attack",), "weakest": ("attack",)}  # "-": the highest first


@dataclass(frozen=True)
class Kind:
    """A kind of choice: the facts it promises, how the staff decides, its rule, and its French keyword in doctrine."""

    rule: str
    staff: Callable[[Choice], Any]
    facts: tuple[str, ...] = ()
    fr: str = ""
    policies: tuple[str, ...] = ()  # words a doctrine line of this kind may use
    of_places: tuple[str, ...] = ()  # one pool over several places: facts of each of them, told in `about`
    quiet: bool = False  # where doctrine is silent the staff answers at once: its answer is never the worse one
    ranks: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(STRENGTH))  # words, and the facts of an option they rank by
    keeps: str = ""  # what KEEP counts: action, point
    also: tuple[str, ...] = ()  # further keywords of it in doctrine
    bare: bool = False  # names alone are the choice, printed without WITH; a choice stands before AT and WHEN


class UnitName(msgspec.Struct):
    """A unit as the orders room may find it."""

    id: str
    side: str
    at: str = ""
    names: list[str] = []  # further names: full words, French, German
    formations: list[str] = []
    kinds: list[str] = []  # armour, infantry, guns, engineers...
    verbs: list[str] = []  # verbs it may ever be given: whether an order is legal now never picks the unit
    status: str = ""  # on map, off map, eliminated
    facts: dict[str, Any] = {}


class PlaceName(msgspec.Struct):
    """A named place; several hexes are in the order of the map."""

    name: str
    hexes: list[str]
    names: list[str] = []
    kind: str = "place"  # place, bridge (hexes are the two of the hexside)


class Lexicon(msgspec.Struct):
    """All names a side may use, from its own view."""

    side: str
    units: list[UnitName]
    places: list[PlaceName]
    formations: dict[str, list[str]] = {}  # name -> unit ids
    ids: list[str] = []  # every space of the map in play
    off: dict[str, str] = {}  # spaces known but not in play in this scenario, with the reason's key


class CounterPicture(msgspec.Struct):
    """A unit as it is drawn and listed; made from a view, so that it can hold nothing hidden."""

    id: str
    side: str
    at: str
    colour: str
    symbol: str
    size: str = "II"
    factors: str = ""
    er: str = ""
    sp: str = ""
    steps: int = 1
    full: int = 1
    badges: list[str] = []
    formation: str = ""
    unknown: bool = False
    label: str = ""  # what is written on it, if not its id
    figures: dict[str, str] = {}  # of a card: what is printed on it, by name; the game's catalogue has the words
    on: str = ""  # of a card: the one it lies on or under


class Picture(msgspec.Struct):
    """All that a report draws and lists of a position as one side sees it."""

    counters: list[CounterPicture]
    region: list[str]
    bridges: dict[str, str] = {}  # hexside -> untouched, intact, blown, repaired, down
    control: dict[str, str] = {}
    tracks: dict[str, Any] = {}
    arriving: list[dict[str, Any]] = []  # {"unit", "turn"}, and as known "at", "side", "formation", "factors", "er", "sp"
    notes: list[dict[str, Any]] = []  # message key + facts, for the situation paragraph
    markers: list[CounterPicture] = []  # drawn among the counters, but no units: drop zones
    ground: dict[str, list[str]] = {}  # what has become of the ground, and where: mud
    hand: list[CounterPicture] = []  # the side's own cards that are on no map
    terrain: dict[str, dict[str, Any]] = {}  # of a terrain: figures for the legend, put into words by map.terrain


class Scenario(msgspec.Struct):
    id: str
    ruleset: str
    title: dict[str, str]  # by language
    sides: list[str]
    turns: int  # 0: there is no last turn
    notes: dict[str, str] = {}
    folder: str = ""
    map: Any = None  # the folder of its map beside it, "map" if nothing is said; what else stands here is the game's own

    @property
    def map_folder(self) -> Path:
        return Path(self.folder).parent / (self.map if isinstance(self.map, str) else "map")

    @property
    def length(self) -> str:
        """As the console says it."""
        return f"{self.turns} turns" if self.turns else "no last turn"


@dataclass(frozen=True)
class Ruleset:
    slug: str
    version: str
    state: type[Any]
    sides: tuple[str, ...]
    sequence: tuple[Row, ...]
    kinds: dict[str, Kind]
    verbs: dict[str, Verb]
    board: Callable[[str], Board]  # of a scenario id; cached by the ruleset
    start: Callable[[str], Any]  # state at the start of a scenario
    view: Callable[[Any, str], Any]
    alias: Callable[[Any, str, str], str]  # (state, side, unit) -> the name that side may read
    holds: Callable[[Any, str, Cond], bool]  # one test of an IF, on the side's view
    lexicon: Callable[[Any, str], Lexicon]
    picture: Callable[[Any, str], Picture]
    result: Callable[[Any], dict[str, Any]]  # of a state that is over: {"winner": side or "", "level": key, ...}
    staff: Callable[[Any, str], list[str]]  # (view, side) -> order text for the stage now wanted
    sound: tuple[Callable[[Any, list[Event]], Iterable[str]], ...] = ()
    distance: Callable[[Any, str, str], int] | None = None
    position: Any = None  # how a case's POSITION words change a state
    forecast: Callable[..., Any] | None = None  # (view, side, lines) -> plain data for the reply to orders
    calc: dict[str, Calculation] = field(default_factory=dict)
    phases: Callable[..., str] | None = None  # (state, language="en") -> name of the turn: "18 Sept AM"
    told: Callable[[Any, str, str, dict[str, Any]], dict[str, Any] | None] | None = None  # (state, side, event, facts): what it may know
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)  # agreed when a game is made: field of the state, its values
    card: Callable[[], dict[str, Any]] | None = None  # figures and tables of its rules card
    check: Callable[[str], list[DataError]] | None = None  # what a scenario has wrong in its files
    states: tuple[str, ...] = ()  # what an IF may say of units and places beside ours, alive...: words under order.<state>
    facts: tuple[str, ...] = ()  # and what it may compare beside odds, turn...: words under test.<fact>
    unused: Callable[[Any], tuple[str, ...]] | None = None  # of a state: stages that its scenario and options never open

    def begin(self, scenario: str, options: dict[str, str] | None = None) -> Any:
        """The start of a game played with these options; an option not named has the first of its values."""
        state = self.start(scenario)
        for name, value in (options or {}).items():
            if value not in self.options.get(name, ()):
                known = [f"{option}={choice}" for option, values in self.options.items() for choice in values]
                raise PbemError(f'{self.slug} has no option "{name}={value}"', f"there are: {', '.join(known) or 'none'}")
            setattr(state, name, value)
        return state

    def options_of(self, state: Any) -> dict[str, str]:
        return {name: str(getattr(state, name)) for name in self.options}

    def row(self, row_id: str) -> Row:
        return next(row for row in self.sequence if row.id == row_id)
