"""Unit symbols in the NATO manner, drawn into a frame 60 wide and 40 high round (0, 0)."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from pbem.reports.map import fonts
from pbem.reports.map.pen import Path, Pen, circle, polygon, rectangle

W, H = 30.0, 20.0  # half the frame
Glyph = Callable[[Pen, str], None]
SAME = {
    "inf": "infantry",
    "foot": "infantry",
    "armor": "armour",
    "armored": "armour",
    "armoured": "armour",
    "tank": "armour",
    "panzer": "armour",
    "panzergrenadier": "mechanized",
    "mech": "mechanized",
    "mechanised": "mechanized",
    "motor": "motorized",
    "motorised": "motorized",
    "guns": "artillery",
    "gun": "artillery",
    "arty": "artillery",
    "art": "artillery",
    "rec": "recon",
    "reconnaissance": "recon",
    "cavalry": "recon",
    "car": "recon",
    "eng": "engineer",
    "engineers": "engineer",
    "pioneer": "engineer",
    "para": "airborne",
    "parachute": "airborne",
    "airlanding": "glider",
    "at": "antitank",
    "aa": "flak",
    "antiaircraft": "flak",
    "headquarters": "hq",
    "rockets": "rocket",
    "nebelwerfer": "rocket",
    "bridging": "bridge",
    "sp": "propelled",
}


def words_of(symbol: str) -> list[str]:
    """`self-propelled artillery` as the glyphs it is made of."""
    text = symbol.casefold().replace("tank destroyer", "armour antitank").replace("tank_destroyer", "armour antitank")
    text = re.sub(r"anti[-_ ]tank", "antitank", text).replace("self-propelled", "propelled").replace("self_propelled", "propelled")
    return list(dict.fromkeys(SAME.get(word, word) for word in re.findall(r"[a-z]+", text)))


def draw_symbol(pen: Pen, symbol: str, ink: str, ground: str) -> None:
    """The frame and what stands in it; a name without a glyph is written out small."""
    pen.draw(rectangle(-W, -H, 2 * W, 2 * H), fill=ground, stroke=ink, width=2.6)
    names = words_of(symbol)
    if names == ["motorized"]:
        names = ["infantry", "motorized"]
    known = [name for name in names if name in GLYPHS]
    for name in known:
        GLYPHS[name](pen, ink)
    if not known:
        label = symbol or "?"
        pen.text((0, -5), label, fonts.fitting(label, fonts.NARROW_BOLD, 20, 54), face=fonts.NARROW_BOLD, colour=ink)


def _lines(pen: Pen, ink: str, *lines: list[tuple[float, float]], width: float = 2.6) -> None:
    for line in lines:
        pen.draw(polygon(line, closed=False), stroke=ink, width=width)


def infantry(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-W, -H), (W, H)], [(-W, H), (W, -H)])


def recon(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-W, -H), (W, H)])


def armour(pen: Pen, ink: str) -> None:
    path = Path([]).move((-9, 11)).line((9, 11)).curve((24, 11), (24, -11), (9, -11)).line((-9, -11)).curve((-24, -11), (-24, 11), (-9, 11))
    pen.draw(path.close(), stroke=ink, width=2.6)


def mechanized(pen: Pen, ink: str) -> None:
    infantry(pen, ink)
    armour(pen, ink)


def artillery(pen: Pen, ink: str) -> None:
    pen.draw(circle((0, 0), 7), fill=ink)


def rocket(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-9, 8), (0, 16), (9, 8)], [(-9, 1), (0, 9), (9, 1)])


def engineer(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-15, -9), (-15, 9), (15, 9), (15, -9)], [(0, 9), (0, -9)], width=3.2)


def bridge(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-18, -15), (-13, -10), (13, -10), (18, -15)], [(-18, 0), (-13, -5), (13, -5), (18, 0)])


def antitank(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-W, -H), (0, H), (W, -H)])


def flak(pen: Pen, ink: str) -> None:
    pen.draw(Path([]).move((-W, -H)).curve((-20, 12), (20, 12), (W, -H)), stroke=ink, width=2.6)


def motorized(pen: Pen, ink: str) -> None:
    for x in (-21, 21):
        pen.draw(circle((x, -H - 4.5), 3.4), fill="#ffffff", stroke=ink, width=2.2)


def propelled(pen: Pen, ink: str) -> None:
    armour(pen, ink)


def airborne(pen: Pen, ink: str) -> None:
    path = Path([]).move((-14, -17)).curve((-14, -8), (0, -8), (0, -17)).curve((0, -8), (14, -8), (14, -17))
    pen.draw(path, stroke=ink, width=2.6)


def glider(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-13, -10), (0, -17), (13, -10)])


def hq(pen: Pen, ink: str) -> None:
    pen.text((0, -7), "HQ", 20, face=fonts.BOLD, colour=ink)


def supply(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-W, -10), (W, -10)])


def drop(pen: Pen, ink: str) -> None:
    """An open parachute."""
    pen.draw(Path([]).move((-16, 2)).curve((-16, 20), (16, 20), (16, 2)).close(), stroke=ink, width=2.6)
    _lines(pen, ink, [(-16, 2), (0, -14), (16, 2)], [(-6, 2), (0, -14), (6, 2)], width=1.6)


def aircraft(pen: Pen, ink: str) -> None:
    """A propeller."""
    path = Path([]).move((0, 0)).curve((-8, 11), (-22, 11), (-22, 0)).curve((-22, -11), (-8, -11), (0, 0))
    pen.draw(path.curve((8, 11), (22, 11), (22, 0)).curve((22, -11), (8, -11), (0, 0)).close(), fill=ink)


def transport(pen: Pen, ink: str) -> None:
    """A wheel with its spokes."""
    pen.draw(circle((0, 0), 13), stroke=ink, width=2.6)
    _lines(pen, ink, [(-13, 0), (13, 0)], [(0, -13), (0, 13)], [(-9, -9), (9, 9)], [(-9, 9), (9, -9)], width=1.8)


def general(pen: Pen, ink: str) -> None:
    pen.draw(star((0, 0), 16, 6.5), fill=ink)


def leader(pen: Pen, ink: str) -> None:
    """A chevron."""
    _lines(pen, ink, [(-14, -8), (0, 4), (14, -8)], [(-14, 0), (0, 12), (14, 0)], width=3.4)


def attachment(pen: Pen, ink: str) -> None:
    _lines(pen, ink, [(-12, 0), (12, 0)], [(0, -12), (0, 12)], width=4)


def fortification(pen: Pen, ink: str) -> None:
    """Battlements."""
    left = [(-20.0, -10.0), (-20.0, 10.0), (-10.0, 10.0), (-10.0, 2.0), (-4.0, 2.0), (-4.0, 10.0)]
    _lines(pen, ink, [*left, *((-x, y) for x, y in reversed(left))])


def mines(pen: Pen, ink: str) -> None:
    for x, y in ((-15, -6), (0, -6), (15, -6), (-8, 8), (8, 8)):
        pen.draw(circle((x, y), 4.6), fill=ink)


def ditch(pen: Pen, ink: str) -> None:
    """A wall of points, as engineers draw an obstacle."""
    _lines(pen, ink, [(-26, -8), (26, -8)], [(-22, -8), (-15, 8), (-8, -8), (0, 8), (8, -8), (15, 8), (22, -8)])


def star(at: tuple[float, float], far: float, near: float) -> Path:
    points = []
    for k in range(10):
        r, turn = (far, near)[k % 2], math.radians(90 + 36 * k)
        points.append((at[0] + r * math.cos(turn), at[1] + r * math.sin(turn)))
    return polygon(points)


GLYPHS: dict[str, Glyph] = {
    "infantry": infantry,
    "recon": recon,
    "armour": armour,
    "mechanized": mechanized,
    "artillery": artillery,
    "rocket": rocket,
    "engineer": engineer,
    "bridge": bridge,
    "antitank": antitank,
    "flak": flak,
    "motorized": motorized,
    "propelled": propelled,
    "airborne": airborne,
    "glider": glider,
    "hq": hq,
    "supply": supply,
    "drop": drop,
    "aircraft": aircraft,
    "transport": transport,
    "general": general,
    "leader": leader,
    "attachment": attachment,
    "fortification": fortification,
    "mines": mines,
    "ditch": ditch,
}
