"""What one map shows: the board's part in play, the side's picture, and the fit onto paper."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from pbem.board import Board
from pbem.engine.ruleset import CounterPicture, Picture
from pbem.errors import PbemError
from pbem.reports.map.counters import Stack
from pbem.reports.map.geometry import Fit, bounds
from pbem.reports.map.pen import Box, Point
from pbem.words import Words, words

AREA = 0.42  # half the height of an area's box, in units of the plane
WIDE = 0.62  # half its width
LOWER = 0.035  # counters leave room for the number at the top


class Scene(msgspec.Struct):
    board: Board
    picture: Picture
    region: list[str]
    say: Words
    fit: Fit
    sides: list[str]
    codes: dict[str, str]  # of badges
    marks: dict[str, str] = {}  # space -> label of the fight there
    moves: list[tuple[str, list[str]]] = []  # side and spaces passed
    inside: dict[str, None] = {}  # the region, to look up
    centres: dict[str, Point] = {}  # of all spaces, on the plane
    shapes: dict[str, list[Point]] = {}

    @property
    def unit(self) -> float:
        return self.fit.unit

    @property
    def outlined(self) -> bool:
        """Areas with outlines of their own: cards lie in them side by side, under a title."""
        return bool(self.board.table("areas"))

    def has(self, id: str) -> bool:
        return id in self.board.spaces and id in self.inside

    def centre(self, id: str) -> Point:
        return self.fit.at(self.centres[id])

    def corners(self, id: str) -> list[Point]:
        return self.fit.all(self.shapes[id])

    @property
    def box(self) -> Box:
        return bounds(p for id in self.region for p in self.corners(id))

    def refit(self, fit: Fit, region: list[str] | None = None) -> Scene:
        own = self.region if region is None else region
        return msgspec.structs.replace(self, fit=fit, region=own, inside=dict.fromkeys(own))

    def word(self, kind: str, name: str) -> str:
        """A word of the catalogue, or the name in the data made readable."""
        key = f"{kind}.{name}"
        return self.say(key) if self.say.has(key) else name.replace("_", " ").replace("-", " ")

    def counters(self) -> list[CounterPicture]:
        inside = self.inside
        return [c for c in (*self.picture.counters, *self.picture.markers) if c.at in inside]

    def stacks(self) -> list[Stack]:
        """Every occupied space of the region; the counters of a side together, in the order of the picture."""
        there: dict[str, list[CounterPicture]] = {}
        for c in sorted(self.counters(), key=lambda c: self.sides.index(c.side)):
            there.setdefault(c.at, []).append(c)
        return [self._stack(id, there[id]) for id in sorted(there)]

    def _stack(self, id: str, counters: list[CounterPicture]) -> Stack:
        x, y = self.centre(id)
        return Stack((x, y - LOWER * self.unit), counters, self.unit)


def shape(board: Board, id: str) -> list[Point]:
    """The outline of a space on the plane: a hex, or the box of an area."""
    if found := board.corners(id):
        return found
    x, y = board.centre(id)
    return [(x - WIDE, y - AREA), (x + WIDE, y - AREA), (x + WIDE, y + AREA), (x - WIDE, y + AREA)]


@lru_cache(maxsize=16)
def plane(board: Board) -> tuple[dict[str, Point], dict[str, list[Point]]]:
    """Middles and outlines of all spaces."""
    return {id: board.centre(id) for id in board.ids}, {id: shape(board, id) for id in board.ids}


def checked_region(board: Board, picture: Picture, region: Iterable[str] | None) -> list[str]:
    """The spaces to draw, sorted; what the board does not have is named."""
    wanted = sorted(dict.fromkeys(picture.region if region is None else region))
    if unknown := [id for id in wanted if id not in board.spaces]:
        raise PbemError(f"the map has no {', '.join(unknown[:5])}", f"name spaces of this board, {board.ids[0]} to {board.ids[-1]}")
    if not wanted:
        raise PbemError("there is nothing to draw: the region is empty", "name at least one space of the board")
    return wanted


def badge_codes(say: Words, counters: Iterable[CounterPicture]) -> dict[str, str]:
    """What stands on a counter for a badge: a letter or two of the catalogue, or the first of its name."""
    names = sorted({badge for c in counters for badge in c.badges})
    return {name: say(f"badge-code.{name}") if say.has(f"badge-code.{name}") else name[:2].upper() for name in names}


def make_scene(
    board: Board,
    picture: Picture,
    region: Iterable[str] | None = None,
    *,
    slug: str = "",
    language: str = "en",
    marks: dict[str, str] | None = None,
    moves: Iterable[tuple[str, list[str]]] = (),
) -> Scene:
    """One unit a point; `refit` lays it on paper."""
    say, own = words(language, slug or "pbem"), checked_region(board, picture, region)
    sides = sorted({c.side for c in (*picture.counters, *picture.markers, *picture.hand)} | set(picture.control.values()))
    scene = Scene(board, picture, own, say, Fit(1.0), sides, badge_codes(say, [*picture.counters, *picture.hand]), marks or {}, list(moves))
    scene.centres, scene.shapes = plane(board)
    scene.inside = dict.fromkeys(own)
    return scene
