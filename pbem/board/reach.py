"""How far a unit gets: a bucket queue over numbered spaces with whole-number costs (half points doubled)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from pbem.board.board import Board

Cost = Callable[[int, int], int | None]


class Reach(msgspec.Struct):
    """Spaces that can be reached, what they cost, and how one gets there."""

    start: str
    costs: dict[str, int]
    before: dict[str, str]

    def __contains__(self, id: object) -> bool:
        return id in self.costs

    def path(self, id: str) -> list[str]:
        """The way from the start to the space, both included; empty if it is out of reach."""
        if id not in self.costs:
            return []
        way = [id]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        return way[::-1]


def reach(board: Board, start: str, budget: int, cost: Cost, stop: Callable[[int], bool] | None = None) -> Reach:
    """Cheapest ways within the budget. Of two equal ways the one over the lower id is taken.

    `cost(a, b)` is None where one may not go; in a space where `stop` holds the move ends.
    """
    first, near = board.index[start], board.near
    best, before, done = {first: 0}, {first: first}, set[int]()
    buckets: list[list[int]] = [[first]] + [[] for _ in range(budget)]
    for spent, bucket in enumerate(buckets):
        bucket.sort()
        for a in bucket:                               # a step that costs nothing adds to the bucket in hand
            if a in done:
                continue
            done.add(a)
            if stop and a != first and stop(a):
                continue
            for b in near[a]:
                if b in done or (price := cost(a, b)) is None or (total := spent + price) > budget:
                    continue
                old = best.get(b)
                if old is None or total < old:
                    best[b], before[b] = total, a
                    buckets[total].append(b)
                elif total == old and a < before[b]:
                    before[b] = a
    ids = board.ids
    order = sorted(best)
    return Reach(start, {ids[n]: best[n] for n in order}, {ids[n]: ids[before[n]] for n in order})


class CostRows(msgspec.Struct):
    """For each space its neighbours that may be entered, with the price; and the least price of all."""

    rows: list[list[tuple[int, int]]]
    least: int


def cost_rows(board: Board, cost: Cost) -> CostRows:
    """Prices worked out once, to be used for many units of one kind."""
    rows = [[(b, price) for b in near if (price := cost(a, b)) is not None] for a, near in enumerate(board.near)]
    return CostRows(rows, min((price for row in rows for _, price in row), default=0))


def reach_rows(prices: CostRows, start: int, budget: int, stop: Sequence[int] = ()) -> dict[int, int]:
    """What `reach` finds, as costs by number only; `stop` is a mask by number."""
    return reach_from(prices, (start,), budget, stop)


def reach_from(prices: CostRows, starts: Sequence[int], budget: int, stop: Sequence[int] = ()) -> dict[int, int]:
    """What each space costs from the start that is nearest to it."""
    best, rows, beyond = dict.fromkeys(starts, 0), prices.rows, budget + 1
    known = best.get
    buckets: list[list[int]] = [list(best)] + [[] for _ in range(budget)]
    for spent in range(beyond - prices.least):
        for a in buckets[spent]:
            if best[a] != spent or (stop and stop[a] and a not in starts):
                continue
            for b, price in rows[a]:
                total = spent + price
                if total < known(b, beyond):
                    best[b] = total
                    buckets[total].append(b)
    return best


def trace(
    board: Board, start: str, allowed: Callable[[int, int], bool], goal: Callable[[int], bool]
) -> list[str] | None:
    """The shortest way to any goal by allowed steps, both ends included; of equal ways the one over lower ids."""
    first = board.index[start]
    before, wave = {first: first}, [first]
    while wave:
        ends = [n for n in wave if goal(n)]
        if ends:
            return _way(board, before, min(ends))
        fresh: list[int] = []
        for a in wave:
            for b in board.near[a]:
                if b not in before and allowed(a, b):
                    before[b] = a
                    fresh.append(b)
        wave = sorted(fresh)
    return None


def _way(board: Board, before: dict[int, int], end: int) -> list[str]:
    way = [end]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return [board.ids[n] for n in reversed(way)]
