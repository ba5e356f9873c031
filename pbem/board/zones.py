"""Zones of control as masks: one byte a space, by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.board.board import Board


def zone_mask(
    board: Board, occupied: Iterable[str], blocked: Callable[[int, int], bool] | None = None
) -> bytearray:
    """1 where a unit in one of the occupied spaces has its zone; `blocked(a, b)`: it does not reach from a into b."""
    mask = bytearray(len(board.ids))
    for id in occupied:
        a = board.index[id]
        for b in board.near[a]:
            if not mask[b] and (blocked is None or not blocked(a, b)):
                mask[b] = 1
    return mask


def space_mask(board: Board, ids: Iterable[str]) -> bytearray:
    """1 for each of the given spaces."""
    mask = bytearray(len(board.ids))
    for id in ids:
        mask[board.index[id]] = 1
    return mask
