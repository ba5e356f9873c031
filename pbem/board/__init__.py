"""Geography: spaces, hexsides, links, numbering, distance, reach, zones. Knows no game."""

from pbem.board.board import Board, Georeference, Pair, Row, Space, pair
from pbem.board.load import load_board
from pbem.board.numbering import Numbering, Sheet
from pbem.board.reach import CostRows, Reach, cost_rows, reach, reach_from, reach_rows, trace
from pbem.board.zones import space_mask, zone_mask

__all__ = [
    "Board", "CostRows", "Georeference", "Numbering", "Pair", "Reach", "Row", "Sheet", "Space",
    "cost_rows", "load_board", "pair", "reach", "reach_from", "reach_rows", "space_mask", "trace", "zone_mask",
]
