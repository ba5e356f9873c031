"""A calculation that a ruleset offers at the console: its options as data, and a plain answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """type: number, pair ("6.25:5" -> two texts), numbers ("20:0" -> two whole numbers), flag, choice, text.

    `attack` is typed as `--attack`.
    """

    name: str
    type: str
    help: str
    choices: tuple[str, ...] = ()
    required: bool = False
    default: Any = None


@dataclass(frozen=True)
class Calculation:
    """`work` takes the options by name and answers plain data; it raises PbemError for values that make no sense."""

    help: str
    options: tuple[Option, ...]
    work: Callable[..., dict[str, Any]]
    lines: Callable[[dict[str, Any]], list[str]]  # the answer as it is printed
