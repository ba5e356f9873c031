"""The cards of the game, and the position a scenario starts from."""

from __future__ import annotations

from functools import cache

import msgspec

from pbem.board.table import Line, read_table
from pbem.data import folder
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.state import AIRFIELD, MAP, SIDES, Card, State

COLUMNS = (
    "id", "side", "kind", "class", "name_en", "name_fr", "subtitle", "cost", "arm", "inf", "defence", "mp", "range", "flags", "takes",
    "effect", "qty", "names",
)  # fmt: skip
KINDS = ("unit", "fortification", "obstacle", "general", "hq", "leader", "attachment")


@cache
def types() -> dict[str, Line]:
    """The rows of cards.csv; two copies of a card are one row."""
    return {line["id"]: line for line in read_table(folder("scenarios") / field.HERE / "cards.csv", COLUMNS)}


def whole(line: Line, column: str) -> int:
    if not line[column]:
        return 0
    try:
        return int(line[column])
    except ValueError:
        raise line.fault(column, f"{line[column]!r} is not a whole number", "write digits only") from None


def words(line: Line, column: str) -> list[str]:
    return [word for word in line[column].split(";") if word]


def effects(line: Line) -> dict[str, int]:
    """`supply:2`: what a card does, and how much. aa stands among the effects: it is a number of dice."""
    pairs = [word.partition(":") for word in words(line, "effect")]
    return {name: int(amount) for name, _, amount in pairs if name != "only"}


def _card(line: Line, id: str) -> Card:
    if line["kind"] not in KINDS:
        raise line.fault("kind", f"{line['kind']!r} is no kind of card", f"one of {', '.join(KINDS)}")
    if line["side"] not in SIDES:
        raise line.fault("side", f"{line['side']!r} is no side", f"one of {', '.join(SIDES)}")
    soldier = ["soldier"] if line["kind"] == "unit" and "Infantry" in line["subtitle"] else []  # SR-2
    only = next((word.partition(":")[2] for word in words(line, "effect") if word.startswith("only:")), "")
    cost, arm, inf, defence, mp, reach = (whole(line, column) for column in ("cost", "arm", "inf", "defence", "mp", "range"))
    flags, takes = [*soldier, *words(line, "flags")], words(line, "takes")
    kind = line["side"], line["kind"], line["id"], line["class"]
    return Card(id, *kind, cost, arm, inf, defence, mp, reach, flags, takes, effects(line), only)


@cache
def every_card() -> dict[str, Card]:
    """All cards of both decks: `Rifle 1` to `Rifle 4`; a card there is but one of has no number."""
    found: dict[str, Card] = {}
    for line in types().values():
        copies = whole(line, "qty")
        for n in range(1, copies + 1):
            id = line["id"] if copies == 1 else f"{line['id']} {n}"
            found[id] = _card(line, id)
    return found


def fresh(id: str) -> Card:
    """A new copy of the card, in the deck."""
    return msgspec.convert(msgspec.to_builtins(every_card()[id]), Card)


def names_of(card: Card) -> list[str]:
    """Further names of a card, with its number where there are several."""
    if card.type not in types():
        return []
    line = types()[card.type]
    number = card.id.removeprefix(card.type)
    names = [line["name_en"], line["name_fr"], *filter(None, line["names"].split("|"))]
    found = [name + number for name in names if name + number != card.id]
    if not number:
        found += [f"{name} 1" for name in (card.id, *found)]  # of a card there is but one of, too, people write the number
    return list(dict.fromkeys(found))


def start(scenario: str) -> State:
    """The position before the first stage: starting units on the map, everything else in the decks."""
    rules = field.settings(scenario)
    control = dict.fromkeys(field.zones(scenario), "")
    for side in SIDES:
        control |= dict.fromkeys(rules["control"][side], side)
    s = State(
        scenario, 1, "setup", rules["first"], rules["first"], {id: fresh(id) for id in every_card()},
        {side: rules["supply"]["start"][side] for side in SIDES}, control, {side: [] for side in SIDES},
    )  # fmt: skip
    for line in read_table(folder("scenarios") / scenario / "setup.csv", ("card", "at", "rides")):
        _set_up(s, line)
    return s


def _set_up(s: State, line: Line) -> None:
    if line["card"] not in s.cards:
        raise line.fault("card", f"{line['card']!r} is not in cards.csv", "write the id of a card and its number")
    if line["at"] not in field.board(s.scenario).index and line["at"] not in AIRFIELD.values():
        raise line.fault("at", f"{line['at']!r} is not on the map of {s.scenario}")
    if line["rides"] and line["rides"] not in s.cards:
        raise line.fault("rides", f"{line['rides']!r} is not in cards.csv")
    card = s.cards[line["card"]]
    card.place, card.at, card.rides = MAP, line["at"], line["rides"]
