"""Finds the data shipped with pbem: templates, scenarios, database migrations."""

from __future__ import annotations

from pathlib import Path

from pbem.errors import PbemError

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The shipped folder: inside the installed package, or at the top of a source checkout."""
    for place in (PACKAGE / "_shipped" / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise PbemError(f"the shipped folder {name!r} is missing", "install pbem again")
