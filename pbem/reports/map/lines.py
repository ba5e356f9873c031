"""Waters along the hexsides, slopes, roads and railways."""

from __future__ import annotations

import math

from pbem.board import Pair
from pbem.reports.map import style
from pbem.reports.map.geometry import Edge, chains, middle, rounded, snap, towards
from pbem.reports.map.pen import Path, Pen, Point, polygon
from pbem.reports.map.scene import Scene


def hexside(scene: Scene, a: str, b: str) -> Edge | None:
    """The two corners that two hexes share; areas have none."""
    if not scene.board.scheme:
        return None
    own = [snap(p) for p in scene.shapes[a]]
    shared = sorted(p for p in (snap(q) for q in scene.shapes[b]) if p in own)
    return (scene.fit.at(shared[0]), scene.fit.at(shared[1])) if len(shared) == 2 else None


def between(scene: Scene, a: str, b: str) -> Point:
    """Where a way from a to b crosses from one to the other."""
    return middle(scene.centre(a), scene.centre(b))


def water_edges(scene: Scene) -> dict[str, dict[Pair, Edge]]:
    """By kind of water, the hexsides it runs along; a hexside on the rim of the region belongs to it."""
    inside = scene.inside
    found: dict[str, dict[Pair, Edge]] = {}
    for (a, b), row in sorted(scene.board.sides.items()):
        if row.get("water") and (a in inside or b in inside) and (edge := hexside(scene, a, b)):
            found.setdefault(row["water"], {})[a, b] = edge
    return found


def draw_waters(pen: Pen, scene: Scene) -> None:
    edges = water_edges(scene)
    order = sorted(edges, key=lambda kind: _water(kind)[0])
    curves = {kind: [_course(kind, line) for line in chains(edges[kind].values())] for kind in order}
    for layer in (1, 2):  # all banks before all waters, so that mouths stay open
        for kind in order:
            broad, bank, surface = _water(kind)
            wide = broad * scene.unit / 100
            for curve in curves[kind]:
                pen.draw(curve, stroke=bank if layer == 1 else surface, width=wide if layer == 1 else wide * 0.68)


def _water(kind: str) -> tuple[float, str, str]:
    return style.WATER.get(kind, style.WATER["river"])


def _course(kind: str, line: list[Point]) -> Path:
    return polygon(line, closed=False) if kind == "canal" else rounded(line)


def draw_slopes(pen: Pen, scene: Scene) -> None:
    """Short strokes down from the crest."""
    inside = scene.inside
    for (a, b), row in sorted(scene.board.sides.items()):
        up = row.get("slope", "")
        if up in (a, b) and a in inside and b in inside and (edge := hexside(scene, a, b)):
            _hachures(pen, edge, scene.centre(b if up == a else a), scene.unit)


def _hachures(pen: Pen, edge: Edge, low: Point, unit: float) -> None:
    mid = middle(*edge)
    far = math.dist(mid, low)
    dx, dy = (low[0] - mid[0]) / far * unit * 0.085, (low[1] - mid[1]) / far * unit * 0.085
    path = polygon(edge, closed=False)
    for n in range(1, 10):
        x, y = (edge[0][k] + (edge[1][k] - edge[0][k]) * n / 10 for k in (0, 1))
        path.move((x, y)).line((x + dx, y + dy))
    pen.draw(path, stroke="#8a6a3c", width=unit * 0.011)


def way_kind(row: dict[str, str]) -> str:
    """A road of the supply corridor is a kind of its own."""
    return "supply_road" if row.get("corridor") else row.get("kind") or "road"


def way_kinds(scene: Scene) -> list[str]:
    """Kinds of ways in the region, the greatest last."""
    inside = scene.inside
    found = {way_kind(row) for (a, b), rows in scene.board.links.items() if a in inside or b in inside for row in rows}
    return sorted(found, key=lambda kind: (kind != "rail", _road(kind)[0], kind))


def way_edges(scene: Scene, kind: str) -> list[Edge]:
    """Half-links from the middle of a space to its side: a way out of the region ends at the rim."""
    inside = scene.inside
    edges = []
    for a, b in sorted(scene.board.links):
        if any(way_kind(row) == kind for row in scene.board.links[a, b]):
            edges += [(scene.centre(end), between(scene, a, b)) for end in (a, b) if end in inside]
    return edges


def bends(scene: Scene, rail: bool) -> tuple[set[Point], set[Point]]:
    """Middles of hexes with two ways, where the line may cut the corner; and those where ways meet, to go right through."""
    arms: dict[str, set[str]] = {}
    inside = scene.inside
    for a, b in scene.board.links if scene.board.scheme else ():
        if (a in inside or b in inside) and any((way_kind(row) == "rail") == rail for row in scene.board.links[a, b]):
            arms.setdefault(a, set()).add(b)
            arms.setdefault(b, set()).add(a)
    soft = {snap(scene.centre(id)) for id, near in arms.items() if len(near) == 2}
    return soft, {snap(scene.centre(id)) for id in arms} - soft


def course(line: list[Point], soft: set[Point], hard: set[Point]) -> Path:
    """A way through the middles of the hexsides it crosses."""
    path, n = Path([]).move(line[0]), 1
    while n < len(line):
        before, at, after = line[n - 1], line[n], line[min(n + 1, len(line) - 1)]
        if at in soft and at != after:
            path.curve(towards(before, at, 0.62), towards(after, at, 0.62), after)
            n += 1
        elif at in hard and at != after:
            _eased(path, before, at, after)
            n += 1
        else:
            path.line(at)
        n += 1
    return path


def _eased(path: Path, before: Point, at: Point, after: Point) -> None:
    """Through the middle without a corner."""
    dx, dy = (after[0] - before[0]) * 0.22, (after[1] - before[1]) * 0.22
    path.curve(towards(before, at, 0.5), (at[0] - dx, at[1] - dy), at).curve((at[0] + dx, at[1] + dy), towards(after, at, 0.5), after)


def _road(kind: str) -> tuple[float, str, str]:
    return style.ROAD.get(kind, style.ROAD["road"])


def draw_ways(pen: Pen, scene: Scene) -> None:
    """Railways, then roads, all edges before all surfaces, so that crossings stay open."""
    kinds = way_kinds(scene)
    corners = {rail: bends(scene, rail) for rail in (True, False)}
    curves = {kind: [course(line, *corners[kind == "rail"]) for line in chains(way_edges(scene, kind))] for kind in kinds}
    for curve in curves.pop("rail", []):
        draw_rail(pen, curve, scene.unit)
    for layer in (1, 2):
        for kind, lines in curves.items():
            broad, edge, surface = _road(kind)
            wide = broad * scene.unit / 100
            for curve in lines:
                pen.draw(curve, stroke=edge if layer == 1 else surface, width=wide if layer == 1 else wide * 0.6)
    for curve in curves.get("supply_road", []):
        pen.draw(curve, stroke="#5e2413", width=scene.unit * 0.009, dash=(scene.unit * 0.07, scene.unit * 0.05))


def draw_rail(pen: Pen, curve: Path, unit: float) -> None:
    """A thin black line with sleepers."""
    pen.draw(curve, stroke=style.RAIL, width=unit * 0.014)
    pen.draw(curve, stroke=style.RAIL, width=unit * 0.055, dash=(unit * 0.014, unit * 0.12))


# the names of waters


def water_names(scene: Scene) -> list[tuple[str, list[Point]]]:
    """Every name with the lines it belongs to, the longest first."""
    inside = scene.inside
    edges: dict[str, list[Edge]] = {}
    for (a, b), row in sorted(scene.board.sides.items()):
        if row.get("water") and row.get("name") and a in inside and b in inside and (edge := hexside(scene, a, b)):
            edges.setdefault(row["name"], []).append(edge)
    found = [(name, line) for name, own in sorted(edges.items()) for line in chains(own)]
    return sorted(found, key=lambda pair: -len(pair[1]))
