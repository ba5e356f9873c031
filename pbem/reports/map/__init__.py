"""Maps drawn from a board and a side's picture."""

from pbem.reports.map.pages import map_pdf
from pbem.reports.map.sheet import map_png, map_svg, page_png

__all__ = ["map_pdf", "map_png", "map_svg", "page_png"]
