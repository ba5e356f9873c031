"""A map cut into pages: one of the whole, then pages at the size of counters, each overlapping the next."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.platypus import Flowable

from pbem.board import Board
from pbem.engine.ruleset import Picture
from pbem.reports.map import fonts
from pbem.reports.map.geometry import Fit, bounds, grown, holds, overlap
from pbem.reports.map.legend import draw_legend, high
from pbem.reports.map.pen import Box, PdfPen, Pen, Point, polygon, rectangle
from pbem.reports.map.scene import Scene, make_scene, shape
from pbem.reports.map.sheet import HEX, draw_map, new_canvas
from pbem.reports.map.zones import title_and_cards

MARGIN, HEAD, FOOT = 9 * mm, 14 * mm, 11 * mm
SHARED = 1.0  # hexes that neighbouring pages have in common
PLAYED = (0.8, 0.55)  # of the size of counters, and of cards: on a map this large one can play
SMALLER = (1.0, 0.95, 0.9, 0.85, 0.8)  # of full size: a map of cards takes the first of those that need the fewest pages
Size = tuple[float, float]


class Tile(Flowable):  # type: ignore[misc]
    """One page filled by a part of the map, or by the whole of it with the legend."""

    def __init__(self, key: str, title: str, scene: Scene, size: Size, frame: Box, n: int = 0) -> None:
        super().__init__()
        self.key, self.title, self.scene, self.frame, self.n = key, title, scene, frame, n
        self.width, self.height = size
        self.tiles: list[Tile] = []

    @property
    def wide(self) -> bool:
        return self.width > self.height

    def wrap(self, *room: float) -> Size:
        return self.width, self.height

    def draw(self) -> None:
        self.paint(self.canv)

    def paint(self, canvas: Any) -> None:
        canvas.bookmarkPage(self.key)
        canvas.addOutlineEntry(self.title, self.key, 1 if self.n else 0)
        pen = PdfPen(canvas)
        self.aims(canvas)
        pen.text(
            (MARGIN, self.height - HEAD + 2.5 * mm),
            self.title,
            fonts.fitting(self.title, fonts.BOLD, 11, self.width - 60 * mm),
            face=fonts.BOLD,
            anchor="start",
        )
        with pen.within(self.frame):
            draw_map(pen, self.scene, self.frame)
            for tile in self.tiles:
                self._outline(pen, tile)
        if self.n:
            pen.draw(rectangle(*self.frame[:2], self.frame[2] - self.frame[0], self.frame[3] - self.frame[1]), stroke="#1c1a17", width=0.8)
        else:
            draw_legend(pen, self.scene, (MARGIN, FOOT + 3, self.width - MARGIN, self.frame[1] - 6))

    def aims(self, canvas: Any) -> None:
        """Every space of the page can be linked to; the page that shows it best is said last."""
        for id in self.scene.region:
            if holds(self.frame, self.scene.centre(id)):
                canvas.bookmarkPage(f"at-{id}")

    def plane(self) -> Box:
        """What the page shows, on the plane of the board."""
        fit = self.scene.fit
        left, bottom, right, top = self.frame
        return ((left - fit.dx) / fit.unit, (bottom - fit.dy) / fit.unit, (right - fit.dx) / fit.unit, (top - fit.dy) / fit.unit)

    def number_spot(self, corners: list[Point]) -> Point:
        """Of a part: in its top left corner; on a map of cards in the first corner where it covers no title and no card."""
        (left, bottom), (right, top) = corners[0], corners[2]
        spots = [(left + 4, top - 9), (left + 4, bottom + 4), (right - 10, top - 9), (right - 10, bottom + 4)]
        taken = list(title_and_cards(self.scene).values()) if self.scene.outlined else []
        free = [spot for spot in spots if not any(overlap((spot[0], spot[1], spot[0] + 6, spot[1] + 7), box) for box in taken)]
        return [*free, spots[0]][0]

    def _outline(self, pen: Pen, tile: Tile) -> None:
        left, bottom, right, top = tile.plane()
        corners = self.scene.fit.all([(left, bottom), (right, bottom), (right, top), (left, top)])
        pen.draw(polygon(corners), stroke="#7a3fa0", width=0.6, dash=(3, 2.5))
        pen.text(self.number_spot(corners), str(tile.n), 8, face=fonts.BOLD, colour="#7a3fa0", anchor="start", halo="#ffffff")


def paper(wide: bool) -> Size:
    return (A4[1], A4[0]) if wide else (A4[0], A4[1])


def map_pages(
    board: Board,
    picture: Picture,
    *,
    slug: str = "",
    language: str = "en",
    title: str = "",
    marks: dict[str, str] | None = None,
    moves: Sequence[tuple[str, list[str]]] = (),
    region: Iterable[str] | None = None,
    only_occupied: bool = False,
) -> list[Tile]:
    """The overview, then the parts; `only_occupied` leaves out parts in which nothing stands and nothing happened."""
    scene = make_scene(board, picture, region, slug=slug, language=language, marks=marks, moves=moves)
    plane = bounds(p for id in scene.region for p in shape(board, id))
    whole = overview(scene, plane, title)
    if whole.scene.unit >= PLAYED[scene.outlined] * HEX:  # the whole is large enough to play from
        return [whole]
    parts = needed(tiles(scene, plane)) if only_occupied else tiles(scene, plane)
    for n, part in enumerate(parts, 1):
        part.n, part.key, part.title = n, f"map-{n}", scene.say("map.part", title=title, n=n, of=len(parts))
    whole.tiles = parts
    return [whole, *parts]


def overview(scene: Scene, plane: Box, title: str) -> Tile:
    """The way of the paper that makes the map larger."""
    best: Tile | None = None
    for size in (paper(False), paper(True)):
        frame = (MARGIN, FOOT + high(scene), size[0] - MARGIN, size[1] - HEAD)
        unit = min((frame[2] - frame[0]) / (plane[2] - plane[0]), (frame[3] - frame[1]) / (plane[3] - plane[1]), HEX)
        frame = (frame[0], max(frame[1], frame[3] - (plane[3] - plane[1]) * unit), frame[2], frame[3])
        fit = Fit(unit, (frame[0] + frame[2]) / 2 - (plane[0] + plane[2]) / 2 * unit, frame[3] - plane[3] * unit)
        if best is None or unit > best.scene.unit:
            best = Tile("map", title, scene.refit(fit), size, frame)
    assert best is not None
    return best


def tiles(scene: Scene, plane: Box) -> list[Tile]:
    """The way of the paper that needs fewer pages; row by row from the top left."""
    units = [HEX * part for part in SMALLER] if scene.outlined else [HEX]
    return min((_cut(scene, plane, paper(wide), unit) for unit in units for wide in (False, True)), key=len)


def shared(scene: Scene) -> float:
    """What neighbouring pages have in common: of a map of areas so much that most areas are whole on one."""
    if not scene.outlined:
        return SHARED
    heights = sorted(box[3] - box[1] for box in (bounds(shape(scene.board, id)) for id in scene.region))
    return heights[len(heights) // 3]


def _cut(scene: Scene, plane: Box, size: Size, unit: float) -> list[Tile]:
    frame = (MARGIN, FOOT, size[0] - MARGIN, size[1] - HEAD)
    found, common = [], shared(scene)
    tops = [-y for y in _starts(-plane[3], -plane[1], (frame[3] - frame[1]) / unit, common)]
    for top in tops:
        for left in _starts(plane[0], plane[2], (frame[2] - frame[0]) / unit, common):
            fit = Fit(unit, frame[0] - left * unit, frame[3] - top * unit)
            found.append(_tile(scene.refit(fit), size, frame))
    return [tile for tile in found if tile.scene.region]


def _starts(low: float, high: float, room: float, common: float) -> list[float]:
    """Where pages begin so that they share the overlap evenly; one page is centred."""
    count = max(1, math.ceil((high - low - common) / (room - common) - 1e-9))
    if count == 1:
        return [(low + high - room) / 2]
    step = (high - low - room) / (count - 1)
    return [low + k * step for k in range(count)]


def _tile(scene: Scene, size: Size, frame: Box) -> Tile:
    near = grown(frame, scene.unit)
    region = [
        id for id in scene.region if (scene.outlined or holds(near, scene.centre(id))) and overlap(bounds(scene.corners(id)), frame) > 0
    ]
    return Tile("", "", scene.refit(scene.fit, region), size, frame)


def needed(parts: list[Tile]) -> list[Tile]:
    """The pages on which something stands, is to come or was fought over; none of which others show all."""
    shown = {id(part): busy(part) for part in parts}
    kept = [part for part in parts if shown[id(part)]]
    for part in sorted(kept, key=lambda one: len(shown[id(one)])):
        others = [space for other in kept if other is not part for space in shown[id(other)]]
        if all(space in others for space in shown[id(part)]):
            kept = [other for other in kept if other is not part]
    return kept


def busy(tile: Tile) -> list[str]:
    """The spaces with something in them that the page shows whole."""
    scene = tile.scene
    standing = {c.at for c in (*scene.picture.counters, *scene.picture.markers)}
    there = standing | {str(row.get("at", "")) for row in scene.picture.arriving} | set(scene.marks)
    inner = grown(tile.frame, -0.35 * scene.unit)
    if scene.outlined:
        return [id for id, box in title_and_cards(scene).items() if id in there and overlap(box, tile.frame) >= 0.99 * overlap(box, box)]
    return [space for space in scene.region if space in there and holds(inner, scene.centre(space))]


def map_pdf(
    board: Board, picture: Picture, *, region: Iterable[str] | None = None, slug: str = "", title: str = "", language: str = "en"
) -> bytes:
    """The overview and every part, for the table."""
    pages, out = map_pages(board, picture, slug=slug, language=language, title=title, region=region), io.BytesIO()
    canvas = new_canvas(out, (pages[0].width, pages[0].height), title)
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        page.paint(canvas)
        canvas.showPage()
    canvas.save()
    return out.getvalue()
