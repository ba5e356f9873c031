"""The typefaces of maps and reports, embedded from `templates/fonts`."""

from __future__ import annotations

from functools import cache

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pbem.data import folder

PLAIN, BOLD = "DejaVuSans", "DejaVuSans-Bold"
NARROW, NARROW_BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
FACES = (PLAIN, BOLD, NARROW, NARROW_BOLD)


@cache
def register() -> None:
    """Once: the faces, and streams as bytes rather than as text, which is a fifth larger."""
    rl_config.useA85 = 0
    place = folder("templates") / "fonts"
    for face in FACES:
        pdfmetrics.registerFont(TTFont(face, place / f"{face}.ttf"))
    pdfmetrics.registerFontFamily(NARROW, normal=NARROW, bold=NARROW_BOLD, italic=NARROW, boldItalic=NARROW_BOLD)
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)


def width(text: str, face: str, size: float) -> float:
    register()
    return float(pdfmetrics.stringWidth(text, face, size))


def fitting(text: str, face: str, size: float, room: float) -> float:
    """The size at which the text fits the room, never larger than `size`."""
    wide = width(text, face, size)
    return size if wide <= room else size * room / wide
