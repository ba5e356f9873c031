"""Names on the map: each is tried round its place until it covers no counter, no number, no other name."""

from __future__ import annotations

import math
from collections.abc import Iterable

import msgspec

from pbem.reports.map import bridges, fonts
from pbem.reports.map.geometry import angle, grown, holds, middle
from pbem.reports.map.lines import between, water_names
from pbem.reports.map.pen import Box, Pen, Point, circle, polygon, rectangle
from pbem.reports.map.scene import Scene
from pbem.reports.map.terrain import number_size, number_spot

SIZES = {"city": 0.2, "town": 0.15, "village": 0.115, "hamlet": 0.105}  # of a hex
WATER_SIZE, WATER_INK = 0.11, "#1c5a8c"
TURNS = (270, 0, 180, 90, 300, 240, 45, 135, 330, 210, 30, 150)  # below first, then beside, then above
TURNED = [(round(math.cos(math.radians(turn)), 6), round(math.sin(math.radians(turn)), 6)) for turn in TURNS]
FAR = (0.16, 0.3, 0.42, 0.54, 0.66, 0.78, 0.92)
MARK = 0.085  # half the size of the sign of a fight
SMALLER = (1.0, 0.85, 0.72)
WIDE, HIGH = 3, 2  # hexes left and right of a place, and above and below, in which its name may stand
Cells = dict[tuple[int, int], list[Point]]


class Label(msgspec.Struct):
    text: str
    box: Box
    size: float
    face: str
    place: Point  # what it names
    rank: str = "village"

    @property
    def foot(self) -> Point:
        """Middle of the base line."""
        return ((self.box[0] + self.box[2]) / 2, self.box[1] + 0.22 * self.size)


class Room:
    """What is taken, in cells, so that a look at a box costs the same however full the map is."""

    def __init__(self, cell: float, boxes: Iterable[Box]) -> None:
        self.cell = cell
        self.cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.take(box)

    def take(self, box: Box) -> None:
        for cell in self._over(box):
            self.cells.setdefault(cell, []).append(box)

    def free(self, box: Box) -> bool:
        """Nothing there shares any ground with the box."""
        for cell in self._over(box):
            for other in self.cells.get(cell, ()):
                if box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]:
                    return False
        return True

    def _over(self, box: Box) -> list[tuple[int, int]]:
        left, bottom, right, top = (math.floor(v / self.cell) for v in box)
        return [(i, j) for i in range(left, right + 1) for j in range(bottom, top + 1)]


class Names(msgspec.Struct):
    """What was placed, what found no room, and the names of waters along their courses."""

    placed: list[Label]
    left_out: list[str]
    waters: list[tuple[str, Point, float]]


def number_boxes(scene: Scene) -> list[Box]:
    size = number_size(scene)
    found = []
    for id in scene.region:
        x, y = number_spot(scene, id)
        half = fonts.width(id, fonts.NARROW, size) / 2
        found.append((x - half, y - 0.15 * size, x + half, y + 0.8 * size))
    return found


def taken(scene: Scene) -> list[Box]:
    """What no name may cover: counters, numbers, bridges, marks of fights."""
    marks = [grown((*mark_spot(scene, id), *mark_spot(scene, id)), MARK * scene.unit) for id in scene.marks if scene.has(id)]
    flags = [grown((*flag_spot(scene, id), *flag_spot(scene, id)), 0.07 * scene.unit) for id in scene.picture.control if scene.has(id)]
    counters = [box for stack in scene.stacks() for box in stack.boxes]
    return [*counters, *number_boxes(scene), *bridges.boxes(scene), *marks, *flags]


def flag_spot(scene: Scene, id: str) -> Point:
    """Right of the number."""
    x, y = number_spot(scene, id)
    return (x + 0.235 * scene.unit, y + 0.035 * scene.unit)


def mark_spot(scene: Scene, id: str) -> Point:
    """Left of the number."""
    x, y = number_spot(scene, id)
    return (x - 0.24 * scene.unit, y + 0.035 * scene.unit)


def wanted(scene: Scene) -> list[tuple[str, str, Point]]:
    """(text, rank, place), the most important first; a name on several spaces once, in their midst."""
    where: dict[str, list[str]] = {}
    for id in scene.region:
        if name := scene.board.spaces[id].name:
            where.setdefault(name, []).append(id)
    found = []
    for name, ids in sorted(where.items()):
        town, _, part = name.rstrip(")").partition(" (")
        tags = {tag for id in ids for tag in (*scene.board.spaces[id].tags, scene.board.spaces[id].terrain)}
        rank = next((rank for rank in SIZES if rank in tags), "village" if scene.board.scheme else "town")
        points = [scene.centre(id) for id in ids]
        at = (sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points))
        if part and town in where:  # a quarter of a city that has its own name on the map
            found.append((part, "village", at))
        else:
            found.append((name.upper() if rank == "city" else name, rank, at))
    order = list(SIZES)
    return sorted(found, key=lambda item: (order.index(item[1]), item[2]))


def arrivals(scene: Scene) -> list[tuple[str, str, Point]]:
    """How many units are to come where, by turn."""
    there: dict[str, dict[int, int]] = {}
    for row in scene.picture.arriving:
        if scene.has(at := str(row.get("at", ""))):
            turns = there.setdefault(at, {})
            turns[int(row["turn"])] = turns.get(int(row["turn"]), 0) + 1
    texts = {at: ", ".join(scene.say("map.arriving", turn=turn, n=n) for turn, n in sorted(turns.items())) for at, turns in there.items()}
    return [(f"▶ {text}", "entry", scene.centre(at)) for at, text in sorted(texts.items())]


def place_names(scene: Scene, frame: Box | None = None) -> Names:
    """Greedy and always the same: the important names choose first."""
    room, roads = Room(scene.unit, taken(scene)), road_cells(scene)
    placed: list[Label] = []
    left_out = []
    for text, rank, at in [*arrivals(scene), *wanted(scene)]:
        if frame and not holds(frame, at):
            continue
        label = _best(scene, text, rank, at, room, roads, frame)
        if label is None:
            left_out.append(text)
        else:
            placed.append(label)
            room.take(label.box)
    return Names(placed, left_out, _waters(scene, room, frame))


def road_points(scene: Scene) -> list[Point]:
    """Where roads run, roughly: a name had better stay off them."""
    inside = scene.inside
    pairs = [(a, b) for a, b in sorted(scene.board.links) if a in inside and b in inside]
    return [
        p
        for a, b in pairs
        for p in (between(scene, a, b), middle(scene.centre(a), between(scene, a, b)), middle(scene.centre(b), between(scene, a, b)))
    ]


def road_cells(scene: Scene) -> Cells:
    """The points of the roads by the cell they lie in: each name looks at its own and those round it."""
    cells: Cells = {}
    for p in road_points(scene):
        cells.setdefault(cell_of(scene, p), []).append(p)
    return cells


def cell_of(scene: Scene, at: Point) -> tuple[int, int]:
    return (math.floor(at[0] / (WIDE * scene.unit)), math.floor(at[1] / (HIGH * scene.unit)))


def near_roads(scene: Scene, at: Point, cells: Cells) -> list[Point]:
    i, j = cell_of(scene, at)
    wide, high = WIDE * scene.unit, HIGH * scene.unit
    near = [p for x in (i - 1, i, i + 1) for y in (j - 1, j, j + 1) for p in cells.get((x, y), ())]
    return [p for p in near if abs(p[0] - at[0]) < wide and abs(p[1] - at[1]) < high]


def _best(scene: Scene, text: str, rank: str, at: Point, room: Room, soft: Cells, frame: Box | None) -> Label | None:
    """The nearest free spot, off the roads if it can be; smaller only if there is none."""
    face = fonts.BOLD if rank in ("city", "town", "entry") else fonts.NARROW_BOLD
    roads = near_roads(scene, at, soft)
    for part in SMALLER:
        size = SIZES.get(rank, 0.14) * part * scene.unit
        best: tuple[float, Label] | None = None
        for far in FAR:
            if best is not None and best[0] < far - 0.1:
                break
            for label in _candidates(scene, text, rank, at, size, face, far):
                if not room.free(label.box) or (frame and not _within(label.box, frame)):
                    continue
                score = math.dist(_nearest(label.box, at), at) / scene.unit + 0.2 * sum(holds(label.box, p) for p in roads)
                if best is None or score < best[0] - 1e-9:
                    best = (score, label)
        if best is not None:
            return best[1]
    return None


def _candidates(scene: Scene, text: str, rank: str, at: Point, size: float, face: str, far: float) -> list[Label]:
    """Round the place at one distance."""
    wide, high, found = fonts.width(text, face, size) + 0.2 * size, 1.1 * size, []
    for cos, sin in TURNED:
        x, y = at[0] + cos * (far * scene.unit + wide / 2 * abs(cos)), at[1] + sin * (far * scene.unit + high / 2)
        found.append(Label(text, (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2), size, face, at, rank))
    return found


def _nearest(box: Box, at: Point) -> Point:
    return (min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3]))


def _within(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _waters(scene: Scene, room: Room, frame: Box | None) -> list[tuple[str, Point, float]]:
    """Each name on the straightest free stretch of its course; a long course says it again."""
    size, found = WATER_SIZE * scene.unit, list[tuple[str, Point, float]]()
    for name, line in water_names(scene):
        wide = fonts.width(name, fonts.NARROW, size)
        for at, turn in _stretches(line, wide, 0.5 * scene.unit):
            bits = _bits(at, turn, wide, size)
            near = any(other[0] == name and math.dist(other[1], at) <= 7 * scene.unit for other in found)
            if not near and all(room.free(bit) and (not frame or _within(bit, frame)) for bit in bits):
                found.append((name, at, turn))
                for bit in bits:
                    room.take(bit)
    return found


def _stretches(line: list[Point], wide: float, edge: float) -> list[tuple[Point, float]]:
    """Middle and angle of the stretches long enough for a name, the straightest first."""
    reach, rated = max(2, round(wide / edge)), []
    for n in range(len(line) - reach):
        a, b = line[n], line[n + reach]
        if math.dist(a, b) >= 0.8 * wide:
            turn = angle(a, b)
            turn = turn - 180 if turn > 90 else turn + 180 if turn <= -90 else turn
            rated.append((round(-math.dist(a, b), 2), n, middle(a, b), turn))
    return [(at, turn) for _, _, at, turn in sorted(rated)]


def _bits(at: Point, turn: float, wide: float, size: float) -> list[Box]:
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    steps = max(2, round(wide / size))
    spots = [(at[0] + cos * wide * (k / steps - 0.5), at[1] + sin * wide * (k / steps - 0.5)) for k in range(steps + 1)]
    return [grown((*spot, *spot), 0.5 * size) for spot in spots]


def draw_places(pen: Pen, scene: Scene) -> None:
    """The small signs of towns and villages, under the counters."""
    r = 0.035 * scene.unit
    for text, rank, at in wanted(scene):
        if rank in ("town", "city"):
            pen.draw(rectangle(at[0] - r, at[1] - r, 2 * r, 2 * r), fill="#ffffff", stroke="#111111", width=r * 0.5)
        elif text and scene.board.scheme:
            pen.draw(circle(at, 0.75 * r), fill="#ffffff", stroke="#111111", width=r * 0.4)


def draw_names(pen: Pen, scene: Scene, names: Names) -> None:
    size = WATER_SIZE * scene.unit
    for name, (x, y), turn in names.waters:
        down = 0.32 * size
        spot = (x + math.sin(math.radians(turn)) * down, y - math.cos(math.radians(turn)) * down)
        pen.text(spot, name, size, face=fonts.NARROW, colour=WATER_INK, angle=turn, halo="#ffffff")
    for label in names.placed:
        _leader(pen, scene, label)
        colour = "#7d1b10" if label.rank == "entry" else "#111111"
        pen.text(label.foot, label.text, label.size, face=label.face, colour=colour, halo="#fffdf5")


def _leader(pen: Pen, scene: Scene, label: Label) -> None:
    """A thin line to the place of a name that had to stand far off."""
    near = _nearest(label.box, label.place)
    if math.dist(near, label.place) > 0.58 * scene.unit:
        pen.draw(polygon([near, label.place], closed=False), stroke="#111111", width=0.008 * scene.unit)
