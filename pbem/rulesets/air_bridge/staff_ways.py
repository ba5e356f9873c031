"""How far it is to a goal from every hex of the map: what the staff marches by, beyond the reach of one phase."""

from __future__ import annotations

from functools import lru_cache

from pbem.board.reach import CostRows, reach_from
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.moves_ways import FAR, rows_back
from pbem.rulesets.air_bridge.state import State, ends

FOE = 12  # half points that an enemy on the way is worth: go round him if that is not too far
WAIT = 10  # the same of a blown bridge that the engineers are about to repair

Costs = dict[int, int]  # by number of the hex; hexes without a way are missing


def ways_to(s: State, goals: tuple[str, ...], enemies: list[str], hoped: tuple[str, ...] = ()) -> Costs:
    """Half points from each hex to the nearest of the goals, over all bridges that stand, and those `hoped` for."""
    standing = tuple(sorted({*field.standing_sides(s), *hoped}))
    return _ways(s.scenario, standing, tuple(sorted(s.repaired_now)), s.mud, goals, tuple(enemies), hoped)


@lru_cache(maxsize=256)
def _ways(
    scenario: str, standing: tuple[str, ...], late: tuple[str, ...], mud: bool, goals: tuple[str, ...], enemies: tuple[str, ...],
    hoped: tuple[str, ...],
) -> Costs:  # fmt: skip
    bare = State(scenario, 1, "", "", "", {}, bridges=dict.fromkeys(standing, "intact"), repaired_now=list(late), mud=mud)
    index, back = field.board(scenario).index, rows_back(bare)
    rows = list(back.rows)
    for hex in enemies:
        rows[index[hex]] = [(a, price + FOE) for a, price in rows[index[hex]]]
    for a, b in [pair for side in hoped for pair in (ends(side), ends(side)[::-1])]:
        rows[index[b]] = [(n, price + WAIT * (n == index[a])) for n, price in rows[index[b]]]
    return reach_from(CostRows(rows, back.least), [index[hex] for hex in goals if hex in index], FAR)
