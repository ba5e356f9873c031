"""What the rulebook says of the map, held against it: `facts.csv` beside the map, one fact a line with its rule and reason.

fact      about                     says
space     hex                       -                        it is on the map
terrain   hex                       a terrain
name      hex                       a name, or the word before its brackets
tag       hex                       a tag
adjacent  two hexes                 -
corridor  the way-points in order   kind of way              numbered steps 1, 2... of links.csv make one unbroken way through them
bridge    the two hexes             its class
water     the two hexes             the water on the side
link      the two hexes             kind of way
zone      kind of zone              its hexes
rows      kind of zone              first-last               of the places of its hexes
between   kind of zone              hex water first-last     all that is joined to the hex without crossing that water, in those places
sheet     name of the sheet         lines x places
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbem.board.board import Pair, pair
from pbem.board.check import Atlas, Faults, ends_of
from pbem.board.table import Line, read_table
from pbem.errors import DataError

COLUMNS = ("fact", "about", "says", "rule", "reason")
Found = Iterator[DataError]


def check_facts(atlas: Atlas) -> Faults:
    file = atlas.folder / "facts.csv"
    if not file.exists():
        return
    for line in read_table(file, COLUMNS):
        yield from unreadable(atlas, line) or FACTS[line["fact"]](atlas, line)


def unreadable(atlas: Atlas, line: Line) -> list[DataError]:
    """A fact of a kind there is, of hexes there are, with its rule and its reason."""
    if line["fact"] not in FACTS:
        return [line.fault("fact", f"{line['fact']!r} is no kind of fact", f"one of {', '.join(FACTS)}")]
    for column in ("about", "rule", "reason"):
        if not line[column]:
            return [line.fault(column, f"the fact has no {column}", "every fact names its rule and why it must hold")]
    if line["fact"] in ("zone", "rows", "between", "sheet"):
        return []
    missing = [id for id in line["about"].split() if id not in atlas.spaces]
    return [line.fault("about", f"{id} is not on the map", said(line, "add it to spaces.csv")) for id in missing]


def said(line: Line, cure: str) -> str:
    return f"{cure}; rule {line['rule']}: {line['reason']} ({line.file.name}, line {line.number})"


def space(atlas: Atlas, line: Line) -> Found:
    """That it is there has been looked up already."""
    yield from ()


def terrain(atlas: Atlas, line: Line) -> Found:
    at = atlas.spaces[line["about"]]
    if at["terrain"] != line["says"]:
        yield at.fault("terrain", f"{at['id']} is {at['terrain']}, the rulebook says {line['says']}", said(line, f"write {line['says']}"))


def name(atlas: Atlas, line: Line) -> Found:
    at = atlas.spaces[line["about"]]
    if line["says"] not in (at["name"], at["name"].partition(" (")[0]):
        yield at.fault("name", f"{at['id']} is called {at['name'] or 'nothing'}, not {line['says']}", said(line, f"write {line['says']}"))


def tag(atlas: Atlas, line: Line) -> Found:
    at = atlas.spaces[line["about"]]
    if line["says"] not in at["tags"].split(";"):
        yield at.fault("tags", f"{at['id']} has no tag {line['says']}", said(line, "add it"))


def two(line: Line) -> Pair:
    a, _, b = line["about"].partition(" ")
    return pair(a, b)


def adjacent(atlas: Atlas, line: Line) -> Found:
    a, b = two(line)
    if not atlas.board.adjacent(a, b):
        yield line.fault("about", f"{a} and {b} are not adjacent", said(line, "see `shifted` and the sheets in map.toml"))


def bridge(atlas: Atlas, line: Line) -> Found:
    here = [row for row in atlas.bridges if ends_of(row) == two(line) and row["kind"] != "ferry"]
    if not here:
        yield line.fault("about", f"there is no bridge between {' and '.join(two(line))}", said(line, "add it to bridges.csv"))
    elif line["says"] not in [row["class"] for row in here]:
        yield here[0].fault("class", f"{here[0]['name']} is {here[0]['class']}, not {line['says']}", said(line, f"write {line['says']}"))


def water(atlas: Atlas, line: Line) -> Found:
    here = [row for row in atlas.sides if ends_of(row) == two(line)]
    if not here or here[0]["water"] != line["says"]:
        at, found = (here[0], here[0]["water"] or "no water") if here else (line, "no water")
        column = "water" if here else "about"
        yield at.fault(column, f"{found} between {' and '.join(two(line))}, the rulebook says {line['says']}", said(line, "mend sides.csv"))


def link(atlas: Atlas, line: Line) -> Found:
    here = [row for row in atlas.links if ends_of(row) == two(line)]
    if line["says"] not in [row["kind"] for row in here]:
        at, column = (here[0], "kind") if here else (line, "about")
        yield at.fault(column, f"no {line['says']} from {' to '.join(two(line))}", said(line, "mend links.csv"))


def corridor(atlas: Atlas, line: Line) -> Found:
    """One unbroken way of that kind, its steps numbered from 1, through the way-points in their order."""
    rows = sorted((row for row in atlas.links if row.cells.get("corridor")), key=lambda row: int(row["corridor"]))
    points = line["about"].split()
    walk = [points[0]]
    for step, row in enumerate(rows, 1):
        ends = [row["a"], row["b"]]
        if row["kind"] != line["says"]:
            yield row.fault("kind", f"step {row['corridor']} of the road is {row['kind']}, not {line['says']}", said(line, "mend its kind"))
        if int(row["corridor"]) != step or walk[-1] not in ends:
            yield row.fault(
                "corridor", f"the road breaks after {walk[-1]}: step {step} is missing", said(line, "number the steps 1, 2, 3...")
            )
            return
        walk.append(ends[ends[0] == walk[-1]])
    passed = [id for id in walk if id in points]
    if passed != points:
        first = next((id for id, has in zip(points, [*passed, *points], strict=False) if id != has), points[-1])
        yield line.fault("about", f"the road does not reach {first} in its turn", said(line, "lead `corridor` of links.csv through it"))
    elif walk[-1] != points[-1]:
        yield rows[-1].fault("corridor", f"the road ends at {walk[-1]}, not at {points[-1]}", said(line, "lead it on"))


def zone_lines(atlas: Atlas, kind: str) -> list[Line]:
    return [row for row in atlas.lines("zones") if row["kind"] == kind]


def zone(atlas: Atlas, line: Line) -> Found:
    here = zone_lines(atlas, line["about"])
    found = sorted({id for row in here for id in row["hexes"].split()})
    wanted = sorted(line["says"].split())
    if found != wanted:
        wrong = sorted(set(found) ^ set(wanted))
        at, column = (here[0], "hexes") if here else (line, "about")
        yield at.fault(column, f"the zone {line['about']} differs in {', '.join(wrong)}", said(line, "mend its hexes"))


def rows(atlas: Atlas, line: Line) -> Found:
    low, high = (int(n) for n in line["says"].split("-"))
    for row in zone_lines(atlas, line["about"]):
        for id in row["hexes"].split():
            spot = atlas.board.scheme.spot(id) if atlas.board.scheme else None
            if spot is not None and not low <= spot[1] <= high:
                yield row.fault("hexes", f"{id} of {row['kind']} lies outside the rows {line['says']}", said(line, "take it out"))


def between(atlas: Atlas, line: Line) -> Found:
    """The zone is just the land between those waters, cut to its rows."""
    start, wet, span = line["says"].split()
    low, high = (int(n) for n in span.split("-"))
    reached, wave = {start}, [start]
    while wave:
        here = wave.pop()
        fresh = [b for b in atlas.board.neighbours(here) if b not in reached and atlas.board.side(here, b).get("water") != wet]
        reached.update(fresh)
        wave += fresh
    scheme = atlas.board.scheme
    wanted = {id for id in reached if scheme is not None and (spot := scheme.spot(id)) is not None and low <= spot[1] <= high}
    here_lines = zone_lines(atlas, line["about"])
    found = {id for row in here_lines for id in row["hexes"].split()}
    if wrong := sorted(wanted ^ found):
        at, column = (here_lines[0], "hexes") if here_lines else (line, "about")
        yield at.fault(
            column, f"the zone {line['about']} is wrong in {', '.join(wrong)}", said(line, "put in what is missing, take out the rest")
        )


def sheet(atlas: Atlas, line: Line) -> Found:
    sheets = {one.name: one for one in (atlas.board.scheme.sheets if atlas.board.scheme else [])}
    one = sheets.get(line["about"])
    size = f"{one.lines[1] - one.lines[0] + 1} x {one.places[1] - one.places[0] + 1}" if one else "missing"
    if size != line["says"]:
        yield line.fault("says", f"sheet {line['about']} is {size}, not {line['says']}", said(line, "mend the sheets in map.toml"))


FACTS: dict[str, Callable[[Atlas, Line], Found]] = {
    "space": space, "terrain": terrain, "name": name, "tag": tag, "adjacent": adjacent, "corridor": corridor, "bridge": bridge,
    "water": water, "link": link, "zone": zone, "rows": rows, "between": between, "sheet": sheet,
}  # fmt: skip
