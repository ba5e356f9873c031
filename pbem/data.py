"""Finds the data shipped with pbem: templates, scenarios, database migrations."""

from __future__ import annotations

import os
from pathlib import Path

from pbem.errors import PbemError

PACKAGE = Path(__file__).resolve().parent
OWN = "PBEM_DATA"  # a folder whose scenarios, templates or db go before the shipped ones: for who edits them


def folder(name: str) -> Path:
    """Of one's own, inside the installed package, or at the top of a source checkout."""
    own = os.environ.get(OWN)
    places = [Path(own) / name] if own else []
    for place in (*places, PACKAGE / "_shipped" / name, PACKAGE.parent / name):
        if place.is_dir():
            return place.resolve()
    raise PbemError(f"the shipped folder {name!r} is missing", "install pbem again")
