"""Maps drawn from a board and a side's picture."""

from pbem.reports.map.sheet import map_pdf, map_png

__all__ = ["map_pdf", "map_png"]
