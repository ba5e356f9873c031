"""What one map shows: the board's part in play, the side's picture, and the fit onto paper."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pbem.board import Board
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.errors import PbemError
from pbem.reports.map.counters import Stack, badge_codes, stack_size
from pbem.reports.map.geometry import Fit, bounds
from pbem.reports.map.pen import Box, Point
from pbem.words import Words, words

AREA = 0.42  # half the height of an area's box, in units of the plane
WIDE = 0.62  # half its width


class Scene(msgspec.Struct):
    board: Board
    picture: Picture
    region: list[str]
    say: Words
    fit: Fit
    counter: float  # size of a single counter, in points
    sides: list[str]
    codes: dict[str, str]
    names: dict[str, str] = {}  # words of a game for its own kinds, by `terrain.x`, `side.x`, ...

    @property
    def unit(self) -> float:
        return self.fit.unit

    def has(self, id: str) -> bool:
        return id in self.board.spaces and id in self.inside

    @property
    def inside(self) -> dict[str, None]:
        return dict.fromkeys(self.region)

    def centre(self, id: str) -> Point:
        return self.fit.at(self.board.centre(id))

    def corners(self, id: str) -> list[Point]:
        return self.fit.all(shape(self.board, id))

    @property
    def box(self) -> Box:
        return bounds(p for id in self.region for p in self.corners(id))

    def refit(self, fit: Fit, counter: float) -> Scene:
        return msgspec.structs.replace(self, fit=fit, counter=counter)

    def word(self, kind: str, name: str) -> str:
        """A word of the game, of the catalogue, or the name in the data made readable."""
        key = f"{kind}.{name}"
        return self.names.get(key) or (self.say(key) if self.say.has(key) else name.replace("_", " "))

    def counters(self) -> list[CounterPicture]:
        inside = self.inside
        return [c for c in self.picture.counters if c.at in inside]

    def stacks(self) -> list[Stack]:
        """Every occupied space of the region; own order kept, the last on top."""
        there: dict[str, list[CounterPicture]] = {}
        for c in self.counters():
            there.setdefault(c.at, []).append(c)
        room = self.unit * (0.84 if self.board.scheme else 0.66)
        return [self._stack(id, there[id], room) for id in sorted(there)]

    def _stack(self, id: str, counters: list[CounterPicture], room: float) -> Stack:
        x, y = self.centre(id)
        return Stack((x, y - 0.055 * self.unit), counters, stack_size(len(counters), self.counter, room))


def shape(board: Board, id: str) -> list[Point]:
    """The outline of a space on the plane: a hex, or the box of an area."""
    if found := board.corners(id):
        return found
    x, y = board.centre(id)
    return [(x - WIDE, y - AREA), (x + WIDE, y - AREA), (x + WIDE, y + AREA), (x - WIDE, y + AREA)]


def checked_region(board: Board, picture: Picture, region: Iterable[str] | None) -> list[str]:
    """The spaces to draw, sorted; what the board does not have is named."""
    wanted = sorted(dict.fromkeys(picture.region if region is None else region))
    if unknown := [id for id in wanted if id not in board.spaces]:
        raise PbemError(f"the map has no {', '.join(unknown[:5])}", f"name spaces of this board, {board.ids[0]} to {board.ids[-1]}")
    if not wanted:
        raise PbemError("there is nothing to draw: the region is empty", "name at least one space of the board")
    return wanted


def make_scene(
    board: Board, picture: Picture, region: Iterable[str] | None = None, language: str = "en", names: dict[str, str] | None = None
) -> Scene:
    """One unit a point; `refit` lays it on paper."""
    sides = sorted({c.side for c in picture.counters} | set(picture.control.values()))
    codes = badge_codes(picture.counters)
    return Scene(board, picture, checked_region(board, picture, region), words(language, "map"), Fit(1.0), 0.6, sides, codes, names or {})
