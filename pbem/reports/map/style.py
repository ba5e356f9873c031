"""Colours and words of the map. Light grounds and dark marks, so that it survives a black-and-white printer."""

from __future__ import annotations

from pbem.words import Words

PAPER, INK, GRID, NUMBER = "#ffffff", "#1c1a17", "#9a968a", "#55524a"
BUILT = "#8d3b2e"
GROUND = {
    "clear": "#f6f1e0",
    "field": "#f6f1e0",
    "plain": "#f6f1e0",
    "open": "#f6f1e0",
    "desert": "#f3e6c3",
    "mixed": "#e3ebc4",
    "forest": "#bcd6a1",
    "woods": "#bcd6a1",
    "wood": "#bcd6a1",
    "orchard": "#d3e2ae",
    "city": "#e2b9a6",
    "town": "#ecd0bf",
    "village": "#efdccd",
    "hill": "#e4cfa6",
    "hills": "#e4cfa6",
    "rough": "#e0d3b8",
    "mountain": "#cdb592",
    "mountains": "#cdb592",
    "swamp": "#cfe3dc",
    "marsh": "#cfe3dc",
    "polder": "#e3efe4",
    "flooded": "#c6dfe8",
    "sea": "#b9d7ea",
    "lake": "#b9d7ea",
    "water": "#b9d7ea",
    "hq": "#ebe4d2",
    "airfield": "#e6ead3",
}
SPARE = ("#eee4ef", "#e4e8f2", "#f2e6df", "#e6efe9")  # for terrain nobody named above
WATER = {  # kind: width in hundredths of a hex, bank, water
    "major_river": (15.0, "#2f6ea3", "#8fc1e6"),
    "river": (8.0, "#2a6aa0", "#6aaede"),
    "canal": (6.5, "#1d4f7c", "#a9d4f0"),
    "stream": (2.6, "#4f93c6", "#4f93c6"),
}
ROAD = {  # kind: width, edge, surface
    "supply_road": (10.5, "#4a1a0c", "#f7932f"),
    "main_road": (7.0, "#7c4524", "#f0b679"),
    "road": (3.8, "#86613c", "#f3d9a6"),
    "track": (2.2, "#8a7658", "#8a7658"),
}
RAIL = "#2b2b2b"
SIDE_COLOURS = ("#b8c58a", "#b9c2c9", "#d7b98c", "#c6b3d6")


def ground(terrain: str, others: list[str]) -> str:
    """The colour of a terrain; names nobody foresaw share out the spare ones."""
    if terrain in GROUND:
        return GROUND[terrain]
    unknown = sorted(t for t in others if t not in GROUND)
    return SPARE[unknown.index(terrain) % len(SPARE)] if terrain in unknown else GROUND["clear"]


def word(say: Words, key: str, name: str) -> str:
    """The catalogue's word for a name in a data file, or the name made readable."""
    return say(f"{key}.{name}") if say.has(f"{key}.{name}") else name.replace("_", " ")


def brightness(colour: str) -> int:
    r, g, b = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return (299 * r + 587 * g + 114 * b) // 1000


def ink_on(colour: str) -> str:
    return "#111111" if brightness(colour) > 115 else "#ffffff"


def mixed(colour: str, other: str, part: float) -> str:
    pairs = [(int(colour[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
